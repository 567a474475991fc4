#include "lang/eval.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lang/eval_internal.h"
#include "lang/half.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(const_value_not_finite, ShaderCreation, "wgsl:floating-point-rounding-and-overflow",
     "98d0eb29 5e62f7d0 e08d1b3c 7d32cbce",
     "{0} is {1}, and every {2} that is known before the shader runs must be finite", Name, Text, Name);
RULE(const_conversion_range, ShaderCreation, "wgsl:conversion-rank", "246c134f 967b836c 4e812336 ba5e8630 56192b98 395e804b",
     "{0} does not fit in {1}, which goes from {2} to {3}", Name, Name, Text, Text);
RULE(index_out_of_bounds, ShaderCreation, "wgsl:composite-value-decomposition-expr",
     "c7b37178 d8e99c20 73233e08 033b6b0f ae876e61 a1195cd2 aec04d15 9ec9ecb0 6f51f46a d2d4e250 691ec63c",
     "index {0} is outside of {1}, which has {2} elements: 0 to {3}", Text, Name, uint64_t, uint64_t);
RULE(index_negative, ShaderCreation, "wgsl:composite-value-decomposition-expr", "",
     "index {0} of {1} is negative", Text, Name);

namespace internal {

double Steps::round(double v) {
  if (type_ == kF32Type) v = static_cast<double>(static_cast<float>(v));
  if (type_ == kF16Type) v = round_to_half(v);
  finite_ = finite_ && std::isfinite(v);
  return v;
}

std::string Calculator::text(const Expression& e) const {
  if (e.infix && e.arguments.size() == 2) return text(e.arguments[0]) + " " + std::string(e.name) + " " + text(e.arguments[1]);
  std::string out(e.name);
  if (e.infix) return out + text(e.arguments[0]);
  out += "(";
  for (size_t i = 0; i < e.arguments.size(); ++i) out += (i ? ", " : "") + text(e.arguments[i]);
  return out + ")";
}

Value Calculator::map(TypeId result, std::span<const ConstantId> arguments, const Componentwise& f) {
  TypeId scalar = types.scalar_of(result);
  if (types.kind(result) != TypeKind::Vector) return f(arguments, scalar);
  uint32_t count = types.element_count(result);
  bool uniform = true;  // every component is computed from the same scalars
  for (ConstantId a : arguments)
    uniform = uniform && (constants[a].kind != ConstantKind::Composite || types.kind(constants.type_of(a)) != TypeKind::Vector);
  std::vector<ConstantId> parts, row(arguments.size());
  for (uint32_t i = 0; i < (uniform ? 1 : count); ++i) {
    for (size_t a = 0; a < arguments.size(); ++a) {
      bool vector = types.kind(constants.type_of(arguments[a])) == TypeKind::Vector;
      row[a] = vector ? constants.part(arguments[a], i) : arguments[a];
    }
    Value v = f(row, scalar);
    if (!v) return std::nullopt;
    parts.push_back(*v);
  }
  return uniform ? constants.splat(result, parts[0]) : constants.composite(result, parts);
}

ConstantId Calculator::integer(TypeId type, int64_t v) const {
  if (type == kI32Type) return constants.i32(static_cast<int32_t>(static_cast<uint32_t>(v)));
  if (type == kU32Type) return constants.u32(static_cast<uint32_t>(v));
  return constants.abstract_int(v);
}

// https://gpuweb.github.io/gpuweb/wgsl/#floating-point-rounding-and-overflow
Value Calculator::floating(TypeId type, double v, const Expression& e) {
  double rounded = Steps(type).round(v);
  if (std::isfinite(rounded)) return constants.floating(type, rounded);
  const char* what = std::isnan(v) ? "not a number" : std::isinf(v) ? "infinite" : "beyond the largest finite value";
  return fail(const_value_not_finite(Name{text(e)}, Text{what}, Name{types.to_text(type)}));
}

namespace {

struct Range {
  double low, high;
  std::string low_text, high_text;
};

Range range_of(TypeId type) {
  if (type == kI32Type) return {-2147483648.0, 2147483647.0, "-2147483648", "2147483647"};
  if (type == kU32Type) return {0, 4294967295.0, "0", "4294967295"};
  if (type == kF16Type) return {-kHalfMax, kHalfMax, "-65504.0", "65504.0"};
  if (type == kF32Type) return {-0x1.fffffep+127, 0x1.fffffep+127, "-3.4028235e+38", "3.4028235e+38"};
  return {-HUGE_VAL, HUGE_VAL, "", ""};
}

// https://gpuweb.github.io/gpuweb/wgsl/#scalar-floating-point-to-integral-conversion
int64_t float_to_integer(double v, TypeId from, TypeId to) {
  // The largest values of the target that the source type holds exactly.
  double high = to == kI32Type ? (from == kF32Type ? 2147483520.0 : 2147483647.0)
                               : (from == kF32Type ? 4294967040.0 : 4294967295.0);
  double low = to == kI32Type ? -2147483648.0 : 0.0;
  return static_cast<int64_t>(std::clamp(std::trunc(v), low, high));
}

}  // namespace

// https://gpuweb.github.io/gpuweb/wgsl/#conversion-expr, and of every scalar to every other for constructors.
Value Calculator::convert_scalar(ConstantId value, TypeId to) {
  TypeId from = constants.type_of(value);
  if (from == to) return value;
  auto out_of_range = [&]() -> Value {
    Range r = range_of(to);
    diag::Diagnostic d = const_conversion_range(Name{text(value)}, Name{types.to_text(to)}, Text{r.low_text}, Text{r.high_text});
    if (from == kAbstractIntType) {
      int64_t v = constants.as_int(value);
      if (to == kI32Type && v > 0 && v <= 0xFFFFFFFF) std::move(d).help("as a u32 it fits: `" + text(value) + "u`");
      if (to == kU32Type && v < 0 && v >= -0x80000000LL)
        std::move(d).help("the bits of it are `bitcast<u32>(" + text(value) + "i)`");
    }
    return fail(std::move(d));
  };
  if (to == kBoolType) return constants.boolean(types.is_float(from) ? constants.as_double(value) != 0 : constants.as_int(value) != 0);
  if (from == kBoolType) {
    bool b = constants.as_bool(value);
    return types.is_float(to) ? constants.floating(to, b) : integer(to, b);
  }
  if (types.is_float(from)) {
    double v = constants.as_double(value);
    if (!types.is_float(to)) return integer(to, float_to_integer(v, from, to));
    Range r = range_of(to);
    if (v < r.low || v > r.high) return out_of_range();
    return constants.floating(to, v);
  }
  int64_t v = constants.as_int(value);
  if (types.is_float(to)) {
    // An int64 rounds to binary64 first: for f32 that could round twice, so it goes there directly.
    double rounded = to == kF32Type ? static_cast<double>(static_cast<float>(v)) : static_cast<double>(v);
    Range r = range_of(to);
    if (rounded < r.low || rounded > r.high) return out_of_range();
    return constants.floating(to, rounded);
  }
  if (from == kAbstractIntType) {
    Range r = range_of(to);
    if (static_cast<double>(v) < r.low || static_cast<double>(v) > r.high) return out_of_range();
  }
  return integer(to, v);
}

Value Calculator::convert(ConstantId value, TypeId to) {
  TypeId from = constants.type_of(value);
  if (from == to) return value;
  if (types.is_scalar(to)) return convert_scalar(value, to);
  const Constant c = constants[value];
  if (c.kind == ConstantKind::Splat) {
    Value part = convert(c.splat, types.element_of(to));
    if (!part) return std::nullopt;
    return constants.splat(to, *part);
  }
  std::vector<ConstantId> parts;
  for (uint32_t i = 0; i < c.parts.size(); ++i) {
    Value part = convert(c.parts[i], types.element_of(to, i));
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  return constants.composite(to, parts);
}

}  // namespace internal

using internal::Calculator;

Evaluator::Value Evaluator::unary(UnaryOp op, ConstantId operand, TypeId result) {
  return Calculator(constants_, report_).unary(op, operand, result);
}

Evaluator::Value Evaluator::binary(BinaryOp op, ConstantId left, ConstantId right, TypeId result) {
  return Calculator(constants_, report_).binary(op, left, right, result);
}

Evaluator::Value Evaluator::call(Builtin b, std::span<const ConstantId> arguments, TypeId result) {
  if (!info(b).const_evaluable) return std::nullopt;
  std::vector<Value> known(arguments.begin(), arguments.end());
  std::vector<TypeId> parameters;
  for (ConstantId a : arguments) parameters.push_back(constants_.type_of(a));
  if (!check_call(b, known, parameters, result)) return std::nullopt;
  Calculator c(constants_, report_);
  if (c.is_numeric(b)) return c.numeric(b, arguments, result);
  if (c.is_geometric(b)) return c.geometric(b, arguments, result);
  return c.bits(b, arguments, result);
}

Evaluator::Value Evaluator::convert(ConstantId value, TypeId to) {
  return Calculator(constants_, report_).convert(value, to);
}

// https://gpuweb.github.io/gpuweb/wgsl/#constructor-builtin-function
Evaluator::Value Evaluator::construct(ConstructorForm form, TypeId result, std::span<const ConstantId> arguments) {
  switch (form) {
    case ConstructorForm::Zero: return constants_.zero(result);
    case ConstructorForm::Convert: return convert(arguments[0], result);
    case ConstructorForm::Splat: return constants_.splat(result, arguments[0]);
    case ConstructorForm::Columns:
    case ConstructorForm::Elements:
    case ConstructorForm::Members: return constants_.composite(result, arguments);
    case ConstructorForm::Components: break;
  }
  std::vector<ConstantId> scalars;
  for (ConstantId a : arguments)
    for (uint32_t i = 0; i < constants_.part_count(a); ++i) scalars.push_back(constants_.part(a, i));
  if (types_.kind(result) == TypeKind::Vector) return constants_.composite(result, scalars);
  uint32_t rows = types_[result].rows;
  TypeId column = types_.element_of(result);
  std::vector<ConstantId> columns;
  for (size_t i = 0; i + rows <= scalars.size(); i += rows)
    columns.push_back(constants_.composite(column, std::span<const ConstantId>(scalars).subspan(i, rows)));
  return constants_.composite(result, columns);
}

bool Evaluator::check_index(TypeId indexed, ConstantId index) {
  int64_t i = constants_.as_int(index);
  uint32_t count = types_.element_count(indexed);
  std::string text = std::to_string(i);
  if (i < 0) {
    report_(index_negative(Text{text}, Name{types_.to_text(indexed)}), 1);
    return false;
  }
  if (count == 0 || static_cast<uint64_t>(i) < count) return true;
  report_(index_out_of_bounds(Text{text}, Name{types_.to_text(indexed)}, count, uint64_t{count} - 1), 1);
  return false;
}

Evaluator::Value Evaluator::index(ConstantId value, ConstantId index) {
  if (!check_index(constants_.type_of(value), index)) return std::nullopt;
  return constants_.part(value, static_cast<uint32_t>(constants_.as_int(index)));
}

ConstantId Evaluator::swizzle(ConstantId vector, std::span<const uint8_t> components) {
  if (components.size() == 1) return constants_.part(vector, components[0]);
  std::vector<ConstantId> parts;
  for (uint8_t c : components) parts.push_back(constants_.part(vector, c));
  TypeId scalar = types_.scalar_of(constants_.type_of(vector));
  return constants_.composite(types_.vector(static_cast<uint32_t>(components.size()), scalar), parts);
}

}  // namespace vitrine::lang
