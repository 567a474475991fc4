// Numeric builtin functions that work component by component.
// https://gpuweb.github.io/gpuweb/wgsl/#numeric-builtin-functions
#include <algorithm>
#include <bit>
#include <cmath>

#include "lang/eval_internal.h"
#include "lang/half.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(const_argument_outside_domain, ShaderCreation, "wgsl:domains-of-floating-point-expressions-and-builtins", "",
     "{0} has no value for {1}: its domain is {2}", Name, Text, Text);

namespace internal {

namespace {

// The functions of one float argument: how to compute them, and where.
struct Function {
  Builtin builtin;
  double (*compute)(double);
  bool (*in_domain)(double);  // nullptr: everywhere
  const char* domain;
};

double radians(double v) { return v * (M_PI / 180.0); }
double degrees(double v) { return v * (180.0 / M_PI); }
double inverse_sqrt(double v) { return 1.0 / std::sqrt(v); }
double saturate(double v) { return std::clamp(v, 0.0, 1.0); }
bool unit(double v) { return v >= -1 && v <= 1; }
bool open_unit(double v) { return v > -1 && v < 1; }
bool from_one(double v) { return v >= 1; }
bool positive(double v) { return v > 0; }
bool not_negative(double v) { return v >= 0; }

constexpr Function kFunctions[] = {
    {Builtin::Acos, std::acos, unit, "-1 to 1"},
    {Builtin::Acosh, std::acosh, from_one, "1 and above"},
    {Builtin::Asin, std::asin, unit, "-1 to 1"},
    {Builtin::Asinh, std::asinh, nullptr, ""},
    {Builtin::Atan, std::atan, nullptr, ""},
    {Builtin::Atanh, std::atanh, open_unit, "between -1 and 1, without these"},
    {Builtin::Ceil, std::ceil, nullptr, ""},
    {Builtin::Cos, std::cos, nullptr, ""},
    {Builtin::Cosh, std::cosh, nullptr, ""},
    {Builtin::Degrees, degrees, nullptr, ""},
    {Builtin::Exp, std::exp, nullptr, ""},
    {Builtin::Exp2, std::exp2, nullptr, ""},
    {Builtin::Floor, std::floor, nullptr, ""},
    {Builtin::InverseSqrt, inverse_sqrt, positive, "above 0"},
    {Builtin::Log, std::log, positive, "above 0"},
    {Builtin::Log2, std::log2, positive, "above 0"},
    {Builtin::Radians, radians, nullptr, ""},
    {Builtin::Round, std::nearbyint, nullptr, ""},  // ties to even in the default rounding mode
    {Builtin::Saturate, saturate, nullptr, ""},
    {Builtin::Sin, std::sin, nullptr, ""},
    {Builtin::Sinh, std::sinh, nullptr, ""},
    {Builtin::Sqrt, std::sqrt, not_negative, "0 and above"},
    {Builtin::Tan, std::tan, nullptr, ""},
    {Builtin::Tanh, std::tanh, nullptr, ""},
    {Builtin::Trunc, std::trunc, nullptr, ""},
};

const Function* find_function(Builtin b) {
  for (const Function& f : kFunctions)
    if (f.builtin == b) return &f;
  return nullptr;
}

}  // namespace

bool Calculator::is_numeric(Builtin b) const {
  switch (b) {
    case Builtin::Abs:
    case Builtin::Atan2:
    case Builtin::Clamp:
    case Builtin::Fma:
    case Builtin::Fract:
    case Builtin::Frexp:
    case Builtin::Ldexp:
    case Builtin::Max:
    case Builtin::Min:
    case Builtin::Mix:
    case Builtin::Modf:
    case Builtin::Pow:
    case Builtin::QuantizeToF16:
    case Builtin::Select:
    case Builtin::Sign:
    case Builtin::Smoothstep:
    case Builtin::Step: return true;
    default: return find_function(b) != nullptr;
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#frexp-builtin and #modf-builtin: two results in a structure.
static Value split(Calculator& c, Builtin b, ConstantId argument, TypeId result) {
  const std::vector<Member>& members = c.types.structure(result).members;
  auto half = [&](int which) {
    return c.map(members[which].type, {&argument, 1}, [&](std::span<const ConstantId> a, TypeId scalar) -> Value {
      double v = c.constants.as_double(a[0]);
      if (b == Builtin::Modf) return c.constants.floating(scalar, which == 1 ? std::trunc(v) : v - std::trunc(v));
      int exponent = 0;
      double fraction = std::frexp(v, &exponent);
      return which == 1 ? c.integer(scalar, exponent) : c.constants.floating(scalar, fraction);
    });
  };
  Value first = half(0), second = half(1);
  if (!first || !second) return std::nullopt;
  ConstantId parts[2] = {*first, *second};
  return c.constants.composite(result, parts);
}

Value Calculator::numeric(Builtin b, std::span<const ConstantId> arguments, TypeId result) {
  if (b == Builtin::Frexp || b == Builtin::Modf) return split(*this, b, arguments[0], result);
  const Function* function = find_function(b);
  return map(result, arguments, [&](std::span<const ConstantId> a, TypeId scalar) -> Value {
    Expression expression{to_text(b), a};
    auto outside = [&](const char* domain) {
      std::string of;
      for (size_t i = 0; i < a.size(); ++i) of += (i ? " and " : "") + text(a[i]);
      return fail(const_argument_outside_domain(Name{std::string(to_text(b))}, Text{of}, Text{domain}));
    };
    if (function) {
      double v = constants.as_double(a[0]);
      if (function->in_domain && !function->in_domain(v)) return outside(function->domain);
      return floating(scalar, function->compute(v), expression);
    }
    if (b == Builtin::Select) return constants.as_bool(a[2]) ? a[1] : a[0];
    if (!types.is_float(scalar)) {
      int64_t x = constants.as_int(a[0]), y = a.size() > 1 ? constants.as_int(a[1]) : 0;
      switch (b) {
        // The most negative value has no positive counterpart and stays what it is.
        case Builtin::Abs: return integer(scalar, x < 0 ? static_cast<int64_t>(0 - static_cast<uint64_t>(x)) : x);
        case Builtin::Sign: return integer(scalar, x > 0 ? 1 : x < 0 ? -1 : 0);
        case Builtin::Max: return x < y ? a[1] : a[0];
        case Builtin::Min: return y < x ? a[1] : a[0];
        case Builtin::Clamp: return integer(scalar, std::min(std::max(x, y), constants.as_int(a[2])));
        default: return std::nullopt;
      }
    }
    double x = constants.as_double(a[0]);
    double y = a.size() > 1 && types.is_float(constants.type_of(a[1])) ? constants.as_double(a[1]) : 0;
    double z = a.size() > 2 ? constants.as_double(a[2]) : 0;
    Steps s(scalar);
    auto checked = [&](double v) { return floating(scalar, s.finite() ? v : HUGE_VAL, expression); };
    switch (b) {
      case Builtin::Abs: return constants.floating(scalar, std::fabs(x));
      case Builtin::Atan2: return floating(scalar, std::atan2(x, y), expression);
      case Builtin::Clamp: return constants.floating(scalar, std::min(std::max(x, y), z));
      case Builtin::Fma:
        // Rounded once: std::fmaf for f32; an f16 product is exact in binary64.
        return floating(scalar,
                        scalar == kF32Type
                            ? static_cast<double>(std::fmaf(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)))
                            : std::fma(x, y, z),
                        expression);
      case Builtin::Fract: return checked(s.sub(x, std::floor(x)));
      case Builtin::Ldexp: {
        int64_t exponent = std::clamp<int64_t>(constants.as_int(a[1]), -5000, 5000);
        return floating(scalar, std::ldexp(x, static_cast<int>(exponent)), expression);
      }
      case Builtin::Max: return x < y ? a[1] : a[0];
      case Builtin::Min: return y < x ? a[1] : a[0];
      case Builtin::Mix: return checked(s.add(s.mul(x, s.sub(1, z)), s.mul(y, z)));
      case Builtin::Pow:
        if (x < 0 || (x == 0 && y <= 0)) return outside("a base above 0, or 0 with an exponent above 0");
        return floating(scalar, std::pow(x, y), expression);
      case Builtin::QuantizeToF16: return constants.floating(scalar, round_to_half(x));  // check_call saw to the range
      case Builtin::Sign: return constants.floating(scalar, x > 0 ? 1 : x < 0 ? -1 : 0);
      case Builtin::Smoothstep: {
        double t = std::clamp(s.div(s.sub(z, x), s.sub(y, x)), 0.0, 1.0);
        return checked(s.mul(s.mul(t, t), s.sub(3, s.mul(2, t))));
      }
      case Builtin::Step: return constants.floating(scalar, x <= y ? 1 : 0);
      default: return std::nullopt;
    }
  });
}

}  // namespace internal
}  // namespace vitrine::lang
