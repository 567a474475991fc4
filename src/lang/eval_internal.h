// What the files of the evaluator share. Included by src/lang/eval*.cc only.
#pragma once

#include <functional>
#include <string>

#include "lang/eval.h"

namespace vitrine::lang::internal {

using Value = Evaluator::Value;

// The expression being computed, for messages.
struct Expression {
  std::string_view name;  // "+", "sqrt"
  std::span<const ConstantId> arguments;
  bool infix = false;
};

class Calculator {
 public:
  Calculator(ConstantTable& constants, const Evaluator::Report& report)
      : constants(constants), types(constants.types()), report_(report) {}

  ConstantTable& constants;
  TypeTable& types;

  Value fail(diag::Diagnostic d, int argument = -1) const {
    report_(std::move(d), argument);
    return std::nullopt;
  }
  std::string text(ConstantId id) const { return constants.to_text(id); }
  std::string text(const Expression& e) const;  // sqrt(-1.0f), 1i / 0i

  // Calls `f` for each component of a vector result (once for a scalar), with scalars in place of vectors.
  using Componentwise = std::function<Value(std::span<const ConstantId>, TypeId scalar)>;
  Value map(TypeId result, std::span<const ConstantId> arguments, const Componentwise& f);

  // An integer of a concrete type wraps; an abstract-int is as it is.
  ConstantId integer(TypeId type, int64_t v) const;
  // A float rounded to its type, or the report that it is not finite.
  Value floating(TypeId type, double v, const Expression& e);

  Value convert_scalar(ConstantId value, TypeId to);
  Value convert(ConstantId value, TypeId to);

  Value unary(UnaryOp op, ConstantId operand, TypeId result);
  Value binary(BinaryOp op, ConstantId left, ConstantId right, TypeId result);
  Value numeric(Builtin b, std::span<const ConstantId> arguments, TypeId result);   // eval_numeric.cc
  Value geometric(Builtin b, std::span<const ConstantId> arguments, TypeId result); // eval_vector.cc
  Value bits(Builtin b, std::span<const ConstantId> arguments, TypeId result);      // eval_bits.cc
  bool is_numeric(Builtin b) const;
  bool is_geometric(Builtin b) const;

  // Checks of operands alone.
  bool check_buffer_view(Builtin b, std::span<const Value> arguments, TypeId pointer, TypeId result);  // eval_buffer.cc
  bool check_divisor(BinaryOp op, ConstantId right);
  bool check_shift_amount(TypeId left_type, ConstantId right);

 private:
  const Evaluator::Report& report_;
};

// Float arithmetic of one type, each step rounded; remembers whether a step left the finite values.
class Steps {
 public:
  explicit Steps(TypeId type) : type_(type) {}
  double round(double v);
  double add(double a, double b) { return round(a + b); }
  double sub(double a, double b) { return round(a - b); }
  double mul(double a, double b) { return round(a * b); }
  double div(double a, double b) { return round(a / b); }
  bool finite() const { return finite_; }

 private:
  TypeId type_;
  bool finite_ = true;
};

}  // namespace vitrine::lang::internal
