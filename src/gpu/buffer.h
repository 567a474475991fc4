// GPUBuffer. https://gpuweb.github.io/gpuweb/#gpu-buffer
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/native_slot.h"
#include "gpu/object.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using MapCallback = std::function<void(MapAsyncStatus, std::string message)>;

class Buffer : public DeviceObject {
 public:
  Buffer(Device& device, const BufferDescriptor& descriptor);
  ~Buffer() override;

  uint64_t size() const { return size_; }
  uint64_t usage() const { return usage_; }
  BufferMapState map_state() const;
  // Null when unusable or destroyed. Hold the queue's submit mutex while the pointer is in use.
  hal::Buffer* native() const { return native_.get(); }

  // https://gpuweb.github.io/gpuweb/#dom-gpubuffer-mapasync
  FutureId map_async(uint64_t mode, uint64_t offset, uint64_t size, CallbackMode callback_mode, MapCallback callback);
  // https://gpuweb.github.io/gpuweb/#dom-gpubuffer-getmappedrange
  // `read_only`: for wgpuBufferGetConstMappedRange, whose ranges may overlap. Null when a check failed.
  void* get_mapped_range(uint64_t offset, uint64_t size, bool read_only);
  // The size is exact: what is too much for the mapping may be too much for `data` as well.
  bool read_mapped_range(uint64_t offset, void* data, uint64_t size);
  bool write_mapped_range(uint64_t offset, const void* data, uint64_t size);
  // https://gpuweb.github.io/gpuweb/#dom-gpubuffer-unmap
  void unmap();
  // https://gpuweb.github.io/gpuweb/#dom-gpubuffer-destroy
  void destroy();
  // The part of it that the end of the device does.
  void device_destroyed();

  enum class InternalState : uint8_t { Available, Unavailable, Destroyed };
  InternalState internal_state() const;
  diag::CallSite destroyed_at() const;

  std::string traits() const override;

 protected:
  void on_last_handle() override;
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  struct Mapping {
    std::byte* data = nullptr;  // of the first byte of the range
    uint64_t begin = 0, end = 0;
    uint64_t mode = 0;
    std::vector<std::pair<uint64_t, uint64_t>> views;  // ranges handed out, begin and end
  };
  struct PendingMap {
    FutureId future = 0;
    std::atomic<bool> told{false};  // the program has got an answer
    MapCallback callback;
    uint64_t mode = 0, offset = 0, size = 0;
  };
  // Both with the mutex held.
  void abort_pending_map(std::string_view why);
  void end_mapping(bool keep_contents);
  void finish_map(const std::shared_ptr<PendingMap>& map);
  bool check_mapped_range(uint64_t offset, uint64_t size, bool exclusive);

  uint64_t size_, usage_;
  bool mappable_;  // at some time: the device knows it
  NativeSlot<hal::Buffer> native_;
  mutable std::mutex mutex_;
  std::atomic<InternalState> state_ = InternalState::Available;  // changes with the mutex held
  std::shared_ptr<PendingMap> pending_map_;
  std::unique_ptr<Mapping> mapping_;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> shadow_;  // contents mapped at creation, where the host cannot see the buffer itself
  uint64_t destroyed_at_ = 0;  // token of a call site
};

}  // namespace vitrine::gpu
