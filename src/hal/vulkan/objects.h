// Buffers, bindings, pipelines, query sets: what a stream points to.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "hal/vulkan/device.h"

namespace vitrine::hal::vulkan {

// What has happened to a buffer or a piece of a texture since its last write, in the order of the queue.
struct AccessState {
  VkPipelineStageFlags write_stages = 0;
  VkAccessFlags write_access = 0;
  VkPipelineStageFlags read_stages = 0;     // reads since that write
  VkPipelineStageFlags visible_stages = 0;  // that the write was made visible to
  VkAccessFlags visible_access = 0;
};

class VulkanBuffer final : public Buffer {
 public:
  VulkanBuffer(VulkanDevice& device, const BufferDesc& desc) : device(device), size_(desc.size), usage_(desc.usage) {}
  ~VulkanBuffer() override;
  uint64_t size() const override { return size_; }
  BufferUsages usage() const override { return usage_; }
  std::byte* host_pointer() override {
    return usage_ & (buffer_usage::kMapRead | buffer_usage::kMapWrite) ? memory.host : nullptr;
  }
  void invalidate(uint64_t, uint64_t) override {}  // mappable memory is always coherent
  void flush(uint64_t, uint64_t) override {}
  uint64_t last_use() const override { return last_use_.load(std::memory_order_acquire); }
  void used(uint64_t serial) { last_use_.store(serial, std::memory_order_release); }

  VulkanDevice& device;
  std::string label;  // of a device that checks bounds; under the queue's mutex
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceSize native_size = 0;  // size rounded up to 4, at least 4
  Allocation memory;
  // Of the queue, under its mutex.
  AccessState state;
  bool initialized = false;

 private:
  uint64_t size_;
  BufferUsages usage_;
  std::atomic<uint64_t> last_use_{0};
};

class VulkanTexture;
class VulkanTextureView;

// A VkDescriptorSetLayout and the sets made for it. Lives as long as a layout or a group needs it.
class SetLayout {
 public:
  explicit SetLayout(VulkanDevice& device) : device(device) {}
  ~SetLayout();
  Result<VkDescriptorSet> take();
  void give(VkDescriptorSet set);  // when no submission uses it any more

  VulkanDevice& device;
  VkDescriptorSetLayout handle = VK_NULL_HANDLE;
  std::vector<VkDescriptorPoolSize> sizes;  // of one set
  std::vector<BindGroupLayoutEntry> entries;
  uint32_t dynamic_count = 0;
  uint32_t hidden_binding = kAll;  // of the print buffer; kAll: none

 private:
  std::mutex mutex_;
  std::vector<VkDescriptorPool> pools_;
  std::vector<VkDescriptorSet> free_;
  uint32_t next_count_ = 8;
};

class VulkanBindGroupLayout final : public BindGroupLayout {
 public:
  std::shared_ptr<SetLayout> set;
};

class VulkanBindGroup final : public BindGroup {
 public:
  ~VulkanBindGroup() override;
  // What a dispatch that reads this group does to its resources.
  struct BufferRef {
    VulkanBuffer* buffer;
    InternalUsages usage;
    ShaderStages stages;
    uint32_t binding;
  };
  struct TextureRef {
    VulkanTextureView* view;
    InternalUsages usage;
    ShaderStages stages;
    VkImageLayout layout;
    uint32_t binding;
  };
  std::shared_ptr<SetLayout> layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::vector<BufferRef> buffers;
  std::vector<TextureRef> textures;
};

// A VkPipelineLayout. Pipelines need it when they are bound, so they share it.
struct LayoutState {
  explicit LayoutState(VulkanDevice& device) : device(device) {}
  ~LayoutState();
  VulkanDevice& device;
  VkPipelineLayout handle = VK_NULL_HANDLE;
  uint32_t group_count = 0;
  uint32_t groups = 0;  // bit i: group i has bindings. What is bound elsewhere has no part in a draw or dispatch
  uint32_t immediate_size = 0;
  uint32_t print_set = 0, print_binding = 0;  // where shaders of this layout find the print buffer
  bool print_hidden = false;                  // in a bind group, so nothing is bound for it
  bool no_native_prints = false;              // it has no set left that the validation layer could take
  bool own = false;                           // of an OwnPipeline: DeviceDesc::check_bounds and the like are not for its shader
};

class VulkanPipelineLayout final : public PipelineLayout {
 public:
  std::shared_ptr<LayoutState> state;
};

// What both kinds of pipeline hold.
struct PipelineState {
  explicit PipelineState(VulkanDevice& device) : device(device) {}
  ~PipelineState();
  VulkanDevice& device;
  VkPipeline handle = VK_NULL_HANDLE;
  std::shared_ptr<LayoutState> layout;
  bool prints = false;  // by the built-in route
  std::string label;
};

class VulkanComputePipeline final : public ComputePipeline {
 public:
  explicit VulkanComputePipeline(VulkanDevice& device) : state(device) {}
  PipelineState state;
};

class VulkanRenderPipeline final : public RenderPipeline {
 public:
  explicit VulkanRenderPipeline(VulkanDevice& device) : state(device) {}
  PipelineState state;
};

class VulkanQuerySet final : public QuerySet {
 public:
  explicit VulkanQuerySet(VulkanDevice& device) : device(device) {}
  ~VulkanQuerySet() override;
  VulkanDevice& device;
  VkQueryPool pool = VK_NULL_HANDLE;
  QueryType type = QueryType::Occlusion;
  uint32_t count = 0;
  std::vector<bool> written;  // under the queue's mutex
};

// The buffer that one submission prints to, and where the host reads it: the same memory, so that what was written is there
// even after a loss, or on a device with memory of its own a copy.
struct PrintSlot {
  VkBuffer buffer = VK_NULL_HANDLE;
  Allocation memory;
  VkBuffer host_buffer = VK_NULL_HANDLE;  // of the copy; null: the same memory
  Allocation host_memory;
  // With a copy: how many words of records must be cleared before the next use, 0 when header and all are clean. The header
  // is copied at the end of every submission, records only when there are any, by VulkanQueue::fetch_prints.
  static constexpr uint32_t kUnknown = 0xFFFFFFFFu;
  uint32_t dirty = kUnknown;
  uint32_t* words() const { return reinterpret_cast<uint32_t*>(host_buffer ? host_memory.host : memory.host); }
  VkDeviceSize size = 0;
  uint32_t capacity = 0;  // words for records: what the buffer has room for; of the native route, what the layer's has
  uint32_t room() const { return static_cast<uint32_t>(size / 4) - printf::kHeaderWords; }
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
};

inline VkShaderStageFlags to_vk_stages(ShaderStages s) {
  VkShaderStageFlags v = 0;
  if (s & shader_stage::kVertex) v |= VK_SHADER_STAGE_VERTEX_BIT;
  if (s & shader_stage::kFragment) v |= VK_SHADER_STAGE_FRAGMENT_BIT;
  if (s & shader_stage::kCompute) v |= VK_SHADER_STAGE_COMPUTE_BIT;
  return v;
}
inline VkPipelineStageFlags to_vk_pipeline_stages(ShaderStages s) {
  VkPipelineStageFlags v = 0;
  if (s & shader_stage::kVertex) v |= VK_PIPELINE_STAGE_VERTEX_SHADER_BIT;
  if (s & shader_stage::kFragment) v |= VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
  if (s & shader_stage::kCompute) v |= VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  return v;
}

}  // namespace vitrine::hal::vulkan
