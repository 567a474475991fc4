#include "hal/vulkan/progress.h"

#include <algorithm>
#include <cstring>

#include "hal/vulkan/device.h"

namespace vitrine::hal::vulkan {

Status ProgressBuffer::init(VulkanDevice& d) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = VkDeviceSize{kSlices} * kWords * 4;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateBuffer, d.handle, &info, nullptr, &buffer_);
  if (!r) {
    buffer_ = VK_NULL_HANDLE;
    return Failure<Error>(d.error(r));
  }
  VkMemoryRequirements needs;
  d.vk.vkGetBufferMemoryRequirements(d.handle, buffer_, &needs);
  auto memory = d.allocator.allocate(needs, MemoryUse::Upload, true);
  if (!memory) return Failure<Error>(memory.error());
  memory_ = *memory;
  r = HAL_CALL(d.faults, d.vk, vkBindBufferMemory, d.handle, buffer_, memory_.memory, memory_.offset);
  if (!r) return Failure<Error>(d.error(r));
  d.name(VK_OBJECT_TYPE_BUFFER, buffer_, "progress");
  for (int i = kSlices - 1; i >= 0; --i) free_.push_back(i);
  return {};
}

void ProgressBuffer::release(VulkanDevice& d) {
  if (buffer_) d.vk.vkDestroyBuffer(d.handle, buffer_, nullptr);
  if (memory_) d.allocator.free(memory_);
  buffer_ = VK_NULL_HANDLE;
  memory_ = {};
}

int ProgressBuffer::take() {
  if (free_.empty()) return -1;
  int slice = free_.back();
  free_.pop_back();
  std::memset(memory_.host + offset(slice, 0), 0, size_t{kWords} * 4);
  return slice;
}

void ProgressBuffer::give(int slice) {
  if (slice >= 0) free_.push_back(slice);
}

bool ProgressBuffer::reached(int slice, size_t point) const {
  uint32_t word = 0;
  std::memcpy(&word, memory_.host + offset(slice, point), 4);
  return word != 0;
}

void Progress::add_stream(const CommandStream& s) {
  streams.push_back({s.label, {s.passes().begin(), s.passes().end()}, {s.groups().begin(), s.groups().end()}});
}

std::vector<RunningStream> Progress::read(const ProgressBuffer& buffer) const {
  std::vector<RunningStream> out(streams.size());
  std::vector<uint32_t> known(streams.size());  // passes that have a point
  for (size_t i = 0; i < streams.size(); ++i) {
    out[i].label = streams[i].label;
    out[i].passes = static_cast<uint32_t>(streams[i].passes.size());
  }
  for (size_t i = 0; i < points.size() && slice >= 0; ++i) {
    const Point& p = points[i];
    RunningStream& r = out[p.stream];
    const Stream& s = streams[p.stream];
    if (p.begins_pass) ++known[p.stream];
    if (!buffer.reached(slice, i)) continue;
    if (p.begins_pass) {
      ++r.begun;
      const PassInfo& pass = s.passes[p.pass - 1];
      r.pass = pass.kind == PassKind::Compute ? "compute pass" : "render pass";
      if (!pass.label.empty()) r.pass += " \"" + pass.label + "\"";
    }
    if (!p.marker.empty()) r.marker = p.marker;
    r.groups.clear();
    for (uint32_t g = p.group; g > 0 && g <= s.groups.size(); g = s.groups[g - 1].parent) r.groups.push_back(s.groups[g - 1].label);
    std::reverse(r.groups.begin(), r.groups.end());
  }
  for (size_t i = 0; i < streams.size(); ++i) out[i].begun_known = slice >= 0 && known[i] == streams[i].passes.size();
  return out;
}

}  // namespace vitrine::hal::vulkan
