// The places of resources, as a target numbers them.
#pragma once

#include <cstdint>
#include <span>

#include "ir/ir.h"

namespace vitrine::ir {

struct BindingPoint {
  uint32_t group = 0, binding = 0;
  friend bool operator==(const BindingPoint&, const BindingPoint&) = default;
};
struct BindingMove {
  BindingPoint from, to;  // WGSL's @group and @binding; the target's set and binding
};

// Gives every resource variable named in `moves` its new place; the others keep theirs. All at once: a place may be left
// and taken in one call.
void move_bindings(Module& m, std::span<const BindingMove> moves);

}  // namespace vitrine::ir
