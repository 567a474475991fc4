// The types of WGSL and of the IR, interned: two types are the same exactly if their ids are equal.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/span.h"
#include "lang/tables.h"

namespace vitrine::lang {

struct TypeTag;
using TypeId = Id<TypeTag>;

enum class TypeKind : uint8_t {
  Error,  // of an expression that was reported; nothing more is said about it
  Void,   // of a call that returns nothing
  AbstractInt,
  AbstractFloat,
  Bool,
  I32,
  U32,
  F32,
  F16,
  Vector,
  Matrix,
  Array,
  Struct,
  Atomic,
  Pointer,
  Reference,
  Sampler,
  SamplerComparison,
  Texture,
  Buffer,
};

// Types that every table has, at fixed ids.
inline constexpr TypeId kErrorType{0};
inline constexpr TypeId kVoidType{1};
inline constexpr TypeId kAbstractIntType{2};
inline constexpr TypeId kAbstractFloatType{3};
inline constexpr TypeId kBoolType{4};
inline constexpr TypeId kI32Type{5};
inline constexpr TypeId kU32Type{6};
inline constexpr TypeId kF32Type{7};
inline constexpr TypeId kF16Type{8};
inline constexpr TypeId kSamplerType{9};
inline constexpr TypeId kSamplerComparisonType{10};

// How the number of elements of an array (bytes of a buffer) is known.
enum class CountKind : uint8_t {
  Fixed,     // when the module is created
  Override,  // when the pipeline is created: an override-expression
  Runtime,   // from the size of the binding
};

struct StructTag;
using StructId = Id<StructTag>;

struct Type {
  TypeKind kind = TypeKind::Error;
  uint8_t columns = 0;                      // matrix
  uint8_t rows = 0;                         // vector: components; matrix: components of a column
  AddressSpace space = AddressSpace::Function;   // pointer, reference
  AccessMode access = AccessMode::Read;     // pointer, reference, storage texture
  TextureType texture = TextureType::Texture1d;
  TexelFormat format = TexelFormat::Rgba8unorm;  // storage texture
  CountKind count_kind = CountKind::Fixed;  // array, buffer
  TypeId element;                           // vector, matrix (scalar), array, atomic, pointer and reference (store type), sampled texture
  uint32_t count = 0;                       // array: elements, buffer: bytes; Override: the key of the expression
  StructId structure;

  friend bool operator==(const Type&, const Type&) = default;
};

// https://gpuweb.github.io/gpuweb/wgsl/#interpolation
struct Interpolation {
  InterpolationType type = InterpolationType::Perspective;
  std::optional<InterpolationSampling> sampling;
  friend bool operator==(const Interpolation&, const Interpolation&) = default;
};

// What @location, @builtin and the like say of a parameter, a result or a member.
struct IoAttributes {
  std::optional<uint32_t> location;
  std::optional<uint32_t> blend_src;
  std::optional<BuiltinValue> builtin;
  std::optional<DepthMode> depth_mode;
  std::optional<Interpolation> interpolation;
  bool invariant = false;
  bool any() const { return location || blend_src || builtin || interpolation || invariant; }
};

struct Member {
  std::string name;
  TypeId type;
  SourceSpan span;                      // of the name
  std::optional<uint32_t> align_attribute, size_attribute;
  IoAttributes io;
  uint32_t offset = 0, align = 0, size = 0;  // set by add_struct; 64-bit overflow is clamped to UINT32_MAX
};

struct Struct {
  std::string name;
  SourceSpan span;               // of the name
  std::vector<Member> members;
  bool predeclared = false;      // result of frexp, modf, atomicCompareExchangeWeak
  TypeId type;
  uint32_t align = 1;
  uint64_t size = 0;             // of a runtime-sized one: without the array
  const Member* find(std::string_view name) const;
  std::optional<uint32_t> index_of(std::string_view name) const;
};

// Owns types and structures. Grows only; ids and `const Struct&` stay valid, `const Type&` does not survive an add.
// Not thread-safe.
class TypeTable {
 public:
  TypeTable();
  // A copy has the same ids: a module of the IR has a table of its own.
  TypeTable(const TypeTable&) = default;
  TypeTable& operator=(const TypeTable&) = default;
  TypeTable(TypeTable&&) = default;
  TypeTable& operator=(TypeTable&&) = default;

  const Type& operator[](TypeId id) const { return types_[id.value]; }
  TypeKind kind(TypeId id) const { return types_[id.value].kind; }
  size_t size() const { return types_.size(); }

  // -- making --
  TypeId vector(uint32_t components, TypeId scalar);                    // components 2 to 4
  TypeId matrix(uint32_t columns, uint32_t rows, TypeId scalar);        // f32, f16, abstract-float
  TypeId array(TypeId element, uint32_t count);                         // count > 0
  TypeId runtime_array(TypeId element);
  // `key` names the override-expression: the same key is the same count. `text` is what the user wrote.
  TypeId override_array(TypeId element, uint32_t key, std::string text);
  TypeId atomic(TypeId scalar);
  TypeId pointer(AddressSpace space, TypeId store, AccessMode access);
  TypeId reference(AddressSpace space, TypeId store, AccessMode access);
  TypeId texture(TextureType type, TypeId sampled = {});                // all but storage; depth and external take no type
  TypeId storage_texture(TextureType type, TexelFormat format, AccessMode access);
  TypeId buffer(uint32_t bytes);
  TypeId runtime_buffer();
  TypeId override_buffer(uint32_t key, std::string text);
  // A new type each time: structures are the same only by name. Lays out the members.
  TypeId add_struct(std::string name, SourceSpan span, std::vector<Member> members);
  // The predeclared results, one per type. T: scalar or vector of f32, f16, abstract-float (atomics: i32, u32).
  TypeId frexp_result(TypeId t);
  TypeId modf_result(TypeId t);
  TypeId atomic_compare_exchange_result(TypeId t);
  // The same shape with another component: with_scalar(vec3<abstract-float>, f32) is vec3<f32>. Scalars, vectors, matrices.
  TypeId with_scalar(TypeId shape, TypeId scalar);

  // -- structure --
  const Struct& structure(TypeId id) const { return structs_[types_[id.value].structure.value]; }
  bool is_struct(TypeId id) const { return kind(id) == TypeKind::Struct; }
  // Scalar of a scalar, vector, matrix or atomic; of anything else the type itself.
  TypeId scalar_of(TypeId id) const;
  // Type of element i of a vector, matrix (a column), array, struct.
  TypeId element_of(TypeId id, uint32_t i = 0);
  // Number of elements of the same; 0 for runtime- and override-sized arrays, 1 for a scalar.
  uint32_t element_count(TypeId id) const;
  TypeId store_type(TypeId id) const;      // of pointer and reference; else the type itself
  std::string_view override_text(TypeId id) const;  // count of an Override array or buffer, as written

  // -- questions. https://gpuweb.github.io/gpuweb/wgsl/#types --
  bool is_error(TypeId id) const { return id == kErrorType; }
  bool is_scalar(TypeId id) const;           // bool and numbers, abstract ones too
  bool is_numeric_scalar(TypeId id) const;
  bool is_integer(TypeId id) const;          // scalars: i32, u32, abstract-int
  bool is_float(TypeId id) const;            // scalars: f32, f16, abstract-float
  bool is_abstract(TypeId id) const;         // or made of abstract ones
  bool is_concrete(TypeId id) const { return !is_abstract(id); }
  bool is_plain(TypeId id) const;
  bool is_composite(TypeId id) const;
  bool is_constructible(TypeId id) const;
  bool has_creation_fixed_footprint(TypeId id) const;
  bool has_fixed_footprint(TypeId id) const;
  bool is_storable(TypeId id) const;
  bool is_host_shareable(TypeId id) const;
  bool contains_atomic(TypeId id) const;
  bool contains_bool(TypeId id) const;
  bool contains_f16(TypeId id) const;
  bool contains_runtime_array(TypeId id) const;
  bool contains_override_count(TypeId id) const;
  uint32_t nesting_depth(TypeId id) const;   // limit 15

  // -- layout. https://gpuweb.github.io/gpuweb/wgsl/#memory-layouts. Bytes; of types with layout only --
  uint32_t align_of(TypeId id) const;
  uint64_t size_of(TypeId id) const;         // of a runtime-sized one: one element (MinTypeSize); Override counts as 1
  uint32_t stride_of(TypeId array) const;    // of array, and of a matrix the distance of its columns
  // RequiredAlignOf. `standard_layout`: uniform_buffer_standard_layout is in force.
  uint32_t required_align_of(TypeId id, AddressSpace space, bool standard_layout) const;

  // As the user would write it: `vec3<f32>`, `array<Light, 4>`, `ptr<function, i32>`; abstract ones by the names of the
  // specification, `abstract-int`; a reference by its store type with `ref<...>`.
  std::string to_text(TypeId id) const;

 private:
  struct Hash {
    size_t operator()(const Type& t) const noexcept;
  };
  TypeId intern(const Type& t);
  TypeId predeclared(std::string name, std::vector<Member> members);
  // What a type or any part of it is, collected when it is made: questions cost nothing however large a structure is.
  struct Facts {
    uint16_t has = 0;   // bits of kHas...
    uint8_t depth = 0;  // nesting depth, at most 255
  };
  Facts facts_of(const Type& t) const;
  bool has(TypeId id, uint16_t bits) const { return (facts_[id.value].has & bits) != 0; }

  std::vector<Type> types_;
  std::vector<Facts> facts_;
  std::unordered_map<Type, TypeId, Hash> ids_;
  std::deque<Struct> structs_;
  std::unordered_map<std::string, TypeId> predeclared_;
  std::unordered_map<uint32_t, std::string> override_texts_;
};

// https://gpuweb.github.io/gpuweb/wgsl/#conversion-rank
// The rank of the automatic conversion, or nothing when there is none. 0: the same type.
std::optional<uint32_t> conversion_rank(const TypeTable& types, TypeId from, TypeId to);
// https://gpuweb.github.io/gpuweb/wgsl/#concretization: abstract-int becomes i32, abstract-float f32, in composites too.
TypeId concretize(TypeTable& types, TypeId id);

}  // namespace vitrine::lang
