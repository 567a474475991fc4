// GPU: where everything begins. https://gpuweb.github.io/gpuweb/#gpu-interface
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diag/log.h"
#include "gpu/call.h"
#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/lint.h"
#include "gpu/object.h"
#include "gpu/sink.h"
#include "gpu/work_pool.h"
#include "hal/blocklist.h"

namespace vitrine::hal {
class Instance;
}
namespace vitrine::printf {
class Filter;
}

namespace vitrine::gpu {

class Adapter;

enum class PrintRoute : uint8_t { Default, BuiltIn, Native };

struct InstanceOptions {
  bool validation = false;    // load the validation layer
  bool debug_printf = false;  // with it: the native route of debugPrintf
  LintSet lint;                  // hygiene warnings
  bool full_call_sites = false;  // for every object and command, also where a capture is costly
  PrintRoute print_route = PrintRoute::Default;
  uint64_t print_buffer_size = 0;  // 0: the default, 1 MiB
  bool host_print_buffer = false;  // in memory of the host: prints survive a loss on every device
  std::shared_ptr<const printf::Filter> print_filter;  // null: all messages
  uint32_t print_limit = 0;        // messages of each call site and device; 0: all
  bool check_bounds = false;       // shaders report accesses out of bounds
  bool check_nan = false;          // shaders report where NaN comes from
  bool check_draws = false;        // warnings for draws that leave nothing, as the GPU counts
  bool check_silent = false;       // warnings for what is valid and does nothing, or reads what nobody wrote
  // Without progress for so long the device counts as lost; 0: never. Not given: 10 s, and 60 s on a CPU.
  std::optional<uint64_t> timeout_ns;
  std::vector<std::string> experiments;     // names of those that are shown
  std::vector<std::string> ignored_faults;  // names of entries of the blocklist that have no effect, or "all"
  std::span<const hal::BlocklistEntry> blocklist = hal::blocklist();
  bool multiple_devices_per_adapter = false;
  bool timed_wait_any = false;
  size_t timed_wait_any_max_count = 0;
  std::shared_ptr<diag::LogSink> log_sink;                      // null: stderr
  std::shared_ptr<diag::CallSiteProvider> native_call_sites;    // describes the tokens of ApiCall
  std::shared_ptr<CallSiteSource> call_sites;                   // of a language binding; null: the native ones
  std::function<void()> wake;                                   // an event is ready; may run on any thread
  std::shared_ptr<Sink> sink;
};

using RequestAdapterCallback = std::function<void(RequestAdapterStatus, Ref<Adapter>, std::string message)>;

class Instance : public Object {
 public:
  explicit Instance(InstanceOptions options);
  ~Instance() override;

  const InstanceOptions& options() const { return options_; }
  diag::Log& log() { return log_; }
  EventManager& events() { return events_; }
  DeliveryQueue& deliveries() { return deliveries_; }

  // Whoever wants diagnostics and prints as data. Thread-safe; replaces the earlier one.
  void set_sink(std::shared_ptr<Sink> sink);
  std::shared_ptr<Sink> sink() const;
  // Replaces the native provider; given at creation.
  const std::shared_ptr<CallSiteSource>& call_site_source() const { return options_.call_sites; }
  // A token of the calls of this instance, with who describes it.
  diag::CallSite call_site(uint64_t token) const;
  std::mutex& label_mutex() const { return label_mutex_; }

  // Queues a diagnostic for the sink, and for the log when `to_log`. `scoped`: an error scope or a callback has it.
  void report(diag::DiagnosticPtr diagnostic, Device* device, bool scoped, bool to_log = false);
  // A failure of the content timeline in the current call of this thread.
  void throw_exception(diag::DiagnosticPtr diagnostic, Device* device);
  // Only keeps it, for take_exception.
  void set_exception(diag::DiagnosticPtr diagnostic);
  // Yields the last one of this thread, once.
  diag::DiagnosticPtr take_exception();
  // The diagnostic of the uncaptured error that is being delivered on this thread, or null.
  static diag::DiagnosticPtr& uncaptured();
  // Queues a line for the log.
  void say(diag::Level level, std::string_view category, std::string text);

  // https://gpuweb.github.io/gpuweb/#dom-gpu-requestadapter
  FutureId request_adapter(const RequestAdapterOptions& options, CallbackMode mode, RequestAdapterCallback callback);
  // https://gpuweb.github.io/gpuweb/#gpuwgsllanguagefeatures
  static const std::vector<WGSLLanguageFeatureName>& wgsl_language_features();

  // Every place where an adapter was looked for, usable or not, in words.
  struct Candidate {
    BackendType backend_type = BackendType::Undefined;
    AdapterType adapter_type = AdapterType::Unknown;
    std::string name, driver;
    bool usable = false;
    std::vector<std::string> reasons;
    bool print_built_in = false, print_native = false;
    std::string print_reason;
    std::vector<hal::KnownFault> faults;
  };
  std::vector<Candidate> adapter_report();

  // The backend's instance, for tests; null where it has not been looked at.
  hal::Instance* native_if_made(std::string_view backend);
  // For what is done in the background.
  WorkPool& pool() { return pool_; }
  // Null: no hygiene warning is on.
  Linter* linter() const { return linter_.get(); }
  // Whether an experiment is shown.
  bool shows(FeatureName experiment) const;

  // Of a backend that an adapter came from.
  hal::Instance& native(BackendType type);
  uint64_t next_ordinal(ObjectKind kind) { return ++ordinals_[static_cast<size_t>(kind)]; }

 protected:
  void on_last_handle() override;

 private:
  InstanceOptions options_;
  diag::Log log_;
  DeliveryQueue deliveries_;
  diag::Log native_log_;  // of the backends
  EventManager events_;
  mutable std::mutex mutex_;
  mutable std::mutex label_mutex_;
  std::shared_ptr<Sink> sink_;
  std::mutex native_mutex_;
  struct Native {
    std::string_view backend;
    std::unique_ptr<hal::Instance> instance;
  };
  std::vector<Native> natives_;  // made when first looked at
  hal::Instance& native(size_t backend);
  std::atomic<uint64_t> ordinals_[kObjectKinds] = {};
  std::unique_ptr<Linter> linter_;
  WorkPool pool_;
};

}  // namespace vitrine::gpu
