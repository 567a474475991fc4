// GPUComputePassEncoder. https://gpuweb.github.io/gpuweb/#compute-passes
#pragma once

#include <cstdint>

#include "gpu/command_encoder.h"
#include "gpu/compute_pipeline.h"

namespace vitrine::gpu {

class ComputePassEncoder : public BindingEncoder {
 public:
  ComputePassEncoder(CommandEncoder& encoder, std::string_view label);
  ~ComputePassEncoder() override;

  // https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-setpipeline
  void set_pipeline(ComputePipeline* pipeline);
  // https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-dispatchworkgroups
  void dispatch_workgroups(uint32_t x, uint32_t y, uint32_t z);
  // https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-dispatchworkgroupsindirect
  void dispatch_workgroups_indirect(Buffer* indirect, uint64_t offset);
  // https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-end
  void end();

 protected:
  void add_context(diag::Diagnostic& d) const override;
  std::string of_pass() const override { return " of " + diag::to_text(ref()); }
  diag::ObjectRef encoder_ref() const override { return encoder_->ref(); }

 private:
  friend class CommandEncoder;
  void attach() { attached_ = true; }
  void begin(const hal::cmd::BeginComputePass& begin, uint32_t group);
  // Makes it unusable from the start. A null reason: the encoder had ended, which was reported then.
  void refuse(diag::DiagnosticPtr reason, bool attached);
  // https://gpuweb.github.io/gpuweb/#dom-gpucomputepassencoder-dispatchworkgroups, what both forms check
  bool validate_dispatch(Buffer* indirect, diag::Requirements& unmet);

  Ref<CommandEncoder> encoder_;
  bool attached_ = false;  // the encoder waits for its end
  bool begun_ = false;
  ComputePipeline* pipeline_ = nullptr;  // the recording keeps it
  UsageScope scope_;                     // of one dispatch; keeps its memory
};

// A pass of either kind whose encoder did not wait for it.
diag::Diagnostic end_after_finish(const diag::ObjectRef& pass, const diag::ObjectRef& encoder);

}  // namespace vitrine::gpu
