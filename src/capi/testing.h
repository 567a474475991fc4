// What tests of the C interface share: an instance with its callbacks, an adapter, a device.
#pragma once

#include <gtest/gtest.h>
#include <webgpu/vitrine.h>

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::capi::testing {

inline WGPUStringView text(std::string_view s) { return {s.data(), s.size()}; }
inline std::string string(WGPUStringView s) { return s.data ? std::string(s.data, s.length == WGPU_STRLEN ? std::string_view(s.data).size() : s.length) : ""; }

struct Options {
  WGPUBackendType backend = WGPUBackendType_Null;
  std::vector<WGPUFeatureName> features;
  VitrineInstanceFlags flags = 0;
  std::string lint;
  std::vector<std::string> experiments;
  bool uncaptured = true;  // a listener
};

// Everything that a program of one thread may do; its callbacks are kept as texts.
class Program {
 public:
  explicit Program(Options o = {}) : options(std::move(o)) {
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = options.flags;
    ours.lint = text(options.lint);
    std::vector<WGPUStringView> names;
    for (const std::string& n : options.experiments) names.push_back(text(n));
    ours.enabledExperimentCount = names.size();
    ours.enabledExperiments = names.data();
    ours.logCallbackInfo = {[](VitrineLogLevel, WGPUStringView category, WGPUStringView t, void* self, void*) {
                              static_cast<Program*>(self)->on_log(string(category), string(t));
                            },
                            VitrineLogLevel_Debug, this, nullptr};
    ours.diagnosticCallbackInfo = {[](VitrineDiagnostic d, void* self, void*) {
                                     static_cast<Program*>(self)->on_diagnostic(vitrineDiagnosticGetCause(d) != nullptr, string(vitrineDiagnosticGetRule(d)), string(vitrineDiagnosticGetMessage(d)));
                                   },
                                   this, nullptr};
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
    descriptor.requiredFeatureCount = 1;
    descriptor.requiredFeatures = &timed;
    descriptor.nextInChain = &ours.chain;
    instance = wgpuCreateInstance(&descriptor);
  }
  ~Program() {
    if (device) wgpuDeviceRelease(device);
    if (adapter) wgpuAdapterRelease(adapter);
    if (instance) wgpuInstanceRelease(instance);
  }
  Program(const Program&) = delete;

  bool request_adapter() {
    WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    o.backendType = options.backend;
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView m, void* self, void*) {
      static_cast<Program*>(self)->adapter = a;
      static_cast<Program*>(self)->message = string(m);
    };
    info.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, &o, info);
    wgpuInstanceProcessEvents(instance);
    return adapter != nullptr;
  }
  bool request_device() {
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.label = text("main");
    d.requiredFeatureCount = options.features.size();
    d.requiredFeatures = options.features.data();
    if (options.uncaptured) {
      d.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType type, WGPUStringView m, void* self, void*) {
        static_cast<Program*>(self)->on_error(type, string(m));
      };
      d.uncapturedErrorCallbackInfo.userdata1 = this;
    }
    d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowProcessEvents;
    d.deviceLostCallbackInfo.callback = [](WGPUDevice const*, WGPUDeviceLostReason r, WGPUStringView m, void* self, void*) {
      static_cast<Program*>(self)->on_lost(r, string(m));
    };
    d.deviceLostCallbackInfo.userdata1 = this;
    WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestDeviceStatus, WGPUDevice made, WGPUStringView m, void* self, void*) {
      static_cast<Program*>(self)->device = made;
      static_cast<Program*>(self)->message = string(m);
    };
    info.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, &d, info);
    wgpuInstanceProcessEvents(instance);
    return device != nullptr;
  }
  bool start() { return instance && request_adapter() && request_device(); }

  WGPUShaderModule module(std::string_view code, std::string_view label = "m") {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = text(code);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &source.chain;
    d.label = text(label);
    return wgpuDeviceCreateShaderModule(device, &d);
  }
  WGPUBuffer buffer(uint64_t size, WGPUBufferUsage usage, std::string_view label = "b") {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = size;
    d.usage = usage;
    d.label = text(label);
    return wgpuDeviceCreateBuffer(device, &d);
  }
  // One error of validation, that nothing captures.
  void fail(std::string_view label = "bad") {
    if (WGPUBuffer b = buffer(4, WGPUBufferUsage_None, label)) wgpuBufferRelease(b);
  }

  void add(std::string line) {
    std::lock_guard lock(mutex);
    heard.push_back(std::move(line));
  }
  size_t count(std::string_view part) {
    std::lock_guard lock(mutex);
    size_t n = 0;
    for (const std::string& line : heard) n += line.find(part) != line.npos;
    return n;
  }
  // Of lines that begin with it.
  size_t begun(std::string_view beginning) {
    std::lock_guard lock(mutex);
    size_t n = 0;
    for (const std::string& line : heard) n += line.starts_with(beginning);
    return n;
  }
  std::string all() {
    std::lock_guard lock(mutex);
    std::string out;
    for (const std::string& line : heard) out += line + "\n";
    return out;
  }

  Options options;
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  std::string message;  // of the last request
  std::mutex mutex;
  std::vector<std::string> heard;  // in the order of the callbacks
  std::function<void(const std::string&)> more;  // runs inside of each callback

 private:
  void tell(std::string line) {
    add(line);
    if (more) more(line);
  }
  void on_log(const std::string& category, const std::string& t) { tell("log " + category + ": " + t); }
  void on_diagnostic(bool follows, const std::string& rule, const std::string& m) {
    tell((follows ? "follow-on " : "diagnostic ") + rule + ": " + m);
  }
  void on_error(WGPUErrorType type, const std::string& m) { tell("error " + std::to_string(type) + ": " + m); }
  void on_lost(WGPUDeviceLostReason reason, const std::string& m) { tell("lost " + std::to_string(reason) + ": " + m); }
};

}  // namespace vitrine::capi::testing
