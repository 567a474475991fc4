#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {
namespace {

uint64_t now_ns() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

constexpr VkDeviceSize kStagingChunk = VkDeviceSize{1} << 20;
constexpr size_t kKeptChunks = 16;
// Writes beyond this many bytes are submitted by themselves, so that a program that only writes does not grow for ever.
constexpr VkDeviceSize kUnsubmittedBytes = VkDeviceSize{64} << 20;
// A program that writes faster than the GPU reads waits once so much is under way.
constexpr VkDeviceSize kMostInFlight = VkDeviceSize{128} << 20;
// A wait looks up this often whether the watchdog's time is over.
constexpr uint64_t kSlice = 50'000'000;
// What was still running when a loss was declared gets this long before its memory is abandoned.
constexpr uint64_t kLostDrain = 1'000'000'000;

}  // namespace

Flight::Flight() = default;
Flight::~Flight() = default;
Flight::Flight(Flight&&) noexcept = default;
Flight& Flight::operator=(Flight&&) noexcept = default;

VulkanQueue::VulkanQueue(VulkanDevice& device) : device_(device) {}
VulkanQueue::~VulkanQueue() = default;

Status VulkanQueue::init() {
  VulkanDevice& d = device_;
  d.vk.vkGetDeviceQueue(d.handle, d.adapter->queue_family, 0, &queue_);
  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  info.pNext = &type;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateSemaphore, d.handle, &info, nullptr, &timeline_);
  if (!r) {
    timeline_ = VK_NULL_HANDLE;
    return Failure<Error>(d.error(r));
  }
  progress_ns_ = now_ns();
  return progress_.init(d);
}

float VulkanQueue::timestamp_period() const { return device_.adapter->props.limits.timestampPeriod; }

// ---- recording ----

Result<CommandContext> VulkanQueue::take_context() {
  VulkanDevice& d = device_;
  if (!free_contexts_.empty()) {
    CommandContext c = free_contexts_.back();
    CallResult r = HAL_CALL(d.faults, d.vk, vkResetCommandPool, d.handle, c.pool, 0);
    if (!r) return Failure<Error>(d.error(r));
    free_contexts_.pop_back();
    return c;
  }
  CommandContext c;
  VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  pool.queueFamilyIndex = d.adapter->queue_family;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateCommandPool, d.handle, &pool, nullptr, &c.pool);
  if (!r) return Failure<Error>(d.error(r));
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = c.pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  r = HAL_CALL(d.faults, d.vk, vkAllocateCommandBuffers, d.handle, &info, &c.buffer);
  if (!r) {
    d.vk.vkDestroyCommandPool(d.handle, c.pool, nullptr);
    return Failure<Error>(d.error(r));
  }
  return c;
}

Status VulkanQueue::open() {
  if (open_) return {};
  auto context = take_context();
  if (!context) return Failure<Error>(context.error());
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  CallResult r = HAL_CALL(device_.faults, device_.vk, vkBeginCommandBuffer, context->buffer, &begin);
  if (!r) {
    free_contexts_.push_back(*context);
    return Failure<Error>(device_.error(r));
  }
  current_ = Flight();
  current_.serial = submitted_ + 1;
  current_.context = *context;
  recorder_ = std::make_unique<Recorder>(device_, context->buffer, current_.serial, current_);
  open_ = true;
  return {};
}

Result<VulkanQueue::Staged> VulkanQueue::stage(VkDeviceSize size, VkDeviceSize align) {
  auto place = [&](StagingChunk& c) -> Staged {
    VkDeviceSize at = (c.used + align - 1) / align * align;
    c.used = at + size;
    return {c.buffer, at, c.memory.host + at};
  };
  if (!current_.staging.empty()) {
    StagingChunk& last = current_.staging.back();
    if ((last.used + align - 1) / align * align + size <= last.size) return place(last);
  }
  for (size_t i = 0; i < free_staging_.size(); ++i)
    if (free_staging_[i].size >= size) {
      current_.staging.push_back(free_staging_[i]);
      free_staging_.erase(free_staging_.begin() + static_cast<ptrdiff_t>(i));
      return place(current_.staging.back());
    }
  VulkanDevice& d = device_;
  StagingChunk c;
  c.size = std::max(size, kStagingChunk);
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = c.size;
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateBuffer, d.handle, &info, nullptr, &c.buffer);
  if (!r) return Failure<Error>(d.error(r, "staging of " + std::to_string(size) + " bytes"));
  VkMemoryRequirements needs;
  d.vk.vkGetBufferMemoryRequirements(d.handle, c.buffer, &needs);
  auto memory = d.allocator.allocate(needs, MemoryUse::Upload, true);
  if (!memory) {
    d.vk.vkDestroyBuffer(d.handle, c.buffer, nullptr);
    return Failure<Error>(memory.error());
  }
  c.memory = *memory;
  r = HAL_CALL(d.faults, d.vk, vkBindBufferMemory, d.handle, c.buffer, c.memory.memory, c.memory.offset);
  if (!r) {
    d.vk.vkDestroyBuffer(d.handle, c.buffer, nullptr);
    d.allocator.free(c.memory);
    return Failure<Error>(d.error(r, "staging of " + std::to_string(size) + " bytes"));
  }
  d.name(VK_OBJECT_TYPE_BUFFER, c.buffer, "staging");
  current_.staging.push_back(c);
  return place(current_.staging.back());
}

Status VulkanQueue::write_buffer(Buffer& buffer, uint64_t offset, std::span<const std::byte> data) {
  LostScope scope(device_);
  std::lock_guard lock(mutex_);
  if (device_.lost()) return Failure<Error>(device_.lost_error());
  if (data.empty()) return {};
  auto& b = static_cast<VulkanBuffer&>(buffer);
  if (offset > b.native_size || data.size() > b.native_size - offset)
    return Failure<Error>(Error{ErrorKind::Internal, {}, "a write outside its buffer"});
  // Memory that the host reaches and the GPU is done with needs no copy on the GPU.
  if (b.memory.host && (b.last_use() <= completed_ || b.last_use() <= read_counter())) {
    if (!b.initialized) {
      b.initialized = true;
      if (data.size() < b.native_size) std::memset(b.memory.host, 0, b.native_size);
    }
    std::memcpy(b.memory.host + offset, data.data(), data.size());
    return {};
  }
  if (Status ok = open(); !ok) return ok;
  auto staged = stage(data.size(), 16);
  if (!staged) return Failure<Error>(staged.error());
  std::memcpy(staged->host, data.data(), data.size());
  recorder_->copy_to_buffer(staged->buffer, staged->offset, b, offset, data.size());
  return submit_large_writes();
}

Status VulkanQueue::submit_large_writes() {
  VkDeviceSize staged = 0;
  for (const StagingChunk& c : current_.staging) staged += c.used;
  if (staged <= kUnsubmittedBytes) return {};
  if (auto s = submit_locked({}); !s) return Failure<Error>(s.error());
  reclaim();
  auto in_flight = [&] {
    VkDeviceSize n = 0;
    for (const Flight& f : flights_)
      if (f.serial > completed_)
        for (const StagingChunk& c : f.staging) n += c.size;
    return n;
  };
  while (!device_.lost() && in_flight() > kMostInFlight) {
    auto oldest = std::find_if(flights_.begin(), flights_.end(), [&](const Flight& f) { return f.serial > completed_; });
    if (oldest == flights_.end()) break;  // another thread has just seen that all are complete
    uint64_t serial = oldest->serial;
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &timeline_;
    info.pValues = &serial;
    CallResult r = HAL_CALL(device_.faults, device_.vk, vkWaitSemaphores, device_.handle, &info, kSlice);
    if (!r) return Failure<Error>(device_.error(r));
    read_counter();
    if (overdue()) break;
    reclaim();
  }
  return {};
}

Status VulkanQueue::write_texture(const cmd::TexturePlace& destination, std::span<const std::byte> data,
                                  uint32_t bytes_per_row, uint32_t rows_per_image, Extent3D size) {
  LostScope scope(device_);
  std::lock_guard lock(mutex_);
  if (device_.lost()) return Failure<Error>(device_.lost_error());
  if (size.width == 0 || size.height == 0 || size.depth_or_layers == 0) return {};
  auto& t = static_cast<VulkanTexture&>(*destination.texture);
  TexelLayout texel = texel_layout(t.format, destination.aspect);
  uint32_t columns = (size.width + texel.width - 1) / texel.width, rows = (size.height + texel.height - 1) / texel.height;
  // Packed anew: pitches of the host may be any.
  VkDeviceSize row = VkDeviceSize{columns} * texel.bytes, image = row * rows, total = image * size.depth_or_layers;
  if (Status ok = open(); !ok) return ok;
  auto staged = stage(total, std::lcm<VkDeviceSize>(texel.bytes, 16));
  if (!staged) return Failure<Error>(staged.error());
  for (uint32_t z = 0; z < size.depth_or_layers; ++z)
    for (uint32_t y = 0; y < rows; ++y) {
      uint64_t from = (uint64_t{z} * rows_per_image + y) * bytes_per_row;
      if (from > data.size() || row > data.size() - from)
        return Failure<Error>(Error{ErrorKind::Internal, {}, "a texture write outside its data"});
      std::memcpy(staged->host + z * image + y * row, data.data() + from, row);
    }
  recorder_->copy_to_texture(staged->buffer, staged->offset, static_cast<uint32_t>(row), rows, destination, size);
  return submit_large_writes();
}

// ---- submitting ----

Result<uint64_t> VulkanQueue::submit(std::span<const CommandStream* const> streams) {
  LostScope scope(device_);
  Result<uint64_t> serial = [&]() -> Result<uint64_t> {
    std::lock_guard lock(mutex_);
    if (device_.lost()) return Failure<Error>(device_.lost_error());
    auto s = submit_locked(streams);
    if (s) reclaim();
    return s;
  }();
  if (serial) collect_garbage();
  return serial;
}

// A program that submits and never polls must not pile up what its submissions held. Those that printed wait for the
// poll that delivers.
void VulkanQueue::reclaim() {
  constexpr size_t kWorthAsking = 4;
  if (flights_.size() < kWorthAsking) return;
  uint64_t completed = read_counter();
  while (!flights_.empty()) {
    Flight& f = flights_.front();
    if (f.serial > completed || f.prints || !f.print_words.empty() || device_.prints_native()) break;
    recycle(f);
    flights_.pop_front();
  }
}

Result<uint64_t> VulkanQueue::submit_locked(std::span<const CommandStream* const> streams) {
  if (streams.empty() && !open_) return submitted_.load();
  // What can fail for want of memory comes before the first command, so that an error leaves nothing half done.
  if (Status ok = open(); !ok) return Failure<Error>(ok.error());
  if (device_.has_print_buffers() && !current_.prints) {
    bool prints = false;
    for (const CommandStream* s : streams) prints = prints || stream_prints(*s);
    if (prints)
      if (Status ok = take_prints(); !ok) return Failure<Error>(ok.error());
  }
  auto give_back = [&](const Status& failed) {
    give_indirect(device_, current_.indirect);
    give_copy_scratch(device_, current_.copies);
    give_timestamp_sets(device_, current_.timestamp_sets);
    give_draw_counts(device_, current_.draw_counts);
    return Failure<Error>(failed.error());
  };
  uint32_t checks = 0, resolves = 0;
  VkDeviceSize copied = 0;
  bool indirect = device_.indirect_ready.load(std::memory_order_acquire), convert = device_.converts_timestamps();
  for (const CommandStream* s : streams) {
    if (indirect) checks += count_indirect(*s);
    if (convert) resolves += count_timestamp_resolves(*s);
    copied += count_copy_bytes(*s);
  }
  uint32_t draws = 0;
  if (device_.desc.check_draws && !current_.draw_counts.samples)
    for (const CommandStream* s : streams) draws += count_draws(*s);
  if (draws > 0)
    if (Status ok = take_draw_counts(device_, draws, &current_.draw_counts); !ok) return give_back(ok);
  if (checks > 0)
    if (Status ok = take_indirect(device_, checks, &current_.indirect); !ok) return give_back(ok);
  if (copied > 0)
    if (Status ok = take_copy_scratch(device_, copied, &current_.copies); !ok) return give_back(ok);
  if (resolves > 0)
    if (Status ok = take_timestamp_sets(device_, resolves, &current_.timestamp_sets); !ok) return give_back(ok);
  bool prints = current_.prints && current_.print_commands.empty();
  if (prints) recorder_->begin_prints();
  if (draws > 0) recorder_->begin_draw_counts();
  for (size_t i = 0; i < streams.size(); ++i) {
    if (i == 0) current_.progress.slice = progress_.take();
    current_.progress.add_stream(*streams[i]);
    recorder_->run(*streams[i], static_cast<uint32_t>(i));
  }
  if (current_.prints) recorder_->end_prints();
  recorder_->finish();
  if (Status ok = send(); !ok) return Failure<Error>(ok.error());
  return submitted_.load();
}

Status VulkanQueue::take_prints() {
  auto slot = device_.take_print_slot();
  if (slot && !*slot) {
    // There is but one: its submission must be over first.
    for (Flight& f : flights_) {
      if (!f.prints) continue;
      VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
      info.semaphoreCount = 1;
      info.pSemaphores = &timeline_;
      info.pValues = &f.serial;
      uint64_t limit = device_.desc.timeout_ns ? device_.desc.timeout_ns : ~uint64_t{0};
      CallResult r = HAL_CALL(device_.faults, device_.vk, vkWaitSemaphores, device_.handle, &info, limit);
      if (!r) return Failure<Error>(device_.error(r));
      if (r.result == VK_TIMEOUT) {
        device_.note_lost(LostReason::Timeout, {}, "a submission that prints did not complete");
        return Failure<Error>(device_.lost_error());
      }
      auto words = printed_words(*f.prints);
      f.print_words.assign(words.begin(), words.end());
      device_.give_print_slot(std::move(f.prints));
    }
    slot = device_.take_print_slot();
    if (slot && !*slot) return Failure<Error>(Error{ErrorKind::Internal, {}, "the print buffer went astray"});
  }
  if (!slot) return Failure<Error>(slot.error());
  current_.prints = std::move(*slot);
  return {};
}

// Ends the command buffer and hands it to the driver. The state of resources is already that of afterwards, so a failure
// here loses the device.
Status VulkanQueue::send(VkSemaphore signal) {
  VulkanDevice& d = device_;
  CallResult r = HAL_CALL(d.faults, d.vk, vkEndCommandBuffer, current_.context.buffer);
  if (r) {
    uint64_t values[2] = {current_.serial, 0};  // a binary semaphore has none
    VkSemaphore signals[2] = {timeline_, signal};
    std::vector<VkPipelineStageFlags> stages(waits_.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    VkTimelineSemaphoreSubmitInfo timeline{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    timeline.signalSemaphoreValueCount = signal ? 2 : 1;
    timeline.pSignalSemaphoreValues = values;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.pNext = &timeline;
    info.waitSemaphoreCount = static_cast<uint32_t>(waits_.size());
    info.pWaitSemaphores = waits_.data();
    info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &current_.context.buffer;
    info.signalSemaphoreCount = signal ? 2 : 1;
    info.pSignalSemaphores = signals;
    if (read_counter() == submitted_) progress_ns_ = now_ns();
    PrintScope prints(&current_.native_prints);
    r = HAL_CALL(d.faults, d.vk, vkQueueSubmit, queue_, 1, &info, VK_NULL_HANDLE);
    waits_.clear();
  }
  recorder_.reset();
  if (!r) {
    d.note_lost(LostReason::DriverFault, r, {});
    Flight gone = std::move(current_);
    current_ = Flight();
    open_ = false;
    recycle(gone);
    return Failure<Error>(Error{ErrorKind::DeviceLost, {r.function, std::string(to_text(r.result))}, {}});
  }
  flights_.push_back(std::move(current_));
  current_ = Flight();
  submitted_.store(flights_.back().serial, std::memory_order_release);
  open_.store(false, std::memory_order_release);
  return {};
}

// ---- presenting ----

uint64_t VulkanQueue::wait_before_next(VkSemaphore semaphore) {
  std::lock_guard lock(mutex_);
  waits_.push_back(semaphore);
  return submitted_ + 1;
}

Status VulkanQueue::present(VkSwapchainKHR swapchain, uint32_t index, VkSemaphore done, VulkanTexture& image,
                            VulkanTexture& source, VkResult* shown) {
  LostScope scope(device_);
  std::lock_guard lock(mutex_);
  if (device_.lost()) return Failure<Error>(device_.lost_error());
  if (Status ok = open(); !ok) return ok;
  recorder_->present(image, source);
  recorder_->finish();
  if (Status ok = send(done); !ok) return ok;
  VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &done;
  info.swapchainCount = 1;
  info.pSwapchains = &swapchain;
  info.pImageIndices = &index;
  CallResult r = HAL_CALL(device_.faults, device_.vk, vkQueuePresentKHR, queue_, &info);
  *shown = r.result;
  // What the window is to blame for is no error of the device.
  if (!r && r.result != VK_ERROR_OUT_OF_DATE_KHR && r.result != VK_ERROR_SURFACE_LOST_KHR)
    return Failure<Error>(device_.error(r, "presenting"));
  return {};
}

bool VulkanQueue::wait_idle() {
  VulkanDevice& d = device_;
  std::lock_guard lock(mutex_);
  if (!waits_.empty() && !d.lost() && open()) (void)send();
  if (!d.lost()) {
    d.vk.vkQueueWaitIdle(queue_);
    return true;
  }
  uint64_t serial = submitted_;
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline_;
  info.pValues = &serial;
  VkResult r = d.vk.vkWaitSemaphores(d.handle, &info, kLostDrain);
  // What is left is the presenting of images that are done.
  if (r == VK_SUCCESS) d.vk.vkQueueWaitIdle(queue_);
  return r != VK_TIMEOUT;
}

void VulkanQueue::recycle(Flight& f) {
  VulkanDevice& d = device_;
  if (f.context.pool) free_contexts_.push_back(f.context);
  f.context = {};
  for (StagingChunk& c : f.staging) {
    if (c.size == kStagingChunk && free_staging_.size() < kKeptChunks) {
      c.used = 0;
      free_staging_.push_back(c);
      continue;
    }
    d.vk.vkDestroyBuffer(d.handle, c.buffer, nullptr);
    d.allocator.free(c.memory);
  }
  f.staging.clear();
  progress_.give(f.progress.slice);
  f.progress = {};
  if (f.indirect.buffer) give_indirect(d, f.indirect);
  if (f.copies.buffer) give_copy_scratch(d, f.copies);
  if (!f.timestamp_sets.empty()) give_timestamp_sets(d, f.timestamp_sets);
  if (f.prints) d.give_print_slot(std::move(f.prints));
  if (f.draw_counts.samples) give_draw_counts(d, f.draw_counts);
}

// ---- completion ----

uint64_t VulkanQueue::read_counter() const {
  uint64_t value = 0;
  CallResult r = HAL_CALL(device_.faults, device_.vk, vkGetSemaphoreCounterValue, device_.handle, timeline_, &value);
  if (!r) {
    device_.error(r);
    return completed_.load();
  }
  uint64_t before = completed_.load();
  while (before < value && !completed_.compare_exchange_weak(before, value)) {
  }
  if (before < value) progress_ns_ = now_ns();
  return completed_.load();
}

uint64_t VulkanQueue::completed_serial() const {
  if (device_.lost()) return submitted_serial();
  uint64_t known = completed_.load();
  return known == submitted_.load() ? known : read_counter();
}

bool VulkanQueue::overdue() {
  if (device_.desc.timeout_ns == 0 || completed_ >= submitted_) return false;
  uint64_t begun = progress_ns_;
  uint64_t now = now_ns();
  if (now <= begun || now - begun < device_.desc.timeout_ns) return false;
  if (read_counter() >= submitted_ || progress_ns_ != begun) return false;
  uint64_t ms = device_.desc.timeout_ns / 1'000'000;
  device_.note_lost(LostReason::Timeout, {}, "no submission completed within " + std::to_string(ms) + " ms");
  return true;
}

void VulkanQueue::retire() {
  std::vector<Flight> done;
  {
    std::unique_lock deliver(deliver_mutex_);
    // A callback that polls gets here again: the messages it is part of are being delivered by its caller.
    if (deliverer_ == std::this_thread::get_id()) return;
    delivered_.wait(deliver, [&] { return deliverer_ == std::thread::id(); });
    std::lock_guard lock(mutex_);
    if (device_.lost()) return;
    uint64_t completed = completed_.load();
    while (!flights_.empty() && flights_.front().serial <= completed) {
      done.push_back(std::move(flights_.front()));
      flights_.pop_front();
      Flight& f = done.back();
      // The only buffer must not wait for whoever takes the messages.
      if (!f.prints || !device_.hidden_print_buffer) continue;
      auto words = printed_words(*f.prints);
      f.print_words.assign(words.begin(), words.end());
      device_.give_print_slot(std::move(f.prints));
    }
    if (!done.empty()) deliverer_ = std::this_thread::get_id();
  }
  if (!done.empty()) {
    deliver(done, false);
    {
      std::lock_guard lock(mutex_);
      for (Flight& f : done) recycle(f);
    }
    std::lock_guard lock(deliver_mutex_);
    deliverer_ = {};
    delivered_.notify_all();
  }
  collect_garbage();
}

void VulkanQueue::deliver(std::vector<Flight>& done, bool partial) {
  for (Flight& f : done) {
    if (!partial && !f.draw_counts.draws.empty()) {
      std::vector<DrawReport> draws = read_draw_counts(device_, f.draw_counts);
      if (device_.desc.on_draws) device_.desc.on_draws(std::move(draws));
    }
    // Without a command that prints, the header of the buffer was not even copied.
    bool prints = !f.print_commands.empty() && (f.prints || !f.print_words.empty());
    if (prints) prints = !nothing_printed(f.prints ? printed_words(*f.prints) : std::span<const uint32_t>(f.print_words));
    if (!prints && f.prints) f.prints->dirty = 0;
    if (prints) {
      bool unread = f.prints && !partial && !fetch_prints(*f.prints);
      auto words = std::make_shared<std::vector<uint32_t>>(std::move(f.print_words));
      PrintReport report = read_prints(device_, f.prints ? printed_words(*f.prints) : std::span<const uint32_t>(*words),
                                       std::move(f.print_commands), f.serial, partial);
      report.keep = words;
      if (report.decoded.damaged)
        device_.instance->log(diag::Level::Warning, "the print buffer of a submission holds what no shader of ours writes: reading stopped there");
      report.unread = unread || report.decoded.damaged;
      if (f.prints)
        report.keep = std::shared_ptr<PrintSlot>(f.prints.release(), [&d = device_](PrintSlot* slot) {
          d.give_print_slot(std::unique_ptr<PrintSlot>(slot));
        });
      bool any = !report.decoded.records.empty() || report.decoded.lost > 0 || report.unread;
      if (any && device_.desc.on_print) device_.desc.on_print(std::move(report));
    }
    if (device_.prints_native()) {
      device_.instance->take_prints(&f.native_prints);
      if (!f.native_prints.texts.empty() || f.native_prints.lost) {
        PrintReport report;
        report.serial = f.serial;
        report.route = PrintRoute::Native;
        report.texts = std::move(f.native_prints.texts);
        report.lost_unknown = f.native_prints.lost;
        report.buffer_size = device_.instance->layer_print_buffer;
        report.partial = partial;
        if (device_.desc.on_print) device_.desc.on_print(std::move(report));
      }
    }
  }
}

void VulkanQueue::deliver_partial_prints() {
  std::vector<Flight> rest;
  {
    std::lock_guard lock(mutex_);
    for (Flight& f : flights_) {
      Flight copy;
      copy.serial = f.serial;
      // The GPU may still be writing: a copy holds still.
      if (f.prints && !f.prints->host_buffer) {
        auto words = printed_words(*f.prints);
        copy.print_words.assign(words.begin(), words.end());
      } else {
        copy.print_words = std::move(f.print_words);
      }
      copy.print_commands = std::move(f.print_commands);
      copy.native_prints = std::move(f.native_prints);
      rest.push_back(std::move(copy));
    }
  }
  deliver(rest, true);
}

std::vector<RunningStream> VulkanQueue::running() {
  std::lock_guard lock(mutex_);
  std::vector<RunningStream> list;
  for (const Flight& f : flights_) {
    if (f.serial <= completed_) continue;
    for (RunningStream& r : f.progress.read(progress_)) list.push_back(std::move(r));
  }
  return list;
}

Result<uint64_t> VulkanQueue::poll() {
  {
    LostScope scope(device_);
    if (device_.lost()) return Failure<Error>(device_.lost_error());
    if (completed_ != submitted_) {
      NativePrints prints;
      {
        PrintScope capture(&prints);
        read_counter();
      }
      for (std::string& t : prints.texts) device_.instance->print(std::move(t), false);
      if (prints.lost) device_.instance->print({}, true);
      overdue();
    }
    if (device_.lost()) return Failure<Error>(device_.lost_error());
  }
  retire();
  return completed_.load();
}

Result<bool> VulkanQueue::wait(uint64_t serial, uint64_t timeout_ns) {
  LostScope scope(device_);
  if (serial > submitted_serial()) {
    std::lock_guard lock(mutex_);
    if (device_.lost()) return true;
    if (auto s = submit_locked({}); !s) return Failure<Error>(s.error());
    serial = std::min(serial, submitted_.load());
  }
  uint64_t begin = now_ns();
  while (!device_.lost()) {
    if (completed_ >= serial || read_counter() >= serial) break;
    if (overdue()) break;
    uint64_t spent = now_ns() - begin;
    if (spent >= timeout_ns) {
      retire();
      return false;
    }
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &timeline_;
    info.pValues = &serial;
    NativePrints prints;
    {
      PrintScope capture(&prints);
      uint64_t slice = std::min(kSlice, timeout_ns - spent);
      CallResult r = HAL_CALL(device_.faults, device_.vk, vkWaitSemaphores, device_.handle, &info, slice);
      if (!r && r.result != VK_ERROR_DEVICE_LOST) return Failure<Error>(device_.error(r));
      if (!r) device_.error(r);
    }
    for (std::string& t : prints.texts) device_.instance->print(std::move(t), false);
    if (prints.lost) device_.instance->print({}, true);
  }
  retire();
  return true;
}

// ---- destruction ----

void VulkanQueue::destroy_later(uint64_t last_use, std::function<void()> what) {
  if (last_use <= completed_.load(std::memory_order_acquire) && !device_.lost()) {
    what();
    return;
  }
  std::lock_guard lock(garbage_mutex_);
  garbage_.push_back({last_use, std::move(what)});
  std::push_heap(garbage_.begin(), garbage_.end(), later);
}

void VulkanQueue::destroy_later(std::function<void()> what) {
  // Read in this order: a submission sets the number first and closes the recording then.
  uint64_t recording = open_.load(std::memory_order_acquire) ? 1 : 0;
  destroy_later(submitted_.load(std::memory_order_acquire) + recording, std::move(what));
}

void VulkanQueue::collect_garbage() {
  std::vector<Garbage> free;
  {
    std::lock_guard lock(garbage_mutex_);
    if (garbage_.empty()) return;
    uint64_t completed = completed_.load();
    while (!garbage_.empty() && garbage_.front().serial <= completed) {
      std::pop_heap(garbage_.begin(), garbage_.end(), later);
      free.push_back(std::move(garbage_.back()));
      garbage_.pop_back();
    }
  }
  for (Garbage& g : free) g.free();
}

void VulkanQueue::free_garbage() {
  std::vector<Garbage> all;
  {
    std::lock_guard garbage(garbage_mutex_);
    all.swap(garbage_);
  }
  for (Garbage& g : all) g.free();
}

bool VulkanQueue::drain() {
  VulkanDevice& d = device_;
  std::lock_guard lock(mutex_);
  // Straight to the driver: a loss that was only declared, by the watchdog or a test, does not stop the GPU.
  if (submitted_ > 0 && completed_ < submitted_) {
    uint64_t serial = submitted_;
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &timeline_;
    info.pValues = &serial;
    uint64_t limit = d.lost() ? kLostDrain : d.desc.timeout_ns ? d.desc.timeout_ns : ~uint64_t{0};
    if (d.vk.vkWaitSemaphores(d.handle, &info, limit) == VK_TIMEOUT) return false;
  }
  recorder_.reset();
  for (Flight& f : flights_) recycle(f);
  flights_.clear();
  recycle(current_);
  open_ = false;
  free_garbage();
  for (CommandContext& c : free_contexts_) d.vk.vkDestroyCommandPool(d.handle, c.pool, nullptr);
  for (StagingChunk& c : free_staging_) {
    d.vk.vkDestroyBuffer(d.handle, c.buffer, nullptr);
    d.allocator.free(c.memory);
  }
  progress_.release(d);
  if (timeline_) d.vk.vkDestroySemaphore(d.handle, timeline_, nullptr);
  return true;
}

}  // namespace vitrine::hal::vulkan
