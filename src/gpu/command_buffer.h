// GPUCommandBuffer. https://gpuweb.github.io/gpuweb/#command-buffers
#pragma once

#include <atomic>
#include <string>

#include "gpu/recording.h"

namespace vitrine::gpu {

class CommandBuffer : public DeviceObject {
 public:
  // `encoder`: what it was encoded with.
  CommandBuffer(Device& device, std::string_view label, const DeviceObject& encoder);
  ~CommandBuffer() override;
  const RecordingRef& recording() const { return recording_; }  // null when unusable
  // False when it was submitted before.
  bool take() { return !submitted_.exchange(true); }
  bool submitted() const { return submitted_.load(); }
  diag::CallSite submitted_at() const { return submitted_at_; }
  void set_submitted_at(diag::CallSite site) { submitted_at_ = std::move(site); }
  void set_recording(RecordingRef recording) { recording_ = std::move(recording); }
  std::string traits() const override;

 private:
  std::string encoder_label_;
  uint64_t encoder_ordinal_;
  RecordingRef recording_;
  std::atomic<bool> submitted_{false};
  diag::CallSite submitted_at_;
};

}  // namespace vitrine::gpu
