// How the resolver asks for values, and where their messages go.
#pragma once

#include <optional>
#include <span>

#include "wgsl/resolve/resolver.h"

namespace vitrine::wgsl {

template <class F>
void Resolver::evaluate(const Expr& e, std::span<const Expr* const> operands, F&& f) {
  eval_at_ = &e;
  eval_operands_ = operands;
  std::optional<ConstantId> v = f();
  if (v)
    info(e).value = *v;
  else
    error(e);
}

template <class F>
bool Resolver::checked(const Expr& e, std::span<const Expr* const> operands, F&& f) {
  eval_at_ = &e;
  eval_operands_ = operands;
  if (f()) return true;
  error(e);
  return false;
}

}  // namespace vitrine::wgsl
