// VITRINE_CHECK=draws: what the GPU counted of each draw, where nothing of it is left.
#pragma once

#include <vector>

namespace vitrine::hal {
struct DrawReport;
}

namespace vitrine::gpu {

class Device;
void report_draws(Device& device, const std::vector<hal::DrawReport>& draws);

}  // namespace vitrine::gpu
