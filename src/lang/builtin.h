// Operators, builtin functions and constructors: their type rules, and the choice among them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/builtins.h"
#include "lang/type.h"

namespace vitrine::lang {

// https://gpuweb.github.io/gpuweb/wgsl/#expressions. Address-of, indirection, access and calls have no operator here.
enum class UnaryOp : uint8_t { Negate, Complement, Not };
enum class BinaryOp : uint8_t {
  Add, Subtract, Multiply, Divide, Remainder,
  And, Or, Xor, ShiftLeft, ShiftRight,
  LogicalAnd, LogicalOr,
  Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,
};
inline constexpr uint32_t kUnaryOpCount = 3, kBinaryOpCount = 18;
std::string_view to_text(UnaryOp op);   // "-", "~", "!"
std::string_view to_text(BinaryOp op);  // "+", "<<", "&&", ...
constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::Equal; }

// What a call needs beside the types of its arguments.
enum class UniformityNeed : uint8_t {
  None,
  Barrier,     // uniform control flow, always an error
  Derivative,  // uniform control flow, filtered by derivative_uniformity
  Subgroup,    // uniform control flow, filtered by subgroup_uniformity
};

struct BuiltinInfo {
  std::string_view name;
  std::string_view anchor;      // in the WGSL specification
  bool must_use;
  bool const_evaluable;         // a const-function
  bool vertex, fragment, compute;  // stages that may reach a call
  bool result_varies;           // the result may differ between invocations though all arguments are the same
  bool takes_template;          // one template argument, a type
  UniformityNeed need;
  std::optional<EnableExtension> enable;
  std::optional<LanguageFeature> feature;
  uint16_t first_overload, overload_count;
};
const BuiltinInfo& info(Builtin b);
inline std::string_view to_text(Builtin b) { return info(b).name; }
std::optional<Builtin> find_builtin(std::string_view name);

struct Argument {
  TypeId type;            // after the load rule: never a reference
  bool is_const = false;  // a const-expression
};

// The chosen candidate.
struct Resolved {
  TypeId result;                   // kVoidType when there is none
  std::vector<TypeId> parameters;  // what each argument is converted to
  uint16_t overload = 0;
};

// Why there is none.
struct Mismatch {
  enum class Kind : uint8_t {
    ArgumentCount,      // min_count..max_count are taken
    ComponentCount,     // a vector of min_count components, and the arguments have max_count together
    TemplateArguments,  // number or kind of the template arguments
    Argument,           // `argument` has a type that no candidate takes there, given those before it
    NotConst,           // `argument` must be a const-expression
    Ambiguous,
  };
  Kind kind = Kind::Argument;
  uint32_t argument = 0;
  TypeId found;
  uint32_t min_count = 0, max_count = 0;
  std::vector<std::string> accepted;    // what that argument may be: "vec3<f32>", "i32", "vec2<T>", ...
  std::vector<std::string> candidates;  // texts of the candidates, the nearest first: "clamp(e: T, low: T, high: T) -> T, where T is ..."
};
using Resolution = Result<Resolved, Mismatch>;

// https://gpuweb.github.io/gpuweb/wgsl/#overload-resolution-section
// No argument may have the error type: then do not ask.
Resolution resolve(TypeTable& types, UnaryOp op, Argument operand);
Resolution resolve(TypeTable& types, BinaryOp op, Argument left, Argument right);
// debugPrintf takes the format as none of its arguments: pass those behind it.
Resolution resolve(TypeTable& types, Builtin b, std::span<const TypeId> template_arguments,
                   std::span<const Argument> arguments);

// How a constructor builds its value.
enum class ConstructorForm : uint8_t {
  Zero,        // no arguments
  Convert,     // one scalar, vector or matrix of the same shape
  Splat,       // a vector of one scalar
  Components,  // scalars and vectors, one after the other: vectors and matrices of scalars
  Columns,     // a matrix of its columns
  Elements,    // an array of its elements
  Members,     // a structure of its members
};
// What stands before the parentheses: a type, or a generator whose component type is inferred.
struct ConstructorTarget {
  enum class Kind : uint8_t { Type, Vector, Matrix, Array };
  Kind kind = Kind::Type;
  TypeId type;
  uint8_t columns = 0, rows = 0;  // Matrix; Vector: rows

  static ConstructorTarget of(TypeId type) { return {Kind::Type, type}; }
  static ConstructorTarget vector(uint8_t components) { return {Kind::Vector, {}, 0, components}; }
  static ConstructorTarget matrix(uint8_t columns, uint8_t rows) { return {Kind::Matrix, {}, columns, rows}; }
  static ConstructorTarget array() { return {Kind::Array, {}}; }
};
struct ResolvedConstructor {
  TypeId result;
  ConstructorForm form;
  std::vector<TypeId> parameters;
};
// https://gpuweb.github.io/gpuweb/wgsl/#constructor-builtin-function
Result<ResolvedConstructor, Mismatch> resolve_constructor(TypeTable& types, const ConstructorTarget& target,
                                                          std::span<const Argument> arguments);

// The type that all of these convert to with the lowest ranks (elements of `array(...)`, switch selectors, `min(a, b)`).
std::optional<TypeId> common_type(TypeTable& types, std::span<const Argument> arguments);

// Text of every candidate, in the order of the table.
std::vector<std::string> candidates(Builtin b);

}  // namespace vitrine::lang
