#include "gpu/work_pool.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "gpu/process_end.h"

namespace vitrine::gpu {

struct WorkPool::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::vector<OwnThread> threads;
  size_t idle = 0;
  bool stop = false;

  void end() {
    std::vector<OwnThread> ended;
    {
      std::lock_guard lock(mutex);
      stop = true;
      ended.swap(threads);
    }
    changed.notify_all();
    for (OwnThread& t : ended) t.end();
  }

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      ++idle;
      changed.wait(lock, [&] { return stop || !tasks.empty(); });
      --idle;
      if (stop) return;
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      task();
      task = nullptr;  // may be the end of the pool
      lock.lock();
    }
  }
};

WorkPool::WorkPool() : state_(std::make_shared<State>()) {}

WorkPool::~WorkPool() { state_->end(); }

void WorkPool::run(std::function<void()> task) {
  std::lock_guard lock(state_->mutex);
  state_->tasks.push_back(std::move(task));
  size_t most = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
  if (state_->tasks.size() > state_->idle && state_->threads.size() < most && !state_->stop) {
    if (state_->threads.empty()) at_process_end(state_, [s = state_.get()] { s->end(); });
    state_->threads.emplace_back([s = state_] { s->work(); });
  }
  state_->changed.notify_all();
}

}  // namespace vitrine::gpu
