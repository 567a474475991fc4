#include "gpu/command_buffer.h"

#include "gpu/device.h"

namespace vitrine::gpu {

CommandBuffer::CommandBuffer(Device& device, std::string_view label, RecordingRef recording)
    : DeviceObject(device, ObjectKind::CommandBuffer, label), recording_(std::move(recording)) {}

CommandBuffer::~CommandBuffer() = default;

}  // namespace vitrine::gpu
