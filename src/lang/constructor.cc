// Which values a constructor takes. https://gpuweb.github.io/gpuweb/wgsl/#constructor-builtin-function
#include <algorithm>

#include "lang/builtin.h"

namespace vitrine::lang {

namespace {

using Resolution = Result<ResolvedConstructor, Mismatch>;

std::string shape_text(const ConstructorTarget& target) {
  switch (target.kind) {
    case ConstructorTarget::Kind::Vector: return "vec" + std::to_string(target.rows);
    case ConstructorTarget::Kind::Matrix: return "mat" + std::to_string(target.columns) + "x" + std::to_string(target.rows);
    case ConstructorTarget::Kind::Array: return "array";
    default: return {};
  }
}

Resolution wrong_argument(uint32_t i, TypeId found, std::vector<std::string> accepted,
                          std::vector<std::string> candidates = {}) {
  Mismatch m;
  m.argument = i;
  m.found = found;
  m.accepted = std::move(accepted);
  m.candidates = std::move(candidates);
  return Failure<Mismatch>(std::move(m));
}

Resolution wrong_count(uint32_t min, uint32_t max, std::vector<std::string> candidates = {}) {
  Mismatch m;
  m.kind = Mismatch::Kind::ArgumentCount;
  m.min_count = min;
  m.max_count = max;
  m.candidates = std::move(candidates);
  return Failure<Mismatch>(std::move(m));
}

Resolution not_constructible(TypeId type) {
  Mismatch m;
  m.kind = Mismatch::Kind::TemplateArguments;
  m.found = type;
  m.accepted = {"a constructible type"};
  return Failure<Mismatch>(std::move(m));
}

// The scalar that the components of all arguments convert to.
std::optional<TypeId> common_scalar(TypeTable& types, std::span<const Argument> arguments, uint32_t* at_fault) {
  std::vector<Argument> scalars;
  for (const Argument& a : arguments) scalars.push_back({types.scalar_of(a.type), a.is_const});
  if (auto common = common_type(types, scalars)) return common;
  for (uint32_t i = 1; i <= scalars.size(); ++i) {
    if (!common_type(types, std::span(scalars).first(i))) {
      *at_fault = i - 1;
      break;
    }
  }
  return std::nullopt;
}

std::vector<std::string> vector_candidates(TypeTable& types, uint32_t n, TypeId scalar) {
  std::string t = scalar ? types.to_text(scalar) : "T";
  std::string name = "vec" + std::to_string(n) + (scalar ? "<" + t + ">" : "");
  std::string of = "vec" + std::to_string(n) + "<" + t + ">";
  std::vector<std::string> out = {name + "() -> " + of, name + "(e: " + t + ") -> " + of,
                                  name + "(e: vec" + std::to_string(n) + "<S>) -> " + of};
  static constexpr const char* kNames[] = {"x", "y", "z", "w"};
  std::string all;
  for (uint32_t i = 0; i < n; ++i) all += (i ? ", " : "") + std::string(kNames[i]) + ": " + t;
  out.push_back(name + "(" + all + ") -> " + of + (n > 2 ? ", or vectors in place of neighbouring components" : ""));
  return out;
}

// https://gpuweb.github.io/gpuweb/wgsl/#vec2-builtin and the two after it
Resolution resolve_vector(TypeTable& types, uint32_t n, TypeId scalar, std::span<const Argument> arguments) {
  if (arguments.empty())
    return ResolvedConstructor{types.vector(n, scalar ? scalar : kAbstractIntType), ConstructorForm::Zero, {}};
  auto texts = [&] { return vector_candidates(types, n, scalar); };
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    TypeId type = arguments[i].type;
    bool vector = types.kind(type) == TypeKind::Vector;
    if (!vector && !types.is_scalar(type))
      return wrong_argument(i, type, {scalar ? types.to_text(scalar) : "a scalar", "a vector"}, texts());
  }
  if (arguments.size() == 1) {
    TypeId type = arguments[0].type;
    if (types.kind(type) == TypeKind::Vector) {
      if (types[type].rows == n) {
        TypeId result = types.vector(n, scalar ? scalar : types[type].element);
        return ResolvedConstructor{result, ConstructorForm::Convert, {type}};
      }
    } else {
      TypeId to = scalar ? scalar : type;
      if (!conversion_rank(types, type, to)) return wrong_argument(0, type, {types.to_text(to), "vec" + std::to_string(n) + "<S>"}, texts());
      return ResolvedConstructor{types.vector(n, to), ConstructorForm::Splat, {to}};
    }
  }
  uint32_t total = 0;
  for (const Argument& a : arguments) total += types.element_count(a.type);
  if (total != n) {
    Mismatch m;
    m.kind = Mismatch::Kind::ComponentCount;
    m.min_count = n;
    m.max_count = total;
    m.candidates = texts();
    return Failure<Mismatch>(std::move(m));
  }
  uint32_t at_fault = 0;
  TypeId component = scalar;
  if (!component) {
    auto common = common_scalar(types, arguments, &at_fault);
    if (!common) return wrong_argument(at_fault, arguments[at_fault].type, {types.to_text(types.scalar_of(arguments[0].type))}, texts());
    component = *common;
  }
  ResolvedConstructor out{types.vector(n, component), ConstructorForm::Components, {}};
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    TypeId parameter = types.with_scalar(arguments[i].type, component);
    if (!conversion_rank(types, arguments[i].type, parameter))
      return wrong_argument(i, arguments[i].type, {types.to_text(parameter)}, texts());
    out.parameters.push_back(parameter);
  }
  return out;
}

std::vector<std::string> matrix_candidates(TypeTable& types, uint32_t columns, uint32_t rows, TypeId scalar) {
  std::string shape = "mat" + std::to_string(columns) + "x" + std::to_string(rows);
  std::string t = scalar ? types.to_text(scalar) : "T";
  std::string name = shape + (scalar ? "<" + t + ">" : ""), of = shape + "<" + t + ">";
  std::string column = "vec" + std::to_string(rows) + "<" + t + ">";
  return {name + "() -> " + of, name + "(e: " + shape + "<S>) -> " + of,
          name + "(" + std::to_string(columns) + " columns of " + column + ") -> " + of,
          name + "(" + std::to_string(columns * rows) + " components of " + t + ") -> " + of};
}

// https://gpuweb.github.io/gpuweb/wgsl/#mat2x2-builtin and the others
Resolution resolve_matrix(TypeTable& types, uint32_t columns, uint32_t rows, TypeId scalar,
                          std::span<const Argument> arguments) {
  auto texts = [&] { return matrix_candidates(types, columns, rows, scalar); };
  if (arguments.empty()) {
    if (!scalar) return wrong_count(1, columns * rows, texts());
    return ResolvedConstructor{types.matrix(columns, rows, scalar), ConstructorForm::Zero, {}};
  }
  if (arguments.size() == 1 && types.kind(arguments[0].type) == TypeKind::Matrix) {
    const Type m = types[arguments[0].type];
    TypeId to = types.matrix(columns, rows, scalar ? scalar : m.element);
    if (m.columns != columns || m.rows != rows) return wrong_argument(0, arguments[0].type, {types.to_text(to)}, texts());
    return ResolvedConstructor{to, ConstructorForm::Convert, {arguments[0].type}};
  }
  bool by_column = arguments.size() == columns;
  if (!by_column && arguments.size() != columns * rows) return wrong_count(columns, columns * rows, texts());
  std::string component_text = scalar ? types.to_text(scalar) : "T";
  std::string want = by_column ? "vec" + std::to_string(rows) + "<" + component_text + ">" : component_text;
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    TypeId type = arguments[i].type;
    bool fits = by_column ? types.kind(type) == TypeKind::Vector && types[type].rows == rows : types.is_scalar(type);
    TypeId component = types.scalar_of(type);
    if (!fits || !types.is_numeric_scalar(component) || component == kI32Type || component == kU32Type)
      return wrong_argument(i, type, {want}, texts());
  }
  uint32_t at_fault = 0;
  TypeId component = scalar;
  if (!component) {
    auto common = common_scalar(types, arguments, &at_fault);
    if (!common) return wrong_argument(at_fault, arguments[at_fault].type, {want}, texts());
    component = *common == kAbstractIntType ? kAbstractFloatType : *common;
  }
  ResolvedConstructor out{types.matrix(columns, rows, component), by_column ? ConstructorForm::Columns : ConstructorForm::Components, {}};
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    TypeId parameter = types.with_scalar(arguments[i].type, component);
    if (!conversion_rank(types, arguments[i].type, parameter))
      return wrong_argument(i, arguments[i].type, {types.to_text(parameter)}, texts());
    out.parameters.push_back(parameter);
  }
  return out;
}

// bool, i32, u32, f32, f16: https://gpuweb.github.io/gpuweb/wgsl/#bool-builtin and the others
Resolution resolve_scalar(TypeTable& types, TypeId to, std::span<const Argument> arguments) {
  if (arguments.empty()) return ResolvedConstructor{to, ConstructorForm::Zero, {}};
  std::string name = types.to_text(to);
  if (arguments.size() > 1) return wrong_count(0, 1, {name + "() -> " + name, name + "(e: S) -> " + name});
  if (!types.is_scalar(arguments[0].type)) return wrong_argument(0, arguments[0].type, {"a scalar"});
  return ResolvedConstructor{to, ConstructorForm::Convert, {arguments[0].type}};
}

}  // namespace

// Every argument in turn is asked to convert to the type wanted so far, or the other way round.
std::optional<TypeId> common_type(TypeTable& types, std::span<const Argument> arguments) {
  if (arguments.empty()) return std::nullopt;
  bool all_const = std::all_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.is_const; });
  TypeId common = arguments[0].type;
  for (const Argument& a : arguments.subspan(1)) {
    if (conversion_rank(types, a.type, common)) continue;
    if (conversion_rank(types, common, a.type)) {
      common = a.type;
      continue;
    }
    return std::nullopt;
  }
  return all_const ? common : concretize(types, common);
}

Result<ResolvedConstructor, Mismatch> resolve_constructor(TypeTable& types, const ConstructorTarget& target,
                                                          std::span<const Argument> arguments) {
  switch (target.kind) {
    case ConstructorTarget::Kind::Vector: {
      auto out = resolve_vector(types, target.rows, {}, arguments);
      return out;
    }
    case ConstructorTarget::Kind::Matrix: return resolve_matrix(types, target.columns, target.rows, {}, arguments);
    case ConstructorTarget::Kind::Array: {
      if (arguments.empty()) return wrong_count(1, UINT32_MAX, {shape_text(target) + "(e1: T, ..., eN: T) -> array<T, N>"});
      auto common = common_type(types, arguments);
      if (!common) {
        for (uint32_t i = 1; i < arguments.size(); ++i)
          if (!common_type(types, arguments.first(i + 1))) return wrong_argument(i, arguments[i].type, {types.to_text(arguments[0].type)});
      }
      if (!common || !types.is_constructible(*common)) return wrong_argument(0, arguments[0].type, {"a constructible type"});
      ResolvedConstructor out{types.array(*common, static_cast<uint32_t>(arguments.size())), ConstructorForm::Elements, {}};
      out.parameters.assign(arguments.size(), *common);
      return out;
    }
    case ConstructorTarget::Kind::Type: break;
  }
  TypeId type = target.type;
  const Type t = types[type];
  if (types.is_scalar(type)) return resolve_scalar(types, type, arguments);
  if (t.kind == TypeKind::Vector) return resolve_vector(types, t.rows, t.element, arguments);
  if (t.kind == TypeKind::Matrix) return resolve_matrix(types, t.columns, t.rows, t.element, arguments);
  if (!types.is_constructible(type)) return not_constructible(type);
  if (arguments.empty()) return ResolvedConstructor{type, ConstructorForm::Zero, {}};
  uint32_t count = types.element_count(type);
  if (arguments.size() != count) {
    auto out = wrong_count(count, count);
    return out;
  }
  ResolvedConstructor out{type, t.kind == TypeKind::Array ? ConstructorForm::Elements : ConstructorForm::Members, {}};
  for (uint32_t i = 0; i < count; ++i) {
    TypeId parameter = types.element_of(type, i);
    if (!conversion_rank(types, arguments[i].type, parameter))
      return wrong_argument(i, arguments[i].type, {types.to_text(parameter)});
    out.parameters.push_back(parameter);
  }
  return out;
}

}  // namespace vitrine::lang
