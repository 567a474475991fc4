#include "gpu/work_pool.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "gpu/process_end.h"

namespace vitrine::gpu {

namespace {
thread_local const void* pool_of_this_thread = nullptr;
}

struct WorkPool::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::vector<std::thread> threads;
  size_t idle = 0, running = 0;
  bool stop = false;

  void work() {
    pool_of_this_thread = this;
    std::unique_lock lock(mutex);
    for (;;) {
      ++idle;
      changed.wait(lock, [&] { return stop || !tasks.empty(); });
      --idle;
      if (stop) return;
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      ++running;
      lock.unlock();
      task();
      task = nullptr;  // may be the end of the pool
      lock.lock();
      --running;
      changed.notify_all();
    }
  }
};

WorkPool::WorkPool() : state_(std::make_shared<State>()) {}

WorkPool::~WorkPool() {
  std::vector<std::thread> threads;
  {
    std::lock_guard lock(state_->mutex);
    state_->stop = true;
    threads.swap(state_->threads);
  }
  state_->changed.notify_all();
  for (std::thread& t : threads) {
    if (t.get_id() == std::this_thread::get_id()) t.detach();
    else t.join();
  }
}

void WorkPool::run(std::function<void()> task) {
  std::lock_guard lock(state_->mutex);
  state_->tasks.push_back(std::move(task));
  size_t most = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
  if (state_->tasks.size() > state_->idle && state_->threads.size() < most && !state_->stop) {
    if (state_->threads.empty())
      at_process_end(state_, [s = state_.get()] {
        std::unique_lock lock(s->mutex);
        s->stop = true;
        s->changed.notify_all();
        size_t own = pool_of_this_thread == s ? 1 : 0;  // a callback that calls exit() itself
        s->changed.wait(lock, [&] { return s->running == own; });
      });
    state_->threads.emplace_back([s = state_] { s->work(); });
  }
  state_->changed.notify_all();
}

}  // namespace vitrine::gpu
