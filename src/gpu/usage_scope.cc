#include "gpu/usage_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/buffer.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Text;
namespace usage = hal::internal_usage;

RULE(usage_scope_buffer_conflict, Validation, "usage scope validation", "e9b7a62f 2eacf54c af5d7e67 bd605ea6",
     "{0} is used as {1} ({2}) and as {3} ({4}) at the same time", diag::ObjectRef, Text, Text, Text, Text);
RULE(usage_scope_texture_conflict, Validation, "usage scope validation", "e9b7a62f 2eacf54c af5d7e67 bd605ea6",
     "mip level {0} of {1} is used as {2} ({3}) and as {4} ({5}) at the same time", uint64_t, diag::ObjectRef, Text,
     Text, Text, Text);

std::string usages_text(hal::InternalUsages usages, bool texture) {
  std::string out;
  auto add = [&](hal::InternalUsages bit, std::string_view name) {
    if (!(usages & bit)) return;
    if (!out.empty()) out += " and ";
    out += name;
  };
  add(usage::kInput, "vertex, index or indirect input");
  add(usage::kConstant, texture ? "sampled texture" : "uniform buffer");
  add(usage::kStorage, "storage");
  add(kWriteOnlyStorage, "write-only storage");
  add(usage::kStorageRead, "read-only storage");
  add(usage::kAttachment, "attachment");
  add(usage::kAttachmentRead, "read-only attachment");
  return out;
}

Text text(const UsagePlace& p) { return Text{fmt::format(fmt::runtime(p.format), p.a, p.b)}; }

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

void UsageScope::add(Buffer& buffer, hal::InternalUsages usages, hal::ShaderStages stages, UsagePlace where,
                     diag::Requirements& unmet) {
  uint32_t at = last_.find(&buffer);
  if (at == kNone) {
    last_.insert(&buffer, static_cast<uint32_t>(buffers_.size()));
    buffers_.push_back({&buffer, usages, stages, where});
    return;
  }
  BufferEntry& e = buffers_[at];
  bool was = compatible(e.usages);
  REQUIRE(unmet, !was || compatible(e.usages | usages),
          with_creation(usage_scope_buffer_conflict(buffer.ref(), Text{usages_text(e.usages, false)}, text(e.where),
                                                    Text{usages_text(usages, false)}, text(where))
                            .at(buffer.ref())
                            .help("use two buffers, or do one of the two in a pass of its own"),
                        buffer));
  e.usages |= usages;
  e.stages |= stages;
}

void UsageScope::add(const TextureView& view, hal::InternalUsages usages, hal::ShaderStages stages,
                     UsagePlace where, diag::Requirements& unmet, TextureAspect aspect) {
  const TextureViewDescriptor& d = view.descriptor();
  add(TextureEntry{&view.texture(), usages, stages, d.base_mip_level, d.mip_level_count, d.base_array_layer,
                   d.array_layer_count,
                   static_cast<hal::TextureAspect>(aspect == TextureAspect::Undefined ? d.aspect : aspect), where},
      unmet);
}

void UsageScope::add(TextureEntry entry, diag::Requirements& unmet) {
  uint32_t last = last_.find(entry.texture);
  for (uint32_t i = last; i != kNone; i = textures_[i].before) {
    TextureEntry& e = textures_[i];
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
                                                       entry.texture->ref(), Text{usages_text(e.usages, true)}, text(e.where),
                                                       Text{usages_text(entry.usages, true)}, text(entry.where))
                              .at(entry.texture->ref())
                              .help("use two textures, other layers or mip levels, or do one of the two in a pass of its own"),
                          *entry.texture));
    if (same) {
      e.usages |= entry.usages;
      e.stages |= entry.stages;
      return;
    }
  }
  entry.before = last;
  last_.set(entry.texture, static_cast<uint32_t>(textures_.size()));
  textures_.push_back(entry);
}

void UsageScope::merge(const UsageScope& other, diag::Requirements& unmet) {
  for (const BufferEntry& e : other.buffers_) add(*e.buffer, e.usages, e.stages, e.where, unmet);
  for (TextureEntry e : other.textures_) add(e, unmet);
}

void UsageScope::clear() {
  buffers_.clear();
  textures_.clear();
  last_.clear();
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
