#include "gpu/pipeline.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include <algorithm>
#include <cmath>
#include <map>

#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "wgsl/suggest.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

PipelineBase::PipelineBase(Device& device, ObjectKind kind, std::string_view label)
    : DeviceObject(device, kind, label) {}

PipelineBase::~PipelineBase() = default;

void PipelineBase::share(const PipelineBase& other) {
  layout_ = other.layout_;
  minimum_sizes_ = other.minimum_sizes_;
  used_bindings_ = other.used_bindings_;
  only_read_ = other.only_read_;
  immediate_size_ = other.immediate_size_;
  immediate_slots_ = other.immediate_slots_;
  entry_points_ = other.entry_points_;
}

uint64_t next_exclusive_key() {
  static std::atomic<uint64_t> next{0};
  return ++next;
}

RULE(group_layout_index_too_large, Validation, "GPUPipelineBase.getBindGroupLayout", "40583895",
     "the index is {0}, and maxBindGroups of this device is {1}", uint64_t, uint64_t);

Ref<BindGroupLayout> PipelineBase::get_bind_group_layout(uint32_t index) {
  Path path("index");
  diag::Requirements unmet = begin_requirements();
  check_usable_with(device(), this, "the pipeline", Path("this"), unmet);
  REQUIRE(unmet, index < device().limits().max_bind_groups,
          group_layout_index_too_large(index, device().limits().max_bind_groups).at(path));
  if (unmet.ok() && layout_->groups()[index]) return layout_->groups()[index];
  BindGroupLayoutDescriptor empty;
  if (unmet.ok()) {
    Ref<BindGroupLayout> group = device().create_bind_group_layout(empty);
    if (exclusive_key_) group->set_exclusive_pipeline(exclusive_key_, ref());
    return group;
  }
  Ref<BindGroupLayout> group = make<BindGroupLayout>(device(), empty);
  group->fail(device().lost() ? device().lost_cause() : device().raise(unmet));
  return group;
}

// ---- the entry point ----

RULE(entry_point_not_found, Validation, "get the entry point", "92938396 5af133d9 1c408ba0 9661cef1", "{0} has no {1} entry point {2}; it has {3}",
     diag::ObjectRef, Text, Name, Text);
RULE(entry_point_wrong_stage, Validation, "get the entry point", "92938396 1c408ba0 9661cef1",
     "{0} of {1} is a {2} entry point, and a {3} one is needed", Name, diag::ObjectRef, Text, Text);
RULE(entry_point_not_one, Validation, "get the entry point", "5af133d9 db6d2514",
     "no entry point is named, and {0} has {1} of the {2} stage: {3}", diag::ObjectRef, uint64_t, Text, Text);
RULE(constant_unknown, Validation, "validating GPUProgrammableStage", "", "{0} has no override {1}; it has {2}",
     diag::ObjectRef, Name, Text);
RULE(constant_named_twice, Validation, "validating GPUProgrammableStage", "", "the override {0} is given twice", Name);
RULE(constant_not_representable, Validation, "validating GPUProgrammableStage", "",
     "the value {0} of the override {1} is not a value of {2}", double, Name, Name);
RULE(constant_missing, Validation, "validating GPUProgrammableStage", "",
     "the override {0} has no default value, is used by {1}, and is not given", Name, Name);
RULE(immediates_too_small, Validation, "validating GPUProgrammableStage", "",
     "{0} reads {1} bytes of immediate data, and immediateSize of {2} is {3}", Name, uint64_t, diag::ObjectRef,
     uint64_t);

namespace {

std::string entry_point_list(const ShaderReflection& r, std::optional<lang::ShaderStage> only) {
  std::string out;
  for (const ShaderEntryPoint& e : r.entry_points) {
    if (only && e.stage != *only) continue;
    out += fmt::format("{}`{}`", out.empty() ? "" : ", ", e.name);
    if (!only) out += fmt::format(" ({})", lang::to_text(e.stage));
  }
  return out.empty() ? "none" : out;
}

diag::Diagnostic did_you_mean(std::string_view wrong, std::span<const std::string_view> known, diag::Diagnostic d) {
  wgsl::Suggestion suggestion(wrong);
  for (std::string_view name : known) suggestion.consider(name);
  return suggestion.found() ? std::move(d).help(fmt::format("did you mean `{}`?", suggestion.best())) : std::move(d);
}

std::string_view type_name(ShaderOverride::Type t) {
  switch (t) {
    case ShaderOverride::Type::Bool: return "bool";
    case ShaderOverride::Type::I32: return "i32";
    case ShaderOverride::Type::U32: return "u32";
    case ShaderOverride::Type::F32: return "f32";
    case ShaderOverride::Type::F16: return "f16";
  }
  return "";
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-to-wgsl-type
bool representable(double v, ShaderOverride::Type t) {
  switch (t) {
    case ShaderOverride::Type::Bool: return std::isfinite(v);
    case ShaderOverride::Type::I32: return std::isfinite(v) && std::trunc(v) >= -2147483648.0 && std::trunc(v) <= 2147483647.0;
    case ShaderOverride::Type::U32: return std::isfinite(v) && std::trunc(v) >= 0 && std::trunc(v) <= 4294967295.0;
    case ShaderOverride::Type::F32: return std::isfinite(v) && std::isfinite(static_cast<float>(v));
    // Rounding up to 65520 would give infinity.
    case ShaderOverride::Type::F16: return std::isfinite(v) && std::fabs(v) < 65520.0;
  }
  return false;
}

}  // namespace

std::optional<ResolvedStage> validate_stage(Device& device, lang::ShaderStage stage, const ProgrammableStage& d,
                                            const Path& path, diag::Requirements& unmet) {
  if (!check_usable_with(device, d.module, "the shader module", path.member("module"), unmet)) {
    if (Linter* l = device.instance().linter(); l && d.module && !d.module->usable())
      l->pipeline_made_from(*d.module, stage == lang::ShaderStage::Compute ? "a compute pipeline" : "a render pipeline");
    return std::nullopt;
  }
  const ShaderReflection& r = d.module->reflection();
  std::string stage_text(lang::to_text(stage));
  ResolvedStage out{stage, &d, d.module, nullptr, {}};
  Path at = path.member("entryPoint");
  if (d.entry_point) {
    const ShaderEntryPoint* other = nullptr;
    for (const ShaderEntryPoint& e : r.entry_points) {
      if (e.name != *d.entry_point) continue;
      if (e.stage == stage) out.entry = &e;
      else other = &e;
    }
    std::string name(*d.entry_point);
    std::vector<std::string_view> names;
    for (const ShaderEntryPoint& e : r.entry_points)
      if (e.stage == stage) names.push_back(e.name);
    if (!out.entry && other) {
      unmet.fail(entry_point_wrong_stage(Name{name}, d.module->ref(), Text{std::string(lang::to_text(other->stage))},
                                         Text{stage_text})
                     .help(fmt::format("name another one in entryPoint, or declare it as @{}", stage_text))
                     .at(at)
                     .note(diag::SourcePlace{d.module->source(), other->span}, "declared here"));
    } else {
      auto not_found = [&] {
        diag::Diagnostic e =
            entry_point_not_found(d.module->ref(), Text{stage_text}, Name{name}, Text{entry_point_list(r, std::nullopt)}).at(at);
        if (!name.empty()) return did_you_mean(name, names, std::move(e));
        return std::move(e).help("leave it out to take the only one: in C that is {NULL, WGPU_STRLEN}, as the _INIT macros have it; "
                                 "`= {0}` is the empty name");
      };
      REQUIRE(unmet, out.entry, with_creation(not_found(), *d.module));
    }
  } else {
    uint64_t count = 0;
    for (const ShaderEntryPoint& e : r.entry_points)
      if (e.stage == stage && count++ == 0) out.entry = &e;
    if (!REQUIRE(unmet, count == 1,
                 entry_point_not_one(d.module->ref(), count, Text{stage_text}, Text{entry_point_list(r, stage)})
                     .at(at)
                     .help("name the one you mean in entryPoint")))
      out.entry = nullptr;
  }
  if (!out.entry) return std::nullopt;

  std::vector<bool> given(r.overrides.size());
  Path constants = path.member("constants");
  for (size_t i = 0; i < d.constants.size(); ++i) {
    const ConstantEntry& c = d.constants[i];
    auto it = std::find_if(r.overrides.begin(), r.overrides.end(),
                           [&](const ShaderOverride& o) { return o.key == c.key; });
    if (it == r.overrides.end()) {
      std::string list, hint;
      for (const ShaderOverride& o : r.overrides) {
        list += fmt::format("{}`{}`", list.empty() ? "" : ", ", o.key);
        if (o.name == c.key) hint = fmt::format("the override {} has an @id: it is named \"{}\"", o.name, o.key);
      }
      diag::Diagnostic unknown =
          constant_unknown(d.module->ref(), Name{std::string(c.key)}, Text{list.empty() ? "none" : list})
              .at(constants.index(i));
      if (!hint.empty()) std::move(unknown).help(hint);
      std::vector<std::string_view> keys;
      for (const ShaderOverride& o : r.overrides) keys.push_back(o.key);
      unmet.fail(hint.empty() ? did_you_mean(c.key, keys, std::move(unknown)) : std::move(unknown));
      continue;
    }
    size_t index = static_cast<size_t>(it - r.overrides.begin());
    REQUIRE(unmet, !given[index],
            constant_named_twice(Name{std::string(c.key)}).help("give each override one value").at(constants.index(i)));
    given[index] = true;
    REQUIRE(unmet, representable(c.value, it->type),
            constant_not_representable(c.value, Name{std::string(c.key)}, Name{std::string(type_name(it->type))})
                .at(constants.index(i))
                .note(diag::SourcePlace{d.module->source(), it->span}, "declared here"));
    out.constants.emplace_back(static_cast<uint32_t>(index), c.value);
  }
  for (uint32_t index : out.entry->overrides) {
    const ShaderOverride& o = r.overrides[index];
    REQUIRE(unmet, o.has_default || given[index],
            constant_missing(Name{o.name}, Name{out.entry->name})
                .at(constants)
                .note(diag::SourcePlace{d.module->source(), o.span}, "declared here")
                .help(fmt::format("give it a value: constants: {{\"{}\": 1}}, or a default in the shader", o.key)));
  }
  compatibility::check_stage(device, out, path, unmet);
  return out;
}

// ---- bindings against the layout ----

RULE(shader_binding_missing, Validation, "validating shader binding", "",
     "{0} uses {1} at group {2}, binding {3}, and {4} has nothing there", Name, Name, uint64_t, uint64_t,
     diag::ObjectRef);
RULE(shader_binding_not_visible, Validation, "validating shader binding", "",
     "{0} uses {1} at group {2}, binding {3}, which is visible to {4} and not to {5}", Name, Name, uint64_t, uint64_t,
     Text, Text);
RULE(shader_binding_kind, Validation, "validating shader binding", "905419c3 21eea43a",
     "{0} declares {1}, which needs {2}, and group {3}, binding {4} of the layout is {5}", Name, Name, Text, uint64_t,
     uint64_t, Text);
RULE(shader_binding_minimum_size, Validation, "validating shader binding", "",
     "{0} needs {1} bytes, and minBindingSize of group {2}, binding {3} is {4}", Name, uint64_t, uint64_t, uint64_t,
     uint64_t);
RULE(shader_sampler_filters_unfilterable, Validation, "validating GPUProgrammableStage", "ef26db17",
     "{0} is sampled with {1}, a filtering sampler, and the layout gives it the sample type {2}", Name, Name, Name);

namespace {
uint64_t stage_bit(lang::ShaderStage s) {
  switch (s) {
    case lang::ShaderStage::Vertex: return ShaderStage::Vertex;
    case lang::ShaderStage::Fragment: return ShaderStage::Fragment;
    case lang::ShaderStage::Compute: return ShaderStage::Compute;
  }
  return 0;
}

bool binding_fits(const ShaderBinding& b, const BindGroupLayoutEntry& e) {
  if (binding_member(b.entry) != binding_member(e)) return false;
  if (e.buffer) return e.buffer->type == b.entry.buffer->type;
  if (e.sampler) {
    return (e.sampler->type == SamplerBindingType::Comparison) ==
           (b.entry.sampler->type == SamplerBindingType::Comparison);
  }
  if (e.texture) {
    const TextureBindingLayout &l = *e.texture, &s = *b.entry.texture;
    if (l.multisampled != s.multisampled || l.view_dimension != s.view_dimension) return false;
    bool floats = l.sample_type == TextureSampleType::Float || l.sample_type == TextureSampleType::UnfilterableFloat;
    if (s.sample_type == TextureSampleType::Depth) return l.sample_type == TextureSampleType::Depth;
    if (s.sample_type == TextureSampleType::UnfilterableFloat) {
      return floats || l.sample_type == TextureSampleType::Depth;
    }
    return l.sample_type == s.sample_type;
  }
  if (e.storage_texture) {
    const StorageTextureBindingLayout &l = *e.storage_texture, &s = *b.entry.storage_texture;
    // A shader that only writes fits a layout for both.
    bool access = l.access == s.access ||
                  (l.access == StorageTextureAccess::ReadWrite && s.access == StorageTextureAccess::WriteOnly);
    return l.format == s.format && l.view_dimension == s.view_dimension && access;
  }
  return true;
}
}  // namespace

namespace {
std::string binding_kind_help(const ShaderBinding& b, const BindGroupLayoutEntry& e) {
  if (b.entry.buffer && e.buffer) {
    if (b.entry.buffer->type == BufferBindingType::Storage && e.buffer->type == BufferBindingType::ReadOnlyStorage)
      return fmt::format("give the entry of the layout type: \"storage\", or declare `var<storage, read> {}`", b.name);
    if (b.entry.buffer->type == BufferBindingType::ReadOnlyStorage && e.buffer->type == BufferBindingType::Storage)
      return fmt::format("give the entry of the layout type: \"read-only-storage\", or declare `var<storage, read_write> {}`", b.name);
  }
  return fmt::format("give the layout the entry that the shader needs: {}", describe(b.entry));
}
}  // namespace

void validate_stage_layout(const ResolvedStage& stage, const PipelineLayout& layout, const Path& path,
                           diag::Requirements& unmet) {
  const ShaderReflection& r = stage.module->reflection();
  auto entry_of = [&](const ShaderBinding& b) -> const BindGroupLayoutEntry* {
    if (b.group >= layout.groups().size() || !layout.groups()[b.group]) return nullptr;
    return layout.groups()[b.group]->find(b.binding);
  };
  auto placed = [&](diag::Diagnostic d, const ShaderBinding& b) {
    return with_creation(
        std::move(d).at(path.member("module")).note(diag::SourcePlace{stage.module->source(), b.span}, "declared here"),
        layout);
  };
  for (uint32_t index : stage.entry->bindings) {
    const ShaderBinding& b = r.bindings[index];
    const BindGroupLayoutEntry* e = entry_of(b);
    if (!REQUIRE(unmet, e,
                 placed(shader_binding_missing(Name{stage.entry->name}, Name{b.name}, b.group, b.binding, layout.ref()), b)
                     .help(fmt::format("add to the layout of group {}: binding {}, visibility {}, {}", b.group, b.binding,
                                       shader_stage_text(stage_bit(stage.stage)), describe(b.entry))))) {
      continue;
    }
    uint64_t bit = stage_bit(stage.stage);
    REQUIRE(unmet, e->visibility & bit,
            placed(shader_binding_not_visible(Name{stage.entry->name}, Name{b.name}, b.group, b.binding,
                                              Text{shader_stage_text(e->visibility)}, Text{shader_stage_text(bit)}),
                   b)
                .help(fmt::format("give the entry of the layout visibility: {}", shader_stage_text(e->visibility | bit))));
    if (!REQUIRE(unmet, binding_fits(b, *e),
                 placed(shader_binding_kind(Name{b.name}, Name{b.type}, Text{describe(b.entry)}, b.group, b.binding,
                                            Text{describe(*e)}),
                        b)
                     .help(binding_kind_help(b, *e)))) {
      continue;
    }
    if (e->buffer && e->buffer->min_binding_size != 0) {
      REQUIRE(unmet, e->buffer->min_binding_size >= b.entry.buffer->min_binding_size,
              placed(shader_binding_minimum_size(Name{b.name}, b.entry.buffer->min_binding_size, b.group, b.binding,
                                                 e->buffer->min_binding_size)
                         .help("write that number of bytes as minBindingSize, or leave it out"),
                     b));
    }
  }
  for (const TextureSamplerPair& pair : stage.entry->pairs) {
    const ShaderBinding &t = r.bindings[pair.texture], &s = r.bindings[pair.sampler];
    const BindGroupLayoutEntry *te = entry_of(t), *se = entry_of(s);
    if (!te || !te->texture || !se || !se->sampler) continue;
    REQUIRE(unmet,
            se->sampler->type != SamplerBindingType::Filtering || te->texture->sample_type == TextureSampleType::Float,
            placed(shader_sampler_filters_unfilterable(Name{t.name}, Name{s.name}, Name{shown(te->texture->sample_type)}),
                   t)
                .help("give the sampler the type non-filtering in its layout"));
  }
  REQUIRE(unmet, layout.immediate_size() >= stage.entry->immediate_size,
          immediates_too_small(Name{stage.entry->name}, stage.entry->immediate_size, layout.ref(),
                               layout.immediate_size())
              .at(path.member("module")));
}

std::vector<std::pair<uint32_t, uint32_t>> used_bindings(std::span<const ResolvedStage> stages) {
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (const ResolvedStage& stage : stages)
    for (uint32_t index : stage.entry->bindings) {
      const ShaderBinding& b = stage.module->reflection().bindings[index];
      out.emplace_back(b.group, b.binding);
    }
  return out;
}

std::vector<PipelineBase::MinimumSize> minimum_sizes(std::span<const ResolvedStage> stages) {
  std::map<std::pair<uint32_t, uint32_t>, PipelineBase::MinimumSize> sizes;
  for (const ResolvedStage& stage : stages)
    for (uint32_t index : stage.entry->bindings) {
      const ShaderBinding& b = stage.module->reflection().bindings[index];
      if (!b.entry.buffer) continue;
      auto [it, added] = sizes.try_emplace({b.group, b.binding});
      if (added) it->second = {b.group, b.binding, 0, b.name, {stage.module->shared_reflection(), &b, stage.module->source()}};
      it->second.size = std::max(it->second.size, b.entry.buffer->min_binding_size);
    }
  std::vector<PipelineBase::MinimumSize> out;
  for (auto& [key, size] : sizes) out.push_back(std::move(size));
  return out;
}

// ---- the automatic layout ----

RULE(auto_layout_group_too_large, Validation, "default pipeline layout", "",
     "{0} is in group {1}, and maxBindGroups of this device is {2}", Name, uint64_t, uint64_t);
RULE(auto_layout_conflict, Validation, "default pipeline layout", "",
     "group {0}, binding {1} is {2} in one stage and {3} in another", uint64_t, uint64_t, Text, Text);

namespace {
std::vector<BindGroupLayout::Origin> origins(std::span<const ResolvedStage> stages, uint32_t group) {
  std::vector<BindGroupLayout::Origin> out;
  auto add = [&](const ResolvedStage& stage, const ShaderBinding& b, bool used) {
    if (b.group != group) return;
    bool known = std::any_of(out.begin(), out.end(), [&](const BindGroupLayout::Origin& o) { return o.shader.binding->binding == b.binding; });
    if (!known) out.push_back({used, {stage.module->shared_reflection(), &b, stage.module->source()}});
  };
  for (const ResolvedStage& stage : stages)
    for (uint32_t index : stage.entry->bindings) add(stage, stage.module->reflection().bindings[index], true);
  for (const ResolvedStage& stage : stages) {
    for (const ShaderBinding& b : stage.module->reflection().bindings) add(stage, b, false);
    for (const ShaderBinding& b : stage.module->reflection().unused) add(stage, b, false);
  }
  return out;
}
}  // namespace

Ref<PipelineLayout> default_pipeline_layout(Device& device, std::span<const ResolvedStage> stages, uint64_t exclusive_key,
                                            const diag::ObjectRef& pipeline, diag::Requirements& unmet) {
  uint32_t most = device.limits().max_bind_groups;
  std::vector<BindGroupLayoutDescriptor> groups(most);
  size_t group_count = 0;
  uint32_t immediates = 0;
  Path path("descriptor");
  for (const ResolvedStage& stage : stages) {
    const ShaderReflection& r = stage.module->reflection();
    immediates = std::max(immediates, (stage.entry->immediate_size + 3) / 4 * 4);
    for (uint32_t index : stage.entry->bindings) {
      const ShaderBinding& b = r.bindings[index];
      auto declared = diag::SourcePlace{stage.module->source(), b.span};
      if (!REQUIRE(unmet, b.group < most,
                   with_limit_help(device, "maxBindGroups", uint64_t{b.group} + 1,
                                   auto_layout_group_too_large(Name{b.name}, b.group, most)
                                       .at(path.member("layout"))
                                       .note(declared, "declared here")))) {
        continue;
      }
      BindGroupLayoutEntry entry = b.entry;
      entry.visibility = stage_bit(stage.stage);
      bool sampled = std::any_of(stage.entry->pairs.begin(), stage.entry->pairs.end(),
                                 [&](const TextureSamplerPair& p) { return p.texture == index; });
      if (entry.texture && entry.texture->sample_type == TextureSampleType::UnfilterableFloat && sampled &&
          !entry.texture->multisampled) {
        entry.texture->sample_type = TextureSampleType::Float;
      }
      group_count = std::max<size_t>(group_count, b.group + 1);
      std::vector<BindGroupLayoutEntry>& entries = groups[b.group].entries;
      auto it = std::find_if(entries.begin(), entries.end(),
                             [&](const BindGroupLayoutEntry& e) { return e.binding == b.binding; });
      if (it == entries.end()) {
        entries.push_back(entry);
        continue;
      }
      it->visibility |= entry.visibility;
      entry.visibility = it->visibility;
      if (it->buffer && entry.buffer) {
        it->buffer->min_binding_size = entry.buffer->min_binding_size =
            std::max(it->buffer->min_binding_size, entry.buffer->min_binding_size);
      }
      if (it->texture && entry.texture) {
        auto is_float = [](TextureSampleType t) {
          return t == TextureSampleType::Float || t == TextureSampleType::UnfilterableFloat;
        };
        if (it->texture->sample_type != entry.texture->sample_type && is_float(it->texture->sample_type) &&
            is_float(entry.texture->sample_type)) {
          it->texture->sample_type = entry.texture->sample_type = TextureSampleType::Float;
        }
      }
      REQUIRE(unmet, *it == entry,
              auto_layout_conflict(b.group, b.binding, Text{describe(*it)}, Text{describe(entry)})
                  .help("give one of both another @binding, or make the layout yourself")
                  .at(path.member("layout"))
                  .note(declared, "declared here"));
    }
  }
  Path entries_path = path.member("layout");
  SlotCounter slots;
  for (size_t i = 0; i < group_count; ++i) {
    validate_entries(device, groups[i].entries, entries_path.index(i), unmet);
    for (const BindGroupLayoutEntry& e : groups[i].entries) slots.add(e);
  }
  if (unmet.ok()) slots.check(device, entries_path, unmet);
  if (!unmet.ok()) return nullptr;
  PipelineLayoutDescriptor descriptor;
  descriptor.immediate_size = immediates;
  std::vector<Ref<BindGroupLayout>> layouts;
  for (size_t i = 0; i < group_count; ++i) {
    layouts.push_back(device.create_bind_group_layout(groups[i]));
    layouts.back()->set_exclusive_pipeline(exclusive_key, pipeline);
    layouts.back()->set_origins(origins(stages, static_cast<uint32_t>(i)));
    descriptor.bind_group_layouts.push_back(layouts.back().get());
  }
  return device.create_pipeline_layout(descriptor, /*automatic=*/true);
}

}  // namespace vitrine::gpu
