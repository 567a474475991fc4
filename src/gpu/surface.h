// Surfaces of webgpu.h. Presenting is not there yet; what a program may ask of one says so.
#pragma once

#include "gpu/instance.h"
#include "gpu/object.h"

namespace vitrine::gpu {

class Surface : public Object {
 public:
  Surface(Instance& instance, std::string_view label);
  Instance& instance() const override { return *instance_; }

 private:
  Ref<Instance> instance_;
};

// A program gets none of these yet: webgpu.h has no function that makes one.
class ExternalTexture : public DeviceObject {
 public:
  explicit ExternalTexture(Device& device) : DeviceObject(device, ObjectKind::ExternalTexture, {}) {}
};

}  // namespace vitrine::gpu
