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

uint64_t print_buffer_in(const std::string& path) {
  std::FILE* file = std::fopen((path + kFile).c_str(), "r");
  if (!file) file = std::fopen(path.c_str(), "r");
  if (!file) return 0;
  char line[512];
  unsigned long long size = 0;
  while (std::fgets(line, sizeof line, file)) std::sscanf(line, " khronos_validation.printf_buffer_size = %llu", &size);
  std::fclose(file);
  return size;
}

LayerSettings::LayerSettings(uint64_t print_buffer_size) : print_buffer_(kLayerPrintBuffer) {
  constexpr uint64_t kLeast = 128;
  if (const char* path = std::getenv(kVariable)) {
    if (uint64_t size = print_buffer_in(path)) print_buffer_ = std::max(size, kLeast);
    return;
  }
  print_buffer_size = std::clamp<uint64_t>(print_buffer_size, kLeast, 1u << 30);
  const char* temporary = std::getenv("TMPDIR");
  std::string folder = std::string(temporary && *temporary ? temporary : "/tmp") + "/vitrine-layer-XXXXXX";
  if (!mkdtemp(folder.data())) return;
  std::string path = folder + kFile;
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool written = file && std::fprintf(file, "khronos_validation.printf_buffer_size = %llu\n",
                                      static_cast<unsigned long long>(print_buffer_size)) > 0;
  if (file && std::fclose(file) != 0) written = false;
  if (!written) {
    unlink(path.c_str());
    rmdir(folder.c_str());
    return;
  }
  setenv(kVariable, folder.c_str(), 1);
  folder_ = std::move(folder);
  print_buffer_ = print_buffer_size;
}

LayerSettings::~LayerSettings() {
  if (folder_.empty()) return;
  unsetenv(kVariable);
  unlink((folder_ + kFile).c_str());
  rmdir(folder_.c_str());
}

}  // namespace vitrine::hal::vulkan
