// GPURenderCommandsMixin. https://gpuweb.github.io/gpuweb/#gpurendercommandsmixin
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/encoder.h"
#include "gpu/render_pipeline.h"

namespace vitrine::gpu {

class RenderCommands : public BindingEncoder {
 public:
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-setpipeline
  void set_pipeline(RenderPipeline* pipeline);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-setindexbuffer
  void set_index_buffer(Buffer* buffer, IndexFormat format, uint64_t offset, uint64_t size);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-setvertexbuffer
  void set_vertex_buffer(uint32_t slot, Buffer* buffer, uint64_t offset, uint64_t size);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-draw
  void draw(uint32_t vertex_count, uint32_t instance_count, uint32_t first_vertex, uint32_t first_instance);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-drawindexed
  void draw_indexed(uint32_t index_count, uint32_t instance_count, uint32_t first_index, int32_t base_vertex,
                    uint32_t first_instance);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-drawindirect
  void draw_indirect(Buffer* indirect, uint64_t offset);
  // https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-drawindexedindirect
  void draw_indexed_indirect(Buffer* indirect, uint64_t offset);

  const RenderPassLayout& layout() const { return layout_; }
  uint64_t draw_count() const { return draw_count_; }

 protected:
  RenderCommands(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording);
  ~RenderCommands() override;
  void group_bound(uint32_t index, BindGroup& group) override;

  struct BoundBuffer {
    Buffer* buffer = nullptr;  // the recording keeps it
    uint64_t offset = 0, size = 0;
  };
  bool check_draw(diag::Requirements& unmet);
  bool check_draw_indexed(diag::Requirements& unmet);
  // `vertices` and `instances`: one more than the largest number of each that is read.
  void check_vertex_ranges(uint64_t vertices, uint64_t instances, diag::Requirements& unmet);
  void indirect(Buffer* buffer, uint64_t offset, bool indexed);
  // Forgets pipeline, bind groups and buffers, as after executeBundles.
  void reset_state();

  RenderPassLayout layout_;
  bool depth_read_only_ = false, stencil_read_only_ = false;
  UsageScope scope_;
  const uint64_t scope_number_ = next_user();
  uint64_t draw_count_ = 0;
  RenderPipeline* pipeline_ = nullptr;  // the recording keeps it
  BoundBuffer index_buffer_;
  IndexFormat index_format_ = IndexFormat::Undefined;
  std::vector<BoundBuffer> vertex_buffers_;
  // So many are known to lie inside what is bound at present.
  uint64_t fitting_vertices_ = 0, fitting_instances_ = 0;
};

}  // namespace vitrine::gpu
