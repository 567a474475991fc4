// Timestamps are nanoseconds, and a driver counts in ticks of its own: what a query set resolves to is multiplied by the
// period of a tick, on the GPU, where that is not 1.
// https://gpuweb.github.io/gpuweb/#timestamp
#include <cmath>

#include "hal/vulkan/record.h"
#include "ir/text.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr uint32_t kWorkgroup = 64;
constexpr Access kConvert{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT, true};

// A 64-bit number times one of 16.16 bits, in pieces of 16 bits: products and sums of them stay inside of 32.
std::string module_text() {
  std::string body;
  uint32_t next = 10;
  auto value = [&](const std::string& expression, const char* type = "u32") {
    std::string name = "%" + std::to_string(next++);
    body += "    " + name + ": " + type + " = " + expression + "\n";
    return name;
  };
  auto low = [&](const std::string& v) { return value("and " + v + ", 65535u"); };
  auto high = [&](const std::string& v) { return value("shift_right " + v + ", 16u"); };
  auto times = [&](const std::string& a, const std::string& b) { return value("multiply " + a + ", " + b); };
  auto plus = [&](const std::string& a, const std::string& b) { return value("add " + a + ", " + b); };
  constexpr const char* kWord = "ptr<storage, u32, read_write>";
  constexpr const char* kPush = "ptr<immediate, u32, read>";
  std::string fraction = value("load " + value("access @push, 1u", kPush));
  std::string whole = value("load " + value("access @push, 2u", kPush));
  std::string first = times("%0", "2u"), second = plus(first, "1u");
  std::string at[2] = {value("access @values, " + first, kWord), value("access @values, " + second, kWord)};
  std::string words[2] = {value("load " + at[0]), value("load " + at[1])};
  std::string a[4] = {low(words[0]), high(words[0]), low(words[1]), high(words[1])};
  std::string carry = high(times(a[0], fraction)), out[4];
  for (int i = 0; i < 4; ++i) {
    std::string x = times(a[i], whole), y = i < 3 ? times(a[i + 1], fraction) : "0u";
    std::string sum = plus(low(x), low(carry)), above = plus(high(x), high(carry));
    if (i < 3) sum = plus(sum, low(y)), above = plus(above, high(y));
    out[i] = low(sum);
    carry = plus(above, high(sum));
  }
  for (int i = 0; i < 2; ++i) {
    std::string upper = value("shift_left " + out[2 * i + 1] + ", 16u");
    body += "    store " + at[i] + ", " + value("or " + out[2 * i] + ", " + upper) + "\n";
  }
  return "struct Push { count: u32, fraction: u32, whole: u32 }\n"
         "var @values: ptr<storage, array<u32>, read_write> @group(0) @binding(0)\n"
         "var @push: ptr<immediate, Push, read>\n\n"
         "fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(" +
         std::to_string(kWorkgroup) +
         "u, 1u, 1u) {\n"
         "  %0: u32 = extract %id, 0u\n"
         "  %1: ptr<immediate, u32, read> = access @push, 0u\n"
         "  %2: u32 = load %1\n"
         "  %3: bool = less %0, %2\n"
         "  if %3 {\n" +
         body + "  }\n  return\n}\n";
}

}  // namespace

bool VulkanDevice::converts_timestamps() const { return adapter->props.limits.timestampPeriod != 1; }

// Made with the first query set of timestamps.
Status VulkanDevice::prepare_timestamps() {
  std::lock_guard lock(timestamps_mutex_);
  if (timestamps) return {};
  auto module = ir::parse_text(module_text());
  if (!module) return Failure<Error>(Error{ErrorKind::Internal, {}, "the conversion of timestamps: " + module.error().message});
  auto own = std::make_unique<OwnPipeline>();
  BindGroupLayoutEntry entries[] = {{.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer}};
  auto group = create_bind_group_layout({"timestamps", entries});
  if (!group) return Failure<Error>(group.error());
  own->group = std::move(*group);
  BindGroupLayout* groups[] = {own->group.get()};
  auto layout = create_pipeline_layout({"timestamps", groups, 12});
  if (!layout) return Failure<Error>(layout.error());
  own->layout = std::move(*layout);
  static_cast<VulkanPipelineLayout&>(*own->layout).state->own = true;
  auto pipeline = create_compute_pipeline(
      {"conversion of timestamps", own->layout.get(), {std::make_shared<const ir::Module>(std::move(*module)), "main"}});
  if (!pipeline) return Failure<Error>(pipeline.error());
  own->pipeline = std::move(*pipeline);
  timestamps = std::move(own);
  return {};
}

uint32_t count_timestamp_resolves(const CommandStream& stream) {
  uint32_t n = 0;
  for (StreamCursor c(stream); c; c.next())
    if (c->op == Op::ResolveQuerySet &&
        static_cast<VulkanQuerySet*>(as<cmd::ResolveQuerySet>(*c).set)->type == QueryType::Timestamp)
      ++n;
  return n;
}

// A descriptor set for each.
Status take_timestamp_sets(VulkanDevice& d, uint32_t count, std::vector<VkDescriptorSet>* out) {
  SetLayout& sets = *static_cast<VulkanBindGroupLayout&>(*d.timestamps->group).set;
  for (uint32_t i = 0; i < count; ++i) {
    auto set = sets.take();
    if (!set) return Failure<Error>(set.error());
    out->push_back(*set);
  }
  return {};
}

void give_timestamp_sets(VulkanDevice& d, std::vector<VkDescriptorSet>& list) {
  for (VkDescriptorSet set : list) static_cast<VulkanBindGroupLayout&>(*d.timestamps->group).set->give(set);
  list.clear();
}

void Recorder::convert_timestamps(VulkanBuffer& b, VkDeviceSize offset, uint32_t count) {
  if (next_timestamp_set_ >= flight_.timestamp_sets.size()) return;  // counted before: cannot be
  VkDescriptorSet set = flight_.timestamp_sets[next_timestamp_set_++];
  use(b, kConvert);
  flush_barriers();
  VkDescriptorBufferInfo info{b.handle, offset, VkDeviceSize{count} * 8};
  VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
  write.dstSet = set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = &info;
  vk_.vkUpdateDescriptorSets(device_.handle, 1, &write, 0, nullptr);
  PipelineState& p = static_cast<VulkanComputePipeline&>(*device_.timestamps->pipeline).state;
  auto period = static_cast<uint32_t>(std::lround(double{device_.adapter->props.limits.timestampPeriod} * 65536));
  uint32_t push[] = {count, period & 0xFFFF, period >> 16};
  vk_.vkCmdBindPipeline(cb_, VK_PIPELINE_BIND_POINT_COMPUTE, p.handle);
  vk_.vkCmdBindDescriptorSets(cb_, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout->handle, 0, 1, &set, 0, nullptr);
  vk_.vkCmdPushConstants(cb_, p.layout->handle, kPushConstantStages, 0, sizeof push, push);
  vk_.vkCmdDispatch(cb_, (count + kWorkgroup - 1) / kWorkgroup, 1, 1);
}

}  // namespace vitrine::hal::vulkan
