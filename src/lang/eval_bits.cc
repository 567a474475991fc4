// Logical, bit, packing and reinterpreting builtin functions, and the checks of arguments that need no result.
// https://gpuweb.github.io/gpuweb/wgsl/#pack-builtin-functions, #bit-reinterp-builtin-functions, #logical-builtin-functions
#include <algorithm>
#include <bit>
#include <cmath>

#include "lang/eval_internal.h"
#include "lang/half.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(bitcast_not_finite, ShaderCreation, "wgsl:bitcast-builtin", "",
     "the bits {0} are {1} as {2}, and a value known before the shader runs must be finite", diag::Hex, Text, Name);
RULE(clamp_low_above_high, ShaderCreation, "wgsl:clamp", "a10bc1f8 63db9250",
     "clamp has a low of {0} and a high of {1}: low must not be above high", Name, Name);
RULE(bit_range_too_wide, ShaderCreation, "wgsl:extractBits-signed-builtin",
     "8571d327 4b425320 d3487446 9d49028b c94c10c2 db4812a4",
     "{0} has an offset of {1} and a count of {2}: their sum must not be above 32", Name, int64_t, int64_t);
RULE(ldexp_exponent_too_large, ShaderCreation, "wgsl:ldexp-builtin", "f36f90ba 0b609595",
     "ldexp has an exponent of {0}, and with {1} it must be at most {2}", Text, Name, uint64_t);
RULE(smoothstep_edges_equal, ShaderCreation, "wgsl:smoothstep-builtin", "a056fbda 1075ac5b",
     "both edges of smoothstep are {0}: they must differ", Name);
RULE(half_range_exceeded, ShaderCreation, "wgsl:quantizeToF16-builtin", "ea6cb80b b1457d1a 6e82df7b 371b6a8b",
     "{0} converts {1} to a 16-bit float, which goes from -65504 to 65504", Name, Name);
RULE(builtin_argument_range, ShaderCreation, "wgsl:builtin-functions",
     "aa21c993 f8344523 f99f81ac 007c722f 81482a8a 261391a8 13e9ad43 6af99fbd 49d10809 8fa6396e 334d8453 "
     "13e2c681 8300b8ba a9eb3e1d 020c5741 18586111 8589f46c 6c769820 71e09746 2b179f5f 0fe4e171 3cea2366 "
     "e599b0c8 1d7827c4 34ca5535 "
     "f2738197 5f8fba31 2974d85b e9e9bb55 5e5f34fe 2cb3509d 5b6df9cc 9b271ca3",
     "the {0} of {1} is {2}, and must be from {3} to {4}", Text, Name, Text, Text, Text);

namespace internal {

namespace {

struct BitsOf {
  std::vector<uint32_t> words;  // one for each component, of 16 or 32 bits
  uint32_t width;
};

BitsOf bits_of(const ConstantTable& k, ConstantId id) {
  TypeTable& types = k.types();
  bool vector = types.kind(k.type_of(id)) == TypeKind::Vector;
  BitsOf out{{}, types.scalar_of(k.type_of(id)) == kF16Type ? 16u : 32u};
  for (uint32_t i = 0; i < (vector ? k.part_count(id) : 1); ++i) out.words.push_back(static_cast<uint32_t>(k[k.part(id, i)].bits));
  return out;
}

uint32_t count_leading_zeros(uint32_t v) { return static_cast<uint32_t>(std::countl_zero(v)); }

uint32_t reverse(uint32_t v) {
  uint32_t out = 0;
  for (int i = 0; i < 32; ++i) out |= (v >> i & 1) << (31 - i);
  return out;
}

// Sign-extends (i32) or zero-extends (u32) the lowest `count` bits.
int64_t extend(uint32_t v, uint32_t count, bool is_signed) {
  if (count == 0) return 0;
  uint32_t shifted = v << (32 - count);
  return is_signed ? static_cast<int32_t>(shifted) >> (32 - count) : static_cast<int64_t>(shifted >> (32 - count));
}

uint32_t mask_of(uint32_t count) { return count >= 32 ? 0xFFFFFFFFu : (1u << count) - 1; }

double clamp_to(double v, double low, double high) { return std::min(std::max(v, low), high); }

struct Packing {
  Builtin builtin;
  bool pack;
  uint32_t width;
  enum class Kind { Snorm, Unorm, Signed, Unsigned, SignedClamp, UnsignedClamp, Half } kind;
};
using K = Packing::Kind;
constexpr Packing kPackings[] = {
    {Builtin::Pack4x8snorm, true, 8, K::Snorm},         {Builtin::Pack4x8unorm, true, 8, K::Unorm},
    {Builtin::Pack4xI8, true, 8, K::Signed},            {Builtin::Pack4xU8, true, 8, K::Unsigned},
    {Builtin::Pack4xI8Clamp, true, 8, K::SignedClamp},  {Builtin::Pack4xU8Clamp, true, 8, K::UnsignedClamp},
    {Builtin::Pack2x16snorm, true, 16, K::Snorm},       {Builtin::Pack2x16unorm, true, 16, K::Unorm},
    {Builtin::Pack2x16float, true, 16, K::Half},        {Builtin::Unpack4x8snorm, false, 8, K::Snorm},
    {Builtin::Unpack4x8unorm, false, 8, K::Unorm},      {Builtin::Unpack4xI8, false, 8, K::Signed},
    {Builtin::Unpack4xU8, false, 8, K::Unsigned},       {Builtin::Unpack2x16snorm, false, 16, K::Snorm},
    {Builtin::Unpack2x16unorm, false, 16, K::Unorm},    {Builtin::Unpack2x16float, false, 16, K::Half},
};

ConstantId pack(ConstantTable& k, const Packing& p, ConstantId vector) {
  uint32_t out = 0;
  double scale = p.kind == K::Snorm ? mask_of(p.width - 1) : mask_of(p.width);
  for (uint32_t i = 0; i < 32 / p.width; ++i) {
    ConstantId part = k.part(vector, i);
    int64_t field = 0;
    switch (p.kind) {
      case K::Snorm: field = static_cast<int64_t>(std::floor(0.5 + scale * clamp_to(k.as_double(part), -1, 1))); break;
      case K::Unorm: field = static_cast<int64_t>(std::floor(0.5 + scale * clamp_to(k.as_double(part), 0, 1))); break;
      case K::Signed:
      case K::Unsigned: field = k.as_int(part); break;
      case K::SignedClamp: field = std::clamp<int64_t>(k.as_int(part), -128, 127); break;
      case K::UnsignedClamp: field = std::min<int64_t>(k.as_int(part), 255); break;
      case K::Half: field = half_from_double(k.as_double(part)); break;
    }
    out |= (static_cast<uint32_t>(field) & mask_of(p.width)) << (i * p.width);
  }
  return k.u32(out);
}

Value unpack(Calculator& c, const Packing& p, ConstantId word, TypeId result) {
  ConstantTable& k = c.constants;
  auto bits = static_cast<uint32_t>(k.as_int(word));
  TypeId scalar = c.types.scalar_of(result);
  std::vector<ConstantId> parts;
  for (uint32_t i = 0; i < 32 / p.width; ++i) {
    uint32_t field = bits >> (i * p.width) & mask_of(p.width);
    int64_t extended = extend(field, p.width, true);
    switch (p.kind) {
      case K::Snorm: parts.push_back(k.floating(scalar, std::max(static_cast<double>(extended) / mask_of(p.width - 1), -1.0))); break;
      case K::Unorm: parts.push_back(k.floating(scalar, static_cast<double>(field) / mask_of(p.width))); break;
      case K::Half: {
        double v = half_to_double(static_cast<uint16_t>(field));
        if (!std::isfinite(v))
          return c.fail(bitcast_not_finite(diag::Hex{field}, Text{std::isnan(v) ? "not a number" : "infinite"}, Name{"f16"}), 0);
        parts.push_back(k.floating(scalar, v));
        break;
      }
      case K::Signed: parts.push_back(c.integer(scalar, extended)); break;
      default: parts.push_back(c.integer(scalar, field)); break;
    }
  }
  return k.composite(result, parts);
}

// https://gpuweb.github.io/gpuweb/wgsl/#bitcast-builtin
Value bitcast(Calculator& c, ConstantId argument, TypeId result) {
  ConstantTable& k = c.constants;
  BitsOf from = bits_of(k, argument);
  TypeId scalar = c.types.scalar_of(result);
  uint32_t width = scalar == kF16Type ? 16 : 32;
  std::vector<uint32_t> words;
  if (from.width == width) {
    words = from.words;
  } else if (from.width == 16) {
    for (size_t i = 0; i + 1 < from.words.size(); i += 2) words.push_back(from.words[i] | from.words[i + 1] << 16);
  } else {
    for (uint32_t w : from.words) {
      words.push_back(w & 0xFFFF);
      words.push_back(w >> 16);
    }
  }
  std::vector<ConstantId> parts;
  for (uint32_t w : words) {
    if (!c.types.is_float(scalar)) {
      parts.push_back(c.integer(scalar, w));
      continue;
    }
    double v = scalar == kF16Type ? half_to_double(static_cast<uint16_t>(w)) : static_cast<double>(std::bit_cast<float>(w));
    if (!std::isfinite(v))
      return c.fail(bitcast_not_finite(diag::Hex{w}, Text{std::isnan(v) ? "not a number" : "infinite"}, Name{c.types.to_text(scalar)}));
    parts.push_back(k.scalar(scalar, w));
  }
  return c.types.kind(result) == TypeKind::Vector ? k.composite(result, parts) : parts[0];
}

}  // namespace

Value Calculator::bits(Builtin b, std::span<const ConstantId> arguments, TypeId result) {
  for (const Packing& p : kPackings) {
    if (p.builtin != b) continue;
    return p.pack ? Value(pack(constants, p, arguments[0])) : unpack(*this, p, arguments[0], result);
  }
  switch (b) {
    case Builtin::Bitcast: return bitcast(*this, arguments[0], result);
    case Builtin::All:
    case Builtin::Any: {
      BitsOf all = bits_of(constants, arguments[0]);
      auto set = [](uint32_t w) { return w != 0; };
      return constants.boolean(b == Builtin::All ? std::all_of(all.words.begin(), all.words.end(), set)
                                                 : std::any_of(all.words.begin(), all.words.end(), set));
    }
    case Builtin::Dot4U8Packed:
    case Builtin::Dot4I8Packed: {
      bool is_signed = b == Builtin::Dot4I8Packed;
      auto x = static_cast<uint32_t>(constants.as_int(arguments[0])), y = static_cast<uint32_t>(constants.as_int(arguments[1]));
      int64_t sum = 0;
      for (uint32_t i = 0; i < 32; i += 8) sum += extend(x >> i & 0xFF, 8, is_signed) * extend(y >> i & 0xFF, 8, is_signed);
      return integer(result, sum);
    }
    default: break;
  }
  return map(result, arguments, [&](std::span<const ConstantId> a, TypeId scalar) -> Value {
    auto v = static_cast<uint32_t>(constants.as_int(a[0]));
    bool is_signed = scalar == kI32Type;
    // extractBits and insertBits have offset and count last; check_call saw to their sum.
    auto last = [&](size_t from_end) { return static_cast<uint32_t>(constants.as_int(a[a.size() - from_end])); };
    switch (b) {
      case Builtin::CountLeadingZeros: return integer(scalar, count_leading_zeros(v));
      case Builtin::CountOneBits: return integer(scalar, std::popcount(v));
      case Builtin::CountTrailingZeros: return integer(scalar, std::countr_zero(v));
      case Builtin::ReverseBits: return integer(scalar, reverse(v));
      case Builtin::FirstTrailingBit: return integer(scalar, v == 0 ? -1 : std::countr_zero(v));
      case Builtin::FirstLeadingBit: {
        if (is_signed && v >> 31) v = ~v;  // the highest bit that differs from the sign
        return integer(scalar, v == 0 ? -1 : 31 - static_cast<int64_t>(count_leading_zeros(v)));
      }
      case Builtin::ExtractBits: {
        uint32_t offset = last(2), count = last(1);
        return integer(scalar, offset >= 32 ? 0 : extend(v >> offset, count, is_signed));
      }
      case Builtin::InsertBits: {
        uint32_t offset = last(2), count = last(1);
        if (offset >= 32 || count == 0) return a[0];
        uint32_t mask = mask_of(count) << offset;
        auto bits = static_cast<uint32_t>(constants.as_int(a[1]));
        return integer(scalar, (v & ~mask) | (bits << offset & mask));
      }
      default: return std::nullopt;
    }
  });
}

}  // namespace internal

namespace {

// An integer argument, or each of its components, outside of low to high?
bool check_range(const ConstantTable& k, const Evaluator::Report& report, Builtin b, Evaluator::Value argument, int index,
                 const char* name, int64_t low, int64_t high) {
  if (!argument) return true;
  bool vector = k.types().kind(k.type_of(*argument)) == TypeKind::Vector;
  for (uint32_t i = 0; i < (vector ? k.part_count(*argument) : 1); ++i) {
    int64_t v = k.as_int(k.part(*argument, i));
    if (v >= low && v <= high) continue;
    report(builtin_argument_range(Text{name}, Name{std::string(to_text(b))}, Text{std::to_string(v)}, Text{std::to_string(low)},
                                  Text{std::to_string(high)}),
           index);
    return false;
  }
  return true;
}

}  // namespace

bool Evaluator::check_call(Builtin b, std::span<const Value> arguments, std::span<const TypeId> parameters,
                           TypeId result) {
  ConstantTable& k = constants_;
  auto known = [&](size_t i) { return i < arguments.size() && arguments[i].has_value(); };
  auto components = [&](ConstantId id) { return types_.kind(k.type_of(id)) == TypeKind::Vector ? k.part_count(id) : 1; };
  auto range = [&](size_t i, const char* name, int64_t low, int64_t high) {
    return i >= arguments.size() || check_range(k, report_, b, arguments[i], static_cast<int>(i), name, low, high);
  };
  switch (b) {
    case Builtin::Clamp:
    case Builtin::Smoothstep: {
      size_t first = b == Builtin::Clamp ? 1 : 0;
      if (!known(first) || !known(first + 1)) return true;
      for (uint32_t i = 0; i < components(*arguments[first]); ++i) {
        ConstantId low = k.part(*arguments[first], i), high = k.part(*arguments[first + 1], i);
        bool is_float = types_.is_float(k.type_of(low));
        if (b == Builtin::Smoothstep) {
          if (k.as_double(low) != k.as_double(high)) continue;
          report_(smoothstep_edges_equal(Name{k.to_text(low)}), 0);
          return false;
        }
        if (is_float ? k.as_double(low) <= k.as_double(high) : k.as_int(low) <= k.as_int(high)) continue;
        report_(clamp_low_above_high(Name{k.to_text(low)}, Name{k.to_text(high)}), 1);
        return false;
      }
      return true;
    }
    case Builtin::ExtractBits:
    case Builtin::InsertBits: {
      size_t n = arguments.size();
      if (n < 2 || !known(n - 2) || !known(n - 1)) return true;
      int64_t offset = k.as_int(*arguments[n - 2]), count = k.as_int(*arguments[n - 1]);
      if (offset + count <= 32) return true;
      report_(bit_range_too_wide(Name{std::string(to_text(b))}, offset, count), -1);
      return false;
    }
    case Builtin::Ldexp: {
      if (!known(1)) return true;
      TypeId type = types_.scalar_of(parameters[0]);
      int64_t bias = type == kF16Type ? 15 : type == kF32Type ? 127 : 1023;
      for (uint32_t i = 0; i < components(*arguments[1]); ++i) {
        int64_t v = k.as_int(k.part(*arguments[1], i));
        if (v <= bias + 1) continue;
        report_(ldexp_exponent_too_large(Text{std::to_string(v)}, Name{types_.to_text(type)}, static_cast<uint64_t>(bias + 1)), 1);
        return false;
      }
      return true;
    }
    case Builtin::QuantizeToF16:
    case Builtin::Pack2x16float:
      if (!known(0)) return true;
      for (uint32_t i = 0; i < components(*arguments[0]); ++i) {
        ConstantId part = k.part(*arguments[0], i);
        if (std::fabs(k.as_double(part)) <= kHalfMax) continue;
        report_(half_range_exceeded(Name{std::string(to_text(b))}, Name{k.to_text(part)}), 0);
        return false;
      }
      return true;
    case Builtin::TextureGather:
      // The component stands first, unless the texture does.
      if (known(0) && !range(0, "component", 0, 3)) return false;
      [[fallthrough]];
    case Builtin::TextureGatherCompare:
    case Builtin::TextureSample:
    case Builtin::TextureSampleBias:
    case Builtin::TextureSampleCompare:
    case Builtin::TextureSampleCompareLevel:
    case Builtin::TextureSampleGrad:
    case Builtin::TextureSampleLevel: {
      // An offset, where there is one, is last, and the only vector of i32 that these functions take.
      size_t last = arguments.size() - 1;
      if (arguments.empty() || !known(last)) return true;
      TypeId type = k.type_of(*arguments[last]);
      if (types_.kind(type) != TypeKind::Vector || types_.scalar_of(type) != kI32Type) return true;
      return range(last, "offset", -8, 7);
    }
    case Builtin::SubgroupBroadcast: return range(1, "id", 0, 127);
    case Builtin::SubgroupShuffle: return range(1, "id", 0, 127);
    case Builtin::SubgroupShuffleDown:
    case Builtin::SubgroupShuffleUp: return range(1, "delta", 0, 127);
    case Builtin::SubgroupShuffleXor: return range(1, "mask", 0, 127);
    case Builtin::QuadBroadcast: return range(1, "id", 0, 3);
    case Builtin::BufferView:
    case Builtin::BufferArrayView:
      return range(1, "offset", 0, UINT32_MAX) && range(2, "size", 0, UINT32_MAX) &&
             internal::Calculator(constants_, report_).check_buffer_view(b, arguments, parameters[0], result);
    default: return true;
  }
}

}  // namespace vitrine::lang
