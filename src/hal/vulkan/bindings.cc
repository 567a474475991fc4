// Bind group layouts, bind groups and pipeline layouts.
#include <algorithm>
#include <map>

#include "hal/vulkan/objects.h"
#include "hal/vulkan/texture.h"

namespace vitrine::hal::vulkan {
namespace {

VkDescriptorType to_vk(const BindGroupLayoutEntry& e) {
  switch (e.type) {
    case BindingType::UniformBuffer:
      return e.has_dynamic_offset ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case BindingType::StorageBuffer:
    case BindingType::ReadOnlyStorageBuffer:
      return e.has_dynamic_offset ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case BindingType::Sampler:
      return VK_DESCRIPTOR_TYPE_SAMPLER;
    case BindingType::SampledTexture:
      return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case BindingType::StorageTexture:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  }
  return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

InternalUsages usage_of(const BindGroupLayoutEntry& e) {
  switch (e.type) {
    case BindingType::UniformBuffer:
    case BindingType::SampledTexture:
      return internal_usage::kConstant;
    case BindingType::ReadOnlyStorageBuffer:
      return internal_usage::kStorageRead;
    case BindingType::StorageTexture:
      return e.access == StorageTextureAccess::ReadOnly ? internal_usage::kStorageRead : internal_usage::kStorage;
    default:
      return internal_usage::kStorage;
  }
}

const BindGroupLayoutEntry* find(const std::vector<BindGroupLayoutEntry>& entries, uint32_t binding) {
  auto it = std::lower_bound(entries.begin(), entries.end(), binding,
                             [](const BindGroupLayoutEntry& e, uint32_t b) { return e.binding < b; });
  return it != entries.end() && it->binding == binding ? &*it : nullptr;
}

}  // namespace

Result<std::unique_ptr<BindGroupLayout>> VulkanDevice::create_bind_group_layout(const BindGroupLayoutDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto layout = std::make_unique<VulkanBindGroupLayout>();
  layout->set = std::make_shared<SetLayout>(*this);
  SetLayout& set = *layout->set;
  set.entries.assign(d.entries.begin(), d.entries.end());
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::map<VkDescriptorType, uint32_t> counts;
  for (const BindGroupLayoutEntry& e : d.entries) {
    VkDescriptorType type = to_vk(e);
    bindings.push_back({e.binding, type, e.count, to_vk_stages(e.visibility), nullptr});
    counts[type] += e.count;
    if (e.has_dynamic_offset) ++set.dynamic_count;
  }
  if (hides_print_binding() && !d.entries.empty()) {
    set.hidden_binding = d.entries.back().binding + 1;
    bindings.push_back({set.hidden_binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, print_stages(), nullptr});
    ++counts[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER];
  }
  for (auto [type, count] : counts) set.sizes.push_back({type, count});
  VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  CallResult r = HAL_CALL(faults, vk, vkCreateDescriptorSetLayout, handle, &info, nullptr, &set.handle);
  if (!r) {
    set.handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a bind group layout"));
  }
  name(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, set.handle, d.label);
  return std::unique_ptr<BindGroupLayout>(std::move(layout));
}

SetLayout::~SetLayout() {
  if (!handle || !device.handle) return;  // a device that was abandoned keeps everything
  // Every group has given its set back, so no submission uses the pools.
  for (VkDescriptorPool p : pools_) device.vk.vkDestroyDescriptorPool(device.handle, p, nullptr);
  device.vk.vkDestroyDescriptorSetLayout(device.handle, handle, nullptr);
}

Result<VkDescriptorSet> SetLayout::take() {
  std::lock_guard lock(mutex_);
  if (free_.empty()) {
    uint32_t n = next_count_;
    std::vector<VkDescriptorPoolSize> all = sizes;
    for (VkDescriptorPoolSize& s : all) s.descriptorCount *= n;
    // A pool may not be empty of everything.
    if (all.empty()) all.push_back({VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1});
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = n;
    info.poolSizeCount = static_cast<uint32_t>(all.size());
    info.pPoolSizes = all.data();
    VkDescriptorPool pool;
    CallResult r = HAL_CALL(device.faults, device.vk, vkCreateDescriptorPool, device.handle, &info, nullptr, &pool);
    if (!r) return Failure<Error>(device.error(r, "a bind group"));
    std::vector<VkDescriptorSetLayout> layouts(n, handle);
    std::vector<VkDescriptorSet> sets(n);
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = n;
    allocate.pSetLayouts = layouts.data();
    r = HAL_CALL(device.faults, device.vk, vkAllocateDescriptorSets, device.handle, &allocate, sets.data());
    if (!r) {
      device.vk.vkDestroyDescriptorPool(device.handle, pool, nullptr);
      return Failure<Error>(device.error(r, "a bind group"));
    }
    pools_.push_back(pool);
    free_ = std::move(sets);
    next_count_ = std::min(n * 4, 256u);
  }
  VkDescriptorSet set = free_.back();
  free_.pop_back();
  return set;
}

void SetLayout::give(VkDescriptorSet set) {
  std::lock_guard lock(mutex_);
  free_.push_back(set);
}

void VulkanDevice::set_label(BindGroupLayout& l, std::string_view label) {
  name(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, static_cast<VulkanBindGroupLayout&>(l).set->handle, label);
}

Result<std::unique_ptr<BindGroup>> VulkanDevice::create_bind_group(const BindGroupDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto group = std::make_unique<VulkanBindGroup>();
  group->layout = static_cast<VulkanBindGroupLayout*>(d.layout)->set;
  auto set = group->layout->take();
  if (!set) return Failure<Error>(set.error());
  group->set = *set;
  std::vector<VkWriteDescriptorSet> writes;
  std::vector<VkDescriptorBufferInfo> buffers(d.entries.size());
  std::vector<VkDescriptorImageInfo> images(d.entries.size());
  for (size_t i = 0; i < d.entries.size(); ++i) {
    const BindGroupEntry& e = d.entries[i];
    const BindGroupLayoutEntry* l = find(group->layout->entries, e.binding);
    if (!l) return Failure<Error>(Error{ErrorKind::Internal, {}, "a bind group entry that its layout has not"});
    VkWriteDescriptorSet w{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    w.dstSet = group->set;
    w.dstBinding = e.binding;
    w.dstArrayElement = e.array_index;
    w.descriptorCount = 1;
    w.descriptorType = to_vk(*l);
    if (e.buffer) {
      auto* b = static_cast<VulkanBuffer*>(e.buffer);
      buffers[i] = {b->handle, e.offset, e.size};
      w.pBufferInfo = &buffers[i];
      group->buffers.push_back({b, usage_of(*l), l->visibility, e.binding});
    } else if (e.sampler) {
      images[i].sampler = static_cast<VulkanSampler*>(e.sampler)->handle;
      w.pImageInfo = &images[i];
    } else {
      auto* v = static_cast<VulkanTextureView*>(e.view);
      images[i].imageView = v->handle;
      images[i].imageLayout = v->texture.bound_layout();
      w.pImageInfo = &images[i];
      group->textures.push_back({v, usage_of(*l), l->visibility, images[i].imageLayout, e.binding});
    }
    writes.push_back(w);
  }
  VkDescriptorBufferInfo hidden{hidden_print_buffer, 0, VK_WHOLE_SIZE};
  if (group->layout->hidden_binding != kAll) {
    VkWriteDescriptorSet w{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    w.dstSet = group->set;
    w.dstBinding = group->layout->hidden_binding;
    w.descriptorCount = 1;
    w.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    w.pBufferInfo = &hidden;
    writes.push_back(w);
  }
  if (!writes.empty()) vk.vkUpdateDescriptorSets(handle, static_cast<uint32_t>(writes.size()), writes.data(), 0, nullptr);
  name(VK_OBJECT_TYPE_DESCRIPTOR_SET, group->set, d.label);
  return std::unique_ptr<BindGroup>(std::move(group));
}

VulkanBindGroup::~VulkanBindGroup() {
  if (!set) return;
  layout->device.vulkan_queue().destroy_later([l = layout, s = set] { l->give(s); });
}

void VulkanDevice::set_label(BindGroup& g, std::string_view label) {
  name(VK_OBJECT_TYPE_DESCRIPTOR_SET, static_cast<VulkanBindGroup&>(g).set, label);
}

Result<std::unique_ptr<PipelineLayout>> VulkanDevice::create_pipeline_layout(const PipelineLayoutDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto layout = std::make_unique<VulkanPipelineLayout>();
  layout->state = std::make_shared<LayoutState>(*this);
  std::vector<VkDescriptorSetLayout> sets;
  for (BindGroupLayout* g : d.groups)
    sets.push_back(g ? static_cast<VulkanBindGroupLayout*>(g)->set->handle : empty_set_layout);
  layout->state->group_count = static_cast<uint32_t>(sets.size());
  for (size_t i = 0; i < d.groups.size(); ++i)
    if (d.groups[i] && !static_cast<VulkanBindGroupLayout*>(d.groups[i])->set->entries.empty())
      layout->state->groups |= 1u << i;
  layout->state->immediate_size = d.immediate_size;
  LayoutState& s = *layout->state;
  if (hides_print_binding()) {
    // A set that the layout leaves free, else the hidden binding of the first group.
    uint32_t free = 0;
    while (free < sets.size() && d.groups[free] && !static_cast<VulkanBindGroupLayout*>(d.groups[free])->set->entries.empty())
      ++free;
    s.print_set = free;
    if (free >= adapter->props.limits.maxBoundDescriptorSets) {
      s.print_set = 0;
      s.print_binding = static_cast<VulkanBindGroupLayout*>(d.groups[0])->set->hidden_binding;
      s.print_hidden = true;
    } else {
      if (free == sets.size()) sets.push_back(VK_NULL_HANDLE);
      sets[free] = print_set_layout;
    }
  } else if (prints_native() && adapter->props.limits.maxBoundDescriptorSets <= adapter->limits.max_bind_groups + 1) {
    // The layer takes the last set that the driver has; the buffer has a free one before that.
    uint32_t last = adapter->props.limits.maxBoundDescriptorSets - 1, free = 0;
    while (free < sets.size() && d.groups[free] && !static_cast<VulkanBindGroupLayout*>(d.groups[free])->set->entries.empty())
      ++free;
    s.no_native_prints = sets.size() > last || (print_set_layout && free >= last);
    if (!s.no_native_prints && print_set_layout) {
      s.print_set = free;
      if (free == sets.size()) sets.push_back(VK_NULL_HANDLE);
      sets[free] = print_set_layout;
    }
  } else if (print_set_layout) {
    s.print_set = adapter->limits.max_bind_groups;
    sets.resize(s.print_set, empty_set_layout);
    sets.push_back(print_set_layout);
  }
  VkPushConstantRange range{kPushConstantStages, 0, kPushConstantBytes};
  VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = static_cast<uint32_t>(sets.size());
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  CallResult r = HAL_CALL(faults, vk, vkCreatePipelineLayout, handle, &info, nullptr, &layout->state->handle);
  if (!r) {
    layout->state->handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a pipeline layout"));
  }
  name(VK_OBJECT_TYPE_PIPELINE_LAYOUT, layout->state->handle, d.label);
  return std::unique_ptr<PipelineLayout>(std::move(layout));
}

LayoutState::~LayoutState() {
  if (handle && device.handle) device.vk.vkDestroyPipelineLayout(device.handle, handle, nullptr);
}

void VulkanDevice::set_label(PipelineLayout& l, std::string_view label) {
  name(VK_OBJECT_TYPE_PIPELINE_LAYOUT, static_cast<VulkanPipelineLayout&>(l).state->handle, label);
}

}  // namespace vitrine::hal::vulkan
