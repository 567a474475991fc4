// GPUDevice. https://gpuweb.github.io/gpuweb/#gpu-device
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/object.h"
#include "gpu/sink.h"

namespace vitrine::hal {
class Adapter;
class Device;
struct Error;
struct LostInfo;
struct PrintReport;
class StreamMemory;
}  // namespace vitrine::hal

namespace vitrine::gpu {

class Adapter;
class BindGroup;
class CommandEncoder;
class CompiledModules;
class ComputePipeline;
template <class Pipeline>
class PipelineSet;
struct PrintState;
class Queue;
class RenderBundleEncoder;
class RenderPipeline;
class SilentChecks;

using PopErrorScopeCallback =
    std::function<void(PopErrorScopeStatus, ErrorType, std::string message, diag::DiagnosticPtr diagnostic)>;
using UncapturedErrorCallback = std::function<void(Device&, ErrorType, const std::string& message)>;
// The device is null when no handle of it is left.
using DeviceLostCallback = std::function<void(Device*, DeviceLostReason, const std::string& message)>;
using CreateComputePipelineCallback =
    std::function<void(CreatePipelineAsyncStatus, Ref<ComputePipeline>, std::string message)>;
using CreateRenderPipelineCallback =
    std::function<void(CreatePipelineAsyncStatus, Ref<RenderPipeline>, std::string message)>;

// https://gpuweb.github.io/gpuweb/#error-scope
struct ErrorScope {
  ErrorFilter filter;
  std::vector<diag::DiagnosticPtr> errors;  // the first few
  uint64_t count = 0;
  diag::CallSite pushed_at;
};

class Device : public Object {
 public:
  // Null, with the reason in `failure`, when the backend makes none.
  static Ref<Device> create(Adapter& adapter, const DeviceDescriptor& descriptor, hal::Adapter& native,
                            FeatureSet features, const Limits& limits, std::string& failure);
  ~Device() override;

  Adapter& adapter() const { return *adapter_; }
  hal::Device& native() const { return *native_; }
  const FeatureSet& features() const { return features_; }
  const Limits& limits() const { return limits_; }
  const Limits& adapter_limits() const;
  Queue& queue() const { return *queue_; }
  uint64_t next_ordinal(ObjectKind kind) { return ++ordinals_[static_cast<size_t>(kind)]; }

  // -- errors --
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-dispatch-error
  // Attributes the diagnostic to the current call and hands it to the innermost matching scope of this thread, else to
  // the uncaptured-error callback, else to the log. A lost device drops errors. Yields the frozen diagnostic.
  // `log_text` false: the log has the details of it already.
  diag::DiagnosticPtr raise(diag::Diagnostic diagnostic, bool log_text = true);
  diag::DiagnosticPtr raise(diag::Requirements& requirements);
  // One that was attributed when it was found and is an error only now: what finish() finds in its encoder.
  diag::DiagnosticPtr raise(diag::DiagnosticPtr diagnostic, bool log_text = true);
  // Whether an error scope of this thread would take it.
  bool in_scope(diag::Effect effect) const;
  // Freezes with the current call attached, without dispatching: what an invalid encoder keeps.
  static diag::DiagnosticPtr attributed(diag::Diagnostic diagnostic);
  // Under a language binding: throws the part of it that belongs to the content timeline. False: there is none.
  bool throw_in_binding(const diag::DiagnosticPtr& diagnostic);
  // A failure of the content timeline: kept for vitrineInstanceTakeException, reported, logged in C.
  diag::DiagnosticPtr exception(diag::Diagnostic diagnostic);
  // What the backend could not do: out of memory, lost, not there yet. `what` in words: "buffer "a" of 16 bytes".
  diag::Diagnostic from_native(const hal::Error& error, const std::string& what) const;
  // Warnings and notes: sink and log.
  void warn(diag::Diagnostic diagnostic);

  // https://gpuweb.github.io/gpuweb/#dom-gpudevice-pusherrorscope
  void push_error_scope(ErrorFilter filter);
  // https://gpuweb.github.io/gpuweb/#dom-gpudevice-poperrorscope
  FutureId pop_error_scope(CallbackMode mode, PopErrorScopeCallback callback);
  void set_uncaptured_error_callback(UncapturedErrorCallback callback);

  // -- loss --
  // https://gpuweb.github.io/gpuweb/#dom-gpudevice-destroy
  void destroy();
  // https://gpuweb.github.io/gpuweb/#lose-the-device
  void lose(DeviceLostReason reason, diag::Diagnostic why);
  bool lost() const { return lost_.load(std::memory_order_acquire); }
  diag::DiagnosticPtr lost_cause() const;
  void set_lost_callback(CallbackMode mode, DeviceLostCallback callback);  // once, by requestDevice
  FutureId lost_future() const { return lost_future_; }
  // https://gpuweb.github.io/gpuweb/#gpuobjectbase (valid to use with): a check of an object made by another device.
  bool owns(const DeviceObject& object) const { return &object.device() == this; }

  // Buffers that can be mapped: destroy() unmaps them.
  void add_mappable(Buffer& buffer);
  void forget_mappable(Buffer& buffer);

  // -- objects; each yields one, unusable when a check failed --
  Ref<Buffer> create_buffer(const BufferDescriptor& descriptor);  // null: out of memory with mappedAtCreation
  Ref<Texture> create_texture(const TextureDescriptor& descriptor);
  Ref<Sampler> create_sampler(const SamplerDescriptor& descriptor);
  Ref<BindGroupLayout> create_bind_group_layout(const BindGroupLayoutDescriptor& descriptor);
  Ref<PipelineLayout> create_pipeline_layout(const PipelineLayoutDescriptor& descriptor);
  Ref<BindGroup> create_bind_group(const BindGroupDescriptor& descriptor);
  Ref<ShaderModule> create_shader_module(const ShaderModuleDescriptor& descriptor);
  Ref<ComputePipeline> create_compute_pipeline(const ComputePipelineDescriptor& descriptor);
  FutureId create_compute_pipeline_async(const ComputePipelineDescriptor& descriptor, CallbackMode mode,
                                         CreateComputePipelineCallback callback);
  Ref<RenderPipeline> create_render_pipeline(const RenderPipelineDescriptor& descriptor);
  FutureId create_render_pipeline_async(const RenderPipelineDescriptor& descriptor, CallbackMode mode,
                                        CreateRenderPipelineCallback callback);
  Ref<CommandEncoder> create_command_encoder(const CommandEncoderDescriptor& descriptor);
  Ref<RenderBundleEncoder> create_render_bundle_encoder(const RenderBundleEncoderDescriptor& descriptor);
  Ref<QuerySet> create_query_set(const QuerySetDescriptor& descriptor);

  // The same for a layout whose groups belong to one pipeline.
  Ref<PipelineLayout> create_pipeline_layout(const PipelineLayoutDescriptor& descriptor, bool automatic);
  std::string traits() const override;
  // Messages of shaders that found no room in the buffer, since the device was made.
  uint64_t lost_prints() const { return lost_prints_; }
  void count_lost_prints(uint64_t more) { lost_prints_ += more; }
  PrintState& prints() { return *prints_; }
  hal::StreamMemory& stream_memory() { return *stream_memory_; }
  PipelineSet<ComputePipeline>& compute_pipelines() { return *compute_pipelines_; }
  PipelineSet<RenderPipeline>& render_pipelines() { return *render_pipelines_; }
  SilentChecks* silent_checks() { return silent_checks_.get(); }  // null: off

 protected:
  void on_last_handle() override;
  void on_label(std::string_view label) override;

 private:
  Device(Adapter& adapter, const DeviceDescriptor& descriptor, FeatureSet features, const Limits& limits);
  // Checks everything. `make` is what the backend has to do; asynchronous creation does it on another thread.
  Ref<ComputePipeline> new_compute_pipeline(const ComputePipelineDescriptor& descriptor, diag::Requirements& unmet,
                                            std::function<std::optional<hal::Error>()>& make);
  template <class Pipeline, class Callback>
  FutureId finish_async(Ref<Pipeline> pipeline, diag::Requirements& unmet, std::function<std::optional<hal::Error>()> make,
                        const char* what, CallbackMode mode, Callback callback);
  // Reports the failure of an asynchronous creation and yields the status that the callback gets.
  CreatePipelineAsyncStatus report_async(const diag::DiagnosticPtr& error);
  void complete_lost(DeviceLostCallback callback);  // with the device lost
  void deliver_uncaptured(diag::DiagnosticPtr diagnostic, ErrorType type, bool log_text);

  Ref<Adapter> adapter_;
  std::unique_ptr<hal::Device> native_;
  FeatureSet features_;
  Limits limits_;
  std::unique_ptr<Queue> queue_;
  std::atomic<uint64_t> ordinals_[kObjectKinds] = {};

  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, std::vector<ErrorScope>> error_scopes_;  // by number of thread
  UncapturedErrorCallback uncaptured_error_;
  // Calls of it that are under way; one begins with the mutex held. The news of the loss may outlive the device.
  std::shared_ptr<std::atomic<uint32_t>> uncaptured_running_ = std::make_shared<std::atomic<uint32_t>>(0);
  std::atomic<uint64_t> lost_prints_{0};
  std::unique_ptr<PrintState> prints_;
  std::unique_ptr<hal::StreamMemory> stream_memory_;
  std::unique_ptr<CompiledModules> compiled_modules_;
  std::unique_ptr<PipelineSet<ComputePipeline>> compute_pipelines_;
  std::unique_ptr<PipelineSet<RenderPipeline>> render_pipelines_;
  std::unique_ptr<SilentChecks> silent_checks_;
  std::atomic<bool> lost_{false};
  diag::DiagnosticPtr lost_cause_;
  DeviceLostCallback lost_callback_;
  DeviceLostReason lost_reason_ = DeviceLostReason::Unknown;
  FutureId lost_future_ = 0;
  std::mutex mappable_mutex_;
  std::unordered_set<Buffer*> mappable_;
};

}  // namespace vitrine::gpu
