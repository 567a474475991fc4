// How far the GPU has come in what was submitted: it writes a word of host memory at each pass and debug marker outside of render
// passes. Read when a device is lost, to say what was running.
#pragma once

#include <vector>

#include "hal/vulkan/memory.h"

namespace vitrine::hal::vulkan {

class VulkanDevice;

// The words of all submissions. Used under the queue's mutex.
class ProgressBuffer {
 public:
  static constexpr uint32_t kSlices = 32, kWords = 128;  // submissions on the way, places in one of them

  Status init(VulkanDevice& device);
  void release(VulkanDevice& device);
  int take();  // a slice of zeros; -1: none is free
  void give(int slice);
  VkBuffer handle() const { return buffer_; }
  VkDeviceSize offset(int slice, size_t point) const { return (static_cast<VkDeviceSize>(slice) * kWords + point) * 4; }
  bool reached(int slice, size_t point) const;

 private:
  VkBuffer buffer_ = VK_NULL_HANDLE;
  Allocation memory_;
  std::vector<int> free_;
};

// Of one submission.
struct Progress {
  struct Stream {
    std::string label;
    std::vector<PassInfo> passes;
    std::vector<DebugGroup> groups;
  };
  struct Point {
    uint32_t stream = 0, pass = 0, group = 0;  // indexes; pass and group count from 1, 0: none
    bool begins_pass = false;
    std::string marker;
  };
  int slice = -1;
  std::vector<Stream> streams;
  std::vector<Point> points;

  void add_stream(const CommandStream& stream);
  // Each stream with the last point that was reached in it.
  std::vector<RunningStream> read(const ProgressBuffer& buffer) const;
};

}  // namespace vitrine::hal::vulkan
