// Adapters. https://webgpu-native.github.io/webgpu-headers/group__WGPUAdapterMethods.html
#include "gpu/adapter.h"

#include <cstdlib>

#include "capi/convert.h"
#include "gpu/instance.h"

using namespace vitrine;
using namespace vitrine::capi;

extern "C" {

void wgpuAdapterGetFeatures(WGPUAdapter adapter, WGPUSupportedFeatures* features) {
  VITRINE_ENTER(adapter, "features");
  if (features) fill(*features, self.features());
}

WGPUStatus wgpuAdapterGetInfo(WGPUAdapter adapter, WGPUAdapterInfo* info) {
  VITRINE_ENTER(adapter, "info", WGPUStatus_Error);
  return info && fill(*info, self) ? WGPUStatus_Success : WGPUStatus_Error;
}

WGPUStatus wgpuAdapterGetLimits(WGPUAdapter adapter, WGPULimits* limits) {
  VITRINE_ENTER(adapter, "limits", WGPUStatus_Error);
  return limits && fill(*limits, self.limits()) ? WGPUStatus_Success : WGPUStatus_Error;
}

WGPUBool wgpuAdapterHasFeature(WGPUAdapter adapter, WGPUFeatureName feature) {
  VITRINE_ENTER(adapter, "features", false);
  return self.features().has(as<gpu::FeatureName>(feature)) || is_always_there(feature);
}

WGPUFuture wgpuAdapterRequestDevice(WGPUAdapter adapter, WGPUDeviceDescriptor const* descriptor,
                                    WGPURequestDeviceCallbackInfo info) {
  VITRINE_CALL(adapter, "requestDevice", (descriptor), WGPUFuture{0});
  gpu::UncapturedErrorCallback uncaptured;
  gpu::DeviceLostCallback lost;
  gpu::CallbackMode lost_mode = gpu::CallbackMode::AllowSpontaneous;
  if (descriptor) {
    check_chain(descriptor->nextInChain, "WGPUDeviceDescriptor", {});
    check_chain(descriptor->uncapturedErrorCallbackInfo.nextInChain, "WGPUUncapturedErrorCallbackInfo", {});
    check_chain(descriptor->deviceLostCallbackInfo.nextInChain, "WGPUDeviceLostCallbackInfo", {});
    if (const WGPUUncapturedErrorCallbackInfo& u = descriptor->uncapturedErrorCallbackInfo; u.callback) {
      uncaptured = [u](gpu::Device& device, gpu::ErrorType type, const std::string& message) {
        WGPUDevice handle = handle_of(&device);
        u.callback(&handle, static_cast<WGPUErrorType>(type), view(message), u.userdata1, u.userdata2);
      };
    }
    if (const WGPUDeviceLostCallbackInfo& l = descriptor->deviceLostCallbackInfo; l.callback) {
      lost_mode = callback_mode(l.mode);
      lost = [l](gpu::Device* device, gpu::DeviceLostReason reason, const std::string& message) {
        WGPUDevice handle = handle_of(device);
        l.callback(&handle, static_cast<WGPUDeviceLostReason>(reason), view(message), l.userdata1, l.userdata2);
      };
    }
  }
  gpu::FutureId future = self.request_device(
      convert(descriptor), std::move(uncaptured), lost_mode, std::move(lost),
      callback_mode(info, "WGPURequestDeviceCallbackInfo"),
      [info](gpu::RequestDeviceStatus status, gpu::Ref<gpu::Device> device, std::string message) {
        if (!info.callback) return;
        info.callback(static_cast<WGPURequestDeviceStatus>(status), give(device), view(message), info.userdata1,
                      info.userdata2);
      });
  return {future};
}

void wgpuAdapterInfoFreeMembers(WGPUAdapterInfo info) {
  for (WGPUStringView s : {info.vendor, info.architecture, info.device, info.description}) free_text(s);
}

void wgpuSupportedFeaturesFreeMembers(WGPUSupportedFeatures features) {
  std::free(const_cast<WGPUFeatureName*>(features.features));
}

}  // extern "C"
