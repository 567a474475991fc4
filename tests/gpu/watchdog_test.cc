// A shader of about twenty seconds on a device with a time-out of two: the loss says what was running and how far it had come,
// every callback comes, and the process ends without waiting.
#include <gtest/gtest.h>
#include <webgpu/vitrine.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

WGPUStringView text(const char* words) { return {words, WGPU_STRLEN}; }

constexpr const char* kShader = R"(
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {
  var x = id.x + id.y * n.x;
  for (var i = 0u; i < 60000u; i++) { x = x * 1664525u + (1013904223u ^ i); }
  out[0] = x;
}
)";

struct State {
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  int done = 0, mapped = 0, lost = 0;
  WGPUMapAsyncStatus map_status{};
  std::string reason;
};

TEST(Watchdog, SaysWhatWasRunningAndLetsGo) {
  setenv("VITRINE_TIMEOUT", "2", 1);
  State s;
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  ours.logCallbackInfo.level = VitrineLogLevel_Off;
  WGPUInstanceDescriptor id = WGPU_INSTANCE_DESCRIPTOR_INIT;
  id.nextInChain = &ours.chain;
  WGPUInstance instance = wgpuCreateInstance(&id);
  WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
  on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* state, void*) { static_cast<State*>(state)->adapter = a; };
  on_adapter.userdata1 = &s;
  wgpuInstanceRequestAdapter(instance, nullptr, on_adapter);
  wgpuInstanceProcessEvents(instance);
  if (!s.adapter) GTEST_SKIP() << "no adapter";
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(s.adapter, &info);
  bool software = info.adapterType == WGPUAdapterType_CPU;
  wgpuAdapterInfoFreeMembers(info);
  // A GPU is shared with others, and is not held for that long.
  if (!software) GTEST_SKIP() << "software adapters only";
  WGPUDeviceDescriptor dd = WGPU_DEVICE_DESCRIPTOR_INIT;
  dd.label = text("main");
  dd.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowProcessEvents;
  dd.deviceLostCallbackInfo.callback = [](WGPUDevice const*, WGPUDeviceLostReason, WGPUStringView m, void* state, void*) {
    ++static_cast<State*>(state)->lost;
    static_cast<State*>(state)->reason.assign(m.data, m.length);
  };
  dd.deviceLostCallbackInfo.userdata1 = &s;
  WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  on_device.mode = WGPUCallbackMode_AllowProcessEvents;
  on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* state, void*) { static_cast<State*>(state)->device = d; };
  on_device.userdata1 = &s;
  wgpuAdapterRequestDevice(s.adapter, &dd, on_device);
  wgpuInstanceProcessEvents(instance);
  ASSERT_TRUE(s.device);
  WGPUQueue queue = wgpuDeviceGetQueue(s.device);

  WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
  source.code = text(kShader);
  WGPUShaderModuleDescriptor md = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  md.nextInChain = &source.chain;
  WGPUShaderModule module = wgpuDeviceCreateShaderModule(s.device, &md);
  WGPUComputePipelineDescriptor pd = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  pd.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(s.device, &pd);
  WGPUBufferDescriptor bd = WGPU_BUFFER_DESCRIPTOR_INIT;
  bd.size = 4;
  bd.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
  WGPUBuffer out = wgpuDeviceCreateBuffer(s.device, &bd);
  bd.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
  WGPUBuffer back = wgpuDeviceCreateBuffer(s.device, &bd);
  WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
  entry.buffer = out;
  entry.size = 4;
  WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  gd.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
  gd.entryCount = 1;
  gd.entries = &entry;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(s.device, &gd);

  auto pass = [&](WGPUCommandEncoder e, const char* label, const char* marker, uint32_t x, uint32_t y) {
    WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    d.label = text(label);
    WGPUComputePassEncoder p = wgpuCommandEncoderBeginComputePass(e, &d);
    if (marker) wgpuComputePassEncoderInsertDebugMarker(p, text(marker));
    wgpuComputePassEncoderSetPipeline(p, pipeline);
    wgpuComputePassEncoderSetBindGroup(p, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(p, x, y, 1);
    wgpuComputePassEncoderEnd(p);
    wgpuComputePassEncoderRelease(p);
  };
  auto submit = [&](WGPUCommandEncoder e, const char* label) {
    WGPUCommandBufferDescriptor d = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
    d.label = text(label);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, &d);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(e);
  };
  auto work_done = [&] {
    WGPUQueueWorkDoneCallbackInfo done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    done.mode = WGPUCallbackMode_AllowProcessEvents;
    done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* state, void*) { ++static_cast<State*>(state)->done; };
    done.userdata1 = &s;
    wgpuQueueOnSubmittedWorkDone(queue, done);
  };
  auto poll_until = [&](auto holds, int seconds) {
    auto end = Clock::now() + std::chrono::seconds(seconds);
    while (!holds() && Clock::now() < end) {
      wgpuInstanceProcessEvents(instance);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return holds();
  };

  // How long a row of workgroups takes here.
  constexpr uint32_t kRow = 256;
  auto begin = Clock::now();
  WGPUCommandEncoder first = wgpuDeviceCreateCommandEncoder(s.device, nullptr);
  pass(first, "first", nullptr, kRow, 1);
  submit(first, "a row");
  work_done();
  if (!poll_until([&] { return s.done == 1; }, 60) || s.lost) GTEST_SKIP() << "the device is too slow for this test";
  double row = std::chrono::duration<double>(Clock::now() - begin).count();
  uint32_t rows = static_cast<uint32_t>(std::min(20.0 / std::max(row, 1e-6), 60000.0));

  begin = Clock::now();
  WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(s.device, nullptr);
  pass(e, "warm up", nullptr, 1, 1);
  wgpuCommandEncoderPushDebugGroup(e, text("post"));
  pass(e, "blur", "rows", kRow, rows);
  wgpuCommandEncoderPopDebugGroup(e);
  pass(e, "present", nullptr, 1, 1);
  wgpuCommandEncoderCopyBufferToBuffer(e, out, 0, back, 0, 4);
  submit(e, "frame commands");
  work_done();
  WGPUBufferMapCallbackInfo map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  map.mode = WGPUCallbackMode_AllowProcessEvents;
  map.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* state, void*) {
    ++static_cast<State*>(state)->mapped;
    static_cast<State*>(state)->map_status = status;
  };
  map.userdata1 = &s;
  wgpuBufferMapAsync(back, WGPUMapMode_Read, 0, 4, map);
  if (!poll_until([&] { return s.lost + s.done + s.mapped >= 4 || (s.done == 2 && s.mapped == 1); }, 40) && !s.lost)
    FAIL() << "neither the work nor the time-out came to an end";
  if (!s.lost) GTEST_SKIP() << "the device is too fast for this test";
  double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_EQ(s.lost, 1);
  EXPECT_EQ(s.done, 2);
  EXPECT_EQ(s.mapped, 1);
  EXPECT_NE(s.map_status, WGPUMapAsyncStatus_Success);
  EXPECT_GE(seconds, 2.0);
  EXPECT_LT(seconds, 12.0);
  for (const char* part : {"no progress within the time-out", "2000 ms", "\"frame commands\", pass 2 of 3, compute pass \"blur\"",
                           "in group \"post\"", "after marker \"rows\""})
    EXPECT_NE(s.reason.find(part), std::string::npos) << part << " is not in: " << s.reason;

  begin = Clock::now();
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(gd.layout);
  wgpuBufferRelease(out);
  wgpuBufferRelease(back);
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
  wgpuQueueRelease(queue);
  wgpuDeviceRelease(s.device);
  wgpuAdapterRelease(s.adapter);
  wgpuInstanceRelease(instance);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 6.0);
}

}  // namespace
