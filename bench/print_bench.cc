// Messages a second from a shader to a callback: the built-in route (order, labels, invocation) against the validation
// layer, in one run; what a print costs that prints nothing; and a hundred messages of each invocation into 1 MiB.
//   print_bench [INVOCATIONS] [RATIO] [PARTS]   1000000, how many times the native route is to be beaten (0: only shown), and
//                                               which of rate, silent, flood and native to run (all of them)
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

WGPUStringView view(std::string_view s) { return {s.data(), s.size()}; }

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Context {
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  bool done = false;
  uint64_t messages = 0, lost = 0, text_bytes = 0, first_words = 0, out_of_order = 0;
  uint32_t last = 0;

  Context(VitrineInstanceFlags flags, VitrinePrintRoute route, uint32_t buffer) {
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = flags;
    ours.printRoute = route;
    ours.printBufferSize = buffer;
    ours.logCallbackInfo.level = VitrineLogLevel_Error;
    ours.printCallbackInfo.callback = [](VitrinePrintMessage const* m, void* self, void*) {
      auto& c = *static_cast<Context*>(self);
      ++c.messages;
      c.text_bytes += m->text.length;
      if (m->argumentCount) {
        c.first_words += m->arguments[0].scalars[0].bits;
        if (m->invocation[0] < c.last) ++c.out_of_order;
        c.last = m->invocation[0];
      }
    };
    ours.printCallbackInfo.lossCallback = [](VitrinePrintLoss const* l, void* self, void*) {
      static_cast<Context*>(self)->lost += l->count ? l->count : 1;
    };
    ours.printCallbackInfo.userdata1 = this;
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &ours.chain;
    WGPUInstanceFeatureName timed_wait = WGPUInstanceFeatureName_TimedWaitAny;
    descriptor.requiredFeatureCount = 1;
    descriptor.requiredFeatures = &timed_wait;
    instance = wgpuCreateInstance(&descriptor);
    WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
    on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* self, void*) {
      static_cast<Context*>(self)->adapter = a;
      static_cast<Context*>(self)->done = true;
    };
    on_adapter.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, nullptr, on_adapter);
    wait();
    if (!adapter) return;
    WGPUFeatureName feature = WGPUFeatureName_VitrineDebugPrintf;
    WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    device_descriptor.label = view("bench");
    device_descriptor.requiredFeatures = &feature;
    device_descriptor.requiredFeatureCount = wgpuAdapterHasFeature(adapter, feature) ? 1 : 0;
    device_descriptor.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView m, void*, void*) {
      std::fprintf(stderr, "%.*s\n", static_cast<int>(m.length), m.data);
      std::exit(1);
    };
    WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    on_device.mode = WGPUCallbackMode_AllowProcessEvents;
    on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* self, void*) {
      static_cast<Context*>(self)->device = d;
      static_cast<Context*>(self)->done = true;
    };
    on_device.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, &device_descriptor, on_device);
    wait();
    if (device) queue = wgpuDeviceGetQueue(device);
  }
  ~Context() {
    if (queue) wgpuQueueRelease(queue);
    if (device) wgpuDeviceRelease(device);
    if (adapter) wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
  }
  void wait() {
    while (!done) wgpuInstanceProcessEvents(instance);
    done = false;
  }
  // Whether the route is there; says why not.
  bool offers(VitrinePrintRoutes route) {
    if (!device) return false;
    VitrineAdapterReport report = {};
    vitrineInstanceGetAdapterReport(instance, &report);
    bool offered = false;
    for (size_t i = 0; i < report.candidateCount && !offered; ++i) {
      const VitrineAdapterCandidate& c = report.candidates[i];
      if (!c.usable) continue;
      offered = (c.printRoutes & route) != 0;
      if (!offered && c.printRouteReason.length != WGPU_STRLEN)
        std::printf("  %.*s\n", static_cast<int>(c.printRouteReason.length), c.printRouteReason.data);
    }
    vitrineAdapterReportFreeMembers(report);
    return offered;
  }
  WGPUComputePipeline pipeline(std::string_view wgsl, std::string_view label) {
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = view(wgsl);
    WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module_descriptor.nextInChain = &code.chain;
    module_descriptor.label = view(label);
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
    WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    descriptor.label = view(label);
    descriptor.compute.module = module;
    WGPUComputePipeline made = wgpuDeviceCreateComputePipeline(device, &descriptor);
    wgpuShaderModuleRelease(module);
    return made;
  }
  // Seconds from the submission to its work-done callback, which comes after the last message.
  double run(WGPUComputePipeline pipeline, WGPUBindGroup group, uint32_t groups) {
    double begin = seconds();
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassDescriptor pass_descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    pass_descriptor.label = view("pass");
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &pass_descriptor);
    wgpuComputePassEncoderPushDebugGroup(pass, view("group"));
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    if (group) wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
    wgpuComputePassEncoderPopDebugGroup(pass);
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    WGPUQueueWorkDoneCallbackInfo on_done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    on_done.mode = WGPUCallbackMode_WaitAnyOnly;
    on_done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) {};
    WGPUFutureWaitInfo future = {wgpuQueueOnSubmittedWorkDone(queue, on_done), false};
    wgpuInstanceWaitAny(instance, 1, &future, UINT64_MAX);  // leaves the cores to a driver that needs them
    double end = seconds();
    wgpuCommandBufferRelease(commands);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(encoder);
    return end - begin;
  }
};

constexpr uint32_t kGroupSize = 64;
constexpr std::string_view kPrinter = R"(enable wgpu_debug_printf;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("invocation %u value %u sum %u", id.x, id.x * 7u, id.x * 7u + 3u);
}
)";

// Messages a second; the best of `times` runs.
double rate(Context& c, uint32_t invocations, int times) {
  WGPUComputePipeline pipeline = c.pipeline(kPrinter, "printer");
  c.run(pipeline, nullptr, 1);  // what happens once happens here
  double best = 0;
  for (int i = 0; i < times; ++i) {
    c.messages = c.lost = c.text_bytes = c.first_words = c.out_of_order = 0, c.last = 0;
    double spent = c.run(pipeline, nullptr, invocations / kGroupSize);
    double rate = static_cast<double>(c.messages) / spent;
    if (i == 0 || times <= 3)
      std::printf("  %llu messages, %llu lost, %llu out of order, %.1f MB of text, %.3f s, %.0f a second\n",
                  static_cast<unsigned long long>(c.messages), static_cast<unsigned long long>(c.lost),
                  static_cast<unsigned long long>(c.out_of_order), static_cast<double>(c.text_bytes) / 1e6, spent, rate);
    best = std::max(best, rate);
  }
  wgpuComputePipelineRelease(pipeline);
  std::printf("  best of %d: %.0f messages a second\n", times, best);
  return best;
}

std::string worker(bool prints) {
  return std::string(prints ? "enable wgpu_debug_printf;\n" : "") +
         "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n"
         "@group(0) @binding(1) var<uniform> iterations: u32;\n"
         "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
         "  var v = data[id.x];\n"
         "  for (var i = 0u; i < iterations; i++) { v = v * 1664525u + 1013904223u; v ^= v >> 13u; }\n" +
         (prints ? "  if (v == 0x12345678u && id.x > 0xf0000000u) { debugPrintf(\"v %u %u %u\", v, id.x, id.y); }\n" : "") +
         "  data[id.x] = v;\n}\n";
}

// What a print costs that is never reached: medians of 30 interleaved pairs.
bool silent(Context& c, uint32_t invocations) {
  WGPUComputePipeline with = c.pipeline(worker(true), "with"), without = c.pipeline(worker(false), "without");
  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.size = uint64_t{invocations} * 4;
  buffer_descriptor.usage = WGPUBufferUsage_Storage;
  WGPUBuffer buffer = wgpuDeviceCreateBuffer(c.device, &buffer_descriptor);
  buffer_descriptor.size = 4;
  buffer_descriptor.usage = WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst;
  WGPUBuffer count = wgpuDeviceCreateBuffer(c.device, &buffer_descriptor);
  auto group_of = [&](WGPUComputePipeline p) {
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
    WGPUBindGroupEntry entries[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
    entries[0].buffer = buffer;
    entries[1].binding = 1;
    entries[1].buffer = count;
    WGPUBindGroupDescriptor descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    descriptor.layout = layout;
    descriptor.entryCount = 2;
    descriptor.entries = entries;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(c.device, &descriptor);
    wgpuBindGroupLayoutRelease(layout);
    return group;
  };
  WGPUBindGroup with_group = group_of(with), without_group = group_of(without);
  uint32_t groups = invocations / kGroupSize;
  // So much work that the dispatch is what is measured, not the submission around it.
  uint32_t iterations = 32;
  double least;
  do {
    iterations *= 2;
    wgpuQueueWriteBuffer(c.queue, count, 0, &iterations, 4);
    c.run(without, without_group, groups);
    least = 1;  // of some runs: others use the machine too
    for (int i = 0; i < 5; ++i) least = std::min(least, c.run(without, without_group, groups));
  } while (iterations < 32768 && least < 0.03);
  std::vector<double> a, b;
  for (int i = -2; i < 30; ++i) {
    double first = c.run(i % 2 ? with : without, i % 2 ? with_group : without_group, groups);
    double second = c.run(i % 2 ? without : with, i % 2 ? without_group : with_group, groups);
    if (i < 0) continue;
    a.push_back(i % 2 ? first : second);
    b.push_back(i % 2 ? second : first);
  }
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double difference = a[15] / b[15] - 1, spread = (b[22] - b[7]) / b[15];
  std::printf("nothing printed, 30 interleaved pairs of %u invocations: with the call %.3f ms, without %.3f ms (medians): %+.2f %%; "
              "spread (quartiles) without %.2f %%\n",
              invocations, a[15] * 1e3, b[15] * 1e3, difference * 100, spread * 100);
  for (WGPUBindGroup g : {with_group, without_group}) wgpuBindGroupRelease(g);
  for (WGPUComputePipeline p : {with, without}) wgpuComputePipelineRelease(p);
  wgpuBufferRelease(count);
  wgpuBufferRelease(buffer);
  return difference <= std::max(spread, 0.01);
}

// A hundred messages of each invocation into the default buffer: every one is delivered or counted.
bool flood(uint32_t invocations) {
  Context c(0, VitrinePrintRoute_BuiltIn, 0);
  WGPUComputePipeline pipeline = c.pipeline(R"(enable wgpu_debug_printf;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 100u; i++) { debugPrintf("%u %u", id.x, i); }
}
)", "flood");
  double spent = c.run(pipeline, nullptr, invocations / kGroupSize);
  wgpuComputePipelineRelease(pipeline);
  bool exact = c.messages + c.lost == uint64_t{invocations / kGroupSize} * kGroupSize * 100;
  std::printf("%llu messages into 1 MiB: %llu delivered, %llu lost, %s, %.3f s\n",
              static_cast<unsigned long long>(c.messages + c.lost), static_cast<unsigned long long>(c.messages),
              static_cast<unsigned long long>(c.lost), exact ? "exact" : "NOT EXACT", spent);
  return exact;
}

}  // namespace

int main(int count, char** arguments) {
  setenv("XDG_RUNTIME_DIR", "/tmp", 0);
  setenv("VITRINE_TIMEOUT", "100", 0);  // a slow machine is no lost device here
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  uint32_t invocations = count > 1 ? static_cast<uint32_t>(std::strtoul(arguments[1], nullptr, 10)) : 1'000'000;
  double wanted = count > 2 ? std::strtod(arguments[2], nullptr) : 0;
  std::string_view parts = count > 3 ? arguments[3] : "rate,silent,flood,native";
  auto wants = [&](std::string_view part) { return parts.find(part) != std::string_view::npos; };
  double built_in = 0;
  bool fine = true;
  if (wants("rate") || wants("silent")) {
    Context c(0, VitrinePrintRoute_BuiltIn, 64u << 20);
    if (!c.device) {
      std::printf("no device\n");
      return 0;
    }
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    wgpuAdapterGetInfo(c.adapter, &info);
    std::printf("%.*s\nbuilt in, buffer of 64 MiB\n", static_cast<int>(info.device.length), info.device.data);
    wgpuAdapterInfoFreeMembers(info);
    if (wants("rate")) built_in = rate(c, invocations, 10);
    if (wants("silent")) fine = silent(c, 1u << 20);
    fine = fine && c.lost == 0 && c.out_of_order == 0;
  }
  if (wants("flood")) fine = flood(invocations) && fine;
  if (!wants("native")) return fine ? 0 : 1;
  Context c(VitrineInstanceFlags_Validation | VitrineInstanceFlags_DebugPrintf, VitrinePrintRoute_Native, 48'000'000);
  std::printf("native, the layer given 48 MB\n");
  if (!c.offers(VitrinePrintRoutes_Native)) return fine ? 0 : 1;
  double native = rate(c, invocations, 1);
  if (built_in > 0) std::printf("built in against native: %.1f times\n", built_in / native);
  return fine && (built_in == 0 || built_in >= wanted * native) ? 0 : 1;
}
