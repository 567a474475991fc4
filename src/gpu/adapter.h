// GPUAdapter. https://gpuweb.github.io/gpuweb/#gpu-adapter
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "gpu/device.h"
#include "gpu/features.h"
#include "gpu/object.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using RequestDeviceCallback = std::function<void(RequestDeviceStatus, Ref<Device>, std::string message)>;

class Adapter : public Object {
 public:
  Adapter(Instance& instance, std::unique_ptr<hal::Adapter> native, FeatureLevel level);
  ~Adapter() override;

  const hal::AdapterInfo& info() const { return native_->info(); }
  BackendType backend_type() const;
  hal::Adapter& native() const { return *native_; }
  const FeatureSet& features() const { return features_; }
  const Limits& limits() const { return limits_; }
  FeatureLevel default_feature_level() const { return level_; }

  // https://gpuweb.github.io/gpuweb/#dom-gpuadapter-requestdevice
  FutureId request_device(const DeviceDescriptor& descriptor, UncapturedErrorCallback uncaptured, CallbackMode lost_mode,
                          DeviceLostCallback lost, CallbackMode mode, RequestDeviceCallback callback);
  std::string traits() const override { return info().device; }

 private:
  Ref<Device> new_device(const DeviceDescriptor& descriptor, hal::Adapter& native, std::string& failure);

  Ref<Instance> instance_;
  std::unique_ptr<hal::Adapter> native_;
  FeatureLevel level_;
  FeatureSet features_;
  Limits limits_;
  std::mutex mutex_;
  bool consumed_ = false;
};

}  // namespace vitrine::gpu
