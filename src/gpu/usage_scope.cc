#include "gpu/usage_scope.h"

#include <algorithm>
#include <bit>

#include "gpu/buffer.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Text;
namespace usage = hal::internal_usage;

RULE(usage_scope_buffer_conflict, Validation, "usage scope validation", "e9b7a62f 2eacf54c af5d7e67 bd605ea6",
     "{0} is used as {1} ({2}) and as {3} ({4}) at the same time", diag::ObjectRef, Text, Text, Text, Text);
RULE(usage_scope_texture_conflict, Validation, "usage scope validation", "",
     "mip level {0} of {1} is used as {2} ({3}) and as {4} ({5}) at the same time", uint64_t, diag::ObjectRef, Text,
     Text, Text, Text);

std::string usages_text(hal::InternalUsages usages) {
  std::string out;
  auto add = [&](hal::InternalUsages bit, std::string_view name) {
    if (!(usages & bit)) return;
    if (!out.empty()) out += " and ";
    out += name;
  };
  add(usage::kInput, "input");
  add(usage::kConstant, "constant");
  add(usage::kStorage, "storage");
  add(kWriteOnlyStorage, "write-only storage");
  add(usage::kStorageRead, "read-only storage");
  add(usage::kAttachment, "attachment");
  add(usage::kAttachmentRead, "read-only attachment");
  return out;
}

namespace {
// https://gpuweb.github.io/gpuweb/#compatible-usage-list
bool compatible(hal::InternalUsages usages) {
  constexpr hal::InternalUsages kReading =
      usage::kInput | usage::kConstant | usage::kStorageRead | usage::kAttachmentRead;
  return (usages & ~kReading) == 0 || usages == usage::kStorage || usages == kWriteOnlyStorage ||
         usages == usage::kAttachment;
}

bool overlaps(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count) {
  return a < b + b_count && b < a + a_count;
}
}  // namespace

void UsageScope::add(Buffer& buffer, hal::InternalUsages usages, hal::ShaderStages stages, const std::string& where,
                     diag::Requirements& unmet) {
  for (BufferEntry& e : buffers_) {
    if (e.buffer != &buffer) continue;
    bool was = compatible(e.usages);
    REQUIRE(unmet, !was || compatible(e.usages | usages),
            with_creation(usage_scope_buffer_conflict(buffer.ref(), Text{usages_text(e.usages)}, Text{e.where},
                                                      Text{usages_text(usages)}, Text{where})
                              .at(buffer.ref()),
                          buffer));
    e.usages |= usages;
    e.stages |= stages;
    return;
  }
  buffers_.push_back({&buffer, usages, stages, where});
}

void UsageScope::add(const TextureView& view, hal::InternalUsages usages, hal::ShaderStages stages,
                     const std::string& where, diag::Requirements& unmet, TextureAspect aspect) {
  const TextureViewDescriptor& d = view.descriptor();
  add(TextureEntry{&view.texture(), usages, stages, d.base_mip_level, d.mip_level_count, d.base_array_layer,
                   d.array_layer_count,
                   static_cast<hal::TextureAspect>(aspect == TextureAspect::Undefined ? d.aspect : aspect), where},
      unmet);
}

void UsageScope::add(TextureEntry entry, diag::Requirements& unmet) {
  for (TextureEntry& e : textures_) {
    if (e.texture != entry.texture) continue;
    bool aspects = e.aspect == entry.aspect || e.aspect == hal::TextureAspect::All ||
                   entry.aspect == hal::TextureAspect::All;
    if (!aspects || !overlaps(e.base_mip_level, e.mip_level_count, entry.base_mip_level, entry.mip_level_count) ||
        !overlaps(e.base_array_layer, e.array_layer_count, entry.base_array_layer, entry.array_layer_count)) {
      continue;
    }
    // The same attachment twice is refused elsewhere with better words.
    bool same = e.base_mip_level == entry.base_mip_level && e.mip_level_count == entry.mip_level_count &&
                e.base_array_layer == entry.base_array_layer && e.array_layer_count == entry.array_layer_count &&
                e.aspect == entry.aspect;
    REQUIRE(unmet, !compatible(e.usages) || compatible(e.usages | entry.usages),
            with_creation(usage_scope_texture_conflict(std::max(e.base_mip_level, entry.base_mip_level),
                                                       entry.texture->ref(), Text{usages_text(e.usages)}, Text{e.where},
                                                       Text{usages_text(entry.usages)}, Text{entry.where})
                              .at(entry.texture->ref()),
                          *entry.texture));
    if (same) {
      e.usages |= entry.usages;
      e.stages |= entry.stages;
      return;
    }
  }
  textures_.push_back(std::move(entry));
}

void UsageScope::merge(const UsageScope& other, diag::Requirements& unmet) {
  for (const BufferEntry& e : other.buffers_) add(*e.buffer, e.usages, e.stages, e.where, unmet);
  for (const TextureEntry& e : other.textures_) add(e, unmet);
}

void UsageScope::clear() {
  buffers_.clear();
  textures_.clear();
}

void UsageScope::fill(std::vector<hal::BufferUse>& buffers, std::vector<hal::TextureUse>& textures) const {
  for (const BufferEntry& e : buffers_)
    if (hal::Buffer* native = e.buffer->native()) buffers.push_back({native, e.usages, e.stages});
  for (const TextureEntry& e : textures_)
    if (hal::Texture* native = e.texture->native())
      textures.push_back({native,
                          (e.usages & ~kWriteOnlyStorage) | (e.usages & kWriteOnlyStorage ? usage::kStorage : 0), e.stages, e.base_mip_level, e.mip_level_count, e.base_array_layer,
                          e.array_layer_count, e.aspect});
}

}  // namespace vitrine::gpu
