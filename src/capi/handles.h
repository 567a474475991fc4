// Handles of webgpu.h and the objects behind them.
#pragma once

#include <webgpu/webgpu.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "capi/call_text.h"
#include "gpu/call.h"
#include "gpu/object.h"

namespace vitrine::gpu {
class Adapter;
class BindGroup;
class BindGroupLayout;
class Buffer;
class CommandBuffer;
class CommandEncoder;
class ComputePassEncoder;
class ComputePipeline;
class Device;
class Instance;
class PipelineLayout;
class QuerySet;
class Queue;
class RenderBundle;
class RenderBundleEncoder;
class RenderPassEncoder;
class RenderPipeline;
class Sampler;
class ShaderModule;
class Surface;
class Texture;
class TextureView;
class ExternalTexture;
}  // namespace vitrine::gpu

namespace vitrine::capi {

// A handle is the address of the object.
template <class Handle>
struct ObjectOf;
#define VITRINE_HANDLE(Name)                     \
  template <>                                    \
  struct ObjectOf<WGPU##Name> {                  \
    using type = gpu::Name;                      \
    static constexpr const char* name = #Name;   \
  };                                             \
  inline gpu::Name* from(WGPU##Name handle) { return reinterpret_cast<gpu::Name*>(handle); } \
  inline WGPU##Name handle_of(gpu::Name* object) { return reinterpret_cast<WGPU##Name>(object); }
VITRINE_HANDLE(Adapter)
VITRINE_HANDLE(BindGroup)
VITRINE_HANDLE(BindGroupLayout)
VITRINE_HANDLE(Buffer)
VITRINE_HANDLE(CommandBuffer)
VITRINE_HANDLE(CommandEncoder)
VITRINE_HANDLE(ComputePassEncoder)
VITRINE_HANDLE(ComputePipeline)
VITRINE_HANDLE(Device)
VITRINE_HANDLE(ExternalTexture)
VITRINE_HANDLE(Instance)
VITRINE_HANDLE(PipelineLayout)
VITRINE_HANDLE(QuerySet)
VITRINE_HANDLE(Queue)
VITRINE_HANDLE(RenderBundle)
VITRINE_HANDLE(RenderBundleEncoder)
VITRINE_HANDLE(RenderPassEncoder)
VITRINE_HANDLE(RenderPipeline)
VITRINE_HANDLE(Sampler)
VITRINE_HANDLE(ShaderModule)
VITRINE_HANDLE(Surface)
VITRINE_HANDLE(Texture)
VITRINE_HANDLE(TextureView)
#undef VITRINE_HANDLE

// A list of handles is one of addresses.
template <class Handle>
std::span<typename ObjectOf<Handle>::type* const> from(const Handle* handles, size_t count) {
  return {reinterpret_cast<typename ObjectOf<Handle>::type* const*>(handles), handles ? count : 0};
}

// A handle for the program: it owns one reference.
template <class T>
auto give(T* object) {
  if (object) object->add_handle();
  return handle_of(object);
}
template <class T>
auto give(const gpu::Ref<T>& object) {
  return give(object.get());
}

// An object that the program has just made.
void lint_made(const gpu::Object& object);
template <class T>
auto give_made(const gpu::Ref<T>& object) {
  if (object) lint_made(*object);
  return give(object.get());
}

// Where the present call comes from: the return address of the entry point, or what a library between us and the program said.
[[gnu::tls_model("initial-exec")]] inline thread_local constinit const void* next_call_site = nullptr;
inline uint64_t call_site(const void* return_address) {
  if (next_call_site) [[unlikely]]
    return_address = std::exchange(next_call_site, nullptr);
  return reinterpret_cast<uint64_t>(return_address);
}

template <class Handle>
const char* interface_of(Handle) {
  return ObjectOf<Handle>::name;
}
// Null where an object or a struct must be: `what` is its interface or the parameter, "Texture", "descriptor". Said with the
// place; on the error stream where no instance is known, there for each place the first time and then by powers of ten.
void report_null(const char* function, const char* what, uint64_t site);
#define VITRINE_NULL(what) \
  ::vitrine::capi::report_null(__func__, what, \
                               ::vitrine::capi::call_site(__builtin_extract_return_addr(__builtin_return_address(0))))

// The first lines of every entry point: stop at a null handle, name the call, note where it comes from.
#define VITRINE_ENTER(handle, name, ...)                                                      \
  if (!(handle)) {                                                                            \
    VITRINE_NULL(::vitrine::capi::interface_of(handle));                                      \
    return __VA_ARGS__;                                                                       \
  }                                                                                           \
  auto& self = *::vitrine::capi::from(handle);                                                \
  ::vitrine::gpu::ApiCall call(self.instance(), name,                                         \
                               ::vitrine::capi::call_site(__builtin_extract_return_addr(__builtin_return_address(0))))

// The same for a method of the specification. `given` names the parameters in parentheses, without those of a callback: messages
// show them.
#define VITRINE_CALL(handle, name, given, ...)                                                \
  if (!(handle)) {                                                                            \
    VITRINE_NULL(::vitrine::capi::interface_of(handle));                                      \
    return __VA_ARGS__;                                                                       \
  }                                                                                           \
  auto& self = *::vitrine::capi::from(handle);                                                \
  auto describe_call = [&] { return ::vitrine::capi::call_text(self, name VITRINE_GIVEN given); }; \
  ::vitrine::gpu::ApiCall call(self.instance(), name,                                         \
                               ::vitrine::capi::call_site(__builtin_extract_return_addr(__builtin_return_address(0))), \
                               ::vitrine::capi::described_by(describe_call))
#define VITRINE_GIVEN(...) __VA_OPT__(, ) __VA_ARGS__

}  // namespace vitrine::capi
