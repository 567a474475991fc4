// wgpuGetProcAddress. https://webgpu-native.github.io/webgpu-headers/group__GlobalFunctions.html
#include <webgpu/compat.h>

#include <algorithm>
#include <iterator>

#include "capi/convert.h"

namespace {
struct Proc {
  std::string_view name;
  WGPUProc function;
};
const Proc kProcs[] = {
#define PROC(name) {#name, reinterpret_cast<WGPUProc>(name)},
#include "capi/procs.inc"
#undef PROC
};
}  // namespace

extern "C" WGPUProc wgpuGetProcAddress(WGPUStringView name) {
  std::string_view wanted = vitrine::capi::text(name);
  auto it = std::lower_bound(std::begin(kProcs), std::end(kProcs), wanted,
                             [](const Proc& p, std::string_view n) { return p.name < n; });
  return it != std::end(kProcs) && it->name == wanted ? it->function : nullptr;
}
