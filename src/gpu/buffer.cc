#include "gpu/buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "diag/render.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/queue.h"
#include "gpu/silent.h"

namespace vitrine::gpu {

using diag::Path;
using diag::Text;

Buffer::Buffer(Device& device, const BufferDescriptor& descriptor)
    : DeviceObject(device, ObjectKind::Buffer, descriptor.label),
      size_(descriptor.size),
      usage_(descriptor.usage),
      mappable_(descriptor.mapped_at_creation || (usage_ & (BufferUsage::MapRead | BufferUsage::MapWrite))) {
  if (mappable_) device.add_mappable(*this);
}

Buffer::~Buffer() {
  if (SilentChecks* checks = device().silent_checks()) checks->gone(*this);
  if (mappable_) device().forget_mappable(*this);
  std::lock_guard lock(mutex_);
  abort_pending_map("the last reference to the buffer went away");
  end_mapping(/*keep_contents=*/false);
}

std::string Buffer::traits() const { return fmt::format("{} bytes", size_); }

void Buffer::on_label(std::string_view label) {
  std::lock_guard lock(mutex_);
  if (native_) device().native().set_label(*native_, label);
}

BufferMapState Buffer::map_state() const {
  std::lock_guard lock(mutex_);
  return pending_map_ ? BufferMapState::Pending : mapping_ ? BufferMapState::Mapped : BufferMapState::Unmapped;
}

Buffer::InternalState Buffer::internal_state() const { return state_.load(std::memory_order_acquire); }

diag::CallSite Buffer::destroyed_at() const {
  std::lock_guard lock(mutex_);
  return instance().call_site(destroyed_at_);
}

// ---- creation ----

RULE(buffer_usage_empty, Validation, "GPUDevice.createBuffer", "ba28bf66",
     "the usage is {0}, and a buffer needs at least one usage", Text);
RULE(buffer_usage_unknown, Validation, "GPUDevice.createBuffer", "cd5ea135", "the usage {0} has bits that are no buffer usage",
     Text);
RULE(buffer_usage_map_read_mixed, Validation, "GPUDevice.createBuffer", "3d4afbf6",
     "the usage is {0}, and with MAP_READ only COPY_DST goes", Text);
RULE(buffer_usage_map_write_mixed, Validation, "GPUDevice.createBuffer", "fcd0f769",
     "the usage is {0}, and with MAP_WRITE only COPY_SRC goes", Text);
RULE(buffer_size_too_large, Validation, "GPUDevice.createBuffer", "c7427a03",
     "the size is {0} bytes, and maxBufferSize of this device is {1}", uint64_t, uint64_t);
RULE(buffer_mapped_size_unaligned, RangeError, "GPUDevice.createBuffer", "",
     "a buffer of {0} bytes is to be mapped at creation, which takes a multiple of 4", uint64_t);
RULE(buffer_mapping_out_of_memory, RangeError, "initialize an active buffer mapping", "",
     "no memory to map {0} bytes at creation", uint64_t);

namespace {
diag::Context creation_call(const BufferDescriptor& d) {
  return {diag::ContextKind::ApiCall,
          fmt::format("createBuffer({{{}size: {}, usage: {}{}}})",
                      d.label.empty() ? std::string() : fmt::format("label: \"{}\", ", d.label), d.size,
                      buffer_usage_text(d.usage), d.mapped_at_creation ? ", mappedAtCreation: true" : "")};
}
}  // namespace

Ref<Buffer> Device::create_buffer(const BufferDescriptor& descriptor) {
  Path path("descriptor");
  if (descriptor.mapped_at_creation && descriptor.size % 4 != 0) {
    exception(buffer_mapped_size_unaligned(descriptor.size).at(path.member("size")).help(fmt::format("make it {} bytes", descriptor.size / 4 * 4 + 4)).within(creation_call(descriptor)));
    return nullptr;
  }
  Ref<Buffer> buffer = make<Buffer>(*this, descriptor);
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-initialize-an-active-buffer-mapping
  // Memory of the mapping comes first: without it the call throws, and nothing is validated.
  auto make_shadow = [&] {
    constexpr uint64_t kMost = uint64_t{1} << 46;
    // Pointers of ranges are congruent to their offset modulo 16, which calloc sees to.
    if (descriptor.size <= kMost)
      buffer->shadow_.reset(static_cast<std::byte*>(std::calloc(std::max<size_t>(descriptor.size, 16), 1)));
    if (!buffer->shadow_) exception(buffer_mapping_out_of_memory(descriptor.size).at(path.member("size")).within(creation_call(descriptor)));
    return buffer->shadow_ != nullptr;
  };
  if (descriptor.mapped_at_creation && descriptor.size > limits().max_buffer_size && !make_shadow()) return nullptr;

  diag::Requirements unmet = begin_requirements();
  uint64_t usage = descriptor.usage;
  auto at_usage = [&](diag::Diagnostic d) { return std::move(d).at(path.member("usage")).within(creation_call(descriptor)); };
  REQUIRE(unmet, usage != 0,
          at_usage(buffer_usage_empty(Text{buffer_usage_text(usage)}))
              .help("name what the buffer is for, as STORAGE or COPY_DST"));
  REQUIRE(unmet, (usage & ~BufferUsage::All) == 0,
          at_usage(buffer_usage_unknown(Text{buffer_usage_text(usage)})));
  REQUIRE(unmet, !(usage & BufferUsage::MapRead) || !(usage & ~(BufferUsage::MapRead | BufferUsage::CopyDst)),
          at_usage(buffer_usage_map_read_mixed(Text{buffer_usage_text(usage)}))
              .help("copy into a second buffer of usage MAP_READ | COPY_DST and map that one"));
  REQUIRE(unmet, !(usage & BufferUsage::MapWrite) || !(usage & ~(BufferUsage::MapWrite | BufferUsage::CopySrc)),
          at_usage(buffer_usage_map_write_mixed(Text{buffer_usage_text(usage)}))
              .help("write with queue.writeBuffer, or map a second buffer of usage MAP_WRITE | COPY_SRC and copy"));
  REQUIRE(unmet, descriptor.size <= limits().max_buffer_size,
          with_limit_help(*this, "maxBufferSize", descriptor.size,
                          buffer_size_too_large(descriptor.size, limits().max_buffer_size)
                              .at(path.member("size"))
                              .within(creation_call(descriptor))));
  if (refuse_on_lost_device(*this, *buffer)) {
    // mapped all the same where that is asked for
  } else if (!unmet.ok()) {
    buffer->fail(raise(unmet));
  } else {
    hal::Result<std::unique_ptr<hal::Buffer>> native = native_->create_buffer(
        {descriptor.label, descriptor.size, static_cast<hal::BufferUsages>(descriptor.usage)});
    if (native) {
      buffer->native_ = std::move(*native);
    } else {
      buffer->fail(raise(from_native(native.error(), fmt::format("a buffer of {} bytes", descriptor.size)).within(creation_call(descriptor))));
      // With mappedAtCreation the program would write to memory that is not there.
      if (descriptor.mapped_at_creation && native.error().kind == hal::ErrorKind::OutOfMemory) return nullptr;
    }
  }

  // An unusable buffer is mapped too: the program may not know yet.
  if (descriptor.mapped_at_creation) {
    std::byte* data = buffer->native_ ? buffer->native_->host_pointer() : nullptr;
    if (!data) {
      if (!buffer->shadow_ && !make_shadow()) return nullptr;
      data = buffer->shadow_.get();
    }
    buffer->mapping_ = std::make_unique<Buffer::Mapping>(
        Buffer::Mapping{data, 0, descriptor.size, MapMode::Write, {}});
    buffer->state_ = Buffer::InternalState::Unavailable;
  }
  return buffer;
}

// ---- mapping ----

RULE(buffer_map_already, Validation, "GPUBuffer.mapAsync", "", "{0} is {1} already", diag::ObjectRef, Text);
RULE(buffer_map_unusable, Validation, "GPUBuffer.mapAsync", "bb687777", "{0} cannot be mapped: it was never made",
     diag::ObjectRef);
RULE(buffer_map_destroyed, Validation, "GPUBuffer.mapAsync", "b19a2b1b", "{0} is destroyed and cannot be mapped",
     diag::ObjectRef);
RULE(buffer_map_offset_unaligned, Validation, "GPUBuffer.mapAsync", "6c914dce",
     "the offset is {0}, and mapping starts at a multiple of 8", uint64_t);
RULE(buffer_map_size_unaligned, Validation, "GPUBuffer.mapAsync", "9ed55cb4",
     "the size is {0}, and mapping takes a multiple of 4", uint64_t);
RULE(buffer_map_out_of_range, Validation, "GPUBuffer.mapAsync", "39e35bc6",
     "the range from {0}, {1} bytes long, ends after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t,
     diag::ObjectRef);
RULE(buffer_map_mode_unknown, Validation, "GPUBuffer.mapAsync", "9ef741b8", "the mode {0} has bits that are no map mode", Text);
RULE(buffer_map_mode_not_one, Validation, "GPUBuffer.mapAsync", "7691cb9c",
     "the mode is {0}, and a buffer is mapped for either READ or WRITE", Text);
RULE(buffer_map_read_without_usage, Validation, "GPUBuffer.mapAsync", "adc45f1e",
     "{0} has the usage {1}, and mapping for READ needs MAP_READ", diag::ObjectRef, Text);
RULE(buffer_map_write_without_usage, Validation, "GPUBuffer.mapAsync", "2e11bbe1",
     "{0} has the usage {1}, and mapping for WRITE needs MAP_WRITE", diag::ObjectRef, Text);

FutureId Buffer::map_async(uint64_t mode, uint64_t offset, uint64_t size, CallbackMode callback_mode,
                           MapCallback callback) {
  EventManager& events = instance().events();
  uint64_t range = size == kWholeSize ? (size_ > offset ? size_ - offset : 0) : size;
  auto call = [&] {
    return diag::Context{diag::ContextKind::ApiCall, fmt::format("mapAsync({}, {}, {})", map_mode_text(mode), offset, range)};
  };
  auto map = std::make_shared<PendingMap>();
  map->callback = std::move(callback);
  auto cancelled = [map] {
    map->callback(MapAsyncStatus::CallbackCancelled, "the instance went away before the buffer was mapped");
  };
  // The buffer waits for its mapping until the answer is delivered, also when it is no.
  auto refuse = [&](MapAsyncStatus status, diag::DiagnosticPtr d) {
    map->future = events.add(callback_mode, cancelled);
    {
      std::lock_guard pending(mutex_);
      if (!pending_map_ && !mapping_) pending_map_ = map;
    }
    events.complete(map->future, [self = Ref<Buffer>(this), map, status, message = diag::render_plain(*d)] {
      {
        std::lock_guard pending(self->mutex_);
        if (map->told.exchange(true)) return;
        if (self->pending_map_ == map) self->pending_map_.reset();
      }
      map->callback(status, message);
    });
    return map->future;
  };

  std::unique_lock lock(mutex_);
  auto refuse_busy = [&] {
    bool mapped = !pending_map_;
    diag::Diagnostic d = buffer_map_already(ref(), Text{mapped ? "mapped" : "waiting to be mapped"})
                             .within(call())
                             .help("unmap it first, and wait for the callback of the earlier mapAsync");
    lock.unlock();
    // What it is, mapped or waiting, it stays.
    std::string message = diag::render_plain(*device().raise(std::move(d)));
    return events.add_completed(callback_mode, [map, message] { map->callback(MapAsyncStatus::Error, message); });
  };
  if (pending_map_ || mapping_) return refuse_busy();
  lock.unlock();
  if (device().lost()) return refuse(MapAsyncStatus::Aborted, device().lost_cause());
  if (!usable()) {
    return refuse(MapAsyncStatus::Error, device().raise(follow_on(buffer_map_unusable(ref()), *this).within(call())));
  }
  Path offset_path("offset"), size_path("size"), mode_path("mode");
  diag::Requirements unmet = begin_requirements();
  auto is_destroyed = [&] { return buffer_map_destroyed(ref()).within(call()).note(ref(), "destroyed here", destroyed_at()); };
  REQUIRE(unmet, internal_state() != InternalState::Destroyed, is_destroyed());
  REQUIRE(unmet, offset % 8 == 0,
          buffer_map_offset_unaligned(offset).help(multiple_help(offset, 8)).at(offset_path).within(call()));
  REQUIRE(unmet, range % 4 == 0,
          buffer_map_size_unaligned(range).help(multiple_help(range, 4)).at(size_path).within(call()));
  REQUIRE(unmet, offset <= size_ && range <= size_ - offset,
          buffer_map_out_of_range(offset, range, size_, ref())
              .help("leave both out to map all of the buffer; they are in bytes")
              .at(offset_path)
              .within(call()));
  REQUIRE(unmet, (mode & ~MapMode::All) == 0,
          buffer_map_mode_unknown(Text{map_mode_text(mode)}).at(mode_path).within(call()));
  uint64_t one = mode & MapMode::All;
  REQUIRE(unmet, one == MapMode::Read || one == MapMode::Write,
          buffer_map_mode_not_one(Text{map_mode_text(mode)}).at(mode_path).within(call()));
  REQUIRE(unmet, !(mode & MapMode::Read) || (usage_ & BufferUsage::MapRead),
          with_creation(buffer_map_read_without_usage(ref(), Text{buffer_usage_text(usage_)})
                            .at(mode_path)
                            .within(call())
                            .help(usage_help(*this, BufferUsage::MapRead)),
                        *this));
  REQUIRE(unmet, !(mode & MapMode::Write) || (usage_ & BufferUsage::MapWrite),
          with_creation(
              buffer_map_write_without_usage(ref(), Text{buffer_usage_text(usage_)})
                  .at(mode_path)
                  .within(call())
                  .help(usage_help(*this, BufferUsage::MapWrite)),
              *this));
  if (!unmet.ok()) return refuse(MapAsyncStatus::Error, device().raise(unmet));

  Queue& queue = device().queue();
  lock.lock();
  // Other threads may have come first.
  if (pending_map_ || mapping_) return refuse_busy();
  if (state_ == InternalState::Destroyed) {
    lock.unlock();
    return refuse(MapAsyncStatus::Error, device().raise(is_destroyed()));
  }
  // A write that is not yet submitted counts too: wait() submits it.
  uint64_t serial = native_->last_use();
  map->mode = mode;
  map->offset = offset;
  map->size = range;
  Ref<Queue> waited = serial > queue.native().completed_serial() ? Ref<Queue>(&queue) : Ref<Queue>();
  FutureId future = map->future = events.add(callback_mode, cancelled, waited, serial);
  pending_map_ = map;
  state_ = InternalState::Unavailable;
  lock.unlock();
  if (SilentChecks* checks = device().silent_checks(); checks && one == MapMode::Read)
    checks->read(*this, offset, range);
  queue.when_completed(serial, [self = Ref<Buffer>(this), map] { self->finish_map(map); });
  return future;
}

// The queue is done with the buffer. What remains happens when the callback is delivered, unless unmap() comes first.
void Buffer::finish_map(const std::shared_ptr<PendingMap>& map) {
  instance().events().complete(map->future, [self = Ref<Buffer>(this), map] {
    std::unique_lock lock(self->mutex_);
    if (map->told.exchange(true)) return;
    if (self->pending_map_ != map) {
      lock.unlock();
      map->callback(MapAsyncStatus::Aborted, "the buffer was unmapped before it was mapped");
      return;
    }
    self->pending_map_.reset();
    if (self->device().lost() || !self->native_) {
      self->state_ = InternalState::Available;
      lock.unlock();
      map->callback(MapAsyncStatus::Aborted, "the device was lost before the buffer was mapped");
      return;
    }
    std::byte* data = self->native_->host_pointer();
    self->native_->invalidate(map->offset, map->size);
    self->mapping_ =
        std::make_unique<Mapping>(Mapping{data + map->offset, map->offset, map->offset + map->size, map->mode, {}});
    lock.unlock();
    map->callback(MapAsyncStatus::Success, {});
  });
}

// With the mutex held.
void Buffer::abort_pending_map(std::string_view why) {
  std::shared_ptr<PendingMap> map = std::move(pending_map_);
  if (!map) return;
  if (state_ == InternalState::Unavailable && !mapping_) state_ = InternalState::Available;
  instance().events().complete(map->future, [map, why = std::string(why)] {
    if (!map->told.exchange(true)) map->callback(MapAsyncStatus::Aborted, why);
  });
}

void Buffer::on_last_handle() {
  std::lock_guard lock(mutex_);
  abort_pending_map("the last handle of the buffer was released before it was mapped");
}

RULE(mapped_range_not_mapped, OperationError, "GPUBuffer.getMappedRange", "452c4e10", "{0} is {1}, not mapped",
     diag::ObjectRef, Text);
RULE(mapped_range_offset_unaligned, OperationError, "GPUBuffer.getMappedRange", "e6bfddfc",
     "the offset is {0}, and a range starts at a multiple of {1}", uint64_t, uint64_t);
RULE(mapped_range_size_unaligned, OperationError, "GPUBuffer.getMappedRange", "dec40478",
     "the size is {0}, and a range takes a multiple of 4", uint64_t);
RULE(mapped_range_outside, OperationError, "GPUBuffer.getMappedRange", "9ad36cf7 d9a56083",
     "the range {0} to {1} is not inside {2} to {3}, which is mapped", uint64_t, uint64_t, uint64_t, uint64_t);
RULE(mapped_range_overlaps, OperationError, "GPUBuffer.getMappedRange", "ef69d5a2",
     "the range {0} to {1} overlaps {2} to {3}, which was handed out before", uint64_t, uint64_t, uint64_t, uint64_t);
RULE(mapped_range_for_reading, OperationError, "GPUBuffer.getMappedRange", "",
     "{0} is mapped for READ, and this call would write", diag::ObjectRef);

// With the mutex held.
bool Buffer::check_mapped_range(uint64_t offset, uint64_t size, bool exclusive) {
  diag::Requirements unmet = begin_requirements();
  Path offset_path("offset"), size_path("size");
  if (REQUIRE(unmet, mapping_,
              mapped_range_not_mapped(
                  ref(), Text{state_ == InternalState::Destroyed ? "destroyed"
                              : pending_map_                     ? "still waiting to be mapped"
                                                                 : "unmapped"})
                  .help(state_ == InternalState::Destroyed ? "destroy it after the last use"
                        : pending_map_                     ? "wait for mapAsync before: `await buffer.mapAsync(mode)`, or its callback"
                                                           : "call mapAsync and wait for it, or make it with mappedAtCreation: true"))) {
    REQUIRE(unmet, offset % 8 == 0,
            mapped_range_offset_unaligned(offset, 8).help(multiple_help(offset, 8)).at(offset_path));
    REQUIRE(unmet, size % 4 == 0, mapped_range_size_unaligned(size).help(multiple_help(size, 4)).at(size_path));
    uint64_t end = offset + size;
    if (REQUIRE(
            unmet, offset >= mapping_->begin && end >= offset && end <= mapping_->end,
            mapped_range_outside(offset, end, mapping_->begin, mapping_->end)
                .help("offset counts from the beginning of the buffer, and not from what was mapped; both are in bytes")
                .at(offset_path)) &&
        exclusive) {
      // They lie apart, so only the neighbours matter. An empty range overlaps where it lies strictly inside another one.
      auto overlaps = [&](auto& other) {
        auto [begin, stop] = other;
        bool either_empty = offset == end || begin == stop;
        return !REQUIRE(unmet, offset >= stop || begin >= end || (either_empty && offset == begin),
                        mapped_range_overlaps(offset, end, begin, stop)
                            .help("keep the range from the first call, and take parts of it")
                            .at(offset_path));
      };
      const auto& views = mapping_->views;
      auto next = std::lower_bound(views.begin(), views.end(), std::pair(offset, uint64_t{0}));
      if (next == views.begin() || !overlaps(next[-1]))
        while (next != views.end() && next->first < end && !overlaps(*next)) ++next;
    }
  }
  if (unmet.ok()) return true;
  device().exception(unmet.take());
  return false;
}

void* Buffer::get_mapped_range(uint64_t offset, uint64_t size, bool read_only) {
  std::lock_guard lock(mutex_);
  if (mapping_ && !read_only && !(mapping_->mode & MapMode::Write) && !instance().call_site_source()) {
    device().exception(mapped_range_for_reading(ref()).help("use wgpuBufferGetConstMappedRange"));
    return nullptr;
  }
  if (size == kWholeSize) size = size_ > offset ? size_ - offset : 0;
  if (!check_mapped_range(offset, size, !read_only)) return nullptr;
  std::pair<uint64_t, uint64_t> range(offset, offset + size);
  auto& views = mapping_->views;
  if (!read_only) views.insert(std::upper_bound(views.begin(), views.end(), range), range);
  return mapping_->data + (offset - mapping_->begin);
}

// https://webgpu-native.github.io/webgpu-headers/group__WGPUBufferMethods.html (ReadMappedRange, WriteMappedRange)
bool Buffer::read_mapped_range(uint64_t offset, void* data, uint64_t size) {
  std::lock_guard lock(mutex_);
  if (!check_mapped_range(offset, size, /*exclusive=*/false)) return false;
  if (size) std::memcpy(data, mapping_->data + (offset - mapping_->begin), size);
  return true;
}

bool Buffer::write_mapped_range(uint64_t offset, const void* data, uint64_t size) {
  std::lock_guard lock(mutex_);
  if (!check_mapped_range(offset, size, /*exclusive=*/false)) return false;
  if (!(mapping_->mode & MapMode::Write)) {
    device().exception(mapped_range_for_reading(ref()));
    return false;
  }
  if (size) std::memcpy(mapping_->data + (offset - mapping_->begin), data, size);
  return true;
}

void Buffer::end_mapping(bool keep_contents) {
  std::unique_ptr<Mapping> mapping = std::move(mapping_);
  std::unique_ptr<std::byte, Free> shadow = std::move(shadow_);
  if (!mapping) return;
  if (state_ == InternalState::Unavailable) state_ = InternalState::Available;
  if (!keep_contents || !native_ || !(mapping->mode & MapMode::Write) || device().lost()) return;
  uint64_t bytes = mapping->end - mapping->begin;
  if (SilentChecks* checks = device().silent_checks())
    checks->written(*this, mapping->begin, {mapping->data, bytes}, /*queued=*/false);
  if (!shadow) {
    native_->flush(mapping->begin, bytes);
  } else if (bytes) {
    hal::Status written = device().queue().native().write_buffer(*native_, 0, {mapping->data, bytes});
    if (!written) device().raise(device().from_native(written.error(), fmt::format("the {} mapped bytes", bytes)));
  }
}

void Buffer::unmap() {
  std::lock_guard lock(mutex_);
  abort_pending_map("the buffer was unmapped before it was mapped");
  end_mapping(/*keep_contents=*/true);
}

void Buffer::device_destroyed() {
  std::lock_guard lock(mutex_);
  abort_pending_map("the device was destroyed before the buffer was mapped");
  end_mapping(/*keep_contents=*/false);
}

void Buffer::destroy() {
  std::unique_ptr<hal::Buffer> native;  // goes after the locks
  std::lock_guard submit(device().queue().submit_mutex());
  std::lock_guard lock(mutex_);
  abort_pending_map("the buffer was destroyed before it was mapped");
  end_mapping(/*keep_contents=*/false);
  if (state_ == InternalState::Destroyed) return;
  state_ = InternalState::Destroyed;
  destroyed_at_ = current_call_token(CallSiteMoment::Destroy);
  native = native_.take();
}

}  // namespace vitrine::gpu
