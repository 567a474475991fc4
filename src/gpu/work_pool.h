// Threads that make pipelines in the background: one pool for each instance.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace vitrine::gpu {

// Thread-safe. The pool may go on one of its own threads: the last reference of an instance can be held by a task.
class WorkPool {
 public:
  WorkPool();
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  // Runs it some time, on any of the threads, which are started as they are needed. When the process ends, what runs is
  // waited for and what is queued is left.
  void run(std::function<void()> task);

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace vitrine::gpu
