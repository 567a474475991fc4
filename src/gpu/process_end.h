// What must stop before the drivers take their own tables down: threads of ours that may be inside of one.
#pragma once

#include <functional>
#include <memory>

namespace vitrine::gpu {

// Runs `stop` when the process ends by exit(), where `owner` still lives then. Call it when the driver is loaded: what is
// registered later runs earlier.
void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop);

}  // namespace vitrine::gpu
