#include "gpu/command_buffer.h"

#include <algorithm>

#include "base/pointer_map.h"
#include "gpu/device.h"
#include "gpu/silent.h"

namespace vitrine::gpu {

void Recording::drop_repeats() {
  PointerMap seen;
  std::erase_if(uses, [&](const Use& use) { return !seen.insert(use.object.get(), 0); });
  constexpr size_t kOfOneCommand = 16;
  most_ = std::max(4096 + kOfOneCommand * stream.command_count(), uses.size() * 2);
}

CommandBuffer::CommandBuffer(Device& device, std::string_view label, const DeviceObject& encoder)
    : DeviceObject(device, ObjectKind::CommandBuffer, label),
      encoder_label_(encoder.label()),
      encoder_ordinal_(encoder.ordinal()) {}

std::string CommandBuffer::traits() const {
  return "of " + diag::to_text(diag::ObjectRef{std::string(to_text(ObjectKind::CommandEncoder)), encoder_label_, encoder_ordinal_, {}, {}});
}

CommandBuffer::~CommandBuffer() {
  SilentChecks* checks = device().silent_checks();
  if (checks && usable() && recording_ && !recording_->stream.empty() && !submitted() && !device().lost())
    checks->never_submitted(*this);
}

}  // namespace vitrine::gpu
