// What must stop before the drivers take their own tables down: threads of ours that may be inside of one.
#pragma once

#include <functional>
#include <memory>
#include <thread>

namespace vitrine::gpu {

// Runs `stop` when the process ends by exit(), where `owner` still lives then. Call it when the driver is loaded: what is
// registered later runs earlier. Not in children of fork(), which have none of the threads.
void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop);

// A thread of ours. One that was told to end is waited for by end(), so that it is out of the driver. One that calls end()
// itself goes on alone, and the end of the process waits for it; what a child of fork() knows of its parent's is let go.
class OwnThread {
 public:
  OwnThread() = default;
  explicit OwnThread(std::function<void()> run);
  OwnThread(OwnThread&&) = default;
  OwnThread& operator=(OwnThread&&) = default;
  void end();
  // Whether the caller is one.
  static bool here();

 private:
  std::thread thread_;
  int process_ = 0;  // that it was started in
};

}  // namespace vitrine::gpu
