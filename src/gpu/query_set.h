// GPUQuerySet. https://gpuweb.github.io/gpuweb/#queries
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "gpu/descriptors.h"
#include "gpu/native_slot.h"
#include "gpu/object.h"
#include "hal/hal.h"

namespace vitrine::gpu {

class QuerySet : public DeviceObject {
 public:
  QuerySet(Device& device, const QuerySetDescriptor& descriptor);
  ~QuerySet() override;
  QueryType type() const { return type_; }
  uint32_t count() const { return count_; }
  hal::QuerySet* native() const { return native_.get(); }
  bool destroyed() const { return destroyed_.load(); }
  // https://gpuweb.github.io/gpuweb/#dom-gpuqueryset-destroy
  void destroy();
  std::string traits() const override;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  QueryType type_;
  uint32_t count_;
  NativeSlot<hal::QuerySet> native_;
  std::atomic<bool> destroyed_{false};
};

}  // namespace vitrine::gpu
