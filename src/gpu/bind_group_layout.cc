#include "gpu/bind_group_layout.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include <algorithm>

#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/formats.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

BindingMember binding_member(const BindGroupLayoutEntry& e) {
  if (e.buffer) return BindingMember::Buffer;
  if (e.sampler) return BindingMember::Sampler;
  if (e.texture) return BindingMember::Texture;
  if (e.storage_texture) return BindingMember::StorageTexture;
  if (e.external_texture) return BindingMember::ExternalTexture;
  return BindingMember::None;
}

std::string_view to_text(BindingMember member) {
  switch (member) {
    case BindingMember::None: return "nothing";
    case BindingMember::Buffer: return "buffer";
    case BindingMember::Sampler: return "sampler";
    case BindingMember::Texture: return "texture";
    case BindingMember::StorageTexture: return "storageTexture";
    case BindingMember::ExternalTexture: return "externalTexture";
  }
  return "";
}

std::string describe(const BindGroupLayoutEntry& e) {
  switch (binding_member(e)) {
    case BindingMember::Buffer:
      return fmt::format("buffer {{type: {}{}{}}}", shown(e.buffer->type),
                         e.buffer->has_dynamic_offset ? ", hasDynamicOffset: true" : "",
                         e.buffer->min_binding_size ? fmt::format(", minBindingSize: {}", e.buffer->min_binding_size)
                                                    : std::string());
    case BindingMember::Sampler: return fmt::format("sampler {{type: {}}}", shown(e.sampler->type));
    case BindingMember::Texture:
      return fmt::format("texture {{sampleType: {}, viewDimension: {}{}}}", shown(e.texture->sample_type),
                         shown(e.texture->view_dimension), e.texture->multisampled ? ", multisampled: true" : "");
    case BindingMember::StorageTexture:
      return fmt::format("storageTexture {{access: {}, format: {}, viewDimension: {}}}",
                         shown(e.storage_texture->access), shown(e.storage_texture->format),
                         shown(e.storage_texture->view_dimension));
    case BindingMember::ExternalTexture: return "externalTexture {}";
    case BindingMember::None: break;
  }
  return "nothing";
}

BindGroupLayout::BindGroupLayout(Device& device, const BindGroupLayoutDescriptor& descriptor)
    : DeviceObject(device, ObjectKind::BindGroupLayout, descriptor.label), entries_(descriptor.entries) {
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const BindGroupLayoutEntry& a, const BindGroupLayoutEntry& b) { return a.binding < b.binding; });
  for (const BindGroupLayoutEntry& e : entries_) {
    if (e.buffer && e.buffer->has_dynamic_offset) ++dynamic_offset_count_;
    has_writable_ |= (e.buffer && e.buffer->type == BufferBindingType::Storage) ||
                     (e.storage_texture && e.storage_texture->access != StorageTextureAccess::ReadOnly);
  }
}

BindGroupLayout::~BindGroupLayout() = default;

void BindGroupLayout::on_label(std::string_view label) {
  if (native_) device().native().set_label(*native_, label);
}

std::string BindGroupLayout::traits() const {
  return entries_.size() == 1 ? "1 entry" : fmt::format("{} entries", entries_.size());
}

size_t BindGroupLayout::index_of(uint32_t binding) const {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), binding,
                             [](const BindGroupLayoutEntry& e, uint32_t b) { return e.binding < b; });
  return it != entries_.end() && it->binding == binding ? static_cast<size_t>(it - entries_.begin()) : entries_.size();
}

const BindGroupLayout::Origin* BindGroupLayout::origin(uint32_t binding) const {
  for (const Origin& o : origins_)
    if (o.shader.binding->binding == binding) return &o;
  return nullptr;
}

const BindGroupLayoutEntry* BindGroupLayout::find(uint32_t binding) const {
  size_t i = index_of(binding);
  return i < entries_.size() ? &entries_[i] : nullptr;
}

bool group_equivalent(const BindGroupLayout& a, const BindGroupLayout& b) {
  return &a == &b || (a.exclusive_pipeline() == b.exclusive_pipeline() && a.entries() == b.entries());
}

std::string difference(const BindGroupLayout& wanted, const BindGroupLayout& found) {
  if (wanted.exclusive_pipeline() != found.exclusive_pipeline()) {
    auto origin = [](const BindGroupLayout& l) {
      return l.exclusive_pipeline() ? "the automatic layout of " + diag::to_text(l.exclusive_pipeline_ref())
                                    : std::string("createBindGroupLayout");
    };
    return fmt::format("the layout wanted comes from {}, the one found from {}", origin(wanted), origin(found));
  }
  std::string out;
  auto add = [&](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
  size_t shown_differences = 0;
  auto w = wanted.entries().begin();
  auto f = found.entries().begin();
  while ((w != wanted.entries().end() || f != found.entries().end()) && shown_differences < 4) {
    if (f == found.entries().end() || (w != wanted.entries().end() && w->binding < f->binding)) {
      add(fmt::format("binding {} ({}) is missing", w->binding, describe(*w)));
      ++w, ++shown_differences;
    } else if (w == wanted.entries().end() || f->binding < w->binding) {
      add(fmt::format("binding {} ({}) is too much", f->binding, describe(*f)));
      ++f, ++shown_differences;
    } else {
      if (!(*w == *f)) {
        std::string a = describe(*w), b = describe(*f);
        if (w->visibility != f->visibility) {
          a += " for " + shader_stage_text(w->visibility);
          b += " for " + shader_stage_text(f->visibility);
        }
        add(fmt::format("binding {} is {}, wanted {}", w->binding, b, a));
        ++shown_differences;
      }
      ++w, ++f;
    }
  }
  return out;
}

// ---- limits ----

RULE(binding_slots_exceeded, Validation, "exceeds the binding slot limits", "c4ca92ef 98df05b7 1f775281",
     "{0} {1} for the {2} stage, and {3} of this device is {4}", uint64_t, Text, Text, Name, uint64_t);
RULE(dynamic_binding_slots_exceeded, Validation, "exceeds the binding slot limits", "c4ca92ef 98df05b7",
     "{0} {1} with dynamic offsets, and {2} of this device is {3}", uint64_t, Text, Name, uint64_t);

void SlotCounter::add(const BindGroupLayoutEntry& e) {
  if (e.buffer && e.buffer->has_dynamic_offset) {
    ++(e.buffer->type == BufferBindingType::Uniform ? dynamic_uniform_ : dynamic_storage_);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!(e.visibility & (uint64_t{1} << i))) continue;
    Stage& s = stages_[i];
    switch (binding_member(e)) {
      case BindingMember::Buffer: ++(e.buffer->type == BufferBindingType::Uniform ? s.uniform_buffers : s.storage_buffers); break;
      case BindingMember::Sampler: ++s.samplers; break;
      case BindingMember::Texture: ++s.sampled_textures; break;
      case BindingMember::StorageTexture: ++s.storage_textures; break;
      case BindingMember::ExternalTexture:
        s.sampled_textures += 4;
        ++s.samplers;
        ++s.uniform_buffers;
        break;
      case BindingMember::None: break;
    }
  }
}

void SlotCounter::check(const Device& device, const Path& path, diag::Requirements& unmet) const {
  const Limits& limits = device.limits();
  static constexpr std::string_view kStages[] = {"vertex", "fragment", "compute"};
  for (size_t i = 0; i < 3; ++i) {
    const Stage& s = stages_[i];
    auto one = [&](uint32_t count, uint32_t limit, std::string_view what, std::string_view name) {
      REQUIRE(unmet, count <= limit,
              with_limit_help(device, name, count,
                              binding_slots_exceeded(count, Text{std::string(what)}, Text{std::string(kStages[i])},
                                                     Name{std::string(name)}, limit)
                                  .at(path)));
    };
    one(s.sampled_textures, limits.max_sampled_textures_per_shader_stage, "sampled textures",
        "maxSampledTexturesPerShaderStage");
    one(s.samplers, limits.max_samplers_per_shader_stage, "samplers", "maxSamplersPerShaderStage");
    one(s.uniform_buffers, limits.max_uniform_buffers_per_shader_stage, "uniform buffers",
        "maxUniformBuffersPerShaderStage");
    if (i == 0) {
      one(s.storage_buffers, limits.max_storage_buffers_in_vertex_stage, "storage buffers",
          "maxStorageBuffersInVertexStage");
      one(s.storage_textures, limits.max_storage_textures_in_vertex_stage, "storage textures",
          "maxStorageTexturesInVertexStage");
    } else if (i == 1) {
      one(s.storage_buffers, limits.max_storage_buffers_in_fragment_stage, "storage buffers",
          "maxStorageBuffersInFragmentStage");
      one(s.storage_textures, limits.max_storage_textures_in_fragment_stage, "storage textures",
          "maxStorageTexturesInFragmentStage");
    } else {
      one(s.storage_buffers, limits.max_storage_buffers_per_shader_stage, "storage buffers",
          "maxStorageBuffersPerShaderStage");
      one(s.storage_textures, limits.max_storage_textures_per_shader_stage, "storage textures",
          "maxStorageTexturesPerShaderStage");
    }
  }
  REQUIRE(unmet, dynamic_uniform_ <= limits.max_dynamic_uniform_buffers_per_pipeline_layout,
          with_limit_help(device, "maxDynamicUniformBuffersPerPipelineLayout", dynamic_uniform_,
                          dynamic_binding_slots_exceeded(dynamic_uniform_, Text{"uniform buffers"},
                                                         Name{"maxDynamicUniformBuffersPerPipelineLayout"},
                                                         limits.max_dynamic_uniform_buffers_per_pipeline_layout)
                              .at(path)));
  REQUIRE(unmet, dynamic_storage_ <= limits.max_dynamic_storage_buffers_per_pipeline_layout,
          with_limit_help(device, "maxDynamicStorageBuffersPerPipelineLayout", dynamic_storage_,
                          dynamic_binding_slots_exceeded(dynamic_storage_, Text{"storage buffers"},
                                                         Name{"maxDynamicStorageBuffersPerPipelineLayout"},
                                                         limits.max_dynamic_storage_buffers_per_pipeline_layout)
                              .at(path)));
}

// ---- createBindGroupLayout ----

RULE(layout_binding_duplicate, Validation, "GPUDevice.createBindGroupLayout", "970c8ba5",
     "binding {0} is also that of entry {1}", uint64_t, uint64_t);
RULE(layout_binding_too_large, Validation, "GPUDevice.createBindGroupLayout", "a9c9e15d",
     "binding {0} is not below maxBindingsPerBindGroup, {1} on this device", uint64_t, uint64_t);
RULE(layout_entry_not_one_member, Validation, "GPUDevice.createBindGroupLayout", "9f958e49",
     "the entry has {0} of buffer, sampler, texture, storageTexture and externalTexture, and needs exactly one", Text);
RULE(layout_visibility_unknown, Validation, "GPUDevice.createBindGroupLayout", "1ee88c1e",
     "the visibility {0} has bits that are no shader stage", Text);
RULE(layout_vertex_writable_buffer, Validation, "GPUDevice.createBindGroupLayout", "14cc7287",
     "a buffer of type {0} is visible to VERTEX, which may only read", Name);
RULE(layout_vertex_writable_texture, Validation, "GPUDevice.createBindGroupLayout", "3d961bd4",
     "a storage texture with access {0} is visible to VERTEX, which may only read", Name);
RULE(layout_multisampled_not_2d, Validation, "GPUDevice.createBindGroupLayout", "c6874b2e",
     "a multisampled texture has the view dimension {0}, and must have 2d", Name);
RULE(layout_multisampled_filterable, Validation, "GPUDevice.createBindGroupLayout", "0e249b2e",
     "a multisampled texture has the sample type float, which cannot be filtered");
RULE(layout_storage_texture_cube, Validation, "GPUDevice.createBindGroupLayout", "d33755f9",
     "a storage texture has the view dimension {0}, and cubes cannot be stored to", Name);
RULE(layout_storage_texture_format, Validation, "GPUDevice.createBindGroupLayout", "a0f9081f 274b5af4",
     "the format {0} cannot be a storage texture with access {1}", Name, Name);
RULE(layout_binding_array, Internal, "GPUDevice.createBindGroupLayout", "",
     "bindingArraySize is {0}, and arrays of bindings are not there yet", uint64_t);

namespace {
void validate_entry(Device& device, const BindGroupLayoutEntry& e, const Path& path, diag::Requirements& unmet) {
  const Limits& limits = device.limits();
  REQUIRE(unmet, e.binding < limits.max_bindings_per_bind_group,
          with_limit_help(device, "maxBindingsPerBindGroup", uint64_t{e.binding} + 1,
                          layout_binding_too_large(e.binding, limits.max_bindings_per_bind_group).at(path.member("binding"))));
  int members = !!e.buffer + !!e.sampler + !!e.texture + !!e.storage_texture + e.external_texture;
  if (!REQUIRE(
          unmet, members == 1,
          layout_entry_not_one_member(Text{members == 0 ? "none" : fmt::format("{}", members)})
              .help("say what the binding is: `buffer: {}`, `sampler: {}`, `texture: {}` or `storageTexture: {...}`")
              .at(path))) {
    return;
  }
  REQUIRE(unmet, e.binding_array_size <= 1,
          layout_binding_array(e.binding_array_size).at(path.member("bindingArraySize")));
  REQUIRE(unmet, (e.visibility & ~ShaderStage::All) == 0,
          layout_visibility_unknown(Text{shader_stage_text(e.visibility)}).at(path.member("visibility")));
  bool vertex = (e.visibility & ShaderStage::Vertex) != 0;
  if (e.buffer && check_enum(e.buffer->type, "GPUBufferBindingType", path.member("buffer").member("type"), unmet)) {
    REQUIRE(unmet, !vertex || e.buffer->type != BufferBindingType::Storage,
            layout_vertex_writable_buffer(Name{shown(e.buffer->type)})
                .at(path.member("buffer").member("type"))
                .help("use read-only-storage, or take VERTEX out of the visibility"));
  }
  if (e.sampler) check_enum(e.sampler->type, "GPUSamplerBindingType", path.member("sampler").member("type"), unmet);
  if (e.texture) {
    Path at = path.member("texture");
    check_enum(e.texture->sample_type, "GPUTextureSampleType", at.member("sampleType"), unmet);
    check_enum(e.texture->view_dimension, "GPUTextureViewDimension", at.member("viewDimension"), unmet);
    if (e.texture->multisampled) {
      REQUIRE(unmet, e.texture->view_dimension == TextureViewDimension::e2D,
              layout_multisampled_not_2d(Name{shown(e.texture->view_dimension)}).at(at.member("viewDimension")));
      REQUIRE(unmet, e.texture->sample_type != TextureSampleType::Float,
              layout_multisampled_filterable().at(at.member("sampleType")).help("use unfilterable-float"));
    }
  }
  if (e.storage_texture) {
    Path at = path.member("storageTexture");
    const StorageTextureBindingLayout& t = *e.storage_texture;
    bool known = check_enum(t.access, "GPUStorageTextureAccess", at.member("access"), unmet);
    check_enum(t.view_dimension, "GPUTextureViewDimension", at.member("viewDimension"), unmet);
    REQUIRE(unmet, !vertex || t.access == StorageTextureAccess::ReadOnly,
            layout_vertex_writable_texture(Name{shown(t.access)})
                .help("take VERTEX out of visibility, or access: \"read-only\"")
                .at(at.member("access")));
    REQUIRE(unmet,
            t.view_dimension != TextureViewDimension::Cube && t.view_dimension != TextureViewDimension::CubeArray,
            layout_storage_texture_cube(Name{shown(t.view_dimension)})
                .help("take the view dimension 2d-array: a face is a layer")
                .at(at.member("viewDimension")));
    if (check_format_feature(device, t.format, at.member("format"), unmet) && known) {
      REQUIRE(unmet, storage(*format_info(t.format), t.access, device.features()),
              layout_storage_texture_format(Name{shown(t.format)}, Name{shown(t.access)}).at(at.member("format")));
    }
  }
}

hal::BindGroupLayoutEntry to_hal(const BindGroupLayoutEntry& e) {
  hal::BindGroupLayoutEntry out;
  out.binding = e.binding;
  out.visibility = static_cast<hal::ShaderStages>(e.visibility);
  if (e.buffer) {
    out.type = e.buffer->type == BufferBindingType::Uniform   ? hal::BindingType::UniformBuffer
               : e.buffer->type == BufferBindingType::Storage ? hal::BindingType::StorageBuffer
                                                              : hal::BindingType::ReadOnlyStorageBuffer;
    out.has_dynamic_offset = e.buffer->has_dynamic_offset;
    out.min_binding_size = e.buffer->min_binding_size;
  } else if (e.sampler) {
    out.type = hal::BindingType::Sampler;
    out.comparison = e.sampler->type == SamplerBindingType::Comparison;
  } else if (e.texture) {
    out.type = hal::BindingType::SampledTexture;
    out.sample_type = static_cast<hal::TextureSampleType>(e.texture->sample_type);
    out.multisampled = e.texture->multisampled;
    out.view_dimension = static_cast<hal::TextureViewDimension>(e.texture->view_dimension);
  } else if (e.external_texture) {
    out.type = hal::BindingType::SampledTexture;
    out.sample_type = hal::TextureSampleType::Float;
    out.view_dimension = hal::TextureViewDimension::D2;
  } else if (e.storage_texture) {
    out.type = hal::BindingType::StorageTexture;
    out.view_dimension = static_cast<hal::TextureViewDimension>(e.storage_texture->view_dimension);
    out.access = static_cast<hal::StorageTextureAccess>(e.storage_texture->access);
    out.format = static_cast<hal::TextureFormat>(e.storage_texture->format);
  }
  return out;
}
}  // namespace

void validate_entries(Device& device, const std::vector<BindGroupLayoutEntry>& entries, const Path& path,
                      diag::Requirements& unmet) {
  std::vector<std::pair<uint32_t, size_t>> seen;
  SlotCounter slots;
  for (size_t i = 0; i < entries.size(); ++i) {
    seen.emplace_back(entries[i].binding, i);
    validate_entry(device, entries[i], path.index(i), unmet);
    slots.add(entries[i]);
  }
  std::sort(seen.begin(), seen.end());
  for (size_t i = 1; i < seen.size(); ++i) {
    REQUIRE(unmet, seen[i].first != seen[i - 1].first,
            layout_binding_duplicate(seen[i].first, seen[i - 1].second)
                .help("number each entry differently: the numbers are those of @binding in the shader")
                .at(path.index(seen[i].second).member("binding")));
  }
  slots.check(device, path, unmet);
}

Ref<BindGroupLayout> Device::create_bind_group_layout(const BindGroupLayoutDescriptor& descriptor) {
  Ref<BindGroupLayout> layout = make<BindGroupLayout>(*this, descriptor);
  if (refuse_on_lost_device(*this, *layout)) return layout;
  Path path("descriptor");
  diag::Requirements unmet = begin_requirements();
  validate_entries(*this, descriptor.entries, path.member("entries"), unmet);
  if (!unmet.ok()) {
    layout->fail(raise(unmet));
    return layout;
  }
  std::vector<hal::BindGroupLayoutEntry> entries;
  for (const BindGroupLayoutEntry& e : layout->entries()) entries.push_back(to_hal(e));
  auto native = native_->create_bind_group_layout({descriptor.label, entries});
  if (native) {
    layout->native_ = std::move(*native);
  } else {
    layout->fail(raise(from_native(native.error(), "a bind group layout")));
  }
  return layout;
}

}  // namespace vitrine::gpu
