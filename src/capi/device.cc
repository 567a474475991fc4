// Devices: objects, errors, loss. https://webgpu-native.github.io/webgpu-headers/group__WGPUDeviceMethods.html
#include "gpu/device.h"

#include "capi/convert.h"
#include "gpu/adapter.h"
#include "gpu/bind_group.h"
#include "gpu/buffer.h"
#include "gpu/command_encoder.h"
#include "gpu/compute_pipeline.h"
#include "gpu/instance.h"
#include "gpu/query_set.h"
#include "gpu/queue.h"
#include "gpu/render_bundle.h"
#include "gpu/render_pipeline.h"

using namespace vitrine;
using namespace vitrine::capi;

// One that takes a descriptor which must be there.
#define VITRINE_CREATE(Name, function, create)                                                      \
  WGPU##Name wgpuDeviceCreate##Name(WGPUDevice device, WGPU##Name##Descriptor const* descriptor) {  \
    VITRINE_CALL(device, function, (descriptor), nullptr);                                          \
    if (!descriptor) {                                                                              \
      VITRINE_NULL("descriptor");                                                                   \
      return nullptr;                                                                               \
    }                                                                                               \
    return give_made(self.create(convert(*descriptor)));                                            \
  }

extern "C" {

VITRINE_CREATE(BindGroup, "createBindGroup", create_bind_group)
VITRINE_CREATE(BindGroupLayout, "createBindGroupLayout", create_bind_group_layout)
VITRINE_CREATE(Buffer, "createBuffer", create_buffer)
VITRINE_CREATE(ComputePipeline, "createComputePipeline", create_compute_pipeline)
VITRINE_CREATE(PipelineLayout, "createPipelineLayout", create_pipeline_layout)
VITRINE_CREATE(QuerySet, "createQuerySet", create_query_set)
VITRINE_CREATE(RenderBundleEncoder, "createRenderBundleEncoder", create_render_bundle_encoder)
VITRINE_CREATE(RenderPipeline, "createRenderPipeline", create_render_pipeline)
VITRINE_CREATE(ShaderModule, "createShaderModule", create_shader_module)
VITRINE_CREATE(Texture, "createTexture", create_texture)

WGPUCommandEncoder wgpuDeviceCreateCommandEncoder(WGPUDevice device, WGPUCommandEncoderDescriptor const* descriptor) {
  VITRINE_CALL(device, "createCommandEncoder", (descriptor), nullptr);
  if (descriptor) check_chain(descriptor->nextInChain, "WGPUCommandEncoderDescriptor", {});
  return give_made(self.create_command_encoder({descriptor ? text(descriptor->label) : std::string_view()}));
}

WGPUSampler wgpuDeviceCreateSampler(WGPUDevice device, WGPUSamplerDescriptor const* descriptor) {
  VITRINE_CALL(device, "createSampler", (descriptor), nullptr);
  return give_made(self.create_sampler(convert(descriptor)));
}

WGPUFuture wgpuDeviceCreateComputePipelineAsync(WGPUDevice device, WGPUComputePipelineDescriptor const* descriptor,
                                                WGPUCreateComputePipelineAsyncCallbackInfo info) {
  VITRINE_CALL(device, "createComputePipelineAsync", (descriptor), WGPUFuture{0});
  if (!descriptor) {
    VITRINE_NULL("descriptor");
    return {0};
  }
  return {self.create_compute_pipeline_async(
      convert(*descriptor), callback_mode(info, "WGPUCreateComputePipelineAsyncCallbackInfo"),
      [info](gpu::CreatePipelineAsyncStatus status, gpu::Ref<gpu::ComputePipeline> pipeline, std::string message) {
        if (!info.callback) return;
        info.callback(static_cast<WGPUCreatePipelineAsyncStatus>(status), give_made(pipeline), view(message), info.userdata1,
                      info.userdata2);
      })};
}

WGPUFuture wgpuDeviceCreateRenderPipelineAsync(WGPUDevice device, WGPURenderPipelineDescriptor const* descriptor,
                                               WGPUCreateRenderPipelineAsyncCallbackInfo info) {
  VITRINE_CALL(device, "createRenderPipelineAsync", (descriptor), WGPUFuture{0});
  if (!descriptor) {
    VITRINE_NULL("descriptor");
    return {0};
  }
  return {self.create_render_pipeline_async(
      convert(*descriptor), callback_mode(info, "WGPUCreateRenderPipelineAsyncCallbackInfo"),
      [info](gpu::CreatePipelineAsyncStatus status, gpu::Ref<gpu::RenderPipeline> pipeline, std::string message) {
        if (!info.callback) return;
        info.callback(static_cast<WGPUCreatePipelineAsyncStatus>(status), give_made(pipeline), view(message), info.userdata1,
                      info.userdata2);
      })};
}

void wgpuDeviceDestroy(WGPUDevice device) {
  VITRINE_CALL(device, "destroy", ());
  self.destroy();
}

WGPUStatus wgpuDeviceGetAdapterInfo(WGPUDevice device, WGPUAdapterInfo* info) {
  VITRINE_ENTER(device, "adapterInfo", WGPUStatus_Error);
  return info && fill(*info, self.adapter()) ? WGPUStatus_Success : WGPUStatus_Error;
}

void wgpuDeviceGetFeatures(WGPUDevice device, WGPUSupportedFeatures* features) {
  VITRINE_ENTER(device, "features");
  if (features) fill(*features, self.features());
}

WGPUStatus wgpuDeviceGetLimits(WGPUDevice device, WGPULimits* limits) {
  VITRINE_ENTER(device, "limits", WGPUStatus_Error);
  return limits && fill(*limits, self.limits()) ? WGPUStatus_Success : WGPUStatus_Error;
}

WGPUFuture wgpuDeviceGetLostFuture(WGPUDevice device) {
  VITRINE_ENTER(device, "lost", WGPUFuture{0});
  return {self.lost_future()};
}

WGPUQueue wgpuDeviceGetQueue(WGPUDevice device) {
  VITRINE_ENTER(device, "queue", nullptr);
  return give(&self.queue());
}

WGPUBool wgpuDeviceHasFeature(WGPUDevice device, WGPUFeatureName feature) {
  VITRINE_ENTER(device, "features", false);
  return self.features().has(as<gpu::FeatureName>(feature)) || is_always_there(feature);
}

WGPUFuture wgpuDevicePopErrorScope(WGPUDevice device, WGPUPopErrorScopeCallbackInfo info) {
  VITRINE_CALL(device, "popErrorScope", (), WGPUFuture{0});
  return {self.pop_error_scope(
      callback_mode(info, "WGPUPopErrorScopeCallbackInfo"),
      [info](gpu::PopErrorScopeStatus status, gpu::ErrorType type, std::string message, diag::DiagnosticPtr) {
        if (!info.callback) return;
        info.callback(static_cast<WGPUPopErrorScopeStatus>(status), static_cast<WGPUErrorType>(type), view(message),
                      info.userdata1, info.userdata2);
      })};
}

void wgpuDevicePushErrorScope(WGPUDevice device, WGPUErrorFilter filter) {
  VITRINE_CALL(device, "pushErrorScope", (filter));
  self.push_error_scope(as<gpu::ErrorFilter>(filter));
}

WGPUFuture wgpuShaderModuleGetCompilationInfo(WGPUShaderModule module, WGPUCompilationInfoCallbackInfo info) {
  VITRINE_CALL(module, "getCompilationInfo", (), WGPUFuture{0});
  return {self.get_compilation_info(
      callback_mode(info, "WGPUCompilationInfoCallbackInfo"),
      [info](const std::vector<diag::CompilationMessage>& messages) {
        if (!info.callback) return;
        std::vector<WGPUCompilationMessage> list;
        std::vector<VitrineCompilationMessageUtf16> utf16;
        list.reserve(messages.size());
        utf16.reserve(messages.size());
        for (const diag::CompilationMessage& m : messages) {
          WGPUCompilationMessage to{};
          to.message = view(m.text);
          to.type = m.severity == diag::Severity::Error     ? WGPUCompilationMessageType_Error
                    : m.severity == diag::Severity::Warning ? WGPUCompilationMessageType_Warning
                                                            : WGPUCompilationMessageType_Info;
          to.lineNum = m.line;
          to.linePos = m.column_bytes;
          to.offset = m.offset_bytes;
          to.length = m.length_bytes;
          if (m.line) {
            utf16.push_back({{nullptr, WGPUSType_VitrineCompilationMessageUtf16}, m.column_utf16, m.offset_utf16,
                             m.length_utf16});
            to.nextInChain = &utf16.back().chain;
          }
          list.push_back(to);
        }
        WGPUCompilationInfo out{};
        out.messageCount = list.size();
        out.messages = list.data();
        info.callback(WGPUCompilationInfoRequestStatus_Success, &out, info.userdata1, info.userdata2);
      },
      [info] {
        if (info.callback)
          info.callback(WGPUCompilationInfoRequestStatus_CallbackCancelled, nullptr, info.userdata1, info.userdata2);
      })};
}

WGPUBindGroupLayout wgpuComputePipelineGetBindGroupLayout(WGPUComputePipeline pipeline, uint32_t index) {
  VITRINE_CALL(pipeline, "getBindGroupLayout", (index), nullptr);
  return give(self.get_bind_group_layout(index));
}

WGPUBindGroupLayout wgpuRenderPipelineGetBindGroupLayout(WGPURenderPipeline pipeline, uint32_t index) {
  VITRINE_CALL(pipeline, "getBindGroupLayout", (index), nullptr);
  return give(self.get_bind_group_layout(index));
}

void wgpuQuerySetDestroy(WGPUQuerySet set) {
  VITRINE_CALL(set, "destroy", ());
  self.destroy();
}
uint32_t wgpuQuerySetGetCount(WGPUQuerySet set) {
  VITRINE_ENTER(set, "count", 0);
  return self.count();
}
WGPUQueryType wgpuQuerySetGetType(WGPUQuerySet set) {
  VITRINE_ENTER(set, "type", WGPUQueryType_Occlusion);
  return static_cast<WGPUQueryType>(self.type());
}

}  // extern "C"
