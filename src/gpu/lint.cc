#include "gpu/lint.h"

#include <fmt/format.h>

#include <algorithm>

#include "diag/log.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/process_end.h"
#include "gpu/shader_module.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Text;

RULE(object_unlabelled, Warning, "GPUObjectBase.label", "", "{0} has no label", diag::ObjectRef);
RULE(pass_without_debug_group, Warning, "GPUDebugCommandsMixin", "", "{0} is in no debug group and has none", diag::ObjectRef);
RULE(compilation_info_unread, Warning, "GPUShaderModule.getCompilationInfo", "",
     "{0} has {1}, and getCompilationInfo() was never called", diag::ObjectRef, Text);
RULE(pipeline_from_failed_module, Warning, "GPUShaderModule.getCompilationInfo", "",
     "{0} is made from {1}, which has errors", Text, diag::ObjectRef);
RULE(error_scope_never_popped, Warning, "GPUDevice.popErrorScope", "",
     "the {0} error scope of {1} was never popped: nobody saw what it caught", Name, diag::ObjectRef);
RULE(uncaptured_without_listener, Warning, "GPUDevice.onuncapturederror", "",
     "{0} has no uncaptured-error callback: its errors go to the log only", diag::ObjectRef);
RULE(object_leaked, Warning, "webgpu.h: ownership", "", "{0} was never released{1}", diag::ObjectRef, Text);

RULE(created_on_lost_device, Warning, "GPUDevice", "a2fcc77a 69292b65 23d4283f 5c48041a c9ddb8d1 055ae3b7 92a7a841 33904c13",
     "{0} is made on {1}, which is lost: it is of no use", diag::ObjectRef, diag::ObjectRef);

namespace {
constexpr std::string_view kNames[kLintCount] = {
    "object_unlabelled",       "pass_without_debug_group",    "compilation_info_unread", "pipeline_from_failed_module",
    "error_scope_never_popped", "uncaptured_without_listener", "object_leaked", "created_on_lost_device"};
}

LintSet parse_lint(std::string_view text, std::vector<std::string>* unknown) {
  if (text == "0" || text == "off") return {};
  LintSet on, off;
  bool named = false;
  while (!text.empty()) {
    size_t end = std::min(text.find_first_of(", "), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    bool minus = word.starts_with('-');
    if (minus) word.remove_prefix(1);
    if (word == "1" || word == "all") {
      on = LintSet::all();
      named = true;
      continue;
    }
    const auto* at = std::find(std::begin(kNames), std::end(kNames), word);
    if (at == std::end(kNames)) {
      if (unknown) unknown->emplace_back(word);
      continue;
    }
    (minus ? off : on).bits |= 1u << (at - std::begin(kNames));
    named = named || !minus;
  }
  if (!named) on = LintSet::all();
  on.bits &= ~off.bits;
  return on;
}

namespace {
std::string error_count(const ShaderModule& module) {
  size_t n = 0;
  for (const diag::DiagnosticPtr& d : module.messages()) n += d->severity() == diag::Severity::Error ? 1 : 0;
  return n == 1 ? "1 error" : fmt::format("{} errors", n);
}
}  // namespace

Linter::Linter(Instance& instance, LintSet set) : instance_(instance), set_(set) {
  // Where a collector releases objects, what is alive at the end is no leak.
  if (instance.call_site_source()) set_.bits &= ~(1u << static_cast<uint32_t>(Lint::ObjectLeaked));
  if (!on(Lint::ObjectLeaked)) return;
  // Programs let go of a device before its objects, or of the instance before all others: only when the process ends is it
  // sure that nobody will release an object.
  alive_ = std::make_shared<int>(0);
  at_process_end(alive_, [this] { report_leaks(); });
}

Linter::~Linter() {
  for (const auto& [key, count] : seen_) {
    if (count.more == 0) continue;
    std::string place = count.site.text();
    instance_.say(diag::Level::Warning, "lint",
                  fmt::format("{}: {} more{}{}", count.rule, count.more, place.empty() ? "" : " at ", place));
  }
}

void Linter::warn(Lint lint, uint32_t kind, const diag::CallSite& site, Device* device, diag::Diagnostic d) {
  bool native = !instance_.call_site_source();
  Key key{lint, kind, native ? site.token : 0, native ? std::string() : site.text()};
  {
    std::lock_guard lock(mutex_);
    auto [it, first] = seen_.try_emplace(std::move(key), Count{0, site, kNames[static_cast<size_t>(lint)]});
    if (!first) {
      ++it->second.more;
      return;
    }
  }
  if (site.token && !d.call_site().token) std::move(d).called_from(site);
  instance_.report(Device::attributed(std::move(d)), device, /*scoped=*/false, /*to_log=*/true);
}

void Linter::made_by_program(const Object& o) {
  if (!on(Lint::ObjectUnlabelled) || !o.label().empty()) return;
  switch (o.kind()) {
    case ObjectKind::TextureView:  // the view of a labelled texture is known enough
    case ObjectKind::CommandBuffer:
    case ObjectKind::Instance:
    case ObjectKind::Adapter:
    case ObjectKind::Device:
    case ObjectKind::Queue: return;
    default: break;
  }
  auto* device = &static_cast<const DeviceObject&>(o).device();
  warn(Lint::ObjectUnlabelled, static_cast<uint32_t>(o.kind()), o.created_at(), device,
       object_unlabelled(o.ref()).help("give its descriptor a label: messages and captures show it"));
}

void Linter::pass_ended(const Object& pass, bool in_debug_group) {
  if (!on(Lint::PassWithoutDebugGroup) || in_debug_group) return;
  warn(Lint::PassWithoutDebugGroup, static_cast<uint32_t>(pass.kind()), pass.created_at(),
       &static_cast<const DeviceObject&>(pass).device(),
       pass_without_debug_group(pass.ref()).help("call pushDebugGroup and popDebugGroup around its steps: messages and captures show them"));
}

void Linter::module_released(const ShaderModule& module) {
  if (!on(Lint::CompilationInfoUnread) || module.usable() || module.info_read()) return;
  warn(Lint::CompilationInfoUnread, 0, module.created_at(), &module.device(),
       compilation_info_unread(module.ref(), Text{error_count(module)}).help("call getCompilationInfo() after making a module, and show what it says"));
}

void Linter::pipeline_made_from(const ShaderModule& module, const std::string& pipeline) {
  if (!on(Lint::PipelineFromFailedModule) || module.usable()) return;
  warn(Lint::PipelineFromFailedModule, 0, current_call_site(CallSiteMoment::Create), &module.device(),
       pipeline_from_failed_module(Text{pipeline}, module.ref()).help("look at getCompilationInfo() before making pipelines"));
}

void Linter::scope_left(Device& device, std::string_view filter, const diag::CallSite& pushed_at) {
  if (!on(Lint::ErrorScopeNeverPopped)) return;
  warn(Lint::ErrorScopeNeverPopped, 0, pushed_at, &device,
       error_scope_never_popped(Name{std::string(filter)}, device.ref()).help("call popErrorScope once for each pushErrorScope"));
}

void Linter::made_on_lost_device(const Object& o, Device& device) {
  if (!on(Lint::CreatedOnLostDevice)) return;
  diag::Diagnostic d = created_on_lost_device(o.ref(), device.ref()).cause(device.lost_cause());
  warn(Lint::CreatedOnLostDevice, static_cast<uint32_t>(o.kind()), o.created_at(), &device,
       std::move(d).help("wait for device.lost, and make everything anew on a new device"));
}

void Linter::error_without_listener(Device& device) {
  if (!on(Lint::UncapturedWithoutListener)) return;
  {
    std::lock_guard lock(mutex_);
    if (!without_listener_.insert(&device).second) return;
  }
  warn(Lint::UncapturedWithoutListener, 0, device.created_at(), &device,
       uncaptured_without_listener(device.ref()).help("set uncapturedErrorCallbackInfo in the device's descriptor"));
}

void Linter::born(Object& object) {
  if (!on(Lint::ObjectLeaked)) return;
  std::lock_guard lock(mutex_);
  live_.insert(&object);
}

void Linter::gone(Object& object) {
  if (!on(Lint::ObjectLeaked)) return;
  std::lock_guard lock(mutex_);
  live_.erase(&object);
}

// To the standard error stream alone: what the program's own callbacks need may be gone already.
void Linter::report_leaks() {
  std::vector<Object*> held;
  {
    std::lock_guard lock(mutex_);
    for (Object* o : live_)
      if (o->has_handles() && o->retain_if_alive()) held.push_back(o);  // kept for ever: the process ends
  }
  std::sort(held.begin(), held.end(), [](Object* a, Object* b) {
    return std::make_tuple(a->kind(), a->ordinal()) < std::make_tuple(b->kind(), b->ordinal());
  });
  struct Group {
    Object* first;
    uint64_t more = 0;
  };
  std::vector<Group> groups;
  for (Object* o : held) {
    auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return g.first->kind() == o->kind() && g.first->created_at().token == o->created_at().token;
    });
    if (same == groups.end()) groups.push_back({o});
    else ++same->more;
  }
  std::shared_ptr<diag::LogSink> sink = diag::stderr_sink();
  for (const Group& g : groups) {
    std::string more = g.more == 0 ? "" : fmt::format(", and {} more made at the same place", g.more);
    diag::Diagnostic d = object_leaked(g.first->ref(), Text{more}).called_from(g.first->created_at());
    sink->write({diag::Level::Warning, "", diag::render_terminal(d, sink->options()), diag::freeze(std::move(d))});
  }
}

}  // namespace vitrine::gpu
