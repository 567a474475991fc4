#include "gpu/process_end.h"

#include <mutex>
#include <utility>
#include <vector>

namespace vitrine::gpu {

namespace {
struct AtExit {
  std::mutex mutex;
  std::vector<std::pair<std::weak_ptr<void>, std::function<void()>>> list;
  ~AtExit() {
    for (;;) {
      std::pair<std::weak_ptr<void>, std::function<void()>> last;
      {
        std::lock_guard lock(mutex);
        if (list.empty()) return;
        last = std::move(list.back());
        list.pop_back();
      }
      if (std::shared_ptr<void> alive = last.first.lock()) last.second();
    }
  }
};
}  // namespace

void at_process_end(std::weak_ptr<void> owner, std::function<void()> stop) {
  static AtExit all;
  std::lock_guard lock(all.mutex);
  std::erase_if(all.list, [](const auto& entry) { return entry.first.expired(); });
  all.list.emplace_back(std::move(owner), std::move(stop));
}

}  // namespace vitrine::gpu
