// Types and their layout. WGSL says where every member stands; the written structures hold padding so that MSL agrees.
#include "msl/print/printer.h"

namespace vitrine::msl {

using lang::TypeKind;

std::string Printer::scalar_type(TypeId t) const {
  switch (m_.types.kind(t)) {
    case TypeKind::Bool: return "bool";
    case TypeKind::I32: return "int";
    case TypeKind::F32: return "float";
    case TypeKind::F16: return "half";
    default: return "uint";
  }
}

std::string Printer::type(TypeId id) {
  lang::Type t = m_.types[id];
  switch (t.kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Vector: return "metal::" + scalar_type(t.element) + std::to_string(t.rows);
    case TypeKind::Matrix:
      return "metal::" + scalar_type(t.element) + std::to_string(t.columns) + "x" + std::to_string(t.rows);
    case TypeKind::Atomic: return t.element == lang::kI32Type ? "metal::atomic_int" : "metal::atomic_uint";
    case TypeKind::Array:
      if (t.count_kind == lang::CountKind::Runtime) return type(t.element) + "*";
      if (!type_names_.count(id.value)) declare_array(id);
      return type_names_[id.value];
    case TypeKind::Struct:
      if (!type_names_.count(id.value)) declare_struct(id);
      return type_names_[id.value];
    case TypeKind::Pointer:
    case TypeKind::Reference: return reference(id);
    case TypeKind::Sampler:
    case TypeKind::SamplerComparison:
    case TypeKind::Texture:
    case TypeKind::Buffer: not_supported("form of the type `" + m_.types.to_text(id) + "`", {}); return "int";
    default: return scalar_type(id);
  }
}

bool Printer::is_runtime_array(TypeId t) const {
  return m_.types.kind(t) == TypeKind::Array && m_.types[t].count_kind == lang::CountKind::Runtime;
}

std::string Printer::space(lang::AddressSpace s) const {
  switch (s) {
    case lang::AddressSpace::Workgroup: return "threadgroup";
    case lang::AddressSpace::Uniform:
    case lang::AddressSpace::Immediate: return "constant";
    case lang::AddressSpace::Storage: return "device";
    default: return "thread";
  }
}

std::string Printer::reference(TypeId pointer) {
  lang::Type t = m_.types[pointer];
  std::string out = space(t.space) + " ";
  if (t.space == lang::AddressSpace::Storage && t.access == lang::AccessMode::Read) out += "const ";
  out += type(t.element);
  return is_runtime_array(t.element) ? out : out + "&";
}

// https://gpuweb.github.io/gpuweb/wgsl/#memory-layouts against table 2.3 and 2.4 of the MSL specification: scalars, vectors
// and matrices agree but for vec3, which has the size of vec4 in MSL.
uint64_t Printer::msl_size(TypeId id) {
  const lang::Type& t = m_.types[id];
  if (t.kind == TypeKind::Vector && t.rows == 3) return uint64_t{4} * m_.types.size_of(t.element);
  if (t.kind == TypeKind::Bool) return 1;
  return m_.types.size_of(id);
}

uint32_t Printer::msl_align(TypeId id) {
  lang::Type t = m_.types[id];
  if (t.kind == TypeKind::Bool) return 1;
  if (t.kind == TypeKind::Array) return msl_align(t.element);
  if (t.kind != TypeKind::Struct) return m_.types.align_of(id);
  uint32_t align = 1;
  uint32_t count = m_.types.element_count(id);
  for (uint32_t i = 0; i < count; ++i) {
    TypeId member = m_.types.structure(id).members[i].type;
    align = std::max(align, is_packed(id, i) ? m_.types.align_of(m_.types.scalar_of(member)) : msl_align(member));
  }
  return align;
}

bool Printer::is_packed(TypeId structure, uint32_t i) {
  const lang::Struct& s = m_.types.structure(structure);
  if (s.predeclared || m_.types.contains_bool(structure)) return false;
  const lang::Type& t = m_.types[s.members[i].type];
  if (t.kind != TypeKind::Vector || t.rows != 3) return false;
  uint64_t end = s.members[i].offset + msl_size(s.members[i].type);
  return i + 1 < s.members.size() ? s.members[i + 1].offset < end : s.size < end;
}

const std::string& Printer::member(TypeId structure, uint32_t i) {
  std::vector<std::string>& names = members_[structure.value];
  if (names.empty()) {
    Names unique;
    for (const lang::Member& m : m_.types.structure(structure).members) names.push_back(unique.make(m.name));
  }
  return names[i];
}

void Printer::declare_array(TypeId id) {
  lang::Type t = m_.types[id];
  std::string element = type(t.element);
  std::string base = element.substr(0, 7) == "metal::" ? element.substr(7) : element;
  std::string name = names_.make("array_" + base + "_" + std::to_string(t.count));
  type_names_[id.value] = name;
  types_ += "struct " + name + " {\n    " + element + " e[" + std::to_string(t.count) + "];\n};\n";
}

void Printer::declare_struct(TypeId id) {
  const lang::Struct& s = m_.types.structure(id);
  bool laid_out = !s.predeclared && !m_.types.contains_bool(id);
  std::string name = names_.make(s.name);
  type_names_[id.value] = name;
  std::string text = "struct " + name + " {\n";
  uint64_t at = 0;
  uint32_t pads = 0, count = static_cast<uint32_t>(s.members.size());
  std::vector<uint32_t> slots;
  auto pad = [&](uint64_t bytes) {
    text += "    char pad" + std::to_string(pads++) + "_[" + std::to_string(bytes) + "];\n";
    slots.push_back(kPad);
  };
  uint32_t align = 1;
  for (uint32_t i = 0; i < count; ++i) {
    lang::Member m = s.members[i];
    bool packed = is_packed(id, i);
    uint32_t own = packed ? m_.types.align_of(m_.types.scalar_of(m.type)) : laid_out ? msl_align(m.type) : 1;
    align = std::max(align, own);
    if (laid_out) {
      at = (at + own - 1) / own * own;
      if (m.offset > at) pad(m.offset - at);
      at = m.offset;
    }
    if (is_runtime_array(m.type)) {
      text += "    " + type(m_.types[m.type].element) + " " + member(id, i) + "[1];\n";
      laid_out = false;
      continue;
    }
    slots.push_back(i);
    std::string written = type(m.type);
    if (packed) written = "metal::packed_" + written.substr(7);
    text += "    " + written + " " + member(id, i) + ";\n";
    if (laid_out) at += packed ? m_.types.size_of(m.type) : msl_size(m.type);
  }
  uint64_t end = (at + align - 1) / align * align;
  if (laid_out && s.size > end) pad(s.size - at);
  types_ += text + "};\n";
  slots_[id.value] = std::move(slots);
}

std::string Printer::struct_value(TypeId id, const std::vector<std::string>& members) {
  std::string list, name = type(id);
  for (uint32_t slot : slots_[id.value]) {
    if (!list.empty()) list += ", ";
    list += slot == kPad ? "{}" : members[slot];
  }
  return name + " {" + list + "}";
}

}  // namespace vitrine::msl
