// GPUQueue. https://gpuweb.github.io/gpuweb/#gpu-queue
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/object.h"
#include "gpu/recording.h"

namespace vitrine::hal {
class Queue;
}

namespace vitrine::gpu {

class CommandBuffer;

using QueueWorkDoneCallback = std::function<void(QueueWorkDoneStatus, std::string message)>;

// Owned by its device, and counted with it.
class Queue : public Object {
 public:
  Queue(Device& device, std::string_view label);
  ~Queue() override;
  Device& device() const { return device_; }
  hal::Queue& native() const;

  // https://gpuweb.github.io/gpuweb/#dom-gpuqueue-submit
  void submit(std::span<CommandBuffer* const> command_buffers);
  // https://gpuweb.github.io/gpuweb/#dom-gpuqueue-writebuffer
  void write_buffer(Buffer* buffer, uint64_t buffer_offset, std::span<const std::byte> data);
  // https://gpuweb.github.io/gpuweb/#dom-gpuqueue-writetexture
  void write_texture(const TexelCopyTextureInfo& destination, std::span<const std::byte> data,
                     const TexelCopyBufferLayout& layout, const hal::Extent3D& size);
  // https://gpuweb.github.io/gpuweb/#dom-gpuqueue-onsubmittedworkdone
  FutureId on_submitted_work_done(CallbackMode mode, QueueWorkDoneCallback callback);

  // Runs `task` once everything up to `serial` has completed, or the device is lost; in order of the serials.
  void when_completed(uint64_t serial, std::function<void()> task);
  // The serial by which all work so far, unsubmitted writes included, is complete.
  uint64_t flush();
  // Looks at what the device has completed. Called by the event manager, with none of its locks held.
  void tick();
  // False: the time is over.
  bool wait(uint64_t serial, uint64_t timeout_ns);
  // Every waiting task runs now: the device is lost.
  void run_all();
  // Held while native objects are handed to the backend, so that destroy() on another thread waits.
  std::mutex& submit_mutex() { return submit_mutex_; }
  uint64_t submissions() const { return submissions_; }

  // The number of the submission, from 1, that the backend gave this serial.
  uint64_t submission_of(uint64_t serial) const;

 private:
  void check_uses(const Recording& recording, const diag::ObjectRef& commands, const diag::Path& at,
                  diag::Requirements& unmet);
  void run_completed(uint64_t completed);

  Device& device_;
  // Of software adapters: what they run when the process ends.
  struct Unfinished;
  std::shared_ptr<Unfinished> unfinished_;
  std::mutex submit_mutex_;
  std::mutex tasks_mutex_;
  struct Task {
    uint64_t serial;
    std::function<void()> run;
  };
  std::vector<Task> tasks_;  // by serial
  std::atomic<uint64_t> submissions_{0};
  // Of the latest submissions: a serial that it has at least, and no submission before it, and the number.
  mutable std::mutex numbers_mutex_;
  std::deque<std::pair<uint64_t, uint64_t>> numbers_;
};

}  // namespace vitrine::gpu
