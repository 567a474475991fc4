// The Vulkan backend. The loader is opened at run time.
#pragma once

#include <memory>

#include "hal/hal.h"

namespace vitrine::hal::vulkan {

std::unique_ptr<Instance> create_instance(const InstanceDesc& desc);
inline void register_vulkan() { register_backend("vulkan", &create_instance); }

}  // namespace vitrine::hal::vulkan
