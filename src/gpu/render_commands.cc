#include "gpu/render_commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/buffer.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;
namespace usage = hal::internal_usage;

RenderCommands::RenderCommands(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording)
    : BindingEncoder(device, kind, label, std::move(recording)), vertex_buffers_(device.limits().max_vertex_buffers) {}

RenderCommands::~RenderCommands() = default;

void RenderCommands::group_bound(uint32_t index, BindGroup& group) {
  if (group.scope.again(scope_number_)) return;  // the scope has it, and the recording keeps it
  diag::Requirements unmet = begin_requirements();
  add_group(scope_, index, group, unmet);
  if (!unmet.ok()) invalidate(unmet);
}

void RenderCommands::reset_state() {
  pipeline_ = nullptr;
  index_buffer_ = {};
  index_format_ = IndexFormat::Undefined;
  for (BoundBuffer& b : vertex_buffers_) b = {};
  for (Slot& s : slots_) s = {};
  immediate_slots_ = 0;
  bindings_changed_ = true;
}

// ---- pipeline and buffers ----

RULE(render_pipeline_layout, Validation, "GPURenderCommandsMixin.setPipeline", "ab3e06ea",
     "{0} does not fit {1}: {2}", diag::ObjectRef, diag::ObjectRef, Text);
RULE(render_pipeline_writes_read_only, Validation, "GPURenderCommandsMixin.setPipeline", "898df3d7 eacd1f5d",
     "{0} writes {1}, which is read-only in {2}", diag::ObjectRef, Text, diag::ObjectRef);

namespace {
// What to change in the pipeline, for the first of what differs.
std::string pass_layout_help(const RenderPassLayout& made_for, const RenderPassLayout& found) {
  if (made_for.color_formats.size() != found.color_formats.size())
    return fmt::format("a pipeline has one entry in fragment.targets for each colour attachment: here {}", found.color_formats.size());
  for (size_t i = 0; i < found.color_formats.size(); ++i) {
    if (made_for.color_formats[i] == found.color_formats[i]) continue;
    if (found.color_formats[i] == TextureFormat::Undefined) return fmt::format("give null as fragment.targets[{}]", i);
    return fmt::format("make the pipeline with fragment.targets[{}].format: \"{}\": best from the texture or the configuration that the "
                       "pass draws to", i, shown(found.color_formats[i]));
  }
  if (made_for.depth_stencil_format != found.depth_stencil_format) {
    if (found.depth_stencil_format == TextureFormat::Undefined)
      return "leave depthStencil out of the pipeline, or give the pass a depthStencilAttachment";
    return fmt::format("make the pipeline with depthStencil: {{format: \"{}\", ...}}; one that does not test has depthCompare: \"always\" and "
                       "depthWriteEnabled: false", shown(found.depth_stencil_format));
  }
  return fmt::format("make the pipeline with multisample: {{count: {}}}, or the attachments with sampleCount: {}", found.sample_count,
                     made_for.sample_count);
}
}  // namespace

void RenderCommands::set_pipeline(RenderPipeline* pipeline) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path path("pipeline");
  if (check_usable_with(device(), pipeline, "the pipeline", path, unmet)) {
    REQUIRE(unmet, pipeline->pass_layout() == layout_,
            with_creation(render_pipeline_layout(pipeline->ref(), ref(), 
                                         Text{difference(pipeline->pass_layout(), layout_,
                                                         kind() == ObjectKind::RenderBundleEncoder ? "the bundle" : "the pass")})
                              .at(path)
                              .note(pipeline->ref(), "is made for " + describe(pipeline->pass_layout()))
                              .note(ref(), "has " + describe(layout_))
                              .help(pass_layout_help(pipeline->pass_layout(), layout_)),
                          *pipeline));
    REQUIRE(unmet, !pipeline->writes_depth() || !depth_read_only_,
            render_pipeline_writes_read_only(pipeline->ref(), Text{"depth"}, ref())
                .help("make the pipeline with depthWriteEnabled: false and a stencilWriteMask of 0, or the attachment "
                      "without its readOnly member")
                .at(path));
    REQUIRE(unmet, !pipeline->writes_stencil() || !stencil_read_only_,
            render_pipeline_writes_read_only(pipeline->ref(), Text{"stencil"}, ref())
                .help("make the pipeline with depthWriteEnabled: false and a stencilWriteMask of 0, or the attachment "
                      "without its readOnly member")
                .at(path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  if (pipeline_ != pipeline) bindings_changed_ = true;
  pipeline_ = pipeline;
  recording_->use(*pipeline);
  append(hal::cmd::SetRenderPipeline{.pipeline = pipeline->native()});
}

RULE(index_buffer_usage, Validation, "GPURenderCommandsMixin.setIndexBuffer", "ee7c6714",
     "{0} has the usage {1}, and an index buffer needs INDEX", diag::ObjectRef, Text);
RULE(index_buffer_unaligned, Validation, "GPURenderCommandsMixin.setIndexBuffer", "d74ee538",
     "the offset is {0}, and for {1} it is a multiple of {2}", uint64_t, Name, uint64_t);
RULE(index_buffer_range, Validation, "GPURenderCommandsMixin.setIndexBuffer", "ae29a84b",
     "{0} bytes from offset {1} end after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t, diag::ObjectRef);
RULE(index_format_undefined, TypeError, "GPURenderCommandsMixin.setIndexBuffer", "",
     "the index format is undefined, and can be uint16 or uint32");

void RenderCommands::set_index_buffer(Buffer* buffer, IndexFormat format, uint64_t offset, uint64_t size) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path buffer_path("buffer"), format_path("indexFormat"), offset_path("offset");
  check_enum(format, "GPUIndexFormat", format_path, unmet);
  REQUIRE(unmet, format != IndexFormat::Undefined, index_format_undefined().at(format_path));
  if (check_usable_with(device(), buffer, "the index buffer", buffer_path, unmet)) {
    if (size == kWholeSize) size = buffer->size() > offset ? buffer->size() - offset : 0;
    uint32_t bytes = format == IndexFormat::Uint16 ? 2 : 4;
    REQUIRE(unmet, buffer->usage() & BufferUsage::Index,
            with_creation(index_buffer_usage(buffer->ref(), Text{buffer_usage_text(buffer->usage())}).at(buffer_path).help(usage_help(*buffer, BufferUsage::Index)),
                          *buffer));
    REQUIRE(unmet, offset % bytes == 0, index_buffer_unaligned(offset, Name{shown(format)}, bytes).at(offset_path));
    REQUIRE(unmet, offset <= buffer->size() && size <= buffer->size() - offset,
            index_buffer_range(size, offset, buffer->size(), buffer->ref())
                .help("leave size out for all from the offset to the end; both are in bytes")
                .at(offset_path));
    if (index_buffer_.buffer != buffer) scope_.add(*buffer, usage::kInput, 0, {"index buffer"}, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  index_buffer_ = {buffer, offset, size};
  index_format_ = format;
  recording_->use(*buffer);
  append(hal::cmd::SetIndexBuffer{.buffer = buffer->native(),
                                  .offset = offset,
                                  .size = size,
                                  .format = static_cast<hal::IndexFormat>(format)});
}

RULE(vertex_slot_too_large, Validation, "GPURenderCommandsMixin.setVertexBuffer", "1e137949",
     "slot {0} is not below maxVertexBuffers, {1} on this device", uint64_t, uint64_t);
RULE(vertex_buffer_usage, Validation, "GPURenderCommandsMixin.setVertexBuffer", "dbc60cfa",
     "{0} has the usage {1}, and a vertex buffer needs VERTEX", diag::ObjectRef, Text);
RULE(vertex_buffer_unaligned, Validation, "GPURenderCommandsMixin.setVertexBuffer", "0c71d3d8",
     "the offset is {0}, and must be a multiple of 4", uint64_t);
RULE(vertex_buffer_range, Validation, "GPURenderCommandsMixin.setVertexBuffer", "a31bd473",
     "{0} bytes from offset {1} end after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t, Text);

void RenderCommands::set_vertex_buffer(uint32_t slot, Buffer* buffer, uint64_t offset, uint64_t size) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path slot_path("slot"), buffer_path("buffer"), offset_path("offset");
  uint32_t most = device().limits().max_vertex_buffers;
  REQUIRE(unmet, slot < most, vertex_slot_too_large(slot, most).at(slot_path));
  uint64_t available = buffer ? buffer->size() : 0;
  if (size == kWholeSize) size = available > offset ? available - offset : 0;
  REQUIRE(unmet, offset % 4 == 0, vertex_buffer_unaligned(offset).help(multiple_help(offset, 4)).at(offset_path));
  REQUIRE(unmet, offset <= available && size <= available - offset,
          vertex_buffer_range(size, offset, available, Text{buffer ? diag::to_text(buffer->ref()) : "no buffer"})
              .at(offset_path));
  if (buffer && check_usable_with(device(), buffer, "the vertex buffer", buffer_path, unmet)) {
    REQUIRE(unmet, buffer->usage() & BufferUsage::Vertex,
            with_creation(vertex_buffer_usage(buffer->ref(), Text{buffer_usage_text(buffer->usage())})
                              .at(buffer_path)
                              .help(usage_help(*buffer, BufferUsage::Vertex)),
                          *buffer));
    if (slot >= vertex_buffers_.size() || vertex_buffers_[slot].buffer != buffer)
      scope_.add(*buffer, usage::kInput, 0, {"vertex buffer {}", slot}, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  vertex_buffers_[slot] = {buffer, offset, size};
  bindings_changed_ = true;
  if (buffer) recording_->use(*buffer);
  append(hal::cmd::SetVertexBuffer{
      .buffer = buffer ? buffer->native() : nullptr, .offset = offset, .size = size, .slot = slot});
}

// ---- draws ----

RULE(draw_without_pipeline, Validation, "valid to draw", "33b101d0 c04ba4dc ba0c8b3f b0b934ef 2e519631", "no pipeline is set in {0}", diag::ObjectRef);
RULE(draw_vertex_buffer_missing, Validation, "valid to draw", "039166f0 613fc6b8", "{0} reads vertex buffer {1}, and none is set",
     diag::ObjectRef, uint64_t);
RULE(draw_bind_groups_plus_vertex_buffers, Validation, "valid to draw", "93e17e03 0050c98b ae98e376",
     "bind groups up to index {0} and vertex buffers up to slot {1} are set, and {2} together are possible",
     int64_t, int64_t, uint64_t);

// https://gpuweb.github.io/gpuweb/#abstract-opdef-valid-to-draw
bool RenderCommands::check_draw(diag::Requirements& unmet) {
  if (!REQUIRE(unmet, pipeline_, draw_without_pipeline(ref()).help("call setPipeline before"))) return false;
  if (!bindings_changed_) return true;
  fitting_vertices_ = fitting_instances_ = 0;
  validate_bind_groups(*pipeline_, unmet);
  validate_immediates(*pipeline_, unmet);
  const std::vector<RenderPipeline::VertexSlot>& slots = pipeline_->vertex_slots();
  for (size_t i = 0; i < slots.size(); ++i) {
    REQUIRE(unmet, !slots[i].used || vertex_buffers_[i].buffer,
            draw_vertex_buffer_missing(pipeline_->ref(), i).help(fmt::format("call setVertexBuffer({}, ...) before", i)));
  }
  uint32_t most = device().limits().max_bind_groups_plus_vertex_buffers;
  if (slots_.size() + vertex_buffers_.size() > most) {
    int64_t last_group = -1, last_buffer = -1;
    for (size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].group) last_group = static_cast<int64_t>(i);
    for (size_t i = 0; i < vertex_buffers_.size(); ++i)
      if (vertex_buffers_[i].buffer) last_buffer = static_cast<int64_t>(i);
    REQUIRE(unmet, last_group + 1 + last_buffer + 1 <= most,
            with_limit_help(device(), "maxBindGroupsPlusVertexBuffers", static_cast<uint64_t>(last_group + last_buffer + 2),
                            draw_bind_groups_plus_vertex_buffers(last_group, last_buffer, most)));
  }
  if (!unmet.ok()) return false;
  bindings_changed_ = false;
  return true;
}

RULE(draw_index_buffer_missing, Validation, "valid to draw indexed", "df274208 68c28010 38258f5f", "no index buffer is set in {0}",
     diag::ObjectRef);
RULE(draw_strip_index_format, Validation, "valid to draw indexed", "ab302e84 59a5cf73",
     "the index format is {0}, and stripIndexFormat of {1} is {2}", Name, diag::ObjectRef, Text);

// https://gpuweb.github.io/gpuweb/#abstract-opdef-valid-to-draw-indexed
bool RenderCommands::check_draw_indexed(diag::Requirements& unmet) {
  if (!check_draw(unmet)) return false;
  if (!REQUIRE(unmet, index_buffer_.buffer, draw_index_buffer_missing(ref()).help("call setIndexBuffer before")))
    return false;
  std::optional<IndexFormat> strip = pipeline_->strip_index_format();
  return REQUIRE(unmet, !pipeline_->strip() || strip == index_format_,
                 draw_strip_index_format(Name{shown(index_format_)}, pipeline_->ref(),
                                         Text{strip ? shown(*strip) : "not given"})
                     .help(fmt::format("make the pipeline with primitive: {{stripIndexFormat: \"{}\"}}", shown(index_format_))));
}

RULE(draw_vertex_range, Validation, "GPURenderCommandsMixin.draw", "f151eb83 72ac19e7 7daf3835 6b3e3615 08ca3f93 82511fbe 30f22749 a0d6dd58 82fff09c 19eebf95 4568f126 0dfeb9ff 811e48e2 5764ad40 118fdb9c 94e569d6",
     "{0} up to number {1} are drawn and take {2} bytes of vertex buffer {3}, which has {4} of {5} with arrayStride {6}", Text,
     uint64_t, uint64_t, uint64_t, uint64_t, diag::ObjectRef, uint64_t);
RULE(draw_index_range, Validation, "GPURenderCommandsMixin.drawIndexed", "118aa6cc",
     "{0} indices from {1} on are drawn, and {2} has {3} of format {4}", uint64_t, uint64_t, diag::ObjectRef, uint64_t, Name);

void RenderCommands::check_vertex_ranges(uint64_t vertices, uint64_t instances, diag::Requirements& unmet) {
  if (vertices <= fitting_vertices_ && instances <= fitting_instances_) return;
  const std::vector<RenderPipeline::VertexSlot>& slots = pipeline_->vertex_slots();
  for (size_t i = 0; i < slots.size(); ++i) {
    const RenderPipeline::VertexSlot& s = slots[i];
    bool of_instances = s.step_mode == VertexStepMode::Instance;
    uint64_t strides = of_instances ? instances : vertices;
    if (!s.used || strides == 0) continue;
    // A stride has at most 12 bits and a count 33: no overflow.
    uint64_t needed = (strides - 1) * s.array_stride + s.last_stride;
    REQUIRE(unmet, needed <= vertex_buffers_[i].size,
            draw_vertex_range(Text{of_instances ? "instances" : "vertices"}, strides - 1, needed, i, vertex_buffers_[i].size,
                              vertex_buffers_[i].buffer->ref(), s.array_stride)
                .help(fmt::format("that is enough for {} {}: the count is of {}, not of floats or bytes",
                                  vertex_buffers_[i].size < s.last_stride ? 0
                                  : s.array_stride == 0                   ? strides
                                      : (vertex_buffers_[i].size - s.last_stride) / s.array_stride + 1,
                                  of_instances ? "instances" : "vertices", of_instances ? "instances" : "vertices")));
  }
  if (!unmet.ok()) return;
  fitting_vertices_ = std::max(fitting_vertices_, vertices);
  fitting_instances_ = std::max(fitting_instances_, instances);
}

void RenderCommands::draw(uint32_t vertex_count, uint32_t instance_count, uint32_t first_vertex,
                          uint32_t first_instance) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  if (check_draw(unmet))
    check_vertex_ranges(uint64_t{first_vertex} + vertex_count, uint64_t{first_instance} + instance_count, unmet);
  if (!unmet.ok()) return invalidate(unmet);
  ++draw_count_;
  append(hal::cmd::Draw{.vertex_count = vertex_count,
                        .instance_count = instance_count,
                        .first_vertex = first_vertex,
                        .first_instance = first_instance});
}

void RenderCommands::draw_indexed(uint32_t index_count, uint32_t instance_count, uint32_t first_index,
                                  int32_t base_vertex, uint32_t first_instance) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  if (check_draw_indexed(unmet)) {
    uint64_t available = index_buffer_.size / (index_format_ == IndexFormat::Uint16 ? 2 : 4);
    REQUIRE(unmet, uint64_t{first_index} + index_count <= available,
            draw_index_range(index_count, first_index, index_buffer_.buffer->ref(), available, Name{shown(index_format_)})
                .help(index_format_ == IndexFormat::Uint32 && uint64_t{first_index} + index_count <= available * 2
                          ? "as uint16 they would be enough: give setIndexBuffer the format of the data"
                          : "the count is of indices, not of triangles or bytes"));
    check_vertex_ranges(0, uint64_t{first_instance} + instance_count, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  ++draw_count_;
  append(hal::cmd::DrawIndexed{.index_count = index_count,
                               .instance_count = instance_count,
                               .first_index = first_index,
                               .base_vertex = base_vertex,
                               .first_instance = first_instance});
}

RULE(draw_indirect_usage, Validation, "GPURenderCommandsMixin.drawIndirect", "c1b07cd7 18ea4f0d",
     "{0} has the usage {1}, and an indirect draw needs INDIRECT", diag::ObjectRef, Text);
RULE(draw_indirect_unaligned, Validation, "GPURenderCommandsMixin.drawIndirect", "a351aadf a559a130",
     "the indirect offset is {0}, and must be a multiple of 4", uint64_t);
RULE(draw_indirect_range, Validation, "GPURenderCommandsMixin.drawIndirect", "d02d5c60 5c32c6b7",
     "the {0} bytes of the arguments at offset {1} end after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t,
     diag::ObjectRef);

void RenderCommands::indirect(Buffer* buffer, uint64_t offset, bool indexed) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path buffer_path("indirectBuffer"), offset_path("indirectOffset");
  if (indexed) check_draw_indexed(unmet);
  else check_draw(unmet);
  if (check_usable_with(device(), buffer, "the indirect buffer", buffer_path, unmet)) {
    uint64_t bytes = indexed ? 20 : 16;
    REQUIRE(unmet, buffer->usage() & BufferUsage::Indirect,
            with_creation(draw_indirect_usage(buffer->ref(), Text{buffer_usage_text(buffer->usage())})
                              .at(buffer_path)
                              .help(usage_help(*buffer, BufferUsage::Indirect)),
                          *buffer));
    REQUIRE(unmet, offset % 4 == 0, draw_indirect_unaligned(offset).at(offset_path));
    REQUIRE(unmet, offset <= buffer->size() && bytes <= buffer->size() - offset,
            draw_indirect_range(bytes, offset, buffer->size(), buffer->ref())
                .help("the offset is in bytes, and a draw has 4 arguments of 4 bytes, an indexed one 5")
                .at(offset_path));
    scope_.add(*buffer, usage::kInput, 0, {"indirect arguments"}, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  ++draw_count_;
  recording_->use(*buffer);
  if (indexed) append(hal::cmd::DrawIndexedIndirect{.buffer = buffer->native(), .offset = offset});
  else append(hal::cmd::DrawIndirect{.buffer = buffer->native(), .offset = offset});
}

void RenderCommands::draw_indirect(Buffer* buffer, uint64_t offset) { indirect(buffer, offset, false); }
void RenderCommands::draw_indexed_indirect(Buffer* buffer, uint64_t offset) { indirect(buffer, offset, true); }

}  // namespace vitrine::gpu
