// What shaders printed, on its way to the program. The backend hands over records, here they become messages.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpu/object.h"
#include "gpu/sink.h"
#include "hal/hal.h"
#include "printf/filter.h"

namespace vitrine::gpu {

class Device;
class Instance;

// The messages of one submission. Texts are made in chunks, those of a large batch by several threads ahead of the one that
// takes messages, but not so far ahead that they leave the caches.
class PrintBatch {
 public:
  PrintBatch(Device& device, hal::PrintReport&& report);
  ~PrintBatch();
  PrintBatch(const PrintBatch&) = delete;
  size_t size() const { return count_; }
  bool done() const { return next_ == count_ && !unlogged_.data(); }
  Instance& instance() const;
  // The next message, or null. What it refers to lives as long as the batch; its text and the message itself until the next
  // call. Logs the message taken before. Calls must not run at the same time.
  const PrintMessage* next();
  // Hands everything that is left to the sink and the log. A call from inside of a callback goes on where that is.
  void deliver();

 private:
  static constexpr size_t kChunk = 512, kWindow = 16;  // messages of a chunk; chunks that are there at once
  enum State : uint32_t { kUntouched, kClaimed, kReady };
  // Of the messages of a chunk, used again for a later one.
  struct Texts {
    std::unique_ptr<char[]> bytes;
    size_t size = 0, room = 0;
    std::vector<uint32_t> ends;  // of each message
    char* reserve(size_t more);
  };
  void make(size_t index);
  bool make_ahead();
  const Texts& ready(size_t index);
  void pass(size_t index);
  void start_threads();
  const PrintPlace& place(uint32_t site, uint32_t command);

  Ref<Device> device_;  // first: the report goes before it
  hal::PrintReport report_;
  uint64_t submission_;
  size_t count_, next_ = 0;
  bool log_ = false;
  PrintMessage message_;
  std::string_view unlogged_;
  std::unordered_map<uint64_t, std::unique_ptr<PrintPlace>> places_;  // by command and site
  struct Recent {
    const PrintPlace* place = nullptr;
    uint32_t words = 0;  // of its arguments
  };
  std::vector<Recent> recent_;  // by site, of one command
  uint32_t recent_command_ = 0;
  std::vector<std::atomic<uint32_t>> states_;           // by chunk
  std::array<std::unique_ptr<Texts>, kWindow> texts_;   // of chunk i in i % kWindow
  std::vector<std::unique_ptr<Texts>> kept_;            // of messages that callbacks further out still have
  const Texts* current_ = nullptr;                      // of the last message
  uint32_t depth_ = 0;                                  // calls of deliver() that are running
  std::vector<std::thread> threads_;
  std::atomic<size_t> claimed_{0}, passed_{0};  // the next chunk to make; chunks whose texts nobody needs any more
  std::atomic<bool> stop_{false};
};

// What a device remembers of its messages.
struct PrintState {
  explicit PrintState(uint32_t limit) : limit(limit) {}
  std::mutex mutex;
  printf::SiteLimit limit;
  std::atomic<uint64_t> over_limit{0};             // messages that the limit took out
  std::unordered_set<std::string> empty_draws;     // of check_draws, that were told
  std::unordered_set<std::string> out_of_bounds;   // sites that were reported
};

// Of the submissions from now on. False: it cannot be changed on this device.
bool set_print_buffer_size(Device& device, uint64_t bytes);

// Queues the messages for the sink and the log (at Info, `[shader debugPrintf] text`), in their order, before anything that
// the submission's completion queues.
void deliver_prints(Device& device, hal::PrintReport&& report);

}  // namespace vitrine::gpu
