// GPUPipelineLayout. https://gpuweb.github.io/gpuweb/#pipeline-layout
#pragma once

#include <memory>
#include <vector>

#include "gpu/bind_group_layout.h"

namespace vitrine::gpu {

class PipelineLayout : public DeviceObject {
 public:
  PipelineLayout(Device& device, std::string_view label);
  ~PipelineLayout() override;
  // maxBindGroups of them; null where the group is not used.
  const std::vector<Ref<BindGroupLayout>>& groups() const { return groups_; }
  // Number of groups up to the last one used.
  size_t group_count() const;
  uint32_t immediate_size() const { return immediate_size_; }
  hal::PipelineLayout* native() const { return native_.get(); }

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  std::vector<Ref<BindGroupLayout>> groups_;
  uint32_t immediate_size_ = 0;
  std::unique_ptr<hal::PipelineLayout> native_;
};

}  // namespace vitrine::gpu
