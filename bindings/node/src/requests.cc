// Calls that end later: their callbacks run inside of poll() and append what lib/events.js settles a promise with.
#include <cstdlib>
#include <string>
#include <utility>

#include "context.h"

namespace vitrine::node {
namespace {

// What the instance has to choose from: [{ name, backend }].
napi_value adapters(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  VitrineAdapterReport report = {};
  vitrineInstanceGetAdapterReport(as_pointer<Context>(env, a[0])->instance, &report);
  napi_value list;
  uint32_t count = 0;
  napi_create_array(env, &list);
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    if (!c.usable) continue;
    Object o(env);
    o.set("name", to_view(c.name)).set("backend", c.backendType);
    napi_set_element(env, list, count++, o.value);
  }
  vitrineAdapterReportFreeMembers(report);
  return list;
}

// requestAdapter(context, instance, options, request, name of the adapter or "")
napi_value request_adapter(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  // The choice is made inside the call.
  std::string name = as_text(env, a[4]);
  if (!name.empty()) setenv("VITRINE_ADAPTER", name.c_str(), 1);
  wgpuInstanceRequestAdapter(as_handle<WGPUInstance>(env, a[1]), as_pointer<WGPURequestAdapterOptions>(env, a[2]),
                             {nullptr, WGPUCallbackMode_AllowProcessEvents,
                              [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* r, void*) {
                                Object o = done(r);
                                o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, adapter));
                              },
                              request(env, a[0], a[3]), nullptr});
  if (!name.empty()) unsetenv("VITRINE_ADAPTER");
  return nullptr;
}

napi_value request_device(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  auto* c = as_pointer<Context>(env, a[0]);
  auto* desc = as_pointer<WGPUDeviceDescriptor>(env, a[2]);
  void* key = reinterpret_cast<void*>(static_cast<uintptr_t>(as_u32(env, a[3])));
  desc->deviceLostCallbackInfo = {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                  [](WGPUDevice const*, WGPUDeviceLostReason reason, WGPUStringView message, void* context, void* device) {
                                    static_cast<Context*>(context)->push({Event::Lost, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(device)),
                                                                          reason, std::string(to_view(message))});
                                  },
                                  c, key};
  desc->uncapturedErrorCallbackInfo = {nullptr,
                                       [](WGPUDevice const*, WGPUErrorType type, WGPUStringView message, void* context, void* device) {
                                         auto* self = static_cast<Context*>(context);
                                         VitrineDiagnostic d = vitrineInstanceGetUncapturedDiagnostic(self->instance);
                                         if (d) vitrineDiagnosticAddRef(d);
                                         self->push({Event::Error, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(device)), type,
                                                     std::string(to_view(message)), d});
                                       },
                                       c, key};
  wgpuAdapterRequestDevice(as_handle<WGPUAdapter>(env, a[1]), desc,
                           {nullptr, WGPUCallbackMode_AllowProcessEvents,
                            [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* r, void* context) {
                              if (device) static_cast<Context*>(context)->devices.insert(device);
                              Object o = done(r);
                              o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, device));
                              if (status == WGPURequestDeviceStatus_Success) return;
                              if (VitrineDiagnostic d = vitrineInstanceTakeException(static_cast<Context*>(context)->instance)) {
                                o.set("exception", exception_name(vitrineDiagnosticGetEffect(d)));
                                vitrineDiagnosticRelease(d);
                              }
                            },
                            request(env, a[0], a[4]), c});
  return nullptr;
}

napi_value pop_error_scope(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuDevicePopErrorScope(as_handle<WGPUDevice>(env, a[1]),
                          {nullptr, WGPUCallbackMode_AllowProcessEvents,
                           [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* r, void*) {
                             done(r).set("status", status).set("type", type).set("message", to_view(message));
                           },
                           request(env, a[0], a[2]), nullptr});
  return nullptr;
}

template <class Pipeline>
void pipeline_done(WGPUCreatePipelineAsyncStatus status, Pipeline pipeline, WGPUStringView message, void* r, void*) {
  Object o = done(r);
  o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, pipeline));
}
template <class Pipeline, class Descriptor, auto create>
napi_value create_pipeline_async(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  create(as_handle<WGPUDevice>(env, a[1]), as_pointer<Descriptor>(env, a[2]),
         {nullptr, WGPUCallbackMode_AllowProcessEvents, pipeline_done<Pipeline>, request(env, a[0], a[3]), nullptr});
  return nullptr;
}

napi_value map_async(napi_env env, napi_callback_info info) {
  napi_value a[6];
  get_args(env, info, a, 6);
  wgpuBufferMapAsync(as_handle<WGPUBuffer>(env, a[1]), as_u32(env, a[2]), as_size(env, a[3]), as_size(env, a[4]),
                     {nullptr, WGPUCallbackMode_AllowProcessEvents,
                      [](WGPUMapAsyncStatus status, WGPUStringView message, void* r, void*) {
                        done(r).set("status", status).set("message", to_view(message));
                      },
                      request(env, a[0], a[5]), nullptr});
  return nullptr;
}

napi_value get_compilation_info(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuShaderModuleGetCompilationInfo(
      as_handle<WGPUShaderModule>(env, a[1]),
      {nullptr, WGPUCallbackMode_AllowProcessEvents,
       [](WGPUCompilationInfoRequestStatus status, const WGPUCompilationInfo* compilation, void* r, void*) {
         Object o = done(r);
         if (status != WGPUCompilationInfoRequestStatus_Success || !compilation) return;
         napi_value list;
         napi_create_array_with_length(o.env, compilation->messageCount, &list);
         for (size_t i = 0; i < compilation->messageCount; ++i) {
           const WGPUCompilationMessage& m = compilation->messages[i];
           // Positions in UTF-16 units, which JavaScript counts in, come chained.
           const auto* utf16 = reinterpret_cast<const VitrineCompilationMessageUtf16*>(m.nextInChain);
           while (utf16 && utf16->chain.sType != WGPUSType_VitrineCompilationMessageUtf16)
             utf16 = reinterpret_cast<const VitrineCompilationMessageUtf16*>(utf16->chain.next);
           Object message(o.env);
           message.set("message", to_view(m.message))
               .set("type", m.type == WGPUCompilationMessageType_Error ? "error" : m.type == WGPUCompilationMessageType_Warning ? "warning" : "info")
               .set("lineNum", static_cast<double>(m.lineNum))
               .set("linePos", static_cast<double>(utf16 ? utf16->linePos : m.linePos))
               .set("offset", static_cast<double>(utf16 ? utf16->offset : m.offset))
               .set("length", static_cast<double>(utf16 ? utf16->length : m.length));
           napi_set_element(o.env, list, static_cast<uint32_t>(i), message.value);
         }
         o.set("messages", list);
       },
       request(env, a[0], a[2]), nullptr});
  return nullptr;
}

napi_value work_done(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuQueueOnSubmittedWorkDone(as_handle<WGPUQueue>(env, a[1]),
                               {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                [](WGPUQueueWorkDoneStatus status, WGPUStringView, void* r, void*) { done(r).set("status", status); },
                                request(env, a[0], a[2]), nullptr});
  return nullptr;
}

}  // namespace

std::span<const NativeCall> request_calls() {
  static constexpr NativeCall kCalls[] = {
      {"adapters", adapters}, {"requestAdapter", request_adapter}, {"requestDevice", request_device},
      {"popErrorScope", pop_error_scope}, {"mapAsync", map_async},
      {"createComputePipelineAsync", create_pipeline_async<WGPUComputePipeline, WGPUComputePipelineDescriptor, wgpuDeviceCreateComputePipelineAsync>},
      {"createRenderPipelineAsync", create_pipeline_async<WGPURenderPipeline, WGPURenderPipelineDescriptor, wgpuDeviceCreateRenderPipelineAsync>},
      {"getCompilationInfo", get_compilation_info}, {"workDone", work_done},
  };
  return kCalls;
}

}  // namespace vitrine::node
