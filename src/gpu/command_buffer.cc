#include "gpu/command_buffer.h"

#include "gpu/device.h"

namespace vitrine::gpu {

CommandBuffer::CommandBuffer(Device& device, std::string_view label, std::string encoder)
    : DeviceObject(device, ObjectKind::CommandBuffer, label), encoder_(std::move(encoder)) {}

CommandBuffer::~CommandBuffer() = default;

}  // namespace vitrine::gpu
