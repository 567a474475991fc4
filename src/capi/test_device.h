// A device of the null backend and what it reports, for the tests of this folder.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "diag/log.h"
#include "gpu/adapter.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "hal/null/null.h"

namespace vitrine::gpu {

class TestDevice {
 public:
  TestDevice() {
    static const bool registered = (hal::null::register_null(), true);
    (void)registered;
    InstanceOptions options;
    options.log_sink = std::make_shared<Quiet>();
    options.sink = heard_;
    instance_ = make<Instance>(std::move(options));
    instance_->add_handle();
    RequestAdapterOptions adapter_options;
    adapter_options.backend_type = BackendType::Null;
    Ref<Adapter> adapter;
    instance_->request_adapter(adapter_options, CallbackMode::AllowSpontaneous,
                               [&](RequestAdapterStatus, Ref<Adapter> a, std::string) { adapter = a; });
    instance_->deliveries().deliver();
    adapter->request_device({}, {}, CallbackMode::AllowSpontaneous, {}, CallbackMode::AllowSpontaneous,
                            [&](RequestDeviceStatus, Ref<Device> d, std::string) { device_ = d; });
    instance_->deliveries().deliver();
    device_->add_handle();
  }
  ~TestDevice() {
    device_->release_handle();
    instance_->release_handle();
  }

  Instance& instance() { return *instance_; }
  Device& device() { return *device_; }
  // Delivers what waits, and yields every diagnostic so far.
  const std::vector<diag::DiagnosticPtr>& heard() {
    instance_->deliveries().deliver();
    return heard_->all;
  }

 private:
  struct Heard : Sink {
    void diagnostic(const diag::DiagnosticPtr& d, Device*, bool) override { all.push_back(d); }
    std::vector<diag::DiagnosticPtr> all;
  };
  struct Quiet : diag::LogSink {
    void write(const diag::LogMessage&) override {}
  };
  std::shared_ptr<Heard> heard_ = std::make_shared<Heard>();
  Ref<Instance> instance_;
  Ref<Device> device_;
};

}  // namespace vitrine::gpu
