#include "gpu/adapter.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include <algorithm>
#include <bit>

#include "diag/render.h"
#include "gpu/instance.h"
#include "gpu/queue.h"

namespace vitrine::gpu {

using diag::Label;
using diag::Name;
using diag::Path;
using diag::Text;

Adapter::Adapter(Instance& instance, std::unique_ptr<hal::Adapter> native, FeatureLevel level)
    : Object(instance, ObjectKind::Adapter, native->info().device, instance.next_ordinal(ObjectKind::Adapter)),
      instance_(&instance),
      native_(std::move(native)),
      level_(level),
      features_(native_->features()),
      limits_(native_->limits()) {
  features_.add(FeatureName::CoreFeaturesAndLimits);
  if (native_->has_debug_printf()) features_.add(FeatureName::VitrineDebugPrintf);
  for (const Experiment& e : experiments())
    if (instance.shows(e.feature)) features_.add(e.feature);
}

Adapter::~Adapter() = default;

BackendType Adapter::backend_type() const {
  return info().backend == "vulkan" ? BackendType::Vulkan : BackendType::Null;
}

RULE(required_feature_missing, TypeError, "GPUAdapter.requestDevice", "e1e1116a", "feature {0} is not one of {1}", Name,
     diag::ObjectRef);
RULE(required_feature_hidden, TypeError, "GPUAdapter.requestDevice", "",
     "feature {0} is an experiment: VITRINE_EXPERIMENTS={1} shows it", Name, Text);
RULE(required_feature_blocklisted, TypeError, "GPUAdapter.requestDevice", "",
     "feature {0} of {1} is off, since of this driver it is known that {2}: {3} turns it on", Name, diag::ObjectRef, Text,
     Text);
RULE(adapter_consumed, OperationError, "GPUAdapter.requestDevice", "4e67cb14", "{0} has given its device already",
     diag::ObjectRef);
RULE(required_limit_not_supported, OperationError, "GPUAdapter.requestDevice", "0baf499c",
     "{0} of {1} is asked for, and {2} offers {3}", Name, uint64_t, diag::ObjectRef, uint64_t);
RULE(required_limit_not_power_of_two, OperationError, "GPUAdapter.requestDevice", "17536586",
     "{0} of {1} is asked for, and an alignment is a power of two below 4294967296", Name, uint64_t);
RULE(device_creation_failed, DeviceLost, "GPUAdapter.requestDevice", "", "{0} could not make a device: {1}",
     diag::ObjectRef, Text);

namespace {

// https://gpuweb.github.io/gpuweb/#feature-dependencies
void extend_by_dependencies(FeatureSet& features) {
  auto implies = [&](FeatureName a, FeatureName b) {
    if (features.has(a)) features.add(b);
  };
  implies(FeatureName::TextureFormatsTier2, FeatureName::TextureFormatsTier1);
  implies(FeatureName::TextureFormatsTier1, FeatureName::RG11B10UfloatRenderable);
  implies(FeatureName::TextureCompressionBCSliced3D, FeatureName::TextureCompressionBC);
  implies(FeatureName::TextureCompressionASTCSliced3D, FeatureName::TextureCompressionASTC);
  implies(FeatureName::SubgroupSizeControl, FeatureName::Subgroups);
}

// https://gpuweb.github.io/gpuweb/#limit-better
bool better(LimitClass limit_class, uint64_t a, uint64_t b) {
  return limit_class == LimitClass::Maximum ? a > b : a < b;
}

}  // namespace

FutureId Adapter::request_device(const DeviceDescriptor& descriptor, UncapturedErrorCallback uncaptured,
                                 CallbackMode lost_mode, DeviceLostCallback lost, CallbackMode mode,
                                 RequestDeviceCallback callback) {
  EventManager& events = instance_->events();
  // A device that could not be made tells its loss too, with its own words.
  auto refuse = [&](diag::DiagnosticPtr d) {
    // Programs in C look at the device and not at the message; a binding throws.
    instance_->report(d, nullptr, /*scoped=*/true, /*to_log=*/!instance_->call_site_source());
    std::string message = diag::render_plain(*d);
    diag::Effect effect = d->rule().effect;
    bool exception = effect == diag::Effect::TypeError || effect == diag::Effect::OperationError;
    if (lost) {
      events.add_completed(lost_mode, [lost, message] { lost(nullptr, DeviceLostReason::FailedCreation, message); });
    }
    return events.add_completed(mode, [instance = instance_, callback, message, d, exception] {
      if (exception) instance->set_exception(d);  // a binding takes it inside the callback
      callback(RequestDeviceStatus::Error, nullptr, message);
    });
  };

  Path path("descriptor");
  Path features_path = path.member("requiredFeatures");
  diag::Requirements unmet = begin_requirements();
  for (size_t i = 0; i < descriptor.required_features.size(); ++i) {
    FeatureName f = descriptor.required_features[i];
    if (features_.has(f)) continue;
    Path at = features_path.index(i);
    const auto& faults = info().faults;
    auto off = std::find_if(faults.begin(), faults.end(), [&](const hal::KnownFault& fault) {
      return fault.effect == hal::BlocklistEffect::Feature && !fault.ignored &&
             static_cast<uint32_t>(fault.feature) == static_cast<uint32_t>(f);
    });
    if (const Experiment* e = find_experiment(f)) {
      unmet.fail(required_feature_hidden(Name{shown(f)}, Text{std::string(e->name)})
                     .at(at)
                     .help("or name it in VitrineInstanceDescriptor.enabledExperiments"));
    } else if (off != faults.end()) {
      unmet.fail(required_feature_blocklisted(Name{shown(f)}, ref(), Text{off->reason}, Text{hal::override_switch(off->name)})
                     .at(at)
                     .help(fmt::format("entry {} of the blocklist, seen on {}", off->name, off->seen)));
    } else {
      unmet.fail(required_feature_missing(Name{shown(f)}, ref()).at(at));
    }
  }
  if (!unmet.ok()) return refuse(Device::attributed(unmet.take()));

  std::unique_lock lock(mutex_);
  REQUIRE(unmet, !consumed_, adapter_consumed(ref()).help("request the adapter again: it gives one device"));
  for (const RequiredLimit& required : descriptor.required_limits) {
    const LimitInfo& info = limit_info(required.index);
    uint64_t offered = limit_value(limits_, required.index);
    REQUIRE(unmet, !better(info.limit_class, required.value, offered),
            required_limit_not_supported(Name{std::string(info.name)}, required.value, ref(), offered)
                .help("ask for no more than adapter.limits has, or leave it out")
                .at(path.member("requiredLimits").member(info.name)));
    REQUIRE(unmet,
            info.limit_class == LimitClass::Maximum ||
                (std::has_single_bit(required.value) && required.value < uint64_t{1} << 32),
            required_limit_not_power_of_two(Name{std::string(info.name)}, required.value)
                .at(path.member("requiredLimits").member(info.name)));
  }
  if (!unmet.ok()) return refuse(Device::attributed(unmet.take()));
  consumed_ = !instance_->options().multiple_devices_per_adapter;
  lock.unlock();

  std::string failure;
  Ref<Device> device = new_device(descriptor, *native_, failure);
  bool stillborn = !device;
  if (stillborn && instance_->call_site_source()) {
    // JavaScript gets a device that is lost: one that does nothing.
    std::string why;
    for (hal::AdapterCandidate& c : instance_->native(BackendType::Null).enumerate_adapters())
      if (c.adapter && !device) device = new_device(descriptor, *c.adapter, why);
  }
  if (!device) return refuse(Device::attributed(device_creation_failed(ref(), Text{failure})));
  device->set_uncaptured_error_callback(std::move(uncaptured));
  device->set_lost_callback(lost_mode, std::move(lost));
  if (stillborn) device->lose(DeviceLostReason::Unknown, device_creation_failed(ref(), Text{failure}));
  return events.add_completed(
      mode, [callback = std::move(callback), device] { callback(RequestDeviceStatus::Success, device, {}); });
}

// https://gpuweb.github.io/gpuweb/#a-new-device
Ref<Device> Adapter::new_device(const DeviceDescriptor& descriptor, hal::Adapter& native, std::string& failure) {
  FeatureSet features;
  for (FeatureName f : descriptor.required_features) features.add(f);
  if (level_ != FeatureLevel::Compatibility) features.add(FeatureName::CoreFeaturesAndLimits);
  extend_by_dependencies(features);
  extend_by_dependencies(features);

  Limits limits;
  if (!features.has(FeatureName::CoreFeaturesAndLimits)) limits = compatibility_mode_limits();
  for (const RequiredLimit& required : descriptor.required_limits) {
    if (better(limit_info(required.index).limit_class, required.value, limit_value(limits, required.index)))
      set_limit(limits, required.index, required.value);
  }
  limits.max_storage_buffers_per_shader_stage =
      std::max({limits.max_storage_buffers_per_shader_stage, limits.max_storage_buffers_in_vertex_stage,
                limits.max_storage_buffers_in_fragment_stage});
  limits.max_storage_textures_per_shader_stage =
      std::max({limits.max_storage_textures_per_shader_stage, limits.max_storage_textures_in_vertex_stage,
                limits.max_storage_textures_in_fragment_stage});
  if (features.has(FeatureName::CoreFeaturesAndLimits)) {
    limits.max_storage_buffers_in_vertex_stage = limits.max_storage_buffers_in_fragment_stage =
        limits.max_storage_buffers_per_shader_stage;
    limits.max_storage_textures_in_vertex_stage = limits.max_storage_textures_in_fragment_stage =
        limits.max_storage_textures_per_shader_stage;
  }
  return Device::create(*this, descriptor, native, features, limits, failure);
}

}  // namespace vitrine::gpu
