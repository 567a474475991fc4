// Surfaces. https://webgpu-native.github.io/webgpu-headers/Surfaces.html
#include "gpu/surface.h"

#include <cstdlib>

#include "capi/convert.h"
#include "gpu/adapter.h"
#include "gpu/check.h"
#include "gpu/device.h"

using namespace vitrine;
using namespace vitrine::capi;

namespace {

gpu::SurfaceSources sources_of(const WGPUSurfaceDescriptor* descriptor) {
  gpu::SurfaceSources out;
  if (!descriptor) return out;
  check_chain(descriptor->nextInChain, "WGPUSurfaceDescriptor",
              {WGPUSType_SurfaceSourceXlibWindow, WGPUSType_SurfaceSourceXCBWindow,
               WGPUSType_SurfaceSourceWaylandSurface, WGPUSType_SurfaceSourceMetalLayer,
               WGPUSType_SurfaceSourceWindowsHWND, WGPUSType_SurfaceSourceAndroidNativeWindow});
  const WGPUChainedStruct* chain = descriptor->nextInChain;
  if (auto* c = reinterpret_cast<const WGPUSurfaceSourceXlibWindow*>(find(chain, WGPUSType_SurfaceSourceXlibWindow)))
    out.known.push_back({hal::SurfaceSource::Kind::Xlib, c->display, nullptr, c->window});
  if (auto* c = reinterpret_cast<const WGPUSurfaceSourceXCBWindow*>(find(chain, WGPUSType_SurfaceSourceXCBWindow)))
    out.known.push_back({hal::SurfaceSource::Kind::Xcb, c->connection, nullptr, c->window});
  if (auto* c =
          reinterpret_cast<const WGPUSurfaceSourceWaylandSurface*>(find(chain, WGPUSType_SurfaceSourceWaylandSurface)))
    out.known.push_back({hal::SurfaceSource::Kind::Wayland, c->display, c->surface, 0});
  if (find(chain, WGPUSType_SurfaceSourceMetalLayer)) out.foreign.push_back("SurfaceSourceMetalLayer");
  if (find(chain, WGPUSType_SurfaceSourceWindowsHWND)) out.foreign.push_back("SurfaceSourceWindowsHWND");
  if (find(chain, WGPUSType_SurfaceSourceAndroidNativeWindow))
    out.foreign.push_back("SurfaceSourceAndroidNativeWindow");
  return out;
}

gpu::SurfaceConfiguration convert(const WGPUSurfaceConfiguration* c) {
  gpu::SurfaceConfiguration out;
  if (!c) return out;
  check_chain(c->nextInChain, "WGPUSurfaceConfiguration", {WGPUSType_SurfaceColorManagement});
  if (const WGPUChainedStruct* chain = find(c->nextInChain, WGPUSType_SurfaceColorManagement)) {
    auto& color = *reinterpret_cast<const WGPUSurfaceColorManagement*>(chain);
    out.display_p3 = color.colorSpace == WGPUPredefinedColorSpace_DisplayP3;
    out.extended_tones = color.toneMappingMode == WGPUToneMappingMode_Extended;
  }
  out.device = from(c->device);
  out.format = as<gpu::TextureFormat>(c->format);
  out.usage = c->usage;
  out.width = c->width;
  out.height = c->height;
  for (WGPUTextureFormat f : array(c->viewFormats, c->viewFormatCount, "viewFormats"))
    out.view_formats.push_back(as<gpu::TextureFormat>(f));
  out.alpha_mode = as<gpu::CompositeAlphaMode>(c->alphaMode);
  out.present_mode = as(c->presentMode, gpu::PresentMode::Fifo);
  return out;
}

// An allocation that wgpuSurfaceCapabilitiesFreeMembers gives back.
template <class To, class From>
To* copied(const std::vector<From>& values) {
  auto* out = static_cast<To*>(std::malloc(values.size() * sizeof(To) + 1));
  for (size_t i = 0; out && i < values.size(); ++i) out[i] = static_cast<To>(values[i]);
  return out;
}

}  // namespace

extern "C" {

WGPUSurface wgpuInstanceCreateSurface(WGPUInstance instance, WGPUSurfaceDescriptor const* descriptor) {
  VITRINE_ENTER(instance, "createSurface", nullptr);
  return give(
      gpu::Surface::create(self, descriptor ? text(descriptor->label) : std::string_view(), sources_of(descriptor)));
}

void wgpuSurfaceConfigure(WGPUSurface surface, WGPUSurfaceConfiguration const* config) {
  VITRINE_ENTER(surface, "configure");
  self.configure(convert(config));
}

WGPUStatus wgpuSurfaceGetCapabilities(WGPUSurface surface, WGPUAdapter adapter, WGPUSurfaceCapabilities* capabilities) {
  VITRINE_ENTER(surface, "getCapabilities", WGPUStatus_Error);
  if (!capabilities) return WGPUStatus_Error;
  pass_over_chain(capabilities->nextInChain, "WGPUSurfaceCapabilities");
  auto found = self.get_capabilities(from(adapter));
  if (!found) return WGPUStatus_Error;
  capabilities->usages = found->usages;
  capabilities->formatCount = found->formats.size();
  capabilities->formats = copied<WGPUTextureFormat>(found->formats);
  capabilities->presentModeCount = found->present_modes.size();
  capabilities->presentModes = copied<WGPUPresentMode>(found->present_modes);
  capabilities->alphaModeCount = found->alpha_modes.size();
  capabilities->alphaModes = copied<WGPUCompositeAlphaMode>(found->alpha_modes);
  return WGPUStatus_Success;
}

void wgpuSurfaceCapabilitiesFreeMembers(WGPUSurfaceCapabilities capabilities) {
  std::free(const_cast<WGPUTextureFormat*>(capabilities.formats));
  std::free(const_cast<WGPUPresentMode*>(capabilities.presentModes));
  std::free(const_cast<WGPUCompositeAlphaMode*>(capabilities.alphaModes));
}

void wgpuSurfaceGetCurrentTexture(WGPUSurface surface, WGPUSurfaceTexture* texture) {
  VITRINE_ENTER(surface, "getCurrentTexture");
  if (!texture) return;
  texture->texture = nullptr;
  texture->status = WGPUSurfaceGetCurrentTextureStatus_Error;
  pass_over_chain(texture->nextInChain, "WGPUSurfaceTexture");
  gpu::Surface::Frame frame = self.get_current_texture();
  texture->texture = give(frame.texture);
  texture->status = static_cast<WGPUSurfaceGetCurrentTextureStatus>(frame.status);
}

WGPUStatus wgpuSurfacePresent(WGPUSurface surface) {
  VITRINE_ENTER(surface, "present", WGPUStatus_Error);
  return self.present() ? WGPUStatus_Success : WGPUStatus_Error;
}

void wgpuSurfaceUnconfigure(WGPUSurface surface) {
  VITRINE_ENTER(surface, "unconfigure");
  self.unconfigure();
}

}  // extern "C"
