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
  bool active() const { return !folder_.empty(); }

 private:
  std::string folder_;
};

inline constexpr uint64_t kDefaultPrintBuffer = 1024 * 1024;
inline constexpr uint64_t kLayerPrintBuffer = 1024;  // without a file

}  // namespace vitrine::hal::vulkan
