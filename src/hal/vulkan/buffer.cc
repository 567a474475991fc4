// Buffers and query sets.
#include <cstring>

#include "hal/vulkan/objects.h"

namespace vitrine::hal::vulkan {
namespace {

VkBufferUsageFlags to_vk(BufferUsages u) {
  // Every buffer can be filled, copied to and from: zeroing, staging and reading back need it.
  VkBufferUsageFlags v = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (u & buffer_usage::kIndex) v |= VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
  if (u & buffer_usage::kVertex) v |= VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
  if (u & buffer_usage::kUniform) v |= VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  if (u & (buffer_usage::kStorage | buffer_usage::kQueryResolve)) v |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  // Indirect arguments are read by a validating dispatch of our own.
  if (u & buffer_usage::kIndirect) v |= VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  return v;
}

}  // namespace

Result<std::unique_ptr<Buffer>> VulkanDevice::create_buffer(const BufferDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto describe = [&] { return "a buffer of " + std::to_string(d.size) + " bytes"; };
  if (d.size > (uint64_t{1} << 62)) return Failure<Error>(Error{ErrorKind::OutOfMemory, {}, describe()});
  if (d.usage & buffer_usage::kIndirect)
    if (Status ok = prepare_indirect(); !ok) return Failure<Error>(ok.error());
  auto b = std::make_unique<VulkanBuffer>(*this, d);
  b->native_size = d.size < 4 ? 4 : (d.size + 3) & ~uint64_t{3};
  if (adapter->max_allocation && b->native_size > adapter->max_allocation)
    return Failure<Error>(Error{ErrorKind::OutOfMemory, {}, describe()});
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = b->native_size;
  info.usage = to_vk(d.usage);
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  CallResult r = HAL_CALL(faults, vk, vkCreateBuffer, handle, &info, nullptr, &b->handle);
  if (!r) {
    b->handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, describe()));
  }
  VkMemoryRequirements needs;
  vk.vkGetBufferMemoryRequirements(handle, b->handle, &needs);
  MemoryUse use = d.usage & buffer_usage::kMapRead    ? MemoryUse::Readback
                  : d.usage & buffer_usage::kMapWrite ? MemoryUse::Upload
                                                      : MemoryUse::Device;
  auto memory = allocator.allocate(needs, use, true);
  if (!memory) {
    Error e = memory.error();
    e.detail = describe();
    return Failure<Error>(std::move(e));
  }
  b->memory = *memory;
  r = HAL_CALL(faults, vk, vkBindBufferMemory, handle, b->handle, b->memory.memory, b->memory.offset);
  if (!r) return Failure<Error>(error(r, describe()));
  if (b->host_pointer()) {
    std::memset(b->memory.host, 0, b->native_size);
    b->initialized = true;
  }
  name(VK_OBJECT_TYPE_BUFFER, b->handle, d.label);
  if (desc.checks_shaders()) b->label = d.label;
  return std::unique_ptr<Buffer>(std::move(b));
}

VulkanBuffer::~VulkanBuffer() {
  if (!handle) return;
  device.vulkan_queue().destroy_later(last_use(), [&d = device, h = handle, m = memory]() mutable {
    d.vk.vkDestroyBuffer(d.handle, h, nullptr);
    d.allocator.free(m);
  });
}

void VulkanDevice::set_label(Buffer& b, std::string_view label) {
  name(VK_OBJECT_TYPE_BUFFER, static_cast<VulkanBuffer&>(b).handle, label);
  if (desc.checks_shaders()) queue_.locked([&] { static_cast<VulkanBuffer&>(b).label = label; });
}

Result<std::unique_ptr<QuerySet>> VulkanDevice::create_query_set(const QuerySetDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto q = std::make_unique<VulkanQuerySet>(*this);
  q->type = d.type;
  q->count = d.count;
  q->written.resize(d.count);
  if (d.type == QueryType::Timestamp && converts_timestamps())
    if (Status ok = prepare_timestamps(); !ok) return Failure<Error>(ok.error());
  if (d.count > 0) {
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = d.type == QueryType::Timestamp ? VK_QUERY_TYPE_TIMESTAMP : VK_QUERY_TYPE_OCCLUSION;
    info.queryCount = d.count;
    CallResult r = HAL_CALL(faults, vk, vkCreateQueryPool, handle, &info, nullptr, &q->pool);
    if (!r) {
      q->pool = VK_NULL_HANDLE;
      return Failure<Error>(error(r, "a query set of " + std::to_string(d.count) + " queries"));
    }
    name(VK_OBJECT_TYPE_QUERY_POOL, q->pool, d.label);
  }
  return std::unique_ptr<QuerySet>(std::move(q));
}

VulkanQuerySet::~VulkanQuerySet() {
  if (!pool) return;
  device.vulkan_queue().destroy_later([&d = device, h = pool] { d.vk.vkDestroyQueryPool(d.handle, h, nullptr); });
}

void VulkanDevice::set_label(QuerySet& q, std::string_view label) {
  auto& set = static_cast<VulkanQuerySet&>(q);
  if (set.pool) name(VK_OBJECT_TYPE_QUERY_POOL, set.pool, label);
}

}  // namespace vitrine::hal::vulkan
