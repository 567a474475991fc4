// Entry points, helper functions and what they share.
#include "msl/print/printer.h"

namespace vitrine::msl {

using lang::AddressSpace;
using lang::BuiltinValue;
using lang::TypeKind;

namespace {
RULE(msl_not_supported, PipelineCreation, "vitrine:msl", "", "the writer of the Metal Shading Language has no {0} yet",
     diag::Text);
RULE(msl_version_printing, PipelineCreation, "vitrine:msl", "",
     "printing needs version 3.2 of the Metal Shading Language, and {0} was asked for", diag::Text);
RULE(msl_version_low, PipelineCreation, "vitrine:msl", "",
     "version {0} of the Metal Shading Language was asked for, and the least is 2.3", diag::Text);
}  // namespace

Printer::Printer(ir::Module& m, const Options& options, Output& output) : m_(m), options_(options), output_(output) {}

void Printer::not_supported(std::string what, SourceSpan span) {
  if (output_.diagnostics.size() >= 20) return;
  diag::Diagnostic d = msl_not_supported(diag::Text{std::move(what)});
  if (m_.source && !span.empty()) std::move(d).at(m_.source, span);
  output_.diagnostics.push_back(diag::freeze(std::move(d)));
}

void Printer::run() {
  bool prints = false;
  SourceSpan print_span;
  for (const ir::Function& f : m_.functions)
    for (const ir::Inst& i : f.insts) {
      if (i.op != ir::Op::Print || (i.flags & ir::kRemoved)) continue;
      if (!prints) print_span = m_.span_of(i.location);
      prints = true;
    }
  output_.prints = prints;
  output_.version = options_.version.value_or(prints ? kPrinting : kLowest);
  auto text = [](Version v) { return std::to_string(v.major) + "." + std::to_string(v.minor); };
  if (output_.version < kLowest) {
    output_.diagnostics.push_back(diag::freeze(msl_version_low(diag::Text{text(output_.version)})));
    return;
  }
  if (prints && output_.version < kPrinting) {
    diag::Diagnostic d = msl_version_printing(diag::Text{text(output_.version)});
    if (m_.source) std::move(d).at(m_.source, print_span);
    std::move(d).help("ask for 3.2, or leave the prints out");
    output_.diagnostics.push_back(diag::freeze(std::move(d)));
    return;
  }

  sizes_name_ = names_.make("buffer_sizes");
  for (const ir::Global& g : m_.globals) global_names_.push_back(names_.make(g.name));
  for (const ir::Function& f : m_.functions) function_names_.push_back(names_.make(f.name));
  named_of_.resize(m_.functions.size());
  for (uint32_t i = 0; i < m_.named.size(); ++i) {
    const ir::Named& n = m_.named[i];
    if (!n.scope || !n.value || !n.value.is_inst()) continue;
    ir::FunctionId owner = m_.scopes[n.scope.value].function;
    if (owner && owner.value < named_of_.size()) named_of_[owner.value].push_back(i);
  }
  collect_globals();
  for (size_t i = 0; i < m_.functions.size(); ++i) {
    ir::FunctionId id = m_.functions.id_at(i);
    if (m_.functions[id].stage == ir::Stage::None) function(id);
    else entry_point(id);
  }
  if (!output_.diagnostics.empty()) return;
  output_.text = "// language: metal" + text(output_.version) + "\n#include <metal_stdlib>\n#include <simd/simd.h>\n\n";
  for (const std::string* part : {&types_, &constants_, &helpers_, &functions_}) {
    output_.text += *part;
    if (part != &functions_ && !part->empty()) output_.text += "\n";
  }
}

// Which module-scope variables a function names, itself or through what it calls, and whether it needs the sizes of buffers.
void Printer::collect_globals() {
  globals_of_.resize(m_.functions.size());
  needs_sizes_.resize(m_.functions.size());
  buffer_index_.assign(m_.globals.size(), 0);
  // The number of a buffer is its place among all that the module names, by group and binding.
  std::vector<uint32_t> buffers;
  for (uint32_t i = 0; i < m_.globals.size(); ++i)
    if (m_.globals[ir::GlobalId(i)].has_binding) buffers.push_back(i);
  std::sort(buffers.begin(), buffers.end(), [&](uint32_t a, uint32_t b) {
    const ir::Global &x = m_.globals[ir::GlobalId(a)], &y = m_.globals[ir::GlobalId(b)];
    return std::tie(x.group, x.binding, a) < std::tie(y.group, y.binding, b);
  });
  for (uint32_t n = 0; n < buffers.size(); ++n) buffer_index_[buffers[n]] = n;
  for (size_t k = 0; k < m_.functions.size(); ++k) {
    const ir::Function& f = m_.functions[m_.functions.id_at(k)];
    std::vector<bool> used(m_.globals.size());
    auto use = [&](ir::Value v) {
      if (v && v.is(ir::ValueKind::Global)) used[v.index()] = true;
    };
    for (const ir::Inst& i : f.insts) {
      if (i.flags & ir::kRemoved) continue;
      ir::for_each_value_operand(i, [&](uint32_t n) { use(f.operand(i, n)); });
      if (i.op == ir::Op::Call) {
        for (ir::GlobalId g : globals_of_[f.word(i, 0)]) used[g.value] = true;
        needs_sizes_[k] = needs_sizes_[k] || needs_sizes_[f.word(i, 0)];
      }
    }
    for (uint32_t g = 0; g < used.size(); ++g) {
      if (!used[g]) continue;
      globals_of_[k].push_back(ir::GlobalId(g));
      if (m_.types.contains_runtime_array(m_.types.store_type(m_.globals[ir::GlobalId(g)].type))) needs_sizes_[k] = true;
    }
  }
}

void Printer::begin_function(const ir::Function& f) {
  f_ = &f;
  local_ = Names(&names_);
  body_.clear();
  indent_ = 1;
  next_name_ = 0;
  param_names_.clear();
  wanted_names_.clear();
  hoisted_.clear();
  for (uint32_t at : named_of_[id_.value]) {
    const ir::Named& n = m_.named[at];
    if (n.value.index() >= f.insts.size() || f.insts[n.value.index()].op == ir::Op::Access) continue;
    wanted_names_.emplace(n.value.index(), n.name);
  }
}

void Printer::function(ir::FunctionId id) {
  const ir::Function& f = m_.functions[id];
  id_ = id;
  begin_function(f);
  std::string list;
  auto add = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
  for (const ir::Param& p : f.params) {
    param_names_.push_back(local_.make(p.name));
    add(type(p.type) + " " + param_names_.back());
  }
  for (ir::GlobalId g : globals_of_[id.value]) add(reference(m_.globals[g].type) + " " + global_names_[g.value]);
  if (needs_sizes_[id.value]) add("constant uint* " + sizes_name_);
  std::string result = type(f.return_type);
  plan(f);
  block(ir::BlockId(0));
  functions_ += result + " " + function_names_[id.value] + "(" + list + ") {\n" + body_ + "}\n\n";
}

// Table 5.8 of the MSL specification.
std::string Printer::builtin_input(const lang::IoAttributes& io, SourceSpan where) {
  if (io.builtin) {
    switch (*io.builtin) {
      case BuiltinValue::LocalInvocationId: return "thread_position_in_threadgroup";
      case BuiltinValue::LocalInvocationIndex: return "thread_index_in_threadgroup";
      case BuiltinValue::GlobalInvocationId: return "thread_position_in_grid";
      case BuiltinValue::WorkgroupId: return "threadgroup_position_in_grid";
      case BuiltinValue::NumWorkgroups: return "threadgroups_per_grid";
      case BuiltinValue::SubgroupInvocationId: return "thread_index_in_simdgroup";
      case BuiltinValue::SubgroupSize: return "threads_per_simdgroup";
      case BuiltinValue::SubgroupId: return "simdgroup_index_in_threadgroup";
      case BuiltinValue::NumSubgroups: return "simdgroups_per_threadgroup";
      default: not_supported("builtin value `" + std::string(lang::to_text(*io.builtin)) + "`", where); return "";
    }
  }
  not_supported("input of a compute shader that is no builtin value", where);
  return "";
}

// https://gpuweb.github.io/gpuweb/wgsl/#address-spaces-workgroup: zero before the first use.
void Printer::zero_workgroup(std::string& out, const std::string& name, TypeId t, uint32_t depth) {
  std::string pad(size_t{4} * (depth + 2), ' ');
  if (!m_.types.contains_atomic(t)) {
    out += pad + name + " = " + constant(m_.zero(t)).text + ";\n";
    return;
  }
  switch (m_.types.kind(t)) {
    case TypeKind::Atomic:
      out += pad + "metal::atomic_store_explicit(&" + name + ", 0, metal::memory_order_relaxed);\n";
      return;
    case TypeKind::Array: {
      std::string i = "i" + std::to_string(depth);
      out += pad + "for (uint " + i + " = 0u; " + i + " < " + std::to_string(m_.types[t].count) + "u; ++" + i + ") {\n";
      zero_workgroup(out, name + ".e[" + i + "]", m_.types[t].element, depth + 1);
      out += pad + "}\n";
      return;
    }
    case TypeKind::Struct: {
      type(t);
      uint32_t count = m_.types.element_count(t);
      for (uint32_t i = 0; i < count; ++i) zero_workgroup(out, name + "." + member(t, i), m_.types.element_of(t, i), depth);
      return;
    }
    default: return;
  }
}

void Printer::entry_point(ir::FunctionId id) {
  const ir::Function& f = m_.functions[id];
  if (f.stage != ir::Stage::Compute) {
    not_supported(std::string(ir::to_text(f.stage)) + " shaders", f.span);
    return;
  }
  id_ = id;
  begin_function(f);
  EntryPoint entry;
  entry.name = f.name;
  entry.msl_name = function_names_[id.value];
  for (uint32_t i = 0; i < 3; ++i)
    if (f.workgroup_size[i] && f.workgroup_size[i].is_constant()) entry.workgroup_size[i] = m_.constant(f.workgroup_size[i]).bits;

  std::string list, setup;
  auto add = [&](const std::string& text) { list += (list.empty() ? "  " : "\n, ") + text; };
  std::string local_index;
  auto input = [&](const std::string& name, TypeId t, const lang::IoAttributes& io) {
    add(type(t) + " " + name + " [[" + builtin_input(io, f.span) + "]]");
    if (io.builtin == BuiltinValue::LocalInvocationIndex) local_index = name;
  };
  for (const ir::Param& p : f.params) {
    std::string name = local_.make(p.name);
    param_names_.push_back(name);
    if (!m_.types.is_struct(p.type)) {
      input(name, p.type, p.io);
      continue;
    }
    std::vector<std::string> members;
    uint32_t count = m_.types.element_count(p.type);
    for (uint32_t i = 0; i < count; ++i) {
      lang::Member member = m_.types.structure(p.type).members[i];
      members.push_back(local_.make(member.name));
      input(members.back(), member.type, member.io);
    }
    std::string t = type(p.type);
    setup += "    const " + t + " " + name + " = " + struct_value(p.type, members) + ";\n";
  }

  std::vector<ir::GlobalId> workgroup;
  std::vector<ir::GlobalId> buffers;
  for (ir::GlobalId g : globals_of_[id.value]) {
    const ir::Global& global = m_.globals[g];
    AddressSpace space = m_.types[global.type].space;
    if (global.has_binding && (space == AddressSpace::Uniform || space == AddressSpace::Storage)) buffers.push_back(g);
    else if (space == AddressSpace::Workgroup) workgroup.push_back(g);
    else if (space == AddressSpace::Private) {
      TypeId t = m_.types.store_type(global.type);
      std::string init = global.initializer ? whole(global.initializer) : constant(m_.zero(t)).text;
      setup += "    " + type(t) + " " + global_names_[g.value] + " = " + init + ";\n";
    } else {
      not_supported(std::string(lang::to_text(space)) + " variables", global.span);
    }
  }
  for (ir::GlobalId g : buffers) {
    const ir::Global& global = m_.globals[g];
    uint32_t index = buffer_index_[g.value];
    add(reference(global.type) + " " + global_names_[g.value] + " [[buffer(" + std::to_string(index) + ")]]");
    entry.resources.push_back({global.group, global.binding, index, global.name,
                               m_.types.contains_runtime_array(m_.types.store_type(global.type))});
  }
  if (needs_sizes_[id.value]) {
    uint32_t index = 0;
    for (const ir::Global& g : m_.globals) index += g.has_binding;
    entry.sizes_buffer = index;
    add("constant uint* " + sizes_name_ + " [[buffer(" + std::to_string(index) + ")]]");
  }
  if (!workgroup.empty()) {
    if (local_index.empty()) {
      local_index = local_.make("local_index");
      add("uint " + local_index + " [[thread_index_in_threadgroup]]");
    }
    std::string zeros;
    for (ir::GlobalId g : workgroup) {
      TypeId t = m_.types.store_type(m_.globals[g].type);
      setup += "    threadgroup " + type(t) + " " + global_names_[g.value] + ";\n";
      zero_workgroup(zeros, global_names_[g.value], t, 0);
    }
    setup += "    if (" + local_index + " == 0u) {\n" + zeros + "    }\n";
    setup += "    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);\n";
  }
  plan(f);
  block(ir::BlockId(0));
  if (body_.size() >= 12 && body_.substr(body_.size() - 12) == "    return;\n") body_.resize(body_.size() - 12);
  functions_ += "kernel void " + entry.msl_name + "(\n" + list + ") {\n" + setup + body_ + "}\n\n";
  output_.entry_points.push_back(std::move(entry));
}

}  // namespace vitrine::msl
