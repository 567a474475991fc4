// Evaluation of const-expressions when a module is created, and of override-expressions when a pipeline is.
//
// https://gpuweb.github.io/gpuweb/wgsl/#early-eval-exprs
// Every result is exact or correctly rounded where the specification bounds the error, and the same on all machines.
// What the specification makes an error is reported, and nothing is returned.
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

  Evaluator(ConstantTable& constants, Report report)
      : constants_(constants), types_(constants.types()), report_(std::move(report)) {}

  // Operands and arguments already have the parameter types that resolve() chose; `result` is its result.
  std::optional<ConstantId> unary(UnaryOp op, ConstantId operand, TypeId result);
  std::optional<ConstantId> binary(BinaryOp op, ConstantId left, ConstantId right, TypeId result);
  std::optional<ConstantId> call(Builtin b, std::span<const ConstantId> arguments, TypeId result);
  std::optional<ConstantId> construct(ConstructorForm form, TypeId result, std::span<const ConstantId> arguments);
  // Automatic conversion, with its range error; the same type gives the same id.
  std::optional<ConstantId> convert(ConstantId value, TypeId to);
  // Access of a value. The index has any integer type.
  std::optional<ConstantId> index(ConstantId value, ConstantId index);
  ConstantId swizzle(ConstantId vector, std::span<const uint8_t> components);  // one component gives a scalar

  // Errors that a const- or override-expression operand causes though the whole is computed when the shader runs:
  // division by zero, shift amounts, index bounds, low > high, ... Unknown operands are empty. True: nothing to report.
  bool check_binary(BinaryOp op, TypeId left_type, std::optional<ConstantId> left, std::optional<ConstantId> right);
  bool check_call(Builtin b, std::span<const std::optional<ConstantId>> arguments, std::span<const TypeId> types);
  bool check_index(TypeId indexed, ConstantId index);

 private:
  void report(diag::Diagnostic d, int argument = -1) { report_(std::move(d), argument); }

  ConstantTable& constants_;
  TypeTable& types_;
  Report report_;
};

}  // namespace vitrine::lang
