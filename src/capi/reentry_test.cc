// Inside of a callback of any kind a program may call anything: also what ends the device, or everything.
#include <chrono>
#include <memory>
#include <mutex>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

enum class Inside { CallsEverything, DestroysTheDevice, ReleasesEverything };

class Reentry {
 public:
  Reentry(Program& program, std::string kind, Inside what) : p(program), kind_(std::move(kind)), what_(what) {
    p.more = [this](const std::string& line) { heard(line.substr(0, line.find(' '))); };
  }

  // Calls of every kind, some of which fail.
  void call_everything() {
    WGPUBuffer unusable = p.buffer(16, WGPUBufferUsage_None), buffer = p.buffer(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    for (WGPUBuffer b : {unusable, buffer}) {
      if (!b) continue;
      wgpuBufferSetLabel(b, text("b"));
      (void)wgpuBufferGetMapState(b);
      EXPECT_EQ(wgpuBufferGetConstMappedRange(b, 3, 1), nullptr);
      WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowSpontaneous;
      info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* self, void*) { static_cast<Reentry*>(self)->heard("map"); };
      info.userdata1 = this;
      WGPUFutureWaitInfo wait{wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 16, info), false};
      if (p.instance) (void)wgpuInstanceWaitAny(p.instance, 1, &wait, 0);
      current = b;
    }
    if (p.device) {
      wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_Validation);
      p.fail();
    }
    if (p.device) {
      WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowSpontaneous;
      info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView, void* self, void*) { static_cast<Reentry*>(self)->heard("scope"); };
      info.userdata1 = this;
      wgpuDevicePopErrorScope(p.device, info);
    }
    if (p.device) {
      WGPUQueue queue = wgpuDeviceGetQueue(p.device);
      WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
      if (encoder && buffer) {
        wgpuCommandEncoderClearBuffer(encoder, buffer, 0, 16);
        WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
        wgpuQueueSubmit(queue, 1, &commands);
        wgpuCommandBufferRelease(commands);
      }
      if (encoder) wgpuCommandEncoderRelease(encoder);
      WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowProcessEvents;
      info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* self, void*) { static_cast<Reentry*>(self)->heard("work"); };
      info.userdata1 = this;
      wgpuQueueOnSubmittedWorkDone(queue, info);
      wgpuQueueRelease(queue);
    }
    if (WGPUShaderModule module = p.device ? p.module("@compute @workgroup_size(1) fn main() { let x = 1; }") : nullptr) {
      WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowSpontaneous;
      info.callback = [](WGPUCompilationInfoRequestStatus, WGPUCompilationInfo const*, void* self, void*) { static_cast<Reentry*>(self)->heard("info"); };
      info.userdata1 = this;
      wgpuShaderModuleGetCompilationInfo(module, info);
      WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
      d.compute.module = module;
      WGPUCreateComputePipelineAsyncCallbackInfo made = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
      made.mode = WGPUCallbackMode_AllowProcessEvents;
      made.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline pipeline, WGPUStringView, void* self, void*) {
        static_cast<Reentry*>(self)->heard("pipeline");
        if (pipeline) wgpuComputePipelineRelease(pipeline);
      };
      made.userdata1 = this;
      if (p.device) wgpuDeviceCreateComputePipelineAsync(p.device, &d, made);
      wgpuShaderModuleRelease(module);
    }
    if (p.instance) {
      WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
      o.backendType = WGPUBackendType_Null;
      WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowSpontaneous;
      info.callback = [](WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView, void* self, void*) {
        static_cast<Reentry*>(self)->heard("adapter");
        if (adapter) wgpuAdapterRelease(adapter);
      };
      info.userdata1 = this;
      wgpuInstanceRequestAdapter(p.instance, &o, info);
    }
    if (p.instance) wgpuInstanceProcessEvents(p.instance);
    current = nullptr;
    for (WGPUBuffer b : {unusable, buffer})
      if (b) wgpuBufferRelease(b);
  }

  bool was_inside() {
    std::lock_guard lock(mutex_);
    return inside_;
  }

 private:
  void heard(const std::string& kind) {
    {
      std::lock_guard lock(mutex_);
      if (kind != kind_ || inside_) return;
      inside_ = true;
    }
    if (WGPUBuffer b = current) {
      (void)wgpuBufferGetMapState(b);
      wgpuBufferUnmap(b);
    }
    switch (what_) {
      case Inside::CallsEverything: return call_everything();
      case Inside::DestroysTheDevice:
        if (p.device) wgpuDeviceDestroy(p.device);
        return;
      case Inside::ReleasesEverything:
        if (p.device) wgpuDeviceRelease(std::exchange(p.device, nullptr));
        if (p.adapter) wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
        if (p.instance) wgpuInstanceRelease(std::exchange(p.instance, nullptr));
        return;
    }
  }

  Program& p;
  std::string kind_;
  Inside what_;
  std::mutex mutex_;
  bool inside_ = false;
  WGPUBuffer current = nullptr;  // what the present call may be about
};

TEST(Reentry, EveryKindOfCallbackMayCallEverything) {
  for (const char* kind : {"log", "diagnostic", "error", "lost", "map", "scope", "work", "info", "pipeline", "adapter"}) {
    for (Inside what : {Inside::CallsEverything, Inside::DestroysTheDevice, Inside::ReleasesEverything}) {
      SCOPED_TRACE(std::string(kind) + " " + std::to_string(static_cast<int>(what)));
      auto p = std::make_unique<Program>();
      ASSERT_TRUE(p->start());
      Reentry r(*p, kind, what);
      r.call_everything();
      if (p->device) wgpuDeviceDestroy(p->device);
      auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (!r.was_inside() && p->instance && std::chrono::steady_clock::now() < end) wgpuInstanceProcessEvents(p->instance);
      // A program without errors of the library has nothing in its log.
      EXPECT_TRUE(r.was_inside() || std::string_view(kind) == "log") << p->all();
      p.reset();
    }
  }
}

}  // namespace
}  // namespace vitrine::capi::testing
