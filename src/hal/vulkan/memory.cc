#include "hal/vulkan/memory.h"

#include <algorithm>

#include "hal/vulkan/device.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr VkDeviceSize kFirstBlock = VkDeviceSize{4} << 20;
constexpr VkDeviceSize kLargestBlock = VkDeviceSize{64} << 20;

}  // namespace

void FreeRanges::insert(VkDeviceSize offset, VkDeviceSize size) {
  if (size == 0) return;
  by_offset_.emplace(offset, size);
  by_size_.emplace(size, offset);
}

void FreeRanges::erase(std::map<VkDeviceSize, VkDeviceSize>::iterator it) {
  auto [first, last] = by_size_.equal_range(it->second);
  for (auto s = first; s != last; ++s)
    if (s->second == it->first) {
      by_size_.erase(s);
      break;
    }
  by_offset_.erase(it);
}

bool FreeRanges::take(VkDeviceSize size, VkDeviceSize align, VkDeviceSize* offset) {
  for (auto s = by_size_.lower_bound(size); s != by_size_.end(); ++s) {
    VkDeviceSize begin = s->second, length = s->first;
    VkDeviceSize at = (begin + align - 1) / align * align;
    if (at - begin + size > length) continue;
    erase(by_offset_.find(begin));
    insert(begin, at - begin);
    insert(at + size, begin + length - (at + size));
    *offset = at;
    return true;
  }
  return false;
}

void FreeRanges::give(VkDeviceSize offset, VkDeviceSize size) {
  auto after = by_offset_.lower_bound(offset);
  if (after != by_offset_.end() && after->first == offset + size) {
    size += after->second;
    auto gone = after++;
    erase(gone);
  }
  if (after != by_offset_.begin()) {
    auto before = std::prev(after);
    if (before->first + before->second == offset) {
      offset = before->first;
      size += before->second;
      erase(before);
    }
  }
  insert(offset, size);
}

void Allocator::release() {
  for (auto& b : blocks_) device_.vk.vkFreeMemory(device_.handle, b->memory, nullptr);
  blocks_.clear();
}

Result<std::unique_ptr<MemoryBlock>> Allocator::make_block(uint32_t type, VkDeviceSize size, bool linear) {
  auto b = std::make_unique<MemoryBlock>();
  b->type = type;
  b->size = size;
  b->linear = linear;
  b->free = FreeRanges(size);
  VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = size;
  info.memoryTypeIndex = type;
  auto describe = [&] { return "an allocation of " + std::to_string(size) + " bytes"; };
  CallResult r = HAL_CALL(device_.faults, device_.vk, vkAllocateMemory, device_.handle, &info, nullptr, &b->memory);
  if (!r) return Failure<Error>(device_.error(r, describe()));
  // Nothing is ever flushed.
  constexpr VkMemoryPropertyFlags kReached = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  if ((device_.adapter->memory.memoryTypes[type].propertyFlags & kReached) == kReached) {
    void* host = nullptr;
    r = HAL_CALL(device_.faults, device_.vk, vkMapMemory, device_.handle, b->memory, 0, VK_WHOLE_SIZE, 0, &host);
    if (!r) {
      device_.vk.vkFreeMemory(device_.handle, b->memory, nullptr);
      return Failure<Error>(device_.error(r, describe()));
    }
    b->host = static_cast<std::byte*>(host);
  }
  return b;
}

Result<Allocation> Allocator::allocate(const VkMemoryRequirements& needs, MemoryUse use, bool linear) {
  const VkPhysicalDeviceMemoryProperties& memory = device_.adapter->memory;
  constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                  kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
                                  kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                  kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  // What must be there, then what is worth how much.
  VkMemoryPropertyFlags must = use == MemoryUse::Device ? 0 : kVisible | kCoherent;
  auto score = [&](VkMemoryPropertyFlags f) {
    int s = 0;
    switch (use) {
      case MemoryUse::Device: s += f & kLocal ? 8 : 0; s += f & kVisible ? 0 : 1; break;
      case MemoryUse::Upload: s += f & kCached ? 0 : 2; s += f & kLocal ? 0 : 1; break;
      case MemoryUse::Readback: s += f & kCached ? 4 : 0; s += f & kLocal ? 0 : 1; break;
    }
    return s;
  };
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    VkMemoryPropertyFlags f = memory.memoryTypes[i].propertyFlags;
    constexpr VkMemoryPropertyFlags kNever = VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT |
                                             VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD;
    if (!(needs.memoryTypeBits >> i & 1) || (f & must) != must || (f & kNever)) continue;
    order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return score(memory.memoryTypes[a].propertyFlags) > score(memory.memoryTypes[b].propertyFlags);
  });
  Error last{ErrorKind::OutOfMemory, {}, "an allocation of " + std::to_string(needs.size) + " bytes"};

  std::lock_guard lock(mutex_);
  for (uint32_t type : order) {
    VkDeviceSize heap = memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size;
    if (needs.size > heap) continue;
    auto make = [&](MemoryBlock& b, VkDeviceSize offset) {
      Allocation a;
      a.block = &b;
      a.memory = b.memory;
      a.offset = offset;
      a.size = needs.size;
      a.host = b.host ? b.host + offset : nullptr;
      return a;
    };
    VkDeviceSize total = 0;
    for (auto& b : blocks_) {
      if (b->type != type || b->linear != linear) continue;
      total += b->size;
      VkDeviceSize offset;
      if (b->free.take(needs.size, needs.alignment, &offset)) return make(*b, offset);
    }
    // Blocks grow with what is in use; an eighth of a small heap is enough.
    VkDeviceSize size = std::min({std::max(kFirstBlock, total), kLargestBlock, std::max(heap / 8, kFirstBlock)});
    if (needs.size > size / 4) size = needs.size;
    auto block = make_block(type, size, linear);
    if (!block && size > needs.size && block.error().kind == ErrorKind::OutOfMemory)
      block = make_block(type, needs.size, linear);
    if (!block) {
      last = block.error();
      if (last.kind != ErrorKind::OutOfMemory) break;
      continue;
    }
    VkDeviceSize offset = 0;
    (*block)->free.take(needs.size, 1, &offset);
    blocks_.push_back(std::move(*block));
    return make(*blocks_.back(), offset);
  }
  return Failure<Error>(std::move(last));
}

void Allocator::free(Allocation& a) {
  if (!a) return;
  std::lock_guard lock(mutex_);
  MemoryBlock* b = a.block;
  b->free.give(a.offset, a.size);
  a = {};
  if (!b->free.is_whole(b->size)) return;
  // One empty block of a kind is kept, so that a loop that makes and frees does not go to the driver each time.
  bool keep = b->size <= kLargestBlock;
  for (auto& other : blocks_)
    if (other.get() != b && other->type == b->type && other->linear == b->linear && other->free.is_whole(other->size))
      keep = false;
  if (keep) return;
  device_.vk.vkFreeMemory(device_.handle, b->memory, nullptr);
  std::erase_if(blocks_, [&](auto& x) { return x.get() == b; });
}

VkDeviceSize Allocator::allocated_bytes() {
  std::lock_guard lock(mutex_);
  VkDeviceSize n = 0;
  for (auto& b : blocks_) n += b->size;
  return n;
}

}  // namespace vitrine::hal::vulkan
