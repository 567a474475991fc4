// The buffers that shaders print to, by the built-in route.
#include <algorithm>
#include <cstring>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {

Result<std::unique_ptr<PrintSlot>> VulkanDevice::take_print_slot() {
  {
    std::lock_guard lock(slots_mutex_);
    if (!free_slots_.empty()) {
      auto slot = std::move(free_slots_.back());
      free_slots_.pop_back();
      return slot;
    }
    if (hidden_print_buffer) return nullptr;
  }
  auto describe = [&] { return "a print buffer of " + std::to_string(desc.print_buffer_size) + " bytes"; };
  auto slot = std::make_unique<PrintSlot>();
  auto fail = [&](Error e) {
    destroy_print_slot(*slot);
    return Failure<Error>(std::move(e));
  };
  slot->size = std::max<VkDeviceSize>(desc.print_buffer_size, VkDeviceSize{printf::kHeaderWords} * 4);
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = slot->size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  CallResult r = HAL_CALL(faults, vk, vkCreateBuffer, handle, &info, nullptr, &slot->buffer);
  if (!r) {
    slot->buffer = VK_NULL_HANDLE;
    return fail(error(r, describe()));
  }
  VkMemoryRequirements needs;
  vk.vkGetBufferMemoryRequirements(handle, slot->buffer, &needs);
  auto memory = allocator.allocate(needs, MemoryUse::Readback, true);
  if (!memory) return fail(memory.error());
  slot->memory = *memory;
  r = HAL_CALL(faults, vk, vkBindBufferMemory, handle, slot->buffer, slot->memory.memory, slot->memory.offset);
  if (!r) return fail(error(r, describe()));
  name(VK_OBJECT_TYPE_BUFFER, slot->buffer, "debugPrintf");
  VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
  VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.maxSets = 1;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  r = HAL_CALL(faults, vk, vkCreateDescriptorPool, handle, &pool, nullptr, &slot->pool);
  if (!r) {
    slot->pool = VK_NULL_HANDLE;
    return fail(error(r, describe()));
  }
  VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  allocate.descriptorPool = slot->pool;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &print_set_layout;
  r = HAL_CALL(faults, vk, vkAllocateDescriptorSets, handle, &allocate, &slot->set);
  if (!r) return fail(error(r, describe()));
  VkDescriptorBufferInfo buffer{slot->buffer, 0, slot->size};
  VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
  write.dstSet = slot->set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = &buffer;
  vk.vkUpdateDescriptorSets(handle, 1, &write, 0, nullptr);
  printf::clear({reinterpret_cast<uint32_t*>(slot->memory.host), slot->size / 4});
  return slot;
}

void VulkanDevice::give_print_slot(std::unique_ptr<PrintSlot> slot) {
  auto* words = reinterpret_cast<uint32_t*>(slot->memory.host);
  uint32_t capacity = static_cast<uint32_t>(slot->size / 4) - printf::kHeaderWords;
  uint32_t used = std::min(words[printf::kCursorWord], capacity);
  std::memset(words, 0, (size_t{used} + printf::kHeaderWords) * 4);
  words[printf::kCapacityWord] = capacity;
  std::lock_guard lock(slots_mutex_);
  free_slots_.push_back(std::move(slot));
}

void VulkanDevice::destroy_print_slot(PrintSlot& slot) {
  if (slot.pool) vk.vkDestroyDescriptorPool(handle, slot.pool, nullptr);
  if (slot.buffer) vk.vkDestroyBuffer(handle, slot.buffer, nullptr);
  allocator.free(slot.memory);
}

bool stream_prints(const CommandStream& stream) {
  for (StreamCursor c(stream); c; c.next()) {
    if (c->op == Op::SetComputePipeline) {
      if (static_cast<VulkanComputePipeline*>(as<cmd::SetComputePipeline>(*c).pipeline)->state.prints) return true;
    } else if (c->op == Op::SetRenderPipeline) {
      if (static_cast<VulkanRenderPipeline*>(as<cmd::SetRenderPipeline>(*c).pipeline)->state.prints) return true;
    } else if (c->op == Op::ExecuteBundle) {
      if (stream_prints(*as<cmd::ExecuteBundle>(*c).bundle)) return true;
    }
  }
  return false;
}

// What shaders wrote so far, so that the buffer is free for the next submission.
std::vector<uint32_t> copy_prints(const PrintSlot& slot) {
  const auto* words = reinterpret_cast<const uint32_t*>(slot.memory.host);
  uint32_t capacity = static_cast<uint32_t>(slot.size / 4) - printf::kHeaderWords;
  uint32_t used = std::min(words[printf::kCursorWord], capacity);
  return {words, words + printf::kHeaderWords + used};
}

PrintReport read_prints(VulkanDevice& device, std::span<const uint32_t> words, std::vector<PrintCommand> commands,
                        uint64_t serial, bool partial) {
  PrintReport report;
  report.serial = serial;
  report.commands = std::move(commands);
  report.buffer_size = device.desc.print_buffer_size;
  report.buffer = words;
  {
    std::lock_guard lock(device.sites_mutex);
    report.sites = device.sites;
  }
  report.decoded = printf::decode(report.buffer, report.sites);
  report.partial = partial || report.decoded.partial;
  // A damaged record may carry any command number.
  std::erase_if(report.decoded.records, [&](const printf::Record& r) { return r.command >= report.commands.size(); });
  return report;
}

}  // namespace vitrine::hal::vulkan
