#include "gpu/shader_module.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/features.h"
#include "gpu/instance.h"
#include "gpu/reflect.h"
#include "ir/ir.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RULE(shader_module_errors, Validation, "GPUDevice.createShaderModule", "6c9f9bfe",
     "{0}: {1}, first {2} at {3}, see getCompilationInfo()", diag::ObjectRef, Text, Name, Text);
RULE(shader_source_missing, Validation, "GPUDevice.createShaderModule", "",
     "the descriptor of {0} has no WGSL source chained to it", diag::ObjectRef);
RULE(shader_source_too_long, Validation, "GPUDevice.createShaderModule", "",
     "the source of {0} has {1} bytes, and {2} are possible", diag::ObjectRef, uint64_t, uint64_t);

ShaderModule::ShaderModule(Device& device, const ShaderModuleDescriptor& descriptor)
    : DeviceObject(device, ObjectKind::ShaderModule, descriptor.label) {
  static const auto& none = *new auto(std::make_shared<const CompiledModule>());
  compiled_ = none;
}

ShaderModule::~ShaderModule() = default;

std::shared_ptr<const CompiledModule> CompiledModules::find(std::string_view label, std::string_view text) {
  std::lock_guard lock(mutex_);
  auto [begin, end] = all_.equal_range(std::hash<std::string_view>()(text));
  for (auto it = begin; it != end; ++it)
    if (auto found = it->second.lock(); found && found->source->name() == label && found->source->text() == text) return found;
  return nullptr;
}

void CompiledModules::add(const std::shared_ptr<const CompiledModule>& compiled) {
  std::lock_guard lock(mutex_);
  if (all_.size() >= most_) {
    std::erase_if(all_, [](const auto& m) { return m.second.expired(); });
    most_ = std::max<size_t>(64, all_.size() * 2);
  }
  all_.emplace(std::hash<std::string_view>()(compiled->source->text()), compiled);
}

void ShaderModule::on_last_handle() {
  if (Linter* l = instance().linter()) l->module_released(*this);
}

FutureId ShaderModule::get_compilation_info(CallbackMode mode, CompilationInfoCallback callback,
                                            std::function<void()> cancelled) {
  info_read_.store(true, std::memory_order_relaxed);
  // The callback has no status for it.
  if (diag::Requirements unmet = begin_requirements(); !unmet.ok()) device().raise(unmet);
  auto messages = std::make_shared<std::vector<diag::CompilationMessage>>();
  for (const diag::DiagnosticPtr& d : this->messages()) messages->push_back(diag::to_compilation_message(*d));
  EventManager& events = instance().events();
  FutureId future = events.add(mode, std::move(cancelled));
  events.complete(future, [callback = std::move(callback), messages] { callback(*messages); });
  return future;
}

namespace {
// The extensions that a module may enable: those of the device's features.
wgsl::Extensions allowed_extensions(const FeatureSet& features) {
  wgsl::Extensions out{};
  for (uint32_t i = 0; i < lang::kEnableExtensionCount; ++i) {
    auto extension = static_cast<lang::EnableExtension>(i);
    for (FeatureName f : features.list())
      if (to_text(f) == lang::info(extension).feature) out.add(extension);
  }
  return out;
}

wgsl::Extensions shown_experiments(const Instance& instance) {
  wgsl::Extensions out{};
  for (const Experiment& e : experiments()) {
    if (!instance.shows(e.feature)) continue;
    for (uint32_t i = 0; i < lang::kEnableExtensionCount; ++i)
      if (lang::kEnableExtensions[i].feature == e.name) out.add(static_cast<lang::EnableExtension>(i));
  }
  return out;
}

// 1 GiB: spans are 32 bits, and nobody means more.
constexpr uint64_t kMaxSource = uint64_t{1} << 30;
}  // namespace

Ref<ShaderModule> Device::create_shader_module(const ShaderModuleDescriptor& descriptor) {
  Ref<ShaderModule> module = make<ShaderModule>(*this, descriptor);
  if (refuse_on_lost_device(*this, *module)) return module;
  Path path("descriptor");
  diag::Requirements unmet = begin_requirements();
  if (REQUIRE(unmet, descriptor.code,
              shader_source_missing(module->ref()).at(path).help("chain a WGPUShaderSourceWGSL to nextInChain"))) {
    REQUIRE(unmet, descriptor.code->size() <= kMaxSource,
            shader_source_too_long(module->ref(), descriptor.code->size(), kMaxSource).at(path.member("code")));
  }
  if (!unmet.ok()) {
    module->fail(raise(unmet));
    return module;
  }
  if (auto known = compiled_modules_->find(descriptor.label, *descriptor.code)) {
    module->compiled_ = std::move(known);
    for (const diag::DiagnosticPtr& d : module->messages()) instance().report(d, this, /*scoped=*/true);
    return module;
  }
  static std::atomic<uint64_t> last{0};
  auto compiled = std::make_shared<CompiledModule>();
  compiled->number = ++last;
  module->compiled_ = compiled;
  compiled->source =
      std::make_shared<const diag::Source>(std::string(descriptor.label), std::string(*descriptor.code));
  wgsl::CheckOptions options;
  options.extensions = allowed_extensions(features_);
  options.shown_experiments = shown_experiments(instance());
  std::shared_ptr<const wgsl::Program> program = wgsl::check(compiled->source, options, compiled->messages);
  size_t errors = 0;
  diag::DiagnosticPtr first;
  for (const diag::DiagnosticPtr& d : compiled->messages) {
    if (d->rule().name == "further_errors" && !d->args().empty())
      if (const uint64_t* more = std::get_if<uint64_t>(&d->args()[0])) errors += *more;
    if (d->severity() != diag::Severity::Error) continue;
    if (!first) first = d;
    ++errors;
  }
  if (program && !first) {
    auto reflection = std::make_shared<ShaderReflection>(reflect(*program));
    compiled->unchecked_access = program->enabled.has(lang::EnableExtension::VitrineUncheckedAccess);
    compiled->module = std::make_shared<const ir::Module>(wgsl::lower(*program));
    add_texture_sampler_pairs(*reflection, *compiled->module);
    compiled->reflection = std::move(reflection);
    compiled_modules_->add(compiled);
    for (const diag::DiagnosticPtr& d : compiled->messages) instance().report(d, this, /*scoped=*/true);
    return module;
  }
  // The error of the specification carries no detail of the compiler; sink and log get every message once. What other
  // objects fail for is the first of them.
  std::string place;
  if (first && first->source_place()) {
    diag::Position p = compiled->source->position(first->source_place()->span.begin);
    place = fmt::format("{}:{}", p.line, p.column_bytes);
  }
  std::string count = errors == 1 ? "1 error" : fmt::format("{} errors", errors);
  diag::Diagnostic error = shader_module_errors(module->ref(), Text{count},
                                                Name{first ? std::string(first->rule().name) : "none"}, Text{place});
  bool uncaptured = !in_scope(error.rule().effect);
  for (const diag::DiagnosticPtr& d : compiled->messages) instance().report(d, this, !uncaptured, uncaptured);
  diag::DiagnosticPtr raised = raise(std::move(error), /*log_text=*/false);
  module->fail(first ? first : raised);
  return module;
}

}  // namespace vitrine::gpu
