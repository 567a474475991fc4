// What the end of a device, of a pass or of a submission does to the objects around it.
#include <atomic>
#include <thread>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

struct Mapped {
  int calls = 0;
  WGPUMapAsyncStatus status{};
};

void map(Program& p, WGPUBuffer buffer, Mapped& to, WGPUMapMode mode = WGPUMapMode_Read) {
  WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* to, void*) {
    ++static_cast<Mapped*>(to)->calls;
    static_cast<Mapped*>(to)->status = status;
  };
  info.userdata1 = &to;
  wgpuBufferMapAsync(buffer, mode, 0, 16, info);
}

// https://gpuweb.github.io/gpuweb/#dom-gpudevice-destroy
TEST(Destroy, ADeviceUnmapsItsBuffers) {
  for (bool by_release : {false, true}) {
    Program p;
    ASSERT_TRUE(p.start());
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = 16;
    d.usage = WGPUBufferUsage_Vertex;
    d.mappedAtCreation = true;
    WGPUBuffer at_creation = wgpuDeviceCreateBuffer(p.device, &d);
    WGPUBuffer pending = p.buffer(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    WGPUBuffer mapped = p.buffer(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    Mapped one, two;
    map(p, mapped, one);
    wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(one.status, WGPUMapAsyncStatus_Success);
    map(p, pending, two);
    EXPECT_EQ(wgpuBufferGetMapState(pending), WGPUBufferMapState_Pending);
    if (by_release) {
      wgpuDeviceRelease(p.device);
      p.device = nullptr;
    } else {
      wgpuDeviceDestroy(p.device);
    }
    for (WGPUBuffer b : {at_creation, pending, mapped}) {
      EXPECT_EQ(wgpuBufferGetMapState(b), WGPUBufferMapState_Unmapped);
      EXPECT_EQ(wgpuBufferGetConstMappedRange(b, 0, 16), nullptr);
    }
    wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(two.calls, 1);
    EXPECT_EQ(two.status, WGPUMapAsyncStatus_Aborted);
    EXPECT_EQ(one.calls, 1);
    for (WGPUBuffer b : {at_creation, pending, mapped}) wgpuBufferRelease(b);
  }
}

// A device that the backend lost is not destroyed: what is mapped stays mapped, and may be written.
TEST(Destroy, ABufferOfALostDeviceIsUnmappedByDestroyAlone) {
  Program p;
  ASSERT_TRUE(p.start());
  wgpuDeviceDestroy(p.device);
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.size = 16;
  d.usage = WGPUBufferUsage_Vertex;
  d.mappedAtCreation = true;
  WGPUBuffer late = wgpuDeviceCreateBuffer(p.device, &d);
  EXPECT_EQ(wgpuBufferGetMapState(late), WGPUBufferMapState_Mapped);
  EXPECT_NE(wgpuBufferGetMappedRange(late, 0, 16), nullptr);
  wgpuDeviceDestroy(p.device);
  EXPECT_EQ(wgpuBufferGetMapState(late), WGPUBufferMapState_Unmapped);
  wgpuBufferRelease(late);
}

TEST(Destroy, ASubmissionThatFailsUsesUpEveryCommandBuffer) {
  Program p, other;
  ASSERT_TRUE(p.start());
  ASSERT_TRUE(other.start());
  auto commands = [](Program& of, WGPUBuffer clear) {
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(of.device, nullptr);
    if (clear) wgpuCommandEncoderClearBuffer(e, clear, 0, 16);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, nullptr);
    wgpuCommandEncoderRelease(e);
    return c;
  };
  WGPUBuffer destroyed = p.buffer(16, WGPUBufferUsage_CopyDst);
  WGPUCommandBuffer all[] = {commands(p, destroyed), commands(p, nullptr), commands(other, nullptr)};
  wgpuBufferDestroy(destroyed);
  WGPUQueue queue = wgpuDeviceGetQueue(p.device), queue_of_other = wgpuDeviceGetQueue(other.device);
  wgpuQueueSubmit(queue, 3, all);
  EXPECT_EQ(p.begun("diagnostic submit_buffer_busy"), 1u) << p.all();
  wgpuQueueSubmit(queue, 1, &all[1]);
  EXPECT_EQ(p.begun("diagnostic command_buffer_submitted_twice"), 1u) << p.all();
  wgpuQueueSubmit(queue_of_other, 1, &all[2]);
  EXPECT_EQ(other.begun("diagnostic command_buffer_submitted_twice"), 1u) << other.all();
  for (WGPUCommandBuffer c : all) wgpuCommandBufferRelease(c);
  wgpuQueueRelease(queue);
  wgpuQueueRelease(queue_of_other);
  wgpuBufferRelease(destroyed);
}

// A set that no query of the pass uses is not used: it may go before the submission.
TEST(Destroy, AnOcclusionQuerySetThatNoQueryUses) {
  for (WGPUBackendType backend : {WGPUBackendType_Null, WGPUBackendType_Vulkan}) {
    Program p({.backend = backend});
    if (!p.start()) continue;
    for (bool release : {false, true}) {
      WGPUTextureDescriptor of_texture = WGPU_TEXTURE_DESCRIPTOR_INIT;
      of_texture.format = WGPUTextureFormat_RGBA8Unorm;
      of_texture.size = {4, 4, 1};
      of_texture.usage = WGPUTextureUsage_RenderAttachment;
      WGPUTexture texture = wgpuDeviceCreateTexture(p.device, &of_texture);
      WGPUTextureView view = wgpuTextureCreateView(texture, nullptr);
      WGPUQuerySetDescriptor of_set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
      of_set.type = WGPUQueryType_Occlusion;
      of_set.count = 2;
      WGPUQuerySet set = wgpuDeviceCreateQuerySet(p.device, &of_set);
      WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
      WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
      color.view = view;
      color.loadOp = WGPULoadOp_Clear;
      color.storeOp = WGPUStoreOp_Store;
      WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
      d.colorAttachments = &color;
      d.colorAttachmentCount = 1;
      d.occlusionQuerySet = set;
      WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &d);
      wgpuRenderPassEncoderEnd(pass);
      wgpuRenderPassEncoderRelease(pass);
      WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, nullptr);
      if (!release) wgpuQuerySetDestroy(set);
      wgpuQuerySetRelease(set);
      WGPUQueue queue = wgpuDeviceGetQueue(p.device);
      wgpuQueueSubmit(queue, 1, &c);
      EXPECT_EQ(p.begun("error"), 0u) << p.all();
      wgpuQueueRelease(queue);
      wgpuCommandBufferRelease(c);
      wgpuCommandEncoderRelease(e);
      wgpuTextureViewRelease(view);
      wgpuTextureRelease(texture);
    }
  }
}

// Each thread uses what another one destroys: whatever comes of it is an error, and never more.
TEST(Destroy, MeanwhileOthersUseTheObject) {
  Program p({.uncaptured = false});
  ASSERT_TRUE(p.start());
  WGPUQueue queue = wgpuDeviceGetQueue(p.device);
  for (int round = 0; round < 200; ++round) {
    WGPUBuffer buffer = p.buffer(16, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    WGPUQuerySetDescriptor of_set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    of_set.type = WGPUQueryType_Occlusion;
    of_set.count = 1;
    WGPUQuerySet set = wgpuDeviceCreateQuerySet(p.device, &of_set);
    std::atomic<int> ready{0};
    auto start = [&] {
      ++ready;
      while (ready < 4) std::this_thread::yield();
    };
    std::atomic<int> answers{0};
    auto map_it = [&] {
      start();
      WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
      info.mode = WGPUCallbackMode_AllowSpontaneous;
      info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* to, void*) { ++*static_cast<std::atomic<int>*>(to); };
      info.userdata1 = &answers;
      wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, 16, info);
    };
    std::thread threads[] = {
        std::thread(map_it), std::thread(map_it),
        std::thread([&] {
          start();
          wgpuBufferDestroy(buffer);
          wgpuQuerySetDestroy(set);
        }),
        std::thread([&] {
          start();
          wgpuQuerySetSetLabel(set, text("set"));
          WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
          wgpuCommandEncoderClearBuffer(e, buffer, 0, 16);
          WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, nullptr);
          wgpuQueueSubmit(queue, 1, &c);
          wgpuCommandBufferRelease(c);
          wgpuCommandEncoderRelease(e);
        })};
    for (std::thread& t : threads) t.join();
    wgpuBufferRelease(buffer);
    wgpuQuerySetRelease(set);
    for (int i = 0; i < 1000 && answers < 2; ++i) wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(answers, 2);
  }
  wgpuQueueRelease(queue);
}

}  // namespace
}  // namespace vitrine::capi::testing
