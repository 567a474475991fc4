#include "gpu/render_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compute_pass.h"
#include "gpu/device.h"
#include "gpu/formats.h"
#include "gpu/render_bundle.h"
#include "gpu/render_checks.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;
namespace usage = hal::internal_usage;

RenderPassEncoder::RenderPassEncoder(CommandEncoder& encoder, std::string_view label)
    : RenderCommands(encoder.device(), ObjectKind::RenderPassEncoder, label, encoder.recording()), encoder_(&encoder) {}

RenderPassEncoder::~RenderPassEncoder() { encoder_->pass_gone(*this); }

void RenderPassEncoder::add_context(diag::Diagnostic& d) const {
  add_outer_groups(d);
  std::move(d).within({diag::ContextKind::Pass, label(), ordinal()});
  EncoderBase::add_context(d);
}

RULE(render_pass_of_ended_encoder, Validation, "GPUCommandEncoder", "df0f9ea8 aa0a0823", "{0} was begun on {1}, which had ended",
     diag::ObjectRef, diag::ObjectRef);

void RenderPassEncoder::refuse(diag::DiagnosticPtr reason) {
  fail(reason ? std::move(reason) : Device::attributed(render_pass_of_ended_encoder(ref(), encoder_->ref()).cause(encoder_->ended_error())));
}

Ref<RenderPassEncoder> CommandEncoder::begin_render_pass(const RenderPassDescriptor& descriptor) {
  bool open = begin_command();
  diag::Requirements unmet = begin_requirements();
  Ref<RenderPassEncoder> pass = make<RenderPassEncoder>(*this, descriptor.label);
  if (state_ == EncoderState::Open) {
    state_ = EncoderState::Locked;
    open_pass_ = pass.get();
    pass->attach();
  }
  if (!open) {
    pass->refuse(failure());
    return pass;
  }
  pass->begin(descriptor, current_group(), unmet);
  if (!unmet.ok()) {
    diag::Diagnostic d = unmet.take();
    add_context(d);
    diag::DiagnosticPtr reason = Device::attributed(std::move(d));
    device().throw_in_binding(reason);
    pass->refuse(std::move(reason));
  }
  return pass;
}

namespace {
std::string op_help(std::string_view aspect) {
  return fmt::format("give both: {0}LoadOp: \"clear\" and {0}StoreOp: \"store\", or \"discard\" where nobody reads it later", aspect);
}
}  // namespace

// ---- attachments ----

RULE(attachment_not_renderable_view, Validation, "renderable texture view", "a9dcf737 200f4d47 d543d326 e825eab9 cb727a97 37059f12 e3a104e7 1fbe98e5 a7d9d104 0dbe9d72 543483bf", "{0} cannot be an attachment: it has {1}",
     diag::ObjectRef, Text);
RULE(attachment_not_color, Validation, "GPURenderPassColorAttachment Valid Usage", "7707c139",
     "the format {0} of {1} cannot be a colour attachment", Name, diag::ObjectRef);
RULE(attachment_not_depth_stencil, Validation, "GPURenderPassDepthStencilAttachment Valid Usage", "dd755c6e",
     "the format {0} of {1} has neither depth nor stencil", Name, diag::ObjectRef);
RULE(attachment_depth_slice, Validation, "GPURenderPassColorAttachment Valid Usage", "94abcda3 ada6b4fe",
     "depthSlice is {0}, and {1} {2}", Text, diag::ObjectRef, Text);
RULE(attachment_op_missing, Validation, "GPURenderPassColorAttachment Valid Usage", "37cae75e 9935f761 fe4f0b77 9d73dbd8",
     "{0} is not given, and the attachment needs it", Text);
RULE(attachment_op_surplus, Validation, "GPURenderPassDepthStencilAttachment Valid Usage", "d4773380 69cd70d4 fba190ba d9cee2d6",
     "{0} is {1}, and {2}", Text, Name, Text);
RULE(attachment_clear_value, Validation, "GPURenderPassColorAttachment Valid Usage", "34ac135b",
     "the clear value {0} is not a value of the format {1}", double, Name);
RULE(attachment_depth_clear_value, Validation, "GPURenderPassDepthStencilAttachment Valid Usage", "5ec22cf4",
     "depthLoadOp is clear and depthClearValue is {0}, which must lie between 0 and 1", Text);
RULE(attachment_transient_ops, Validation, "GPURenderPassColorAttachment Valid Usage", "42a98a99 99dd1d68 f220b537 fdd22729 97979260 81b0bfe8",
     "{0} of a TRANSIENT_ATTACHMENT is {1}, and must be {2}", Text, Name, Name);
RULE(resolve_source_single_sampled, Validation, "GPURenderPassColorAttachment Valid Usage", "8fb8834a",
     "{0} has 1 sample, and only a multisampled attachment is resolved", diag::ObjectRef);
RULE(resolve_target_multisampled, Validation, "GPURenderPassColorAttachment Valid Usage", "69945623 b25a704d",
     "the resolve target {0} has {1} samples, and must have 1", diag::ObjectRef, uint64_t);
RULE(resolve_target_size, Validation, "GPURenderPassColorAttachment Valid Usage", "df65c9ae",
     "the resolve target {0} is {1} by {2}, and the attachment {3} by {4}", diag::ObjectRef, uint64_t, uint64_t, uint64_t,
     uint64_t);
RULE(resolve_target_format, Validation, "GPURenderPassColorAttachment Valid Usage", "152faa3c ec034fa7",
     "the resolve target {0} has the format {1}, and the attachment {2}", diag::ObjectRef, Name, Name);
RULE(resolve_texture_format, Validation, "GPURenderPassColorAttachment Valid Usage", "7ba53997",
     "the texture of the resolve target {0} has the format {1}, and the texture of the attachment {2}", diag::ObjectRef, Name, Name);
RULE(resolve_format_unsupported, Validation, "GPURenderPassColorAttachment Valid Usage", "abf99282",
     "the format {0} cannot be resolved", Name);
RULE(attachment_sizes_differ, Validation, "GPURenderPassDescriptor Valid Usage", "c8a6e6f7",
     "{0} is {1} by {2}, and the first attachment {3} by {4}", diag::ObjectRef, uint64_t, uint64_t, uint64_t, uint64_t);
RULE(attachment_samples_differ, Validation, "GPURenderPassDescriptor Valid Usage", "c8a6e6f7",
     "{0} has {1} samples, and the first attachment {2}", diag::ObjectRef, uint64_t, uint64_t);
RULE(attachment_used_twice, Validation, "GPUCommandEncoder.beginRenderPass", "11642b5a",
     "{0} is also the {1}: each attachment needs texels of its own", diag::ObjectRef, Text);
RULE(occlusion_set_type, Validation, "GPURenderPassDescriptor Valid Usage", "c8a6e6f7",
     "{0} holds {1} queries, and occlusionQuerySet takes occlusion ones", diag::ObjectRef, Name);

namespace {

std::string attachment_help(const TextureView& view) {
  if (!(view.texture().usage() & TextureUsage::RenderAttachment)) return usage_help(view.texture(), TextureUsage::RenderAttachment);
  const TextureViewDescriptor& d = view.descriptor();
  if (d.mip_level_count != 1 || d.array_layer_count != 1)
    return "make a view of one subresource: createView({dimension: \"2d\", baseMipLevel: 0, mipLevelCount: 1, baseArrayLayer: 0, "
           "arrayLayerCount: 1})";
  return "make a 2d view with all aspects and no swizzle";
}

// https://gpuweb.github.io/gpuweb/#renderable-texture-view
bool check_renderable_view(Device& device, TextureView* view, bool allow_3d, const Path& path,
                           diag::Requirements& unmet) {
  if (!check_usable_with(device, view, "the view", path, unmet)) return false;
  const TextureViewDescriptor& d = view->descriptor();
  std::string why;
  const FormatInfo& whole = view->texture().info();
  bool all_aspects = d.aspect == TextureAspect::All || aspect_format(whole, d.aspect) == whole.format;
  if (!(d.usage & TextureUsage::RenderAttachment)) why = "the usage " + texture_usage_text(d.usage);
  else if (d.dimension != TextureViewDimension::e2D && d.dimension != TextureViewDimension::e2DArray &&
           !(allow_3d && d.dimension == TextureViewDimension::e3D))
    why = "the dimension " + shown(d.dimension);
  else if (d.mip_level_count != 1) why = fmt::format("{} mip levels", d.mip_level_count);
  else if (d.array_layer_count != 1) why = fmt::format("{} layers", d.array_layer_count);
  else if (!all_aspects) why = "only the aspect " + shown(d.aspect);
  else if (!view->identity_swizzle()) why = "a swizzle";
  return REQUIRE(unmet, why.empty(),
                 with_creation(attachment_not_renderable_view(view->ref(), Text{why}).at(path).help(attachment_help(*view)),
                               *view));
}

struct Region {
  const Texture* texture;
  uint32_t mip_level, layer;
  UsagePlace name;
};

void add_region(std::vector<Region>& regions, const TextureView& view, uint32_t slice, UsagePlace name, const Path& path,
                diag::Requirements& unmet) {
  const TextureViewDescriptor& d = view.descriptor();
  bool is_3d = d.dimension == TextureViewDimension::e3D;
  Region region{&view.texture(), d.base_mip_level, is_3d ? slice : d.base_array_layer, name};
  for (const Region& r : regions) {
    bool same = r.texture == region.texture && r.mip_level == region.mip_level && r.layer == region.layer;
    if (!REQUIRE(unmet, !same,
                 attachment_used_twice(view.ref(), text(r.name))
                     .help("give each a view of another texture, mip level or layer")
                     .at(path)))
      return;
  }
  regions.push_back(region);
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-to-a-texel-value-of-texture-format
bool representable(double v, const FormatInfo& f) {
  if (f.sample_type == TextureSampleType::Sint) return std::trunc(v) >= -2147483648.0 && std::trunc(v) <= 2147483647.0;
  if (f.sample_type == TextureSampleType::Uint) return std::trunc(v) >= 0 && std::trunc(v) <= 4294967295.0;
  return std::isfinite(static_cast<float>(v));
}

}  // namespace

void RenderPassEncoder::validate_attachments(const RenderPassDescriptor& d, diag::Requirements& unmet) {
  Path path("descriptor");
  Path colors = path.member("colorAttachments");
  std::vector<Region> regions;
  bool first = true;
  auto common = [&](const TextureView& view, const Path& at) {
    hal::Extent3D extent = view.render_extent();
    uint32_t samples = view.texture().sample_count();
    if (first) {
      extent_ = {extent.width, extent.height, 1};
      layout_.sample_count = samples;
      first = false;
      return;
    }
    REQUIRE(unmet, extent.width == extent_.width && extent.height == extent_.height,
            attachment_sizes_differ(view.ref(), extent.width, extent.height, extent_.width, extent_.height)
                .at(at)
                .help("make it anew when the size of the other changes, as that of a window does"));
    REQUIRE(unmet, samples == layout_.sample_count,
            attachment_samples_differ(view.ref(), samples, layout_.sample_count)
                .help("make all attachments with one sampleCount, and the pipelines with the same multisample.count")
                .at(at));
  };

  for (size_t i = 0; i < d.color_attachments.size(); ++i) {
    const RenderPassColorAttachment& a = d.color_attachments[i];
    layout_.color_formats.push_back(a.view && a.view->usable() ? a.view->descriptor().format : TextureFormat::Undefined);
    if (!a.view) continue;
    Path at = colors.index(i), view_path = at.member("view");
    check_enum(a.load_op, "GPULoadOp", at.member("loadOp"), unmet);
    check_enum(a.store_op, "GPUStoreOp", at.member("storeOp"), unmet);
    REQUIRE(unmet, a.load_op != LoadOp::Undefined, attachment_op_missing(Text{"loadOp"}).at(at.member("loadOp")).help("\"clear\" starts with the clear value, \"load\" with what is there"));
    REQUIRE(unmet, a.store_op != StoreOp::Undefined, attachment_op_missing(Text{"storeOp"}).at(at.member("storeOp")));
    if (!check_renderable_view(device(), a.view, /*allow_3d=*/true, view_path, unmet)) continue;
    const TextureView& view = *a.view;
    const TextureViewDescriptor& v = view.descriptor();
    const FormatInfo& f = view.info();
    if (!REQUIRE(unmet, f.has_color() && renderable(f, device().features()),
                 attachment_not_color(Name{shown(v.format)}, view.ref()).at(view_path))) {
      continue;
    }
    bool is_3d = v.dimension == TextureViewDimension::e3D, sliced = a.depth_slice != kUndefined32;
    uint32_t depth = view.render_extent().depth_or_layers;
    bool slice_fits = is_3d ? sliced && a.depth_slice < depth : !sliced;
    REQUIRE(unmet, slice_fits,
            attachment_depth_slice(
                Text{sliced ? fmt::format("{}", a.depth_slice) : "not given"}, view.ref(),
                Text{!is_3d ? "is not 3d and takes none" : fmt::format("has slices 0 to {}", depth - 1)})
                .at(at.member("depthSlice"))
                .help(is_3d ? "name the slice that is rendered to"
                            : "leave it out: in C that is WGPU_DEPTH_SLICE_UNDEFINED, which "
                              "WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT has and `= {0}` does not"));
    if (v.usage & TextureUsage::TransientAttachment) {
      REQUIRE(unmet, a.load_op == LoadOp::Clear,
              attachment_transient_ops(Text{"loadOp"}, Name{shown(a.load_op)}, Name{"clear"}).at(at.member("loadOp")));
      REQUIRE(unmet, a.store_op == StoreOp::Discard,
              attachment_transient_ops(Text{"storeOp"}, Name{shown(a.store_op)}, Name{"discard"}).at(at.member("storeOp")));
    }
    for (double c : {a.clear_value.r, a.clear_value.g, a.clear_value.b, a.clear_value.a}) {
      if (!check_finite(c, at.member("clearValue"), unmet)) break;
      if (!REQUIRE(unmet, a.load_op != LoadOp::Clear || representable(c, f),
                   attachment_clear_value(c, Name{shown(v.format)}).at(at.member("clearValue"))))
        break;
    }
    common(view, view_path);
    add_region(regions, view, a.depth_slice, {"view of colour attachment {}", static_cast<uint32_t>(i)}, view_path, unmet);
    scope_.add(view, usage::kAttachment, 0, {"colour attachment {}", static_cast<uint32_t>(i)}, unmet);
    if (!a.resolve_target) continue;
    Path target_path = at.member("resolveTarget");
    if (!check_renderable_view(device(), a.resolve_target, /*allow_3d=*/false, target_path, unmet)) continue;
    const TextureView& target = *a.resolve_target;
    REQUIRE(unmet, view.texture().sample_count() > 1, resolve_source_single_sampled(view.ref()).at(target_path).help("draw to a texture with sampleCount: 4, or leave resolveTarget out"));
    REQUIRE(unmet, target.texture().sample_count() == 1,
            resolve_target_multisampled(target.ref(), target.texture().sample_count()).at(target_path));
    hal::Extent3D from = view.render_extent(), to = target.render_extent();
    REQUIRE(unmet, from.width == to.width && from.height == to.height,
            resolve_target_size(target.ref(), to.width, to.height, from.width, from.height)
                .help("make both of one size, also after the window was resized")
                .at(target_path));
    TextureFormat texture_format = view.texture().format(), target_texture_format = target.texture().format();
    if (REQUIRE(unmet, target.descriptor().format == v.format,
                resolve_target_format(target.ref(), Name{shown(target.descriptor().format)}, Name{shown(v.format)})
                    .help("make both with one format")
                    .at(target_path))) {
      REQUIRE(unmet, target_texture_format == texture_format,
              with_creation(resolve_texture_format(target.ref(), Name{shown(target_texture_format)}, Name{shown(texture_format)})
                                .at(target_path)
                                .help(fmt::format("make the multisampled texture with format: \"{}\" and viewFormats: [\"{}\"], "
                                                  "and render to a view of it that has the latter",
                                                  shown(target_texture_format), shown(v.format))),
                            view.texture()));
    }
    REQUIRE(unmet, resolvable(f, device().features()), resolve_format_unsupported(Name{shown(v.format)}).at(target_path));
    REQUIRE(unmet, !(target.descriptor().usage & TextureUsage::TransientAttachment),
            attachment_not_renderable_view(target.ref(), Text{"the usage TRANSIENT_ATTACHMENT, and is resolved to"})
                .at(target_path));
    add_region(regions, target, 0, {"resolve target of colour attachment {}", static_cast<uint32_t>(i)}, target_path, unmet);
    scope_.add(target, usage::kAttachment, 0, {"resolve target {}", static_cast<uint32_t>(i)}, unmet);
  }
  check_color_attachments(device(), layout_.color_formats, colors, unmet);

  if (d.depth_stencil_attachment) {
    const RenderPassDepthStencilAttachment& a = *d.depth_stencil_attachment;
    Path at = path.member("depthStencilAttachment"), view_path = at.member("view");
    check_enum(a.depth_load_op, "GPULoadOp", at.member("depthLoadOp"), unmet);
    check_enum(a.depth_store_op, "GPUStoreOp", at.member("depthStoreOp"), unmet);
    check_enum(a.stencil_load_op, "GPULoadOp", at.member("stencilLoadOp"), unmet);
    check_enum(a.stencil_store_op, "GPUStoreOp", at.member("stencilStoreOp"), unmet);
    if (check_renderable_view(device(), a.view, /*allow_3d=*/false, view_path, unmet)) {
      const TextureView& view = *a.view;
      const FormatInfo& f = view.info();
      layout_.depth_stencil_format = f.format;
      if (REQUIRE(unmet, f.depth_or_stencil(),
                  attachment_not_depth_stencil(Name{shown(f.format)}, view.ref()).at(view_path))) {
        auto ops = [&](bool aspect, bool read_only, std::string_view aspect_name, LoadOp load, StoreOp store,
                       const char* load_name, const char* store_name) {
          Path load_path = at.member(load_name), store_path = at.member(store_name);
          bool needed = aspect && !read_only;
          std::string why = !aspect ? fmt::format("the format {} has no {}", shown(f.format), aspect_name)
                                    : fmt::format("{} is read-only", aspect_name);
          REQUIRE(unmet, !needed || load != LoadOp::Undefined, attachment_op_missing(Text{load_name}).at(load_path).help(op_help(aspect_name)));
          REQUIRE(unmet, !needed || store != StoreOp::Undefined, attachment_op_missing(Text{store_name}).at(store_path).help(op_help(aspect_name)));
          REQUIRE(unmet, needed || load == LoadOp::Undefined,
                  attachment_op_surplus(Text{load_name}, Name{shown(load)}, Text{why}).at(load_path));
          REQUIRE(unmet, needed || store == StoreOp::Undefined,
                  attachment_op_surplus(Text{store_name}, Name{shown(store)}, Text{why}).at(store_path));
          if (!aspect || !(view.descriptor().usage & TextureUsage::TransientAttachment)) return;
          REQUIRE(unmet, load == LoadOp::Clear,
                  attachment_transient_ops(Text{load_name}, Name{shown(load)}, Name{"clear"}).at(load_path));
          REQUIRE(unmet, store == StoreOp::Discard,
                  attachment_transient_ops(Text{store_name}, Name{shown(store)}, Name{"discard"}).at(store_path));
        };
        ops(f.has_depth(), a.depth_read_only, "depth", a.depth_load_op, a.depth_store_op, "depthLoadOp", "depthStoreOp");
        ops(f.has_stencil(), a.stencil_read_only, "stencil", a.stencil_load_op, a.stencil_store_op, "stencilLoadOp",
            "stencilStoreOp");
        if (a.depth_clear_value) check_finite(*a.depth_clear_value, at.member("depthClearValue"), unmet);
        bool in_range = a.depth_clear_value && *a.depth_clear_value >= 0 && *a.depth_clear_value <= 1;
        REQUIRE(unmet, a.depth_load_op != LoadOp::Clear || in_range,
                attachment_depth_clear_value(
                    Text{a.depth_clear_value ? fmt::format("{}", *a.depth_clear_value) : "not given"})
                    .at(at.member("depthClearValue")));
        depth_read_only_ = a.depth_read_only;
        stencil_read_only_ = a.stencil_read_only;
        common(view, view_path);
        add_region(regions, view, 0, {"depth-stencil attachment"}, view_path, unmet);
        // Each aspect by itself: one may be read by shaders while the other is written.
        auto attach = [&](bool aspect, bool read_only, TextureAspect which, const char* name) {
          if (!aspect) return;
          TextureAspect only = f.has_depth() && f.has_stencil() ? which : TextureAspect::Undefined;
          scope_.add(view, read_only ? usage::kAttachmentRead : usage::kAttachment, 0, {name}, unmet, only);
        };
        attach(f.has_depth(), a.depth_read_only, TextureAspect::DepthOnly, "depth attachment");
        attach(f.has_stencil(), a.stencil_read_only, TextureAspect::StencilOnly, "stencil attachment");
      }
    }
  }
  layout_.trim();
  // One that is there and does not fit was reported.
  bool any = d.depth_stencil_attachment || std::any_of(d.color_attachments.begin(), d.color_attachments.end(),
                                                       [](const RenderPassColorAttachment& a) { return a.view; });
  if (!any) check_any_attachment(layout_, path, unmet);
}

void RenderPassEncoder::begin(const RenderPassDescriptor& d, uint32_t group, diag::Requirements& unmet) {
  Path path("descriptor");
  max_draw_count_ = d.max_draw_count;
  validate_attachments(d, unmet);
  if (d.occlusion_query_set &&
      check_usable_with(device(), d.occlusion_query_set, "the query set", path.member("occlusionQuerySet"), unmet)) {
    REQUIRE(unmet, d.occlusion_query_set->type() == QueryType::Occlusion,
            occlusion_set_type(d.occlusion_query_set->ref(), Name{shown(d.occlusion_query_set->type())})
                .at(path.member("occlusionQuerySet")));
    occlusion_set_ = Ref<QuerySet>(d.occlusion_query_set);
    occlusion_used_.resize(occlusion_set_->count());
  }
  hal::cmd::BeginRenderPass begin{};
  if (d.timestamp_writes) {
    begin.timestamps =
        validate_timestamp_writes(device(), *recording_, *d.timestamp_writes, path.member("timestampWrites"), unmet);
  }
  if (!unmet.ok()) return;

  auto use = [&](TextureView* view) {
    recording_->use(*view);
    recording_->use(view->texture());
  };
  std::vector<hal::cmd::ColorAttachment> colors;
  for (const RenderPassColorAttachment& a : d.color_attachments) {
    hal::cmd::ColorAttachment& to = colors.emplace_back();
    if (!a.view) continue;
    use(a.view);
    to.view = a.view->native();
    if (a.resolve_target) {
      use(a.resolve_target);
      to.resolve_target = a.resolve_target->native();
    }
    to.depth_slice = a.depth_slice;
    to.load = static_cast<hal::LoadOp>(a.load_op);
    to.store = static_cast<hal::StoreOp>(a.store_op);
    to.clear = a.clear_value;
  }
  if (d.depth_stencil_attachment) {
    const RenderPassDepthStencilAttachment& a = *d.depth_stencil_attachment;
    use(a.view);
    hal::cmd::DepthStencilAttachment& to = begin.depth_stencil;
    to.view = a.view->native();
    to.depth_clear = a.depth_clear_value.value_or(0);
    to.depth_load = static_cast<hal::LoadOp>(a.depth_load_op);
    to.depth_store = static_cast<hal::StoreOp>(a.depth_store_op);
    to.depth_read_only = a.depth_read_only;
    to.stencil_load = static_cast<hal::LoadOp>(a.stencil_load_op);
    to.stencil_store = static_cast<hal::StoreOp>(a.stencil_store_op);
    to.stencil_read_only = a.stencil_read_only;
    to.stencil_clear = a.stencil_clear_value;
  }
  begin.color_count = static_cast<uint32_t>(colors.size());
  begin.width = extent_.width;
  begin.height = extent_.height;
  begin.sample_count = layout_.sample_count;
  outer_group_ = group;
  pass_ = recording_->stream.add_pass(hal::PassKind::Render, label());
  begin_ = append(begin, std::as_bytes(std::span(colors)));
  begun_ = true;
}

// ---- state ----

RULE(viewport_range, Validation, "GPURenderPassEncoder.setViewport", "582953b2 44a60f05 6bb23b04 1072884a",
     "the viewport spans {0} to {1} in {2}, and must lie within {3} and {4}", double, double, Text, double, double);
RULE(viewport_size, Validation, "GPURenderPassEncoder.setViewport", "9b6354f4 3c528f36",
     "the viewport is {0} by {1}, and neither may be negative or over maxTextureDimension2D, {2} on this device", double,
     double, uint64_t);
RULE(viewport_depth, Validation, "GPURenderPassEncoder.setViewport", "5a0e4477 6a2c8cef b12ec319",
     "the depth range is {0} to {1}, and must lie within 0 and 1 in order", double, double);

void RenderPassEncoder::set_viewport(float x, float y, float width, float height, float min_depth, float max_depth) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  double most = device().limits().max_texture_dimension_2d, range = most * 2;
  REQUIRE(unmet, width >= 0 && height >= 0 && width <= most && height <= most,
          viewport_size(width, height, device().limits().max_texture_dimension_2d));
  auto inside = [&](double from, double size, const char* axis) {
    REQUIRE(unmet, from >= -range && from + size <= range - 1,
            viewport_range(from, from + size, Text{axis}, -range, range - 1));
  };
  inside(x, width, "x");
  inside(y, height, "y");
  REQUIRE(unmet, min_depth >= 0 && min_depth <= 1 && max_depth >= 0 && max_depth <= 1 && min_depth <= max_depth,
          viewport_depth(min_depth, max_depth));
  if (!unmet.ok()) return invalidate(unmet);
  append(hal::cmd::SetViewport{
      .x = x, .y = y, .width = width, .height = height, .min_depth = min_depth, .max_depth = max_depth});
}

RULE(scissor_outside, Validation, "GPURenderPassEncoder.setScissorRect", "ef3a566a c7a8c74a",
     "the scissor rectangle ends at {0} by {1}, and the attachments are {2} by {3}", uint64_t, uint64_t, uint64_t,
     uint64_t);

void RenderPassEncoder::set_scissor_rect(uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  uint64_t right = uint64_t{x} + width, bottom = uint64_t{y} + height;
  REQUIRE(unmet, right <= extent_.width && bottom <= extent_.height,
          scissor_outside(right, bottom, extent_.width, extent_.height).help("clip the rectangle to the size of the attachments"));
  if (!unmet.ok()) return invalidate(unmet);
  append(hal::cmd::SetScissorRect{.x = x, .y = y, .width = width, .height = height});
}

void RenderPassEncoder::set_blend_constant(const hal::Color& color) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path path("color");
  for (double c : {color.r, color.g, color.b, color.a})
    if (!check_finite(c, path, unmet)) break;
  if (!unmet.ok()) return invalidate(unmet);
  append(hal::cmd::SetBlendConstant{.color = color});
}

void RenderPassEncoder::set_stencil_reference(uint32_t reference) {
  if (!begin_command()) return;
  append(hal::cmd::SetStencilReference{.reference = reference});
}

// ---- occlusion queries ----

RULE(occlusion_set_missing, Validation, "GPURenderPassEncoder.beginOcclusionQuery", "e9358e3f",
     "{0} was begun without an occlusionQuerySet", diag::ObjectRef);
RULE(occlusion_index_too_large, Validation, "GPURenderPassEncoder.beginOcclusionQuery", "26fcda62",
     "the query index {0} is not below the {1} of {2}", uint64_t, uint64_t, diag::ObjectRef);
RULE(occlusion_query_used, Validation, "GPURenderPassEncoder.beginOcclusionQuery", "ac605d07",
     "query {0} was written in this pass before", uint64_t);
RULE(occlusion_query_open, Validation, "GPURenderPassEncoder.beginOcclusionQuery", "6d1e2893 41dedd84",
     "an occlusion query is still open in {0}", diag::ObjectRef);
RULE(occlusion_query_not_open, Validation, "GPURenderPassEncoder.endOcclusionQuery", "19c4aca7",
     "no occlusion query is open in {0}", diag::ObjectRef);

void RenderPassEncoder::begin_occlusion_query(uint32_t index) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path path("queryIndex");
  if (REQUIRE(unmet, occlusion_set_,
              occlusion_set_missing(ref()).help("give the pass an occlusionQuerySet with type: \"occlusion\"")) &&
      REQUIRE(unmet, index < occlusion_set_->count(),
              occlusion_index_too_large(index, occlusion_set_->count(), occlusion_set_->ref()).at(path))) {
    REQUIRE(unmet, !occlusion_used_[index],
            occlusion_query_used(index).help("give each beginOcclusionQuery of a pass another index").at(path));
  }
  REQUIRE(unmet, !occlusion_open_, occlusion_query_open(ref()));
  if (!unmet.ok()) return invalidate(unmet);
  occlusion_open_ = true;
  occlusion_used_[index] = true;
  recording_->use(*occlusion_set_);
  begin_->occlusion_set = occlusion_set_->native();
  append(hal::cmd::BeginOcclusionQuery{.index = index});
}

void RenderPassEncoder::end_occlusion_query() {
  if (!begin_command()) return;
  if (!occlusion_open_) return invalidate(occlusion_query_not_open(ref()).help("call beginOcclusionQuery before"));
  occlusion_open_ = false;
  append(hal::cmd::EndOcclusionQuery{});
}

// ---- bundles ----

RULE(bundle_layout_differs, Validation, "GPURenderPassEncoder.executeBundles", "38bb7b5b", "{0} does not fit {1}: {2}",
     diag::ObjectRef, diag::ObjectRef, Text);
RULE(bundle_read_only, Validation, "GPURenderPassEncoder.executeBundles", "b953b2e8 6b0754b6",
     "{0} is read-only in {1}, and {2} was not made with {3}", Text, diag::ObjectRef, diag::ObjectRef, Name);

void RenderPassEncoder::execute_bundles(std::span<RenderBundle* const> bundles) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path path("bundles");
  for (size_t i = 0; i < bundles.size(); ++i) {
    RenderBundle* b = bundles[i];
    Path at = path.index(i);
    if (!check_usable_with(device(), b, "the bundle", at, unmet)) continue;
    REQUIRE(unmet, b->layout() == layout_,
            with_creation(
                bundle_layout_differs(b->ref(), ref(), Text{difference(b->layout(), layout_, "the pass")})
                    .at(at)
                    .note(b->ref(), "is made for " + describe(b->layout()))
                    .note(ref(), "has " + describe(layout_)),
                *b));
    REQUIRE(unmet, !depth_read_only_ || b->depth_read_only(),
            bundle_read_only(Text{"depth"}, ref(), b->ref(), Name{"depthReadOnly"})
                .help("make the bundle with depthReadOnly: true")
                .at(at));
    REQUIRE(unmet, !stencil_read_only_ || b->stencil_read_only(),
            bundle_read_only(Text{"stencil"}, ref(), b->ref(), Name{"stencilReadOnly"})
                .help("make the bundle with stencilReadOnly: true")
                .at(at));
    if (!b->in_scope.again(scope_number_)) scope_.merge(b->scope(), unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  bool first = true;
  if (bundles.empty()) recording_->stream.renumber(1);
  for (RenderBundle* b : bundles) {
    if (!std::exchange(first, false)) recording_->stream.renumber(-1);
    draw_count_ += b->draw_count();
    if (recording_->use(*b)) {
      for (const Recording::Use& use : b->recording()->uses) recording_->use(*use.object);
      recording_->drop_repeats_if_many();
    }
    append(hal::cmd::ExecuteBundle{.bundle = &b->recording()->stream});
  }
  reset_state();
}

// ---- end ----

RULE(render_pass_ended_already, Validation, "GPURenderPassEncoder.end", "662a018e", "{0} has ended already", diag::ObjectRef);
RULE(render_pass_draw_count, Validation, "GPURenderPassEncoder.end", "928f1872",
     "{0} draws were encoded, and maxDrawCount of {1} is {2}", uint64_t, diag::ObjectRef, uint64_t);

void RenderPassEncoder::end() {
  if (state_ != EncoderState::Open) {
    if (!device().lost()) device().raise(render_pass_ended_already(ref()).help("begin a new pass on the encoder"));
    return;
  }
  if (attached_ && encoder_->state() != EncoderState::Locked) {
    if (!device().lost()) device().raise(end_after_finish(ref(), encoder_->ref()));
    return;
  }
  ++command_;
  state_ = EncoderState::Ended;
  if (!attached_) {  // begun on an encoder that could take no pass: its state was reported
    if (!device().lost()) device().raise(failure());
    return;
  }
  if (usable()) {
    diag::Requirements unmet = begin_requirements();
    check_groups_closed(unmet);
    REQUIRE(unmet, !occlusion_open_, occlusion_query_open(ref()).help("call endOcclusionQuery before end"));
    REQUIRE(unmet, draw_count_ <= max_draw_count_, render_pass_draw_count(draw_count_, ref(), max_draw_count_));
    if (!unmet.ok()) invalidate(unmet);
  }
  lint_ended_pass();
  if (begun_) {
    groups_.clear();
    std::vector<hal::BufferUse> buffers;
    std::vector<hal::TextureUse> textures;
    scope_.fill(buffers, textures);
    recording_->stream.set_render_scope(begin_, buffers, textures);
    append(hal::cmd::EndRenderPass{});
  }
  encoder_->pass_ended(failure());
  recording_.reset();
}

}  // namespace vitrine::gpu
