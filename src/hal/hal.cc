#include "hal/hal.h"

namespace vitrine::hal {

namespace {
std::vector<Backend>& registry() {
  static auto& list = *new std::vector<Backend>();
  return list;
}
}  // namespace

void register_backend(std::string_view name, InstanceFactory factory) {
  for (const Backend& b : registry())
    if (b.name == name) return;
  registry().push_back({name, factory});
}

std::span<const Backend> backends() { return registry(); }

}  // namespace vitrine::hal
