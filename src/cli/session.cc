#include "cli/session.h"

#include <cstdio>
#include <cstring>
#include <utility>

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
  ours.printCallbackInfo.lossCallback = [](VitrinePrintLoss const* loss, void*, void*) {
    std::fprintf(stderr, "vitrine: %llu printed messages were lost: the print buffer holds %u bytes, --printf-buffer raises it\n",
                 static_cast<unsigned long long>(loss->count), loss->bufferSize);
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
  std::vector<WGPURequestAdapterOptions> tries(1, WGPU_REQUEST_ADAPTER_OPTIONS_INIT);
  if (wanted == "null") tries[0].backendType = WGPUBackendType_Null;
  if (wanted == "vulkan") tries[0].backendType = WGPUBackendType_Vulkan;
  if (wanted == "cpu") tries[0].forceFallbackAdapter = true;
  bool by_name = !wanted.empty() && wanted != "null" && wanted != "vulkan" && wanted != "cpu";
  if (by_name) {
    tries.resize(4, tries[0]);
    tries[1].powerPreference = WGPUPowerPreference_LowPower;
    tries[2].powerPreference = WGPUPowerPreference_HighPerformance;
    tries[3].forceFallbackAdapter = true;
  }
  std::string why, seen;
  for (const WGPURequestAdapterOptions& options : tries) {
    WGPUAdapter adapter = request_adapter(options, why);
    if (!adapter) continue;
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    wgpuAdapterGetInfo(adapter, &info);
    std::string name = text(info.device), description = text(info.description);
    wgpuAdapterInfoFreeMembers(info);
    if (by_name && name.find(wanted) == name.npos && description.find(wanted) == name.npos) {
      if (seen.find(name) == seen.npos) seen += (seen.empty() ? "" : ", ") + name;
      wgpuAdapterRelease(adapter);
      continue;
    }
    adapter_ = adapter;
    adapter_name_ = name;
    return true;
  }
  if (!seen.empty())
    std::fprintf(stderr, "vitrine: no adapter has `%s` in its name; found: %s\n", wanted.c_str(), seen.c_str());
  else
    std::fprintf(stderr, "vitrine: no adapter can run it; `vitrine info` lists what was looked at\n");  // the log has the reason
  return false;
}

bool Session::find_device() {
  for (WGPUFeatureName feature : options_.features) {
    if (wgpuAdapterHasFeature(adapter_, feature)) continue;
    std::fprintf(stderr, "vitrine: adapter \"%s\" lacks a feature that the shader enables\n", adapter_name_.c_str());
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
