// What the tests of this folder share: an instance under the validation layer, an adapter, a device. Whatever the layer
// says fails the test, and so does an error that no scope takes.
#pragma once

#include <gtest/gtest.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

inline WGPUStringView text(std::string_view words) { return {words.data(), words.size()}; }

using Bytes = std::vector<uint8_t>;

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);  // some drivers write about it on stderr
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = VitrineInstanceFlags_Validation;
    ours.logCallbackInfo.level = VitrineLogLevel_Warning;
    ours.logCallbackInfo.callback = [](VitrineLogLevel, WGPUStringView category, WGPUStringView words, void*, void*) {
      std::string_view from(category.data, category.length), said(words.data, words.length);
      if (said.find("is not installed") != said.npos) return;
      ADD_FAILURE() << from << ": " << said;
    };
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &ours.chain;
    instance = wgpuCreateInstance(&descriptor);
    ASSERT_TRUE(instance);
    WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
    on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* self, void*) {
      static_cast<DeviceTest*>(self)->adapter = a;
      static_cast<DeviceTest*>(self)->done = true;
    };
    on_adapter.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, nullptr, on_adapter);
    wait();
    if (!adapter) GTEST_SKIP() << "no adapter";
    std::erase_if(features, [&](WGPUFeatureName f) { return !wgpuAdapterHasFeature(adapter, f); });
    WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    device_descriptor.requiredFeatures = features.data();
    device_descriptor.requiredFeatureCount = features.size();
    device_descriptor.uncapturedErrorCallbackInfo.callback =
        [](WGPUDevice const*, WGPUErrorType, WGPUStringView message, void*, void*) {
          ADD_FAILURE() << std::string_view(message.data, message.length);
        };
    WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    on_device.mode = WGPUCallbackMode_AllowProcessEvents;
    on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* self, void*) {
      static_cast<DeviceTest*>(self)->device = d;
      static_cast<DeviceTest*>(self)->done = true;
    };
    on_device.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, &device_descriptor, on_device);
    wait();
    ASSERT_TRUE(device);
    queue = wgpuDeviceGetQueue(device);
  }

  void TearDown() override {
    if (queue) wgpuQueueRelease(queue);
    if (device) wgpuDeviceRelease(device);
    if (adapter) wgpuAdapterRelease(adapter);
    if (instance) wgpuInstanceRelease(instance);
  }

  // Until a callback has set `done`.
  void wait() {
    while (!done) wgpuInstanceProcessEvents(instance);
    done = false;
  }

  // Until the GPU has done what was submitted.
  void finish() {
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView, void* self, void*) {
      EXPECT_EQ(status, WGPUQueueWorkDoneStatus_Success);
      static_cast<DeviceTest*>(self)->done = true;
    };
    info.userdata1 = this;
    wgpuQueueOnSubmittedWorkDone(queue, info);
    wait();
  }

  // The kind of error that the innermost scope caught.
  WGPUErrorType pop_error() {
    struct Popped {
      DeviceTest* self;
      WGPUErrorType type = WGPUErrorType_NoError;
    } popped{this};
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType type, WGPUStringView, void* p, void*) {
      static_cast<Popped*>(p)->type = type;
      static_cast<Popped*>(p)->self->done = true;
    };
    info.userdata1 = &popped;
    wgpuDevicePopErrorScope(device, info);
    wait();
    return popped.type;
  }

  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage, const void* data = nullptr) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage | WGPUBufferUsage_CopyDst;
    WGPUBuffer b = wgpuDeviceCreateBuffer(device, &d);
    if (data) wgpuQueueWriteBuffer(queue, b, 0, data, size);
    return b;
  }
  WGPUTexture texture(WGPUTextureFormat format, WGPUExtent3D size, WGPUTextureUsage usage, uint32_t mips = 1, uint32_t samples = 1) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.format = format;
    d.size = size;
    d.usage = usage;
    d.mipLevelCount = mips;
    d.sampleCount = samples;
    return wgpuDeviceCreateTexture(device, &d);
  }
  WGPUShaderModule shader(std::string_view wgsl) {
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = text(wgsl);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &code.chain;
    return wgpuDeviceCreateShaderModule(device, &d);
  }
  void submit(WGPUCommandEncoder encoder) {
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
  }
  Bytes read(WGPUBuffer from, uint64_t size) {
    WGPUBuffer to = buffer(size, WGPUBufferUsage_MapRead);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, from, 0, to, 0, size);
    submit(encoder);
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* flag, void*) { *static_cast<bool*>(flag) = true; };
    info.userdata1 = &done;
    wgpuBufferMapAsync(to, WGPUMapMode_Read, 0, size, info);
    wait();
    Bytes out(size);
    const void* mapped = wgpuBufferGetConstMappedRange(to, 0, size);
    EXPECT_TRUE(mapped);
    if (mapped) std::memcpy(out.data(), mapped, size);
    wgpuBufferRelease(to);
    return out;
  }
  // One workgroup of `pipeline`, with `entries` as group 0.
  void dispatch(WGPUComputePipeline pipeline, const std::vector<WGPUBindGroupEntry>& entries) {
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = layout;
    d.entries = entries.data();
    d.entryCount = entries.size();
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &d);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    submit(encoder);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
  }

  std::vector<WGPUFeatureName> features;  // what the device gets of these, where the adapter has it: set before SetUp
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  bool done = false;
};
