// Windows: VK_KHR_surface and its swapchains.
#pragma once

#include <memory>

#include "hal/surface.h"
#include "hal/vulkan/instance.h"

namespace vitrine::hal::vulkan {

// No header of a window system is needed: what it takes is declared beside the code.
Result<std::unique_ptr<Surface>> create_surface(const InstanceRef& instance, const SurfaceSource& source);

}  // namespace vitrine::hal::vulkan
