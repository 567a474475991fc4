// The native half of the Node binding: casts for every C function, and what is written by hand. Sees the C interface only.
#include <node_api.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include "context.h"

namespace vitrine::node {
namespace {

#include "native_calls.inc"

napi_value release(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  uint32_t kind = as_u32(env, a[0]);
  void* handle = as_pointer<void>(env, a[1]);
  if (kind == kDeviceKind)
    for (Context* c : contexts) c->devices.erase(static_cast<WGPUDevice>(handle));
  release_handle(kind, handle);
  return nullptr;
}

}  // namespace
}  // namespace vitrine::node

NAPI_MODULE_INIT() {
  using vitrine::node::NativeCall;
  auto add = [&](const NativeCall& call) {
    napi_value f;
    napi_create_function(env, call.name, NAPI_AUTO_LENGTH, call.function, nullptr, &f);
    napi_set_named_property(env, exports, call.name, f);
  };
  for (auto calls : {vitrine::node::context_calls(), vitrine::node::request_calls(), vitrine::node::data_calls()})
    for (const NativeCall& call : calls) add(call);
  for (const NativeCall& call : vitrine::node::kNativeCalls) add(call);
  add({"release", vitrine::node::release});
  return exports;
}
