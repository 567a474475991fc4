// Evaluation of const-expressions when a module is created, and of override-expressions when a pipeline is.
//
// https://gpuweb.github.io/gpuweb/wgsl/#early-eval-exprs
// + - * / % sqrt, conversions and everything on integers are exact or correctly rounded; the transcendental functions are
// computed in binary64 and rounded once to the type. What the specification makes an error is reported, and nothing is
// returned.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "diag/diagnostic.h"
#include "lang/builtin.h"
#include "lang/constant.h"
#include "lang/type.h"

namespace vitrine::lang {

class Evaluator {
 public:
  // Called with a diagnostic without a place, and the argument at fault (0 is the first operand), or -1 for the whole
  // expression. The caller adds the place.
  using Report = std::function<void(diag::Diagnostic, int argument)>;
  using Value = std::optional<ConstantId>;

  Evaluator(ConstantTable& constants, Report report)
      : constants_(constants), types_(constants.types()), report_(std::move(report)) {}

  // Operands and arguments already have the parameter types that resolve() chose; `result` is its result.
  Value unary(UnaryOp op, ConstantId operand, TypeId result);
  Value binary(BinaryOp op, ConstantId left, ConstantId right, TypeId result);
  // A const-function; the others give nothing, without a report.
  Value call(Builtin b, std::span<const ConstantId> arguments, TypeId result);
  Value construct(ConstructorForm form, TypeId result, std::span<const ConstantId> arguments);
  // Automatic conversion, with its range error; the same type gives the same id.
  Value convert(ConstantId value, TypeId to);
  // Access of a value. The index has any integer type.
  Value index(ConstantId value, ConstantId index);
  ConstantId member(ConstantId value, uint32_t i) { return constants_.part(value, i); }
  ConstantId swizzle(ConstantId vector, std::span<const uint8_t> components);  // one component gives a scalar

  // Errors that const- or override-expression operands cause though the whole is computed when the shader runs:
  // division by zero, shift amounts, index bounds, low > high, ... Operands not known are empty. False: was reported.
  bool check_binary(BinaryOp op, TypeId left_type, Value left, Value right);
  // `parameters` and `result`: the types resolve() chose.
  bool check_call(Builtin b, std::span<const Value> arguments, std::span<const TypeId> parameters, TypeId result);
  bool check_index(TypeId indexed, ConstantId index);

 private:
  ConstantTable& constants_;
  TypeTable& types_;
  Report report_;
};

}  // namespace vitrine::lang
