// Programs that end without tidying up: with work on the GPU, pipelines in the making and callbacks to come, from any thread;
// that close the library; and that fork. Each runs in a process of its own, which has to end by itself with status 0.
//
// The library is opened at run time, by VITRINE_LIBRARY, so that it can be closed.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>
#define WGPU_SKIP_DECLARATIONS
#include <webgpu/webgpu.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "../shaders/child.h"

#define FUNCTIONS(X)                                                                                                   \
  X(CreateInstance) X(InstanceRequestAdapter) X(InstanceProcessEvents) X(InstanceWaitAny) X(InstanceRelease)           \
  X(AdapterRequestDevice) X(AdapterRelease) X(DeviceCreateShaderModule) X(DeviceCreateComputePipeline)                 \
  X(DeviceCreateComputePipelineAsync) X(DeviceCreateBuffer) X(DeviceCreateBindGroup) X(DeviceCreateCommandEncoder)     \
  X(DeviceGetQueue) X(DeviceRelease) X(ComputePipelineGetBindGroupLayout) X(ComputePipelineRelease)                    \
  X(BindGroupLayoutRelease) X(BindGroupRelease) X(CommandEncoderBeginComputePass) X(CommandEncoderCopyBufferToBuffer) \
  X(CommandEncoderFinish) X(CommandEncoderRelease) X(ComputePassEncoderSetPipeline) X(ComputePassEncoderSetBindGroup)  \
  X(ComputePassEncoderDispatchWorkgroups) X(ComputePassEncoderEnd) X(ComputePassEncoderRelease) X(QueueSubmit)         \
  X(QueueOnSubmittedWorkDone) X(QueueRelease) X(CommandBufferRelease) X(BufferMapAsync) X(BufferRelease)               \
  X(ShaderModuleRelease)

namespace {

constexpr int kSkipped = 77;

struct Library {
  void* handle = nullptr;
#define MEMBER(name) WGPUProc##name name = nullptr;
  FUNCTIONS(MEMBER)
#undef MEMBER
  bool open() {
    handle = dlopen(VITRINE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define LOAD(name) name = reinterpret_cast<WGPUProc##name>(dlsym(handle, "wgpu" #name));
    FUNCTIONS(LOAD)
#undef LOAD
    return true;
  }
  static bool loaded() {
    void* still = dlopen(VITRINE_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
    if (still) dlclose(still);
    return still != nullptr;
  }
};

WGPUStringView text(const char* words) { return {words, WGPU_STRLEN}; }

// A fifth of a second or so on a software adapter.
constexpr const char* kLong = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main() {
  var x = data[0];
  for (var i = 0u; i < 20000000u; i++) { x = x * 1664525u + 1013904223u; }
  data[0] = x;
}
)";

struct Program {
  explicit Program(Library& library) : w(library) {
    WGPUInstanceDescriptor d = WGPU_INSTANCE_DESCRIPTOR_INIT;
    WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
    d.requiredFeatureCount = 1;
    d.requiredFeatures = &timed;
    instance = w.CreateInstance(&d);
    WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    WGPURequestAdapterCallbackInfo ai = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    ai.mode = WGPUCallbackMode_AllowProcessEvents;
    ai.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) { *static_cast<WGPUAdapter*>(out) = a; };
    ai.userdata1 = &adapter;
    w.InstanceRequestAdapter(instance, &o, ai);
    w.InstanceProcessEvents(instance);
    if (!adapter) return;
    WGPURequestDeviceCallbackInfo di = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    di.mode = WGPUCallbackMode_AllowProcessEvents;
    di.callback = [](WGPURequestDeviceStatus, WGPUDevice made, WGPUStringView, void* out, void*) { *static_cast<WGPUDevice*>(out) = made; };
    di.userdata1 = &device;
    w.AdapterRequestDevice(adapter, nullptr, di);
    w.InstanceProcessEvents(instance);
    if (!device) return;
    queue = w.DeviceGetQueue(device);
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = text(kLong);
    WGPUShaderModuleDescriptor md = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    md.nextInChain = &source.chain;
    module = w.DeviceCreateShaderModule(device, &md);
    WGPUComputePipelineDescriptor pd = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pd.compute.module = module;
    pipeline = w.DeviceCreateComputePipeline(device, &pd);
    data = buffer(64, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
    read = buffer(64, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    layout = w.ComputePipelineGetBindGroupLayout(pipeline, 0);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = data;
    WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    gd.layout = layout;
    gd.entryCount = 1;
    gd.entries = &entry;
    group = w.DeviceCreateBindGroup(device, &gd);
  }

  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage;
    return w.DeviceCreateBuffer(device, &d);
  }
  void submit() {
    WGPUCommandEncoder e = w.DeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder c = w.CommandEncoderBeginComputePass(e, nullptr);
    w.ComputePassEncoderSetPipeline(c, pipeline);
    w.ComputePassEncoderSetBindGroup(c, 0, group, 0, nullptr);
    w.ComputePassEncoderDispatchWorkgroups(c, 1, 1, 1);
    w.ComputePassEncoderEnd(c);
    w.CommandEncoderCopyBufferToBuffer(e, data, 0, read, 0, 64);
    WGPUCommandBuffer commands = w.CommandEncoderFinish(e, nullptr);
    w.QueueSubmit(queue, 1, &commands);
    w.CommandBufferRelease(commands);
    w.ComputePassEncoderRelease(c);
    w.CommandEncoderRelease(e);
  }
  WGPUFuture done(WGPUCallbackMode mode) {
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = mode;
    info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) {};
    return w.QueueOnSubmittedWorkDone(queue, info);
  }
  void compile(int count) {
    for (int i = 0; i < count; ++i) {
      std::string code = "@compute @workgroup_size(1) fn main() { var x = " + std::to_string(i) +
                         "; loop { x++; if x > 9 { break; } } }";
      WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
      source.code = {code.data(), code.size()};
      WGPUShaderModuleDescriptor md = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
      md.nextInChain = &source.chain;
      WGPUShaderModule m = w.DeviceCreateShaderModule(device, &md);
      WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
      d.compute.module = m;
      WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
      info.mode = i % 2 ? WGPUCallbackMode_AllowSpontaneous : WGPUCallbackMode_AllowProcessEvents;
      info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline made, WGPUStringView, void* w, void*) {
        if (made) static_cast<Library*>(w)->ComputePipelineRelease(made);
      };
      info.userdata1 = &w;
      w.DeviceCreateComputePipelineAsync(device, &d, info);
      w.ShaderModuleRelease(m);
    }
  }
  // Of every kind of thing that a program may wait for.
  void begin_work() {
    submit();
    submit();
    done(WGPUCallbackMode_AllowProcessEvents);
    WGPUBufferMapCallbackInfo map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    map.mode = WGPUCallbackMode_AllowSpontaneous;
    map.callback = [](WGPUMapAsyncStatus, WGPUStringView, void*, void*) {};
    w.BufferMapAsync(read, WGPUMapMode_Read, 0, 64, map);
    compile(12);
  }
  void release() {
    w.BindGroupRelease(group);
    w.BindGroupLayoutRelease(layout);
    w.BufferRelease(data);
    w.BufferRelease(read);
    w.ComputePipelineRelease(pipeline);
    w.ShaderModuleRelease(module);
    w.QueueRelease(queue);
    w.DeviceRelease(device);
    w.AdapterRelease(adapter);
    w.InstanceRelease(instance);
  }

  Library& w;
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  WGPUShaderModule module = nullptr;
  WGPUComputePipeline pipeline = nullptr;
  WGPUBuffer data = nullptr, read = nullptr;
  WGPUBindGroupLayout layout = nullptr;
  WGPUBindGroup group = nullptr;
};

// The scenarios outlive their process's main function, as globals of a program would.
Library library;

template <class Scenario>
void run(Scenario&& scenario) {
  auto child = in_child([&](int) {
    alarm(60);
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);
    if (!library.open()) return 1;
    auto* p = new Program(library);
    if (!p->device) return kSkipped;
    std::exit(scenario(*p));
    return 0;
  });
  ASSERT_TRUE(child);
  if (WIFEXITED(child->status) && WEXITSTATUS(child->status) == kSkipped) GTEST_SKIP() << "no adapter";
  EXPECT_FALSE(child->hung());
  EXPECT_TRUE(WIFEXITED(child->status)) << "signal " << WTERMSIG(child->status);
  EXPECT_EQ(WEXITSTATUS(child->status), 0);
}

TEST(Ending, ExitWithWorkInFlight) {
  run([](Program& p) {
    p.begin_work();
    return 0;
  });
}

// One that never called the library. (The very first shader that lavapipe compiles must be over: docs/decisions/0009.)
TEST(Ending, ExitFromAnotherThread) {
  run([](Program& p) {
    p.submit();
    WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
    wait.future = p.done(WGPUCallbackMode_WaitAnyOnly);
    if (p.w.InstanceWaitAny(p.instance, 1, &wait, 30'000'000'000) != WGPUWaitStatus_Success) return 2;
    p.begin_work();
    std::thread([] { std::exit(0); }).join();
    return 1;
  });
}

TEST(Ending, ExitFromAThreadThatUsedTheLibrary) {
  run([](Program& p) {
    p.begin_work();
    std::thread([&] {
      p.w.InstanceProcessEvents(p.instance);
      std::exit(0);
    }).join();
    return 1;
  });
}

TEST(Ending, ExitWhileThreadsWait) {
  run([](Program& p) {
    p.begin_work();
    std::atomic<int> waiting{0};
    for (int i = 0; i < 3; ++i)
      std::thread([&] {
        WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
        wait.future = p.done(WGPUCallbackMode_WaitAnyOnly);
        ++waiting;
        p.w.InstanceWaitAny(p.instance, 1, &wait, 30'000'000'000);
        for (;;) pause();
      }).detach();
    while (waiting < 3) std::this_thread::yield();
    std::exit(0);
    return 1;
  });
}

// Calls that need no driver go well to the very end.
TEST(Ending, ExitWhileThreadsCompile) {
  run([](Program& p) {
    std::atomic<int> begun{0};
    for (int i = 0; i < 3; ++i)
      std::thread([&] {
        for (;; ++begun) {
          WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
          source.code = text(begun % 2 ? kLong : "fn main( { undefined(); }");
          WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
          d.nextInChain = &source.chain;
          p.w.ShaderModuleRelease(p.w.DeviceCreateShaderModule(p.device, &d));
          p.w.InstanceProcessEvents(p.instance);
        }
      }).detach();
    while (begun < 30) std::this_thread::yield();
    std::exit(0);
    return 1;
  });
}

TEST(Ending, ExitInsideOfACallback) {
  run([](Program& p) {
    p.begin_work();
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) { std::exit(0); };
    p.w.QueueOnSubmittedWorkDone(p.queue, info);
    for (;;) p.w.InstanceProcessEvents(p.instance);
    return 1;
  });
}

// A pipeline's callback may come on a thread of the library.
TEST(Ending, ExitOnAThreadOfTheLibrary) {
  run([](Program& p) {
    p.begin_work();
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = p.module;
    WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowSpontaneous;
    info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline, WGPUStringView, void*, void*) { std::exit(0); };
    p.w.DeviceCreateComputePipelineAsync(p.device, &d, info);
    for (;;) pause();
    return 1;
  });
}

TEST(Ending, TheLibraryIsClosedAndOpenedAgain) {
  run([](Program& first) {
    first.begin_work();
    first.release();
    dlclose(library.handle);
    for (int i = 0; i < 3; ++i) {
      if (!library.open()) return 2;
      auto* p = new Program(library);
      if (!p->device) return 3;
      p->begin_work();
      p->release();
      delete p;
      dlclose(library.handle);
    }
    return 0;
  });
}

// Threads of it and of the driver go on: it stays.
TEST(Ending, TheLibraryIsClosedWithWorkInFlight) {
  run([](Program& p) {
    p.begin_work();
    dlclose(library.handle);
    if (!Library::loaded()) return 4;
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return 0;
  });
}

// A child that only ends, as one that could not exec does, and the parent that goes on.
TEST(Ending, AChildOfAProgramWithWorkInFlight) {
  run([](Program& p) {
    p.begin_work();
    pid_t child = fork();
    if (child == 0) std::exit(0);
    int status = -1;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 5;
    WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
    wait.future = p.done(WGPUCallbackMode_WaitAnyOnly);
    if (p.w.InstanceWaitAny(p.instance, 1, &wait, 30'000'000'000) != WGPUWaitStatus_Success) return 6;
    p.release();
    return 0;
  });
}

}  // namespace
