// What shaders printed, on its way to the program. The backend hands over records, here they become messages.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vitrine::hal {
class CommandStream;
struct PrintReport;
}  // namespace vitrine::hal

namespace vitrine::gpu {

class Device;

// Formats the records and queues them for the sink and the log (at Info, `[shader debugPrintf] text`), in their order,
// before anything that the submission's completion queues.
void deliver_prints(Device& device, const hal::PrintReport& report);

}  // namespace vitrine::gpu
