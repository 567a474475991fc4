// https://gpuweb.github.io/gpuweb/#programming-model-resource-usages
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/enums.h"
#include "hal/stream.h"

namespace vitrine::gpu {

class Buffer;
class Texture;
class TextureView;

// A write-only storage texture: only with itself, though the specification counts it as storage. Browsers and the
// conformance suite agree on that.
inline constexpr hal::InternalUsages kWriteOnlyStorage = 0x100;

// "storage and constant"
std::string usages_text(hal::InternalUsages usages);

// The resources of one scope with all their usages. Sized for few resources; linear in those of one texture.
class UsageScope {
 public:
  // `where` says what uses it, for messages: "group 0, binding 2". Reports a conflict once per resource.
  void add(Buffer& buffer, hal::InternalUsages usages, hal::ShaderStages stages, const std::string& where,
           diag::Requirements& unmet);
  // `aspect`: one of a view that has both.
  void add(const TextureView& view, hal::InternalUsages usages, hal::ShaderStages stages, const std::string& where,
           diag::Requirements& unmet, TextureAspect aspect = TextureAspect::Undefined);
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
