#include "ir/builder.h"
#include "spirv/print/printer.h"

namespace vitrine::spirv {

using spv::Op;

std::vector<uint32_t> print(const ir::Module& m, const Options& options) { return Printer(m, options).run(); }

// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#LogicalLayout
std::vector<uint32_t> Printer::run() {
  capability(spv::Capability::Shader);
  if (options_.debug >= DebugLevel::Lines && m_.source) {
    source_file_ = string(m_.source->name());
    debug_strings_.begin(Op::OpSource);
    debug_strings_.word(static_cast<uint32_t>(spv::SourceLanguage::Unknown));
    debug_strings_.word(0);
    debug_strings_.word(source_file_);
    // Debug information holds the text itself.
    std::string_view text = full() ? std::string_view() : m_.source->text();
    if (!full()) debug_strings_.string(text.substr(0, kMaxStringBytes));
    debug_strings_.end();
    for (size_t at = kMaxStringBytes; at < text.size(); at += kMaxStringBytes) {
      debug_strings_.begin(Op::OpSourceContinued);
      debug_strings_.string(text.substr(at, kMaxStringBytes));
      debug_strings_.end();
    }
  }
  if (full()) debug_module();
  globals();
  function_ids_.assign(m_.functions.size(), 0);
  for (uint32_t i = 0; i < m_.functions.size(); ++i) function(ir::FunctionId(i));

  Words out;
  out.word(spv::MagicNumber);
  out.word(options_.version);
  out.word(0);  // no registered generator
  out.word(next_id_);
  out.word(0);
  std::vector<uint32_t> capabilities(capabilities_.begin(), capabilities_.end());
  std::sort(capabilities.begin(), capabilities.end());
  for (uint32_t c : capabilities) out.add(Op::OpCapability, {c});
  std::vector<std::string> extensions(extensions_.begin(), extensions_.end());
  std::sort(extensions.begin(), extensions.end());
  for (const std::string& e : extensions) {
    out.begin(Op::OpExtension);
    out.string(e);
    out.end();
  }
  out.append(ext_imports_);
  out.add(Op::OpMemoryModel, {static_cast<uint32_t>(spv::AddressingModel::Logical), static_cast<uint32_t>(spv::MemoryModel::GLSL450)});
  out.append(entry_points_);
  out.append(modes_);
  out.append(strings_section_);
  out.append(debug_strings_);
  out.append(debug_names_);
  out.append(annotations_);
  out.append(declarations_);
  out.append(functions_);
  return out.all();
}

uint32_t Printer::ext_set(std::string_view name) {
  if (auto it = ext_sets_.find(name); it != ext_sets_.end()) return it->second;
  uint32_t id = new_id();
  ext_sets_.emplace(name, id);
  ext_imports_.begin(Op::OpExtInstImport);
  ext_imports_.word(id);
  ext_imports_.string(name);
  ext_imports_.end();
  return id;
}

uint32_t Printer::string(std::string_view text) {
  text = text.substr(0, kMaxStringBytes);
  if (auto it = strings_.find(text); it != strings_.end()) return it->second;
  uint32_t id = new_id();
  strings_.emplace(text, id);
  // OpString comes before the OpSource that names it: it has a section of its own.
  strings_section_.begin(Op::OpString);
  strings_section_.word(id);
  strings_section_.string(text);
  strings_section_.end();
  return id;
}

void Printer::name(uint32_t id, std::string_view text) {
  if (!names() || text.empty()) return;
  debug_names_.begin(Op::OpName);
  debug_names_.word(id);
  debug_names_.string(text.substr(0, kMaxStringBytes));
  debug_names_.end();
}

void Printer::member_name(uint32_t id, uint32_t member, std::string_view text) {
  if (!names() || text.empty()) return;
  debug_names_.begin(Op::OpMemberName);
  debug_names_.word(id);
  debug_names_.word(member);
  debug_names_.string(text.substr(0, kMaxStringBytes));
  debug_names_.end();
}

void Printer::decorate(uint32_t id, spv::Decoration d, std::initializer_list<uint32_t> operands) {
  annotations_.begin(Op::OpDecorate);
  annotations_.word(id);
  annotations_.word(static_cast<uint32_t>(d));
  for (uint32_t o : operands) annotations_.word(o);
  annotations_.end();
}

void Printer::member_decorate(uint32_t id, uint32_t member, spv::Decoration d, std::initializer_list<uint32_t> operands) {
  annotations_.begin(Op::OpMemberDecorate);
  annotations_.word(id);
  annotations_.word(member);
  annotations_.word(static_cast<uint32_t>(d));
  for (uint32_t o : operands) annotations_.word(o);
  annotations_.end();
}

namespace {

// A structure that may be a Block itself: it ends in a runtime-sized array, so it stands nowhere but at the top.
bool is_block_already(const lang::TypeTable& types, TypeId id) {
  return types.is_struct(id) && types.contains_runtime_array(id);
}

}  // namespace

// https://registry.khronos.org/vulkan/specs/1.3/html/vkspec.html#interfaces-resources
void Printer::globals() {
  global_ids_.assign(m_.globals.size(), 0);
  global_wrapped_.assign(m_.globals.size(), false);
  for (uint32_t i = 0; i < m_.globals.size(); ++i) {
    const ir::Global& g = m_.globals[ir::GlobalId(i)];
    const lang::Type& p = t(g.type);
    spv::StorageClass c = storage_class(p.space);
    Layout layout = layout_of(p.space);
    uint32_t store = type(p.element, layout);
    if (layout != Layout::Plain) {
      if (types_.contains_f16(p.element)) {
        capability(p.space == lang::AddressSpace::Storage    ? spv::Capability::StorageBuffer16BitAccess
                   : p.space == lang::AddressSpace::Uniform ? spv::Capability::UniformAndStorageBuffer16BitAccess
                                                            : spv::Capability::StoragePushConstant16);
      }
      if (is_block_already(types_, p.element)) {
        // Two variables of one structure share its type and its decoration.
        if (unique_.try_emplace({~0u, store}, 1).second) decorate(store, spv::Decoration::Block);
      } else {
        global_wrapped_[i] = true;
        uint32_t block = new_id();
        declarations_.add(Op::OpTypeStruct, {block, store});
        decorate(block, spv::Decoration::Block);
        member_decorate(block, 0, spv::Decoration::Offset, {0});
        TypeId inner = p.element;
        while (t(inner).kind == TypeKind::Array) inner = t(inner).element;
        if (t(inner).kind == TypeKind::Matrix && !split_matrix(inner, layout)) {
          member_decorate(block, 0, spv::Decoration::ColMajor);
          member_decorate(block, 0, spv::Decoration::MatrixStride, {types_.stride_of(inner)});
        }
        name(block, g.name + "_block");
        member_name(block, 0, g.name);
        store = block;
      }
    }
    uint32_t pointer = pointer_type(c, store);
    uint32_t id = global_ids_[i] = new_id();
    std::vector<uint32_t> words{pointer, id, static_cast<uint32_t>(c)};
    if (c == spv::StorageClass::Private && !g.uninitialized) {
      words.push_back(g.initializer.is_constant() ? constant(g.initializer.constant()) : zero(p.element));
    } else if (c == spv::StorageClass::Workgroup && options_.zero_workgroup_memory && options_.zero_initializer) {
      words.push_back(null(store));
    }
    declarations_.add(Op::OpVariable, words);
    name(id, g.name);
    if (full()) debug_global(ir::GlobalId(i));
    if (g.has_binding) {
      decorate(id, spv::Decoration::DescriptorSet, {g.group});
      decorate(id, spv::Decoration::Binding, {g.binding});
    }
    if (p.space == lang::AddressSpace::Storage && p.access == lang::AccessMode::Read) decorate(id, spv::Decoration::NonWritable);
    if (p.space == lang::AddressSpace::Handle && t(p.element).kind == TypeKind::Texture &&
        info(t(p.element).texture).kind == lang::TextureKind::Storage) {
      if (t(p.element).access == lang::AccessMode::Read) decorate(id, spv::Decoration::NonWritable);
      if (t(p.element).access == lang::AccessMode::Write) decorate(id, spv::Decoration::NonReadable);
    }
  }
}

void Printer::reach(ir::FunctionId from, std::unordered_set<uint32_t>& functions,
                    std::unordered_set<uint32_t>& globals) const {
  std::vector<uint32_t> work{from.value};
  functions.insert(from.value);
  while (!work.empty()) {
    const ir::Function& f = m_.functions[ir::FunctionId(work.back())];
    work.pop_back();
    for (const ir::Inst& i : f.insts) {
      if (i.flags & ir::kRemoved) continue;
      if (i.op == ir::Op::Call && functions.insert(f.word(i, 0)).second) work.push_back(f.word(i, 0));
      ir::for_each_value_operand(i, [&](uint32_t n) {
        ir::Value v = f.operand(i, n);
        if (v.is(ir::ValueKind::Global)) globals.insert(v.index());
      });
    }
  }
}

// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#OpEntryPoint
void Printer::entry_point(ir::FunctionId id) {
  const ir::Function& f = m_.functions[id];
  uint32_t fid = function_ids_[id.value];
  spv::ExecutionModel model = f.stage == ir::Stage::Vertex     ? spv::ExecutionModel::Vertex
                              : f.stage == ir::Stage::Fragment ? spv::ExecutionModel::Fragment
                                                               : spv::ExecutionModel::GLCompute;
  std::vector<uint32_t> interface = interface_;
  if (at_least(1, 4)) {
    std::unordered_set<uint32_t> functions, used;
    reach(id, functions, used);
    for (uint32_t i = 0; i < m_.globals.size(); ++i)
      if (used.count(i)) interface.push_back(global_ids_[i]);
  }
  entry_points_.begin(Op::OpEntryPoint);
  entry_points_.word(static_cast<uint32_t>(model));
  entry_points_.word(fid);
  entry_points_.string(f.name);
  entry_points_.words(interface);
  entry_points_.end();
  if (f.stage == ir::Stage::Compute) {
    uint32_t size[3];
    for (size_t i = 0; i < 3; ++i) size[i] = f.workgroup_size[i].is_constant() ? m_.constant(f.workgroup_size[i]).bits : 1;
    modes_.add(Op::OpExecutionMode, {fid, static_cast<uint32_t>(spv::ExecutionMode::LocalSize), size[0], size[1], size[2]});
  }
  if (f.stage == ir::Stage::Fragment)
    modes_.add(Op::OpExecutionMode, {fid, static_cast<uint32_t>(spv::ExecutionMode::OriginUpperLeft)});
}

}  // namespace vitrine::spirv
