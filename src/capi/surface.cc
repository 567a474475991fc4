// Surfaces. None can be presented to yet: every function says so.
// https://webgpu-native.github.io/webgpu-headers/Surfaces.html
#include "gpu/surface.h"

#include "capi/convert.h"
#include "gpu/check.h"
#include "gpu/device.h"

using namespace vitrine;
using namespace vitrine::capi;

namespace {
void not_there(gpu::Instance& instance, std::string_view function) {
  instance.report(gpu::Device::attributed(gpu::not_implemented(function)), nullptr, /*scoped=*/false, /*to_log=*/true);
}
}  // namespace

extern "C" {

WGPUSurface wgpuInstanceCreateSurface(WGPUInstance instance, WGPUSurfaceDescriptor const* descriptor) {
  VITRINE_ENTER(instance, "createSurface", nullptr);
  not_there(self, "wgpuInstanceCreateSurface");
  return give(gpu::make<gpu::Surface>(self, descriptor ? text(descriptor->label) : std::string_view()));
}
void wgpuSurfaceConfigure(WGPUSurface surface, WGPUSurfaceConfiguration const*) {
  VITRINE_ENTER(surface, "configure");
  not_there(self.instance(), "wgpuSurfaceConfigure");
}
WGPUStatus wgpuSurfaceGetCapabilities(WGPUSurface surface, WGPUAdapter, WGPUSurfaceCapabilities* capabilities) {
  VITRINE_ENTER(surface, "getCapabilities", WGPUStatus_Error);
  not_there(self.instance(), "wgpuSurfaceGetCapabilities");
  if (capabilities) {
    WGPUChainedStruct* chain = capabilities->nextInChain;
    *capabilities = {};
    capabilities->nextInChain = chain;
  }
  return WGPUStatus_Error;
}
void wgpuSurfaceCapabilitiesFreeMembers(WGPUSurfaceCapabilities) {}
void wgpuSurfaceGetCurrentTexture(WGPUSurface surface, WGPUSurfaceTexture* texture) {
  VITRINE_ENTER(surface, "getCurrentTexture");
  not_there(self.instance(), "wgpuSurfaceGetCurrentTexture");
  if (!texture) return;
  texture->texture = nullptr;
  texture->status = WGPUSurfaceGetCurrentTextureStatus_Error;
}
WGPUStatus wgpuSurfacePresent(WGPUSurface surface) {
  VITRINE_ENTER(surface, "present", WGPUStatus_Error);
  not_there(self.instance(), "wgpuSurfacePresent");
  return WGPUStatus_Error;
}
void wgpuSurfaceUnconfigure(WGPUSurface surface) { VITRINE_ENTER(surface, "unconfigure"); }

}  // extern "C"
