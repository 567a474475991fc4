#include "gpu/render_bundle.h"

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/formats.h"
#include "gpu/render_checks.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;

RenderBundle::RenderBundle(Device& device, std::string_view label)
    : DeviceObject(device, ObjectKind::RenderBundle, label) {}

RenderBundle::~RenderBundle() = default;

RenderBundleEncoder::RenderBundleEncoder(Device& device, const RenderBundleEncoderDescriptor& d)
    : RenderCommands(device, ObjectKind::RenderBundleEncoder, d.label, std::make_shared<Recording>(device.stream_memory())) {
  layout_ = {d.color_formats, d.depth_stencil_format, d.sample_count};
  layout_.trim();
  depth_read_only_ = d.depth_read_only;
  stencil_read_only_ = d.stencil_read_only;
}

RenderBundleEncoder::~RenderBundleEncoder() = default;

RULE(bundle_color_format, Validation, "GPUDevice.createRenderBundleEncoder", "32dfcc3a",
     "the format {0} cannot be a colour attachment", Name);
RULE(bundle_depth_stencil_format, Validation, "GPUDevice.createRenderBundleEncoder", "5880f43a",
     "the format {0} has neither depth nor stencil", Name);
RULE(bundle_sample_count, Validation, "GPUDevice.createRenderBundleEncoder", "",
     "the sample count is {0}, and can be 1 or 4", uint64_t);

Ref<RenderBundleEncoder> Device::create_render_bundle_encoder(const RenderBundleEncoderDescriptor& d) {
  Ref<RenderBundleEncoder> encoder = make<RenderBundleEncoder>(*this, d);
  if (refuse_on_lost_device(*this, *encoder)) return encoder;
  Path path("descriptor");
  Path colors = path.member("colorFormats"), depth = path.member("depthStencilFormat");
  diag::Requirements unmet = begin_requirements();
  for (size_t i = 0; i < d.color_formats.size(); ++i) {
    if (d.color_formats[i] == TextureFormat::Undefined) continue;
    if (!check_format_feature(*this, d.color_formats[i], colors.index(i), unmet)) continue;
    const FormatInfo& f = *format_info(d.color_formats[i]);
    REQUIRE(unmet, f.has_color() && renderable(f, features_),
            bundle_color_format(Name{shown(f.format)}).at(colors.index(i)));
  }
  check_color_attachments(*this, d.color_formats, colors, unmet);
  if (d.depth_stencil_format != TextureFormat::Undefined &&
      check_format_feature(*this, d.depth_stencil_format, depth, unmet)) {
    REQUIRE(unmet, format_info(d.depth_stencil_format)->depth_or_stencil(),
            bundle_depth_stencil_format(Name{shown(d.depth_stencil_format)}).at(depth));
  }
  check_any_attachment(encoder->layout(), path, unmet);
  REQUIRE(unmet, d.sample_count == 1 || d.sample_count == 4,
          bundle_sample_count(d.sample_count)
              .help("4 for multisampling, else leave it out; it is that of the passes that run the bundle")
              .at(path.member("sampleCount")));
  if (!unmet.ok()) encoder->fail(raise(unmet));
  return encoder;
}

RULE(bundle_finish_twice, Validation, "GPURenderBundleEncoder.finish", "8651105e", "{0} has finished already",
     diag::ObjectRef);

Ref<RenderBundle> RenderBundleEncoder::finish(std::string_view label) {
  EncoderState state = std::exchange(state_, EncoderState::Ended);
  Ref<RenderBundle> bundle = make<RenderBundle>(device(), label);
  if (device().lost()) {
    bundle->fail(device().lost_cause());
    return bundle;
  }
  if (state != EncoderState::Open) {
    bundle->fail(device().raise(
        bundle_finish_twice(ref()).help("make a new encoder for each bundle, or run one bundle several times")));
    return bundle;
  }
  diag::Requirements unmet = begin_requirements();
  if (usable()) check_groups_closed(unmet);
  if (!usable()) {
    bundle->fail(device().raise(failure()));
  } else if (!unmet.ok()) {
    bundle->fail(device().raise(unmet));
  } else {
    recording_->stream.label = label.empty() ? this->label() : std::string(label);
    bundle->recording_ = std::move(recording_);
    bundle->layout_ = layout_;
    bundle->depth_read_only_ = depth_read_only_;
    bundle->stencil_read_only_ = stencil_read_only_;
    bundle->scope_ = std::move(scope_);
    bundle->draw_count_ = draw_count_;
  }
  recording_.reset();
  return bundle;
}

}  // namespace vitrine::gpu
