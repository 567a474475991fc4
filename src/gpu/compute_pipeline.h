// GPUComputePipeline. https://gpuweb.github.io/gpuweb/#compute-pipeline
#pragma once

#include <memory>

#include "gpu/pipeline.h"

namespace vitrine::gpu {

class ComputePipeline : public PipelineBase {
 public:
  ComputePipeline(Device& device, std::string_view label) : PipelineBase(device, ObjectKind::ComputePipeline, label) {}
  ~ComputePipeline() override;
  hal::ComputePipeline* native() const { return native_.get(); }
  // What its shader numbers with 32 bits: the builtin, and how many of it a workgroup has; 0: nothing.
  struct Indexed {
    std::string_view builtin;
    uint64_t each = 0;
  };
  const Indexed& indexed() const { return indexed_; }
  // Another one of the same descriptor.
  Ref<ComputePipeline> twin(std::string_view label) const;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  std::shared_ptr<hal::ComputePipeline> native_;  // several of the same descriptor may have it
  Indexed indexed_;
};

}  // namespace vitrine::gpu
