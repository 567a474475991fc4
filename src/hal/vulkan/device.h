// The VkDevice, its queue, and what all objects of it share.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hal/vulkan/adapter.h"
#include "hal/vulkan/memory.h"
#include "hal/vulkan/progress.h"

namespace vitrine::hal::vulkan {

class Recorder;
class VulkanBuffer;
class VulkanDevice;
class VulkanTexture;
struct PrintSlot;

// Every pipeline layout has one range of push constants, so sets stay bound across layouts: the user's immediates, then
// ours, as spirv::PushConstants says.
inline constexpr uint32_t kPushConstantBytes = 128;
inline constexpr uint32_t kOwnPushConstants = 64;
inline constexpr VkShaderStageFlags kPushConstantStages =
    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

// A command pool with its one command buffer, for one submission.
struct CommandContext {
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
};

// Host memory that the GPU copies from. Filled from the front; free again once the last submission that reads it is done.
struct StagingChunk {
  VkBuffer buffer = VK_NULL_HANDLE;
  Allocation memory;
  VkDeviceSize size = 0, used = 0;
};

// Checked copies of indirect arguments.
struct IndirectScratch {
  VkBuffer buffer = VK_NULL_HANDLE;
  Allocation memory;
  std::vector<VkDescriptorSet> sets;  // one a command
  uint32_t next = 0;
};
// A compute pipeline of ours.
struct OwnPipeline {
  std::unique_ptr<BindGroupLayout> group;
  std::unique_ptr<PipelineLayout> layout;
  std::unique_ptr<ComputePipeline> pipeline;
};

// Room for copies that go through a buffer.
struct CopyScratch {
  VkBuffer buffer = VK_NULL_HANDLE;
  Allocation memory;
  VkDeviceSize used = 0;
};

// What one submission holds until it has completed.
// Queries of one submission around its draws.
struct DrawCounts {
  VkQueryPool statistics = VK_NULL_HANDLE, samples = VK_NULL_HANDLE;
  uint32_t capacity = 0;
  std::vector<DrawReport> draws;  // by the number of their queries
};

struct Flight {
  Flight();
  ~Flight();
  Flight(Flight&&) noexcept;
  Flight& operator=(Flight&&) noexcept;

  uint64_t serial = 0;
  CommandContext context;
  std::vector<StagingChunk> staging;
  IndirectScratch indirect;
  CopyScratch copies;
  std::vector<VkDescriptorSet> timestamp_sets;  // one a resolve of timestamps that are converted
  Progress progress;
  std::unique_ptr<PrintSlot> prints;
  std::vector<uint32_t> print_words;  // what was in it, once completed
  std::vector<PrintCommand> print_commands;
  NativePrints native_prints;
  DrawCounts draw_counts;
};

class VulkanQueue final : public Queue {
 public:
  explicit VulkanQueue(VulkanDevice& device);
  ~VulkanQueue() override;
  Status init();

  Status write_buffer(Buffer& buffer, uint64_t offset, std::span<const std::byte> data) override;
  Status write_texture(const cmd::TexturePlace& destination, std::span<const std::byte> data, uint32_t bytes_per_row,
                       uint32_t rows_per_image, Extent3D size) override;
  Result<uint64_t> submit(std::span<const CommandStream* const> streams) override;
  uint64_t submitted_serial() const override { return submitted_.load(std::memory_order_acquire); }
  uint64_t completed_serial() const override;
  Result<uint64_t> poll() override;
  Result<bool> wait(uint64_t serial, uint64_t timeout_ns) override;
  float timestamp_period() const override;

  // What comes next waits for `semaphore`. Yields the serial that has done so.
  uint64_t wait_before_next(VkSemaphore semaphore);
  // Presents `image`, after everything so far, with what `source` shows where it is another texture. `done` is signalled in
  // between. `shown` gets what the window system said.
  Status present(VkSwapchainKHR swapchain, uint32_t index, VkSemaphore done, VulkanTexture& image, VulkanTexture& source,
                 VkResult* shown);
  // Blocks until the queue has nothing left to do, presenting included. False: the device is lost and the GPU still runs.
  bool wait_idle();

  // Frees `what` once the submission `last_use` has completed: at once where it has.
  void destroy_later(uint64_t last_use, std::function<void()> what);
  // Once everything submitted or recorded so far has completed.
  void destroy_later(std::function<void()> what);
  // Of the device's end: waits, and frees what the queue owns. False: the GPU did not come to an end, so nothing may be
  // destroyed.
  bool drain();
  void free_garbage();  // after drain
  void deliver_partial_prints();  // of what never completed, after a loss
  std::vector<RunningStream> running();
  template <class F>
  void locked(F&& f) {
    std::lock_guard lock(mutex_);
    f();
  }
  uint64_t seen_completed() const { return completed_.load(); }  // really, whatever was lost

 private:
  struct Garbage {
    uint64_t serial;
    std::function<void()> free;
  };
  static bool later(const Garbage& a, const Garbage& b) { return a.serial > b.serial; }
  // With the mutex held:
  Status open();  // makes sure that there is a command buffer being recorded for the next serial
  Result<CommandContext> take_context();
  struct Staged {
    VkBuffer buffer;
    VkDeviceSize offset;
    std::byte* host;
  };
  Result<Staged> stage(VkDeviceSize size, VkDeviceSize align);
  Result<uint64_t> submit_locked(std::span<const CommandStream* const> streams);
  Status submit_large_writes();  // what the program has only written, once it is much
  Status send(VkSemaphore signal = VK_NULL_HANDLE);
  void recycle(Flight& flight);
  void reclaim();
  bool overdue();
  friend class Recorder;

  uint64_t read_counter() const;  // updates completed_
  // With no lock held: takes what has completed, delivers its prints, frees.
  void retire();
  void deliver(std::vector<Flight>& done, bool partial);
  bool fetch_prints(PrintSlot& slot);  // with no lock held
  Status take_prints();  // with the mutex held: gives the current flight a buffer to print to
  void collect_garbage();

  VulkanDevice& device_;
  mutable std::mutex mutex_;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkSemaphore timeline_ = VK_NULL_HANDLE;
  std::atomic<uint64_t> submitted_{0};
  mutable std::atomic<uint64_t> completed_{0};
  std::atomic<bool> open_{false};  // `current_` is being recorded
  Flight current_;                 // of serial submitted_ + 1
  std::unique_ptr<Recorder> recorder_;
  std::deque<Flight> flights_;
  std::vector<VkSemaphore> waits_;  // before the next submission
  std::vector<CommandContext> free_contexts_;
  std::vector<StagingChunk> free_staging_;
  ProgressBuffer progress_;
  mutable std::atomic<uint64_t> progress_ns_{0};  // when something completed last, or was submitted to an idle queue

  std::mutex garbage_mutex_;
  std::vector<Garbage> garbage_;  // a heap, what goes first in front

  // One thread at a time delivers prints, in order of submission; others wait for it.
  std::mutex deliver_mutex_;
  std::condition_variable delivered_;
  std::thread::id deliverer_;
};

class VulkanDevice final : public Device {
 public:
  VulkanDevice(AdapterRef adapter, const DeviceDesc& desc);
  ~VulkanDevice() override;
  Status init();

  Queue& queue() override { return queue_; }
  bool lost() const override { return lost_.load(std::memory_order_acquire); }
  void lose(LostReason reason, std::string detail) override;
  void set_label(std::string_view label) override;
  bool set_print_buffer_size(uint64_t bytes) override;

  Result<std::unique_ptr<Buffer>> create_buffer(const BufferDesc& desc) override;
  Result<std::unique_ptr<Texture>> create_texture(const TextureDesc& desc) override;
  Result<std::unique_ptr<TextureView>> create_texture_view(Texture& texture, const TextureViewDesc& desc) override;
  Result<std::unique_ptr<Sampler>> create_sampler(const SamplerDesc& desc) override;
  Result<std::unique_ptr<BindGroupLayout>> create_bind_group_layout(const BindGroupLayoutDesc& desc) override;
  Result<std::unique_ptr<BindGroup>> create_bind_group(const BindGroupDesc& desc) override;
  Result<std::unique_ptr<PipelineLayout>> create_pipeline_layout(const PipelineLayoutDesc& desc) override;
  Result<std::unique_ptr<ComputePipeline>> create_compute_pipeline(const ComputePipelineDesc& desc) override;
  Result<std::unique_ptr<RenderPipeline>> create_render_pipeline(const RenderPipelineDesc& desc) override;
  Result<std::unique_ptr<QuerySet>> create_query_set(const QuerySetDesc& desc) override;
  void set_label(Buffer&, std::string_view) override;
  void set_label(Texture&, std::string_view) override;
  void set_label(TextureView&, std::string_view) override;
  void set_label(Sampler&, std::string_view) override;
  void set_label(BindGroupLayout&, std::string_view) override;
  void set_label(BindGroup&, std::string_view) override;
  void set_label(PipelineLayout&, std::string_view) override;
  void set_label(ComputePipeline&, std::string_view) override;
  void set_label(RenderPipeline&, std::string_view) override;
  void set_label(QuerySet&, std::string_view) override;

  // Turns what a native call said into an error; a lost device is noted, and told when the public call is over.
  Error error(CallResult r, std::string detail = {});
  Error lost_error() const;
  void note_lost(LostReason reason, CallResult r, std::string detail);
  // With no lock held. Returns once it is told, by whichever thread: what a call then says of the loss is no news.
  void tell_lost();
  template <class H>
  void name(VkObjectType type, H handle, std::string_view label) {
    if (names_ && !label.empty()) set_name(type, handle_value(handle), label);
  }
  bool prints_built_in() const {
    return (desc.debug_printf && desc.print_route == PrintRoute::BuiltIn) || desc.checks_shaders();
  }
  // There are print buffers: the native route counts in one, as far as there is a storage buffer to spare.
  bool has_print_buffers() const { return prints_built_in() || (prints_native() && adapter->info.print_built_in); }
  bool prints_native() const { return desc.debug_printf && !prints_built_in(); }

  AdapterRef adapter;
  InstanceRef instance;
  FaultPlan& faults;
  DeviceDesc desc;
  VkDevice handle = VK_NULL_HANDLE;
  VolkDeviceTable vk{};
  Allocator allocator{*this};
  VkDescriptorSetLayout empty_set_layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout print_set_layout = VK_NULL_HANDLE;  // one storage buffer; null: no built-in printing
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;
  // Call sites of every printing pipeline of the device.
  std::mutex sites_mutex;
  printf::SiteTable sites;
  bool debug_labels = false;  // command labels reach somebody

  std::unique_ptr<OwnPipeline> indirect;  // once a buffer may hold indirect arguments
  std::atomic<bool> indirect_ready{false};
  Status prepare_indirect();
  std::unique_ptr<OwnPipeline> timestamps;  // once there is a query set of them, where a tick is not a nanosecond
  bool converts_timestamps() const;
  Status prepare_timestamps();
  // As many zeros as the largest level of any compressed texture has bytes.
  std::shared_ptr<VulkanBuffer> zeros();
  Status reserve_zeros(VkDeviceSize size);

  VulkanQueue& vulkan_queue() { return queue_; }
  // A format that the device has for it: it may be another than the named one where two serve.
  VkFormat native_format(TextureFormat format) const;
  // A driver without a descriptor set to spare: the buffer is a hidden binding of every bind group, always the same one,
  // where a pipeline layout has no free set for it.
  bool hides_print_binding() const {
    return prints_built_in() && adapter->props.limits.maxBoundDescriptorSets <= adapter->limits.max_bind_groups;
  }
  VkBuffer hidden_print_buffer = VK_NULL_HANDLE;
  VkShaderStageFlags print_stages() const {
    VkShaderStageFlags s = VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;
    return adapter->features10.vertexPipelineStoresAndAtomics ? s | VK_SHADER_STAGE_VERTEX_BIT : s;
  }
  // Print slots are recycled: their records are zero when free. Null: the only one is in use.
  Result<std::unique_ptr<PrintSlot>> take_print_slot();
  void give_print_slot(std::unique_ptr<PrintSlot> slot);
  void destroy_print_slot(PrintSlot& slot);

 private:
  void set_name(VkObjectType type, uint64_t handle, std::string_view label);
  std::string fault_text();

  bool names_ = false;
  std::mutex names_mutex_;  // a handle is named by one thread at a time
  bool device_fault_ = false;
  std::mutex indirect_mutex_;
  std::mutex timestamps_mutex_;
  std::mutex zeros_mutex_;
  std::shared_ptr<VulkanBuffer> zeros_;
  VkDeviceSize zeros_size_ = 0;
  std::atomic<bool> lost_{false};
  std::mutex lost_mutex_;
  enum class Told : uint8_t { No, Now, Yes } told_ = Told::No;
  std::thread::id teller_;
  std::condition_variable told_changed_;
  LostInfo lost_info_;
  std::mutex slots_mutex_;
  std::vector<std::unique_ptr<PrintSlot>> free_slots_;
  uint64_t print_buffer_size_ = 0;  // of new ones
  VulkanQueue queue_{*this};
};

// Tells a loss that was noted meanwhile when a public call ends.
class LostScope {
 public:
  explicit LostScope(VulkanDevice& device) : device_(device) {}
  ~LostScope() { device_.tell_lost(); }
  LostScope(const LostScope&) = delete;

 private:
  VulkanDevice& device_;
};

}  // namespace vitrine::hal::vulkan
