#include "hal/vulkan/layer_settings.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace vitrine::hal::vulkan {
namespace {
constexpr const char* kVariable = "VK_LAYER_SETTINGS_PATH";
constexpr const char* kFile = "/vk_layer_settings.txt";
}  // namespace

LayerSettings::LayerSettings(uint64_t print_buffer_size) {
  if (std::getenv(kVariable)) return;
  const char* temporary = std::getenv("TMPDIR");
  std::string folder = std::string(temporary && *temporary ? temporary : "/tmp") + "/vitrine-layer-XXXXXX";
  if (!mkdtemp(folder.data())) return;
  std::string path = folder + kFile;
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool written = file && std::fprintf(file, "khronos_validation.printf_buffer_size = %llu\n",
                                      static_cast<unsigned long long>(std::min<uint64_t>(print_buffer_size, 1u << 30))) > 0;
  if (file && std::fclose(file) != 0) written = false;
  if (!written) {
    unlink(path.c_str());
    rmdir(folder.c_str());
    return;
  }
  setenv(kVariable, folder.c_str(), 1);
  folder_ = std::move(folder);
}

LayerSettings::~LayerSettings() {
  if (folder_.empty()) return;
  unsetenv(kVariable);
  unlink((folder_ + kFile).c_str());
  rmdir(folder_.c_str());
}

}  // namespace vitrine::hal::vulkan
