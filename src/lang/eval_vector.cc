// Numeric builtin functions that look at vectors and matrices as a whole.
// https://gpuweb.github.io/gpuweb/wgsl/#numeric-builtin-functions
#include <cmath>

#include "lang/eval_internal.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(const_normalize_zero, ShaderCreation, "wgsl:normalize-builtin", "",
     "{0} is normalized, and its length is zero", Name);

namespace internal {

namespace {

using Vec = std::vector<double>;

Vec read(const ConstantTable& k, ConstantId id) {
  Vec out;
  if (k.types().kind(k.type_of(id)) != TypeKind::Vector) return {k.as_double(id)};
  for (uint32_t i = 0; i < k.part_count(id); ++i) out.push_back(k.as_double(k.part(id, i)));
  return out;
}

double dot(Steps& s, const Vec& a, const Vec& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum = s.add(sum, s.mul(a[i], b[i]));
  return sum;
}

double length(Steps& s, const Vec& a) { return a.size() == 1 ? std::fabs(a[0]) : s.round(std::sqrt(dot(s, a, a))); }

// By cofactors along the first row.
double determinant(Steps& s, const std::vector<Vec>& m) {
  size_t n = m.size();
  if (n == 1) return m[0][0];
  double sum = 0;
  for (size_t column = 0; column < n; ++column) {
    std::vector<Vec> minor;
    for (size_t other = 0; other < n; ++other)
      if (other != column) minor.emplace_back(m[other].begin() + 1, m[other].end());
    double term = s.mul(m[column][0], determinant(s, minor));
    sum = column % 2 ? s.sub(sum, term) : s.add(sum, term);
  }
  return sum;
}

}  // namespace

bool Calculator::is_geometric(Builtin b) const {
  switch (b) {
    case Builtin::Cross:
    case Builtin::Determinant:
    case Builtin::Distance:
    case Builtin::Dot:
    case Builtin::FaceForward:
    case Builtin::Length:
    case Builtin::Normalize:
    case Builtin::Reflect:
    case Builtin::Refract:
    case Builtin::Transpose: return true;
    default: return false;
  }
}

static Value integer_dot(Calculator& c, std::span<const ConstantId> arguments, TypeId result) {
  // The operators see to wrapping and to overflow.
  Value sum;
  for (uint32_t i = 0; i < c.constants.part_count(arguments[0]); ++i) {
    Value product = c.binary(BinaryOp::Multiply, c.constants.part(arguments[0], i), c.constants.part(arguments[1], i), result);
    if (!product) return std::nullopt;
    sum = sum ? c.binary(BinaryOp::Add, *sum, *product, result) : product;
    if (!sum) return std::nullopt;
  }
  return sum;
}

static ConstantId transpose(ConstantTable& k, ConstantId matrix, TypeId result) {
  TypeTable& types = k.types();
  std::vector<ConstantId> columns;
  for (uint32_t i = 0; i < types.element_count(result); ++i) {
    std::vector<ConstantId> column;
    for (uint32_t j = 0; j < types[result].rows; ++j) column.push_back(k.part(k.part(matrix, j), i));
    columns.push_back(k.composite(types.element_of(result), column));
  }
  return k.composite(result, columns);
}

Value Calculator::geometric(Builtin b, std::span<const ConstantId> arguments, TypeId result) {
  TypeId scalar = types.scalar_of(result);
  if (b == Builtin::Transpose) return transpose(constants, arguments[0], result);
  if (b == Builtin::Dot && !types.is_float(scalar)) return integer_dot(*this, arguments, result);

  Expression expression{to_text(b), arguments};
  Steps s(scalar);
  auto number = [&](double v) { return floating(scalar, s.finite() ? v : HUGE_VAL, expression); };
  auto vector = [&](const Vec& v) -> Value {
    if (!s.finite()) return floating(scalar, HUGE_VAL, expression);
    std::vector<ConstantId> parts;
    for (double x : v) parts.push_back(constants.floating(scalar, x));
    return constants.composite(result, parts);
  };
  if (b == Builtin::Determinant) {
    std::vector<Vec> columns;
    for (uint32_t i = 0; i < constants.part_count(arguments[0]); ++i) columns.push_back(read(constants, constants.part(arguments[0], i)));
    return number(determinant(s, columns));
  }
  Vec x = read(constants, arguments[0]), y = arguments.size() > 1 ? read(constants, arguments[1]) : Vec();
  Vec out(x.size());
  switch (b) {
    case Builtin::Cross:
      for (size_t i = 0; i < 3; ++i) {
        size_t j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = s.sub(s.mul(x[j], y[k]), s.mul(x[k], y[j]));
      }
      return vector(out);
    case Builtin::Distance:
      for (size_t i = 0; i < x.size(); ++i) out[i] = s.sub(x[i], y[i]);
      return number(length(s, out));
    case Builtin::Dot: return number(dot(s, x, y));
    case Builtin::FaceForward: {
      bool keep = dot(s, y, read(constants, arguments[2])) < 0;
      for (size_t i = 0; i < x.size(); ++i) out[i] = keep ? x[i] : -x[i];
      return vector(out);
    }
    case Builtin::Length: return number(length(s, x));
    case Builtin::Normalize: {
      double l = length(s, x);
      if (l == 0) return fail(const_normalize_zero(Name{text(arguments[0])}), 0);
      for (size_t i = 0; i < x.size(); ++i) out[i] = s.div(x[i], l);
      return vector(out);
    }
    case Builtin::Reflect: {
      double twice = s.mul(2, dot(s, y, x));
      for (size_t i = 0; i < x.size(); ++i) out[i] = s.sub(x[i], s.mul(twice, y[i]));
      return vector(out);
    }
    case Builtin::Refract: {
      double eta = constants.as_double(arguments[2]);
      double d = dot(s, y, x);
      double k = s.sub(1, s.mul(s.mul(eta, eta), s.sub(1, s.mul(d, d))));
      if (k < 0) return vector(Vec(x.size(), 0.0));
      double factor = s.add(s.mul(eta, d), s.round(std::sqrt(k)));
      for (size_t i = 0; i < x.size(); ++i) out[i] = s.sub(s.mul(eta, x[i]), s.mul(factor, y[i]));
      return vector(out);
    }
    default: return std::nullopt;
  }
}

}  // namespace internal
}  // namespace vitrine::lang
