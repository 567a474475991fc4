// Values known before the shader runs, typed and interned: two constants are the same exactly if their ids are equal
// (so +0.0 and -0.0 differ).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"
#include "lang/type.h"

namespace vitrine::lang {

struct ConstantTag;
using ConstantId = Id<ConstantTag>;

enum class ConstantKind : uint8_t {
  Scalar,     // `bits`
  Composite,  // `parts`: components of a vector, columns of a matrix, elements of an array, members of a struct
  Splat,      // `splat` for every part of a vector, matrix or array; always used when all parts are the same
};

struct Constant {
  ConstantKind kind = ConstantKind::Scalar;
  TypeId type;
  // bool 0 or 1; i32 and abstract-int sign-extended; u32 zero-extended; f16, f32 and abstract-float (64 bits) their IEEE bits.
  uint64_t bits = 0;
  ConstantId splat;
  std::span<const ConstantId> parts;
};

// Owns constants. Grows only; references do not survive an add, `parts` do. Not thread-safe.
class ConstantTable {
 public:
  explicit ConstantTable(TypeTable& types) : types_(types) {}
  ConstantTable(const ConstantTable&) = delete;
  ConstantTable& operator=(const ConstantTable&) = delete;

  const Constant& operator[](ConstantId id) const { return constants_[id.value]; }
  TypeId type_of(ConstantId id) const { return constants_[id.value].type; }
  size_t size() const { return constants_.size(); }
  TypeTable& types() const { return types_; }

  // -- making. Scalars are given in the representation of Constant::bits --
  ConstantId scalar(TypeId type, uint64_t bits);
  ConstantId boolean(bool v) { return scalar(kBoolType, v); }
  ConstantId i32(int32_t v) { return scalar(kI32Type, static_cast<uint64_t>(static_cast<int64_t>(v))); }
  ConstantId u32(uint32_t v) { return scalar(kU32Type, v); }
  ConstantId abstract_int(int64_t v) { return scalar(kAbstractIntType, static_cast<uint64_t>(v)); }
  ConstantId abstract_float(double v);
  ConstantId f32(float v);
  ConstantId f16_bits(uint16_t bits) { return scalar(kF16Type, bits); }
  // A float scalar of any float type whose value is exactly `v`.
  ConstantId floating(TypeId type, double v);
  // As many parts as the type has elements.
  ConstantId composite(TypeId type, std::span<const ConstantId> parts);
  ConstantId splat(TypeId type, ConstantId part);
  // https://gpuweb.github.io/gpuweb/wgsl/#zero-value. Of constructible types.
  ConstantId zero(TypeId type);

  // -- reading --
  uint32_t part_count(ConstantId id) const { return types_.element_count(type_of(id)); }
  ConstantId part(ConstantId id, uint32_t i) const;
  bool as_bool(ConstantId id) const { return constants_[id.value].bits != 0; }
  int64_t as_int(ConstantId id) const { return static_cast<int64_t>(constants_[id.value].bits); }  // any integer type
  double as_double(ConstantId id) const;  // any float type, exact
  bool is_zero(ConstantId id) const;  // the zero value of its type; -0.0 is not

  // As the user would write it: `3i`, `vec2<f32>(1.0, 2.0)`; long composites are cut.
  std::string to_text(ConstantId id) const;

 private:
  struct Key {
    ConstantKind kind;
    TypeId type;
    uint64_t bits;
    std::span<const ConstantId> parts;
    bool operator==(const Key& o) const;
  };
  struct Hash {
    size_t operator()(const Key& k) const noexcept;
  };
  ConstantId intern(const Key& key);
  void append_text(ConstantId id, std::string& out) const;

  TypeTable& types_;
  std::unordered_map<TypeId, ConstantId> zeros_;  // structures may hold each other in great numbers
  std::vector<Constant> constants_;
  std::unordered_map<Key, ConstantId, Hash> ids_;
  Arena arena_;
};

// Text of a scalar as a message shows it: `1.5`, `4294967295`; floats by the shortest text that gives them back.
std::string float_text(double value);

}  // namespace vitrine::lang
