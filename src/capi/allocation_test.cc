// Memory of the host runs out inside of a call: std::bad_alloc comes out of it, once. What the program holds can be used and
// released afterwards, and no callback comes twice. docs/decisions/0010-no-memory-of-the-host.md
#include <array>
#include <cstdlib>
#include <new>

#include "capi/testing.h"

namespace {
// The allocation of this thread that fails, counted down; 0: none does.
thread_local long to_fail = 0;

// Not inlined: GCC would take what it sees for memory of `new` that free() is given.
[[gnu::noinline]] void* allocate(std::size_t size) {
  if (to_fail > 0 && --to_fail == 0) throw std::bad_alloc();
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void give_back(void* p) { std::free(p); }
}  // namespace

// Of the whole program.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size ? size : 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size ? size : 1); }
void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }

namespace vitrine::capi::testing {
namespace {

// Everything is kept here, so that callbacks find it however late they come.
struct Things {
  static constexpr int kCallbacks = 4;
  std::array<int, kCallbacks> came{};
  std::vector<std::function<void()>> undo;
  WGPUQueue queue = nullptr;
  WGPUBuffer data = nullptr, back = nullptr;
  WGPUTexture image = nullptr;
  WGPUTextureView view = nullptr;
  WGPUShaderModule module = nullptr;
  WGPUComputePipeline compute = nullptr;
  WGPURenderPipeline render = nullptr;
  WGPUBindGroup group = nullptr;
  WGPUCommandEncoder encoder = nullptr;
  WGPUCommandBuffer commands = nullptr;
};

constexpr std::string_view kCode = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }
@vertex fn vs() -> @builtin(position) vec4f { return vec4f(); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0); }
)";

template <class T>
T own(Things& r, T object, void (*release)(T)) {
  if (object) r.undo.push_back([object, release] { release(object); });
  return object;
}

// The calls of a program, one a step; what a step needs and has not got is left out. None makes an error: what is told as a call
// ends has to come through.
std::vector<std::function<void()>> steps(Program& p, Things& r) {
  WGPUDevice device = p.device;
  return {
      [&r, device] { r.queue = own(r, wgpuDeviceGetQueue(device), wgpuQueueRelease); },
      [&] { r.data = own(r, p.buffer(64, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst), wgpuBufferRelease); },
      [&] { r.back = own(r, p.buffer(64, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst), wgpuBufferRelease); },
      [&r, device] {
        WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
        d.format = WGPUTextureFormat_RGBA8Unorm;
        d.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopyDst;
        d.size = {4, 4, 1};
        r.image = own(r, wgpuDeviceCreateTexture(device, &d), wgpuTextureRelease);
      },
      [&] { if (r.image) r.view = own(r, wgpuTextureCreateView(r.image, nullptr), wgpuTextureViewRelease); },
      [&] { r.module = own(r, p.module(kCode), wgpuShaderModuleRelease); },
      [&r, device] {
        WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
        d.compute.module = r.module;
        if (r.module) r.compute = own(r, wgpuDeviceCreateComputePipeline(device, &d), wgpuComputePipelineRelease);
      },
      [&r, device] {
        WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
        d.compute.module = r.module;
        WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowProcessEvents;
        info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline made, WGPUStringView, void* n, void*) {
          ++*static_cast<int*>(n);
          if (made) wgpuComputePipelineRelease(made);
        };
        info.userdata1 = &r.came[0];
        if (r.module) wgpuDeviceCreateComputePipelineAsync(device, &d, info);
      },
      [&r, device] {
        WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
        target.format = WGPUTextureFormat_RGBA8Unorm;
        WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
        fragment.module = r.module;
        fragment.targetCount = 1;
        fragment.targets = &target;
        WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
        d.vertex.module = r.module;
        d.fragment = &fragment;
        if (r.module) r.render = own(r, wgpuDeviceCreateRenderPipeline(device, &d), wgpuRenderPipelineRelease);
      },
      [&r, device] {
        if (!r.compute || !r.data) return;
        WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
        entry.buffer = r.data;
        WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        d.layout = own(r, wgpuComputePipelineGetBindGroupLayout(r.compute, 0), wgpuBindGroupLayoutRelease);
        d.entryCount = 1;
        d.entries = &entry;
        r.group = own(r, wgpuDeviceCreateBindGroup(device, &d), wgpuBindGroupRelease);
      },
      [&r, device] { r.encoder = own(r, wgpuDeviceCreateCommandEncoder(device, nullptr), wgpuCommandEncoderRelease); },
      [&] {
        if (!r.encoder || !r.compute || !r.group) return;
        WGPUComputePassEncoder pass = own(r, wgpuCommandEncoderBeginComputePass(r.encoder, nullptr), wgpuComputePassEncoderRelease);
        wgpuComputePassEncoderPushDebugGroup(pass, text("group"));
        wgpuComputePassEncoderSetPipeline(pass, r.compute);
        wgpuComputePassEncoderSetBindGroup(pass, 0, r.group, 0, nullptr);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderPopDebugGroup(pass);
        wgpuComputePassEncoderEnd(pass);
      },
      [&] {
        if (!r.encoder || !r.render || !r.view) return;
        WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
        color.view = r.view;
        color.loadOp = WGPULoadOp_Clear;
        color.storeOp = WGPUStoreOp_Store;
        WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
        d.colorAttachmentCount = 1;
        d.colorAttachments = &color;
        WGPURenderPassEncoder pass = own(r, wgpuCommandEncoderBeginRenderPass(r.encoder, &d), wgpuRenderPassEncoderRelease);
        wgpuRenderPassEncoderSetPipeline(pass, r.render);
        wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
        wgpuRenderPassEncoderEnd(pass);
      },
      [&] { if (r.encoder && r.data && r.back) wgpuCommandEncoderCopyBufferToBuffer(r.encoder, r.data, 0, r.back, 0, 64); },
      [&] { if (r.encoder) r.commands = own(r, wgpuCommandEncoderFinish(r.encoder, nullptr), wgpuCommandBufferRelease); },
      [&] {
        uint32_t words[16] = {};
        if (r.queue && r.data) wgpuQueueWriteBuffer(r.queue, r.data, 0, words, sizeof words);
      },
      [&] { if (r.queue && r.commands) wgpuQueueSubmit(r.queue, 1, &r.commands); },
      [&] {
        WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowProcessEvents;
        info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* n, void*) { ++*static_cast<int*>(n); };
        info.userdata1 = &r.came[1];
        if (r.queue) wgpuQueueOnSubmittedWorkDone(r.queue, info);
      },
      [&] {
        WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowProcessEvents;
        info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* n, void*) { ++*static_cast<int*>(n); };
        info.userdata1 = &r.came[2];
        if (r.back) wgpuBufferMapAsync(r.back, WGPUMapMode_Read, 0, 64, info);
      },
      [&] { wgpuInstanceProcessEvents(p.instance); },
      [&r, device] {
        wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
        WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowProcessEvents;
        info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView, void* n, void*) { ++*static_cast<int*>(n); };
        info.userdata1 = &r.came[3];
        wgpuDevicePopErrorScope(device, info);
      },
      [&] { wgpuInstanceProcessEvents(p.instance); },
  };
}

TEST(NoMemoryOfTheHost, EachAllocationFailsOnce) {
  long failed = 0;
  for (long n = 1;; ++n) {
    ASSERT_LT(n, 100000);
    Things run;
    run.undo.reserve(64);  // the program itself has memory
    Program p;
    ASSERT_TRUE(p.start());
    std::vector<std::function<void()>> all = steps(p, run);
    bool threw = false;
    to_fail = n;
    for (const std::function<void()>& f : all) {
      try {
        f();
      } catch (const std::bad_alloc&) {
        threw = true;
      }
    }
    bool over = std::exchange(to_fail, 0) > 0;
    // The device goes on.
    WGPUBuffer b = p.buffer(16, WGPUBufferUsage_Storage, "after");
    EXPECT_NE(b, nullptr);
    wgpuBufferRelease(b);
    wgpuInstanceProcessEvents(p.instance);
    for (auto it = run.undo.rbegin(); it != run.undo.rend(); ++it) (*it)();
    run.undo.clear();
    wgpuDeviceRelease(std::exchange(p.device, nullptr));
    wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
    wgpuInstanceRelease(std::exchange(p.instance, nullptr));
    for (int times : run.came) EXPECT_LE(times, 1) << "allocation " << n;
    if (over) {
      for (int times : run.came) EXPECT_EQ(times, 1);
      break;
    }
    failed += threw;
    if (HasFailure()) return;
  }
  EXPECT_GT(failed, 100);
}

}  // namespace
}  // namespace vitrine::capi::testing
