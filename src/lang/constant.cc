#include "lang/constant.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <unordered_set>

#include "lang/half.h"

namespace vitrine::lang {

bool ConstantTable::Key::operator==(const Key& o) const {
  return kind == o.kind && type == o.type && bits == o.bits && std::equal(parts.begin(), parts.end(), o.parts.begin(), o.parts.end());
}

size_t ConstantTable::Hash::operator()(const Key& k) const noexcept {
  uint64_t h = 0xcbf29ce484222325u;
  auto mix = [&h](uint64_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15u; h ^= h >> 29; };
  mix(static_cast<uint64_t>(k.kind) << 32 | k.type.value);
  mix(k.bits);
  for (ConstantId p : k.parts) mix(p.value);
  return static_cast<size_t>(h);
}

ConstantId ConstantTable::intern(const Key& key) {
  if (auto it = ids_.find(key); it != ids_.end()) return it->second;
  Key kept = key;
  kept.parts = arena_.copy(key.parts);
  ConstantId id(static_cast<uint32_t>(constants_.size()));
  Constant c;
  c.kind = key.kind;
  c.type = key.type;
  c.parts = kept.parts;
  if (key.kind == ConstantKind::Splat)
    c.splat = ConstantId(static_cast<uint32_t>(key.bits));
  else
    c.bits = key.bits;
  constants_.push_back(c);
  ids_.emplace(kept, id);
  return id;
}

ConstantId ConstantTable::scalar(TypeId type, uint64_t bits) { return intern({ConstantKind::Scalar, type, bits, {}}); }

ConstantId ConstantTable::abstract_float(double v) { return scalar(kAbstractFloatType, std::bit_cast<uint64_t>(v)); }

ConstantId ConstantTable::f32(float v) { return scalar(kF32Type, std::bit_cast<uint32_t>(v)); }

ConstantId ConstantTable::floating(TypeId type, double v) {
  if (type == kF32Type) return f32(static_cast<float>(v));
  if (type == kF16Type) return f16_bits(half_from_double(v));
  return abstract_float(v);
}

ConstantId ConstantTable::composite(TypeId type, std::span<const ConstantId> parts) {
  if (types_.kind(type) != TypeKind::Struct) {
    bool same = true;
    for (ConstantId p : parts) same = same && p == parts[0];
    if (same && !parts.empty()) return splat(type, parts[0]);
  }
  return intern({ConstantKind::Composite, type, 0, parts});
}

ConstantId ConstantTable::splat(TypeId type, ConstantId part) {
  return intern({ConstantKind::Splat, type, part.value, {}});
}

ConstantId ConstantTable::zero(TypeId type) {
  if (auto it = zeros_.find(type); it != zeros_.end()) return it->second;
  ConstantId out;
  switch (types_.kind(type)) {
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array: out = splat(type, zero(types_.element_of(type))); break;
    case TypeKind::Struct: {
      std::vector<ConstantId> parts;
      for (const Member& m : types_.structure(type).members) parts.push_back(zero(m.type));
      out = composite(type, parts);
      break;
    }
    default: out = scalar(type, 0);
  }
  zeros_.emplace(type, out);
  return out;
}

ConstantId ConstantTable::part(ConstantId id, uint32_t i) const {
  const Constant& c = constants_[id.value];
  if (c.kind == ConstantKind::Splat) return c.splat;
  return c.kind == ConstantKind::Composite ? c.parts[i] : id;
}

double ConstantTable::as_double(ConstantId id) const {
  const Constant& c = constants_[id.value];
  if (c.type == kF32Type) return std::bit_cast<float>(static_cast<uint32_t>(c.bits));
  if (c.type == kF16Type) return half_to_double(static_cast<uint16_t>(c.bits));
  if (c.type == kAbstractFloatType) return std::bit_cast<double>(c.bits);
  return static_cast<double>(static_cast<int64_t>(c.bits));
}

bool ConstantTable::is_zero(ConstantId id) const {
  std::vector<ConstantId> work{id};
  std::unordered_set<ConstantId> seen;
  while (!work.empty()) {
    const Constant& c = constants_[work.back().value];
    ConstantId at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    switch (c.kind) {
      case ConstantKind::Scalar:
        if (c.bits != 0) return false;
        break;
      case ConstantKind::Splat: work.push_back(c.splat); break;
      case ConstantKind::Composite: work.insert(work.end(), c.parts.begin(), c.parts.end()); break;
    }
  }
  return true;
}

std::string float_text(double value) {
  std::string out = fmt::format("{}", value);
  if (std::isfinite(value) && out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::string ConstantTable::to_text(ConstantId id) const {
  std::string out;
  append_text(id, out);
  return out;
}

void ConstantTable::append_text(ConstantId id, std::string& out) const {
  const Constant& c = constants_[id.value];
  if (c.kind == ConstantKind::Scalar) {
    switch (types_.kind(c.type)) {
      case TypeKind::Bool: out += c.bits ? "true" : "false"; return;
      case TypeKind::AbstractInt: out += std::to_string(static_cast<int64_t>(c.bits)); return;
      case TypeKind::I32: out += std::to_string(static_cast<int64_t>(c.bits)) + "i"; return;
      case TypeKind::U32: out += std::to_string(c.bits) + "u"; return;
      case TypeKind::F32: {
        std::string number = fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(c.bits)));
        out += number + (number.find_first_of(".einf") == std::string::npos ? ".0f" : "f");
        return;
      }
      case TypeKind::F16: out += float_text(as_double(id)) + "h"; return;
      default: out += float_text(as_double(id)); return;
    }
  }
  constexpr uint32_t kShown = 8;
  constexpr size_t kLongest = 200;  // of a text: what is nested deeply is not shown in full
  // An abstract type has no name in the language: its constructor is written without one.
  std::string name = types_.to_text(c.type);
  if (types_.is_abstract(c.type)) name = name.substr(0, name.find('<'));
  out += name + "(";
  uint32_t count = part_count(id);
  if (c.kind == ConstantKind::Splat && types_.kind(c.type) == TypeKind::Vector) count = 1;
  uint32_t i = 0;
  for (; i < std::min(count, kShown) && out.size() < kLongest; ++i) {
    if (i) out += ", ";
    append_text(part(id, i), out);
  }
  out += i < count ? ", ...)" : ")";
}

}  // namespace vitrine::lang
