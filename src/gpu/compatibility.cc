#include "gpu/compatibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/formats.h"
#include "gpu/texture.h"
#include "ir/ir.h"

namespace vitrine::gpu::compatibility {

using diag::Name;
using diag::Path;
using diag::Text;

bool applies(const Device& device) { return !device.features().has(FeatureName::CoreFeaturesAndLimits); }

namespace {
diag::Diagnostic helped(const Device& device, diag::Diagnostic d) {
  return std::move(d).help(feature_help(device, FeatureName::CoreFeaturesAndLimits));
}
}  // namespace

// ---- textures and views ----

RULE(compat_binding_view_dimension, Validation, "validating GPUTextureDescriptor", "94c43068 4720da3c ddc9ec2d",
     "textureBindingViewDimension is {0} and the texture has {1} layers; {2}", Name, uint64_t, Text);
RULE(compat_cube_array_view, Validation, "GPUTexture.createView", "35c92a7e",
     "a cube-array view needs the feature core-features-and-limits, which {0} was made without", diag::ObjectRef);

TextureViewDimension binding_view_dimension(const Device& device, const TextureDescriptor& d) {
  if (!applies(device)) return TextureViewDimension::Undefined;
  if (d.binding_view_dimension != TextureViewDimension::Undefined) return d.binding_view_dimension;
  switch (d.dimension) {
    case TextureDimension::e1D: return TextureViewDimension::e1D;
    case TextureDimension::e3D: return TextureViewDimension::e3D;
    default: return d.size.depth_or_layers == 1 ? TextureViewDimension::e2D : TextureViewDimension::e2DArray;
  }
}

void check_texture(const Device& device, const TextureDescriptor& d, const Path& path, diag::Requirements& unmet) {
  if (!applies(device)) return;
  TextureViewDimension wanted = d.binding_view_dimension;
  uint32_t layers = d.size.depth_or_layers;
  std::string_view why;
  if (wanted == TextureViewDimension::e2D && layers != 1) why = "2d takes one layer";
  else if (wanted == TextureViewDimension::Cube && layers != 6) why = "cube takes 6 layers";
  else if (wanted == TextureViewDimension::CubeArray) why = "cube-array cannot be bound on this device";
  REQUIRE(unmet, why.empty(),
          compat_binding_view_dimension(Name{shown(wanted)}, layers, Text{std::string(why)})
              .at(path.member("textureBindingViewDimension")));
}

void check_view(const Device& device, const Texture& texture, const TextureViewDescriptor& resolved, const Path& path,
                diag::Requirements& unmet) {
  REQUIRE(unmet, !applies(device) || resolved.dimension != TextureViewDimension::CubeArray,
          helped(device, compat_cube_array_view(device.ref()).at(path.member("dimension"))));
}

// ---- bind groups ----

RULE(compat_bound_view_dimension, Validation, "GPUDevice.createBindGroup", "74b0a995 795e0bce a2c164a8 3b254e34",
     "{0} has the dimension {1}, and textureBindingViewDimension of its texture is {2}", diag::ObjectRef, Name, Name);
RULE(compat_bound_view_layers, Validation, "GPUDevice.createBindGroup", "122b842a 195ddcfe 0c829311 bc0095cd",
     "{0} shows {1} layers from layer {2} on, and a view that is bound on this device shows all {3}", diag::ObjectRef,
     uint64_t, uint64_t, uint64_t);
RULE(compat_views_differ, Validation, "Validate encoder bind groups",
     "471472e3 9d0e1e10 8410d482 f0f29eb8 3c7a2370 e42d0d1f 5b265ca3 fc5d9d0e ee7c4319 ddf4f5d5 3cf9afa5 ab8df598 31491b8a",
     "{0} is bound at group {1}, binding {2} with {3} and at group {4}, binding {5} with {6}; on this device both are the same",
     diag::ObjectRef, uint64_t, uint64_t, Text, uint64_t, uint64_t, Text);

void check_bound_view(const Device& device, const TextureView& view, bool external, const Path& path,
                      diag::Requirements& unmet) {
  if (!applies(device)) return;
  const TextureViewDescriptor& d = view.descriptor();
  TextureViewDimension wanted = view.texture().binding_view_dimension();
  REQUIRE(unmet, external || wanted == TextureViewDimension::Undefined || d.dimension == wanted,
          with_creation(compat_bound_view_dimension(view.ref(), Name{shown(d.dimension)}, Name{shown(wanted)})
                            .at(path)
                            .help(fmt::format("give createTexture textureBindingViewDimension: \"{}\"", shown(d.dimension))),
                        view.texture()));
  // Depth of a 3d texture counts here too, and a view of one has a single layer.
  uint32_t all = view.texture().array_layers();
  REQUIRE(unmet, d.base_array_layer == 0 && d.array_layer_count == all,
          with_creation(compat_bound_view_layers(view.ref(), d.array_layer_count, d.base_array_layer, all).at(path), view));
}

namespace {
std::string view_text(const TextureViewDescriptor& d) {
  std::string swizzle;
  for (ComponentSwizzle s : d.swizzle) swizzle += shown(s);
  return fmt::format("mip levels {} to {}, aspect {}{}", d.base_mip_level, d.base_mip_level + d.mip_level_count - 1,
                     shown(d.aspect), swizzle == "rgba" ? "" : ", swizzle " + swizzle);
}
}  // namespace

void check_bound_views(const Device& device, std::span<const BoundView> views, diag::Requirements& unmet) {
  if (!applies(device)) return;
  for (size_t i = 0; i < views.size(); ++i) {
    for (size_t j = i + 1; j < views.size(); ++j) {
      const BoundView &a = views[i], &b = views[j];
      if (&a.view->texture() != &b.view->texture()) continue;
      const TextureViewDescriptor &x = a.view->descriptor(), &y = b.view->descriptor();
      bool same = x.base_mip_level == y.base_mip_level && x.mip_level_count == y.mip_level_count &&
                  x.aspect == y.aspect && std::equal(x.swizzle, x.swizzle + 4, y.swizzle);
      REQUIRE(unmet, same,
              compat_views_differ(a.view->texture().ref(), a.group, a.binding, Text{view_text(x)}, b.group, b.binding,
                                  Text{view_text(y)}));
    }
  }
}

// ---- pipelines ----

RULE(compat_depth_texture_load, Validation, "validating GPUProgrammableStage", "",
     "{0} loads from the depth texture {1}, which this device can only sample", Name, Name);
RULE(compat_depth_texture_sampler, Validation, "validating GPUProgrammableStage", "",
     "the depth texture {0} is sampled with {1}, which on this device has to be a sampler_comparison", Name, Name);
RULE(compat_texture_sampler_pairs, Validation, "validating GPUProgrammableStage", "",
     "{0} uses {1} pairs of texture and sampler, and {2} of this device is {3}", Name, uint64_t, Name, uint64_t);
RULE(compat_sample_builtin, Validation, "validating GPURenderPipelineDescriptor", "68a1cdd7 2b9601b5",
     "{0} uses the builtin {1}, which needs the feature core-features-and-limits", Name, Name);
RULE(compat_fine_derivative, Validation, "validating GPUFragmentState", "134a9017",
     "{0} calls {1}, which needs the feature core-features-and-limits", Name, Name);
RULE(compat_targets_differ, Validation, "validating GPUFragmentState", "7af1f280 231091aa dfd48f24",
     "{0} of targets {1} and {2} differ, and on this device they are the same for all targets", Text, uint64_t, uint64_t);
RULE(compat_depth_bias_clamp, Validation, "validating GPUDepthStencilState", "27ebfb8f",
     "depthBiasClamp is {0}, and needs the feature core-features-and-limits", double);
RULE(compat_interpolation, Validation, "validating Compatibility Mode shader binding", "",
     "{0} of {1} is interpolated as {2}, which needs the feature core-features-and-limits", Name, Name, Text);

namespace {

// The functions that an entry point reaches, itself included.
std::set<uint32_t> reached(const ir::Module& m, const ShaderEntryPoint& entry) {
  std::set<uint32_t> seen;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < m.functions.size(); ++i) {
    const ir::Function& f = m.functions[ir::FunctionId(i)];
    if (f.stage != ir::Stage::None && f.name == entry.name && seen.insert(i).second) open.push_back(i);
  }
  while (!open.empty()) {
    const ir::Function& f = m.functions[ir::FunctionId(open.back())];
    open.pop_back();
    for (const ir::Inst& i : f.insts)
      if (i.op == ir::Op::Call && !(i.flags & ir::kRemoved) && seen.insert(f.word(i, 0)).second) open.push_back(f.word(i, 0));
  }
  return seen;
}

// Calls visit(function, instruction) for each call of a builtin that the entry point reaches.
template <class F>
void for_each_builtin(const ir::Module& m, const ShaderEntryPoint& entry, F&& visit) {
  for (uint32_t at : reached(m, entry)) {
    const ir::Function& f = m.functions[ir::FunctionId(at)];
    for (const ir::Inst& i : f.insts)
      if (i.op == ir::Op::Builtin && !(i.flags & ir::kRemoved)) visit(f, i);
  }
}

}  // namespace

void check_stage(const Device& device, const ResolvedStage& stage, const Path& path, diag::Requirements& unmet) {
  if (!applies(device) || !stage.module->module()) return;
  const ShaderReflection& r = stage.module->reflection();
  const ShaderEntryPoint& entry = *stage.entry;
  const ir::Module& m = *stage.module->module();
  Path at = path.member("module");
  auto declared = [&](SourceSpan span) { return diag::SourcePlace{stage.module->source(), span}; };
  for_each_builtin(m, entry, [&](const ir::Function& f, const ir::Inst& i) {
    if (static_cast<lang::Builtin>(i.aux) != lang::Builtin::TextureLoad) return;
    const lang::Type& type = m.types[ir::type_of(m, f, f.operand(i, 0))];
    lang::TextureKind kind = lang::info(type.texture).kind;
    bool depth = type.kind == lang::TypeKind::Texture &&
                 (kind == lang::TextureKind::Depth || kind == lang::TextureKind::DepthMultisampled);
    REQUIRE(unmet, !depth,
            helped(device, compat_depth_texture_load(Name{entry.name}, Name{m.types.to_text(ir::type_of(m, f, f.operand(i, 0)))})
                       .at(at)
                       .note(declared(m.span_of(i.location)), "loaded here")));
  });
  std::set<uint32_t> textures;
  uint64_t pairs = 0;
  for (const TextureSamplerPair& p : entry.pairs) {
    const ShaderBinding &t = r.bindings[p.texture], &s = r.bindings[p.sampler];
    textures.insert(p.texture);
    pairs += t.entry.external_texture ? 3 : 1;
    bool comparison = s.entry.sampler && s.entry.sampler->type == SamplerBindingType::Comparison;
    REQUIRE(unmet, !t.depth_texture || comparison,
            helped(device, compat_depth_texture_sampler(Name{t.name}, Name{s.name}).at(at).note(declared(t.span), "declared here")));
  }
  for (uint32_t b : entry.bindings) {
    const ShaderBinding& t = r.bindings[b];
    bool sampled = textures.contains(b);
    if (t.entry.external_texture) pairs += sampled ? 1 : 4;
    else if (t.entry.texture && !sampled) ++pairs;
  }
  auto at_most = [&](uint32_t most, const char* limit) {
    REQUIRE(unmet, pairs <= most, compat_texture_sampler_pairs(Name{entry.name}, pairs, Name{limit}, most).at(at));
  };
  at_most(device.limits().max_sampled_textures_per_shader_stage, "maxSampledTexturesPerShaderStage");
  at_most(device.limits().max_samplers_per_shader_stage, "maxSamplersPerShaderStage");

  if (stage.stage != lang::ShaderStage::Fragment) return;
  auto builtin = [&](const ShaderInterfaceValue& v, lang::BuiltinValue which, std::string_view name) {
    REQUIRE(unmet, v.builtin != which,
            helped(device, compat_sample_builtin(Name{entry.name}, Name{std::string(name)}).at(at).note(declared(v.span), "declared here")));
  };
  for (const ShaderInterfaceValue& v : entry.inputs) {
    builtin(v, lang::BuiltinValue::SampleMask, "sample_mask");
    builtin(v, lang::BuiltinValue::SampleIndex, "sample_index");
  }
  for (const ShaderInterfaceValue& v : entry.outputs) builtin(v, lang::BuiltinValue::SampleMask, "sample_mask");
  for_each_builtin(m, entry, [&](const ir::Function&, const ir::Inst& i) {
    std::string_view name = static_cast<lang::Builtin>(i.aux) == lang::Builtin::DpdxFine     ? "dpdxFine"
                            : static_cast<lang::Builtin>(i.aux) == lang::Builtin::DpdyFine   ? "dpdyFine"
                            : static_cast<lang::Builtin>(i.aux) == lang::Builtin::FwidthFine ? "fwidthFine"
                                                                                             : "";
    REQUIRE(unmet, name.empty(),
            compat_fine_derivative(Name{entry.name}, Name{std::string(name)})
                .at(at)
                .note(declared(m.span_of(i.location)), "called here")
                .help("call the one without `Fine`"));
  });
}

uint64_t attributes_of_builtins(const Device& device, const ShaderEntryPoint& vertex) {
  if (!applies(device)) return 0;
  return static_cast<uint64_t>(std::count_if(vertex.inputs.begin(), vertex.inputs.end(), [](const ShaderInterfaceValue& v) {
    return v.builtin == lang::BuiltinValue::VertexIndex || v.builtin == lang::BuiltinValue::InstanceIndex;
  }));
}

void check_fragment_state(const Device& device, const FragmentState& f, const Path& path, diag::Requirements& unmet) {
  if (!applies(device)) return;
  Path targets = path.member("targets");
  size_t first = SIZE_MAX;
  auto same = [](const BlendComponent& a, const BlendComponent& b) {
    return a.operation == b.operation && a.src_factor == b.src_factor && a.dst_factor == b.dst_factor;
  };
  for (size_t i = 0; i < f.targets.size(); ++i) {
    if (!f.targets[i]) continue;
    if (first == SIZE_MAX) {
      first = i;
      continue;
    }
    const ColorTargetState &a = *f.targets[first], &b = *f.targets[i];
    auto differ = [&](std::string_view what) {
      unmet.fail(helped(device, compat_targets_differ(Text{std::string(what)}, first, i).at(targets.index(i))));
    };
    if (a.blend.has_value() != b.blend.has_value()) {
      differ("blend");
    } else if (a.blend) {
      if (!same(a.blend->color, b.blend->color)) differ("blend.color");
      if (!same(a.blend->alpha, b.blend->alpha)) differ("blend.alpha");
    }
    if (a.write_mask != b.write_mask) differ("writeMask");
  }
}

void check_depth_stencil(const Device& device, const DepthStencilState& s, const Path& path, diag::Requirements& unmet) {
  REQUIRE(unmet, !applies(device) || s.depth_bias_clamp == 0,
          helped(device, compat_depth_bias_clamp(s.depth_bias_clamp).at(path.member("depthBiasClamp"))));
}

void check_interpolation(const Device& device, const ResolvedStage& stage, const ShaderInterfaceValue& value,
                         const lang::Interpolation& i, const Path& path, diag::Requirements& unmet) {
  if (!applies(device)) return;
  bool fits = i.type != lang::InterpolationType::Linear &&
              (i.type != lang::InterpolationType::Flat || i.sampling == lang::InterpolationSampling::Either) &&
              i.sampling != lang::InterpolationSampling::Sample;
  REQUIRE(unmet, fits,
          compat_interpolation(Name{value.name}, Name{stage.entry->name},
                               Text{fmt::format("{}, {}", lang::to_text(i.type), lang::to_text(*i.sampling))})
              .at(path)
              .note(diag::SourcePlace{stage.module->source(), value.span}, "declared here")
              .help("use `@interpolate(perspective)`, or `@interpolate(flat, either)`"));
}

// ---- copies ----

RULE(compat_copy_compressed, Validation, "GPUCommandEncoder.copyTextureToBuffer", "fbcabf7d cc6f3457 b9ac1bcf",
     "{0} has the compressed format {1}, and copying it this way needs the feature core-features-and-limits",
     diag::ObjectRef, Name);
RULE(compat_copy_multisampled, Validation, "GPUCommandEncoder.copyTextureToTexture", "9b4ddbb2",
     "{0} has {1} samples, and copying it needs the feature core-features-and-limits", diag::ObjectRef, uint64_t);

namespace {
void check_not_compressed(const Device& device, const Texture& t, const Path& path, diag::Requirements& unmet) {
  REQUIRE(unmet, !t.info().compressed(),
          with_creation(helped(device, compat_copy_compressed(t.ref(), Name{shown(t.format())}).at(path.member("texture"))), t));
}
}  // namespace

void check_copy_to_buffer(const Device& device, const Texture& source, const Path& path, diag::Requirements& unmet) {
  if (applies(device)) check_not_compressed(device, source, path, unmet);
}

void check_copy_between_textures(const Device& device, const Texture& source, const Texture& destination,
                                 const Path& source_path, const Path& destination_path, diag::Requirements& unmet) {
  if (!applies(device)) return;
  check_not_compressed(device, source, source_path, unmet);
  check_not_compressed(device, destination, destination_path, unmet);
  auto single = [&](const Texture& t, const Path& path) {
    REQUIRE(unmet, t.sample_count() == 1,
            with_creation(helped(device, compat_copy_multisampled(t.ref(), t.sample_count()).at(path.member("texture"))), t));
  };
  single(source, source_path);
  single(destination, destination_path);
}

}  // namespace vitrine::gpu::compatibility
