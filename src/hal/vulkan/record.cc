#include "hal/vulkan/record.h"

#include <algorithm>
#include <cstring>

namespace vitrine::hal::vulkan {
namespace {

constexpr Access kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, false};
constexpr Access kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, true};

Access shader_access(InternalUsages usage, VkPipelineStageFlags stages, bool texture) {
  if (usage & internal_usage::kStorage) return {stages, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT, true};
  if ((usage & internal_usage::kConstant) && !texture) return {stages, VK_ACCESS_UNIFORM_READ_BIT, false};
  return {stages, VK_ACCESS_SHADER_READ_BIT, false};
}

}  // namespace

// ---- hazards ----

// Read after write, write after read and write after write, against everything before in the order of the queue. A
// write that was made visible to a reader once stays so.
void Recorder::use_state(AccessState& s, Access a, bool transition) {
  if (!a.write && !transition) {
    bool known = (s.visible_stages & a.stages) == a.stages && (s.visible_access & a.access) == a.access;
    if (s.write_stages && !known) {
      s.visible_stages |= a.stages;
      s.visible_access |= a.access;
      src_stages_ |= s.write_stages;
      src_access_ |= s.write_access;
      dst_stages_ |= s.visible_stages;
      dst_access_ |= s.visible_access;
    }
    s.read_stages |= a.stages;
    return;
  }
  if (s.write_stages | s.read_stages) {
    src_stages_ |= s.write_stages | s.read_stages;
    src_access_ |= s.write_access;
    dst_stages_ |= a.stages;
    dst_access_ |= a.access;
  }
  constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
                                    VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
  s = {};
  s.write_stages = a.stages;
  s.write_access = a.access & kWrites;
  if (!a.write) {  // a change of layout is a write that the barrier itself makes visible
    s.visible_stages = s.read_stages = a.stages;
    s.visible_access = a.access;
  }
}

void Recorder::use(VulkanBuffer& b, Access a) {
  b.used(serial_);
  use_state(b.state, a, false);
  if (a.write && b.memory.host) {
    host_stages_ |= a.stages;
    host_access_ |= b.state.write_access;
  }
}

void Recorder::flush_barriers() {
  if (!dst_stages_ && image_barriers_.empty()) return;
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, src_access_, dst_access_};
  vk_.vkCmdPipelineBarrier(cb_, src_stages_ ? src_stages_ : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT},
                           dst_stages_ ? dst_stages_ : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT}, 0,
                           src_access_ | dst_access_ ? 1 : 0, &memory, 0, nullptr,
                           static_cast<uint32_t>(image_barriers_.size()), image_barriers_.data());
  src_stages_ = dst_stages_ = 0;
  src_access_ = dst_access_ = 0;
  image_barriers_.clear();
}

void Recorder::initialize(VulkanBuffer& b, bool overwritten) {
  if (b.initialized) return;
  b.initialized = true;
  if (overwritten) return;
  use(b, kCopyWrite);
  flush_barriers();
  vk_.vkCmdFillBuffer(cb_, b.handle, 0, VK_WHOLE_SIZE, 0);
}

void Recorder::finish() {
  if (!host_stages_) return;
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, host_access_,
                         VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
  vk_.vkCmdPipelineBarrier(cb_, host_stages_, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

// ---- labels ----

void Recorder::begin_label(std::string_view text) {
  if (!device_.debug_labels) return;
  std::string copy(text);
  VkDebugUtilsLabelEXT label{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
  label.pLabelName = copy.c_str();
  device_.instance->vk.vkCmdBeginDebugUtilsLabelEXT(cb_, &label);
}

void Recorder::end_label() {
  if (device_.debug_labels) device_.instance->vk.vkCmdEndDebugUtilsLabelEXT(cb_);
}

void Recorder::marker(std::string_view text) {
  if (!device_.debug_labels) return;
  std::string copy(text);
  VkDebugUtilsLabelEXT label{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
  label.pLabelName = copy.c_str();
  device_.instance->vk.vkCmdInsertDebugUtilsLabelEXT(cb_, &label);
}

// ---- progress ----

// Passes, and the debug groups and markers outside of render passes: the GPU says when it gets there.
void Recorder::reach(const StreamCursor& c) {
  Progress& progress = flight_.progress;
  if (progress.slice < 0 || progress.points.size() >= ProgressBuffer::kWords) return;
  bool begins = c->op == Op::BeginComputePass || c->op == Op::BeginRenderPass;
  const CommandInfo& info = c.info();
  if (info.pass > stream_->passes().size()) return;
  if (!begins && info.pass > 0 && stream_->passes()[info.pass - 1].kind == PassKind::Render) return;
  Progress::Point point{stream_index_, info.pass, info.group, begins && info.pass > 0, {}};
  if (c->op == Op::InsertDebugMarker) point.marker = payload_text(as<cmd::InsertDebugMarker>(*c));
  vk_.vkCmdFillBuffer(cb_, device_.vulkan_queue().progress_.handle(),
                      device_.vulkan_queue().progress_.offset(progress.slice, progress.points.size()), 4, 1);
  host_stages_ |= VK_PIPELINE_STAGE_TRANSFER_BIT;
  host_access_ |= VK_ACCESS_TRANSFER_WRITE_BIT;
  progress.points.push_back(std::move(point));
}

// ---- copies between buffers ----

void Recorder::copy_to_buffer(VkBuffer from, VkDeviceSize from_offset, VulkanBuffer& to, VkDeviceSize offset,
                              VkDeviceSize size) {
  initialize(to, offset == 0 && size == to.native_size);
  use(to, kCopyWrite);
  flush_barriers();
  VkBufferCopy region{from_offset, offset, size};
  vk_.vkCmdCopyBuffer(cb_, from, to.handle, 1, &region);
}

void Recorder::copy(const cmd::CopyBufferToBuffer& c) {
  if (c.size == 0) return;
  auto& from = static_cast<VulkanBuffer&>(*c.source);
  auto& to = static_cast<VulkanBuffer&>(*c.destination);
  initialize(from);
  initialize(to, c.destination_offset == 0 && c.size == to.native_size);
  use(from, kCopyRead);
  use(to, kCopyWrite);
  flush_barriers();
  VkBufferCopy region{c.source_offset, c.destination_offset, c.size};
  vk_.vkCmdCopyBuffer(cb_, from.handle, to.handle, 1, &region);
}

void Recorder::clear(const cmd::ClearBuffer& c) {
  if (c.size == 0) return;
  auto& b = static_cast<VulkanBuffer&>(*c.buffer);
  bool first = !b.initialized;
  initialize(b);
  if (first) return;  // zeroing it for the first time was the clear
  use(b, kCopyWrite);
  flush_barriers();
  vk_.vkCmdFillBuffer(cb_, b.handle, c.offset, c.size, 0);
}

// ---- queries ----

void Recorder::timestamp(VulkanQuerySet& set, uint32_t index) {
  if (!set.pool) return;
  vk_.vkCmdResetQueryPool(cb_, set.pool, index, 1);
  vk_.vkCmdWriteTimestamp(cb_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, set.pool, index);
  set.written[index] = true;
}

void Recorder::resolve(const cmd::ResolveQuerySet& c) {
  auto& set = static_cast<VulkanQuerySet&>(*c.set);
  auto& to = static_cast<VulkanBuffer&>(*c.destination);
  if (c.count == 0) return;
  initialize(to, c.destination_offset == 0 && uint64_t{c.count} * 8 == to.native_size);
  use(to, kCopyWrite);
  flush_barriers();
  // Runs of queries that were written are copied, the others are zero.
  for (uint32_t i = 0; i < c.count;) {
    bool written = set.written[c.first + i];
    uint32_t n = 1;
    while (i + n < c.count && set.written[c.first + i + n] == written) ++n;
    VkDeviceSize at = c.destination_offset + VkDeviceSize{i} * 8;
    if (written)
      vk_.vkCmdCopyQueryPoolResults(cb_, set.pool, c.first + i, n, to.handle, at, 8,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    else
      vk_.vkCmdFillBuffer(cb_, to.handle, at, VkDeviceSize{n} * 8, 0);
    i += n;
  }
  if (set.type == QueryType::Timestamp && device_.converts_timestamps())
    convert_timestamps(to, c.destination_offset, c.count);
}

// ---- state of a pass ----

void Recorder::begin_pass_state() {
  for (Group& g : groups_) g = {};
  compute_ = nullptr;
  bound_layout_ = VK_NULL_HANDLE;
  bound_pipeline_ = VK_NULL_HANDLE;
  immediates_.fill(std::byte{0});
  immediates_dirty_ = true;
}

void Recorder::set_bind_group(const cmd::SetBindGroup& c) {
  if (c.index >= groups_.size()) return;
  Group& g = groups_[c.index];
  const uint32_t* offsets = payload<uint32_t>(c);
  g.group = static_cast<VulkanBindGroup*>(c.group);
  g.offsets.assign(offsets, offsets + c.offset_count);
  g.dirty = true;
}

void Recorder::set_immediates(const cmd::SetImmediates& c) {
  if (c.offset > immediates_.size() || c.size > immediates_.size() - c.offset) return;
  std::memcpy(immediates_.data() + c.offset, payload<std::byte>(c), c.size);
  immediates_dirty_ = true;
}

// Binds the pipeline, and the groups and immediates that changed since the last draw or dispatch.
void Recorder::bind(VkPipelineBindPoint point, PipelineState& p) {
  if (bound_pipeline_ != p.handle) {
    vk_.vkCmdBindPipeline(cb_, point, p.handle);
    bound_pipeline_ = p.handle;
  }
  LayoutState& layout = *p.layout;
  if (bound_layout_ != layout.handle) {
    for (Group& g : groups_) g.dirty = true;
    bound_layout_ = layout.handle;
    print_set_bound_ = false;
  }
  for (uint32_t i = 0; i < layout.group_count; ++i) {
    Group& g = groups_[i];
    if (!g.dirty || !g.group || !(layout.groups >> i & 1)) continue;
    vk_.vkCmdBindDescriptorSets(cb_, point, layout.handle, i, 1, &g.group->set, static_cast<uint32_t>(g.offsets.size()),
                                g.offsets.data());
    g.dirty = false;
  }
  if (immediates_dirty_ && layout.immediate_size > 0) {
    vk_.vkCmdPushConstants(cb_, layout.handle, kPushConstantStages, 0, kOwnPushConstants, immediates_.data());
    immediates_dirty_ = false;
  }
  if (p.prints) print_command(p, point);
}

PrintCommand Recorder::describe_command(const PipelineState& p) const {
  const CommandInfo& info = stream_->info(command_);
  PrintCommand c;
  c.stream = stream_index_;
  c.command = command_;
  c.stream_label = stream_->label;
  c.pipeline_label = p.label;
  c.call_site = info.call_site;
  if (info.pass > 0 && info.pass <= stream_->passes().size()) {
    const PassInfo& pass = stream_->passes()[info.pass - 1];
    c.pass_label = pass.label;
    c.command_in_pass = stream_->number_in_pass(command_);
  }
  // From the inside out, those of a bundle first.
  auto add_groups = [&](const CommandStream& stream, uint32_t g) {
    for (; g > 0 && g <= stream.groups().size(); g = stream.groups()[g - 1].parent) c.groups.push_back(stream.groups()[g - 1].label);
  };
  if (bundle_) add_groups(*bundle_, bundle_->info(bundle_command_).group);
  add_groups(*stream_, info.group);
  std::reverse(c.groups.begin(), c.groups.end());
  return c;
}

// Gives a draw or dispatch that prints its number, and remembers what the number means.
void Recorder::print_command(PipelineState& p, VkPipelineBindPoint point) {
  if (!flight_.prints) return;
  uint32_t number = static_cast<uint32_t>(flight_.print_commands.size());
  print_stages_ |= point == VK_PIPELINE_BIND_POINT_COMPUTE
                       ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
                       : VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
  if (!p.layout->print_hidden && !print_set_bound_) {
    vk_.vkCmdBindDescriptorSets(cb_, point, p.layout->handle, p.layout->print_set, 1, &flight_.prints->set, 0, nullptr);
    print_set_bound_ = true;
  }
  vk_.vkCmdPushConstants(cb_, p.layout->handle, kPushConstantStages, kOwnPushConstants, sizeof number, &number);
  PrintCommand c = describe_command(p);
  if (device_.desc.checks_shaders())
    for (uint32_t i = 0; i < p.layout->group_count; ++i) {
      if (!groups_[i].group) continue;
      for (const auto& r : groups_[i].group->buffers) c.resources.push_back({i, r.binding, r.buffer->label});
      for (const auto& r : groups_[i].group->textures) c.resources.push_back({i, r.binding, r.view->texture.label});
    }
  flight_.print_commands.push_back(std::move(c));
}

// The usage scope of a dispatch: what its bound groups hold, as far as the pipeline's layout has them.
void Recorder::prepare_dispatch() {
  LayoutState& layout = *compute_->state.layout;
  // Zeroing comes first: it is a copy of its own.
  for (uint32_t i = 0; i < layout.group_count; ++i) {
    if (!groups_[i].group || !(layout.groups >> i & 1)) continue;
    for (auto& r : groups_[i].group->buffers) initialize(*r.buffer);
    for (auto& r : groups_[i].group->textures)
      initialize(r.view->texture, r.view->base_mip, r.view->mip_count, r.view->base_layer, r.view->layer_count);
  }
  for (uint32_t i = 0; i < layout.group_count; ++i) {
    if (!groups_[i].group || !(layout.groups >> i & 1)) continue;
    for (auto& r : groups_[i].group->buffers)
      if (r.stages & shader_stage::kCompute)
        use(*r.buffer, shader_access(r.usage, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, false));
    for (auto& r : groups_[i].group->textures)
      use(r.view->texture, r.view->base_mip, r.view->mip_count, r.view->base_layer, r.view->layer_count, r.layout,
          shader_access(r.usage, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, true));
  }
}

std::string_view Recorder::pass_label(const CommandInfo& info, std::string_view otherwise) const {
  if (info.pass == 0 || info.pass > stream_->passes().size()) return otherwise;
  const std::string& label = stream_->passes()[info.pass - 1].label;
  return label.empty() ? otherwise : std::string_view(label);
}

// ---- the switch ----

void Recorder::run(const CommandStream& stream, uint32_t stream_index) {
  stream_ = &stream;
  stream_index_ = stream_index;
  if (!stream.label.empty()) begin_label(stream.label);
  for (StreamCursor c(stream); c; c.next()) {
    command_ = c.index();
    switch (c->op) {
      case Op::CopyBufferToBuffer: copy(as<cmd::CopyBufferToBuffer>(*c)); break;
      case Op::CopyBufferToTexture: copy(as<cmd::CopyBufferToTexture>(*c)); break;
      case Op::CopyTextureToBuffer: copy(as<cmd::CopyTextureToBuffer>(*c)); break;
      case Op::CopyTextureToTexture: copy(as<cmd::CopyTextureToTexture>(*c)); break;
      case Op::ClearBuffer: clear(as<cmd::ClearBuffer>(*c)); break;
      case Op::ResolveQuerySet: resolve(as<cmd::ResolveQuerySet>(*c)); break;
      case Op::WriteTimestamp: {
        const auto& k = as<cmd::WriteTimestamp>(*c);
        timestamp(static_cast<VulkanQuerySet&>(*k.set), k.index);
        break;
      }
      case Op::BeginComputePass: {
        const auto& k = as<cmd::BeginComputePass>(*c);
        const CommandInfo& info = c.info();
        reach(c);
        begin_label(pass_label(info, "compute pass"));
        begin_pass_state();
        pass_timestamps_ = k.timestamps;
        if (k.timestamps.set && k.timestamps.beginning != kAll)
          timestamp(static_cast<VulkanQuerySet&>(*k.timestamps.set), k.timestamps.beginning);
        break;
      }
      case Op::EndComputePass:
        if (pass_timestamps_.set && pass_timestamps_.end != kAll)
          timestamp(static_cast<VulkanQuerySet&>(*pass_timestamps_.set), pass_timestamps_.end);
        end_label();
        break;
      case Op::PushDebugGroup: begin_label(payload_text(as<cmd::PushDebugGroup>(*c))); break;
      case Op::PopDebugGroup: end_label(); break;
      case Op::InsertDebugMarker:
        reach(c);
        marker(payload_text(as<cmd::InsertDebugMarker>(*c)));
        break;
      case Op::SetBindGroup: set_bind_group(as<cmd::SetBindGroup>(*c)); break;
      case Op::SetImmediates: set_immediates(as<cmd::SetImmediates>(*c)); break;
      case Op::SetComputePipeline:
        compute_ = static_cast<VulkanComputePipeline*>(as<cmd::SetComputePipeline>(*c).pipeline);
        break;
      case Op::Dispatch: {
        const auto& k = as<cmd::Dispatch>(*c);
        if (!compute_) break;
        prepare_dispatch();
        flush_barriers();
        bind(VK_PIPELINE_BIND_POINT_COMPUTE, compute_->state);
        if (k.x && k.y && k.z) vk_.vkCmdDispatch(cb_, k.x, k.y, k.z);
        break;
      }
      case Op::DispatchIndirect: {
        if (compute_) dispatch_indirect(as<cmd::DispatchIndirect>(*c));
        break;
      }
      default:
        if (c->op == Op::BeginRenderPass) reach(c);
        run_render(c);
        break;
    }
  }
  if (!stream.label.empty()) end_label();
  stream_ = nullptr;
}

}  // namespace vitrine::hal::vulkan
