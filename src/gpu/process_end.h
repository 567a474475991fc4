// What must stop before the drivers take their own tables down: threads of ours that may be inside of one.
#pragma once

#include <functional>
#include <memory>
#include <thread>

namespace vitrine::gpu {

// Runs `stop` when the process ends by exit(), where `owner` still lives then. Call it when the driver is loaded: what is
// registered later runs earlier. Not in children of fork(), which have none of the threads.
void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop);

// A software driver compiles on threads of its own and registers handlers meanwhile (LLVM's statics), which so run before
// ours and under its thread. Both are cheap.
//   soon:   this thread uses the driver. exit() ends the caller's thread_local objects before it runs any handler: there ours
//           are registered anew.
//   now:    the driver has done some work. For exit() in a thread that never used it.
void renew_process_end_soon();
void renew_process_end_now();

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
