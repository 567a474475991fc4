// https://gpuweb.github.io/gpuweb/#programming-model-resource-usages
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "hal/stream.h"

namespace vitrine::gpu {

class Buffer;
class Texture;
class TextureView;

// "storage and constant"
std::string usages_text(hal::InternalUsages usages);

// The resources of one scope with all their usages. Sized for few resources; linear in those of one texture.
class UsageScope {
 public:
  // `where` says what uses it, for messages: "group 0, binding 2". Reports a conflict once per resource.
  void add(Buffer& buffer, hal::InternalUsages usages, hal::ShaderStages stages, const std::string& where,
           diag::Requirements& unmet);
  void add(const TextureView& view, hal::InternalUsages usages, hal::ShaderStages stages, const std::string& where,
           diag::Requirements& unmet);
  void merge(const UsageScope& other, diag::Requirements& unmet);
  void clear();
  void fill(std::vector<hal::BufferUse>& buffers, std::vector<hal::TextureUse>& textures) const;

 private:
  struct BufferEntry {
    Buffer* buffer;
    hal::InternalUsages usages;
    hal::ShaderStages stages;
    std::string where;
  };
  struct TextureEntry {
    Texture* texture;
    hal::InternalUsages usages;
    hal::ShaderStages stages;
    uint32_t base_mip_level, mip_level_count, base_array_layer, array_layer_count;
    hal::TextureAspect aspect;
    std::string where;
  };
  void add(TextureEntry entry, diag::Requirements& unmet);
  std::vector<BufferEntry> buffers_;
  std::vector<TextureEntry> textures_;
};

}  // namespace vitrine::gpu
