// Messages a second from a shader to a callback: the built-in route (order, labels, invocation) against the validation
// layer, in one run; what a print costs that prints nothing, as dispatch time by timestamps, as wall time up to the work-done
// callback and on a CPU as time of the processor; and a hundred messages of each invocation into 1 MiB.
//   print_bench [INVOCATIONS] [RATIO] [PARTS]   1000000, how many times the native route is to be beaten (0: only shown), and
//                                               which of rate, silent, flood and native to run (all of them)
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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
  WGPUQuerySet timestamps = nullptr;  // two, and the buffers they go through; null without the feature
  WGPUBuffer resolved = nullptr, mapped = nullptr;
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
    std::vector<WGPUFeatureName> features;
    for (WGPUFeatureName f : {WGPUFeatureName_VitrineDebugPrintf, WGPUFeatureName_TimestampQuery})
      if (wgpuAdapterHasFeature(adapter, f)) features.push_back(f);
    WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    device_descriptor.label = view("bench");
    device_descriptor.requiredFeatures = features.data();
    device_descriptor.requiredFeatureCount = features.size();
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
    if (!device) return;
    queue = wgpuDeviceGetQueue(device);
    if (wgpuDeviceHasFeature(device, WGPUFeatureName_TimestampQuery)) make_timestamps();
  }
  ~Context() {
    if (timestamps) wgpuQuerySetRelease(timestamps);
    for (WGPUBuffer b : {resolved, mapped})
      if (b) wgpuBufferRelease(b);
    if (queue) wgpuQueueRelease(queue);
    if (device) wgpuDeviceRelease(device);
    if (adapter) wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
  }
  void make_timestamps() {
    WGPUQuerySetDescriptor set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    set.type = WGPUQueryType_Timestamp;
    set.count = 2;
    timestamps = wgpuDeviceCreateQuerySet(device, &set);
    WGPUBufferDescriptor buffer = WGPU_BUFFER_DESCRIPTOR_INIT;
    buffer.size = 16;
    buffer.usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc;
    resolved = wgpuDeviceCreateBuffer(device, &buffer);
    buffer.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    mapped = wgpuDeviceCreateBuffer(device, &buffer);
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
  // Seconds: from the submission to its work-done callback, which comes after the last message; of the process's threads
  // meanwhile; and of the pass alone.
  struct Times {
    double wall = 0, processor = 0, pass = 0;
  };
  double run(WGPUComputePipeline pipeline, WGPUBindGroup group, uint32_t groups) {
    return run_pass(pipeline, group, groups, false).wall;
  }
  Times run_pass(WGPUComputePipeline pipeline, WGPUBindGroup group, uint32_t groups, bool timed, uint32_t dispatches = 1) {
    timed = timed && timestamps;
    double begin = seconds();
    std::clock_t processor = std::clock();
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassDescriptor pass_descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    pass_descriptor.label = view("pass");
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = timestamps;
    writes.beginningOfPassWriteIndex = 0;
    writes.endOfPassWriteIndex = 1;
    if (timed) pass_descriptor.timestampWrites = &writes;
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &pass_descriptor);
    wgpuComputePassEncoderPushDebugGroup(pass, view("group"));
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    if (group) wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    for (uint32_t i = 0; i < dispatches; ++i) wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
    wgpuComputePassEncoderPopDebugGroup(pass);
    wgpuComputePassEncoderEnd(pass);
    if (timed) {
      wgpuCommandEncoderResolveQuerySet(encoder, timestamps, 0, 2, resolved, 0);
      wgpuCommandEncoderCopyBufferToBuffer(encoder, resolved, 0, mapped, 0, 16);
    }
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    WGPUQueueWorkDoneCallbackInfo on_done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    on_done.mode = WGPUCallbackMode_WaitAnyOnly;
    on_done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) {};
    WGPUFutureWaitInfo future = {wgpuQueueOnSubmittedWorkDone(queue, on_done), false};
    wgpuInstanceWaitAny(instance, 1, &future, UINT64_MAX);  // leaves the cores to a driver that needs them
    Times times{seconds() - begin, static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
    wgpuCommandBufferRelease(commands);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(encoder);
    if (timed) {
      WGPUBufferMapCallbackInfo on_map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
      on_map.mode = WGPUCallbackMode_WaitAnyOnly;
      on_map.callback = [](WGPUMapAsyncStatus, WGPUStringView, void*, void*) {};
      WGPUFutureWaitInfo map = {wgpuBufferMapAsync(mapped, WGPUMapMode_Read, 0, 16, on_map), false};
      wgpuInstanceWaitAny(instance, 1, &map, UINT64_MAX);
      auto* ns = static_cast<const uint64_t*>(wgpuBufferGetConstMappedRange(mapped, 0, 16));
      times.pass = static_cast<double>(ns[1] - ns[0]) * 1e-9;
      wgpuBufferUnmap(mapped);
    }
    return times;
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

constexpr size_t kPairs = 30;

// The middle, the quartiles and the ends of `kPairs` values.
struct Spread {
  double median, low, high, least, most;
  explicit Spread(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    median = (v[kPairs / 2 - 1] + v[kPairs / 2]) / 2;
    low = v[kPairs / 4], high = v[kPairs - 1 - kPairs / 4], least = v.front(), most = v.back();
  }
};

// Of one clock: the times of each round with the call, without it, and without it once more.
struct Rounds {
  std::vector<double> with, without, again;
  bool report(const char* clock, bool cpu, uint32_t invocations) const {
    std::vector<double> pairs, same, more;
    for (size_t i = 0; i < kPairs; ++i) {
      pairs.push_back((with[i] / without[i] - 1) * 100);
      same.push_back((again[i] / without[i] - 1) * 100);
      more.push_back((with[i] - without[i]) / invocations * 1e9);
    }
    Spread a(with), b(without), p(pairs), s(same);
    auto part = [&](double v) { return (v / b.median - 1) * 100; };
    std::printf("  %s: with the call %.3f ms, without %.3f ms (medians); a pair differs by %+.2f %%, %.3f ns an invocation (medians)\n",
                clock, a.median * 1e3, b.median * 1e3, p.median, Spread(more).median);
    std::printf("    spread of those without: quartiles %+.2f %% and %+.2f %%; of the pairs: quartiles %+.2f %% and %+.2f %%, "
                "all from %+.2f %% to %+.2f %%\n", part(b.low), part(b.high), p.low, p.high, p.least, p.most);
    std::printf("    pairs of two without, which differ by noise alone: quartiles %+.2f %% and %+.2f %%, all from %+.2f %% to %+.2f %%\n",
                s.low, s.high, s.least, s.most);
    double most = cpu ? std::max(part(b.high) - part(b.low), 1.0) : 1;
    bool fine = p.median <= most;
    if (s.high - s.low > 2)
      std::printf("    (with that much noise this says little: something else uses the machine)\n");
    std::printf("    the median of the pairs is to be at most %+.2f %% (1 %%%s): %s\n", most,
                cpu ? ", or from quartile to quartile of those without" : "", fine ? "it is" : "IT IS NOT");
    return fine;
  }
};

// What a print costs that is never reached, in 30 interleaved pairs. The passes are timed where the device can, else it is
// the wall time that counts.
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
  // So much work that the dispatch is what is measured, not the submission around it. (lavapipe leaves loops after 65535
  // rounds; it needs but some.)
  constexpr double kEnough = 0.03;
  uint32_t iterations = 32;
  double least;
  do {
    iterations *= 2;
    wgpuQueueWriteBuffer(c.queue, count, 0, &iterations, 4);
    c.run(without, without_group, groups);
    least = 1;  // of some runs: others use the machine too
    for (int i = 0; i < 5; ++i) least = std::min(least, c.run(without, without_group, groups));
  } while (iterations < 1u << 22 && least < kEnough);
  // Each round in another order.
  Rounds wall, processor, pass;
  constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}, {2, 1, 0}};
  for (int i = -2; i < static_cast<int>(kPairs); ++i) {
    Context::Times times[3];  // with, without, again
    for (int k : kOrders[(i + 6) % 6]) times[k] = c.run_pass(k == 0 ? with : without, k == 0 ? with_group : without_group, groups, true);
    if (i < 0) continue;
    wall.with.push_back(times[0].wall), wall.without.push_back(times[1].wall), wall.again.push_back(times[2].wall);
    processor.with.push_back(times[0].processor), processor.without.push_back(times[1].processor);
    processor.again.push_back(times[2].processor);
    pass.with.push_back(times[0].pass), pass.without.push_back(times[1].pass), pass.again.push_back(times[2].pass);
  }
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(c.adapter, &info);
  bool cpu = info.adapterType == WGPUAdapterType_CPU;
  wgpuAdapterInfoFreeMembers(info);
  std::printf("nothing printed, %zu interleaved pairs of %u invocations, %u rounds of work each\n", kPairs, invocations, iterations);
  bool fine = c.timestamps ? pass.report("by timestamps", cpu, invocations) : true;
  bool fine_by_wall = wall.report("by wall clock", cpu, invocations);
  if (cpu) processor.report("by time of the processor", cpu, invocations);  // what others do on the machine hardly shows in it
  if (!c.timestamps) fine = fine_by_wall;
  // What is beside the dispatch: one workgroup that does nothing, in submissions of one and of many.
  iterations = 0;
  wgpuQueueWriteBuffer(c.queue, count, 0, &iterations, 4);
  for (uint32_t dispatches : {1u, 1000u}) {
    std::vector<double> a, b;
    for (size_t i = 0; i < (dispatches == 1 ? 10 * kPairs : kPairs); ++i) {
      for (bool prints : {i % 2 == 0, i % 2 != 0})
        (prints ? a : b).push_back(c.run_pass(prints ? with : without, prints ? with_group : without_group, 1, false, dispatches).wall);
    }
    for (auto* v : {&a, &b}) std::sort(v->begin(), v->end());
    double with_call = a[a.size() / 2] * 1e6 / dispatches, without_call = b[b.size() / 2] * 1e6 / dispatches;
    std::printf("nothing printed, submissions of %u dispatches of one workgroup: with the call %.2f us each, without %.2f us (medians)\n",
                dispatches, with_call, without_call);
  }
  for (WGPUBindGroup g : {with_group, without_group}) wgpuBindGroupRelease(g);
  for (WGPUComputePipeline p : {with, without}) wgpuComputePipelineRelease(p);
  wgpuBufferRelease(count);
  wgpuBufferRelease(buffer);
  return fine;
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
