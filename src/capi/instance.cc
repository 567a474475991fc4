// The instance, its events, and what vitrine.h adds to it.
// https://webgpu-native.github.io/webgpu-headers/group__WGPUInstanceMethods.html
#include "gpu/instance.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <map>

#include "capi/call_sites.h"
#include "capi/convert.h"
#include "capi/diagnostic.h"
#include "capi/environment.h"
#include "capi/sinks.h"
#include "gpu/adapter.h"
#include "gpu/device.h"
#include "gpu/features.h"
#include "gpu/print.h"
#include "hal/hal.h"
#include "hal/null/null.h"
#include "hal/vulkan/vulkan.h"
#include "printf/filter.h"

using namespace vitrine;
using namespace vitrine::capi;

namespace {

void register_backends() {
  static const bool once = [] {
    hal::vulkan::register_vulkan();
    hal::null::register_null();
    return true;
  }();
  (void)once;
}

// The sinks of an instance that the setters of vitrine.h reach.
class InstanceWithCallbacks : public gpu::Instance {
 public:
  InstanceWithCallbacks(gpu::InstanceOptions options, std::shared_ptr<CallbackLog> log,
                        std::shared_ptr<CallbackSink> sink)
      : gpu::Instance(std::move(options)), log_sink(std::move(log)), callbacks(std::move(sink)) {}
  std::shared_ptr<CallbackLog> log_sink;
  std::shared_ptr<CallbackSink> callbacks;

 protected:
  // What is still under way on threads of ours goes on alone, and what it has to say goes to stderr: the program may take
  // down what its callbacks use.
  void on_last_handle() override {
    gpu::Instance::on_last_handle();
    log_sink->leave_own_threads();
    callbacks->leave_own_threads();
  }
};

InstanceWithCallbacks& with_callbacks(gpu::Instance& instance) { return static_cast<InstanceWithCallbacks&>(instance); }

// No instance is there yet that could take up what is wrong.
bool check_instance_descriptor(const WGPUInstanceDescriptor& d) {
  auto refuse = [](const std::string& words) {
    diag::stderr_sink()->write({diag::Level::Error, "webgpu.h", "wgpuCreateInstance: " + words, nullptr});
    return false;
  };
  if (!d.requiredFeatures && d.requiredFeatureCount)
    return refuse(fmt::format("requiredFeatures is null, and {} features are to be read there", d.requiredFeatureCount));
  if (auto fault =
          chain_fault(d.nextInChain, "WGPUInstanceDescriptor", {WGPUSType_VitrineInstanceDescriptor}, ChainUse::Read))
    return refuse(fault->message());
  if (d.requiredLimits)
    if (auto fault = chain_fault(d.requiredLimits->nextInChain, "WGPUInstanceLimits", {}, ChainUse::Read))
      return refuse(fault->message());
  return true;
}

}  // namespace

extern "C" {

WGPUInstance wgpuCreateInstance(WGPUInstanceDescriptor const* descriptor) {
  register_backends();
  gpu::InstanceOptions options;
  const char* sites = environment("VITRINE_CALL_SITES");
  if (!sites || std::string_view(sites) != "off") options.native_call_sites = native_call_sites();
  auto log = std::make_shared<CallbackLog>();
  auto sink = std::make_shared<CallbackSink>();
  diag::Level level = diag::Level::Info;
  std::string where;
  Environment from_outside = read_environment();
  VitrineInstanceFlags flags = from_outside.flags;
  std::string lint;
  if (descriptor) {
    if (!check_instance_descriptor(*descriptor)) return nullptr;
    for (size_t i = 0; i < descriptor->requiredFeatureCount; ++i) {
      if (!wgpuHasInstanceFeature(descriptor->requiredFeatures[i])) {
        diag::stderr_sink()->write({diag::Level::Error, "webgpu.h",
                                    fmt::format("wgpuCreateInstance: there is no instance feature {:#x} here",
                                                static_cast<uint32_t>(descriptor->requiredFeatures[i])),
                                    nullptr});
        return nullptr;
      }
      if (descriptor->requiredFeatures[i] == WGPUInstanceFeatureName_TimedWaitAny) {
        options.timed_wait_any = true;
        options.timed_wait_any_max_count = 64;
      }
      if (descriptor->requiredFeatures[i] == WGPUInstanceFeatureName_MultipleDevicesPerAdapter)
        options.multiple_devices_per_adapter = true;
    }
    if (descriptor->requiredLimits && descriptor->requiredLimits->timedWaitAnyMaxCount > options.timed_wait_any_max_count)
      options.timed_wait_any_max_count = descriptor->requiredLimits->timedWaitAnyMaxCount;
    if (const WGPUChainedStruct* c = find(descriptor->nextInChain, WGPUSType_VitrineInstanceDescriptor)) {
      auto& ours = *reinterpret_cast<const VitrineInstanceDescriptor*>(c);
      flags |= ours.flags;
      options.print_route = static_cast<gpu::PrintRoute>(ours.printRoute);
      options.print_buffer_size = ours.printBufferSize;
      options.print_limit = ours.printLimit;
      where = text(ours.printFilter);
      for (size_t i = 0; ours.enabledExperiments && i < ours.enabledExperimentCount; ++i)
        options.experiments.emplace_back(text(ours.enabledExperiments[i]));
      lint = text(ours.lint);
      log->set(ours.logCallbackInfo);
      level = log_level(ours.logCallbackInfo.level);
      sink->set(ours.diagnosticCallbackInfo);
      sink->set(ours.printCallbackInfo);
      if (ours.callSiteProvider.capture)
        options.call_sites = std::make_shared<CallbackCallSites>(ours.callSiteProvider);
      if (ours.wakeCallback)
        options.wake = [wake = ours.wakeCallback, userdata = ours.wakeUserdata] { wake(userdata); };
    }
  }
  options.validation = (flags & VitrineInstanceFlags_Validation) != 0;
  options.debug_printf = (flags & VitrineInstanceFlags_DebugPrintf) != 0;
  std::vector<std::string> unknown_lint;
  if (const char* names = environment("VITRINE_LINT"))
    options.lint = gpu::parse_lint(names, &unknown_lint);
  else if (flags & VitrineInstanceFlags_Lint)
    options.lint = gpu::parse_lint(lint, &unknown_lint);
  add_names(environment("VITRINE_EXPERIMENTS"), options.experiments);
  add_names(environment("VITRINE_IGNORE_BLOCKLIST"), options.ignored_faults);
  if (flags & VitrineInstanceFlags_IgnoreBlocklist) options.ignored_faults.emplace_back("all");
  options.host_print_buffer = (flags & VitrineInstanceFlags_HostPrintBuffer) != 0;
  options.check_bounds = (flags & VitrineInstanceFlags_CheckBounds) != 0;
  options.check_nan = (flags & VitrineInstanceFlags_CheckNan) != 0;
  options.check_draws = (flags & VitrineInstanceFlags_CheckDraws) != 0;
  options.check_silent = (flags & VitrineInstanceFlags_CheckSilent) != 0;
  options.full_call_sites = (flags & VitrineInstanceFlags_FullCallSites) != 0;
  if (options.print_buffer_size == 0) options.print_buffer_size = from_outside.print_buffer_size.value_or(0);
  if (options.print_limit == 0) options.print_limit = from_outside.print_limit.value_or(0);
  const char* filter_from = "printFilter";
  if (const char* filter = environment("VITRINE_PRINTF_WHERE"); filter && where.empty())
    where = filter, filter_from = "VITRINE_PRINTF_WHERE";
  if (!where.empty()) {
    auto filter = printf::Filter::parse(where);
    if (!filter) {
      log->write({diag::Level::Error, "vitrine.h",
                  fmt::format("wgpuCreateInstance: {}, character {}: {}", filter_from, filter.error().span.begin + 1,
                              filter.error().message),
                  nullptr});
      return nullptr;
    }
    options.print_filter = std::make_shared<printf::Filter>(std::move(*filter));
  }
  if (from_outside.timeout_ns) options.timeout_ns = *from_outside.timeout_ns;
  options.log_sink = log;
  options.sink = sink;
  gpu::Ref<gpu::Instance> instance(new InstanceWithCallbacks(std::move(options), log, sink));
  instance->log().set_level(level);
  for (const std::string& name : unknown_lint)
    instance->say(diag::Level::Warning, "lint", fmt::format("VITRINE_LINT: there is no hygiene warning `{}`", name));
  for (const std::string& words : from_outside.unknown) instance->say(diag::Level::Warning, "environment", words);
  instance->deliveries().deliver();
  return give(instance);
}

void wgpuGetInstanceFeatures(WGPUSupportedInstanceFeatures* features) {
  if (!features) return VITRINE_NULL("features");
  auto* list = static_cast<WGPUInstanceFeatureName*>(std::malloc(2 * sizeof(WGPUInstanceFeatureName)));
  if (!list) return;
  list[0] = WGPUInstanceFeatureName_TimedWaitAny;
  list[1] = WGPUInstanceFeatureName_MultipleDevicesPerAdapter;
  features->featureCount = 2;
  features->features = list;
}
WGPUStatus wgpuGetInstanceLimits(WGPUInstanceLimits* limits) {
  if (!limits || !chain_is(limits->nextInChain, "WGPUInstanceLimits", {})) return WGPUStatus_Error;
  limits->timedWaitAnyMaxCount = 64;
  return WGPUStatus_Success;
}
WGPUBool wgpuHasInstanceFeature(WGPUInstanceFeatureName feature) {
  return feature == WGPUInstanceFeatureName_TimedWaitAny || feature == WGPUInstanceFeatureName_MultipleDevicesPerAdapter;
}
void wgpuSupportedInstanceFeaturesFreeMembers(WGPUSupportedInstanceFeatures features) {
  std::free(const_cast<WGPUInstanceFeatureName*>(features.features));
}

void wgpuInstanceGetWGSLLanguageFeatures(WGPUInstance instance, WGPUSupportedWGSLLanguageFeatures* features) {
  VITRINE_ENTER(instance, "wgslLanguageFeatures");
  if (!features) return VITRINE_NULL("features");
  const std::vector<gpu::WGSLLanguageFeatureName>& all = gpu::Instance::wgsl_language_features();
  auto* list = static_cast<WGPUWGSLLanguageFeatureName*>(std::malloc(all.size() * sizeof(WGPUWGSLLanguageFeatureName) + 1));
  for (size_t i = 0; list && i < all.size(); ++i) list[i] = static_cast<WGPUWGSLLanguageFeatureName>(all[i]);
  features->featureCount = list ? all.size() : 0;
  features->features = list;
}
void wgpuSupportedWGSLLanguageFeaturesFreeMembers(WGPUSupportedWGSLLanguageFeatures features) {
  std::free(const_cast<WGPUWGSLLanguageFeatureName*>(features.features));
}
WGPUBool wgpuInstanceHasWGSLLanguageFeature(WGPUInstance instance, WGPUWGSLLanguageFeatureName feature) {
  VITRINE_ENTER(instance, "wgslLanguageFeatures", false);
  return gpu::is_value(as<gpu::WGSLLanguageFeatureName>(feature));
}

WGPUFuture wgpuInstanceRequestAdapter(WGPUInstance instance, WGPURequestAdapterOptions const* options,
                                      WGPURequestAdapterCallbackInfo info) {
  VITRINE_CALL(instance, "requestAdapter", (options), WGPUFuture{0});
  return {self.request_adapter(
      convert(options), callback_mode(info, "WGPURequestAdapterCallbackInfo"),
      [info](gpu::RequestAdapterStatus status, gpu::Ref<gpu::Adapter> adapter, std::string message) {
        if (!info.callback) return;
        info.callback(static_cast<WGPURequestAdapterStatus>(status), give(adapter), view(message), info.userdata1,
                      info.userdata2);
      })};
}

void wgpuInstanceProcessEvents(WGPUInstance instance) {
  gpu::Ref<gpu::Instance> kept(from(instance));  // a callback may give it up
  VITRINE_ENTER(instance, "processEvents");
  self.events().process_events();
}

WGPUWaitStatus wgpuInstanceWaitAny(WGPUInstance instance, size_t count, WGPUFutureWaitInfo* infos, uint64_t timeout) {
  gpu::Ref<gpu::Instance> kept(from(instance));  // a callback may give it up
  VITRINE_ENTER(instance, "waitAny", WGPUWaitStatus_Error);
  if (timeout > 0 && (!self.options().timed_wait_any || count > self.options().timed_wait_any_max_count)) {
    self.say(diag::Level::Error, "webgpu.h",
             self.options().timed_wait_any
                 ? fmt::format("wgpuInstanceWaitAny: {} futures, and timedWaitAnyMaxCount is {}", count,
                               self.options().timed_wait_any_max_count)
                 : std::string("wgpuInstanceWaitAny: a time-out needs the instance feature TimedWaitAny"));
    return WGPUWaitStatus_Error;
  }
  if (!infos && count) {
    self.say(diag::Level::Error, "webgpu.h", fmt::format("wgpuInstanceWaitAny: {} futures, and the pointer to them is null", count));
    return WGPUWaitStatus_Error;
  }
  std::vector<gpu::EventManager::WaitInfo> list(count);
  for (size_t i = 0; i < count; ++i) list[i].future = infos[i].future.id;
  gpu::WaitStatus status = self.events().wait_any(list, timeout);
  for (size_t i = 0; i < count; ++i) infos[i].completed = list[i].completed;
  return static_cast<WGPUWaitStatus>(status);
}

// ---- vitrine.h ----

void vitrineInstanceSetLogCallback(WGPUInstance instance, VitrineLogCallbackInfo info) {
  VITRINE_ENTER(instance, "setLogCallback");
  with_callbacks(self).log_sink->set(info);
  self.log().set_level(log_level(info.level));
}
void vitrineInstanceSetDiagnosticCallback(WGPUInstance instance, VitrineDiagnosticCallbackInfo info) {
  VITRINE_ENTER(instance, "setDiagnosticCallback");
  with_callbacks(self).callbacks->set(info);
}
void vitrineInstanceSetPrintCallback(WGPUInstance instance, VitrinePrintCallbackInfo info) {
  VITRINE_ENTER(instance, "setPrintCallback");
  with_callbacks(self).callbacks->set(info);
}
VitrineDiagnostic vitrineInstanceTakeException(WGPUInstance instance) {
  VITRINE_ENTER(instance, "takeException", nullptr);
  diag::DiagnosticPtr d = self.take_exception();
  return d ? make_diagnostic_handle(std::move(d)) : nullptr;
}
VitrineDiagnostic vitrineInstanceGetUncapturedDiagnostic(WGPUInstance instance) {
  VITRINE_ENTER(instance, "uncapturedDiagnostic", nullptr);
  // The handle lives until the next one of this thread takes its place.
  thread_local VitrineDiagnostic last = nullptr;
  if (last) vitrineDiagnosticRelease(std::exchange(last, nullptr));
  if (gpu::Instance::uncaptured()) last = make_diagnostic_handle(gpu::Instance::uncaptured());
  return last;
}
WGPUDevice vitrineInstanceGetDiagnosticDevice(WGPUInstance instance) {
  VITRINE_ENTER(instance, "diagnosticDevice", nullptr);
  return handle_of(diagnostic_device());
}
void vitrineInstanceLogDiagnostic(WGPUInstance instance, VitrineDiagnostic diagnostic) {
  VITRINE_ENTER(instance, "logDiagnostic");
  if (!diagnostic) return self.log().flush();
  // The messages of the compiler, which that error stands for, are in the log already.
  if (diagnostic_of(diagnostic)->rule().name != "shader_module_errors") self.log().report(diagnostic_of(diagnostic));
}
uint64_t vitrineDeviceGetLostPrintCount(WGPUDevice device) {
  VITRINE_ENTER(device, "lostPrintCount", 0);
  return self.lost_prints();
}
WGPUBool vitrineDeviceSetPrintBufferSize(WGPUDevice device, uint32_t size) {
  VITRINE_ENTER(device, "setPrintBufferSize", false);
  return gpu::set_print_buffer_size(self, size);
}
uint64_t vitrineDeviceGetLimitedPrintCount(WGPUDevice device) {
  VITRINE_ENTER(device, "limitedPrintCount", 0);
  return self.prints().over_limit;
}

void vitrineInstanceGetAdapterReport(WGPUInstance instance, VitrineAdapterReport* report) {
  VITRINE_ENTER(instance, "adapterReport");
  if (!report) return VITRINE_NULL("report");
  *report = {};
  std::vector<gpu::Instance::Candidate> all = self.adapter_report();
  auto* list = static_cast<VitrineAdapterCandidate*>(std::calloc(all.size() + 1, sizeof(VitrineAdapterCandidate)));
  if (!list) return;
  std::string whole;
  for (size_t i = 0; i < all.size(); ++i) {
    const gpu::Instance::Candidate& c = all[i];
    VitrineAdapterCandidate& to = list[i];
    to.name = copied(c.name);
    to.driver = copied(c.driver);
    to.backendType = static_cast<WGPUBackendType>(c.backend_type);
    to.adapterType = static_cast<WGPUAdapterType>(c.adapter_type);
    to.usable = c.usable;
    auto* reasons = static_cast<WGPUStringView*>(std::calloc(c.reasons.size() + 1, sizeof(WGPUStringView)));
    for (size_t j = 0; reasons && j < c.reasons.size(); ++j) reasons[j] = copied(c.reasons[j]);
    to.reasonCount = reasons ? c.reasons.size() : 0;
    to.reasons = reasons;
    if (c.print_built_in) to.printRoutes |= VitrinePrintRoutes_BuiltIn;
    if (c.print_native) to.printRoutes |= VitrinePrintRoutes_Native;
    to.printRouteReason = copied(c.print_reason);
    auto* faults = static_cast<VitrineKnownFault*>(std::calloc(c.faults.size() + 1, sizeof(VitrineKnownFault)));
    for (size_t j = 0; faults && j < c.faults.size(); ++j) {
      const hal::KnownFault& f = c.faults[j];
      faults[j].name = copied(f.name);
      faults[j].effect = static_cast<VitrineFaultEffect>(f.effect);
      bool of_feature = f.effect == hal::BlocklistEffect::Feature;
      faults[j].feature = copied(of_feature ? gpu::to_text(static_cast<gpu::FeatureName>(f.feature)) : std::string_view());
      faults[j].reason = copied(f.reason);
      faults[j].seen = copied(f.seen);
      bool fixed = f.effect == hal::BlocklistEffect::None || f.workaround == hal::Workaround::Always;
      faults[j].overrideSwitch = copied(fixed ? std::string() : hal::override_switch(f.name));
      faults[j].overridden = f.ignored;
    }
    to.faultCount = faults ? c.faults.size() : 0;
    to.faults = faults;
    whole += fmt::format("{}{} ({}{}{})", whole.empty() ? "" : "\n", c.name, gpu::to_text(c.backend_type),
                         c.driver.empty() ? "" : ", ", c.driver);
    if (!c.usable)
      for (const std::string& reason : c.reasons) whole += "\n  " + reason;
  }
  report->candidateCount = all.size();
  report->candidates = list;
  report->text = copied(whole);
  std::span<const gpu::Experiment> experiments = gpu::experiments();
  auto* shown = static_cast<VitrineExperiment*>(std::calloc(experiments.size() + 1, sizeof(VitrineExperiment)));
  for (size_t i = 0; shown && i < experiments.size(); ++i)
    shown[i] = {copied(experiments[i].name), copied(experiments[i].description), self.shows(experiments[i].feature)};
  report->experimentCount = shown ? experiments.size() : 0;
  report->experiments = shown;
}

void vitrineAdapterReportFreeMembers(VitrineAdapterReport report) {
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    free_text(c.name);
    free_text(c.driver);
    free_text(c.printRouteReason);
    for (size_t j = 0; j < c.reasonCount; ++j) free_text(c.reasons[j]);
    std::free(const_cast<WGPUStringView*>(c.reasons));
    for (size_t j = 0; j < c.faultCount; ++j)
      for (WGPUStringView s : {c.faults[j].name, c.faults[j].feature, c.faults[j].reason, c.faults[j].seen, c.faults[j].overrideSwitch})
        free_text(s);
    std::free(const_cast<VitrineKnownFault*>(c.faults));
  }
  std::free(const_cast<VitrineAdapterCandidate*>(report.candidates));
  free_text(report.text);
  for (size_t i = 0; i < report.experimentCount; ++i) {
    free_text(report.experiments[i].name);
    free_text(report.experiments[i].description);
  }
  std::free(const_cast<VitrineExperiment*>(report.experiments));
}

}  // extern "C"
