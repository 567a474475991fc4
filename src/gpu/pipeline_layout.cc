#include "gpu/pipeline_layout.h"

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"

namespace vitrine::gpu {

using diag::Path;

RULE(pipeline_layout_too_many_groups, Validation, "GPUDevice.createPipelineLayout", "044b3a5d",
     "{0} bind group layouts are given, and maxBindGroups of this device is {1}", uint64_t, uint64_t);
RULE(pipeline_layout_exclusive_group, Validation, "GPUDevice.createPipelineLayout", "96c205a2",
     "{0} is part of the automatic layout of {1} and fits no other pipeline", diag::ObjectRef, diag::ObjectRef);
RULE(pipeline_layout_immediates_too_large, Validation, "GPUDevice.createPipelineLayout", "c957d9ab",
     "immediateSize is {0}, and maxImmediateSize of this device is {1}", uint64_t, uint64_t);
RULE(pipeline_layout_immediates_unaligned, Validation, "GPUDevice.createPipelineLayout", "6b8d2526",
     "immediateSize is {0}, and takes a multiple of 4", uint64_t);

PipelineLayout::PipelineLayout(Device& device, std::string_view label)
    : DeviceObject(device, ObjectKind::PipelineLayout, label) {}

PipelineLayout::~PipelineLayout() = default;

void PipelineLayout::on_label(std::string_view label) {
  if (native_) device().native().set_label(*native_, label);
}

size_t PipelineLayout::group_count() const {
  size_t count = groups_.size();
  while (count > 0 && !groups_[count - 1]) --count;
  return count;
}

Ref<PipelineLayout> Device::create_pipeline_layout(const PipelineLayoutDescriptor& descriptor) {
  return create_pipeline_layout(descriptor, /*automatic=*/false);
}

Ref<PipelineLayout> Device::create_pipeline_layout(const PipelineLayoutDescriptor& descriptor, bool automatic) {
  Ref<PipelineLayout> layout = make<PipelineLayout>(*this, descriptor.label);
  if (refuse_on_lost_device(*this, *layout)) return layout;
  Path path("descriptor");
  Path groups = path.member("bindGroupLayouts");
  diag::Requirements unmet = begin_requirements();
  REQUIRE(unmet, descriptor.bind_group_layouts.size() <= limits().max_bind_groups,
          with_limit_help(
              *this, "maxBindGroups", descriptor.bind_group_layouts.size(),
              pipeline_layout_too_many_groups(descriptor.bind_group_layouts.size(), limits().max_bind_groups).at(groups)));
  SlotCounter slots;
  layout->groups_.resize(limits().max_bind_groups);
  for (size_t i = 0; i < descriptor.bind_group_layouts.size(); ++i) {
    BindGroupLayout* group = descriptor.bind_group_layouts[i];
    if (!group || !check_usable_with(*this, group, "the bind group layout", groups.index(i), unmet)) continue;
    if (group->empty()) continue;
    REQUIRE(unmet, automatic || group->exclusive_pipeline() == 0,
            pipeline_layout_exclusive_group(group->ref(), group->exclusive_pipeline_ref())
                .at(groups.index(i))
                .help("make the layout with createBindGroupLayout, and give it to both pipelines"));
    for (const BindGroupLayoutEntry& e : group->entries()) slots.add(e);
    if (i < layout->groups_.size()) layout->groups_[i] = Ref<BindGroupLayout>(group);
  }
  slots.check(*this, groups, unmet);
  REQUIRE(unmet, descriptor.immediate_size <= limits().max_immediate_size,
          with_limit_help(*this, "maxImmediateSize", descriptor.immediate_size,
                          pipeline_layout_immediates_too_large(descriptor.immediate_size, limits().max_immediate_size)
                              .at(path.member("immediateSize"))));
  REQUIRE(unmet, descriptor.immediate_size % 4 == 0,
          pipeline_layout_immediates_unaligned(descriptor.immediate_size)
              .help(multiple_help(descriptor.immediate_size, 4))
              .at(path.member("immediateSize")));
  if (!unmet.ok()) {
    layout->fail(raise(unmet));
    return layout;
  }
  layout->immediate_size_ = descriptor.immediate_size;
  std::vector<hal::BindGroupLayout*> natives;
  for (size_t i = 0; i < layout->group_count(); ++i)
    natives.push_back(layout->groups_[i] ? layout->groups_[i]->native() : nullptr);
  auto native = native_->create_pipeline_layout({descriptor.label, natives, layout->immediate_size_});
  if (native) {
    layout->native_ = std::move(*native);
  } else {
    layout->fail(raise(from_native(native.error(), "a pipeline layout")));
  }
  return layout;
}

}  // namespace vitrine::gpu
