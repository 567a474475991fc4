// The settings file of the Khronos validation layer, there while an instance is made.
#pragma once

#include <cstdint>
#include <string>

namespace vitrine::hal::vulkan {

// The layer's print buffer holds 1 KiB for a draw or dispatch, and its older versions take another size from a file only,
// read when the instance is made. Writes one and points VK_LAYER_SETTINGS_PATH to it until destruction. Does nothing when
// that variable is set already, or the file cannot be written. The environment is the process's: one at a time.
class LayerSettings {
 public:
  explicit LayerSettings(uint64_t print_buffer_size);
  ~LayerSettings();
  LayerSettings(const LayerSettings&) = delete;
  LayerSettings& operator=(const LayerSettings&) = delete;
  // Bytes that the layer's buffer has: as written here, or what somebody else's file says.
  uint64_t print_buffer() const { return print_buffer_; }

 private:
  std::string folder_;
  uint64_t print_buffer_;
};

inline constexpr uint64_t kDefaultPrintBuffer = 1024 * 1024;
inline constexpr uint64_t kLayerPrintBuffer = 1024;  // without a file
// The size that a settings file gives; 0: none. `path` names the file or its folder.
uint64_t print_buffer_in(const std::string& path);

}  // namespace vitrine::hal::vulkan
