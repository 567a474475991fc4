// Indirect arguments are the GPU's own: they are checked there, before the draw or dispatch reads them. Arguments that the
// specification makes a draw of nothing are replaced by zeros.
// https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-dispatchworkgroupsindirect
#include <algorithm>

#include "hal/vulkan/record.h"
#include "ir/text.h"

namespace vitrine::hal::vulkan {
namespace {

// words: 3 of a dispatch, 4 of a draw, 5 of an indexed draw. limit: the most workgroups in a dimension, or the number of
// indexes in the bound range. extra: of a draw, whether its first instance may be other than 0; of a dispatch, how many
// workgroups the shader can number, or 0: it numbers none. base: added to the first index.
constexpr std::string_view kModule =
    R"(struct Push { source: u32, destination: u32, words: u32, limit: u32, extra: u32, base: u32 }
var @source: ptr<storage, array<u32>, read> @group(0) @binding(0)
var @destination: ptr<storage, array<u32>, read_write> @group(0) @binding(1)
var @push: ptr<immediate, Push, read>

fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<immediate, u32, read> = access @push, 0u
  %1: u32 = load %0
  %2: ptr<immediate, u32, read> = access @push, 1u
  %3: u32 = load %2
  %4: ptr<immediate, u32, read> = access @push, 2u
  %5: u32 = load %4
  %6: ptr<immediate, u32, read> = access @push, 3u
  %7: u32 = load %6
  %8: ptr<immediate, u32, read> = access @push, 4u
  %9: u32 = load %8
  %10: ptr<storage, u32, read> = access @source, %1
  %11: u32 = load %10
  %12: u32 = add %1, 1u
  %13: ptr<storage, u32, read> = access @source, %12
  %14: u32 = load %13
  %15: u32 = add %1, 2u
  %16: ptr<storage, u32, read> = access @source, %15
  %17: u32 = load %16
  %18: u32 = add %1, 3u
  %19: ptr<storage, u32, read> = access @source, %18
  %20: u32 = load %19
  %21: u32 = add %1, 4u
  %22: ptr<storage, u32, read> = access @source, %21
  %23: u32 = load %22
  %24: ptr<function, u32, read_write> = var 1u
  %25: bool = equal %5, 3u
  if %25 {
    %26: u32 = max(%11, %14)
    %27: u32 = max(%26, %17)
    %28: bool = greater %27, %7
    if %28 {
      store %24, 0u
    }
    %54: bool = not_equal %9, 0u
    if %54 {
      %55: u32 = max(%11, 1u)
      %56: u32 = max(%14, 1u)
      %57: u32 = divide %9, %55
      %58: u32 = divide %57, %56
      %59: bool = greater %17, %58
      if %59 {
        store %24, 0u
      }
    }
  } else {
    %29: bool = equal %5, 5u
    %30: u32 = select(%20, %23, %29)
    %31: bool = not_equal %30, 0u
    %32: bool = equal %9, 0u
    if %31 {
      if %32 {
        store %24, 0u
      }
    }
    if %29 {
      %33: bool = greater %17, %7
      if %33 {
        store %24, 0u
      } else {
        %34: u32 = subtract %7, %17
        %35: bool = greater %11, %34
        if %35 {
          store %24, 0u
        }
      }
    }
  }
  %36: u32 = load %24
  %37: u32 = multiply %11, %36
  %38: ptr<storage, u32, read_write> = access @destination, %3
  store %38, %37
  %39: u32 = multiply %14, %36
  %40: u32 = add %3, 1u
  %41: ptr<storage, u32, read_write> = access @destination, %40
  store %41, %39
  %51: ptr<immediate, u32, read> = access @push, 5u
  %52: u32 = load %51
  %53: u32 = add %17, %52
  %42: u32 = multiply %53, %36
  %43: u32 = add %3, 2u
  %44: ptr<storage, u32, read_write> = access @destination, %43
  store %44, %42
  %45: u32 = multiply %20, %36
  %46: u32 = add %3, 3u
  %47: ptr<storage, u32, read_write> = access @destination, %46
  store %47, %45
  %48: u32 = multiply %23, %36
  %49: u32 = add %3, 4u
  %50: ptr<storage, u32, read_write> = access @destination, %49
  store %50, %48
  return
}
)";

constexpr VkDeviceSize kEntryBytes = 32;
// Each entry is bound by itself, so one check does not wait for the draw that reads another's result.
VkDeviceSize entry_stride(VulkanDevice& d) {
  return std::max<VkDeviceSize>(kEntryBytes, d.adapter->props.limits.minStorageBufferOffsetAlignment);
}
constexpr VkDeviceSize kScratchBytes = VkDeviceSize{64} << 10;
constexpr VkDeviceSize kWindowBytes = VkDeviceSize{64} << 10;
constexpr Access kCheckRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, false};

bool is_indirect(Op op) {
  return op == Op::DispatchIndirect || op == Op::DrawIndirect || op == Op::DrawIndexedIndirect;
}

}  // namespace

// Made with the first buffer that may hold indirect arguments.
Status VulkanDevice::prepare_indirect() {
  std::lock_guard lock(indirect_mutex_);
  if (indirect) return {};
  auto module = ir::parse_text(kModule);
  if (!module) return Failure<Error>(Error{ErrorKind::Internal, {}, "the check of indirect arguments: " + module.error().message});
  auto check = std::make_unique<OwnPipeline>();
  BindGroupLayoutEntry entries[] = {
      {.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::ReadOnlyStorageBuffer},
      {.binding = 1, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer}};
  auto group = create_bind_group_layout({"indirect arguments", entries});
  if (!group) return Failure<Error>(group.error());
  check->group = std::move(*group);
  BindGroupLayout* groups[] = {check->group.get()};
  auto layout = create_pipeline_layout({"indirect arguments", groups, 24});
  if (!layout) return Failure<Error>(layout.error());
  check->layout = std::move(*layout);
  static_cast<VulkanPipelineLayout&>(*check->layout).state->own = true;
  auto pipeline = create_compute_pipeline({"check of indirect arguments", check->layout.get(),
                                           {std::make_shared<const ir::Module>(std::move(*module)), "main"}});
  if (!pipeline) return Failure<Error>(pipeline.error());
  check->pipeline = std::move(*pipeline);
  indirect = std::move(check);
  indirect_ready.store(true, std::memory_order_release);
  return {};
}

uint32_t count_indirect(const CommandStream& stream) {
  uint32_t n = 0;
  for (StreamCursor c(stream); c; c.next()) {
    if (is_indirect(c->op)) ++n;
    if (c->op == Op::ExecuteBundle) n += count_indirect(*as<cmd::ExecuteBundle>(*c).bundle);
  }
  return n;
}

// Room for the checked arguments of `count` commands, and a descriptor set for each.
Status take_indirect(VulkanDevice& d, uint32_t count, IndirectScratch* s) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = std::max(kScratchBytes, count * entry_stride(d));
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateBuffer, d.handle, &info, nullptr, &s->buffer);
  if (!r) {
    s->buffer = VK_NULL_HANDLE;
    return Failure<Error>(d.error(r, "indirect arguments"));
  }
  VkMemoryRequirements needs;
  d.vk.vkGetBufferMemoryRequirements(d.handle, s->buffer, &needs);
  auto memory = d.allocator.allocate(needs, MemoryUse::Device, true);
  if (!memory) return Failure<Error>(memory.error());
  s->memory = *memory;
  r = HAL_CALL(d.faults, d.vk, vkBindBufferMemory, d.handle, s->buffer, s->memory.memory, s->memory.offset);
  if (!r) return Failure<Error>(d.error(r, "indirect arguments"));
  SetLayout& sets = *static_cast<VulkanBindGroupLayout&>(*d.indirect->group).set;
  for (uint32_t i = 0; i < count; ++i) {
    auto set = sets.take();
    if (!set) return Failure<Error>(set.error());
    s->sets.push_back(*set);
  }
  return {};
}

void give_indirect(VulkanDevice& d, IndirectScratch& s) {
  for (VkDescriptorSet set : s.sets) static_cast<VulkanBindGroupLayout&>(*d.indirect->group).set->give(set);
  if (s.buffer) d.vk.vkDestroyBuffer(d.handle, s.buffer, nullptr);
  d.allocator.free(s.memory);
  s = {};
}

// Records the check of one command and yields where its arguments are then, in the scratch buffer. The caller has made
// the arguments readable, and makes the result visible afterwards.
VkDeviceSize Recorder::check_indirect(VulkanBuffer& b, uint64_t offset, uint32_t words, uint32_t limit, uint32_t extra,
                                      uint32_t base_index) {
  IndirectScratch& scratch = flight_.indirect;
  if (scratch.next >= scratch.sets.size()) return 0;  // counted before: cannot be
  VkDescriptorSet set = scratch.sets[scratch.next];
  VkDeviceSize at = scratch.next * entry_stride(device_);
  ++scratch.next;
  VkDeviceSize align = std::max<VkDeviceSize>(device_.adapter->props.limits.minStorageBufferOffsetAlignment, 4);
  VkDeviceSize base = offset / align * align;
  VkDescriptorBufferInfo infos[] = {{b.handle, base, std::min(b.native_size - base, kWindowBytes)},
                                    {scratch.buffer, at, kEntryBytes}};
  VkWriteDescriptorSet writes[2] = {};
  for (uint32_t i = 0; i < 2; ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstBinding = i;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = &infos[i];
  }
  vk_.vkUpdateDescriptorSets(device_.handle, 2, writes, 0, nullptr);
  PipelineState& p = static_cast<VulkanComputePipeline&>(*device_.indirect->pipeline).state;
  uint32_t push[] = {static_cast<uint32_t>((offset - base) / 4), 0, words, limit, extra, base_index};
  vk_.vkCmdBindPipeline(cb_, VK_PIPELINE_BIND_POINT_COMPUTE, p.handle);
  vk_.vkCmdBindDescriptorSets(cb_, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout->handle, 0, 1, &set, 0, nullptr);
  vk_.vkCmdPushConstants(cb_, p.layout->handle, kPushConstantStages, 0, sizeof push, push);
  vk_.vkCmdDispatch(cb_, 1, 1, 1);
  // What the program had bound is gone.
  bound_pipeline_ = VK_NULL_HANDLE;
  bound_layout_ = VK_NULL_HANDLE;
  immediates_dirty_ = true;
  src_stages_ |= VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  src_access_ |= VK_ACCESS_SHADER_WRITE_BIT;
  dst_stages_ |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
  dst_access_ |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  return at;
}

void Recorder::dispatch_indirect(const cmd::DispatchIndirect& c) {
  auto& b = static_cast<VulkanBuffer&>(*c.buffer);
  initialize(b);
  use(b, kCheckRead);
  flush_barriers();
  uint32_t countable = c.numbered ? 0xFFFFFFFF / c.numbered : 0;
  VkDeviceSize at =
      check_indirect(b, c.offset, 3, device_.desc.limits.max_compute_workgroups_per_dimension, countable, 0);
  prepare_dispatch();
  flush_barriers();
  bind(VK_PIPELINE_BIND_POINT_COMPUTE, compute_->state);
  vk_.vkCmdDispatchIndirect(cb_, flight_.indirect.buffer, at);
}

// Checks every indirect draw of a pass before it begins: nothing in the pass can write its arguments.
void Recorder::check_indirect_draws(StreamCursor pass) {
  checked_.clear();
  next_checked_ = 0;
  struct Draw {
    VulkanBuffer* buffer;
    uint64_t offset;
    uint32_t words, limit, base;
  };
  std::vector<Draw> draws;
  auto walk = [&](auto& self, StreamCursor c, bool bundle) -> void {
    uint32_t indexes = 0, base = 0;
    for (; c && c->op != Op::EndRenderPass; c.next()) {
      if (c->op == Op::SetIndexBuffer) {
        const auto& k = as<cmd::SetIndexBuffer>(*c);
        uint64_t n = k.size / (k.format == IndexFormat::Uint32 ? 4 : 2);
        indexes = static_cast<uint32_t>(std::min<uint64_t>(n, 0xFFFFFFFF));
        base = index_base(k);
      } else if (c->op == Op::DrawIndirect) {
        const auto& k = as<cmd::DrawIndirect>(*c);
        draws.push_back({static_cast<VulkanBuffer*>(k.buffer), k.offset, 4, 0, 0});
      } else if (c->op == Op::DrawIndexedIndirect) {
        const auto& k = as<cmd::DrawIndexedIndirect>(*c);
        draws.push_back({static_cast<VulkanBuffer*>(k.buffer), k.offset, 5, indexes, base});
      } else if (c->op == Op::ExecuteBundle && !bundle) {
        self(self, StreamCursor(*as<cmd::ExecuteBundle>(*c).bundle), true);
        indexes = base = 0;
      }
    }
  };
  pass.next();
  walk(walk, pass, false);
  if (draws.empty()) return;
  for (const Draw& d : draws) {
    initialize(*d.buffer);
    use(*d.buffer, kCheckRead);
  }
  flush_barriers();
  uint32_t first_instance = device_.desc.features.has(Feature::IndirectFirstInstance) ? 1 : 0;
  for (const Draw& d : draws)
    checked_.push_back(check_indirect(*d.buffer, d.offset, d.words, d.limit, first_instance, d.base));
}

}  // namespace vitrine::hal::vulkan
