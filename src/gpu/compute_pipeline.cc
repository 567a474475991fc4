#include "gpu/compute_pipeline.h"

#include <fmt/format.h>

#include "gpu/adapter.h"
#include "gpu/call.h"
#include "diag/render.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/pipeline_async.h"
#include "ir/ir.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RULE(workgroup_storage_too_large, Validation, "GPUDevice.createComputePipeline", "104f1aad",
     "{0} uses {1} bytes of workgroup memory, and maxComputeWorkgroupStorageSize of this device is {2}", Name, uint64_t,
     uint64_t);
RULE(workgroup_size_too_large, Validation, "GPUDevice.createComputePipeline", "b325d765 e106a1b6",
     "the workgroup size of {0} is {1} in {2}, and {3} of this device is {4}", Name, uint64_t, Text, Name, uint64_t);
RULE(workgroup_invocations_too_many, Validation, "GPUDevice.createComputePipeline", "394b70e7",
     "a workgroup of {0} has {1} invocations, and maxComputeInvocationsPerWorkgroup of this device is {2}", Name,
     uint64_t, uint64_t);

RULE(subgroup_size_range, Validation, "wgsl:subgroup-size-attr", "a5dd733d",
     "the subgroup size of {0} is {1}, and {2} has subgroups of {3} to {4}", Name, uint64_t, diag::ObjectRef, uint64_t,
     uint64_t);
RULE(subgroup_size_multiple, Validation, "wgsl:subgroup-size-attr", "627bec4c",
     "the workgroup size of {0} is {1} in x, which is no multiple of its subgroup size {2}", Name, uint64_t, uint64_t);

ComputePipeline::~ComputePipeline() { device().compute_pipelines().remove(*this); }

Ref<ComputePipeline> ComputePipeline::twin(std::string_view label) const {
  Ref<ComputePipeline> made = make<ComputePipeline>(device(), label);
  made->share(*this);
  made->native_ = native_;
  made->indexed_ = indexed_;
  return made;
}

void ComputePipeline::on_label(std::string_view label) {
  if (native_.use_count() == 1) device().native().set_label(*native_, label);
}

namespace {

const ir::Function* entry_function(const ir::Module& m, const std::string& name) {
  for (const ir::Function& f : m.functions)
    if (f.stage == ir::Stage::Compute && f.name == name) return &f;
  return nullptr;
}

// The sizes are known now: overrides are in place. Yields the invocations of a workgroup.
uint64_t validate_workgroup(Device& device, const ir::Module& m, const ShaderEntryPoint& entry, const Path& path,
                        diag::Requirements& unmet) {
  const ir::Function* f = entry_function(m, entry.name);
  if (!f) return 1;
  const Limits& limits = device.limits();
  static constexpr std::string_view kNames[] = {"x", "y", "z"};
  static constexpr std::string_view kLimits[] = {"maxComputeWorkgroupSizeX", "maxComputeWorkgroupSizeY",
                                                 "maxComputeWorkgroupSizeZ"};
  const uint32_t most[] = {limits.max_compute_workgroup_size_x, limits.max_compute_workgroup_size_y,
                           limits.max_compute_workgroup_size_z};
  uint64_t invocations = 1;
  // https://www.w3.org/TR/WGSL/#subgroup-size-attr
  if (f->subgroup_size && f->subgroup_size.is_constant()) {
    uint64_t size = m.constant(f->subgroup_size).bits;
    const hal::AdapterInfo& info = device.adapter().info();
    REQUIRE(unmet, size >= info.subgroup_min_size && size <= info.subgroup_max_size,
            subgroup_size_range(Name{entry.name}, size, device.adapter().ref(), info.subgroup_min_size,
                                info.subgroup_max_size)
                .at(path));
    ir::Value x = f->workgroup_size[0];
    if (x && x.is_constant() && size > 0) {
      uint64_t width = m.constant(x).bits;
      REQUIRE(unmet, width % size == 0,
              subgroup_size_multiple(Name{entry.name}, width, size)
                  .help(fmt::format("let the x of @workgroup_size be a multiple of {}", size))
                  .at(path));
    }
  }
  bool each_fits = true;
  for (size_t i = 0; i < 3; ++i) {
    ir::Value v = f->workgroup_size[i];
    if (!v || !v.is_constant()) continue;
    const ir::Constant& c = m.constant(v);
    auto size = static_cast<int64_t>(c.bits);
    std::string axis(kNames[i]);
    // At least 1: substitution of the overrides has seen to that.
    each_fits &= REQUIRE(unmet, size <= most[i],
                         with_limit_help(device, kLimits[i], static_cast<uint64_t>(size),
                                         workgroup_size_too_large(Name{entry.name}, static_cast<uint64_t>(size), Text{axis},
                                                                  Name{std::string(kLimits[i])}, most[i])
                                             .at(path)));
    if (each_fits) invocations *= static_cast<uint64_t>(size);
  }
  REQUIRE(unmet, !each_fits || invocations <= limits.max_compute_invocations_per_workgroup,
          with_limit_help(
              device, "maxComputeInvocationsPerWorkgroup", invocations,
              workgroup_invocations_too_many(Name{entry.name}, invocations, limits.max_compute_invocations_per_workgroup)
                  .at(path)));
  // https://gpuweb.github.io/gpuweb/#dom-supported-limits-maxcomputeworkgroupstoragesize
  uint64_t storage = 0;
  for (const ir::Global& g : m.globals) {
    const lang::Type& pointer = m.types[g.type];
    if (pointer.space != lang::AddressSpace::Workgroup) continue;
    storage += (m.types.size_of(pointer.element) + 15) / 16 * 16;
  }
  REQUIRE(unmet, storage <= limits.max_compute_workgroup_storage_size,
          with_limit_help(
              device, "maxComputeWorkgroupStorageSize", storage,
              workgroup_storage_too_large(Name{entry.name}, storage, limits.max_compute_workgroup_storage_size).at(path)));
  return invocations;
}

}  // namespace

Ref<ComputePipeline> Device::new_compute_pipeline(const ComputePipelineDescriptor& descriptor,
                                                  diag::Requirements& unmet, MakeNative& make_native) {
  Ref<ComputePipeline> pipeline = make<ComputePipeline>(*this, descriptor.label);
  Path path("descriptor");
  Path compute = path.member("compute");
  if (descriptor.layout) check_usable_with(*this, descriptor.layout, "the layout", path.member("layout"), unmet);
  std::optional<ResolvedStage> stage =
      validate_stage(*this, lang::ShaderStage::Compute, descriptor.compute, compute, unmet);
  if (!stage || !unmet.ok()) return pipeline;
  pipeline->entry_points_ = stage->entry->name;
  std::span<const ResolvedStage> stages(&*stage, 1);
  if (descriptor.layout) {
    pipeline->layout_ = Ref<PipelineLayout>(descriptor.layout);
  } else {
    pipeline->exclusive_key_ = next_exclusive_key();
    pipeline->layout_ = default_pipeline_layout(*this, stages, pipeline->exclusive_key_, pipeline->ref(), unmet);
    if (!pipeline->layout_) return pipeline;
    check_usable_with(*this, pipeline->layout_.get(), "the layout", path.member("layout"), unmet);
  }
  validate_stage_layout(*stage, *pipeline->layout_, compute, unmet);
  if (!unmet.ok()) return pipeline;
  pipeline->minimum_sizes_ = minimum_sizes(stages);
  pipeline->used_bindings_ = used_bindings(stages);
  pipeline->immediate_size_ = stage->entry->immediate_size;
  pipeline->immediate_slots_ = stage->entry->immediate_slots;

  std::shared_ptr<const ir::Module> module = specialise(*this, *stage, compute, unmet);
  if (!module) return pipeline;
  if (silent_checks()) {
    const ir::Module* of_stage = module.get();
    pipeline->only_read_ = only_read_bindings({&of_stage, 1});
  }
  uint64_t invocations = validate_workgroup(*this, *module, *stage->entry, compute, unmet);
  for (const ShaderInterfaceValue& in : stage->entry->inputs) {
    bool global = in.builtin == lang::BuiltinValue::GlobalInvocationIndex;
    if (!global && in.builtin != lang::BuiltinValue::WorkgroupIndex) continue;
    uint64_t each = global ? invocations : 1;
    if (each >= pipeline->indexed_.each) pipeline->indexed_ = {global ? "global_invocation_index" : "workgroup_index", each};
  }
  if (!unmet.ok()) return pipeline;
  make_native = [pipeline, module = std::move(module), label = std::string(descriptor.label),
                 entry = stage->entry->name]() -> std::optional<hal::Error> {
    auto native = pipeline->device().native().create_compute_pipeline({label, pipeline->layout_->native(), {module, entry}});
    if (!native) return native.error();
    pipeline->native_ = std::move(*native);
    return std::nullopt;
  };
  return pipeline;
}

Ref<ComputePipeline> Device::create_compute_pipeline(const ComputePipelineDescriptor& descriptor) {
  if (lost()) {
    Ref<ComputePipeline> pipeline = make<ComputePipeline>(*this, descriptor.label);
    refuse_on_lost_device(*this, *pipeline);
    return pipeline;
  }
  diag::Requirements unmet = begin_requirements();
  std::string key = pipeline_key(*this, descriptor);
  if (unmet.ok() && !key.empty())
    if (Ref<ComputePipeline> same = compute_pipelines_->find(key)) return same->twin(descriptor.label);
  MakeNative make_native;
  Ref<ComputePipeline> pipeline = new_compute_pipeline(descriptor, unmet, make_native);
  if (!unmet.ok()) {
    pipeline->fail(raise(unmet));
  } else if (std::optional<hal::Error> error = make_native()) {
    pipeline->fail(raise(from_native(*error, "a compute pipeline")));
  } else if (!key.empty()) {
    compute_pipelines_->add(std::move(key), *pipeline);
  }
  return pipeline;
}

// https://gpuweb.github.io/gpuweb/#dom-gpudevice-createcomputepipelineasync
FutureId Device::create_compute_pipeline_async(const ComputePipelineDescriptor& descriptor, CallbackMode mode,
                                               CreateComputePipelineCallback callback) {
  if (lost()) {  // what a lost device gives is unusable, and no error
    Ref<ComputePipeline> pipeline = make<ComputePipeline>(*this, descriptor.label);
    refuse_on_lost_device(*this, *pipeline);
    return instance().events().add_completed(mode, [callback = std::move(callback), pipeline = std::move(pipeline)] {
      callback(CreatePipelineAsyncStatus::Success, pipeline, {});
    });
  }
  diag::Requirements unmet = begin_requirements();
  std::string key = pipeline_key(*this, descriptor);
  if (unmet.ok() && !key.empty()) {
    if (Ref<ComputePipeline> same = compute_pipelines_->find(key)) {
      return instance().events().add_completed(mode, [callback = std::move(callback), pipeline = same->twin(descriptor.label)] {
        callback(CreatePipelineAsyncStatus::Success, pipeline, {});
      });
    }
  }
  MakeNative make_native;
  Ref<ComputePipeline> pipeline = new_compute_pipeline(descriptor, unmet, make_native);
  make_native = make_and_add(std::move(make_native), *compute_pipelines_, std::move(key), pipeline);
  return finish_async(std::move(pipeline), unmet, std::move(make_native), "a compute pipeline", mode, std::move(callback));
}

CreatePipelineAsyncStatus Device::report_async(const diag::DiagnosticPtr& error) {
  instance().report(error, this, /*scoped=*/true);
  diag::Effect e = error->rule().effect;
  bool exception = e == diag::Effect::TypeError || e == diag::Effect::RangeError || e == diag::Effect::OperationError;
  if (exception && instance().call_site_source()) instance().set_exception(error);
  return e == diag::Effect::Internal || e == diag::Effect::OutOfMemory ? CreatePipelineAsyncStatus::InternalError
                                                                        : CreatePipelineAsyncStatus::ValidationError;
}

}  // namespace vitrine::gpu
