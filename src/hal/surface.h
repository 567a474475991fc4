// Windows that textures are presented to. https://webgpu-native.github.io/webgpu-headers/Surfaces.html
//
// A Surface belongs to the instance that made it. While configured it uses a device, which must outlive that. Its calls
// are serialised by the caller.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "hal/hal.h"

namespace vitrine::hal {

struct SurfaceSource {
  enum class Kind : uint8_t { Xlib, Xcb, Wayland };
  Kind kind = Kind::Xlib;
  void* display = nullptr;  // Display*, xcb_connection_t*, wl_display*; borrowed for the surface's life
  void* surface = nullptr;  // wl_surface*
  uint64_t window = 0;      // Window, xcb_window_t
};

// Numbered as in the C header.
enum class PresentMode : uint8_t { Fifo = 1, FifoRelaxed = 2, Immediate = 3, Mailbox = 4 };
enum class CompositeAlphaMode : uint8_t { Auto = 0, Opaque = 1, Premultiplied = 2, Unpremultiplied = 3, Inherit = 4 };

// In the order of preference. No formats: the adapter cannot present to the surface.
struct SurfaceCapabilities {
  TextureUsages usages = 0;
  std::vector<TextureFormat> formats;
  std::vector<PresentMode> present_modes;
  std::vector<CompositeAlphaMode> alpha_modes;
};

struct SurfaceConfig {
  std::string_view label;
  TextureFormat format = TextureFormat::Undefined;
  TextureUsages usage = 0;
  uint32_t width = 0, height = 0;  // any: a backend scales where the window has another size
  std::span<const TextureFormat> view_formats;
  CompositeAlphaMode alpha_mode = CompositeAlphaMode::Auto;
  PresentMode present_mode = PresentMode::Fifo;
};

enum class AcquireStatus : uint8_t { Optimal, Suboptimal, Timeout, Outdated, Lost };
struct Acquired {
  AcquireStatus status = AcquireStatus::Timeout;
  std::unique_ptr<Texture> texture;  // with the first two
};

class Surface {
 public:
  virtual ~Surface() = default;
  virtual Result<SurfaceCapabilities> capabilities(Adapter& adapter) = 0;
  // Replaces an earlier configuration. Textures of that one are no longer used.
  virtual Status configure(Device& device, const SurfaceConfig& config) = 0;
  virtual void unconfigure() = 0;
  // The texture of the next frame: to be given back to present, or destroyed with the configuration.
  virtual Result<Acquired> acquire() = 0;
  // After everything submitted so far. Trouble with the window shows in the next acquire.
  virtual Status present(Texture& texture) = 0;
};

}  // namespace vitrine::hal
