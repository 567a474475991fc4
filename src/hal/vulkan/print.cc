// The buffers that shaders print to, by the built-in route.
#include <algorithm>
#include <cstring>
#include <utility>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {

namespace {
// Offsets of records are counted in 32 bits with room for what is reserved past the end.
uint64_t size_within_limits(uint64_t bytes) {
  constexpr uint64_t kMost = uint64_t{1} << 30, kLeast = uint64_t{printf::kHeaderWords} * 4;
  return std::clamp((bytes + 3) & ~uint64_t{3}, kLeast, kMost);
}

// Of the one buffer that hides in bind groups, and could not be replaced in all of them: it grows by using more of it.
uint64_t hidden_size(const VulkanDevice& device) {
  return std::max(size_within_limits(device.desc.print_buffer_size), uint64_t{16} << 20);
}
}  // namespace

bool VulkanDevice::set_print_buffer_size(uint64_t bytes) {
  if (prints_native()) return false;
  std::lock_guard lock(slots_mutex_);
  bytes = size_within_limits(bytes);
  if (hidden_print_buffer && bytes > hidden_size(*this)) return false;
  print_buffer_size_ = bytes;
  return has_print_buffers();
}

Result<std::unique_ptr<PrintSlot>> VulkanDevice::take_print_slot() {
  auto slot = std::make_unique<PrintSlot>();
  // By the native route it only counts: the layer of some versions writes past the end of its own buffer when shaders print
  // more than that holds. Two words of it are the layer's.
  constexpr VkDeviceSize kHeaderBytes = VkDeviceSize{printf::kHeaderWords} * 4;
  for (;;) {
    std::lock_guard lock(slots_mutex_);
    slot->size = prints_native() ? kHeaderBytes : print_buffer_size_;
    slot->capacity = prints_native() ? static_cast<uint32_t>(instance->layer_print_buffer / 4) - 2 : slot->room();
    if (hides_print_binding() && !prints_native()) slot->size = hidden_size(*this);
    if (free_slots_.empty()) {
      if (hidden_print_buffer) return nullptr;
      break;
    }
    auto free = std::move(free_slots_.back());
    free_slots_.pop_back();
    if (free->size == slot->size) {
      uint32_t* words = free->words();
      if (slot->capacity > free->capacity)
        std::memset(words + printf::kHeaderWords + free->capacity, 0, size_t{slot->capacity - free->capacity} * 4);
      words[printf::kCapacityWord] = free->capacity = slot->capacity;
      return free;
    }
    destroy_print_slot(*free);  // from before the size was changed
  }
  auto describe = [&] { return "a print buffer of " + std::to_string(slot->size) + " bytes"; };
  auto fail = [&](Error e) {
    destroy_print_slot(*slot);
    return Failure<Error>(std::move(e));
  };
  auto make = [&](VkBufferUsageFlags usage, MemoryUse use, VkBuffer* buffer, Allocation* memory) -> Status {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = slot->size;
    info.usage = usage;
    CallResult r = HAL_CALL(faults, vk, vkCreateBuffer, handle, &info, nullptr, buffer);
    if (!r) {
      *buffer = VK_NULL_HANDLE;
      return Failure<Error>(error(r, describe()));
    }
    VkMemoryRequirements needs;
    vk.vkGetBufferMemoryRequirements(handle, *buffer, &needs);
    auto allocation = allocator.allocate(needs, use, true);
    if (!allocation) return Failure<Error>(allocation.error());
    *memory = *allocation;
    r = HAL_CALL(faults, vk, vkBindBufferMemory, handle, *buffer, memory->memory, memory->offset);
    if (!r) return Failure<Error>(error(r, describe()));
    name(VK_OBJECT_TYPE_BUFFER, *buffer, "debugPrintf");
    return {};
  };
  using Memory = DeviceDesc::PrintMemory;
  // The only buffer, hidden in bind groups, is read while the queue is locked.
  bool shared = hides_print_binding() || (desc.print_memory == Memory::Auto ? adapter->info.type != AdapterType::DiscreteGPU
                                                  : desc.print_memory == Memory::Host);
  Status made = shared ? make(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryUse::Readback, &slot->buffer, &slot->memory)
                       : make(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryUse::Device, &slot->buffer, &slot->memory);
  if (made && !shared)
    made = make(VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback, &slot->host_buffer, &slot->host_memory);
  if (!made) return fail(made.error());
  CallResult r;
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
  printf::clear({slot->words(), printf::kHeaderWords + std::min(slot->capacity, slot->room())});
  slot->words()[printf::kCapacityWord] = slot->capacity;
  return slot;
}

void VulkanDevice::give_print_slot(std::unique_ptr<PrintSlot> slot) {
  if (!slot->host_buffer) {
    uint32_t* words = slot->words();
    uint32_t used = std::min(words[printf::kCursorWord], slot->room());
    std::memset(words, 0, (size_t{used} + printf::kHeaderWords) * 4);
    words[printf::kCapacityWord] = slot->capacity;
  }
  std::lock_guard lock(slots_mutex_);
  free_slots_.push_back(std::move(slot));
}

void VulkanDevice::destroy_print_slot(PrintSlot& slot) {
  if (slot.pool) vk.vkDestroyDescriptorPool(handle, slot.pool, nullptr);
  for (VkBuffer b : {slot.buffer, slot.host_buffer})
    if (b) vk.vkDestroyBuffer(handle, b, nullptr);
  allocator.free(slot.memory);
  allocator.free(slot.host_memory);
}

// Empties a buffer that the host does not reach, as far as it was written to.
void Recorder::begin_prints() {
  PrintSlot& slot = *flight_.prints;
  if (!slot.host_buffer) return;
  uint32_t dirty = std::exchange(slot.dirty, PrintSlot::kUnknown);
  if (dirty == 0) return;
  constexpr VkDeviceSize kHeader = VkDeviceSize{printf::kHeaderWords} * 4;
  uint32_t header[printf::kHeaderWords] = {};
  header[printf::kCapacityWord] = slot.capacity;
  vk_.vkCmdUpdateBuffer(cb_, slot.buffer, 0, kHeader, header);
  VkDeviceSize records = VkDeviceSize{std::min(dirty, slot.room())} * 4;
  if (records > 0) vk_.vkCmdFillBuffer(cb_, slot.buffer, kHeader, records, 0);
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                         VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  vk_.vkCmdPipelineBarrier(cb_, VK_PIPELINE_STAGE_TRANSFER_BIT, to_vk_pipeline_stages(~0u), 0, 1, &memory, 0, nullptr, 0,
                           nullptr);
}

void Recorder::end_prints() {
  const PrintSlot& slot = *flight_.prints;
  if (print_stages_ == 0) return;
  if (!slot.host_buffer) {
    host_stages_ |= print_stages_;
    host_access_ |= VK_ACCESS_SHADER_WRITE_BIT;
    return;
  }
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                         VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};  // the latter: the next use clears it
  vk_.vkCmdPipelineBarrier(cb_, print_stages_, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &memory, 0, nullptr, 0, nullptr);
  VkBufferCopy header{0, 0, VkDeviceSize{printf::kHeaderWords} * 4};
  vk_.vkCmdCopyBuffer(cb_, slot.buffer, slot.host_buffer, 1, &header);
  host_stages_ |= VK_PIPELINE_STAGE_TRANSFER_BIT;
  host_access_ |= VK_ACCESS_TRANSFER_WRITE_BIT;
}

// Of a submission that has completed and printed: copies the records of its buffer to where the host reads them. False: they cannot be
// read, and what they held is lost.
bool VulkanQueue::fetch_prints(PrintSlot& slot) {
  if (!slot.host_buffer) return true;
  VulkanDevice& d = device_;
  uint32_t* words = slot.words();
  uint32_t used = std::min(words[printf::kCursorWord], slot.room());
  slot.dirty = std::max(used, 1u);
  if (used == 0) return true;
  CommandContext context;
  VkFence fence = VK_NULL_HANDLE;
  auto copy = [&]() -> Status {
    VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CallResult r = HAL_CALL(d.faults, d.vk, vkCreateFence, d.handle, &fence_info, nullptr, &fence);
    if (!r) {
      fence = VK_NULL_HANDLE;
      return Failure<Error>(d.error(r));
    }
    {
      std::lock_guard lock(mutex_);
      auto taken = take_context();
      if (!taken) return Failure<Error>(taken.error());
      context = *taken;
      VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
      begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
      r = HAL_CALL(d.faults, d.vk, vkBeginCommandBuffer, context.buffer, &begin);
      if (!r) return Failure<Error>(d.error(r));
      VkBufferCopy records{VkDeviceSize{printf::kHeaderWords} * 4, VkDeviceSize{printf::kHeaderWords} * 4, VkDeviceSize{used} * 4};
      d.vk.vkCmdCopyBuffer(context.buffer, slot.buffer, slot.host_buffer, 1, &records);
      VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_HOST_READ_BIT};
      d.vk.vkCmdPipelineBarrier(context.buffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0,
                                nullptr, 0, nullptr);
      r = HAL_CALL(d.faults, d.vk, vkEndCommandBuffer, context.buffer);
      if (!r) return Failure<Error>(d.error(r));
      VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
      info.commandBufferCount = 1;
      info.pCommandBuffers = &context.buffer;
      r = HAL_CALL(d.faults, d.vk, vkQueueSubmit, queue_, 1, &info, fence);
      if (!r) return Failure<Error>(d.error(r));
    }
    uint64_t limit = d.desc.timeout_ns ? d.desc.timeout_ns : ~uint64_t{0};
    r = HAL_CALL(d.faults, d.vk, vkWaitForFences, d.handle, 1, &fence, VK_TRUE, limit);
    if (!r) {
      std::lock_guard lock(mutex_);
      d.vk.vkQueueWaitIdle(queue_);  // the wait failed, not the copy: what it uses is free only after it
      return Failure<Error>(d.error(r));
    }
    if (r.result == VK_TIMEOUT) {
      // The GPU still has both; they stay with it.
      context = {};
      fence = VK_NULL_HANDLE;
      d.note_lost(LostReason::Timeout, {}, "the copy of printed messages did not complete");
      return Failure<Error>(d.lost_error());
    }
    return {};
  };
  Status copied = copy();
  if (!copied) {
    words[printf::kCursorWord] = 0;
    d.instance->log(diag::Level::Warning, "the printed messages of a submission could not be read: " + copied.error().call.function + " gives " +
                                              copied.error().call.result);
  }
  if (fence) d.vk.vkDestroyFence(d.handle, fence, nullptr);
  if (context.pool) {
    std::lock_guard lock(mutex_);
    free_contexts_.push_back(context);
  }
  return copied.has_value();
}

// What shaders wrote so far.
std::span<const uint32_t> printed_words(const PrintSlot& slot) {
  const uint32_t* words = slot.words();
  return {words, size_t{printf::kHeaderWords} + std::min(words[printf::kCursorWord], slot.room())};
}

bool nothing_printed(std::span<const uint32_t> words) {
  for (uint32_t i = 0; i < printf::kHeaderWords; ++i)
    if (i != printf::kCapacityWord && words[i] != 0) return false;
  return true;
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

PrintReport read_prints(VulkanDevice& device, std::span<const uint32_t> words, std::vector<PrintCommand> commands,
                        uint64_t serial, bool partial) {
  PrintReport report;
  report.serial = serial;
  report.commands = std::move(commands);
  report.buffer_size = device.prints_native() ? device.instance->layer_print_buffer : uint64_t{words[printf::kCapacityWord]} * 4 + printf::kHeaderWords * 4;
  report.buffer = words;
  {
    std::lock_guard lock(device.sites_mutex);
    report.sites = device.sites;
  }
  report.decoded = printf::decode(report.buffer, report.sites, static_cast<uint32_t>(report.commands.size()));
  report.partial = partial || report.decoded.partial;
  return report;
}

}  // namespace vitrine::hal::vulkan
