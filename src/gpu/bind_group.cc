#include "gpu/bind_group.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include <algorithm>

#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/queue.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RULE(bind_group_entry_count, Validation, "GPUDevice.createBindGroup", "1d1fa1ef",
     "the descriptor has {0}, and {1} has {2}{3}", Text, diag::ObjectRef, uint64_t, Text);
RULE(bind_group_binding_not_in_layout, Validation, "GPUDevice.createBindGroup", "15bb204a",
     "{0} has no binding {1}; it has {2}", diag::ObjectRef, uint64_t, Text);
RULE(bind_group_binding_duplicate, Validation, "GPUDevice.createBindGroup", "",
     "binding {0} is also that of entry {1}", uint64_t, uint64_t);
RULE(bind_group_resource_kind, Validation, "GPUDevice.createBindGroup", "526e958c 493d6274 5c955486 197e2b49 3af6cbe4 1d1fa1ef",
     "binding {0} of {1} is a {2}, and the entry has {3}", uint64_t, diag::ObjectRef, Text, Text);
RULE(bind_group_buffer_usage, Validation, "GPUDevice.createBindGroup", "74c0b38a 03b8cec2",
     "{0} has the usage {1}, and binding {2} of type {3} needs {4}", diag::ObjectRef, Text, uint64_t, Name, Text);
RULE(bind_group_buffer_range, Validation, "GPUDevice.createBindGroup", "5dad84ce da803f32",
     "{0} bytes from offset {1} do not lie inside the {2} bytes of {3}", uint64_t, uint64_t, uint64_t,
     diag::ObjectRef);
RULE(bind_group_buffer_empty, Validation, "GPUDevice.createBindGroup", "5dad84ce",
     "nothing of {0} is bound: the range from offset {1} is empty", diag::ObjectRef, uint64_t);
RULE(bind_group_buffer_below_minimum, Validation, "GPUDevice.createBindGroup", "f22409cc",
     "{0} bytes are bound, and minBindingSize of binding {1} in {2} is {3}", uint64_t, uint64_t, diag::ObjectRef,
     uint64_t);
RULE(bind_group_buffer_too_large, Validation, "GPUDevice.createBindGroup", "617b5364 26b9c5a5",
     "{0} bytes are bound to binding {1}, and {2} of this device is {3}", uint64_t, uint64_t, Name, uint64_t);
RULE(bind_group_storage_size_unaligned, Validation, "GPUDevice.createBindGroup", "c1cf939b",
     "{0} bytes are bound to the storage buffer of binding {1}, which takes a multiple of 4", uint64_t, uint64_t);
RULE(bind_group_offset_unaligned, Validation, "GPUDevice.createBindGroup", "90b92e36 8402b131",
     "the offset {0} of binding {1} is not a multiple of {2}, {3} on this device", uint64_t, uint64_t, Name, uint64_t);
RULE(bind_group_sampler_type, Validation, "GPUDevice.createBindGroup", "daf6efdc d1d2942e",
     "binding {0} takes a sampler of type {1}, and {2} is {3}", uint64_t, Name, diag::ObjectRef, Text);
RULE(bind_group_view_dimension, Validation, "GPUDevice.createBindGroup", "ba03fc3b 1d6ee071 7e562671 32e9644a",
     "binding {0} takes the view dimension {1}, and {2} has {3}", uint64_t, Name, diag::ObjectRef, Name);
RULE(bind_group_sample_type, Validation, "GPUDevice.createBindGroup", "1e8e9705",
     "binding {0} takes the sample type {1}, and {2} of format {3} offers {4}", uint64_t, Name, diag::ObjectRef, Name,
     Text);
RULE(bind_group_texture_usage, Validation, "GPUDevice.createBindGroup", "849c2ad4 bf101110 60620039",
     "{0} has the usage {1}, and binding {2} needs {3}", diag::ObjectRef, Text, uint64_t, Text);
RULE(bind_group_multisampled, Validation, "GPUDevice.createBindGroup", "f9797dc4 c5526d9f",
     "binding {0} takes a {1} texture, and {2} has {3} samples", uint64_t, Text, diag::ObjectRef, uint64_t);
RULE(bind_group_storage_format, Validation, "GPUDevice.createBindGroup", "992393dc",
     "binding {0} takes the format {1}, and {2} has {3}", uint64_t, Name, diag::ObjectRef, Name);
RULE(bind_group_storage_mip_count, Validation, "GPUDevice.createBindGroup", "10da2e7a",
     "binding {0} takes one mip level, and {1} has {2}", uint64_t, diag::ObjectRef, uint64_t);
RULE(bind_group_storage_swizzle, Validation, "GPUDevice.createBindGroup", "1cbc5be0",
     "binding {0} takes no swizzle, and {1} has one", uint64_t, diag::ObjectRef);
RULE(bind_group_combined_aspects, Validation, "GPUDevice.createBindGroup", "",
     "binding {0} samples one aspect, and {1} has depth and stencil", uint64_t, diag::ObjectRef);

RULE(bind_group_external_view, Validation, "GPUDevice.createBindGroup", "98ac39db 42885ca3 1e9629d9 6b44cad3 9530599e 994e724b",
     "{0} cannot stand for the external texture of binding {1}: it has {2}", diag::ObjectRef, uint64_t, Text);

BindGroup::BindGroup(Device& device, const BindGroupDescriptor& descriptor)
    : DeviceObject(device, ObjectKind::BindGroup, descriptor.label) {}

BindGroup::~BindGroup() = default;

void BindGroup::on_label(std::string_view label) {
  if (native_) device().native().set_label(*native_, label);
}

namespace {

std::string bindings_text(const BindGroupLayout& layout) {
  if (layout.empty()) return "none";
  std::string out;
  for (size_t i = 0; i < layout.entries().size(); ++i) {
    if (i == 16) return out + ", ...";
    out += fmt::format("{}{}", i ? ", " : "", layout.entries()[i].binding);
  }
  return out;
}

Text entries_text(size_t n) { return Text{n == 1 ? std::string("1 entry") : fmt::format("{} entries", n)}; }

// With an automatic layout: what the shader declares there.
diag::Diagnostic not_in_layout(const BindGroupLayout& layout, uint32_t binding) {
  diag::Diagnostic d = bind_group_binding_not_in_layout(layout.ref(), binding, Text{bindings_text(layout)});
  if (const BindGroupLayout::Origin* o = layout.origin(binding)) {
    std::move(d).note(o->shader.place(), "declared here, and not used by the pipeline");
    std::move(d).help(fmt::format("an automatic layout has what the entry points use: leave the entry out, use `{0}` (`_ = {0};` is enough), "
                                  "or make the layout with createBindGroupLayout",
                                  o->shader.binding->name));
  } else {
    std::move(d).help("leave the entry out, or add the binding to the layout");
  }
  return d;
}

std::string missing_text(const BindGroupLayout& layout, const std::vector<BindGroupEntry>& entries) {
  for (const BindGroupLayoutEntry& wanted : layout.entries()) {
    bool given = std::any_of(entries.begin(), entries.end(),
                             [&](const BindGroupEntry& e) { return e.binding == wanted.binding; });
    if (!given) return fmt::format("; binding {}, {}, is missing", wanted.binding, describe(wanted));
  }
  return {};
}

std::string resource_text(const BindGroupEntry& e) {
  std::string out;
  auto add = [&](const Object* o) {
    if (o) out += (out.empty() ? "" : " and ") + diag::to_text(o->ref());
  };
  add(e.buffer);
  add(e.sampler);
  add(e.texture_view);
  return out.empty() ? "no resource" : out;
}

// One entry against its layout.
class EntryCheck {
 public:
  EntryCheck(Device& device, const BindGroupLayout& layout, const BindGroupLayoutEntry& wanted, const BindGroupEntry& e,
             const Path& path, diag::Requirements& unmet)
      : device_(device), layout_(layout), wanted_(wanted), e_(e), path_(path), unmet_(unmet) {}

  void run(BindGroup::Bound& bound) {
    BindingMember member = binding_member(wanted_);
    bool one = !!e_.buffer + !!e_.sampler + !!e_.texture_view == 1;
    bool fits = one && ((member == BindingMember::Buffer && e_.buffer) ||
                        (member == BindingMember::Sampler && e_.sampler) ||
                        ((member == BindingMember::Texture || member == BindingMember::StorageTexture ||
                          member == BindingMember::ExternalTexture) &&
                         e_.texture_view));
    if (!REQUIRE(unmet_, fits,
                 with_creation(
                     bind_group_resource_kind(e_.binding, layout_.ref(), Text{describe(wanted_)}, Text{resource_text(e_)})
                         .at(path_.member("resource")),
                     layout_))) {
      return;
    }
    Path resource = path_.member("resource");
    if (e_.buffer && check_usable_with(device_, e_.buffer, "the buffer", resource.member("buffer"), unmet_)) {
      buffer(bound, resource);
    }
    if (e_.sampler && check_usable_with(device_, e_.sampler, "the sampler", resource, unmet_)) sampler(bound, resource);
    if (e_.texture_view && check_usable_with(device_, e_.texture_view, "the texture view", resource, unmet_)) {
      texture_view(resource);
      compatibility::check_bound_view(device_, *e_.texture_view, wanted_.external_texture, resource, unmet_);
      bound.view = Ref<TextureView>(e_.texture_view);
    }
  }

 private:
  void buffer(BindGroup::Bound& bound, const Path& at) {
    const BufferBindingLayout& l = *wanted_.buffer;
    const Limits& limits = device_.limits();
    Buffer& b = *e_.buffer;
    // https://gpuweb.github.io/gpuweb/#abstract-opdef-effective-buffer-binding-size
    uint64_t size = e_.size == kWholeSize ? (b.size() > e_.offset ? b.size() - e_.offset : 0) : e_.size;
    bound.buffer = Ref<Buffer>(&b);
    bound.offset = e_.offset;
    bound.size = size;
    bool uniform = l.type == BufferBindingType::Uniform;
    uint64_t usage = uniform ? BufferUsage::Uniform : BufferUsage::Storage;
    REQUIRE(unmet_, b.usage() & usage,
            with_creation(bind_group_buffer_usage(b.ref(), Text{buffer_usage_text(b.usage())}, e_.binding,
                                                  Name{shown(l.type)}, Text{buffer_usage_text(usage)})
                              .at(at.member("buffer"))
                              .help(usage_help(b, usage)),
                          b));
    if (REQUIRE(unmet_, e_.offset <= b.size() && size <= b.size() - e_.offset,
                bind_group_buffer_range(size, e_.offset, b.size(), b.ref())
                    .help("leave size out for all from the offset to the end; both are in bytes")
                    .at(at.member("offset")))) {
      REQUIRE(unmet_, size != 0,
              bind_group_buffer_empty(b.ref(), e_.offset)
                  .help(e_.offset < b.size() ? "in C, WGPU_WHOLE_SIZE binds all from the offset on; 0 is a size"
                                             : "is the offset the size of the buffer? it counts bytes from its beginning")
                  .at(at.member("size")));
    }
    REQUIRE(unmet_, size >= l.min_binding_size,
            with_creation(
                below_minimum(size, l.min_binding_size).at(at.member("size")), layout_));
    uint64_t most = uniform ? limits.max_uniform_buffer_binding_size : limits.max_storage_buffer_binding_size;
    std::string_view most_name = uniform ? "maxUniformBufferBindingSize" : "maxStorageBufferBindingSize";
    REQUIRE(unmet_, size <= most,
            with_limit_help(
                device_, most_name, size,
                bind_group_buffer_too_large(size, e_.binding, Name{std::string(most_name)}, most).at(at.member("size"))));
    REQUIRE(unmet_, uniform || size % 4 == 0,
            bind_group_storage_size_unaligned(size, e_.binding).help(multiple_help(size, 4)).at(at.member("size")));
    uint64_t alignment = uniform ? limits.min_uniform_buffer_offset_alignment : limits.min_storage_buffer_offset_alignment;
    std::string_view name = uniform ? "minUniformBufferOffsetAlignment" : "minStorageBufferOffsetAlignment";
    REQUIRE(unmet_, e_.offset % alignment == 0,
            bind_group_offset_unaligned(e_.offset, e_.binding, Name{std::string(name)}, alignment)
                .help(multiple_help(e_.offset, alignment))
                .at(at.member("offset")));
  }

  void sampler(BindGroup::Bound& bound, const Path& at) {
    Sampler& s = *e_.sampler;
    bound.sampler = Ref<Sampler>(&s);
    SamplerBindingType type = wanted_.sampler->type;
    bool fits = type == SamplerBindingType::Comparison ? s.is_comparison()
                : type == SamplerBindingType::Filtering ? !s.is_comparison()
                                                        : !s.is_comparison() && !s.is_filtering();
    std::string found = s.is_comparison() ? "a comparison sampler" : s.is_filtering() ? "filtering" : "non-filtering";
    REQUIRE(unmet_, fits,
            with_creation(bind_group_sampler_type(e_.binding, Name{shown(type)}, s.ref(), Text{found}).at(at), s));
  }

  void texture_view(const Path& at) {
    TextureView& v = *e_.texture_view;
    const TextureViewDescriptor& d = v.descriptor();
    auto dimension = [&](TextureViewDimension wanted) {
      REQUIRE(unmet_, d.dimension == wanted,
              bind_group_view_dimension(e_.binding, Name{shown(wanted)}, v.ref(), Name{shown(d.dimension)})
                  .at(at)
                  .help(wanted == TextureViewDimension::e2D && d.dimension == TextureViewDimension::e2DArray
                            ? "one layer of it is createView({dimension: \"2d\", baseArrayLayer: 0, arrayLayerCount: 1})"
                            : fmt::format("make the view with dimension: \"{}\", or declare the binding for \"{}\"", shown(wanted),
                                          shown(d.dimension))));
    };
    auto usage = [&](uint64_t wanted) {
      REQUIRE(unmet_, d.usage & wanted,
              with_creation(bind_group_texture_usage(v.ref(), Text{texture_usage_text(d.usage)}, e_.binding,
                                                     Text{texture_usage_text(wanted)})
                                .at(at)
                                .help(usage_help(v.texture(), wanted)),
                            v.texture()));
    };
    if (wanted_.texture) {
      const TextureBindingLayout& l = *wanted_.texture;
      dimension(l.view_dimension);
      sample_type(l.sample_type, at);
      usage(TextureUsage::TextureBinding);
      REQUIRE(unmet_, l.multisampled == (v.texture().sample_count() > 1),
              bind_group_multisampled(e_.binding, Text{l.multisampled ? "multisampled" : "single-sampled"}, v.ref(),
                                      v.texture().sample_count())
                  .at(at));
    } else if (wanted_.external_texture) {
      external_texture(at);
    } else {
      const StorageTextureBindingLayout& l = *wanted_.storage_texture;
      dimension(l.view_dimension);
      REQUIRE(unmet_, d.format == l.format,
              bind_group_storage_format(e_.binding, Name{shown(l.format)}, v.ref(), Name{shown(d.format)}).at(at));
      usage(TextureUsage::StorageBinding);
      REQUIRE(unmet_, d.mip_level_count == 1,
              bind_group_storage_mip_count(e_.binding, v.ref(), d.mip_level_count)
                  .at(at)
                  .help("make a view with mipLevelCount: 1"));
      REQUIRE(unmet_, v.identity_swizzle(), bind_group_storage_swizzle(e_.binding, v.ref()).at(at));
    }
  }

  // A texture view in place of an external texture. https://gpuweb.github.io/gpuweb/#dom-gpudevice-createbindgroup
  void external_texture(const Path& at) {
    TextureView& v = *e_.texture_view;
    const TextureViewDescriptor& d = v.descriptor();
    std::string why;
    bool format = d.format == TextureFormat::RGBA8Unorm || d.format == TextureFormat::BGRA8Unorm ||
                  d.format == TextureFormat::RGBA16Float;
    if (!(d.usage & TextureUsage::TextureBinding)) why = "the usage " + texture_usage_text(d.usage);
    else if (d.dimension != TextureViewDimension::e2D) why = "the dimension " + shown(d.dimension);
    else if (d.mip_level_count != 1) why = fmt::format("{} mip levels", d.mip_level_count);
    else if (!format) why = "the format " + shown(d.format);
    else if (v.texture().sample_count() != 1) why = fmt::format("{} samples", v.texture().sample_count());
    REQUIRE(unmet_, why.empty(), with_creation(bind_group_external_view(v.ref(), e_.binding, Text{why}).at(at), v));
  }

  std::string sample_type_help(const FormatInfo& f, TextureSampleType wanted) const {
    if (f.sample_type != TextureSampleType::UnfilterableFloat || wanted != TextureSampleType::Float)
      return "give the layout the sample type that the format offers";
    return "give the layout sampleType: \"unfilterable-float\" and its sampler type: \"non-filtering\"; or " +
           feature_help(device_, FeatureName::Float32Filterable);
  }

  // https://gpuweb.github.io/gpuweb/#texture-format-caps
  void sample_type(TextureSampleType wanted, const Path& at) {
    TextureView& v = *e_.texture_view;
    const FormatInfo& f = v.info();
    bool fits = false;
    std::string offered;
    if (f.depth_or_stencil()) {
      TextureAspect aspect = v.descriptor().aspect;
      if (!REQUIRE(unmet_, aspect != TextureAspect::All || !f.has_depth() || !f.has_stencil(),
                   bind_group_combined_aspects(e_.binding, v.ref())
                       .at(at)
                       .help("make a view with aspect: \"depth-only\" or \"stencil-only\""))) {
        return;
      }
      bool depth = f.has_depth() && aspect != TextureAspect::StencilOnly;
      fits = depth ? wanted == TextureSampleType::Depth || wanted == TextureSampleType::UnfilterableFloat
                   : wanted == TextureSampleType::Uint;
      offered = depth ? "depth and unfilterable-float" : "uint";
    } else if (f.sample_type == TextureSampleType::Float || f.sample_type == TextureSampleType::UnfilterableFloat) {
      bool filter = filterable(f, device_.features());
      fits = wanted == TextureSampleType::UnfilterableFloat || (wanted == TextureSampleType::Float && filter);
      offered = filter ? "float and unfilterable-float" : "unfilterable-float";
    } else {
      fits = wanted == f.sample_type;
      offered = shown(f.sample_type);
    }
    REQUIRE(unmet_, fits,
            bind_group_sample_type(e_.binding, Name{shown(wanted)}, v.ref(), Name{shown(v.descriptor().format)},
                                   Text{offered})
                .at(at)
                .help(sample_type_help(f, wanted)));
  }

  diag::Diagnostic below_minimum(uint64_t size, uint64_t minimum) const {
    diag::Diagnostic d = bind_group_buffer_below_minimum(size, e_.binding, layout_.ref(), minimum);
    const BindGroupLayout::Origin* o = layout_.origin(e_.binding);
    if (o && o->used) {
      const ShaderBinding& b = *o->shader.binding;
      std::move(d).note(o->shader.place(), fmt::format("`{}` of type `{}` takes {} bytes", b.name, b.type, minimum));
      if (std::string layout = layout_text(b); !layout.empty()) std::move(d).help(std::move(layout));
    }
    return d;
  }

  Device& device_;
  const BindGroupLayout& layout_;
  const BindGroupLayoutEntry& wanted_;
  const BindGroupEntry& e_;
  const Path& path_;
  diag::Requirements& unmet_;
};

}  // namespace

Ref<BindGroup> Device::create_bind_group(const BindGroupDescriptor& descriptor) {
  Ref<BindGroup> group = make<BindGroup>(*this, descriptor);
  if (refuse_on_lost_device(*this, *group)) return group;
  Path path("descriptor");
  diag::Requirements unmet = begin_requirements();
  if (check_usable_with(*this, descriptor.layout, "the layout", path.member("layout"), unmet)) {
    BindGroupLayout& layout = *descriptor.layout;
    group->layout_ = Ref<BindGroupLayout>(&layout);
    group->bound_.resize(layout.entries().size());
    // An entry too many is told as itself.
    bool surplus = std::any_of(descriptor.entries.begin(), descriptor.entries.end(),
                               [&](const BindGroupEntry& e) { return !layout.find(e.binding); });
    auto check_count = [&] {
      REQUIRE(unmet, descriptor.entries.size() == layout.entries().size(),
              with_creation(bind_group_entry_count(entries_text(descriptor.entries.size()), layout.ref(), layout.entries().size(),
                                                   Text{missing_text(layout, descriptor.entries)})
                                .at(path.member("entries"))
                                .help("give one entry for each binding of the layout"),
                            layout));
    };
    if (!surplus) check_count();
    std::vector<size_t> taken(layout.entries().size(), SIZE_MAX);
    Path entries = path.member("entries");
    for (size_t i = 0; i < descriptor.entries.size(); ++i) {
      const BindGroupEntry& e = descriptor.entries[i];
      Path at = entries.index(i);
      size_t index = layout.index_of(e.binding);
      if (!REQUIRE(unmet, index < layout.entries().size(),
                   with_creation(not_in_layout(layout, e.binding).at(at.member("binding")), layout)) ||
          !REQUIRE(unmet, taken[index] == SIZE_MAX,
                   bind_group_binding_duplicate(e.binding, taken[index])
                       .help("give each binding of the layout one entry")
                       .at(at.member("binding")))) {
        continue;
      }
      taken[index] = i;
      EntryCheck(*this, layout, layout.entries()[index], e, at, unmet).run(group->bound_[index]);
    }
    if (surplus) check_count();
  }
  if (!unmet.ok()) {
    group->fail(raise(unmet));
    return group;
  }

  std::lock_guard lock(queue_->submit_mutex());
  std::vector<hal::BindGroupEntry> entries;
  entries.reserve(group->bound_.size());
  for (size_t i = 0; i < group->bound_.size(); ++i) {
    const BindGroup::Bound& b = group->bound_[i];
    hal::BindGroupEntry e;
    e.binding = group->layout_->entries()[i].binding;
    e.buffer = b.buffer ? b.buffer->native() : nullptr;
    e.offset = b.offset;
    e.size = b.size;
    e.sampler = b.sampler ? b.sampler->native() : nullptr;
    e.view = b.view ? b.view->native() : nullptr;
    // A destroyed resource may be bound; the submission that would use the group is refused.
    if ((b.buffer && !e.buffer) || (b.view && b.view->texture().destroyed())) return group;
    entries.push_back(e);
  }
  auto native = native_->create_bind_group({descriptor.label, group->layout_->native(), entries});
  if (native) {
    group->native_ = std::move(*native);
  } else {
    group->fail(raise(from_native(native.error(), "a bind group")));
  }
  return group;
}

}  // namespace vitrine::gpu
