// DeviceDesc::check_draws: queries around every draw, read once the submission has completed.
#include <algorithm>
#include <utility>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {

namespace {
// More draws of one submission are not counted.
constexpr uint32_t kMostCounted = 8192;
constexpr VkQueryPipelineStatisticFlags kStatistics =
    VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT | VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT |
    VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT | VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT;
constexpr size_t kStatisticCount = 4;
}  // namespace

uint32_t count_draws(const CommandStream& stream) {
  uint32_t count = 0;
  for (StreamCursor c(stream); c; c.next()) switch (c->op) {
      case Op::Draw:
      case Op::DrawIndexed:
      case Op::DrawIndirect:
      case Op::DrawIndexedIndirect: ++count; break;
      case Op::ExecuteBundle: count += count_draws(*as<cmd::ExecuteBundle>(*c).bundle); break;
      default: break;
    }
  return std::min(count, kMostCounted);
}

Status take_draw_counts(VulkanDevice& device, uint32_t count, DrawCounts* out) {
  VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
  info.queryCount = std::min(count, kMostCounted);
  info.queryType = VK_QUERY_TYPE_OCCLUSION;
  CallResult r = HAL_CALL(device.faults, device.vk, vkCreateQueryPool, device.handle, &info, nullptr, &out->samples);
  if (!r) {
    out->samples = VK_NULL_HANDLE;
    return Failure<Error>(device.error(r, "queries of draws"));
  }
  if (device.adapter->features10.pipelineStatisticsQuery) {
    info.queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS;
    info.pipelineStatistics = kStatistics;
    r = HAL_CALL(device.faults, device.vk, vkCreateQueryPool, device.handle, &info, nullptr, &out->statistics);
    if (!r) {
      out->statistics = VK_NULL_HANDLE;
      give_draw_counts(device, *out);
      return Failure<Error>(device.error(r, "queries of draws"));
    }
  }
  out->capacity = info.queryCount;
  return {};
}

void give_draw_counts(VulkanDevice& device, DrawCounts& counts) {
  for (VkQueryPool pool : {counts.statistics, counts.samples})
    if (pool) device.vk.vkDestroyQueryPool(device.handle, pool, nullptr);
  counts = {};
}

void Recorder::begin_draw_counts() {
  const DrawCounts& counts = flight_.draw_counts;
  for (VkQueryPool pool : {counts.statistics, counts.samples})
    if (pool) vk_.vkCmdResetQueryPool(cb_, pool, 0, counts.capacity);
}

void Recorder::count_draw(std::string call, bool asked) {
  DrawCounts& counts = flight_.draw_counts;
  auto number = static_cast<uint32_t>(counts.draws.size());
  if (number >= counts.capacity) return;
  DrawReport& d = counts.draws.emplace_back();
  d.where = describe_command(render_->state);
  d.call = std::move(call);
  d.asked = asked;
  d.counted = counts.statistics != VK_NULL_HANDLE;
  d.samples_known = !occlusion_open_;
  if (d.counted) vk_.vkCmdBeginQuery(cb_, counts.statistics, number, 0);
  if (d.samples_known) vk_.vkCmdBeginQuery(cb_, counts.samples, number, 0);
  counting_draw_ = true;
}

void Recorder::end_draw() {
  if (!std::exchange(counting_draw_, false)) return;
  const DrawCounts& counts = flight_.draw_counts;
  auto number = static_cast<uint32_t>(counts.draws.size()) - 1;
  if (counts.draws[number].samples_known) vk_.vkCmdEndQuery(cb_, counts.samples, number);
  if (counts.draws[number].counted) vk_.vkCmdEndQuery(cb_, counts.statistics, number);
}

std::vector<DrawReport> read_draw_counts(VulkanDevice& device, DrawCounts& counts) {
  for (uint32_t i = 0; i < counts.draws.size(); ++i) {
    DrawReport& d = counts.draws[i];
    uint64_t n[kStatisticCount] = {}, samples = 0;
    if (d.counted) {
      VkResult r = device.vk.vkGetQueryPoolResults(device.handle, counts.statistics, i, 1, sizeof n, n, sizeof n,
                                                   VK_QUERY_RESULT_64_BIT);
      d.counted = r == VK_SUCCESS;
      d.vertices = n[0];
      d.primitives = n[1];
      d.visible_primitives = n[2];
      d.fragments = n[3];
    }
    if (d.samples_known) {
      VkResult r = device.vk.vkGetQueryPoolResults(device.handle, counts.samples, i, 1, sizeof samples, &samples, sizeof samples,
                                                   VK_QUERY_RESULT_64_BIT);
      d.samples_known = r == VK_SUCCESS;
      d.any_sample = samples > 0;
    }
  }
  return std::move(counts.draws);
}

}  // namespace vitrine::hal::vulkan
