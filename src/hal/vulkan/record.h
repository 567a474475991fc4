// From a command stream to a VkCommandBuffer: one switch, barriers, zeroing before first use.
#pragma once

#include <array>
#include <vector>

#include "hal/vulkan/format.h"
#include "hal/vulkan/objects.h"
#include "hal/vulkan/texture.h"

namespace vitrine::hal::vulkan {

// One of the two accesses of a barrier.
struct Access {
  VkPipelineStageFlags stages = 0;
  VkAccessFlags access = 0;
  bool write = false;
};

// Whether a stream sets a pipeline that prints by the built-in route.
bool stream_prints(const CommandStream& stream);
std::span<const uint32_t> printed_words(const PrintSlot& slot);
// Nothing was printed, lost or reported.
bool nothing_printed(std::span<const uint32_t> words);
PrintReport read_prints(VulkanDevice& device, std::span<const uint32_t> words, std::vector<PrintCommand> commands,
                        uint64_t serial, bool partial);

uint32_t count_indirect(const CommandStream& stream);
Status take_indirect(VulkanDevice& device, uint32_t count, IndirectScratch* scratch);
void give_indirect(VulkanDevice& device, IndirectScratch& scratch);

// Bytes that the copies of a stream need between textures that Vulkan cannot copy directly.
VkDeviceSize count_copy_bytes(const CommandStream& stream);
Status take_copy_scratch(VulkanDevice& device, VkDeviceSize size, CopyScratch* scratch);
void give_copy_scratch(VulkanDevice& device, CopyScratch& scratch);

// Draws of a stream, those of its bundles too.
uint32_t count_draws(const CommandStream& stream);
Status take_draw_counts(VulkanDevice& device, uint32_t count, DrawCounts* out);
void give_draw_counts(VulkanDevice& device, DrawCounts& counts);
// Of a submission that has completed.
std::vector<DrawReport> read_draw_counts(VulkanDevice& device, DrawCounts& counts);

uint32_t count_timestamp_resolves(const CommandStream& stream);
Status take_timestamp_sets(VulkanDevice& device, uint32_t count, std::vector<VkDescriptorSet>* out);
void give_timestamp_sets(VulkanDevice& device, std::vector<VkDescriptorSet>& list);

// Where an index buffer is bound: at its beginning, as far as 32 bits can number its indexes from there.
inline uint64_t index_origin(const cmd::SetIndexBuffer& c) { return c.offset & ~((uint64_t{1} << 32) - 1); }
// The number of the first index of the bound range, counted from there.
inline uint32_t index_base(const cmd::SetIndexBuffer& c) {
  return static_cast<uint32_t>((c.offset - index_origin(c)) / (c.format == IndexFormat::Uint32 ? 4 : 2));
}

// Records one submission. Used under the queue's mutex; what it learns about resources is their state from then on.
class Recorder {
 public:
  Recorder(VulkanDevice& device, VkCommandBuffer cb, uint64_t serial, Flight& flight)
      : device_(device), vk_(device.vk), cb_(cb), serial_(serial), flight_(flight) {}

  void run(const CommandStream& stream, uint32_t stream_index);
  // Around what prints, when the flight has a print buffer.
  void begin_prints();
  void end_prints();
  void begin_draw_counts();
  // Makes what the host may read or write over after completion visible to it.
  void finish();

  // ---- for the queue's own copies ----
  void copy_to_buffer(VkBuffer from, VkDeviceSize from_offset, VulkanBuffer& to, VkDeviceSize offset, VkDeviceSize size);
  void copy_to_texture(VkBuffer from, VkDeviceSize from_offset, uint32_t bytes_per_row, uint32_t rows_per_image,
                       const cmd::TexturePlace& to, Extent3D size);
  // Makes an image of a window ready to be shown; with what `source` holds, scaled, where that is another texture.
  void present(VulkanTexture& image, VulkanTexture& source);

 private:
  // ---- hazards (record.cc) ----
  void use(VulkanBuffer& b, Access a);
  void use_state(AccessState& s, Access a, bool transition);
  void use(VulkanTexture& t, uint32_t base_mip, uint32_t mips, uint32_t base_layer, uint32_t layers, VkImageLayout layout,
           Access a);
  void flush_barriers();
  // Zeroes a buffer that nothing has written to; `overwritten`: the coming command writes all of it.
  void initialize(VulkanBuffer& b, bool overwritten = false);
  void initialize(VulkanTexture& t, uint32_t base_mip, uint32_t mips, uint32_t base_layer, uint32_t layers);

  // ---- commands ----
  std::string_view pass_label(const CommandInfo& info, std::string_view otherwise) const;
  void begin_label(std::string_view text);
  void end_label();
  void marker(std::string_view text);
  void reach(const StreamCursor& c);
  void copy(const cmd::CopyBufferToBuffer& c);
  void copy(const cmd::CopyBufferToTexture& c);
  void copy(const cmd::CopyTextureToBuffer& c);
  void copy(const cmd::CopyTextureToTexture& c);
  void clear(const cmd::ClearBuffer& c);
  void resolve(const cmd::ResolveQuerySet& c);
  void timestamp(VulkanQuerySet& set, uint32_t index);
  void convert_timestamps(VulkanBuffer& b, VkDeviceSize offset, uint32_t count);  // timestamps.cc
  void begin_pass_state();
  void set_bind_group(const cmd::SetBindGroup& c);
  void set_immediates(const cmd::SetImmediates& c);
  void prepare_dispatch();
  // indirect.cc
  VkDeviceSize check_indirect(VulkanBuffer& b, uint64_t offset, uint32_t words, uint32_t limit, uint32_t extra,
                             uint32_t base);
  void dispatch_indirect(const cmd::DispatchIndirect& c);
  void check_indirect_draws(StreamCursor pass);
  void bind(VkPipelineBindPoint point, PipelineState& pipeline);
  PrintCommand describe_command(const PipelineState& pipeline) const;
  void print_command(PipelineState& pipeline, VkPipelineBindPoint point);
  // record_render.cc
  void run_render(const StreamCursor& cursor);
  void begin_render(const cmd::BeginRenderPass& c, StreamCursor begin);
  void end_render();
  void resolve(VulkanTextureView& from, VulkanTextureView& to);
  void set_viewport(float x, float y, float width, float height, float min_depth, float max_depth);
  void begin_occlusion_query();
  bool prepare_draw();  // false: nothing can be drawn
  void reset_draw_state();
  // draw_counts.cc: around a draw. `call` is made only when draws are counted.
  template <class Call>
  void begin_draw(bool asked, Call call) {
    if (device_.desc.check_draws) count_draw(call(), asked);
  }
  void count_draw(std::string call, bool asked);
  void end_draw();

  VulkanDevice& device_;
  const VolkDeviceTable& vk_;
  VkCommandBuffer cb_;
  uint64_t serial_;
  Flight& flight_;

  // barriers not yet recorded
  VkPipelineStageFlags src_stages_ = 0, dst_stages_ = 0;
  VkAccessFlags src_access_ = 0, dst_access_ = 0;
  std::vector<VkImageMemoryBarrier> image_barriers_;
  // writes to memory that the host reaches
  VkPipelineStageFlags host_stages_ = 0;
  VkAccessFlags host_access_ = 0;
  VkPipelineStageFlags print_stages_ = 0;  // whose shaders may have printed

  // where we are
  const CommandStream* stream_ = nullptr;
  const CommandStream* bundle_ = nullptr;  // that runs, and its command
  uint32_t bundle_command_ = 0;
  uint32_t stream_index_ = 0, command_ = 0;

  // state of the pass
  struct Group {
    VulkanBindGroup* group = nullptr;
    std::vector<uint32_t> offsets;
    bool dirty = false;
  };
  std::array<Group, 8> groups_;
  VkPipelineLayout bound_layout_ = VK_NULL_HANDLE;
  VkPipeline bound_pipeline_ = VK_NULL_HANDLE;
  VulkanComputePipeline* compute_ = nullptr;
  std::array<std::byte, kOwnPushConstants> immediates_{};
  bool immediates_dirty_ = false;
  bool print_set_bound_ = false;  // with bound_layout_
  cmd::TimestampWrites pass_timestamps_;
  size_t next_timestamp_set_ = 0;

  // state of a render pass
  VulkanRenderPipeline* render_ = nullptr;
  VulkanQuerySet* occlusion_ = nullptr;
  uint32_t occlusion_index_ = 0;
  bool occlusion_open_ = false;
  bool counting_draw_ = false;
  bool occlusion_waits_ = false;  // begun by the program, and nothing drawn since
  std::vector<VkDeviceSize> checked_;  // arguments of the pass's indirect draws, in their order
  size_t next_checked_ = 0;
  bool empty_viewport_ = false;
  uint32_t index_base_ = 0;
  float depth_range_[2] = {0, 1};
  bool depth_range_dirty_ = true;
  struct Resolve {
    VulkanTextureView *from, *to;
  };
  std::vector<Resolve> resolves_;                // those that the pass itself cannot do
  std::vector<SubresourceState*> discards_;      // attachments that are not stored
  VulkanTextureView* discarded_view_ = nullptr;  // one aspect of two
  VkImageAspectFlags discarded_aspect_ = 0;
};

}  // namespace vitrine::hal::vulkan
