// GPURenderPipeline. https://gpuweb.github.io/gpuweb/#render-pipeline
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/pipeline.h"

namespace vitrine::gpu {

struct RenderState;

// https://gpuweb.github.io/gpuweb/#dictdef-gpurenderpasslayout
struct RenderPassLayout {
  std::vector<TextureFormat> color_formats;  // undefined: an empty slot; none at the end
  TextureFormat depth_stencil_format = TextureFormat::Undefined;
  uint32_t sample_count = 1;
  void trim();  // takes empty slots off the end
  friend bool operator==(const RenderPassLayout&, const RenderPassLayout&) = default;
};
// Words like: colour 0 is bgra8unorm, the pass has rgba8unorm.
std::string difference(const RenderPassLayout& made_for, const RenderPassLayout& found, std::string_view where);
std::string describe(const RenderPassLayout& layout);

class RenderPipeline : public PipelineBase {
 public:
  // What a draw must have bound in a vertex buffer slot.
  struct VertexSlot {
    bool used = false;
    VertexStepMode step_mode = VertexStepMode::Vertex;
    uint64_t array_stride = 0;
    uint64_t last_stride = 0;  // bytes of the last vertex or instance up to the end of its attributes
  };
  RenderPipeline(Device& device, std::string_view label) : PipelineBase(device, ObjectKind::RenderPipeline, label) {}
  ~RenderPipeline() override;
  hal::RenderPipeline* native() const { return native_.get(); }
  const RenderPassLayout& pass_layout() const { return pass_layout_; }
  bool writes_depth() const { return writes_depth_; }
  bool writes_stencil() const { return writes_stencil_; }
  const std::vector<VertexSlot>& vertex_slots() const { return vertex_slots_; }
  std::optional<IndexFormat> strip_index_format() const { return strip_index_format_; }
  bool strip() const { return strip_; }
  // Another one of the same descriptor.
  Ref<RenderPipeline> twin(std::string_view label) const;
  const RenderState* state() const { return state_.get(); }  // null: nobody checks what is silent

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  friend class RenderPipelineBuilder;
  RenderPassLayout pass_layout_;
  bool writes_depth_ = false, writes_stencil_ = false, strip_ = false;
  std::shared_ptr<const RenderState> state_;
  std::optional<IndexFormat> strip_index_format_;
  std::vector<VertexSlot> vertex_slots_;
  std::shared_ptr<hal::RenderPipeline> native_;  // several of the same descriptor may have it
};

}  // namespace vitrine::gpu
