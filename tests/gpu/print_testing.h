// A device that prints, for programs of this folder.
#pragma once

#include <gtest/gtest.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::testing {

inline WGPUStringView view(std::string_view s) { return {s.data(), s.size()}; }
inline std::string string(WGPUStringView s) {
  return s.data ? std::string(s.data, s.length == WGPU_STRLEN ? std::string_view(s.data).size() : s.length) : std::string();
}

struct Message {
  std::string text, entry_point, pipeline, pass;
  std::vector<std::string> groups;
  uint32_t line = 0, command = 0, command_in_pass = 0;
  uint64_t submission = 0;
  WGPUShaderStage stage = 0;
  uint32_t invocation[3] = {};
  bool partial = false;
};

struct Finding {
  std::string rule, message;
  uint32_t line = 0, column = 0;
};

struct PrintOptions {
  VitrineInstanceFlags flags = VitrineInstanceFlags_Validation;
  VitrinePrintRoute route = VitrinePrintRoute_BuiltIn;
  uint32_t buffer = 0;
  std::string filter;
  uint32_t limit = 0;
  bool feature = true;
  bool f16 = false;
  bool null_backend = false;
};

class PrintDevice : public ::testing::Test {
 protected:
  // Skips where the route is not there.
  void open(const PrintOptions& options = {}) {
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);  // some drivers and layers write about it on stderr
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = options.flags;
    ours.printRoute = options.route;
    ours.printBufferSize = options.buffer;
    ours.printFilter = view(options.filter);
    ours.printLimit = options.limit;
    ours.logCallbackInfo.level = VitrineLogLevel_Warning;
    ours.logCallbackInfo.callback = [](VitrineLogLevel, WGPUStringView category, WGPUStringView text, void* self, void*) {
      static_cast<PrintDevice*>(self)->log.push_back(string(category) + ": " + string(text));
    };
    ours.logCallbackInfo.userdata1 = this;
    ours.printCallbackInfo.callback = [](VitrinePrintMessage const* m, void* self, void*) {
      Message out;
      out.text = string(m->text);
      out.entry_point = string(m->entryPoint);
      out.pipeline = string(m->pipelineLabel);
      out.pass = string(m->passLabel);
      for (size_t i = 0; i < m->debugGroupCount; ++i) out.groups.push_back(string(m->debugGroups[i]));
      out.line = m->line;
      out.command = m->command;
      out.command_in_pass = m->commandInPass;
      out.submission = m->submission;
      out.stage = m->stage;
      for (int i = 0; i < 3; ++i) out.invocation[i] = m->invocation[i];
      out.partial = m->partial;
      auto* to = static_cast<PrintDevice*>(self);
      to->messages.push_back(std::move(out));
      size_t number = to->messages.size() - 1;
      if (to->on_message) to->on_message();
      // Whatever the callback did, its message is still there.
      if (number < to->messages.size()) {
        EXPECT_EQ(string(m->text), to->messages[number].text);
      }
    };
    ours.printCallbackInfo.lossCallback = [](VitrinePrintLoss const* l, void* self, void*) {
      static_cast<PrintDevice*>(self)->lost += l->count;
      ++static_cast<PrintDevice*>(self)->losses;
    };
    ours.printCallbackInfo.userdata1 = this;
    ours.diagnosticCallbackInfo.callback = [](VitrineDiagnostic d, void* self, void*) {
      VitrinePlace place = {};
      vitrineDiagnosticGetPlace(d, &place);
      Finding f;
      f.rule = string(vitrineDiagnosticGetRule(d));
      f.message = string(vitrineDiagnosticGetMessage(d));
      f.line = place.line;
      f.column = place.columnBytes;
      static_cast<PrintDevice*>(self)->findings.push_back(std::move(f));
    };
    ours.diagnosticCallbackInfo.userdata1 = this;
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &ours.chain;
    instance = wgpuCreateInstance(&descriptor);
    ASSERT_TRUE(instance);
    WGPURequestAdapterOptions adapter_options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    if (options.null_backend) adapter_options.backendType = WGPUBackendType_Null;
    WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
    on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* self, void*) {
      static_cast<PrintDevice*>(self)->adapter = a;
      static_cast<PrintDevice*>(self)->done = true;
    };
    on_adapter.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, &adapter_options, on_adapter);
    wait();
    if (!adapter) GTEST_SKIP() << "no adapter";
    if (std::string why = route_missing(options); !why.empty()) GTEST_SKIP() << why;
    std::vector<WGPUFeatureName> features;
    if (options.feature) features.push_back(WGPUFeatureName_VitrineDebugPrintf);
    f16 = wgpuAdapterHasFeature(adapter, WGPUFeatureName_ShaderF16);
    if (f16) features.push_back(WGPUFeatureName_ShaderF16);
    WGPUDeviceDescriptor device_descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    device_descriptor.requiredFeatures = features.data();
    device_descriptor.requiredFeatureCount = features.size();
    device_descriptor.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
    device_descriptor.deviceLostCallbackInfo.callback = [](WGPUDevice const*, WGPUDeviceLostReason reason, WGPUStringView, void* self,
                                                           void*) {
      if (reason != WGPUDeviceLostReason_Destroyed) static_cast<PrintDevice*>(self)->device_lost = true;
    };
    device_descriptor.deviceLostCallbackInfo.userdata1 = this;
    device_descriptor.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView message, void* self,
                                                                void*) {
      static_cast<PrintDevice*>(self)->errors.push_back(string(message));
    };
    device_descriptor.uncapturedErrorCallbackInfo.userdata1 = this;
    WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    on_device.mode = WGPUCallbackMode_AllowProcessEvents;
    on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* self, void*) {
      static_cast<PrintDevice*>(self)->device = d;
      static_cast<PrintDevice*>(self)->done = true;
    };
    on_device.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, &device_descriptor, on_device);
    wait();
    ASSERT_TRUE(device);
    queue = wgpuDeviceGetQueue(device);
  }

  void TearDown() override { close(); }
  void close() {
    for (auto& release : releases) release();
    releases.clear();
    if (queue) wgpuQueueRelease(queue);
    if (device) wgpuDeviceRelease(device);
    if (adapter) wgpuAdapterRelease(adapter);
    if (instance) wgpuInstanceRelease(instance);
    queue = nullptr, device = nullptr, adapter = nullptr, instance = nullptr;
    for (const std::string& e : errors) ADD_FAILURE() << e;
    errors.clear();
  }
  bool ready() const { return device && !IsSkipped() && !HasFatalFailure(); }
  void wait() {
    while (!done) wgpuInstanceProcessEvents(instance);
    done = false;
  }

  WGPUShaderModule module(std::string_view wgsl, std::string_view label = "shader") {
    WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
    code.code = view(wgsl);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &code.chain;
    d.label = view(label);
    WGPUShaderModule m = wgpuDeviceCreateShaderModule(device, &d);
    releases.push_back([m] { wgpuShaderModuleRelease(m); });
    return m;
  }
  WGPUComputePipeline compute(std::string_view wgsl, WGPUPipelineLayout layout = nullptr, std::string_view label = "pipeline") {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.label = view(label);
    d.layout = layout;
    d.compute.module = module(wgsl);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(device, &d);
    releases.push_back([p] { wgpuComputePipelineRelease(p); });
    return p;
  }
  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage, std::string_view label = "buffer") {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.label = view(label);
    d.size = size;
    d.usage = usage;
    WGPUBuffer b = wgpuDeviceCreateBuffer(device, &d);
    releases.push_back([b] { wgpuBufferRelease(b); });
    return b;
  }
  WGPUBindGroup group(WGPUBindGroupLayout layout, const std::vector<WGPUBindGroupEntry>& entries) {
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = layout;
    d.entryCount = entries.size();
    d.entries = entries.data();
    WGPUBindGroup g = wgpuDeviceCreateBindGroup(device, &d);
    releases.push_back([g] { wgpuBindGroupRelease(g); });
    return g;
  }
  static WGPUBindGroupEntry entry(uint32_t binding, WGPUBuffer b) {
    WGPUBindGroupEntry e = WGPU_BIND_GROUP_ENTRY_INIT;
    e.binding = binding;
    e.buffer = b;
    return e;
  }
  // A compute pass labelled "pass", handed over between begin and end.
  void compute_pass(WGPUCommandEncoder encoder, const std::function<void(WGPUComputePassEncoder)>& body) {
    WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    d.label = view("pass");
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &d);
    body(pass);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
  }
  void submit(const std::function<void(WGPUCommandEncoder)>& body) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    body(encoder);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
  }
  void finish() {
    WGPUQueueWorkDoneCallbackInfo on_done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    on_done.mode = WGPUCallbackMode_AllowProcessEvents;
    on_done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* self, void*) { static_cast<PrintDevice*>(self)->done = true; };
    on_done.userdata1 = this;
    wgpuQueueOnSubmittedWorkDone(queue, on_done);
    wait();
  }
  // One dispatch, to its end.
  void run(std::string_view wgsl, uint32_t groups = 1) {
    WGPUComputePipeline p = compute(wgsl);
    submit([&](WGPUCommandEncoder e) {
      compute_pass(e, [&](WGPUComputePassEncoder pass) {
        wgpuComputePassEncoderSetPipeline(pass, p);
        wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
      });
    });
    finish();
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const Message& m : messages) out.push_back(m.text);
    return out;
  }
  std::vector<Finding> found(std::string_view rule) const {
    std::vector<Finding> out;
    for (const Finding& f : findings)
      if (f.rule == rule) out.push_back(f);
    return out;
  }

  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  WGPUQueue queue = nullptr;
  bool done = false, f16 = false, device_lost = false;
  std::vector<Message> messages;
  std::vector<Finding> findings;
  std::vector<std::string> log, errors;
  uint64_t lost = 0;
  int losses = 0;
  std::function<void()> on_message;
  std::vector<std::function<void()>> releases;

 private:
  std::string route_missing(const PrintOptions& options) {
    if (options.null_backend || !options.feature) return {};
    VitrineAdapterReport report = {};
    vitrineInstanceGetAdapterReport(instance, &report);
    bool native = options.route == VitrinePrintRoute_Native, offered = false;
    std::string why = "the route is not offered: ";
    for (size_t i = 0; i < report.candidateCount; ++i) {
      const VitrineAdapterCandidate& c = report.candidates[i];
      offered = offered || (c.usable && (c.printRoutes & (native ? VitrinePrintRoutes_Native : VitrinePrintRoutes_BuiltIn)));
      why += string(c.printRouteReason);
    }
    vitrineAdapterReportFreeMembers(report);
    return offered ? std::string() : why;
  }
};

}  // namespace vitrine::testing
