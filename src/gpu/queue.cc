#include "gpu/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/pointer_map.h"
#include "gpu/adapter.h"
#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/command_buffer.h"
#include "gpu/device.h"
#include "gpu/call.h"
#include "gpu/query_set.h"
#include "gpu/silent.h"
#include "gpu/texture.h"
#include "gpu/instance.h"
#include "gpu/process_end.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using diag::Path;
using diag::Text;

// A software driver compiles and runs shaders on threads of its own, which nothing stops when the process ends, and they
// crash when what they use has ended. So it is waited for, about as long as compiling a large shader takes.
struct Queue::Unfinished {
  static constexpr std::chrono::seconds kLongest{10};
  std::mutex mutex;
  hal::Device* device = nullptr;
  std::atomic<uint64_t> seen{0};

  void completed(uint64_t serial) {
    renew_process_end_soon();
    if (seen.exchange(serial) != serial) renew_process_end_now();
  }
  void wait() {
    std::lock_guard lock(mutex);
    auto end = std::chrono::steady_clock::now() + kLongest;
    while (device && !device->lost() && device->queue().completed_serial() < device->queue().submitted_serial() &&
           std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
};

Queue::Queue(Device& device, std::string_view label)
    : Object(device.instance(), ObjectKind::Queue, label, device.next_ordinal(ObjectKind::Queue)), device_(device) {
  count_on(device);
  device.instance().events().watch(*this);
  if (device.adapter().info().type != hal::AdapterType::CPU) return;
  unfinished_ = std::make_shared<Unfinished>();
  unfinished_->device = &device.native();
  at_process_end(unfinished_, [u = unfinished_.get()] { u->wait(); });
}

Queue::~Queue() {
  device_.instance().events().forget(*this);
  if (!unfinished_) return;
  std::lock_guard lock(unfinished_->mutex);
  unfinished_->device = nullptr;
}

hal::Queue& Queue::native() const { return device_.native().queue(); }

namespace {
// Why the queue may not use it now, or nothing.
std::string_view busy_text(const Buffer& buffer) {
  switch (buffer.internal_state()) {
    case Buffer::InternalState::Destroyed: return "destroyed";
    case Buffer::InternalState::Unavailable:
      return buffer.map_state() == BufferMapState::Mapped ? "mapped" : "waiting to be mapped";
    case Buffer::InternalState::Available: break;
  }
  return {};
}
}  // namespace

// ---- completion ----

void Queue::when_completed(uint64_t serial, std::function<void()> task) {
  {
    std::unique_lock lock(tasks_mutex_);
    if (!device_.lost() && serial > native().completed_serial()) {
      auto at = std::upper_bound(tasks_.begin(), tasks_.end(), serial,
                                 [](uint64_t s, const Task& t) { return s < t.serial; });
      tasks_.insert(at, Task{serial, std::move(task)});
      return;
    }
  }
  task();
}

void Queue::run_completed(uint64_t completed) {
  if (unfinished_) unfinished_->completed(completed);
  std::vector<Task> done;
  {
    std::lock_guard lock(tasks_mutex_);
    auto end = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& t) { return t.serial > completed; });
    done.assign(std::make_move_iterator(tasks_.begin()), std::make_move_iterator(end));
    tasks_.erase(tasks_.begin(), end);
  }
  for (Task& task : done) task.run();
}

void Queue::run_all() { run_completed(~uint64_t{0}); }

void Queue::tick() {
  if (device_.lost()) return run_all();
  hal::Result<uint64_t> completed = native().poll();
  if (completed) {
    run_completed(*completed);
  } else if (!device_.lost()) {
    device_.lose(DeviceLostReason::Unknown, device_.from_native(completed.error(), "the progress of the queue"));
  }
}

bool Queue::wait(uint64_t serial, uint64_t timeout_ns) {
  if (device_.lost()) {
    run_all();
    return true;
  }
  hal::Result<bool> done = native().wait(serial, timeout_ns);
  if (!done && !device_.lost()) {
    device_.lose(DeviceLostReason::Unknown, device_.from_native(done.error(), "the progress of the queue"));
  }
  run_completed(device_.lost() ? ~uint64_t{0} : native().completed_serial());
  return device_.lost() || !done || *done;
}

uint64_t Queue::flush() {
  if (unfinished_) renew_process_end_soon();
  hal::Result<uint64_t> serial = native().submit({});
  if (serial) return *serial;
  if (!device_.lost()) device_.raise(device_.from_native(serial.error(), "the pending writes"));
  return native().submitted_serial();
}

FutureId Queue::on_submitted_work_done(CallbackMode mode, QueueWorkDoneCallback callback) {
  EventManager& events = instance().events();
  if (diag::Requirements unmet = begin_requirements(); !unmet.ok()) {
    return events.add_completed(mode, [callback, message = diag::render_plain(*device_.raise(unmet))] {
      callback(QueueWorkDoneStatus::Error, message);
    });
  }
  uint64_t serial = device_.lost() ? 0 : flush();
  bool pending = !device_.lost() && serial > native().completed_serial();
  FutureId future = events.add(
      mode,
      [callback] { callback(QueueWorkDoneStatus::CallbackCancelled, "the instance went away before the work was done"); },
      pending ? Ref<Queue>(this) : Ref<Queue>(), serial);
  // A lost device has no work left: that counts as done.
  when_completed(serial, [&events, future, callback = std::move(callback)] {
    events.complete(future, [callback] { callback(QueueWorkDoneStatus::Success, {}); });
  });
  return future;
}

// ---- submit ----

RULE(command_buffer_invalid, Validation, "GPUQueue.submit", "4dcf3cfb", "{0} cannot be submitted: finishing it failed",
     diag::ObjectRef);
RULE(command_buffer_submitted_twice, Validation, "GPUQueue.submit", "3ff95216", "{0} was submitted before",
     diag::ObjectRef);
RULE(submit_buffer_busy, Validation, "GPUQueue.submit", "5d36997c", "{0} uses {1}, which is {2}", diag::ObjectRef,
     diag::ObjectRef, Text);
RULE(submit_frame_is_over, Validation, "GPUQueue.submit", "", "{0} uses {1}, a frame of a surface that is over", diag::ObjectRef,
     diag::ObjectRef);
RULE(submit_object_destroyed, Validation, "GPUQueue.submit", "deed5fed 4f6ef5f5", "{0} uses {1}, which is destroyed", diag::ObjectRef,
     diag::ObjectRef);

void Queue::submit(std::span<CommandBuffer* const> command_buffers) {
  if (device_.lost()) return;
  Path path("commandBuffers");
  diag::Requirements unmet = begin_requirements();
  std::vector<RecordingRef> recordings;
  std::lock_guard lock(submit_mutex_);
  for (size_t i = 0; i < command_buffers.size(); ++i) {
    CommandBuffer* commands = command_buffers[i];
    Path at = path.index(i);
    if (!REQUIRE(unmet, commands, object_missing_here("the command buffer").at(at)) ||
        !REQUIRE(unmet, device_.owns(*commands), other_device_here(*commands, device_).at(at))) {
      continue;
    }
    diag::CallSite earlier = commands->submitted_at();
    if (!commands->usable()) {
      unmet.fail(follow_on(command_buffer_invalid(commands->ref()).at(at), *commands));
      continue;
    }
    if (!REQUIRE(unmet, commands->take(),
                 command_buffer_submitted_twice(commands->ref())
                     .at(at)
                     .note(commands->ref(), "submitted here first", earlier)
                     .help("encode a new command buffer for each submit"))) {
      continue;
    }
    commands->set_submitted_at(current_call_site(CallSiteMoment::Submit));
    RecordingRef recording = commands->recording();
    commands->set_recording(nullptr);
    check_uses(*recording, commands->ref(), at, unmet);
    recordings.push_back(std::move(recording));
  }
  if (!unmet.ok()) {
    // It used up all of them, also those of other devices and those after the first that failed.
    for (CommandBuffer* commands : command_buffers)
      if (commands && commands->take()) {
        commands->set_submitted_at(current_call_site(CallSiteMoment::Submit));
        commands->set_recording(nullptr);
      }
    device_.raise(unmet);
    // Here a cascade ends: what the log holds back of it is written.
    instance().deliveries().push([i = Ref<Instance>(&instance())] { i->log().flush(); });
    return;
  }
  if (SilentChecks* checks = device_.silent_checks()) checks->submitted(recordings);
  uint64_t number = ++submissions_;
  std::vector<const hal::CommandStream*> streams;
  for (const RecordingRef& r : recordings) streams.push_back(&r->stream);
  {
    std::lock_guard numbers(numbers_mutex_);
    // Pending writes that another thread submits may take this serial.
    numbers_.emplace_back(native().submitted_serial() + 1, number);
    if (numbers_.size() > 1024) numbers_.pop_front();
  }
  if (unfinished_) renew_process_end_soon();
  hal::Result<uint64_t> serial = native().submit(streams);
  if (!serial && !device_.lost()) device_.raise(device_.from_native(serial.error(), "a submission"));
}

uint64_t Queue::submission_of(uint64_t serial) const {
  std::lock_guard lock(numbers_mutex_);
  for (auto it = numbers_.rbegin(); it != numbers_.rend(); ++it)
    if (it->first <= serial) return it->second;
  return 0;
}

// What must hold of every object when it is submitted. https://gpuweb.github.io/gpuweb/#dom-gpuqueue-submit
void Queue::check_uses(const Recording& recording, const diag::ObjectRef& commands, const Path& at,
                       diag::Requirements& unmet) {
  PointerMap told;  // an object may be there twice
  for (const Recording::Use& use : recording.uses) {
    const DeviceObject& o = *use.object;
    if (o.kind() == ObjectKind::Buffer) {
      auto& buffer = static_cast<const Buffer&>(o);
      std::string_view busy = busy_text(buffer);
      if (busy.empty() || !told.insert(&o, 0)) continue;
      diag::Diagnostic d = submit_buffer_busy(commands, o.ref(), Text{std::string(busy)})
                               .at(at)
                               .help(busy == "destroyed" ? "destroy it after the last submit that uses it"
                                     : busy == "mapped"  ? "call unmap() before the submit"
                                                         : "submit first and map then: mapAsync waits for the work by itself");
      if (buffer.destroyed_at().token) std::move(d).note(o.ref(), "destroyed here", buffer.destroyed_at());
      unmet.fail(with_creation(std::move(d), o));
    } else if (o.kind() == ObjectKind::Texture) {
      auto& texture = static_cast<const Texture&>(o);
      if (texture.frame_is_over()) {
        if (!told.insert(&o, 0)) continue;
        unmet.fail(submit_frame_is_over(commands, o.ref())
                       .at(at)
                       .note(o.ref(), "ended here", texture.destroyed_at())
                       .help("submit before wgpuSurfacePresent, and get a texture and make its views anew for every frame"));
        continue;
      }
      REQUIRE(unmet, !texture.destroyed() || !told.insert(&o, 0),
              submit_object_destroyed(commands, o.ref())
                  .at(at)
                  .note(o.ref(), "destroyed here", texture.destroyed_at())
                  .help("destroy it after the last submit that uses it"));
    } else if (o.kind() == ObjectKind::QuerySet) {
      auto& set = static_cast<const QuerySet&>(o);
      REQUIRE(unmet, !set.destroyed() || !told.insert(&o, 0), submit_object_destroyed(commands, o.ref()).at(at));
    }
  }
}

// ---- writeBuffer ----

RULE(write_buffer_offset_unaligned, Validation, "GPUQueue.writeBuffer", "ca0ff146",
     "the buffer offset is {0}, and a write starts at a multiple of 4", uint64_t);
RULE(write_buffer_size_unaligned, OperationError, "GPUQueue.writeBuffer", "f1a6571f",
     "{0} bytes are written, and a write takes a multiple of 4", uint64_t);
RULE(write_buffer_out_of_range, Validation, "GPUQueue.writeBuffer", "92e4bcad",
     "{0} bytes are written at offset {1}, and {2} ends at {3}", uint64_t, uint64_t, diag::ObjectRef, uint64_t);
RULE(write_buffer_usage, Validation, "GPUQueue.writeBuffer", "e39b3a64", "{0} has the usage {1}, and a write needs COPY_DST",
     diag::ObjectRef, Text);
RULE(write_buffer_busy, Validation, "GPUQueue.writeBuffer", "36360e2f", "{0} is {1} and cannot be written by the queue",
     diag::ObjectRef, Text);
void Queue::write_buffer(Buffer* buffer, uint64_t buffer_offset, std::span<const std::byte> data) {
  Path buffer_path("buffer"), offset_path("bufferOffset"), size_path("size");
  if (data.size() % 4 != 0) {
    device_.exception(write_buffer_size_unaligned(data.size())
                          .help(fmt::format("pad the data to {} bytes: buffers are written in words of 4 bytes",
                                            (data.size() + 3) / 4 * 4))
                          .at(size_path));
    return;
  }
  if (device_.lost()) return;
  diag::Requirements unmet = begin_requirements();
  if (check_usable_with(device_, buffer, "the buffer", buffer_path, unmet)) {
    std::string_view busy = busy_text(*buffer);
    REQUIRE(unmet, busy.empty(),
            write_buffer_busy(buffer->ref(), Text{std::string(busy)})
                .at(buffer_path)
                .note(buffer->ref(), "destroyed here", buffer->destroyed_at()));
    REQUIRE(unmet, buffer->usage() & BufferUsage::CopyDst,
            with_creation(write_buffer_usage(buffer->ref(), Text{buffer_usage_text(buffer->usage())})
                              .at(buffer_path)
                              .help(usage_help(*buffer, BufferUsage::CopyDst)),
                          *buffer));
    REQUIRE(unmet, buffer_offset % 4 == 0, write_buffer_offset_unaligned(buffer_offset).at(offset_path));
    REQUIRE(unmet, buffer_offset <= buffer->size() && data.size() <= buffer->size() - buffer_offset,
            with_creation(
                write_buffer_out_of_range(data.size(), buffer_offset, buffer->ref(), buffer->size())
                    .at(offset_path)
                    .help("the offset and the size of the buffer are in bytes; for typed arrays dataOffset and size count elements"),
                *buffer));
  }
  if (!unmet.ok()) {
    device_.raise(unmet);
    return;
  }
  if (data.empty()) return;
  std::lock_guard lock(submit_mutex_);
  hal::Buffer* target = buffer->native();
  if (!target) return;  // destroyed by another thread meanwhile
  if (SilentChecks* checks = device_.silent_checks()) checks->written(*buffer, buffer_offset, data, /*queued=*/true);
  hal::Status written = native().write_buffer(*target, buffer_offset, data);
  if (!written) device_.raise(device_.from_native(written.error(), fmt::format("a write of {} bytes", data.size())));
}

}  // namespace vitrine::gpu
