// Operators. https://gpuweb.github.io/gpuweb/wgsl/#arithmetic-expr and the sections after it
#include <cmath>

#include "lang/eval_internal.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(const_integer_overflow, ShaderCreation, "wgsl:abstract-types", "9609f5cb",
     "{0} is outside of the range of {1}", Name, Name);
RULE(integer_division_by_zero, ShaderCreation, "wgsl:arithmetic-expr", "277ccd01 e9f463a8",
     "the right operand of {0} is zero, and the operands are integers", Name);
RULE(integer_division_overflow, ShaderCreation, "wgsl:arithmetic-expr", "2598fbd2 78d30a34",
     "{0} overflows: {1} has no value for the result", Name, Name);
RULE(shift_amount_too_large, ShaderCreation, "wgsl:bit-expr", "fefb7f6b 08a54cff",
     "the value is shifted by {0}, and {1} has {2} bits: at most {3}", Text, Name, uint64_t, uint64_t);
RULE(shift_left_loses_bits, ShaderCreation, "wgsl:bit-expr", "482d1705 04111f60 aed6caad",
     "{0} shifts set bits, or the sign, out of {1}", Name, Name);

namespace internal {

Value Calculator::unary(UnaryOp op, ConstantId operand, TypeId result) {
  return map(result, {&operand, 1}, [&](std::span<const ConstantId> a, TypeId scalar) -> Value {
    if (op == UnaryOp::Not) return constants.boolean(!constants.as_bool(a[0]));
    if (types.is_float(scalar)) return constants.floating(scalar, -constants.as_double(a[0]));
    int64_t v = constants.as_int(a[0]);
    if (op == UnaryOp::Complement) return integer(scalar, ~v);
    return integer(scalar, static_cast<int64_t>(0 - static_cast<uint64_t>(v)));  // the most negative value stays what it is
  });
}

bool Calculator::check_divisor(BinaryOp op, ConstantId right) {
  if (!types.is_integer(types.scalar_of(constants.type_of(right)))) return true;
  uint32_t count = types.kind(constants.type_of(right)) == TypeKind::Vector ? constants.part_count(right) : 1;
  for (uint32_t i = 0; i < count; ++i) {
    if (constants.as_int(constants.part(right, i)) != 0) continue;
    fail(integer_division_by_zero(Name{std::string(to_text(op))}), 1);
    return false;
  }
  return true;
}

bool Calculator::check_shift_amount(TypeId left_type, ConstantId right) {
  TypeId scalar = types.scalar_of(left_type);
  if (scalar == kAbstractIntType) return true;
  uint32_t count = types.kind(constants.type_of(right)) == TypeKind::Vector ? constants.part_count(right) : 1;
  for (uint32_t i = 0; i < count; ++i) {
    ConstantId amount = constants.part(right, i);
    if (constants.as_int(amount) < 32) continue;
    fail(shift_amount_too_large(Text{std::to_string(constants.as_int(amount))}, Name{types.to_text(scalar)}, 32, 31), 1);
    return false;
  }
  return true;
}

namespace {

bool compare(BinaryOp op, auto l, auto r) {
  switch (op) {
    case BinaryOp::Equal: return l == r;
    case BinaryOp::NotEqual: return l != r;
    case BinaryOp::Less: return l < r;
    case BinaryOp::LessEqual: return l <= r;
    case BinaryOp::Greater: return l > r;
    default: return l >= r;
  }
}

}  // namespace

// https://gpuweb.github.io/gpuweb/wgsl/#arithmetic-expr: matrices
static Value multiply_matrix(Calculator& c, ConstantId left, ConstantId right, TypeId result) {
  TypeTable& t = c.types;
  ConstantTable& k = c.constants;
  TypeId l = k.type_of(left), r = k.type_of(right);
  TypeId scalar = t.scalar_of(result);
  ConstantId both[2] = {left, right};
  Expression expression{"*", both, true};
  Steps steps(scalar);
  auto at = [&](ConstantId m, uint32_t column, uint32_t row) { return k.as_double(k.part(k.part(m, column), row)); };
  auto value = [&](double v) { return k.floating(scalar, v); };
  auto done = [&](Value v) -> Value { return steps.finite() ? v : c.floating(scalar, HUGE_VAL, expression); };
  auto vector_of = [&](TypeId type, auto&& component) {
    std::vector<ConstantId> parts;
    for (uint32_t i = 0; i < t.element_count(type); ++i) parts.push_back(value(component(i)));
    return k.composite(type, parts);
  };
  if (t.kind(result) == TypeKind::Vector) {
    bool matrix_left = t.kind(l) == TypeKind::Matrix;
    uint32_t inner = matrix_left ? t.element_count(l) : t[r].rows;
    return done(vector_of(result, [&](uint32_t i) {
      double sum = 0;
      for (uint32_t j = 0; j < inner; ++j) {
        double product = matrix_left ? steps.mul(at(left, j, i), k.as_double(k.part(right, j)))
                                     : steps.mul(k.as_double(k.part(left, j)), at(right, i, j));
        sum = steps.add(sum, product);
      }
      return sum;
    }));
  }
  TypeId column = t.element_of(result);
  std::vector<ConstantId> columns;
  bool scaled = t.is_scalar(l) || t.is_scalar(r);
  for (uint32_t i = 0; i < t.element_count(result); ++i) {
    columns.push_back(vector_of(column, [&](uint32_t row) {
      if (scaled) {
        double factor = k.as_double(t.is_scalar(l) ? left : right);
        return steps.mul(at(t.is_scalar(l) ? right : left, i, row), factor);
      }
      double sum = 0;
      for (uint32_t j = 0; j < t.element_count(l); ++j) sum = steps.add(sum, steps.mul(at(left, j, row), at(right, i, j)));
      return sum;
    }));
  }
  return done(k.composite(result, columns));
}

Value Calculator::binary(BinaryOp op, ConstantId left, ConstantId right, TypeId result) {
  TypeId left_type = constants.type_of(left), right_type = constants.type_of(right);
  bool left_matrix = types.kind(left_type) == TypeKind::Matrix, right_matrix = types.kind(right_type) == TypeKind::Matrix;
  if (left_matrix && right_matrix && op != BinaryOp::Multiply) {
    std::vector<ConstantId> columns;
    for (uint32_t i = 0; i < types.element_count(result); ++i) {
      Value column = binary(op, constants.part(left, i), constants.part(right, i), types.element_of(result));
      if (!column) return std::nullopt;
      columns.push_back(*column);
    }
    return constants.composite(result, columns);
  }
  if (left_matrix || right_matrix) return multiply_matrix(*this, left, right, result);

  TypeId operand = types.scalar_of(left_type);
  if ((op == BinaryOp::Divide || op == BinaryOp::Remainder) && !check_divisor(op, right)) return std::nullopt;
  if ((op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight) && !check_shift_amount(left_type, right))
    return std::nullopt;

  ConstantId both[2] = {left, right};
  return map(result, both, [&](std::span<const ConstantId> a, TypeId scalar) -> Value {
    Expression expression{to_text(op), a, true};
    if (is_comparison(op))
      return constants.boolean(types.is_float(operand) ? compare(op, constants.as_double(a[0]), constants.as_double(a[1]))
                                                       : compare(op, constants.as_int(a[0]), constants.as_int(a[1])));
    if (operand == kBoolType) {
      bool l = constants.as_bool(a[0]), r = constants.as_bool(a[1]);
      return constants.boolean(op == BinaryOp::And || op == BinaryOp::LogicalAnd ? l && r : l || r);
    }
    if (types.is_float(scalar)) {
      double l = constants.as_double(a[0]), r = constants.as_double(a[1]);
      // One operation in binary64, rounded to the type, is the operation rounded once: 53 bits are enough for that.
      double v = op == BinaryOp::Add        ? l + r
                 : op == BinaryOp::Subtract ? l - r
                 : op == BinaryOp::Multiply ? l * r
                 : op == BinaryOp::Divide   ? l / r
                                            : std::fmod(l, r);
      return floating(scalar, v, expression);
    }
    int64_t l = constants.as_int(a[0]), r = constants.as_int(a[1]);
    auto overflow = [&] { return fail(const_integer_overflow(Name{text(expression)}, Name{types.to_text(scalar)})); };
    bool abstract = scalar == kAbstractIntType;
    int64_t v = 0;
    switch (op) {
      case BinaryOp::Add:
        if (__builtin_add_overflow(l, r, &v) && abstract) return overflow();
        break;
      case BinaryOp::Subtract:
        if (__builtin_sub_overflow(l, r, &v) && abstract) return overflow();
        break;
      case BinaryOp::Multiply:
        if (__builtin_mul_overflow(l, r, &v) && abstract) return overflow();
        break;
      case BinaryOp::Divide:
      case BinaryOp::Remainder: {
        int64_t least = abstract ? INT64_MIN : INT32_MIN;
        if (scalar != kU32Type && l == least && r == -1)
          return fail(integer_division_overflow(Name{text(expression)}, Name{types.to_text(scalar)}));
        v = op == BinaryOp::Divide ? l / r : l % r;
        break;
      }
      case BinaryOp::And: v = l & r; break;
      case BinaryOp::Or: v = l | r; break;
      case BinaryOp::Xor: v = l ^ r; break;
      case BinaryOp::ShiftLeft: {
        if (abstract) {
          // The bits shifted out, and the one that becomes the sign, must equal the sign.
          if (l == 0) break;
          if (r > 62 || l > INT64_MAX >> r || l < INT64_MIN >> r)
            return fail(shift_left_loses_bits(Name{text(expression)}, Name{types.to_text(scalar)}));
        } else if (scalar == kI32Type ? l > INT32_MAX >> r || l < INT32_MIN >> r : l > static_cast<int64_t>(UINT32_MAX >> r)) {
          return fail(shift_left_loses_bits(Name{text(expression)}, Name{types.to_text(scalar)}));
        }
        v = static_cast<int64_t>(static_cast<uint64_t>(l) << r);
        break;
      }
      case BinaryOp::ShiftRight: v = l >> (r > 63 ? 63 : r); break;
      default: return std::nullopt;
    }
    return integer(scalar, v);
  });
}

}  // namespace internal

bool Evaluator::check_binary(BinaryOp op, TypeId left_type, Value left, Value right) {
  internal::Calculator c(constants_, report_);
  if (!right) return true;
  if (op == BinaryOp::Divide || op == BinaryOp::Remainder) return c.check_divisor(op, *right);
  if (op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight) return c.check_shift_amount(left_type, *right);
  return true;
}

}  // namespace vitrine::lang
