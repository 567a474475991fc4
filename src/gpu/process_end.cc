#include "gpu/process_end.h"

#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

namespace vitrine::gpu {

namespace {
thread_local bool leaves_alone = false;  // an OwnThread that nobody waits for
thread_local bool ours = false;

struct AtExit {
  std::mutex mutex;
  struct Entry {
    std::weak_ptr<void> owner;
    std::function<void()> stop;
    pid_t process;
  };
  std::vector<Entry> list;
  std::condition_variable changed;
  uint64_t renewals = 0;
  int leaving = 0;  // threads that end alone and have not yet
  pid_t leaving_of = 0;

  // A driver that was loaded or used since the last time has handlers of its own, and they are to run later than this one.
  static void put_first();

  void run() {
    for (;;) {
      Entry last;
      {
        std::lock_guard lock(mutex);
        if (list.empty()) break;
        last = std::move(list.back());
        list.pop_back();
      }
      if (last.process != getpid()) continue;
      if (std::shared_ptr<void> alive = last.owner.lock()) last.stop();
    }
    std::unique_lock lock(mutex);
    if (leaving_of == getpid()) changed.wait(lock, [&] { return leaving == (leaves_alone ? 1 : 0); });
  }
};

// Threads may use it to their end, whatever else has ended.
AtExit& at_exit() {
  static AtExit* const all = new AtExit();
  return *all;
}

void AtExit::put_first() {
  std::atexit([] { at_exit().run(); });
}

struct Renewal {
  bool due = false;
  ~Renewal() {
    if (due) renew_process_end_now();
  }
};
thread_local Renewal renewal;
}  // namespace

void renew_process_end_soon() { renewal.due = true; }

void renew_process_end_now() {
  AtExit& all = at_exit();
  std::lock_guard lock(all.mutex);
  // A handler cannot be taken back, and threads may come and go without end: later ever fewer of the calls count.
  uint64_t n = ++all.renewals;
  if (n < 4096 || (n & (n - 1)) == 0) AtExit::put_first();
}

void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop) {
  AtExit::put_first();
  AtExit& all = at_exit();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.list, [](const auto& entry) { return entry.owner.expired(); });
  all.list.push_back({std::move(owner), std::move(stop), getpid()});
}

OwnThread::OwnThread(std::function<void()> run)
    : thread_([run = std::move(run)]() mutable {
        ours = true;
        renew_process_end_soon();  // it may run callbacks, and with them exit()
        run();
        run = nullptr;
        if (!leaves_alone) return;
        AtExit& all = at_exit();
        std::lock_guard lock(all.mutex);
        --all.leaving;
        all.changed.notify_all();
      }),
      process_(getpid()) {}

bool OwnThread::here() { return ours; }

void OwnThread::end() {
  if (!thread_.joinable()) return;
  if (process_ != getpid()) {
    thread_.detach();
  } else if (thread_.get_id() != std::this_thread::get_id()) {
    thread_.join();
  } else {
    thread_.detach();
    leaves_alone = true;
    AtExit& all = at_exit();
    std::lock_guard lock(all.mutex);
    ++all.leaving;
    all.leaving_of = getpid();
  }
}

}  // namespace vitrine::gpu
