// What shaders printed, on its way to the program. The backend hands over records, here they become messages.
#pragma once

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
// takes messages.
class PrintBatch {
 public:
  PrintBatch(Device& device, hal::PrintReport&& report);
  ~PrintBatch();
  PrintBatch(const PrintBatch&) = delete;
  size_t size() const { return count_; }
  bool done() const { return next_ == count_ && !unlogged_.data(); }
  Instance& instance() const;
  // The next message, or null. What it refers to lives as long as the batch; the message itself until the next call. Logs
  // the message taken before. Calls must not run at the same time.
  const PrintMessage* next();
  // Hands everything that is left to the sink and the log. A call from inside of a callback goes on where that is.
  void deliver();

 private:
  static constexpr size_t kChunk = 1024;  // messages
  enum State : uint32_t { kUntouched, kClaimed, kReady };
  struct Chunk {
    std::atomic<uint32_t> state{kUntouched};
    std::string text;
    std::vector<uint32_t> ends;  // of each message in it
  };
  void make(Chunk& chunk, size_t index);
  const Chunk& ready(size_t index);
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
  std::vector<Chunk> chunks_;
  const Chunk* chunk_ = nullptr;  // of the last message
  std::vector<std::thread> threads_;
  std::atomic<size_t> claimed_{0};
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
