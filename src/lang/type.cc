#include "lang/type.h"

#include <algorithm>

namespace vitrine::lang {

namespace {

constexpr uint64_t kMax32 = 0xFFFFFFFFu;

constexpr uint16_t kHasAbstract = 1, kHasBool = 2, kHasF16 = 4, kHasAtomic = 8, kHasRuntimeArray = 16,
                   kHasOverrideCount = 32,
                   kHasOther = 64;  // neither scalar nor composite: pointers, textures, void, errors

uint64_t round_up(uint64_t align, uint64_t value) { return align <= 1 ? value : (value + align - 1) / align * align; }

uint32_t clamp32(uint64_t value) { return static_cast<uint32_t>(std::min(value, kMax32)); }

}  // namespace

const Member* Struct::find(std::string_view name) const {
  for (const Member& m : members)
    if (m.name == name) return &m;
  return nullptr;
}

std::optional<uint32_t> Struct::index_of(std::string_view name) const {
  const Member* m = find(name);
  if (!m) return std::nullopt;
  return static_cast<uint32_t>(m - members.data());
}

size_t TypeTable::Hash::operator()(const Type& t) const noexcept {
  uint64_t h = 0xcbf29ce484222325u;
  auto mix = [&h](uint64_t v) { h = (h ^ v) * 0x100000001b3u; };
  mix(static_cast<uint64_t>(t.kind) | static_cast<uint64_t>(t.columns) << 8 | static_cast<uint64_t>(t.rows) << 16 |
      static_cast<uint64_t>(t.space) << 24 | static_cast<uint64_t>(t.access) << 32 |
      static_cast<uint64_t>(t.texture) << 40 | static_cast<uint64_t>(t.format) << 48 |
      static_cast<uint64_t>(t.count_kind) << 56);
  mix(static_cast<uint64_t>(t.element.value) << 32 | t.count);
  mix(t.structure.value);
  return static_cast<size_t>(h ^ h >> 32);
}

TypeTable::TypeTable() {
  for (TypeKind kind : {TypeKind::Error, TypeKind::Void, TypeKind::AbstractInt, TypeKind::AbstractFloat, TypeKind::Bool,
                        TypeKind::I32, TypeKind::U32, TypeKind::F32, TypeKind::F16, TypeKind::Sampler,
                        TypeKind::SamplerComparison})
    intern(Type{.kind = kind});
}

TypeId TypeTable::intern(const Type& t) {
  auto [it, added] = ids_.try_emplace(t, TypeId(static_cast<uint32_t>(types_.size())));
  if (added) {
    types_.push_back(t);
    facts_.push_back(facts_of(t));
  }
  return it->second;
}

TypeTable::Facts TypeTable::facts_of(const Type& t) const {
  Facts f;
  switch (t.kind) {
    case TypeKind::AbstractInt:
    case TypeKind::AbstractFloat: f.has = kHasAbstract; break;
    case TypeKind::Bool: f.has = kHasBool; break;
    case TypeKind::F16: f.has = kHasF16; break;
    case TypeKind::I32:
    case TypeKind::U32:
    case TypeKind::F32: break;
    case TypeKind::Vector: f = {facts_[t.element.value].has, 1}; break;
    case TypeKind::Matrix: f = {facts_[t.element.value].has, 2}; break;
    case TypeKind::Array:
      f = facts_[t.element.value];
      if (f.depth < 255) ++f.depth;
      if (t.count_kind == CountKind::Runtime) f.has |= kHasRuntimeArray;
      if (t.count_kind == CountKind::Override) f.has |= kHasOverrideCount;
      break;
    case TypeKind::Atomic: f.has = kHasAtomic; break;
    case TypeKind::Struct: break;  // add_struct knows the members
    case TypeKind::Buffer: f.has = kHasOther | (t.count_kind == CountKind::Override ? kHasOverrideCount : 0); break;
    default: f.has = kHasOther;
  }
  return f;
}

TypeId TypeTable::vector(uint32_t components, TypeId scalar) {
  return intern({.kind = TypeKind::Vector, .rows = static_cast<uint8_t>(components), .element = scalar});
}

TypeId TypeTable::matrix(uint32_t columns, uint32_t rows, TypeId scalar) {
  return intern({.kind = TypeKind::Matrix, .columns = static_cast<uint8_t>(columns), .rows = static_cast<uint8_t>(rows),
                 .element = scalar});
}

TypeId TypeTable::array(TypeId element, uint32_t count) {
  return intern({.kind = TypeKind::Array, .element = element, .count = count});
}

TypeId TypeTable::runtime_array(TypeId element) {
  return intern({.kind = TypeKind::Array, .count_kind = CountKind::Runtime, .element = element});
}

TypeId TypeTable::override_array(TypeId element, uint32_t key, std::string text) {
  override_texts_.try_emplace(key, std::move(text));
  return intern({.kind = TypeKind::Array, .count_kind = CountKind::Override, .element = element, .count = key});
}

TypeId TypeTable::atomic(TypeId scalar) { return intern({.kind = TypeKind::Atomic, .element = scalar}); }

TypeId TypeTable::pointer(AddressSpace space, TypeId store, AccessMode access) {
  return intern({.kind = TypeKind::Pointer, .space = space, .access = access, .element = store});
}

TypeId TypeTable::reference(AddressSpace space, TypeId store, AccessMode access) {
  return intern({.kind = TypeKind::Reference, .space = space, .access = access, .element = store});
}

TypeId TypeTable::texture(TextureType type, TypeId sampled) {
  return intern({.kind = TypeKind::Texture, .texture = type, .element = sampled});
}

TypeId TypeTable::storage_texture(TextureType type, TexelFormat format, AccessMode access) {
  return intern({.kind = TypeKind::Texture, .access = access, .texture = type, .format = format});
}

TypeId TypeTable::buffer(uint32_t bytes) { return intern({.kind = TypeKind::Buffer, .count = bytes}); }

TypeId TypeTable::runtime_buffer() { return intern({.kind = TypeKind::Buffer, .count_kind = CountKind::Runtime}); }

TypeId TypeTable::override_buffer(uint32_t key, std::string text) {
  override_texts_.try_emplace(key, std::move(text));
  return intern({.kind = TypeKind::Buffer, .count_kind = CountKind::Override, .count = key});
}

// https://gpuweb.github.io/gpuweb/wgsl/#structure-member-layout
TypeId TypeTable::add_struct(std::string name, SourceSpan span, std::vector<Member> members) {
  StructId id(static_cast<uint32_t>(structs_.size()));
  TypeId type = intern({.kind = TypeKind::Struct, .structure = id});
  uint64_t offset = 0, size = 0, align = 1;
  Facts facts;
  for (Member& m : members) {
    facts.has |= facts_[m.type.value].has;
    facts.depth = std::max(facts.depth, facts_[m.type.value].depth);
    uint64_t member_align = m.align_attribute.value_or(std::max(1u, align_of(m.type)));
    uint64_t member_size = m.size_attribute.value_or(0);
    bool runtime = contains_runtime_array(m.type);
    if (!m.size_attribute) member_size = runtime ? 0 : size_of(m.type);
    if (member_align == 0) member_align = 1;  // reported by whoever read the attribute
    offset = round_up(member_align, offset + size);
    size = member_size;
    align = std::max(align, member_align);
    m.offset = clamp32(offset);
    m.align = clamp32(member_align);
    m.size = clamp32(member_size);
  }
  Struct s;
  s.name = std::move(name);
  s.span = span;
  s.members = std::move(members);
  s.type = type;
  s.align = clamp32(align);
  s.size = round_up(align, offset + size);
  structs_.push_back(std::move(s));
  if (facts.depth < 255) ++facts.depth;
  facts_[type.value] = facts;
  return type;
}

TypeId TypeTable::predeclared(std::string name, std::vector<Member> members) {
  if (auto it = predeclared_.find(name); it != predeclared_.end()) return it->second;
  TypeId type = add_struct(name, {}, std::move(members));
  structs_.back().predeclared = true;
  predeclared_.emplace(std::move(name), type);
  return type;
}

namespace {

// f32, vec3_f16, abstract: as the specification names the result structures.
std::string result_suffix(const TypeTable& types, TypeId t) {
  TypeId scalar = types.scalar_of(t);
  std::string text = scalar == kAbstractFloatType ? "abstract" : types.to_text(scalar);
  if (types.kind(t) != TypeKind::Vector) return text;
  return "vec" + std::to_string(types[t].rows) + "_" + text;
}

Member member(std::string name, TypeId type) {
  Member m;
  m.name = std::move(name);
  m.type = type;
  return m;
}

}  // namespace

// https://gpuweb.github.io/gpuweb/wgsl/#frexp-builtin
TypeId TypeTable::frexp_result(TypeId t) {
  TypeId exponent = with_scalar(t, scalar_of(t) == kAbstractFloatType ? kAbstractIntType : kI32Type);
  return predeclared("__frexp_result_" + result_suffix(*this, t), {member("fract", t), member("exp", exponent)});
}

// https://gpuweb.github.io/gpuweb/wgsl/#modf-builtin
TypeId TypeTable::modf_result(TypeId t) {
  return predeclared("__modf_result_" + result_suffix(*this, t), {member("fract", t), member("whole", t)});
}

// https://gpuweb.github.io/gpuweb/wgsl/#atomic-compare-exchange-weak
TypeId TypeTable::atomic_compare_exchange_result(TypeId t) {
  return predeclared("__atomic_compare_exchange_result<" + to_text(t) + ">",
                     {member("old_value", t), member("exchanged", kBoolType)});
}

TypeId TypeTable::with_scalar(TypeId shape, TypeId scalar) {
  Type t = types_[shape.value];
  if (t.kind == TypeKind::Vector) return vector(t.rows, scalar);
  if (t.kind == TypeKind::Matrix) return matrix(t.columns, t.rows, scalar);
  return scalar;
}

TypeId TypeTable::scalar_of(TypeId id) const {
  const Type& t = types_[id.value];
  return t.kind == TypeKind::Vector || t.kind == TypeKind::Matrix || t.kind == TypeKind::Atomic ? t.element : id;
}

TypeId TypeTable::element_of(TypeId id, uint32_t i) {
  const Type t = types_[id.value];
  switch (t.kind) {
    case TypeKind::Vector:
    case TypeKind::Array: return t.element;
    case TypeKind::Matrix: return vector(t.rows, t.element);
    case TypeKind::Struct: return structure(id).members[i].type;
    default: return id;
  }
}

uint32_t TypeTable::element_count(TypeId id) const {
  const Type& t = types_[id.value];
  switch (t.kind) {
    case TypeKind::Vector: return t.rows;
    case TypeKind::Matrix: return t.columns;
    case TypeKind::Array: return t.count_kind == CountKind::Fixed ? t.count : 0;
    case TypeKind::Struct: return static_cast<uint32_t>(structure(id).members.size());
    default: return 1;
  }
}

TypeId TypeTable::store_type(TypeId id) const {
  const Type& t = types_[id.value];
  return t.kind == TypeKind::Pointer || t.kind == TypeKind::Reference ? t.element : id;
}

std::string_view TypeTable::override_text(TypeId id) const {
  const Type& t = types_[id.value];
  if (t.count_kind != CountKind::Override) return {};
  auto it = override_texts_.find(t.count);
  return it == override_texts_.end() ? std::string_view() : std::string_view(it->second);
}

// -- questions --

bool TypeTable::is_numeric_scalar(TypeId id) const {
  switch (kind(id)) {
    case TypeKind::AbstractInt:
    case TypeKind::AbstractFloat:
    case TypeKind::I32:
    case TypeKind::U32:
    case TypeKind::F32:
    case TypeKind::F16: return true;
    default: return false;
  }
}

bool TypeTable::is_scalar(TypeId id) const { return id == kBoolType || is_numeric_scalar(id); }

bool TypeTable::is_integer(TypeId id) const { return id == kI32Type || id == kU32Type || id == kAbstractIntType; }

bool TypeTable::is_float(TypeId id) const { return id == kF32Type || id == kF16Type || id == kAbstractFloatType; }

bool TypeTable::is_abstract(TypeId id) const { return has(id, kHasAbstract); }
bool TypeTable::contains_atomic(TypeId id) const { return has(id, kHasAtomic); }
bool TypeTable::contains_bool(TypeId id) const { return has(id, kHasBool); }
bool TypeTable::contains_f16(TypeId id) const { return has(id, kHasF16); }
bool TypeTable::contains_runtime_array(TypeId id) const { return has(id, kHasRuntimeArray); }
bool TypeTable::contains_override_count(TypeId id) const { return has(id, kHasOverrideCount); }

// https://gpuweb.github.io/gpuweb/wgsl/#plain-types-section
bool TypeTable::is_plain(TypeId id) const {
  switch (kind(id)) {
    case TypeKind::Atomic: return true;
    default: return is_scalar(id) || is_composite(id);
  }
}

bool TypeTable::is_composite(TypeId id) const {
  switch (kind(id)) {
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array:
    case TypeKind::Struct: return true;
    default: return false;
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#constructible-types
bool TypeTable::is_constructible(TypeId id) const {
  return (is_scalar(id) || is_composite(id)) && !has(id, kHasAtomic | kHasRuntimeArray | kHasOverrideCount | kHasOther);
}

// https://gpuweb.github.io/gpuweb/wgsl/#fixed-footprint-types
bool TypeTable::has_creation_fixed_footprint(TypeId id) const {
  const Type& t = types_[id.value];
  if (t.kind == TypeKind::Buffer) return t.count_kind == CountKind::Fixed;
  return is_plain(id) && !has(id, kHasRuntimeArray | kHasOverrideCount);
}

bool TypeTable::has_fixed_footprint(TypeId id) const {
  const Type& t = types_[id.value];
  if ((t.kind == TypeKind::Array || t.kind == TypeKind::Buffer) && t.count_kind == CountKind::Override) return true;
  return has_creation_fixed_footprint(id);
}

// https://gpuweb.github.io/gpuweb/wgsl/#storable-types
bool TypeTable::is_storable(TypeId id) const {
  switch (kind(id)) {
    case TypeKind::Texture:
    case TypeKind::Sampler:
    case TypeKind::SamplerComparison:
    case TypeKind::Buffer: return true;
    default: return is_plain(id) && !is_abstract(id);
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#host-shareable-types
bool TypeTable::is_host_shareable(TypeId id) const {
  const Type& type = types_[id.value];
  if (type.kind == TypeKind::Buffer) return type.count_kind != CountKind::Override;
  return is_plain(id) && !has(id, kHasBool | kHasAbstract | kHasOverrideCount | kHasOther);
}

// https://gpuweb.github.io/gpuweb/wgsl/#nesting-depth
uint32_t TypeTable::nesting_depth(TypeId id) const { return facts_[id.value].depth; }

// -- layout --

// https://gpuweb.github.io/gpuweb/wgsl/#alignment-and-size
uint32_t TypeTable::align_of(TypeId id) const {
  const Type& t = types_[id.value];
  switch (t.kind) {
    case TypeKind::F16: return 2;
    case TypeKind::AbstractFloat:
    case TypeKind::AbstractInt:
    case TypeKind::Bool:
    case TypeKind::I32:
    case TypeKind::U32:
    case TypeKind::F32:
    case TypeKind::Atomic: return 4;
    case TypeKind::Vector:
    case TypeKind::Matrix: return align_of(t.element) * (t.rows == 2 ? 2 : 4);
    case TypeKind::Array: return align_of(t.element);
    case TypeKind::Struct: return structs_[t.structure.value].align;
    default: return 1;
  }
}

uint64_t TypeTable::size_of(TypeId id) const {
  const Type& t = types_[id.value];
  switch (t.kind) {
    case TypeKind::F16: return 2;
    case TypeKind::AbstractFloat:
    case TypeKind::AbstractInt:
    case TypeKind::Bool:
    case TypeKind::I32:
    case TypeKind::U32:
    case TypeKind::F32:
    case TypeKind::Atomic: return 4;
    case TypeKind::Vector: return size_of(t.element) * t.rows;
    case TypeKind::Matrix: return static_cast<uint64_t>(t.columns) * stride_of(id);
    case TypeKind::Array: {
      uint64_t count = t.count_kind == CountKind::Fixed ? t.count : 1;
      uint64_t stride = round_up(align_of(t.element), size_of(t.element));
      return stride != 0 && count > UINT64_MAX / stride ? UINT64_MAX : count * stride;
    }
    case TypeKind::Struct: {
      const Struct& s = structs_[t.structure.value];
      if (s.members.empty() || !contains_runtime_array(s.members.back().type)) return s.size;
      const Member& last = s.members.back();
      return round_up(s.align, last.offset + size_of(last.type));
    }
    case TypeKind::Buffer: return t.count_kind == CountKind::Fixed ? t.count : 0;
    default: return 0;
  }
}

uint32_t TypeTable::stride_of(TypeId id) const {
  const Type& t = types_[id.value];
  if (t.kind == TypeKind::Matrix) {
    uint32_t scalar = static_cast<uint32_t>(size_of(t.element));
    return t.rows == 2 ? 2 * scalar : 4 * scalar;
  }
  if (t.kind != TypeKind::Array) return 0;
  return clamp32(round_up(align_of(t.element), size_of(t.element)));
}

// https://gpuweb.github.io/gpuweb/wgsl/#address-space-layout-constraints
uint32_t TypeTable::required_align_of(TypeId id, AddressSpace space, bool standard_layout) const {
  uint32_t align = align_of(id);
  TypeKind k = kind(id);
  if (space == AddressSpace::Uniform && !standard_layout && (k == TypeKind::Array || k == TypeKind::Struct))
    return static_cast<uint32_t>(round_up(16, align));
  return align;
}

// -- text --

std::string TypeTable::to_text(TypeId id) const {
  if (!id || id.value >= types_.size()) return "nothing";
  const Type& t = types_[id.value];
  auto element = [&] { return to_text(t.element); };
  auto count = [&]() -> std::string {
    switch (t.count_kind) {
      case CountKind::Fixed: return std::to_string(t.count);
      case CountKind::Override: return std::string(override_text(id));
      case CountKind::Runtime: return {};
    }
    return {};
  };
  auto view = [&](const char* name) {
    std::string out = std::string(name) + "<" + std::string(lang::to_text(t.space)) + ", " + element();
    if (t.space == AddressSpace::Storage) out += ", " + std::string(lang::to_text(t.access));
    return out + ">";
  };
  switch (t.kind) {
    case TypeKind::Error: return "a type that was reported";
    case TypeKind::Void: return "nothing";
    case TypeKind::AbstractInt: return "abstract-int";
    case TypeKind::AbstractFloat: return "abstract-float";
    case TypeKind::Bool: return "bool";
    case TypeKind::I32: return "i32";
    case TypeKind::U32: return "u32";
    case TypeKind::F32: return "f32";
    case TypeKind::F16: return "f16";
    case TypeKind::Vector: return "vec" + std::to_string(t.rows) + "<" + element() + ">";
    case TypeKind::Matrix:
      return "mat" + std::to_string(t.columns) + "x" + std::to_string(t.rows) + "<" + element() + ">";
    case TypeKind::Array:
      return t.count_kind == CountKind::Runtime ? "array<" + element() + ">" : "array<" + element() + ", " + count() + ">";
    case TypeKind::Struct: return structs_[t.structure.value].name;
    case TypeKind::Atomic: return "atomic<" + element() + ">";
    case TypeKind::Pointer: return view("ptr");
    case TypeKind::Reference: return view("ref");
    case TypeKind::Sampler: return "sampler";
    case TypeKind::SamplerComparison: return "sampler_comparison";
    case TypeKind::Texture: {
      std::string name(lang::to_text(t.texture));
      switch (info(t.texture).kind) {
        case TextureKind::Sampled:
        case TextureKind::Multisampled: return name + "<" + element() + ">";
        case TextureKind::Storage:
          return name + "<" + std::string(lang::to_text(t.format)) + ", " + std::string(lang::to_text(t.access)) + ">";
        default: return name;
      }
    }
    case TypeKind::Buffer: return t.count_kind == CountKind::Runtime ? "buffer" : "buffer<" + count() + ">";
  }
  return {};
}

// -- conversion --

namespace {

std::optional<uint32_t> scalar_rank(TypeId from, TypeId to) {
  if (from == to) return 0;
  if (from == kAbstractFloatType) {
    if (to == kF32Type) return 1;
    if (to == kF16Type) return 2;
  }
  if (from == kAbstractIntType) {
    if (to == kI32Type) return 3;
    if (to == kU32Type) return 4;
    if (to == kAbstractFloatType) return 5;
    if (to == kF32Type) return 6;
    if (to == kF16Type) return 7;
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint32_t> conversion_rank(const TypeTable& types, TypeId from, TypeId to) {
  if (from == to) return 0;
  const Type& f = types[from];
  const Type& t = types[to];
  if (f.kind == TypeKind::Reference) {
    if (f.access != AccessMode::Write && f.element == to) return 0;
    return std::nullopt;
  }
  if (types.is_scalar(from)) return scalar_rank(from, to);
  if (f.kind != t.kind) return std::nullopt;
  switch (f.kind) {
    case TypeKind::Vector: return f.rows == t.rows ? scalar_rank(f.element, t.element) : std::nullopt;
    case TypeKind::Matrix:
      return f.rows == t.rows && f.columns == t.columns ? scalar_rank(f.element, t.element) : std::nullopt;
    case TypeKind::Array:
      if (f.count_kind != CountKind::Fixed || t.count_kind != CountKind::Fixed || f.count != t.count) return std::nullopt;
      return conversion_rank(types, f.element, t.element);
    case TypeKind::Struct: {
      const Struct& from_struct = types.structure(from);
      const Struct& to_struct = types.structure(to);
      // Results of frexp and modf: the name up to the component type has to agree.
      if (!from_struct.predeclared || !to_struct.predeclared) return std::nullopt;
      std::string_view a = from_struct.name, b = to_struct.name;
      if (!a.ends_with("abstract")) return std::nullopt;
      a.remove_suffix(8);
      if (b.size() != a.size() + 3 || !b.starts_with(a)) return std::nullopt;
      return scalar_rank(kAbstractFloatType, b.ends_with("f32") ? kF32Type : kF16Type);
    }
    case TypeKind::Pointer: {
      // A pointer to a buffer converts to one to a smaller buffer, or to one of unknown size.
      const Type& a = types[f.element];
      const Type& b = types[t.element];
      if (f.space != t.space || f.access != t.access || a.kind != TypeKind::Buffer || b.kind != TypeKind::Buffer)
        return std::nullopt;
      if (a.count_kind == CountKind::Runtime) return std::nullopt;
      if (b.count_kind == CountKind::Runtime) return 1;
      if (a.count_kind == CountKind::Fixed && b.count_kind == CountKind::Fixed && b.count < a.count) return 1;
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

TypeId concretize(TypeTable& types, TypeId id) {
  const Type t = types[id];
  switch (t.kind) {
    case TypeKind::AbstractInt: return kI32Type;
    case TypeKind::AbstractFloat: return kF32Type;
    case TypeKind::Vector:
    case TypeKind::Matrix: return types.with_scalar(id, concretize(types, t.element));
    case TypeKind::Array: {
      if (t.count_kind != CountKind::Fixed) return id;
      return types.array(concretize(types, t.element), t.count);
    }
    case TypeKind::Struct: {
      const Struct& s = types.structure(id);
      if (!s.predeclared || !types.is_abstract(id)) return id;
      TypeId fract = concretize(types, s.members[0].type);
      return s.members[1].name == "exp" ? types.frexp_result(fract) : types.modf_result(fract);
    }
    default: return id;
  }
}

}  // namespace vitrine::lang
