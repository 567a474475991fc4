// What compat.h declares: habits of programs that were written for another implementation.
#include <webgpu/compat.h>

#include "capi/convert.h"
#include "gpu/device.h"
#include "gpu/instance.h"

using namespace vitrine::capi;

extern "C" {

void wgpuDeviceTick(WGPUDevice device) {
  VITRINE_ENTER(device, "processEvents");
  self.instance().events().process_events();
}

void wgpuDeviceSetLoggingCallback(WGPUDevice device, WGPULoggingCallbackInfo) {
  VITRINE_ENTER(device, "setLoggingCallback");
  self.instance().say(vitrine::diag::Level::Debug, "webgpu.h",
                      "wgpuDeviceSetLoggingCallback is passed over: vitrineInstanceSetLogCallback takes the log");
}

// Nothing fills one in.
void wgpuAdapterPropertiesSubgroupMatrixConfigsFreeMembers(WGPUAdapterPropertiesSubgroupMatrixConfigs) {}

}  // extern "C"
