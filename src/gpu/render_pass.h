// GPURenderPassEncoder. https://gpuweb.github.io/gpuweb/#render-passes
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/command_encoder.h"
#include "gpu/query_set.h"
#include "gpu/render_commands.h"

namespace vitrine::gpu {

class RenderBundle;

class RenderPassEncoder : public RenderCommands {
 public:
  RenderPassEncoder(CommandEncoder& encoder, std::string_view label);
  ~RenderPassEncoder() override;

  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-setviewport
  void set_viewport(float x, float y, float width, float height, float min_depth, float max_depth);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-setscissorrect
  void set_scissor_rect(uint32_t x, uint32_t y, uint32_t width, uint32_t height);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-setblendconstant
  void set_blend_constant(const hal::Color& color);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-setstencilreference
  void set_stencil_reference(uint32_t reference);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-beginocclusionquery
  void begin_occlusion_query(uint32_t index);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-endocclusionquery
  void end_occlusion_query();
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-executebundles
  void execute_bundles(std::span<RenderBundle* const> bundles);
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderpassencoder-end
  void end();

 protected:
  void add_context(diag::Diagnostic& d) const override;
  std::string of_pass() const override { return " of " + diag::to_text(ref()); }
  diag::ObjectRef encoder_ref() const override { return encoder_->ref(); }

 private:
  friend class CommandEncoder;
  void attach() { attached_ = true; }
  void begin(const RenderPassDescriptor& descriptor, uint32_t group, diag::Requirements& unmet);
  void refuse(diag::DiagnosticPtr reason);
  void validate_attachments(const RenderPassDescriptor& d, diag::Requirements& unmet);

  Ref<CommandEncoder> encoder_;
  bool attached_ = false, begun_ = false;
  hal::cmd::BeginRenderPass* begin_ = nullptr;  // in the stream
  hal::Extent3D extent_{0, 0, 1};
  uint64_t max_draw_count_ = 0;
  Ref<QuerySet> occlusion_set_;
  std::vector<bool> occlusion_used_;
  bool occlusion_open_ = false;
};

}  // namespace vitrine::gpu
