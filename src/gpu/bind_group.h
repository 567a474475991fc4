// GPUBindGroup. https://gpuweb.github.io/gpuweb/#gpubindgroup
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/bind_group_layout.h"
#include "gpu/buffer.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

class BindGroup : public DeviceObject {
 public:
  // What is bound to one entry of the layout, in its order.
  struct Bound {
    Ref<Buffer> buffer;
    uint64_t offset = 0, size = 0;  // resolved
    Ref<Sampler> sampler;
    Ref<TextureView> view;
  };

  BindGroup(Device& device, const BindGroupDescriptor& descriptor);
  ~BindGroup() override;
  BindGroupLayout& layout() const { return *layout_; }
  const std::vector<Bound>& bound() const { return bound_; }  // parallel to layout().entries()
  hal::BindGroup* native() const { return native_.get(); }
  // The last usage scope that took what is bound.
  LastUser scope;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  Ref<BindGroupLayout> layout_;
  std::vector<Bound> bound_;
  std::unique_ptr<hal::BindGroup> native_;
};

}  // namespace vitrine::gpu
