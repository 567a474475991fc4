// https://gpuweb.github.io/gpuweb/#programming-model-resource-usages
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/pointer_map.h"
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
std::string usages_text(hal::InternalUsages usages, bool texture);

// What uses a resource, for messages; text is made only there. {"group {}, binding {}", 0, 2}
struct UsagePlace {
  const char* format;  // a literal, of no more than two numbers
  uint32_t a = 0, b = 0;
};
diag::Text text(const UsagePlace& place);

// The resources of one scope with all their usages. Linear in the pieces of one texture.
class UsageScope {
 public:
  // Reports a conflict once per resource.
  void add(Buffer& buffer, hal::InternalUsages usages, hal::ShaderStages stages, UsagePlace where,
           diag::Requirements& unmet);
  // `aspect`: one of a view that has both.
  void add(const TextureView& view, hal::InternalUsages usages, hal::ShaderStages stages, UsagePlace where,
           diag::Requirements& unmet, TextureAspect aspect = TextureAspect::Undefined);
  void merge(const UsageScope& other, diag::Requirements& unmet);
  void clear();
  void fill(std::vector<hal::BufferUse>& buffers, std::vector<hal::TextureUse>& textures) const;

 private:
  struct BufferEntry {
    Buffer* buffer;
    hal::InternalUsages usages;
    hal::ShaderStages stages;
    UsagePlace where;
  };
  struct TextureEntry {
    Texture* texture;
    hal::InternalUsages usages;
    hal::ShaderStages stages;
    uint32_t base_mip_level, mip_level_count, base_array_layer, array_layer_count;
    hal::TextureAspect aspect;
    UsagePlace where;
    uint32_t before = kNone;  // the entry of the same texture before this one
  };
  static constexpr uint32_t kNone = PointerMap::kNone;
  void add(TextureEntry entry, diag::Requirements& unmet);
  std::vector<BufferEntry> buffers_;
  std::vector<TextureEntry> textures_;
  PointerMap last_;  // the last entry of a resource
};

}  // namespace vitrine::gpu
