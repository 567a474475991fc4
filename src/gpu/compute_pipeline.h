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

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  std::unique_ptr<hal::ComputePipeline> native_;
};

}  // namespace vitrine::gpu
