#include "gpu/event.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "gpu/call.h"
#include "gpu/instance.h"
#include "gpu/process_end.h"
#include "gpu/queue.h"

namespace vitrine::gpu {

// What a thread has queued on one instance and not delivered yet.
struct DeliveryQueue::Local {
  const DeliveryQueue* queue = nullptr;
  bool delivering = false;
  std::deque<std::function<void()>> waiting;
};

DeliveryQueue::Local* DeliveryQueue::local(bool make) {
  std::vector<Local>*& list = locals_;
  if (list)
    for (Local& l : *list)
      if (l.queue == this) return &l;
  if (!make) return nullptr;
  // Never an empty one, also where memory ends here: `idle` looks at the pointer alone.
  if (!list) {
    auto first = std::make_unique<std::vector<Local>>();
    first->emplace_back(Local{this, false, {}});
    list = first.release();
    return &list->back();
  }
  return &list->emplace_back(Local{this, false, {}});
}

void DeliveryQueue::drop_local() {
  std::vector<Local>*& list = locals_;
  if (!list) return;
  std::erase_if(*list, [this](const Local& l) { return l.queue == this; });
  if (list->empty()) delete std::exchange(list, nullptr);
}

DeliveryQueue::~DeliveryQueue() { drop_local(); }

void DeliveryQueue::push(std::function<void()> delivery) {
  ApiCall* call = ApiCall::current();
  Local* own = local(/*make=*/call && &call->instance().deliveries() == this);
  if (own) {
    own->waiting.push_back(std::move(delivery));
    return;
  }
  std::lock_guard lock(mutex_);
  shared_.push_back(std::move(delivery));
  shared_count_.store(shared_.size(), std::memory_order_release);
}

void DeliveryQueue::push_next(std::function<void()> delivery) {
  local(/*make=*/true)->waiting.push_front(std::move(delivery));
}

bool DeliveryQueue::take(std::function<void()>& out) {
  if (shared_count_.load(std::memory_order_acquire) != 0) {
    std::lock_guard lock(mutex_);
    if (!shared_.empty()) {
      out = std::move(shared_.front());
      shared_.pop_front();
      shared_count_.store(shared_.size(), std::memory_order_release);
      return true;
    }
  }
  Local* own = local(false);
  if (!own || own->waiting.empty()) return false;
  out = std::move(own->waiting.front());
  own->waiting.pop_front();
  return true;
}

// A callback runs.
struct Deeper {
  Deeper() { ++DeliveryQueue::depth(); }
  ~Deeper() { --DeliveryQueue::depth(); }
};

void DeliveryQueue::deliver(bool nested) {
  Local* own = local(/*make=*/shared_count_.load(std::memory_order_acquire) != 0);
  if (!own) return;
  if (own->delivering && !nested) return;
  // A callback may use other instances, which moves the list: nothing of it is kept over one. Where memory ends inside of
  // one, what waits stays for the next call.
  struct Scope {
    DeliveryQueue& queue;
    bool nested;
    ~Scope() {
      if (nested) return;
      Local* own = queue.local(/*make=*/false);
      if (own && !own->waiting.empty()) own->delivering = false;
      else queue.drop_local();
    }
  } scope{*this, std::exchange(own->delivering, true)};
  Deeper deeper;
  for (std::function<void()> next; take(next); next = nullptr) next();
}

namespace {
// Futures that are waited for never come to process_events: they are left out of what it looks at where they have become many.
template <class Futures>
void note_ready(std::vector<FutureId>& ready, const Futures& futures, FutureId id) {
  constexpr size_t kFew = 64;
  if (ready.size() > kFew + 2 * futures.size()) std::erase_if(ready, [&](FutureId r) { return !futures.contains(r); });
  ready.push_back(id);
}
}  // namespace

uint32_t& DeliveryQueue::depth() {
  thread_local uint32_t depth = 0;
  return depth;
}

namespace {
// Of the program. All copies of it end together: none calls any more once end() has returned, except one that calls end().
class Wake {
 public:
  explicit Wake(std::function<void()> wake) : shared_(std::make_shared<Shared>()) { shared_->wake = std::move(wake); }
  void operator()() const {
    std::lock_guard lock(shared_->mutex);
    if (std::function<void()> now = shared_->wake) now();
  }
  void end() {
    std::lock_guard lock(shared_->mutex);
    shared_->wake = nullptr;
  }

 private:
  struct Shared {
    std::recursive_mutex mutex;
    std::function<void()> wake;
  };
  std::shared_ptr<Shared> shared_;
};
}  // namespace

EventManager::EventManager(DeliveryQueue& deliveries, std::function<void()> wake) : deliveries_(deliveries) {
  if (wake) wake_ = Wake(std::move(wake));
}

// What the thread works on. It outlives the manager: the last reference of a queue, and with it the instance, may go on
// the thread itself.
struct EventManager::Waiter {
  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  std::vector<std::pair<Ref<Queue>, uint64_t>> work;
  std::function<void()> wake;
  OwnThread thread;

  void end() {
    OwnThread ended;
    {
      std::lock_guard lock(mutex);
      stop = true;
      std::swap(ended, thread);
    }
    changed.notify_all();
    ended.end();
  }

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return stop || !work.empty(); });
      if (stop) return;
      Ref<Queue> queue = work.front().first;
      uint64_t serial = work.front().second;
      lock.unlock();
      bool done = queue->wait(serial, 50'000'000);
      lock.lock();
      if (stop) return;
      if (!done) continue;
      std::erase_if(work, [&, &q = queue, &s = serial](auto& w) { return w.first == q && w.second <= s; });
      lock.unlock();
      wake();
      queue.reset();
      lock.lock();
    }
  }
};

EventManager::~EventManager() {
  if (!waiter_) return;
  std::vector<std::pair<Ref<Queue>, uint64_t>> dropped;
  {
    std::lock_guard lock(waiter_->mutex);
    waiter_->stop = true;
    dropped.swap(waiter_->work);
  }
  waiter_->end();
}

void EventManager::watch_serial(Ref<Queue> queue, uint64_t serial) {
  if (!waiter_) {
    waiter_ = std::make_shared<Waiter>();
    waiter_->wake = wake_;
    waiter_->thread = OwnThread([waiter = waiter_] { waiter->run(); });
    at_process_end(waiter_, [w = waiter_.get()] { w->end(); });
  }
  {
    std::lock_guard lock(waiter_->mutex);
    waiter_->work.emplace_back(std::move(queue), serial);
  }
  waiter_->changed.notify_all();
}

FutureId EventManager::add(CallbackMode mode, std::function<void()> cancelled) {
  return add(mode, std::move(cancelled), nullptr, 0);
}

FutureId EventManager::add(CallbackMode mode, std::function<void()> cancelled, Ref<Queue> queue, uint64_t serial) {
  std::lock_guard lock(mutex_);
  FutureId id = next_++;
  if (cancelled_) {  // nobody can wait any more: as with those that were there
    deliveries_.push(std::move(cancelled));
    return id;
  }
  if (queue && wake_) watch_serial(queue, serial);
  futures_.emplace(id, Future{.mode = mode, .callback = std::move(cancelled), .queue = std::move(queue), .serial = serial});
  return id;
}

void EventManager::complete(FutureId id, std::function<void()> callback) {
  Ref<Queue> dropped;  // both go after the lock
  std::function<void()> replaced;
  std::unique_lock lock(mutex_);
  auto it = futures_.find(id);
  if (it == futures_.end() || it->second.running) return;
  dropped = std::move(it->second.queue);
  bool news = !std::exchange(it->second.ready, true);
  replaced = std::exchange(it->second.callback, std::move(callback));
  if (news && it->second.mode == CallbackMode::AllowSpontaneous) schedule(id, it->second);
  else if (news) note_ready(ready_, futures_, id);
  completed_.notify_all();
  lock.unlock();
  if (wake_) wake_();
}

// Its end takes the future away, also where memory ends inside of the callback. It is declared before what the callback
// holds, which goes before a wait ends.
struct EventManager::Finish {
  EventManager& events;
  FutureId id;
  bool armed = true;
  ~Finish() {
    if (armed) events.finished(id);
  }
};

void EventManager::schedule(FutureId id, Future& future) {
  deliveries_.push([this, id] {
    Finish finish{*this, id, false};
    std::function<void()> callback;
    {
      std::lock_guard lock(mutex_);
      auto it = futures_.find(id);
      if (it == futures_.end() || std::exchange(it->second.running, true)) return;
      callback = std::move(it->second.callback);
      finish.armed = true;
    }
    callback();
  });
  future.queued = true;  // now that nothing can fail any more
}

void EventManager::claim(FutureId id, Future& future) {
  deliveries_.push([this, id] {
    Finish finish{*this, id};
    std::function<void()> callback;
    {
      std::lock_guard lock(mutex_);
      callback = std::move(futures_.find(id)->second.callback);
    }
    callback();
  });
  future.running = true;
}

void EventManager::finished(FutureId id) {
  std::lock_guard lock(mutex_);
  futures_.erase(id);
  completed_.notify_all();
}

void EventManager::complete_here(FutureId id, std::function<void()> callback) {
  {
    std::lock_guard lock(mutex_);
    auto it = futures_.find(id);
    if (it == futures_.end() || it->second.running) return;
    if (it->second.mode == CallbackMode::AllowSpontaneous) {
      it->second.running = true;
    } else {
      if (!it->second.ready) note_ready(ready_, futures_, id);
      it->second.ready = true;
      it->second.callback = std::exchange(callback, nullptr);
      completed_.notify_all();
    }
  }
  if (!callback) {
    if (wake_) wake_();
    return;
  }
  // A wait for it returns once it has run, or when it is this callback that waits.
  Finish finish{*this, id};
  Deeper deeper;
  callback();
}

FutureId EventManager::add_completed(CallbackMode mode, std::function<void()> callback) {
  FutureId id;
  {
    std::lock_guard lock(mutex_);
    id = next_++;
    if (mode == CallbackMode::AllowSpontaneous || cancelled_) {
      deliveries_.push(std::move(callback));
    } else {
      futures_.emplace(id, Future{.mode = mode, .ready = true, .callback = std::move(callback)});
      note_ready(ready_, futures_, id);
    }
    completed_.notify_all();
  }
  if (wake_) wake_();
  return id;
}

void EventManager::watch(Queue& queue) {
  std::lock_guard lock(mutex_);
  queues_.push_back(&queue);
}

void EventManager::forget(Queue& queue) {
  std::lock_guard lock(mutex_);
  std::erase(queues_, &queue);
}

size_t EventManager::pending() const {
  std::lock_guard lock(mutex_);
  return futures_.size();
}

void EventManager::poll_queues() {
  std::vector<Ref<Queue>> alive;
  {
    std::lock_guard lock(mutex_);
    for (Queue* queue : queues_)
      if (queue->retain_if_alive()) {
        alive.emplace_back(queue);
        queue->release();
      }
  }
  for (const Ref<Queue>& queue : alive) queue->tick();
}

void EventManager::process_events() {
  poll_queues();
  {
    std::lock_guard lock(mutex_);
    std::sort(ready_.begin(), ready_.end());
    for (FutureId id : ready_) {
      auto it = futures_.find(id);
      if (it == futures_.end() || it->second.running || it->second.queued || it->second.mode == CallbackMode::WaitAnyOnly) continue;
      schedule(id, it->second);
    }
    ready_.clear();
  }
  deliveries_.deliver(true);
}

WaitStatus EventManager::wait_any(std::span<WaitInfo> infos, uint64_t timeout_ns) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  auto elapsed = [&] {
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
  };
  for (WaitInfo& info : infos) info.completed = false;
  for (;;) {
    poll_queues();
    deliveries_.deliver(true);  // what may come at any time does not wait for this wait
    bool any = infos.empty();
    Ref<Queue> queue;
    uint64_t serial = 0;
    bool without_queue = false, two_queues = false, running = false, known = false;
    {
      std::unique_lock lock(mutex_);
      for (WaitInfo& info : infos) {
        auto it = futures_.find(info.future);
        if (it == futures_.end()) {  // already delivered
          info.completed = info.future != 0 && info.future < next_;
          any = any || info.completed;
          continue;
        }
        known = true;
        if (it->second.running) {
          bool here = std::any_of(infos.data(), &info, [&](const WaitInfo& i) { return i.completed && i.future == info.future; });
          info.completed = here || DeliveryQueue::depth() > 0;
          any = any || info.completed;
          running = running || !info.completed;
        } else if (it->second.ready) {
          info.completed = any = true;
          claim(info.future, it->second);
        } else if (it->second.queue) {
          two_queues = two_queues || (queue && !(queue == it->second.queue));
          serial = queue ? std::min(serial, it->second.serial) : it->second.serial;
          queue = it->second.queue;
        } else {
          without_queue = true;
        }
      }
      if (any) {
        lock.unlock();
        deliveries_.deliver(true);
        return WaitStatus::Success;
      }
      // A wait needs one thing to wait on, and something that can come about.
      if (timeout_ns > 0 && (two_queues || (queue && without_queue) || !known)) return WaitStatus::Error;
      uint64_t gone = elapsed();
      if (timeout_ns == 0 || gone >= timeout_ns) {
        lock.unlock();
        deliveries_.deliver();  // what the poll brought up: prints, losses
        return WaitStatus::TimedOut;
      }
      if (!queue || running) {
        completed_.wait_for(lock, std::chrono::nanoseconds(std::min<uint64_t>(timeout_ns - gone, 100'000'000)));
        continue;
      }
    }
    queue->wait(serial, timeout_ns - std::min(elapsed(), timeout_ns));
  }
}

void EventManager::cancel_all() {
  std::map<FutureId, Future> all;
  {
    std::lock_guard lock(mutex_);
    cancelled_ = true;
    for (auto it = futures_.begin(); it != futures_.end();) {
      auto next = std::next(it);
      if (!it->second.running) all.insert(futures_.extract(it));
      it = next;
    }
  }
  // A future that is ready delivers what it has.
  for (auto& [id, future] : all) deliveries_.push(std::move(future.callback));
  if (Wake* wake = wake_.target<Wake>()) wake->end();
  if (DeliveryQueue::depth() > 0) return;  // it may be one of those that run
  // What other threads have begun: the program may take it that no callback comes any more.
  std::unique_lock lock(mutex_);
  completed_.wait(lock, [&] { return futures_.empty(); });
}

}  // namespace vitrine::gpu
