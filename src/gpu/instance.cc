#include "gpu/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "diag/render.h"
#include "gpu/adapter.h"
#include "gpu/call.h"
#include "gpu/device.h"
#include "gpu/features.h"
#include "gpu/surface.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using diag::Text;

RULE(no_adapter, OperationError, "GPU.requestAdapter", "be131e27", "no adapter fits: {0}", Text);

namespace {
thread_local diag::DiagnosticPtr thrown;

std::shared_ptr<diag::LogSink> log_sink_of(const InstanceOptions& options) {
  return options.log_sink ? options.log_sink : diag::stderr_sink();
}

std::string describe(const hal::Refusal& r) {
  switch (r.kind) {
    case hal::RefusalKind::NoLoader:
    case hal::RefusalKind::NoDriver:
    case hal::RefusalKind::DriverFailed: return r.reason.empty() ? r.name : fmt::format("{}: {}", r.name, r.reason);
    case hal::RefusalKind::MissingRequirement:
      return fmt::format("{} is {}, and WebGPU needs {}{}{}", r.name, r.has, r.needs, r.reason.empty() ? "" : ": ",
                         r.reason);
    case hal::RefusalKind::Blocklisted:
      return fmt::format("the driver is blocklisted by {}: {}, seen on {}; {} overrides that", r.name, r.reason, r.has, r.needs);
  }
  return r.reason;
}

// Whether `part` stands in `text`, in letters of either case.
bool holds(std::string_view text, std::string_view part) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  auto at = std::search(text.begin(), text.end(), part.begin(), part.end(), [&](char a, char b) { return lower(a) == lower(b); });
  return at != text.end() || part.empty();
}

BackendType backend_type(std::string_view backend) {
  return backend == "vulkan" ? BackendType::Vulkan : backend == "null" ? BackendType::Null : BackendType::Undefined;
}
}  // namespace

Instance::Instance(InstanceOptions options)
    : Object(*this, ObjectKind::Instance, {}, 1),
      options_(std::move(options)),
      log_(log_sink_of(options_)),
      native_log_(diag::function_sink([this](const diag::LogMessage& m) { say(m.level, m.category, m.text); })),
      events_(deliveries_, options_.wake),
      sink_(options_.sink) {
  if (options_.lint.bits) linter_ = std::make_unique<Linter>(*this, options_.lint);
  std::string known;
  for (const Experiment& e : experiments()) known += (known.empty() ? "" : ", ") + std::string(e.name);
  for (const std::string& name : options_.experiments)
    if (std::none_of(experiments().begin(), experiments().end(), [&](const Experiment& e) { return e.name == name; }))
      say(diag::Level::Warning, "experiments", fmt::format("there is no experiment `{}` here; there are: {}", name, known));
  for (const std::string& name : options_.ignored_faults)
    if (name != "all" && std::none_of(options_.blocklist.begin(), options_.blocklist.end(),
                                      [&](const hal::BlocklistEntry& e) { return e.name == name; }))
      say(diag::Level::Warning, "blocklist", fmt::format("VITRINE_IGNORE_BLOCKLIST: there is no entry `{}`", name));
}

diag::CallSite Instance::call_site(uint64_t token) const {
  if (token == 0) return {};
  if (options_.call_sites) return {token, options_.call_sites};
  return {token, options_.native_call_sites};
}

Instance::~Instance() {
  linter_.reset();
  natives_.clear();  // its layers may have something to say
  deliveries_.deliver();
}

void Instance::on_last_handle() {
  events_.cancel_all();
  deliveries_.deliver();
  log_.flush();
}

bool Instance::shows(FeatureName feature) const {
  const Experiment* e = find_experiment(feature);
  return e && std::find(options_.experiments.begin(), options_.experiments.end(), e->name) != options_.experiments.end();
}

void Instance::set_sink(std::shared_ptr<Sink> sink) {
  std::lock_guard lock(mutex_);
  sink_ = std::move(sink);
}

std::shared_ptr<Sink> Instance::sink() const {
  std::lock_guard lock(mutex_);
  return sink_;
}

void Instance::report(diag::DiagnosticPtr diagnostic, Device* device, bool scoped, bool to_log) {
  deliveries_.push([this, diagnostic = std::move(diagnostic), device = Ref<Device>(device), scoped, to_log] {
    if (std::shared_ptr<Sink> s = sink()) s->diagnostic(diagnostic, device.get(), scoped);
    if (to_log) log_.report(diagnostic);
  });
}

void Instance::say(diag::Level level, std::string_view category, std::string text) {
  if (!log_.enabled(level)) return;
  deliveries_.push([this, level, category = std::string(category), text = std::move(text)] {
    log_.message(level, category, text);
  });
}

void Instance::throw_exception(diag::DiagnosticPtr diagnostic, Device* device) {
  // A binding turns it into an exception, so that nobody needs to read it twice.
  bool to_log = !options_.call_sites;
  thrown = diagnostic;
  report(std::move(diagnostic), device, /*scoped=*/!to_log, to_log);
}

void Instance::set_exception(diag::DiagnosticPtr diagnostic) { thrown = std::move(diagnostic); }

diag::DiagnosticPtr& Instance::uncaptured() {
  thread_local diag::DiagnosticPtr delivering;
  return delivering;
}

diag::DiagnosticPtr Instance::take_exception() { return std::exchange(thrown, nullptr); }

const std::vector<WGSLLanguageFeatureName>& Instance::wgsl_language_features() {
  static const auto& all = *[] {
    auto* list = new std::vector<WGSLLanguageFeatureName>();
    for (uint32_t v = 1; is_value(static_cast<WGSLLanguageFeatureName>(v)); ++v)
      list->push_back(static_cast<WGSLLanguageFeatureName>(v));
    return list;
  }();
  return all;
}

hal::Instance& Instance::native(size_t backend) {
  const hal::Backend& b = hal::backends()[backend];
  for (Native& n : natives_)
    if (n.backend == b.name) return *n.instance;
  hal::InstanceDesc desc;
  desc.validation = options_.validation;
  desc.debug_printf = options_.debug_printf;
  desc.print_buffer_size = options_.print_buffer_size;
  // What a layer says inside a native call is told after it.
  desc.log = &native_log_;
  desc.blocklist = options_.blocklist;
  desc.ignored_faults = options_.ignored_faults;
  natives_.push_back({b.name, b.create(desc)});
  return *natives_.back().instance;
}

hal::Instance* Instance::native_if_made(std::string_view backend) {
  std::lock_guard lock(native_mutex_);
  for (Native& n : natives_)
    if (n.backend == backend) return n.instance.get();
  return nullptr;
}

hal::Instance& Instance::native(BackendType type) {
  std::lock_guard lock(native_mutex_);
  size_t i = 0;
  while (i + 1 < hal::backends().size() && backend_type(hal::backends()[i].name) != type) ++i;
  return native(i);
}

namespace {
Instance::Candidate describe(const hal::AdapterCandidate& c, BackendType type) {
  Instance::Candidate out;
  out.backend_type = type;
  out.adapter_type = static_cast<AdapterType>(c.info.type);
  out.name = !c.info.device.empty() ? c.info.device : c.info.description;
  out.driver = c.info.driver_version.empty() ? c.info.driver : c.info.driver + " " + c.info.driver_version;
  out.usable = c.adapter != nullptr;
  for (const hal::Refusal& r : c.refusals) out.reasons.push_back(describe(r));
  out.print_built_in = c.info.print_built_in;
  out.print_native = c.info.print_native;
  out.faults = c.info.faults;
  out.print_reason = c.info.print_built_in_reason;
  if (!c.info.print_native_reason.empty())
    out.print_reason += (out.print_reason.empty() ? "" : "; ") + c.info.print_native_reason;
  return out;
}

std::string in_words(const Instance::Candidate& c) {
  std::string name = c.name.empty() ? std::string(to_text(c.backend_type)) : c.name;
  std::string out = fmt::format("{} ({})", name, to_text(c.backend_type));
  for (size_t i = 0; i < c.reasons.size(); ++i) out += (i == 0 ? ": " : "; ") + c.reasons[i];
  return out;
}

// Which kind of device comes first. https://gpuweb.github.io/gpuweb/#dom-gpurequestadapteroptions-powerpreference
int rank(hal::AdapterType type, PowerPreference preference) {
  bool low = preference == PowerPreference::LowPower;
  switch (type) {
    case hal::AdapterType::DiscreteGPU: return low ? 1 : 0;
    case hal::AdapterType::IntegratedGPU: return low ? 0 : 1;
    case hal::AdapterType::Unknown: return 2;
    case hal::AdapterType::CPU: return 3;
  }
  return 4;
}
}  // namespace

std::vector<Instance::Candidate> Instance::adapter_report() {
  std::lock_guard lock(native_mutex_);
  std::vector<Candidate> out;
  for (size_t i = 0; i < hal::backends().size(); ++i)
    for (const hal::AdapterCandidate& c : native(i).enumerate_adapters())
      out.push_back(describe(c, backend_type(hal::backends()[i].name)));
  return out;
}

FutureId Instance::request_adapter(const RequestAdapterOptions& options, CallbackMode mode,
                                   RequestAdapterCallback callback) {
  if (diag::Requirements unmet = begin_requirements(); !unmet.ok()) {
    diag::DiagnosticPtr d = Device::attributed(unmet.take());
    report(d, nullptr, /*scoped=*/false, /*to_log=*/true);
    return events_.add_completed(mode, [callback, message = diag::render_plain(*d)] {
      callback(RequestAdapterStatus::Error, nullptr, message);
    });
  }
  BackendType wanted = options.backend_type;
  if (wanted == BackendType::Undefined) {
    const char* environment = std::getenv("VITRINE_BACKEND");
    if (environment) wanted = backend_type(environment);
  }
  // The backend that runs nothing is only chosen by name: a program must not take it for a GPU.
  bool null_wanted = wanted == BackendType::Null;
  const char* name = std::getenv("VITRINE_ADAPTER");
  struct Choice {
    int rank;
    std::unique_ptr<hal::Adapter> adapter;
  };
  std::vector<Choice> fitting;
  std::vector<std::string> refused;
  {
    std::lock_guard lock(native_mutex_);
    for (size_t i = 0; i < hal::backends().size(); ++i) {
      BackendType type = backend_type(hal::backends()[i].name);
      if ((type == BackendType::Null) != null_wanted) continue;
      if (wanted != BackendType::Undefined && type != wanted) continue;
      for (hal::AdapterCandidate& c : native(i).enumerate_adapters()) {
        if (!c.adapter) {
          refused.push_back(in_words(describe(c, type)));
        } else if (name && !holds(describe(c, type).name, name)) {
          refused.push_back(in_words(describe(c, type)) + fmt::format(": VITRINE_ADAPTER asks for \"{}\"", name));
        } else if (options.force_fallback_adapter && !c.info.fallback) {
          refused.push_back(in_words(describe(c, type)) + ": not a fallback adapter, which was asked for");
        } else if (std::string no = options.compatible_surface
                                        ? options.compatible_surface->refusal(*this, native(i), *c.adapter)
                                        : std::string();
                   !no.empty()) {
          refused.push_back(fmt::format("{}: cannot present to {}: {}", in_words(describe(c, type)),
                                        diag::to_text(options.compatible_surface->ref()), no));
        } else {
          fitting.push_back({rank(c.info.type, options.power_preference), std::move(c.adapter)});
        }
      }
    }
  }
  bool level_known = options.feature_level == FeatureLevel::Core || options.feature_level == FeatureLevel::Compatibility;
  if (!level_known) {
    refused.push_back(fmt::format("no adapter has the feature level {}", shown(options.feature_level)));
    fitting.clear();
  }
  if (fitting.empty()) {
    std::string all;
    for (const std::string& r : refused) all += (all.empty() ? "" : "; ") + r;
    if (all.empty()) {
      all = wanted == BackendType::Undefined ? "no backend was built in"
                                             : fmt::format("there is no backend {} here", shown(wanted));
    }
    diag::DiagnosticPtr d =
        Device::attributed(no_adapter(Text{all}).help("`vitrine doctor` says what to install; backend type null checks "
                                                      "a program without running anything"));
    report(d, nullptr, /*scoped=*/false, /*to_log=*/true);
    return events_.add_completed(mode, [callback, message = diag::render_plain(*d)] {
      callback(RequestAdapterStatus::Unavailable, nullptr, message);
    });
  }
  std::stable_sort(fitting.begin(), fitting.end(), [](const Choice& a, const Choice& b) { return a.rank < b.rank; });
  Ref<Adapter> adapter = make<Adapter>(*this, std::move(fitting.front().adapter), options.feature_level);
  return events_.add_completed(mode, [callback = std::move(callback), adapter = std::move(adapter)] {
    callback(RequestAdapterStatus::Success, adapter, {});
  });
}

}  // namespace vitrine::gpu
