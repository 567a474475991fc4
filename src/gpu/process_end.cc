#include "gpu/process_end.h"

#include <unistd.h>

#include <mutex>
#include <utility>
#include <vector>

namespace vitrine::gpu {

namespace {
struct AtExit {
  std::mutex mutex;
  struct Entry {
    std::weak_ptr<void> owner;
    std::function<void()> stop;
    pid_t process;
  };
  std::vector<Entry> list;
  ~AtExit() {
    for (;;) {
      Entry last;
      {
        std::lock_guard lock(mutex);
        if (list.empty()) return;
        last = std::move(list.back());
        list.pop_back();
      }
      if (last.process != getpid()) continue;
      if (std::shared_ptr<void> alive = last.owner.lock()) last.stop();
    }
  }
};
}  // namespace

void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop) {
  static AtExit all;
  std::lock_guard lock(all.mutex);
  std::erase_if(all.list, [](const auto& entry) { return entry.owner.expired(); });
  all.list.push_back({std::move(owner), std::move(stop), getpid()});
}

OwnThread::OwnThread(std::thread thread) : thread_(std::move(thread)), process_(getpid()) {}

void OwnThread::end() {
  if (!thread_.joinable()) return;
  if (thread_.get_id() == std::this_thread::get_id() || process_ != getpid()) thread_.detach();
  else thread_.join();
}

}  // namespace vitrine::gpu
