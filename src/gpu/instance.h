// GPU: where everything begins. https://gpuweb.github.io/gpuweb/#gpu-interface
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "diag/log.h"
#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/object.h"
#include "gpu/sink.h"

namespace vitrine::hal {
class Instance;
}

namespace vitrine::gpu {

class Adapter;

enum class PrintRoute : uint8_t { Default, BuiltIn, Native };

struct InstanceOptions {
  bool validation = false;    // load the validation layer
  bool debug_printf = false;  // with it: the native route of debugPrintf
  PrintRoute print_route = PrintRoute::Default;
  uint64_t print_buffer_size = 0;  // 0: the default, 1 MiB
  std::vector<std::string> experiments;
  bool timed_wait_any = false;
  size_t timed_wait_any_max_count = 0;
  std::shared_ptr<diag::LogSink> log_sink;                      // null: stderr
  std::shared_ptr<diag::CallSiteProvider> native_call_sites;    // describes the tokens of ApiCall
};

using RequestAdapterCallback = std::function<void(RequestAdapterStatus, Ref<Adapter>, std::string message)>;

class Instance : public Object {
 public:
  explicit Instance(InstanceOptions options);
  ~Instance() override;
  Instance& instance() const override { return const_cast<Instance&>(*this); }

  const InstanceOptions& options() const { return options_; }
  diag::Log& log() { return log_; }
  EventManager& events() { return events_; }
  DeliveryQueue& deliveries() { return deliveries_; }

  // Whoever wants diagnostics and prints as data. Thread-safe; replaces the earlier one.
  void set_sink(std::shared_ptr<Sink> sink);
  std::shared_ptr<Sink> sink() const;
  // Replaces the native provider: from then on every token comes from its capture().
  void set_call_site_provider(std::shared_ptr<diag::CallSiteProvider> provider);
  std::shared_ptr<diag::CallSiteProvider> call_site_provider() const;

  // https://gpuweb.github.io/gpuweb/#dom-gpu-requestadapter
  FutureId request_adapter(const RequestAdapterOptions& options, CallbackMode mode, RequestAdapterCallback callback);
  // https://gpuweb.github.io/gpuweb/#gpuwgsllanguagefeatures
  static const std::vector<WGSLLanguageFeatureName>& wgsl_language_features();

  uint64_t next_ordinal(ObjectKind kind) { return ++ordinals_[static_cast<size_t>(kind)]; }

 protected:
  void on_last_handle() override;

 private:
  InstanceOptions options_;
  diag::Log log_;
  DeliveryQueue deliveries_;
  EventManager events_;
  mutable std::mutex mutex_;
  std::shared_ptr<Sink> sink_;
  std::shared_ptr<diag::CallSiteProvider> call_sites_;
  std::atomic<uint64_t> ordinals_[kObjectKinds] = {};
};

}  // namespace vitrine::gpu
