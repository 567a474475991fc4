#include "gpu/device.h"

#include <fmt/format.h>

#include <algorithm>

#include "diag/render.h"
#include "gpu/adapter.h"
#include "gpu/buffer.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compute_pipeline.h"
#include "gpu/draws.h"
#include "gpu/instance.h"
#include "gpu/pipeline_set.h"
#include "gpu/print.h"
#include "gpu/queue.h"
#include "gpu/render_pipeline.h"
#include "gpu/shader_module.h"
#include "gpu/silent.h"
#include "hal/hal.h"
#include "hal/stream.h"

namespace vitrine::gpu {

using diag::Text;

RULE(out_of_memory, OutOfMemory, "generate an out-of-memory error", "", "no memory for {0}", Text);
RULE(native_call_failed, Internal, "generate an internal error", "", "{0} could not be made: {1}", Text, Text);
RULE(not_supported_here, Internal, "generate an internal error", "", "{0}: {1} is not there yet on this backend", Text,
     Text);
RULE(device_lost, DeviceLost, "lose the device", "", "{0} is lost: {1}", diag::ObjectRef, Text);
RULE(device_destroyed, DeviceLost, "GPUDevice.destroy", "", "{0} was destroyed", diag::ObjectRef);
RULE(error_scope_stack_empty, OperationError, "GPUDevice.popErrorScope", "9950e98b",
     "there is no error scope of this thread on {0} to pop", diag::ObjectRef);

namespace {
constexpr size_t kKeptErrors = 16;

bool matches(ErrorFilter filter, diag::Effect effect) {
  switch (effect) {
    case diag::Effect::OutOfMemory: return filter == ErrorFilter::OutOfMemory;
    case diag::Effect::Internal: return filter == ErrorFilter::Internal;
    case diag::Effect::DeviceLost:
    case diag::Effect::Warning: return false;
    default: return filter == ErrorFilter::Validation;
  }
}

ErrorType error_type(diag::Effect effect) {
  switch (effect) {
    case diag::Effect::OutOfMemory: return ErrorType::OutOfMemory;
    case diag::Effect::Internal: return ErrorType::Internal;
    default: return ErrorType::Validation;
  }
}

// "frame", pass 2 of 3, compute pass "blur", in group "post", after marker "half"
std::string running_text(const hal::RunningStream& r) {
  std::string out = r.label.empty() ? "a command buffer without a label" : fmt::format("\"{}\"", r.label);
  if (r.passes > 0 && r.begun_known) {
    if (r.begun > 0)
      out += fmt::format(", pass {} of {}, {}", r.begun, r.passes, r.pass);
    else
      out += fmt::format(", none of {} passes begun", r.passes);
  }
  for (size_t i = 0; i < r.groups.size(); ++i) out += fmt::format("{}\"{}\"", i == 0 ? ", in group " : " > ", r.groups[i]);
  if (!r.marker.empty()) out += fmt::format(", after marker \"{}\"", r.marker);
  return out;
}

// Not its id: a thread that ends leaves that to another, which must not find its error scopes.
uint64_t this_thread_number() {
  static std::atomic<uint64_t> last{0};
  thread_local const uint64_t number = ++last;
  return number;
}

// What the callback for errors works on may be freed once the loss is told. A thread inside of a callback does not wait for
// another: two of them must not wait for each other.
void wait_for_uncaptured(const std::atomic<uint32_t>& running) {
  if (DeliveryQueue::depth() > 1) return;
  for (uint32_t n; (n = running) != 0;) running.wait(n);
}

bool caused_by(const diag::Diagnostic& d, const diag::Diagnostic& cause) {
  for (const diag::Diagnostic* c = d.cause().get(); c; c = c->cause().get())
    if (c == &cause) return true;
  return false;
}
}  // namespace

Device::Device(Adapter& adapter, const DeviceDescriptor& descriptor, FeatureSet features, const Limits& limits)
    : Object(adapter.instance(), ObjectKind::Device, descriptor.label, adapter.instance().next_ordinal(ObjectKind::Device)),
      adapter_(&adapter),
      features_(features),
      limits_(limits),
      stream_memory_(std::make_unique<hal::StreamMemory>()),
      compiled_modules_(std::make_unique<CompiledModules>()),
      compute_pipelines_(std::make_unique<PipelineSet<ComputePipeline>>()),
      render_pipelines_(std::make_unique<PipelineSet<RenderPipeline>>()) {
  if (Linter* l = instance().linter()) l->born(*this);
}

Ref<Device> Device::create(Adapter& adapter, const DeviceDescriptor& descriptor, hal::Adapter& native_adapter,
                           FeatureSet features, const Limits& limits, std::string& failure) {
  Ref<Device> device(new Device(adapter, descriptor, features, limits));
  const InstanceOptions& options = adapter.instance().options();
  hal::DeviceDesc desc;
  desc.label = descriptor.label;
  desc.features = features.to_hal();
  desc.debug_printf = features.has(FeatureName::VitrineDebugPrintf);
  desc.limits = limits;
  bool native_route = options.print_route == PrintRoute::Native ||
                      (options.print_route == PrintRoute::Default && options.validation && options.debug_printf);
  desc.print_route =
      native_route && adapter.info().print_native ? hal::PrintRoute::Native : hal::PrintRoute::BuiltIn;
  if (desc.debug_printf && native_route) {
    std::string words;
    if (!adapter.info().print_native)
      words = "the native route was asked for, and the built-in route is taken: " + adapter.info().print_native_reason;
    else if ((options.print_filter || options.print_limit) && !options.check_bounds && !options.check_nan)  // these are built in
      words = "a filter or a limit of messages has no effect by the native route";
    if (!words.empty()) adapter.instance().say(diag::Level::Warning, "shader debugPrintf", words);
  }
  desc.print_buffer_size = options.print_buffer_size;
  // A software adapter compiles while it runs, and a large shader alone may take it ten seconds.
  constexpr uint64_t kSecond = 1'000'000'000;
  desc.timeout_ns =
      options.timeout_ns.value_or(adapter.info().type == hal::AdapterType::CPU ? 60 * kSecond : 10 * kSecond);
  if (options.host_print_buffer) desc.print_memory = hal::DeviceDesc::PrintMemory::Host;
  desc.print_filter = options.print_filter;
  desc.check_draws = options.check_draws;
  desc.check_bounds = options.check_bounds && native_adapter.info().print_built_in;
  desc.check_nan = options.check_nan && native_adapter.info().print_built_in;
  device->prints_ = std::make_unique<PrintState>(options.print_limit);
  if (options.check_silent) device->silent_checks_ = std::make_unique<SilentChecks>(*device);
  // The native device lives inside this one, so the pointer outlives the callbacks.
  Device* raw = device.get();
  desc.on_print = [raw](hal::PrintReport&& report) { deliver_prints(*raw, std::move(report)); };
  desc.on_draws = [raw](std::vector<hal::DrawReport>&& draws) { report_draws(*raw, draws); };
  desc.on_lost = [raw](const hal::LostInfo& info) {
    std::string why = info.reason == hal::LostReason::Timeout    ? "no progress within the time-out"
                      : info.reason == hal::LostReason::Injected ? "the loss was asked for by a test"
                                                                 : "the driver reported it";
    if (!info.call.function.empty()) why += fmt::format(" ({}: {})", info.call.function, info.call.result);
    if (!info.detail.empty()) why += ", " + info.detail;
    constexpr size_t kShown = 4;
    for (size_t i = 0; i < info.running.size() && i < kShown; ++i) why += (i == 0 ? "; running: " : "; then ") + running_text(info.running[i]);
    if (info.running.size() > kShown) why += fmt::format("; and {} more", info.running.size() - kShown);
    raw->lose(DeviceLostReason::Unknown, device_lost(raw->ref(), Text{why}));
  };
  hal::Result<std::unique_ptr<hal::Device>> native = native_adapter.create_device(desc);
  if (!native) {
    const hal::Error& e = native.error();
    failure = e.diagnostic ? e.diagnostic->message() : e.detail;
    if (!e.call.function.empty()) failure += fmt::format(" ({}: {})", e.call.function, e.call.result);
    return nullptr;
  }
  device->native_ = std::move(*native);
  device->queue_ = std::make_unique<Queue>(*device, descriptor.queue_label);
  return device;
}

Device::~Device() {
  if (Linter* l = instance().linter()) l->gone(*this);
  queue_.reset();
  native_.reset();
}

const Limits& Device::adapter_limits() const { return adapter_->limits(); }

std::string Device::traits() const { return adapter_->info().device; }

void Device::on_label(std::string_view label) { native_->set_label(label); }

// https://webgpu-native.github.io/webgpu-headers/group__WGPUDeviceMethods.html (the last reference destroys)
void Device::on_last_handle() { destroy(); }

// ---- errors ----

diag::DiagnosticPtr Device::attributed(diag::Diagnostic diagnostic) {
  if (ApiCall* call = ApiCall::current()) {
    if (!diagnostic.call_site().token) std::move(diagnostic).called_from(call->site(CallSiteMoment::Failure));
    bool has_call = std::any_of(diagnostic.context().begin(), diagnostic.context().end(),
                                [](const diag::Context& c) {
                                  return c.kind == diag::ContextKind::ApiCall || c.kind == diag::ContextKind::Command;
                                });
    if (!has_call) std::move(diagnostic).within({diag::ContextKind::ApiCall, call->text()});
  }
  return diag::freeze(std::move(diagnostic));
}

namespace {
bool is_exception(const diag::Diagnostic& d) {
  diag::Effect e = d.rule().effect;
  return e == diag::Effect::TypeError || e == diag::Effect::RangeError || e == diag::Effect::OperationError;
}
}  // namespace

diag::DiagnosticPtr Device::raise(diag::Requirements& requirements) { return raise(attributed(requirements.take())); }

diag::DiagnosticPtr Device::raise(diag::Diagnostic diagnostic, bool log_text) {
  return raise(attributed(std::move(diagnostic)), log_text);
}

// In JavaScript the content timeline comes first, and throws what C can only report as an error of the device.
bool Device::throw_in_binding(const diag::DiagnosticPtr& d) {
  if (!instance().call_site_source()) return false;
  diag::DiagnosticPtr thrown = is_exception(*d) ? d : nullptr;
  for (const diag::DiagnosticPtr& other : d->also())
    if (!thrown && is_exception(*other)) thrown = other;
  if (thrown) instance().throw_exception(thrown, this);
  return thrown != nullptr;
}

diag::DiagnosticPtr Device::raise(diag::DiagnosticPtr d, bool log_text) {
  if (throw_in_binding(d)) return d;
  if (lost()) {
    instance().report(d, this, /*scoped=*/true);
    return d;
  }
  {
    std::lock_guard lock(mutex_);
    auto it = error_scopes_.find(this_thread_number());
    if (it != error_scopes_.end()) {
      for (auto scope = it->second.rbegin(); scope != it->second.rend(); ++scope) {
        if (!matches(scope->filter, d->rule().effect)) continue;
        ++scope->count;
        if (scope->errors.size() < kKeptErrors) scope->errors.push_back(d);
        instance().report(d, this, /*scoped=*/true);
        return d;
      }
    }
  }
  deliver_uncaptured(d, error_type(d->rule().effect), log_text);
  return d;
}

bool Device::in_scope(diag::Effect effect) const {
  std::lock_guard lock(mutex_);
  auto it = error_scopes_.find(this_thread_number());
  if (it == error_scopes_.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(),
                     [&](const ErrorScope& scope) { return matches(scope.filter, effect); });
}

void Device::deliver_uncaptured(diag::DiagnosticPtr d, ErrorType type, bool log_text) {
  UncapturedErrorCallback callback;
  {
    std::lock_guard lock(mutex_);
    callback = uncaptured_error_;
  }
  instance().report(d, this, /*scoped=*/false, /*to_log=*/!callback && log_text);
  if (!callback) {
    if (Linter* l = instance().linter()) l->error_without_listener(*this);
    return;
  }
  instance().deliveries().push([self = Ref<Device>(this), callback = std::move(callback), d, type] {
    bool heard;
    {
      std::lock_guard lock(self->mutex_);
      heard = !self->lost();
      if (heard) ++*self->uncaptured_running_;
    }
    if (!heard) {  // nobody listens any more
      self->instance().log().report(d);
      return;
    }
    diag::DiagnosticPtr outer = std::exchange(Instance::uncaptured(), d);
    callback(*self, type, diag::render_plain(*d));
    Instance::uncaptured() = std::move(outer);
    --*self->uncaptured_running_;
    self->uncaptured_running_->notify_all();
  });
}

diag::DiagnosticPtr Device::exception(diag::Diagnostic diagnostic) {
  diag::DiagnosticPtr d = attributed(std::move(diagnostic));
  instance().throw_exception(d, this);
  return d;
}

void Device::warn(diag::Diagnostic diagnostic) {
  instance().report(attributed(std::move(diagnostic)), this, /*scoped=*/false, /*to_log=*/true);
}

diag::Diagnostic Device::from_native(const hal::Error& error, const std::string& what) const {
  auto finish = [&](diag::Diagnostic d) {
    if (!error.call.function.empty()) std::move(d).at(error.call);
    if (error.diagnostic) std::move(d).cause(error.diagnostic);
    return d;
  };
  switch (error.kind) {
    case hal::ErrorKind::OutOfMemory: return finish(out_of_memory(Text{what}));
    case hal::ErrorKind::DeviceLost:
      if (diag::DiagnosticPtr cause = lost_cause()) {
        return device_lost(ref(), Text{"see its root cause"}).cause(std::move(cause));
      }
      return finish(device_lost(ref(), Text{"the driver reported it"}));
    case hal::ErrorKind::Unsupported: {
      std::string detail = error.detail.empty() && error.diagnostic ? error.diagnostic->message() : error.detail;
      return finish(not_supported_here(Text{what}, Text{detail}));
    }
    case hal::ErrorKind::Internal: break;
  }
  std::string detail = error.detail;
  if (detail.empty()) detail = error.diagnostic ? error.diagnostic->message() : error.call.result;
  return finish(native_call_failed(Text{what}, Text{detail}));
}

void Device::push_error_scope(ErrorFilter filter) {
  diag::Requirements unmet = begin_requirements();
  if (!check_enum(filter, "GPUErrorFilter", diag::Path("filter"), unmet)) raise(unmet);  // a scope all the same, for its pop
  std::lock_guard lock(mutex_);
  error_scopes_[this_thread_number()].push_back({filter, {}, 0, current_call_site(CallSiteMoment::Create)});
}

FutureId Device::pop_error_scope(CallbackMode mode, PopErrorScopeCallback callback) {
  EventManager& events = instance().events();
  auto done = [&](PopErrorScopeStatus status, ErrorType type, std::string message, diag::DiagnosticPtr d) {
    return events.add_completed(mode, [callback, status, type, message = std::move(message), d = std::move(d)] {
      callback(status, type, message, d);
    });
  };
  if (lost()) return done(PopErrorScopeStatus::Success, ErrorType::NoError, {}, nullptr);
  std::optional<ErrorScope> scope;
  {
    std::lock_guard lock(mutex_);
    auto it = error_scopes_.find(this_thread_number());
    if (it != error_scopes_.end() && !it->second.empty()) {
      scope = std::move(it->second.back());
      it->second.pop_back();
      constexpr size_t kThreads = 16;  // whose memory is kept for the next scope
      if (it->second.empty() && error_scopes_.size() > kThreads) error_scopes_.erase(it);
    }
  }
  if (!scope) {
    diag::DiagnosticPtr d = attributed(
        error_scope_stack_empty(ref()).help("scopes belong to the thread that pushed them: pop once for each push"));
    instance().report(d, this, /*scoped=*/true);
    return done(PopErrorScopeStatus::Error, ErrorType::NoError, diag::render_plain(*d), d);
  }
  // What is wrong with the call itself goes to the scope outside of this one, which is gone in any case.
  if (diag::Requirements unmet = begin_requirements(); !unmet.ok()) {
    diag::DiagnosticPtr d = raise(unmet);
    return done(PopErrorScopeStatus::Error, ErrorType::NoError, diag::render_plain(*d), d);
  }
  if (scope->errors.empty()) return done(PopErrorScopeStatus::Success, ErrorType::NoError, {}, nullptr);
  // Of several errors the one that no other one of the scope has caused; the first of those.
  diag::DiagnosticPtr chosen = scope->errors.front();
  for (const diag::DiagnosticPtr& d : scope->errors) {
    bool follows = std::any_of(scope->errors.begin(), scope->errors.end(),
                               [&](const diag::DiagnosticPtr& other) { return caused_by(*d, *other); });
    if (!follows) {
      chosen = d;
      break;
    }
  }
  std::string message = diag::render_plain(*chosen);
  if (scope->count > 1) message += fmt::format(" ({} errors in this scope)", scope->count);
  return done(PopErrorScopeStatus::Success, error_type(chosen->rule().effect), std::move(message), chosen);
}

void Device::set_uncaptured_error_callback(UncapturedErrorCallback callback) {
  std::lock_guard lock(mutex_);
  uncaptured_error_ = std::move(callback);
}

// ---- loss ----

void Device::set_lost_callback(CallbackMode mode, DeviceLostCallback callback) {
  std::function<void()> cancelled;
  if (callback) {
    cancelled = [callback] { callback(nullptr, DeviceLostReason::CallbackCancelled, "the instance went away"); };
  } else {
    cancelled = [] {};
  }
  FutureId future = instance().events().add(mode, std::move(cancelled));
  bool late = false;
  {
    std::lock_guard lock(mutex_);
    lost_future_ = future;
    late = lost();
    if (!late) lost_callback_ = std::move(callback);
  }
  // It was lost before anybody could listen.
  if (late) complete_lost(std::move(callback));
}

void Device::add_mappable(Buffer& buffer) {
  std::lock_guard lock(mappable_mutex_);
  mappable_.insert(&buffer);
}

void Device::forget_mappable(Buffer& buffer) {
  std::lock_guard lock(mappable_mutex_);
  mappable_.erase(&buffer);
}

void Device::destroy() {
  std::vector<Ref<Buffer>> buffers;
  {
    std::lock_guard lock(mappable_mutex_);
    for (Buffer* b : mappable_) {
      if (!b->retain_if_alive()) continue;
      buffers.emplace_back(b);
      b->release();
    }
  }
  for (const Ref<Buffer>& b : buffers) b->device_destroyed();
  if (lost()) return;
  lose(DeviceLostReason::Destroyed, device_destroyed(ref()));
}

diag::DiagnosticPtr Device::lost_cause() const {
  std::lock_guard lock(mutex_);
  return lost_cause_;
}

// https://gpuweb.github.io/gpuweb/#lose-the-device
void Device::lose(DeviceLostReason reason, diag::Diagnostic why) {
  diag::DiagnosticPtr d = attributed(std::move(why));
  DeviceLostCallback callback;
  bool listening = false;
  std::vector<ErrorScope> left;
  {
    std::lock_guard lock(mutex_);
    if (lost()) return;
    lost_cause_ = d;
    lost_reason_ = reason;
    listening = lost_future_ != 0;
    callback = std::move(lost_callback_);
    lost_callback_ = nullptr;
    for (auto& [thread, stack] : error_scopes_)
      for (ErrorScope& scope : stack) left.push_back(std::move(scope));
    error_scopes_.clear();
    lost_.store(true, std::memory_order_release);
  }
  if (Linter* l = instance().linter(); l && reason == DeviceLostReason::Destroyed)
    for (const ErrorScope& scope : left) l->scope_left(*this, to_text(scope.filter), scope.pushed_at);
  // A loss that the program did not ask for is always logged.
  instance().report(d, this, /*scoped=*/reason == DeviceLostReason::Destroyed,
                    /*to_log=*/reason != DeviceLostReason::Destroyed);
  if (listening) complete_lost(std::move(callback));
  if (queue_) queue_->run_all();  // not in the middle of creation
}

void Device::complete_lost(DeviceLostCallback callback) {
  instance().events().complete(
      lost_future_, [self = has_handles() ? Ref<Device>(this) : Ref<Device>(), running = uncaptured_running_,
                     callback = std::move(callback), reason = lost_reason_, d = lost_cause()] {
        if (!callback) return;
        wait_for_uncaptured(*running);
        Device* device = self && self->has_handles() ? self.get() : nullptr;
        callback(device, reason, diag::render_plain(*d));
      });
}

}  // namespace vitrine::gpu
