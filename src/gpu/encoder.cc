#include "gpu/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/instance.h"

namespace vitrine::gpu {

using diag::Path;
using diag::Text;
namespace usage = hal::internal_usage;

EncoderBase::EncoderBase(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording)
    : DeviceObject(device, kind, label),
      recording_(std::move(recording)),
      sites_(!device.instance().call_site_source() ? device.instance().options().native_call_sites ? Sites::Native : Sites::None
             : device.instance().options().full_call_sites                                        ? Sites::Provided
                                                                                                  : Sites::None) {}

EncoderBase::~EncoderBase() = default;

RULE(encoder_ended, Validation, "Validate the encoder state", "", "{0} has ended, and takes no more commands",
     diag::ObjectRef);
RULE(encoder_locked, Validation, "Validate the encoder state", "", "{0} is locked: {1} has not ended", diag::ObjectRef,
     diag::ObjectRef);

bool EncoderBase::refuse_command() {
  if (state_ == EncoderState::Locked) {
    if (usable()) invalidate(encoder_locked(ref(), locked_by()).help("end the pass first"));
  } else if (!device().lost()) {
    ended_error_ = device().raise(
        encoder_ended(ref()).help(kind() == ObjectKind::CommandEncoder ? "encode with a new command encoder: finish() ends one"
                                                                       : "begin a new one: end() or finish() ends it"));
  }
  return false;
}

void EncoderBase::add_outer_groups(diag::Diagnostic& d) const {
  std::vector<const std::string*> labels;
  std::span<const hal::DebugGroup> all = recording_->stream.groups();
  for (uint32_t g = outer_group_; g > 0 && g <= all.size(); g = all[g - 1].parent) labels.push_back(&all[g - 1].label);
  for (size_t i = labels.size(); i > 0; --i) std::move(d).within({diag::ContextKind::DebugGroup, *labels[i - 1]});
}

void EncoderBase::add_context(diag::Diagnostic& d) const {
  for (const Group& g : groups_) std::move(d).within({diag::ContextKind::DebugGroup, label_of(g)});
  std::string text = ApiCall::current() ? ApiCall::current()->text() : "command";
  std::move(d).within({diag::ContextKind::Command, std::move(text), command_});
}

void EncoderBase::invalidate(diag::Diagnostic d) {
  if (!usable()) return;
  add_context(d);
  if (d.cause()) {
    std::string name(ApiCall::current() ? ApiCall::current()->name() : "a command");
    std::move(d).about({fmt::format("{}, command {}{}", name, command_, of_pass()), {}, 0, {}});
    std::move(d).about(encoder_ref());
  }
  diag::DiagnosticPtr reason = Device::attributed(std::move(d));
  fail(std::move(reason));
}

void EncoderBase::invalidate(diag::Requirements& unmet) { invalidate(unmet.take()); }

void EncoderBase::invalidate(diag::DiagnosticPtr reason) { fail(std::move(reason)); }

// ---- debug groups ----

RULE(debug_group_pop_without_push, Validation, "GPUDebugCommandsMixin.popDebugGroup", "fef2b314",
     "{0} has no open debug group to pop", diag::ObjectRef);
RULE(debug_group_not_popped, Validation, "GPUDebugCommandsMixin", "f8f1ab28 a2105c0a d26f2d7d d7cda701",
     "the debug group {0} of {1} is still open at its end{2}", diag::Label, diag::ObjectRef, Text);

void EncoderBase::push_debug_group(std::string_view label) {
  if (!begin_command()) return;
  append(hal::cmd::PushDebugGroup{.length = label.size()}, std::as_bytes(std::span(label.data(), label.size())));
  uint32_t parent = groups_.empty() ? outer_group_ : groups_.back().id;
  uint32_t id = recording_->stream.add_group(parent, label);
  groups_.push_back({id, current_call_token(CallSiteMoment::Command)});
  had_group_ = true;
}

void EncoderBase::lint_ended_pass() const {
  constexpr uint64_t kEndAlone = 1;
  Linter* l = instance().linter();
  if (l && command_ > kEndAlone) l->pass_ended(*this, had_group_ || outer_group_ != 0);
}

void EncoderBase::pop_debug_group() {
  if (!begin_command()) return;
  if (groups_.empty()) {
    invalidate(debug_group_pop_without_push(ref()).help("push one first, or take the surplus pop away"));
    return;
  }
  append(hal::cmd::PopDebugGroup{});
  groups_.pop_back();
}

void EncoderBase::insert_debug_marker(std::string_view label) {
  if (!begin_command()) return;
  append(hal::cmd::InsertDebugMarker{.length = label.size()}, std::as_bytes(std::span(label.data(), label.size())));
}

void EncoderBase::check_groups_closed(diag::Requirements& unmet) const {
  if (groups_.empty()) return;
  const Group& g = groups_.back();
  std::string more = groups_.size() > 1 ? fmt::format(", and {} around it", groups_.size() - 1) : std::string();
  unmet.fail(debug_group_not_popped(diag::Label{label_of(g)}, ref(), Text{more})
                 .note(ref(), "pushed here", instance().call_site(g.site))
                 .help("call popDebugGroup once for each push"));
}

// ---- bind groups ----

BindingEncoder::BindingEncoder(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording)
    : EncoderBase(device, kind, label, std::move(recording)), slots_(device.limits().max_bind_groups) {}

BindingEncoder::~BindingEncoder() = default;

RULE(bind_group_index_too_large, Validation, "GPUBindingCommandsMixin.setBindGroup", "b6b35c4f",
     "the index is {0}, and maxBindGroups of this device is {1}", uint64_t, uint64_t);
RULE(dynamic_offset_count, Validation, "GPUBindingCommandsMixin.setBindGroup", "12695bf1",
     "{0} dynamic offsets are given, and {1} takes {2}", uint64_t, diag::ObjectRef, uint64_t);
RULE(dynamic_offset_unaligned, Validation, "GPUBindingCommandsMixin.setBindGroup", "adee1dce 3b7e31ba",
     "the dynamic offset {0} of binding {1} is not a multiple of {2}, {3} on this device", uint64_t, uint64_t,
     diag::Name, uint64_t);
RULE(dynamic_offset_out_of_range, Validation, "GPUBindingCommandsMixin.setBindGroup", "77843675",
     "the dynamic offset {0} moves the {1} bytes of binding {2} to {3}, after the {4} bytes of {5}", uint64_t, uint64_t,
     uint64_t, uint64_t, uint64_t, diag::ObjectRef);

void BindingEncoder::set_bind_group(uint32_t index, BindGroup* group, std::span<const uint32_t> offsets) {
  if (!begin_command()) return;
  const Limits& limits = device().limits();
  diag::Requirements unmet = begin_requirements();
  Path index_path("index"), group_path("bindGroup"), offsets_path("dynamicOffsets");
  REQUIRE(unmet, index < limits.max_bind_groups,
          with_limit_help(device(), "maxBindGroups", uint64_t{index} + 1,
                          bind_group_index_too_large(index, limits.max_bind_groups).at(index_path)));
  if (group && check_usable_with(device(), group, "the bind group", group_path, unmet)) {
    const BindGroupLayout& layout = group->layout();
    if (REQUIRE(unmet, offsets.size() == layout.dynamic_offset_count(),
                with_creation(
                    dynamic_offset_count(offsets.size(), group->ref(), layout.dynamic_offset_count())
                        .at(offsets_path)
                        .help("give one offset for each entry of the layout with hasDynamicOffset, in the order of the bindings"),
                    *group))) {
      size_t next = 0;
      for (size_t i = 0; i < layout.entries().size() && next < offsets.size(); ++i) {
        const BindGroupLayoutEntry& e = layout.entries()[i];
        if (!e.buffer || !e.buffer->has_dynamic_offset) continue;
        const BindGroup::Bound& b = group->bound()[i];
        uint32_t offset = offsets[next];
        bool uniform = e.buffer->type == BufferBindingType::Uniform;
        uint32_t alignment =
            uniform ? limits.min_uniform_buffer_offset_alignment : limits.min_storage_buffer_offset_alignment;
        std::string_view name = uniform ? "minUniformBufferOffsetAlignment" : "minStorageBufferOffsetAlignment";
        REQUIRE(unmet, offset % alignment == 0,
                dynamic_offset_unaligned(offset, e.binding, diag::Name{std::string(name)}, alignment)
                    .at(offsets_path.index(next))
                    .help(fmt::format("place what the offsets choose {} bytes apart", alignment)));
        REQUIRE(unmet, b.offset + offset + b.size <= b.buffer->size(),
                dynamic_offset_out_of_range(offset, b.size, e.binding, b.offset + offset, b.buffer->size(),
                                            b.buffer->ref())
                    .at(offsets_path.index(next))
                    .help(b.offset == 0 && b.size == b.buffer->size()
                              ? "give the entry of the bind group a size: without one it binds all of the buffer"
                              : "the offset and the bytes bound together must lie inside of the buffer"));
        ++next;
      }
    }
  } else if (!group) {
    REQUIRE(unmet, offsets.empty(), dynamic_offset_count(offsets.size(), ref(), 0).at(offsets_path));
  }
  if (!unmet.ok()) return invalidate(unmet);

  Slot& slot = slots_[index];
  slot.group = group;
  slot.offsets.assign(offsets.begin(), offsets.end());
  bindings_changed_ = true;
  append(hal::cmd::SetBindGroup{.group = group ? group->native() : nullptr,
                                .index = index,
                                .offset_count = static_cast<uint32_t>(offsets.size())},
         std::as_bytes(offsets));
  if (!group) return;
  if (recording_->use(*group)) {
    for (const BindGroup::Bound& b : group->bound()) {
      if (b.buffer) recording_->use(*b.buffer);
      if (b.view) {
        recording_->use(*b.view);
        recording_->use(b.view->texture());
      }
    }
    recording_->drop_repeats_if_many();
  }
  group_bound(index, *group);
}

RULE(immediates_offset_unaligned, Validation, "GPUBindingCommandsMixin.setImmediates", "efc701c8",
     "the offset is {0}, and immediate data starts at a multiple of 4", uint64_t);
RULE(immediates_size_unaligned, OperationError, "GPUBindingCommandsMixin.setImmediates", "bf572f35",
     "{0} bytes are set, and immediate data takes a multiple of 4", uint64_t);
RULE(immediates_out_of_range, Validation, "GPUBindingCommandsMixin.setImmediates", "9794c8bd",
     "{0} bytes from offset {1} end after {2}, maxImmediateSize of this device", uint64_t, uint64_t, uint64_t);

void BindingEncoder::set_immediates(uint32_t offset, std::span<const std::byte> data) {
  Path offset_path("rangeOffset"), size_path("dataSize");
  if (data.size() % 4 != 0) {
    device().exception(immediates_size_unaligned(data.size())
                           .help("pad the data: immediate data is read in words of 4 bytes")
                           .at(size_path));
    return;
  }
  if (!begin_command()) return;
  uint64_t most = device().limits().max_immediate_size;
  diag::Requirements unmet = begin_requirements();
  REQUIRE(unmet, offset % 4 == 0, immediates_offset_unaligned(offset).help(multiple_help(offset, 4)).at(offset_path));
  REQUIRE(unmet, offset <= most && data.size() <= most - offset,
          with_limit_help(device(), "maxImmediateSize", offset + data.size(),
                          immediates_out_of_range(data.size(), offset, most).at(offset_path)));
  if (!unmet.ok()) return invalidate(unmet);
  if (data.empty()) return recording_->stream.renumber(1);
  append(hal::cmd::SetImmediates{.offset = offset, .size = static_cast<uint32_t>(data.size())}, data);
  for (size_t i = offset / 4; i < (offset + data.size()) / 4 && i < 64; ++i) immediate_slots_ |= uint64_t{1} << i;
  bindings_changed_ = true;
}

RULE(immediates_not_set, Validation, "Validate immediate data", "e2cf8dc5 72a978fd 5d56755f 40177970 dbcf13be 2ee09858",
     "{0} reads {1} bytes of immediate data, and bytes {2} to {3} were never set", diag::ObjectRef, uint64_t, uint64_t,
     uint64_t);

void BindingEncoder::validate_immediates(const PipelineBase& pipeline, diag::Requirements& unmet) const {
  uint64_t missing = pipeline.immediate_slots() & ~immediate_slots_;
  if (!missing) return;
  auto first = static_cast<uint64_t>(std::countr_zero(missing)), count = static_cast<uint64_t>(std::countr_one(missing >> first));
  unmet.fail(immediates_not_set(pipeline.ref(), pipeline.immediate_size(), first * 4, (first + count) * 4 - 1)
                 .help(fmt::format("call setImmediates({}, ...) before", first * 4)));
}

RULE(bind_group_not_set, Validation, "Validate encoder bind groups", "2420afdc d37fd5d9 cbbd4189 893c700e 56016377 a833d1b2 b6aa2343",
     "{0} needs a bind group at index {1}, and none is set", diag::ObjectRef, uint64_t);
RULE(bind_group_layout_differs, Validation, "Validate encoder bind groups", "ac66e050 39efc4d4 84ace251 cbc7a2b4",
     "{0} at index {1} does not fit {2}: {3}", diag::ObjectRef, uint64_t, diag::ObjectRef, Text);
RULE(bound_buffer_too_small, Validation, "Validate encoder bind groups", "3eb79e12 dabdc16c e937f889 daae746a 71685b0e c542f6e7 9c2f46cd 5d751eb1",
     "{0} bytes of {1} are bound to group {2}, binding {3}, and {4} of {5} needs {6}", uint64_t, diag::ObjectRef, uint64_t,
     uint64_t, diag::Name, diag::ObjectRef, uint64_t);

void BindingEncoder::validate_bind_groups(const PipelineBase& pipeline, diag::Requirements& unmet) const {
  const std::vector<Ref<BindGroupLayout>>& layouts = pipeline.layout().groups();
  for (size_t i = 0; i < layouts.size(); ++i) {
    if (!layouts[i]) continue;
    const Slot& slot = slots_[i];
    if (!REQUIRE(unmet, slot.group,
                 bind_group_not_set(pipeline.ref(), i).help(fmt::format("call setBindGroup({}, ...) before", i)))) {
      continue;
    }
    REQUIRE(unmet, group_equivalent(slot.group->layout(), *layouts[i]),
            with_creation(
                bind_group_layout_differs(slot.group->ref(), i, pipeline.ref(),
                                          Text{difference(*layouts[i], slot.group->layout())})
                    .note(layouts[i]->ref(), "the layout wanted", layouts[i]->created_at())
                    .note(slot.group->layout().ref(), "the layout of the group",
                          slot.group->layout().created_at())
                    .help(layouts[i]->exclusive_pipeline()
                              ? fmt::format("make the group from getBindGroupLayout({}) of this pipeline, or give both pipelines one "
                                            "layout made with createPipelineLayout",
                                            i)
                              : std::string("make the group with the layout that the pipeline was made with")),
                *slot.group));
  }
  if (!unmet.ok()) return;
  for (const PipelineBase::MinimumSize& m : pipeline.minimum_sizes()) {
    const Slot& slot = slots_[m.group];
    if (!slot.group) continue;
    const BindGroupLayout& layout = slot.group->layout();
    size_t index = layout.index_of(m.binding);
    if (index >= layout.entries().size()) continue;
    const BindGroupLayoutEntry& e = layout.entries()[index];
    // A dynamic offset never shrinks what is bound: set_bind_group has held it inside the buffer.
    if (!e.buffer || e.buffer->min_binding_size != 0) continue;
    uint64_t size = slot.group->bound()[index].size;
    REQUIRE(unmet, size >= m.size,
            with_creation(bound_buffer_too_small(size, slot.group->bound()[index].buffer->ref(), m.group, m.binding,
                                                 diag::Name{m.name}, pipeline.ref(), m.size)
                              .note(m.shader.place(), "declared here")
                              .help(layout_text(*m.shader.binding).empty() ? fmt::format("bind {} bytes or more", m.size)
                                                                           : layout_text(*m.shader.binding)),
                          *slot.group));
  }
  validate_aliasing(pipeline, unmet);
  if (!compatibility::applies(device())) return;
  std::vector<compatibility::BoundView> views;
  for (size_t i = 0; i < layouts.size(); ++i) {
    if (!layouts[i]) continue;
    const BindGroup& group = *slots_[i].group;
    for (size_t j = 0; j < group.bound().size(); ++j)
      if (group.bound()[j].view) views.push_back({i, group.layout().entries()[j].binding, group.bound()[j].view.get()});
  }
  compatibility::check_bound_views(device(), views, unmet);
}

RULE(writable_buffer_aliased, Validation, "Encoder bind groups alias a writable resource", "b3c50d69",
     "bytes {0} to {1} of {2} are bound for writing at group {3}, binding {4}, and bound again at group {5}, binding {6}",
     uint64_t, uint64_t, diag::ObjectRef, uint64_t, uint64_t, uint64_t, uint64_t);
RULE(writable_texture_aliased, Validation, "Encoder bind groups alias a writable resource", "b3c50d69",
     "{0} is bound for writing at group {1}, binding {2}, and bound again at group {3}, binding {4}", diag::ObjectRef,
     uint64_t, uint64_t, uint64_t, uint64_t);

void BindingEncoder::validate_aliasing(const PipelineBase& pipeline, diag::Requirements& unmet) const {
  const std::vector<Ref<BindGroupLayout>>& layouts = pipeline.layout().groups();
  bool any_writable = false;
  for (size_t g = 0; g < layouts.size(); ++g)
    if (layouts[g] && slots_[g].group) any_writable |= slots_[g].group->layout().has_writable();
  if (!any_writable) return;
  std::vector<Range>& ranges = ranges_;
  ranges.clear();
  for (size_t g = 0; g < layouts.size(); ++g) {
    if (!layouts[g] || !slots_[g].group) continue;
    const BindGroup& group = *slots_[g].group;
    const std::vector<BindGroupLayoutEntry>& entries = group.layout().entries();
    size_t next_offset = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
      const BindGroupLayoutEntry& e = entries[i];
      const BindGroup::Bound& b = group.bound()[i];
      if (e.buffer) {
        uint64_t begin = b.offset;
        if (e.buffer->has_dynamic_offset) begin += slots_[g].offsets[next_offset++];
        bool writable = e.buffer->type == BufferBindingType::Storage;
        ranges.push_back({b.buffer.get(), e.visibility, writable, g, e.binding, begin, begin + b.size, nullptr});
      } else if (e.storage_texture) {
        bool writable = e.storage_texture->access != StorageTextureAccess::ReadOnly;
        ranges.push_back({&b.view->texture(), e.visibility, writable, g, e.binding, 0, 0, b.view.get()});
      }
    }
  }
  for (size_t i = 0; i < ranges.size(); ++i) {
    for (size_t j = i + 1; j < ranges.size(); ++j) {
      const Range &a = ranges[i], &b = ranges[j];
      if (a.resource != b.resource || !(a.writable || b.writable) || !(a.visibility & b.visibility)) continue;
      const Range &w = a.writable ? a : b, &o = a.writable ? b : a;
      if (!a.view) {
        REQUIRE(unmet, a.begin >= b.end || b.begin >= a.end,
                writable_buffer_aliased(std::max(a.begin, b.begin), std::min(a.end, b.end), a.resource->ref(), w.group,
                                        w.binding, o.group, o.binding)
                    .help("bind two buffers, or ranges of one that do not overlap"));
      } else {
        const TextureViewDescriptor &x = a.view->descriptor(), &y = b.view->descriptor();
        bool apart = x.base_mip_level >= y.base_mip_level + y.mip_level_count ||
                     y.base_mip_level >= x.base_mip_level + x.mip_level_count ||
                     x.base_array_layer >= y.base_array_layer + y.array_layer_count ||
                     y.base_array_layer >= x.base_array_layer + x.array_layer_count;
        REQUIRE(unmet, apart,
                writable_texture_aliased(a.resource->ref(), w.group, w.binding, o.group, o.binding)
                    .help("bind two textures, or views of different layers or mip levels"));
      }
    }
  }
}

void BindingEncoder::add_group(UsageScope& scope, uint32_t index, const BindGroup& group, diag::Requirements& unmet) {
  const std::vector<BindGroupLayoutEntry>& entries = group.layout().entries();
  for (size_t i = 0; i < entries.size(); ++i) {
    const BindGroupLayoutEntry& e = entries[i];
    const BindGroup::Bound& b = group.bound()[i];
    auto stages = static_cast<hal::ShaderStages>(e.visibility);
    if (!b.buffer && !b.view) continue;
    UsagePlace where{"group {}, binding {}", index, e.binding};
    if (b.buffer) {
      hal::InternalUsages usages = e.buffer->type == BufferBindingType::Uniform   ? usage::kConstant
                                   : e.buffer->type == BufferBindingType::Storage ? usage::kStorage
                                                                                  : usage::kStorageRead;
      scope.add(*b.buffer, usages, stages, where, unmet);
    } else {
      hal::InternalUsages usages =
          e.texture                                                            ? usage::kConstant
          : e.external_texture                                                 ? usage::kConstant
          : e.storage_texture->access == StorageTextureAccess::ReadOnly  ? usage::kStorageRead
          : e.storage_texture->access == StorageTextureAccess::WriteOnly ? kWriteOnlyStorage
                                                                               : usage::kStorage;
      scope.add(*b.view, usages, stages, where, unmet);
    }
  }
}

}  // namespace vitrine::gpu
