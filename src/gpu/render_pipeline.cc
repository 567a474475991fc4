#include "gpu/render_pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "diag/render.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/formats.h"
#include "gpu/instance.h"
#include "gpu/pipeline_async.h"
#include "gpu/render_checks.h"
#include "gpu/silent_draws.h"
#include "gpu/vertex_formats.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RenderPipeline::~RenderPipeline() { device().render_pipelines().remove(*this); }

Ref<RenderPipeline> RenderPipeline::twin(std::string_view label) const {
  Ref<RenderPipeline> made = make<RenderPipeline>(device(), label);
  made->share(*this);
  made->native_ = native_;
  made->pass_layout_ = pass_layout_;
  made->writes_depth_ = writes_depth_;
  made->writes_stencil_ = writes_stencil_;
  made->strip_ = strip_;
  made->strip_index_format_ = strip_index_format_;
  made->state_ = state_;
  made->vertex_slots_ = vertex_slots_;
  return made;
}

void RenderPipeline::on_label(std::string_view label) {
  if (native_.use_count() == 1) device().native().set_label(*native_, label);
}

void RenderPassLayout::trim() {
  while (!color_formats.empty() && color_formats.back() == TextureFormat::Undefined) color_formats.pop_back();
}

std::string describe(const RenderPassLayout& l) {
  std::string out = "colour ";
  for (size_t i = 0; i < l.color_formats.size(); ++i) {
    bool hole = l.color_formats[i] == TextureFormat::Undefined;
    out += fmt::format("{}{}", i ? ", " : "", hole ? "none" : shown(l.color_formats[i]));
  }
  if (l.color_formats.empty()) out += "none";
  out += l.depth_stencil_format == TextureFormat::Undefined ? ", no depth-stencil"
                                                            : ", depth-stencil " + shown(l.depth_stencil_format);
  return out + fmt::format(", {} sample{}", l.sample_count, l.sample_count == 1 ? "" : "s");
}

std::string difference(const RenderPassLayout& made_for, const RenderPassLayout& found, std::string_view where) {
  std::string out;
  auto add = [&](std::string text) { out += (out.empty() ? "" : "; ") + std::move(text); };
  auto name = [](TextureFormat f) { return f == TextureFormat::Undefined ? std::string("none") : shown(f); };
  for (size_t i = 0; i < std::max(made_for.color_formats.size(), found.color_formats.size()); ++i) {
    auto at = [&](const RenderPassLayout& l) { return i < l.color_formats.size() ? l.color_formats[i] : TextureFormat::Undefined; };
    if (at(made_for) != at(found)) add(fmt::format("colour {} is {}, {} has {}", i, name(at(made_for)), where, name(at(found))));
  }
  if (made_for.depth_stencil_format != found.depth_stencil_format)
    add(fmt::format("depth-stencil is {}, {} has {}", name(made_for.depth_stencil_format), where, name(found.depth_stencil_format)));
  if (made_for.sample_count != found.sample_count)
    add(fmt::format("the sample count is {}, {} has {}", made_for.sample_count, where, found.sample_count));
  return out;
}

// ---- attachments together ----

RULE(color_bytes_per_sample, Validation, "Calculating color attachment bytes per sample", "60f94d2b ee847b0a",
     "the colour attachments take {0} bytes a sample, and maxColorAttachmentBytesPerSample of this device is {1}",
     uint64_t, uint64_t);
RULE(color_attachments_too_many, Validation, "GPURenderPassLayout", "6bd13e86 61e2dc40",
     "there are {0} colour attachments, and maxColorAttachments of this device is {1}", uint64_t, uint64_t);
RULE(no_attachment, Validation, "GPURenderPassLayout", "84717b3d 6c6d945b 5163d269 28348ec5 7b48986a",
     "there is no attachment: at least one colour or the depth-stencil attachment is needed");

void check_color_attachments(const Device& device, const std::vector<TextureFormat>& formats, const Path& path,
                             diag::Requirements& unmet) {
  REQUIRE(unmet, formats.size() <= device.limits().max_color_attachments,
          with_limit_help(device, "maxColorAttachments", formats.size(),
                          color_attachments_too_many(formats.size(), device.limits().max_color_attachments).at(path)));
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-calculating-color-attachment-bytes-per-sample
  uint64_t total = 0;
  for (TextureFormat format : formats) {
    const FormatInfo* f = format_info(format);
    if (!f || !f->render_alignment) continue;
    total = (total + f->render_alignment - 1) / f->render_alignment * f->render_alignment + f->render_cost;
  }
  REQUIRE(unmet, total <= device.limits().max_color_attachment_bytes_per_sample,
          with_limit_help(device, "maxColorAttachmentBytesPerSample", total,
                          color_bytes_per_sample(total, device.limits().max_color_attachment_bytes_per_sample).at(path)));
}

void check_any_attachment(const RenderPassLayout& layout, const Path& path, diag::Requirements& unmet) {
  bool color = std::any_of(layout.color_formats.begin(), layout.color_formats.end(),
                           [](TextureFormat f) { return f != TextureFormat::Undefined; });
  REQUIRE(unmet, color || layout.depth_stencil_format != TextureFormat::Undefined,
          no_attachment().help("give fragment.targets a format, or the pipeline a depthStencil").at(path));
}

// ---- creation ----

RULE(pipeline_bind_groups_plus_vertex_buffers, Validation, "GPUDevice.createRenderPipeline", "8b1fe221 a7955140",
     "{0} bind groups and {1} vertex buffers are used, and maxBindGroupsPlusVertexBuffers of this device is {2}",
     uint64_t, uint64_t, uint64_t);
RULE(strip_index_format_without_strip, Validation, "validating GPUPrimitiveState", "d7fc04f8 e01a533d",
     "stripIndexFormat is {0}, and the topology {1} is no strip", Name, Name);
RULE(unclipped_depth_feature, Validation, "validating GPUPrimitiveState", "66b2af0a",
     "unclippedDepth needs the feature depth-clip-control, which {0} was made without", diag::ObjectRef);
RULE(multisample_count, Validation, "validating GPUMultisampleState", "e5c3522d 60675466", "the sample count is {0}, and can be 1 or 4",
     uint64_t);
RULE(alpha_to_coverage_count, Validation, "validating GPUMultisampleState", "83efd116",
     "alphaToCoverageEnabled is true with {0} sample, and needs more", uint64_t);
RULE(alpha_to_coverage_target, Validation, "validating GPURenderPipelineDescriptor", "b72c663d 232ed809 7a192d44",
     "alphaToCoverageEnabled is true and {0}; it needs a first target that blends and has alpha", Text);
RULE(alpha_to_coverage_sample_mask, Validation, "validating GPURenderPipelineDescriptor", "3bd74e5f",
     "alphaToCoverageEnabled is true and {0} writes the builtin sample_mask; only one of both can be", Name);
RULE(frag_depth_without_depth, Validation, "validating GPURenderPipelineDescriptor", "d3818fbd",
     "{0} writes the builtin frag_depth, and {1}", Name, Text);

namespace {

void validate_primitive(Device& device, const PrimitiveState& p, const Path& path, diag::Requirements& unmet) {
  check_enum(p.topology, "GPUPrimitiveTopology", path.member("topology"), unmet);
  check_enum(p.strip_index_format, "GPUIndexFormat", path.member("stripIndexFormat"), unmet);
  check_enum(p.front_face, "GPUFrontFace", path.member("frontFace"), unmet);
  check_enum(p.cull_mode, "GPUCullMode", path.member("cullMode"), unmet);
  bool strip = p.topology == PrimitiveTopology::LineStrip || p.topology == PrimitiveTopology::TriangleStrip;
  REQUIRE(unmet, strip || p.strip_index_format == IndexFormat::Undefined,
          strip_index_format_without_strip(Name{shown(p.strip_index_format)}, Name{shown(p.topology)})
              .at(path.member("stripIndexFormat")));
  REQUIRE(unmet, !p.unclipped_depth || device.features().has(FeatureName::DepthClipControl),
          unclipped_depth_feature(device.ref())
              .at(path.member("unclippedDepth"))
              .help(feature_help(device, FeatureName::DepthClipControl)));
}

}  // namespace

// Checks a descriptor step by step, then makes the native pipeline.
class RenderPipelineBuilder {
 public:
  RenderPipelineBuilder(Device& device, const RenderPipelineDescriptor& d, diag::Requirements& unmet)
      : device_(device), d_(d), unmet_(unmet) {}

  Ref<RenderPipeline> run(MakeNative& make_native) {
    pipeline_ = make<RenderPipeline>(device_, d_.label);
    Path path("descriptor");
    if (d_.layout) check_usable_with(device_, d_.layout, "the layout", path.member("layout"), unmet_);
    Path vertex_path = path.member("vertex"), fragment_path = path.member("fragment");
    std::optional<ResolvedStage> vertex =
        validate_stage(device_, lang::ShaderStage::Vertex, d_.vertex, vertex_path, unmet_);
    std::optional<ResolvedStage> fragment;
    if (d_.fragment) fragment = validate_stage(device_, lang::ShaderStage::Fragment, *d_.fragment, fragment_path, unmet_);
    validate_primitive(device_, d_.primitive, path.member("primitive"), unmet_);
    validate_multisample(path, fragment ? fragment->entry : nullptr);
    if (d_.depth_stencil) validate_depth_stencil(device_, *d_.depth_stencil, d_.primitive.topology, path.member("depthStencil"), unmet_);
    if (vertex) validate_vertex_state(device_, d_.vertex, *vertex, vertex_path, unmet_);
    if (fragment) validate_fragment_state(device_, *d_.fragment, *fragment, fragment_path, unmet_);
    if (d_.fragment) {
      for (const std::optional<ColorTargetState>& t : d_.fragment->targets)
        pipeline_->pass_layout_.color_formats.push_back(t ? t->format : TextureFormat::Undefined);
      check_color_attachments(device_, pipeline_->pass_layout_.color_formats, fragment_path.member("targets"), unmet_);
    }
    if (d_.depth_stencil) pipeline_->pass_layout_.depth_stencil_format = d_.depth_stencil->format;
    pipeline_->pass_layout_.sample_count = d_.multisample.count;
    pipeline_->pass_layout_.trim();
    check_any_attachment(pipeline_->pass_layout_, path, unmet_);
    if (fragment) validate_frag_depth(*fragment, path);
    if (vertex) validate_inter_stage(device_, *vertex, fragment ? &*fragment : nullptr, d_.primitive.topology, path, unmet_);
    if (!vertex || (d_.fragment && !fragment) || !unmet_.ok()) return pipeline_;

    std::vector<ResolvedStage> stages{*vertex};
    if (fragment) stages.push_back(*fragment);
    if (d_.layout) {
      pipeline_->layout_ = Ref<PipelineLayout>(d_.layout);
    } else {
      pipeline_->exclusive_key_ = next_exclusive_key();
      pipeline_->layout_ =
          default_pipeline_layout(device_, stages, pipeline_->exclusive_key_, pipeline_->ref(), unmet_);
      if (!pipeline_->layout_) return pipeline_;
      check_usable_with(device_, pipeline_->layout_.get(), "the layout", path.member("layout"), unmet_);
    }
    validate_stage_layout(*vertex, *pipeline_->layout_, vertex_path, unmet_);
    if (fragment) validate_stage_layout(*fragment, *pipeline_->layout_, fragment_path, unmet_);
    size_t buffers = d_.vertex.buffers.size();
    while (buffers && !d_.vertex.buffers[buffers - 1]) --buffers;
    size_t groups = pipeline_->layout_->group_count();
    REQUIRE(unmet_, groups + buffers <= device_.limits().max_bind_groups_plus_vertex_buffers,
            with_limit_help(device_, "maxBindGroupsPlusVertexBuffers", groups + buffers,
                            pipeline_bind_groups_plus_vertex_buffers(groups, buffers,
                                                                     device_.limits().max_bind_groups_plus_vertex_buffers)
                                .at(vertex_path.member("buffers"))));
    if (!unmet_.ok()) return pipeline_;
    pipeline_->minimum_sizes_ = minimum_sizes(stages);
    pipeline_->used_bindings_ = used_bindings(stages);
    for (const ResolvedStage& s : stages)
      pipeline_->immediate_size_ = std::max(pipeline_->immediate_size_, s.entry->immediate_size);
    for (const ResolvedStage& s : stages) pipeline_->immediate_slots_ |= s.entry->immediate_slots;
    state();
    vertex_module_ = specialise(device_, *vertex, vertex_path, unmet_);
    if (fragment) fragment_module_ = specialise(device_, *fragment, fragment_path, unmet_);
    if (!unmet_.ok()) return pipeline_;
    if (device_.silent_checks()) {
      pipeline_->state_ = std::make_shared<const RenderState>(d_, *vertex, fragment ? &*fragment : nullptr, *vertex_module_,
                                                              fragment_module_.get());
      const ir::Module* modules[] = {vertex_module_.get(), fragment_module_.get()};
      pipeline_->only_read_ = only_read_bindings({modules, fragment ? 2u : 1u});
    }
    make_native = native(*vertex, fragment ? &*fragment : nullptr);
    return pipeline_;
  }

 private:
  void validate_multisample(const Path& path, const ShaderEntryPoint* fragment) {
    const MultisampleState& m = d_.multisample;
    Path at = path.member("multisample");
    REQUIRE(unmet_, m.count == 1 || m.count == 4,
            multisample_count(m.count)
                .help(m.count ? "4 for multisampling, else leave it out; it is the sampleCount of the attachments"
                              : "use 1, and all ones for mask; in C, WGPU_MULTISAMPLE_STATE_INIT has both and `= {0}` has neither")
                .at(at.member("count")));
    if (!m.alpha_to_coverage_enabled) return;
    Path coverage = at.member("alphaToCoverageEnabled");
    REQUIRE(unmet_, m.count > 1,
            alpha_to_coverage_count(m.count)
                .help("write multisample.count: 4, or leave alphaToCoverageEnabled out")
                .at(coverage));
    std::string why;
    if (!d_.fragment) {
      why = "there is no fragment stage";
    } else if (d_.fragment->targets.empty() || !d_.fragment->targets[0]) {
      why = "there is no first target";
    } else if (const FormatInfo* f = format_info(d_.fragment->targets[0]->format);
               f && (!blendable(*f, device_.features()) || f->components < 4)) {
      why = "the first target has the format " + shown(f->format);
    }
    REQUIRE(unmet_, why.empty(), alpha_to_coverage_target(Text{why}).at(coverage));
    if (!fragment) return;
    for (const ShaderInterfaceValue& v : fragment->outputs) {
      REQUIRE(unmet_, v.builtin != lang::BuiltinValue::SampleMask,
              alpha_to_coverage_sample_mask(Name{fragment->name}).help("take one of them away").at(coverage));
    }
  }

  void validate_frag_depth(const ResolvedStage& fragment, const Path& path) {
    bool writes = std::any_of(fragment.entry->outputs.begin(), fragment.entry->outputs.end(),
                              [](const auto& v) { return v.builtin == lang::BuiltinValue::FragDepth; });
    if (!writes) return;
    const FormatInfo* f = d_.depth_stencil ? format_info(d_.depth_stencil->format) : nullptr;
    std::string why = !d_.depth_stencil ? "there is no depthStencil" : "its format " + shown(d_.depth_stencil->format) + " has no depth";
    REQUIRE(unmet_, f && f->has_depth(),
            frag_depth_without_depth(Name{fragment.entry->name}, Text{why})
                .help("give the pipeline a depthStencil with a depth format, or take the output away")
                .at(path.member("depthStencil")));
  }

  // What encoders ask a pipeline. https://gpuweb.github.io/gpuweb/#dom-gpurenderpipeline-writesdepth-slot
  void state() {
    RenderPipeline& p = *pipeline_;
    if (d_.depth_stencil) {
      const DepthStencilState& s = *d_.depth_stencil;
      p.writes_depth_ = s.depth_write_enabled == OptionalBool::True;
      auto writes = [](const StencilFaceState& f) {
        return f.pass_op != StencilOperation::Keep || f.depth_fail_op != StencilOperation::Keep ||
               f.fail_op != StencilOperation::Keep;
      };
      if (s.stencil_write_mask != 0) {
        if (d_.primitive.cull_mode != CullMode::Front) p.writes_stencil_ |= writes(s.stencil_front);
        if (d_.primitive.cull_mode != CullMode::Back) p.writes_stencil_ |= writes(s.stencil_back);
      }
    }
    p.strip_ = d_.primitive.topology == PrimitiveTopology::LineStrip ||
               d_.primitive.topology == PrimitiveTopology::TriangleStrip;
    if (d_.primitive.strip_index_format != IndexFormat::Undefined) p.strip_index_format_ = d_.primitive.strip_index_format;
    for (const std::optional<VertexBufferLayout>& b : d_.vertex.buffers) {
      RenderPipeline::VertexSlot slot;
      if (b) {
        slot.used = true;
        slot.step_mode = b->step_mode;
        slot.array_stride = b->array_stride;
        for (const VertexAttribute& a : b->attributes)
          slot.last_stride = std::max<uint64_t>(slot.last_stride, a.offset + vertex_format_info(a.format).bytes);
      }
      p.vertex_slots_.push_back(slot);
    }
  }

  // The backend's descriptor with all that it points to.
  struct NativeDesc {
    std::string label, vertex_entry, fragment_entry;
    std::vector<std::vector<hal::VertexAttribute>> attributes;
    std::vector<hal::VertexBufferLayout> buffers;
    std::vector<hal::ColorTargetState> targets;
    hal::RenderPipelineDesc desc;
  };

  MakeNative native(const ResolvedStage& vertex, const ResolvedStage* fragment) {
    auto all = std::make_shared<NativeDesc>();
    hal::RenderPipelineDesc& desc = all->desc;
    all->label = d_.label;
    all->vertex_entry = vertex.entry->name;
    desc.label = all->label;
    desc.layout = pipeline_->layout_->native();
    desc.vertex = {vertex_module_, all->vertex_entry};
    if (fragment) {
      all->fragment_entry = fragment->entry->name;
      desc.fragment = hal::ShaderStage{fragment_module_, all->fragment_entry};
    }
    all->attributes.resize(d_.vertex.buffers.size());
    all->buffers.resize(d_.vertex.buffers.size());
    for (size_t i = 0; i < all->buffers.size(); ++i) {
      const std::optional<VertexBufferLayout>& b = d_.vertex.buffers[i];
      if (!b) continue;
      for (const VertexAttribute& a : b->attributes)
        all->attributes[i].push_back({static_cast<hal::VertexFormat>(a.format), a.offset, a.shader_location});
      all->buffers[i] = {true, static_cast<hal::VertexStepMode>(b->step_mode), b->array_stride, all->attributes[i]};
    }
    desc.buffers = all->buffers;
    desc.topology = static_cast<hal::PrimitiveTopology>(d_.primitive.topology);
    desc.strip_index_format = static_cast<hal::IndexFormat>(d_.primitive.strip_index_format);
    desc.front_face = static_cast<hal::FrontFace>(d_.primitive.front_face);
    desc.cull_mode = static_cast<hal::CullMode>(d_.primitive.cull_mode);
    desc.unclipped_depth = d_.primitive.unclipped_depth;
    if (d_.depth_stencil) desc.depth_stencil = to_hal(*d_.depth_stencil);
    desc.sample_count = d_.multisample.count;
    desc.sample_mask = d_.multisample.mask;
    desc.alpha_to_coverage = d_.multisample.alpha_to_coverage_enabled;
    if (d_.fragment) {
      for (const std::optional<ColorTargetState>& t : d_.fragment->targets) {
        hal::ColorTargetState& to = all->targets.emplace_back();
        if (!t) continue;
        to.format = static_cast<hal::TextureFormat>(t->format);
        to.blend = t->blend.has_value();
        if (t->blend) {
          to.color = to_hal(t->blend->color);
          to.alpha = to_hal(t->blend->alpha);
        }
        to.write_mask = static_cast<hal::ColorWrites>(t->write_mask);
      }
    }
    desc.targets = all->targets;
    return [pipeline = pipeline_, all]() -> std::optional<hal::Error> {
      auto native = pipeline->device().native().create_render_pipeline(all->desc);
      if (!native) return native.error();
      pipeline->native_ = std::move(*native);
      return std::nullopt;
    };
  }

  static hal::BlendComponent to_hal(const BlendComponent& c) {
    return {static_cast<hal::BlendOperation>(c.operation), static_cast<hal::BlendFactor>(c.src_factor),
            static_cast<hal::BlendFactor>(c.dst_factor)};
  }
  static hal::StencilFaceState to_hal(const StencilFaceState& s) {
    return {static_cast<hal::CompareFunction>(s.compare), static_cast<hal::StencilOperation>(s.fail_op),
            static_cast<hal::StencilOperation>(s.depth_fail_op), static_cast<hal::StencilOperation>(s.pass_op)};
  }
  static hal::DepthStencilState to_hal(const DepthStencilState& s) {
    hal::DepthStencilState out;
    out.format = static_cast<hal::TextureFormat>(s.format);
    out.depth_write = s.depth_write_enabled == OptionalBool::True;
    out.depth_compare = s.depth_compare == CompareFunction::Undefined ? hal::CompareFunction::Always
                                                                      : static_cast<hal::CompareFunction>(s.depth_compare);
    out.front = to_hal(s.stencil_front);
    out.back = to_hal(s.stencil_back);
    out.stencil_read_mask = s.stencil_read_mask;
    out.stencil_write_mask = s.stencil_write_mask;
    out.depth_bias = s.depth_bias;
    out.depth_bias_slope_scale = s.depth_bias_slope_scale;
    out.depth_bias_clamp = s.depth_bias_clamp;
    return out;
  }

  Device& device_;
  const RenderPipelineDescriptor& d_;
  diag::Requirements& unmet_;
  Ref<RenderPipeline> pipeline_;
  std::shared_ptr<const ir::Module> vertex_module_, fragment_module_;
};

Ref<RenderPipeline> Device::create_render_pipeline(const RenderPipelineDescriptor& d) {
  if (lost()) {
    Ref<RenderPipeline> pipeline = make<RenderPipeline>(*this, d.label);
    refuse_on_lost_device(*this, *pipeline);
    return pipeline;
  }
  diag::Requirements unmet = begin_requirements();
  std::string key = pipeline_key(*this, d);
  if (unmet.ok() && !key.empty())
    if (Ref<RenderPipeline> same = render_pipelines_->find(key)) return same->twin(d.label);
  MakeNative make_native;
  Ref<RenderPipeline> pipeline = RenderPipelineBuilder(*this, d, unmet).run(make_native);
  if (!unmet.ok()) {
    pipeline->fail(raise(unmet));
  } else if (std::optional<hal::Error> error = make_native()) {
    pipeline->fail(raise(from_native(*error, "a render pipeline")));
  } else if (!key.empty()) {
    render_pipelines_->add(std::move(key), *pipeline);
  }
  return pipeline;
}

// https://gpuweb.github.io/gpuweb/#dom-gpudevice-createrenderpipelineasync
FutureId Device::create_render_pipeline_async(const RenderPipelineDescriptor& d, CallbackMode mode,
                                              CreateRenderPipelineCallback callback) {
  if (lost()) {
    Ref<RenderPipeline> pipeline = make<RenderPipeline>(*this, d.label);
    refuse_on_lost_device(*this, *pipeline);
    return instance().events().add_completed(mode, [callback = std::move(callback), pipeline = std::move(pipeline)] {
      callback(CreatePipelineAsyncStatus::Success, pipeline, {});
    });
  }
  diag::Requirements unmet = begin_requirements();
  std::string key = pipeline_key(*this, d);
  if (unmet.ok() && !key.empty()) {
    if (Ref<RenderPipeline> same = render_pipelines_->find(key)) {
      return instance().events().add_completed(mode, [callback = std::move(callback), pipeline = same->twin(d.label)] {
        callback(CreatePipelineAsyncStatus::Success, pipeline, {});
      });
    }
  }
  MakeNative make_native;
  Ref<RenderPipeline> pipeline = RenderPipelineBuilder(*this, d, unmet).run(make_native);
  make_native = make_and_add(std::move(make_native), *render_pipelines_, std::move(key), pipeline);
  return finish_async(std::move(pipeline), unmet, std::move(make_native), "a render pipeline", mode, std::move(callback));
}

}  // namespace vitrine::gpu
