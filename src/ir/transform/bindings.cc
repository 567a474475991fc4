#include "ir/transform/bindings.h"

#include <unordered_map>

namespace vitrine::ir {

void move_bindings(Module& m, std::span<const BindingMove> moves) {
  auto key = [](uint32_t group, uint32_t binding) { return uint64_t{group} << 32 | binding; };
  std::unordered_map<uint64_t, BindingPoint> to;
  for (const BindingMove& move : moves) to[key(move.from.group, move.from.binding)] = move.to;
  for (GlobalId id(0); id.value < m.globals.size(); ++id.value) {
    Global& g = m.globals[id];
    if (!g.has_binding) continue;
    auto it = to.find(key(g.group, g.binding));
    if (it == to.end()) continue;
    g.group = it->second.group;
    g.binding = it->second.binding;
  }
}

}  // namespace vitrine::ir
