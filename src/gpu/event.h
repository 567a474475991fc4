// Futures and their callbacks. https://webgpu-native.github.io/webgpu-headers/Asynchronous-Operations.html
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/enums.h"
#include "gpu/object.h"

namespace vitrine::gpu {

class Queue;
using FutureId = uint64_t;

// Callbacks and messages waiting to be handed to the program. Thread-safe; each runs once with no lock held. What is pushed
// inside an API call is delivered by the thread of that call, in its order: no other thread gets between. What comes from
// elsewhere (threads of ours, the end of a thread) waits for the next thread that delivers.
class DeliveryQueue {
 public:
  DeliveryQueue() = default;
  ~DeliveryQueue();
  DeliveryQueue(const DeliveryQueue&) = delete;
  void push(std::function<void()> delivery);
  // From inside a delivery: runs before all else that this thread has.
  void push_next(std::function<void()> delivery);
  // Runs everything that is there for this thread, oldest first. Called from inside a delivery of this thread it does
  // nothing, the outer one goes on; `nested` is for waits that the program makes inside a callback.
  void deliver(bool nested = false);
  // Nothing is there, for this thread or for any.
  bool idle() const { return !locals_ && shared_count_.load(std::memory_order_acquire) == 0; }
  // Of this thread: how many deliveries of any queue are under way, one inside of the other. 0: outside of callbacks.
  static uint32_t& depth();

 private:
  struct Local;
  // Those of this thread. A plain pointer, which outlives the thread's own objects: programs release handles in destructors
  // of globals. Null while there are none.
  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit std::vector<Local>* locals_ = nullptr;
  Local* local(bool make);
  void drop_local();
  bool take(std::function<void()>& out);

  mutable std::mutex mutex_;
  std::deque<std::function<void()>> shared_;
  std::atomic<size_t> shared_count_{0};
};

// The futures of an instance. Thread-safe.
class EventManager {
 public:
  // `wake`, which may be empty, runs whenever a future becomes ready that process_events would deliver.
  EventManager(DeliveryQueue& deliveries, std::function<void()> wake);
  ~EventManager();

  // A future that is not complete. `cancelled` is what runs instead of the completion when the instance goes away first.
  FutureId add(CallbackMode mode, std::function<void()> cancelled);
  // The same for work on a queue: wait_any may wait for `serial` there. The queue completes the future itself.
  FutureId add(CallbackMode mode, std::function<void()> cancelled, Ref<Queue> queue, uint64_t serial);
  // `callback` is delivered as the mode allows. While that has not happened, a later completion replaces it.
  void complete(FutureId id, std::function<void()> callback);
  // The same from a thread of ours, where no call of the program delivers: what may come at any time runs here and now.
  void complete_here(FutureId id, std::function<void()> callback);
  // For results known at once.
  FutureId add_completed(CallbackMode mode, std::function<void()> callback);

  // https://webgpu-native.github.io/webgpu-headers/group__WGPUInstanceMethods.html (ProcessEvents)
  void process_events();
  struct WaitInfo {
    FutureId future = 0;
    bool completed = false;
  };
  // https://webgpu-native.github.io/webgpu-headers/Asynchronous-Operations.html (Wait-Any)
  // Callbacks that another thread is running have ended when it returns, unless this thread is inside a callback itself.
  WaitStatus wait_any(std::span<WaitInfo> infos, uint64_t timeout_ns);
  // No handle of the instance is left: every future completes as cancelled. Callbacks that other threads are running have ended
  // when it returns, unless this thread is inside a callback itself.
  void cancel_all();

  // Queues that work may be pending on; process_events and wait_any look at each.
  void watch(Queue& queue);
  void forget(Queue& queue);
  size_t pending() const;

 private:
  struct Future {
    CallbackMode mode;
    bool ready = false;
    bool queued = false;             // some thread will run its callback, unless a wait comes first
    bool running = false;            // its callback is taken, and runs on some thread
    std::function<void()> callback;  // while pending: the cancelled one
    Ref<Queue> queue;
    uint64_t serial = 0;
  };
  // With the mutex held: this thread runs the callback, where no wait of another thread does so before.
  void schedule(FutureId id, Future& future);
  // With the mutex held: this thread runs the callback, and nobody else.
  void claim(FutureId id, Future& future);
  struct Finish;
  void finished(FutureId id);
  void poll_queues();
  // Where nobody polls, a thread waits for the queues and calls `wake`. Started with the first future that needs it.
  struct Waiter;
  void watch_serial(Ref<Queue> queue, uint64_t serial);

  DeliveryQueue& deliveries_;
  mutable std::mutex mutex_;
  std::condition_variable completed_;
  FutureId next_ = 1;
  std::map<FutureId, Future> futures_;  // those not yet delivered, oldest first
  std::vector<FutureId> ready_;         // those that process_events has to look at
  std::vector<Queue*> queues_;
  bool cancelled_ = false;
  std::function<void()> wake_;
  std::shared_ptr<Waiter> waiter_;
};

}  // namespace vitrine::gpu
