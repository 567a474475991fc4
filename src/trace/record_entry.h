// What the wrappers of tools/gen_record.py share. They stand before the real library in the order of symbols.
#pragma once

#define WGPU_SHARED_LIBRARY
#define WGPU_IMPLEMENTATION
#include <webgpu/vitrine.h>

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "trace/record.h"

namespace vitrine::trace {

// The function that would have been called without us. Ends the program when there is none: nothing could be returned.
template <class Proc>
Proc real(const char* name) {
  void* symbol = dlsym(RTLD_NEXT, name);
  if (!symbol) {
    std::fprintf(stderr, "vitrine: no library of this program has %s, so its call cannot be passed on\n", name);
    std::abort();
  }
  return reinterpret_cast<Proc>(symbol);
}

// Errors name the caller of the wrapper as their call site, where the library is ours.
inline void from(const void* return_address) {
  static const auto tell = reinterpret_cast<decltype(&vitrineSetNextCallSite)>(dlsym(RTLD_NEXT, "vitrineSetNextCallSite"));
  if (tell) tell(return_address);
}

// Slots by kind of argument.
inline webidl::Slot p(const void* pointer) { return Recorder::slot(pointer); }
inline webidl::Slot n(uint64_t number) {
  webidl::Slot s;
  s.number = number;
  s.present = true;
  return s;
}
inline webidl::Slot r(double real) {
  webidl::Slot s;
  s.real = real;
  s.present = true;
  return s;
}
inline webidl::Slot b(const void* pointer, size_t count) {
  webidl::Slot s = Recorder::slot(pointer);
  s.count = count;
  return s;
}

template <class... Slots>
std::string record(void* self, uint16_t interface, size_t method, Slots... given) {
  const webidl::Method& m = webidl::interfaces()[interface].methods[method];
  webidl::Slot slots[16] = {given...};
  for (size_t i = sizeof...(given); i < m.arguments.size() && i < 16; ++i) slots[i].number = m.arguments[i].absent;
  return process_recorder()->call(self, interface, m, slots);
}

// Call text has no windows: a frame is a texture of the same kind.
inline void record_frame(void* surface, WGPUTexture texture) {
  if (!texture) return;
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  static const auto width = real<WGPUProcTextureGetWidth>("wgpuTextureGetWidth");
  static const auto height = real<WGPUProcTextureGetHeight>("wgpuTextureGetHeight");
  static const auto format = real<WGPUProcTextureGetFormat>("wgpuTextureGetFormat");
  static const auto usage = real<WGPUProcTextureGetUsage>("wgpuTextureGetUsage");
  d.size.width = width(texture);
  d.size.height = height(texture);
  d.format = format(texture);
  d.usage = usage(texture);
  process_recorder()->frame(surface, texture, d);
}

struct Proc {
  const char* name;
  WGPUProc proc;
};
inline WGPUProc find_proc(const Proc* all, size_t count, WGPUStringView name) {
  if (!name.data) return nullptr;
  std::string_view wanted = name.length == WGPU_STRLEN ? std::string_view(name.data) : std::string_view(name.data, name.length);
  for (size_t i = 0; i < count; ++i) {
    if (wanted == all[i].name) return all[i].proc;
  }
  return nullptr;
}

}  // namespace vitrine::trace
