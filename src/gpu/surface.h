// Surfaces of webgpu.h: windows that textures are presented to.
// https://webgpu-native.github.io/webgpu-headers/Surfaces.html
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/instance.h"
#include "gpu/object.h"
#include "gpu/texture.h"
#include "hal/surface.h"

namespace vitrine::gpu {

class Adapter;

struct SurfaceConfiguration {
  Device* device = nullptr;
  TextureFormat format = TextureFormat::Undefined;
  uint64_t usage = TextureUsage::RenderAttachment;
  uint32_t width = 0, height = 0;
  std::vector<TextureFormat> view_formats;
  CompositeAlphaMode alpha_mode = CompositeAlphaMode::Auto;
  PresentMode present_mode = PresentMode::Fifo;
  bool display_p3 = false, extended_tones = false;
};

// What the chain of a descriptor holds.
struct SurfaceSources {
  std::vector<hal::SurfaceSource> known;
  std::vector<std::string_view> foreign;  // of other platforms: "SurfaceSourceMetalLayer"
};

class Surface : public Object {
 public:
  Surface(Instance& instance, std::string_view label);
  ~Surface() override;
  // https://webgpu-native.github.io/webgpu-headers/Surfaces.html#Surface-Creation
  static Ref<Surface> create(Instance& instance, std::string_view label, const SurfaceSources& sources);

  // https://webgpu-native.github.io/webgpu-headers/Surfaces.html#Surface-Capabilities
  // Nothing: an error, which has been reported.
  std::optional<hal::SurfaceCapabilities> get_capabilities(Adapter* adapter);
  // https://webgpu-native.github.io/webgpu-headers/Surfaces.html#Surface-Configuration
  void configure(const SurfaceConfiguration& config);
  void unconfigure();
  // https://webgpu-native.github.io/webgpu-headers/Surfaces.html#Surface-Presenting
  struct Frame {
    SurfaceGetCurrentTextureStatus status = SurfaceGetCurrentTextureStatus::Error;
    Ref<Texture> texture;
  };
  Frame get_current_texture();
  bool present();

  // Why an adapter cannot present to this, in words; empty: it can. `native` is the instance that made the adapter.
  std::string refusal(Instance& asked, hal::Instance& native, hal::Adapter& adapter);
  std::string traits() const override;

 private:
  // The native surface of a backend; made when first asked for.
  hal::Result<hal::Surface*> native(hal::Instance& backend);
  hal::Result<hal::SurfaceCapabilities> native_capabilities(hal::Instance& backend, Adapter& adapter);
  // To the device it is configured with, else to the log.
  void error(diag::Diagnostic diagnostic);
  bool check_usable(diag::Requirements& unmet);
  void drop_frame();

  Ref<Instance> instance_;
  diag::DiagnosticPtr failure_;
  diag::DiagnosticPtr refused_;  // why the latest configuration left it without one
  hal::SurfaceSource source_;
  std::mutex mutex_;    // taken after the one of the instance's backends
  Ref<Device> device_;  // while configured
  SurfaceConfiguration config_;
  struct Native {
    std::string_view backend;
    std::unique_ptr<hal::Surface> surface;
  };
  std::vector<Native> natives_;
  hal::Surface* configured_ = nullptr;
  Ref<Texture> current_;
};

// A program gets none of these yet: webgpu.h has no function that makes one.
class ExternalTexture : public DeviceObject {
 public:
  explicit ExternalTexture(Device& device) : DeviceObject(device, ObjectKind::ExternalTexture, {}) {}
};

}  // namespace vitrine::gpu
