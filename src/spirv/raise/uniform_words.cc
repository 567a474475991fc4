#include <unordered_map>

#include "spirv/raise/raise.h"
#include "spirv/raise/words.h"

namespace vitrine::spirv {
namespace {

using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Value;
using ir::ValueKind;
using lang::AddressSpace;
using lang::TypeId;
using lang::TypeKind;

// https://registry.khronos.org/vulkan/specs/1.3/html/vkspec.html#interfaces-resources-layout without
// uniformBufferStandardLayout. Types nest at most 15 deep.
bool fits(const lang::TypeTable& types, TypeId id) {
  const lang::Type& t = types[id];
  if (t.kind == TypeKind::Array) return types.stride_of(id) % 16 == 0 && fits(types, t.element);
  if (t.kind != TypeKind::Struct) return true;
  uint64_t free_from = 0;
  for (const lang::Member& m : types.structure(id).members) {
    if (m.offset < free_from || m.offset % types.required_align_of(m.type, AddressSpace::Uniform, false) != 0) return false;
    if (!fits(types, m.type)) return false;
    if (types.is_struct(m.type)) free_from = m.offset + (uint64_t{m.size} + 15) / 16 * 16;
  }
  return true;
}

class UniformWords {
 public:
  UniformWords(ir::Module& m, bool standard_layout) : m_(m), standard_layout_(standard_layout) {}

  void run() {
    packed_.assign(m_.globals.size(), false);
    bool any = false;
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      const lang::Type& p = m_.types[m_.globals[g].type];
      bool halves = p.space == AddressSpace::Immediate && m_.types.contains_f16(p.element);
      if (halves || (p.space == AddressSpace::Uniform && !standard_layout_ && !fits(m_.types, p.element))) packed_[g.value] = any = true;
    }
    if (!any) return;
    for (ir::FunctionId id(0); id.value < m_.functions.size(); ++id.value) function(id);
    for (ir::GlobalId g(0); g.value < m_.globals.size(); ++g.value) {
      if (!packed_[g.value]) continue;
      lang::Type p = m_.types[m_.globals[g].type];
      bool vectors = p.space == AddressSpace::Uniform;
      TypeId element = vectors ? m_.types.vector(4, lang::kU32Type) : lang::kU32Type;
      uint32_t bytes = vectors ? 16 : 4, count = static_cast<uint32_t>((m_.types.size_of(p.element) + bytes - 1) / bytes);
      m_.globals[g].type = m_.types.pointer(p.space, m_.types.array(element, count), lang::AccessMode::Read);
    }
  }

 private:
  Value global_of(const ir::Function& f, Value pointer) const {
    if (pointer.is_inst() && f.insts[pointer.index()].op == Op::Access) pointer = f.operand(f.insts[pointer.index()], 0);
    return pointer.is(ValueKind::Global) && packed_[pointer.index()] ? pointer : Value();
  }

  void function(ir::FunctionId id) {
    uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
    std::unordered_map<uint32_t, Value> loaded;
    std::vector<uint32_t> accesses;
    for (uint32_t n = 0; n < count; ++n) {
      const ir::Function& f = m_.functions[id];
      const Inst i = f.insts[n];
      if (i.flags & ir::kRemoved || !i.block || i.operand_count == 0) continue;
      if (i.op == Op::Access && global_of(f, Value::inst(n))) accesses.push_back(n);
      if (i.op != Op::Load || !global_of(f, f.operand(i, 0))) continue;
      Builder b(m_, id);
      b.before(n);
      Value pointer = f.operand(i, 0), global = global_of(f, pointer);
      bool vectors = m_.types[m_.globals[global.global()].type].space == AddressSpace::Uniform;
      WordMemory memory(b, global, vectors ? WordMemory::Form::Vectors : WordMemory::Form::Words, true);
      ByteOffset at;
      if (pointer.is_inst()) at = memory.follow(Inst(f.insts[pointer.index()]), m_.types[m_.globals[global.global()].type].element, at);
      loaded[n] = memory.load(i.type, at);
      ir::remove(m_.functions[id], n);
    }
    ir::Function& f = m_.functions[id];
    for (uint32_t n : accesses) ir::remove(f, n);
    if (loaded.empty()) return;
    replace_values(m_, id, loaded);
  }

  ir::Module& m_;
  bool standard_layout_;
  std::vector<bool> packed_;
};

}  // namespace

void load_by_words(ir::Module& m, bool standard_layout) { UniformWords(m, standard_layout).run(); }

}  // namespace vitrine::spirv
