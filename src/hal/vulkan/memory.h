// Suballocation of device memory: best fit in blocks of one memory type, large ones alone.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "hal/vulkan/api.h"

namespace vitrine::hal::vulkan {

class VulkanDevice;

enum class MemoryUse : uint8_t {
  Device,    // only the GPU needs to reach it; mapped all the same where the driver's device memory is host memory
  Upload,    // the host writes, coherent
  Readback,  // the host reads, cached where there is such a type
};

// A free range of one VkDeviceMemory. All sizes and offsets in bytes.
class FreeRanges {
 public:
  explicit FreeRanges(VkDeviceSize size) { insert(0, size); }
  // The smallest range that holds it; false: none.
  bool take(VkDeviceSize size, VkDeviceSize align, VkDeviceSize* offset);
  void give(VkDeviceSize offset, VkDeviceSize size);
  bool is_whole(VkDeviceSize size) const { return by_offset_.size() == 1 && by_offset_.begin()->second == size; }

 private:
  void insert(VkDeviceSize offset, VkDeviceSize size);
  void erase(std::map<VkDeviceSize, VkDeviceSize>::iterator it);
  std::map<VkDeviceSize, VkDeviceSize> by_offset_;       // offset -> size
  std::multimap<VkDeviceSize, VkDeviceSize> by_size_;    // size -> offset
};

struct MemoryBlock {
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize size = 0;
  uint32_t type = 0;
  bool linear = true;  // buffers and images do not share a block, so bufferImageGranularity never matters
  std::byte* host = nullptr;
  FreeRanges free{0};
};

struct Allocation {
  MemoryBlock* block = nullptr;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize offset = 0, size = 0;
  std::byte* host = nullptr;  // of its first byte; null: not mapped
  explicit operator bool() const { return memory != VK_NULL_HANDLE; }
};

// Thread-safe.
class Allocator {
 public:
  explicit Allocator(VulkanDevice& device) : device_(device) {}
  void release();  // of the device's end: gives every block back
  Result<Allocation> allocate(const VkMemoryRequirements& needs, MemoryUse use, bool linear);
  void free(Allocation& a);
  VkDeviceSize allocated_bytes();  // of all blocks, for tests

 private:
  Result<std::unique_ptr<MemoryBlock>> make_block(uint32_t type, VkDeviceSize size, bool linear);
  VulkanDevice& device_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<MemoryBlock>> blocks_;
};

}  // namespace vitrine::hal::vulkan
