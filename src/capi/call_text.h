// The call that runs, with its arguments, as call text: `createBuffer({size: 16, usage: STORAGE})`.
#pragma once

#include <webgpu/webgpu.h>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "gpu/call.h"

namespace vitrine::capi {

// One parameter of a C function, as it was passed.
struct RawArgument {
  uint64_t number = 0;  // signed ones sign-extended
  double real = 0;
  const void* pointer = nullptr;  // of a text: of the view
};

inline RawArgument raw(const void* pointer) { return {.pointer = pointer}; }
inline RawArgument raw(const WGPUStringView& text) { return {.pointer = &text}; }
template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
RawArgument raw(T value) {
  if constexpr (std::is_floating_point_v<T>) return {.real = value};
  else return {.number = static_cast<uint64_t>(static_cast<int64_t>(value))};
}

std::string call_text(gpu::ObjectKind self, std::string_view method, std::span<const RawArgument> arguments);

// For the scope of an entry point: what is given stands on its stack.
template <class F>
gpu::CallText described_by(const F& describe) {
  return {[](const void* f) { return (*static_cast<const F*>(f))(); }, &describe};
}

template <class... Args>
std::string call_text(const gpu::Object& self, std::string_view method, const Args&... arguments) {
  const RawArgument list[sizeof...(Args) + 1] = {raw(arguments)..., {}};
  return call_text(self.kind(), method, std::span<const RawArgument>(list, sizeof...(Args)));
}

}  // namespace vitrine::capi
