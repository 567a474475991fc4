#include "cli/session.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "webidl/tables.h"

namespace vitrine::cli {

std::string_view name_of(WGPUBackendType type) {
  switch (type) {
    case WGPUBackendType_Null: return "null";
    case WGPUBackendType_Vulkan: return "vulkan";
    default: return "other";
  }
}

std::string_view name_of(WGPUAdapterType type) {
  switch (type) {
    case WGPUAdapterType_DiscreteGPU: return "discrete GPU";
    case WGPUAdapterType_IntegratedGPU: return "integrated GPU";
    case WGPUAdapterType_CPU: return "CPU";
    default: return "unknown";
  }
}

std::unique_ptr<Session> Session::open(SessionOptions options) {
  setenv("VITRINE_CALL_SITES", "off", 1);  // they would name files of this program
  std::unique_ptr<Session> session(new Session(std::move(options)));
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  if (session->options_.validation) ours.flags |= VitrineInstanceFlags_Validation;
  if (session->options_.check_bounds) ours.flags |= VitrineInstanceFlags_CheckBounds;
  if (session->options_.check_nan) ours.flags |= VitrineInstanceFlags_CheckNan;
  if (session->options_.check_silent) ours.flags |= VitrineInstanceFlags_CheckSilent;
  ours.printBufferSize = session->options_.print_buffer_size;
  ours.printFilter = view(session->options_.print_filter);
  ours.printLimit = session->options_.print_limit;
  ours.logCallbackInfo.level = VitrineLogLevel_Warning;  // prints come through the callback
  ours.diagnosticCallbackInfo.callback = [](VitrineDiagnostic d, void* userdata, void*) {
    if (vitrineDiagnosticGetSeverity(d) == VitrineSeverity_Error) ++static_cast<Session*>(userdata)->errors_;
  };
  ours.diagnosticCallbackInfo.userdata1 = session.get();
  ours.printCallbackInfo.callback = [](VitrinePrintMessage const* message, void* userdata, void*) {
    auto* self = static_cast<Session*>(userdata);
    if (self->options_.print) self->options_.print(*message);
  };
  ours.printCallbackInfo.userdata1 = session.get();
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
  descriptor.nextInChain = &ours.chain;
  descriptor.requiredFeatureCount = 1;
  descriptor.requiredFeatures = &timed;
  session->instance_ = wgpuCreateInstance(&descriptor);
  if (!session->instance_) {
    std::fprintf(stderr, "vitrine: no instance could be made\n");
    return nullptr;
  }
  if (!session->find_adapter() || !session->find_device()) return nullptr;
  return session;
}

Session::~Session() {
  if (queue_) wgpuQueueRelease(queue_);
  if (device_) {
    wgpuDeviceDestroy(device_);
    wgpuDeviceRelease(device_);
  }
  if (adapter_) wgpuAdapterRelease(adapter_);
  if (instance_) wgpuInstanceRelease(instance_);
}

void Session::wait(WGPUFuture future) const {
  WGPUFutureWaitInfo info = WGPU_FUTURE_WAIT_INFO_INIT;
  info.future = future;
  wgpuInstanceWaitAny(instance_, 1, &info, UINT64_MAX);
}

WGPUAdapter Session::request_adapter(const WGPURequestAdapterOptions& options, std::string& why) const {
  WGPUAdapter found = nullptr;
  WGPURequestAdapterCallbackInfo callback = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  callback.mode = WGPUCallbackMode_WaitAnyOnly;
  callback.callback = [](WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView message, void* out, void* words) {
    *static_cast<WGPUAdapter*>(out) = adapter;
    *static_cast<std::string*>(words) = text(message);
  };
  callback.userdata1 = &found;
  callback.userdata2 = &why;
  wait(wgpuInstanceRequestAdapter(instance_, &options, callback));
  return found;
}

bool Session::find_adapter() {
  const std::string& wanted = options_.adapter;
  WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
  if (wanted == "null") options.backendType = WGPUBackendType_Null;
  if (wanted == "vulkan") options.backendType = WGPUBackendType_Vulkan;
  if (wanted == "cpu") options.forceFallbackAdapter = true;
  bool by_name = !wanted.empty() && wanted != "null" && wanted != "vulkan" && wanted != "cpu";
  std::string why, before;
  if (by_name) {
    // Several adapters may be alike in all that a program can ask for; the variable tells them apart.
    const char* set = std::getenv("VITRINE_ADAPTER");
    before = set ? set : "";
    setenv("VITRINE_ADAPTER", wanted.c_str(), 1);
  }
  adapter_ = request_adapter(options, why);
  if (by_name) before.empty() ? unsetenv("VITRINE_ADAPTER") : setenv("VITRINE_ADAPTER", before.c_str(), 1);
  if (!adapter_) {
    std::fprintf(stderr, "vitrine: no adapter can run it; `vitrine info` lists what was looked at\n");  // the log has the reason
    return false;
  }
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(adapter_, &info);
  adapter_name_ = text(info.device);
  runs_nothing_ = info.backendType == WGPUBackendType_Null;
  wgpuAdapterInfoFreeMembers(info);
  return true;
}

bool Session::find_device() {
  for (WGPUFeatureName feature : options_.features) {
    if (wgpuAdapterHasFeature(adapter_, feature)) continue;
    std::string_view name = "that the shader enables";
    if (int at = webidl::find_enum("GPUFeatureName"); at >= 0)
      for (const webidl::EnumValue& v : webidl::enums()[static_cast<size_t>(at)].values)
        if (v.value == static_cast<uint64_t>(feature)) name = v.word;
    std::fprintf(stderr, "vitrine: adapter \"%s\" lacks the feature \"%.*s\", which the shader enables\n", adapter_name_.c_str(),
                 static_cast<int>(name.size()), name.data());
    return false;
  }
  WGPULimits limits = WGPU_LIMITS_INIT;
  wgpuAdapterGetLimits(adapter_, &limits);
  WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  descriptor.label = view("vitrine run");
  descriptor.requiredFeatureCount = options_.features.size();
  descriptor.requiredFeatures = options_.features.data();
  descriptor.requiredLimits = &limits;
  WGPURequestDeviceCallbackInfo callback = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  callback.mode = WGPUCallbackMode_WaitAnyOnly;
  std::string why;
  callback.callback = [](WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView message, void* out, void* words) {
    *static_cast<WGPUDevice*>(out) = device;
    *static_cast<std::string*>(words) = text(message);
  };
  callback.userdata1 = &device_;
  callback.userdata2 = &why;
  wait(wgpuAdapterRequestDevice(adapter_, &descriptor, callback));
  if (!device_) {
    std::fprintf(stderr, "vitrine: no device: %s\n", why.c_str());
    return false;
  }
  queue_ = wgpuDeviceGetQueue(device_);
  return true;
}

std::vector<std::byte> Session::read(WGPUBuffer buffer, uint64_t size) const {
  WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  descriptor.label = view("read back");
  descriptor.size = size;
  descriptor.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
  Buffer target(wgpuDeviceCreateBuffer(device_, &descriptor));
  CommandEncoder encoder(wgpuDeviceCreateCommandEncoder(device_, nullptr));
  wgpuCommandEncoderCopyBufferToBuffer(encoder, buffer, 0, target, 0, size);
  CommandBuffer commands(wgpuCommandEncoderFinish(encoder, nullptr));
  WGPUCommandBuffer list = commands;
  wgpuQueueSubmit(queue_, 1, &list);
  bool mapped = false;
  WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  callback.mode = WGPUCallbackMode_WaitAnyOnly;
  callback.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* out, void*) {
    *static_cast<bool*>(out) = status == WGPUMapAsyncStatus_Success;
  };
  callback.userdata1 = &mapped;
  wait(wgpuBufferMapAsync(target, WGPUMapMode_Read, 0, size, callback));
  std::vector<std::byte> bytes;
  if (const void* data = mapped ? wgpuBufferGetConstMappedRange(target, 0, size) : nullptr) {
    bytes.resize(size);
    std::memcpy(bytes.data(), data, size);
  }
  return bytes;
}

}  // namespace vitrine::cli
