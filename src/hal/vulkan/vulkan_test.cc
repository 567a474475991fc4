#include "hal/vulkan/vulkan.h"

#include <cmath>
#include <utility>

#include "hal/vulkan/device.h"
#include "hal/vulkan/memory.h"
#include "hal/vulkan/objects.h"
#include "hal/vulkan/testing.h"

namespace vitrine::hal::vulkan {
namespace {

// data[i] = data[i] * immediate + bias, for a group of 4; binding 0 storage, binding 1 uniform.
constexpr std::string_view kScale = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main" %gid
               OpExecutionMode %main LocalSize 4 1 1
               OpDecorate %gid BuiltIn GlobalInvocationId
               OpDecorate %array ArrayStride 4
               OpMemberDecorate %Data 0 Offset 0
               OpDecorate %Data Block
               OpDecorate %data DescriptorSet 0
               OpDecorate %data Binding 0
               OpMemberDecorate %Bias 0 Offset 0
               OpDecorate %Bias Block
               OpDecorate %bias DescriptorSet 0
               OpDecorate %bias Binding 1
               OpMemberDecorate %Push 0 Offset 0
               OpDecorate %Push Block
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
       %vec3 = OpTypeVector %u32 3
      %in_v3 = OpTypePointer Input %vec3
     %in_u32 = OpTypePointer Input %u32
        %gid = OpVariable %in_v3 Input
      %array = OpTypeRuntimeArray %u32
       %Data = OpTypeStruct %array
     %s_Data = OpTypePointer StorageBuffer %Data
      %s_u32 = OpTypePointer StorageBuffer %u32
       %data = OpVariable %s_Data StorageBuffer
       %Bias = OpTypeStruct %u32
     %u_Bias = OpTypePointer Uniform %Bias
      %u_u32 = OpTypePointer Uniform %u32
       %bias = OpVariable %u_Bias Uniform
       %Push = OpTypeStruct %u32
     %p_Push = OpTypePointer PushConstant %Push
      %p_u32 = OpTypePointer PushConstant %u32
       %push = OpVariable %p_Push PushConstant
       %zero = OpConstant %u32 0
       %main = OpFunction %void None %fn
      %entry = OpLabel
         %ip = OpAccessChain %in_u32 %gid %zero
          %i = OpLoad %u32 %ip
          %p = OpAccessChain %s_u32 %data %zero %i
          %x = OpLoad %u32 %p
         %kp = OpAccessChain %p_u32 %push %zero
          %k = OpLoad %u32 %kp
         %bp = OpAccessChain %u_u32 %bias %zero
          %b = OpLoad %u32 %bp
          %y = OpIMul %u32 %x %k
          %z = OpIAdd %u32 %y %b
               OpStore %p %z
               OpReturn
               OpFunctionEnd
)";

constexpr BindGroupLayoutEntry kScaleEntries[] = {
    {.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer},
    {.binding = 1, .visibility = shader_stage::kCompute, .type = BindingType::UniformBuffer, .has_dynamic_offset = true},
};

class VulkanTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (adapter) make_device();
  }
  ComputeProgram scale_program() {
    words = assemble(kScale);
    return make_program(*device, "scale", kScaleEntries, {nullptr, "main", words}, 16);
  }
  std::unique_ptr<BindGroup> scale_group(ComputeProgram& p, Buffer& data, Buffer& bias) {
    BindGroupEntry entries[] = {{.binding = 0, .buffer = &data, .size = data.size()},
                                {.binding = 1, .buffer = &bias, .size = 16}};
    auto g = device->create_bind_group({"scale group", p.group_layout.get(), entries});
    EXPECT_TRUE(g);
    return g ? std::move(*g) : nullptr;
  }
  static void dispatch(CommandStream& s, BindGroup& group, uint32_t bias_offset, uint32_t factor) {
    s.append(cmd::SetBindGroup{.group = &group, .index = 0, .offset_count = 1}, std::as_bytes(std::span(&bias_offset, 1)),
             {});
    s.append(cmd::SetImmediates{.offset = 0, .size = 4}, std::as_bytes(std::span(&factor, 1)), {});
    s.append(cmd::Dispatch{.x = 1, .y = 1, .z = 1}, {});
  }
  std::vector<uint32_t> words;
};

TEST_F(VulkanTest, WritesAndCopiesArriveInOrder) {
  auto a = buffer(16, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
  auto b = buffer(16, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
  write<uint32_t>(*a, {1, 2, 3, 4});
  CommandStream s;
  s.append(cmd::CopyBufferToBuffer{.source = a.get(), .destination = b.get(), .source_offset = 0,
                                   .destination_offset = 8, .size = 8}, {});
  submit(s);
  write<uint32_t>(*a, {9}, 4);  // while the copy may still run
  CommandStream t;
  t.append(cmd::ClearBuffer{.buffer = b.get(), .offset = 12, .size = 4}, {});
  t.append(cmd::CopyBufferToBuffer{.source = a.get(), .destination = b.get(), .source_offset = 4,
                                   .destination_offset = 0, .size = 4}, {});
  submit(t);
  EXPECT_EQ(read(*b), (std::vector<uint32_t>{9, 0, 1, 0}));
}

TEST_F(VulkanTest, FreshMemoryReadsZero) {
  {  // dirties memory that the next buffer gets
    auto dirty = buffer(1024, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
    write(*dirty, std::vector<uint32_t>(256, 0xDEADBEEF));
    EXPECT_EQ(read(*dirty)[17], 0xDEADBEEFu);
  }
  finish();
  auto fresh = buffer(1024, buffer_usage::kCopySrc | buffer_usage::kCopyDst | buffer_usage::kStorage);
  write<uint32_t>(*fresh, {7}, 4);
  std::vector<uint32_t> expected(256, 0);
  expected[1] = 7;
  EXPECT_EQ(read(*fresh), expected);
  auto mapped = buffer(64, buffer_usage::kMapWrite | buffer_usage::kCopySrc);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(mapped->host_pointer()[i], std::byte{0});
}

TEST_F(VulkanTest, DependentDispatchesSeeEachOther) {
  ComputeProgram p = scale_program();
  ASSERT_TRUE(p.pipeline);
  auto data = buffer(16, buffer_usage::kStorage | buffer_usage::kCopySrc | buffer_usage::kCopyDst, "data");
  auto bias = buffer(512, buffer_usage::kUniform | buffer_usage::kCopyDst, "bias");
  write<uint32_t>(*data, {1, 2, 3, 4});
  write<uint32_t>(*bias, {10}, 0);
  write<uint32_t>(*bias, {1}, 256);
  auto group = scale_group(p, *data, *bias);
  CommandStream s;
  s.label = "frame";
  uint32_t pass = s.add_pass(PassKind::Compute, "two dispatches");
  s.append(cmd::BeginComputePass{}, {.pass = pass});
  s.append(cmd::SetComputePipeline{.pipeline = p.pipeline.get()}, {.pass = pass});
  dispatch(s, *group, 0, 2);     // 12 14 16 18
  dispatch(s, *group, 256, 10);  // 121 141 161 181
  s.append(cmd::EndComputePass{}, {.pass = pass});
  submit(s);
  EXPECT_EQ(read(*data), (std::vector<uint32_t>{121, 141, 161, 181}));
}

TEST_F(VulkanTest, IndirectDispatchBeyondTheLimitDoesNothing) {
  ComputeProgram p = scale_program();
  ASSERT_TRUE(p.pipeline);
  auto data = buffer(16, buffer_usage::kStorage | buffer_usage::kCopySrc | buffer_usage::kCopyDst, "data");
  auto bias = buffer(256, buffer_usage::kUniform | buffer_usage::kCopyDst, "bias");
  auto arguments = buffer(1024, buffer_usage::kIndirect | buffer_usage::kCopyDst, "arguments");
  write<uint32_t>(*data, {1, 2, 3, 4});
  write<uint32_t>(*arguments, {1, 1, 1}, 1012);
  write<uint32_t>(*arguments, {1, 65536, 1}, 512);
  auto group = scale_group(p, *data, *bias);
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Compute, "indirect");
  s.append(cmd::BeginComputePass{}, {.pass = pass});
  s.append(cmd::SetComputePipeline{.pipeline = p.pipeline.get()}, {.pass = pass});
  uint32_t zero = 0, factor = 5;
  s.append(cmd::SetBindGroup{.group = group.get(), .index = 0, .offset_count = 1}, std::as_bytes(std::span(&zero, 1)), {});
  s.append(cmd::SetImmediates{.offset = 0, .size = 4}, std::as_bytes(std::span(&factor, 1)), {});
  s.append(cmd::DispatchIndirect{.buffer = arguments.get(), .offset = 512}, {.pass = pass});
  s.append(cmd::DispatchIndirect{.buffer = arguments.get(), .offset = 1012}, {.pass = pass});
  s.append(cmd::EndComputePass{}, {.pass = pass});
  submit(s);
  EXPECT_EQ(read(*data), (std::vector<uint32_t>{5, 10, 15, 20}));
}

TEST_F(VulkanTest, ObjectsMayGoWhileTheGpuUsesThem) {
  auto back = buffer(16, buffer_usage::kMapRead | buffer_usage::kCopyDst);
  {
    ComputeProgram p = scale_program();
    ASSERT_TRUE(p.pipeline);
    auto data = buffer(16, buffer_usage::kStorage | buffer_usage::kCopySrc | buffer_usage::kCopyDst);
    auto bias = buffer(256, buffer_usage::kUniform | buffer_usage::kCopyDst);
    write<uint32_t>(*data, {1, 2, 3, 4});
    auto group = scale_group(p, *data, *bias);
    CommandStream s;
    uint32_t pass = s.add_pass(PassKind::Compute, "");
    s.append(cmd::BeginComputePass{}, {.pass = pass});
    s.append(cmd::SetComputePipeline{.pipeline = p.pipeline.get()}, {.pass = pass});
    dispatch(s, *group, 0, 3);
    s.append(cmd::EndComputePass{}, {.pass = pass});
    s.append(cmd::CopyBufferToBuffer{.source = data.get(), .destination = back.get(), .size = 16}, {});
    submit(s);
  }
  finish();
  uint32_t got[4];
  std::memcpy(got, back->host_pointer(), 16);
  EXPECT_EQ(got[3], 12u);
}

TEST_F(VulkanTest, HugeBufferIsOutOfMemoryAndTheDeviceLivesOn) {
  for (uint64_t size : {uint64_t{1} << 40, uint64_t{1} << 62, ~uint64_t{0}}) {
    auto huge = device->create_buffer({"huge", size, buffer_usage::kStorage});
    ASSERT_FALSE(huge);
    EXPECT_EQ(huge.error().kind, ErrorKind::OutOfMemory);
    EXPECT_NE(huge.error().detail.find(std::to_string(size)), std::string::npos);
  }
  auto small = buffer(4, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
  write<uint32_t>(*small, {5});
  EXPECT_EQ(read(*small)[0], 5u);
}

TEST_F(VulkanTest, TimestampsAreWrittenAndUnwrittenQueriesResolveToZero) {
  auto set = device->create_query_set({"times", QueryType::Timestamp, 3});
  ASSERT_TRUE(set);
  auto out = buffer(24, buffer_usage::kQueryResolve | buffer_usage::kCopySrc);
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Compute, "timed");
  s.append(cmd::BeginComputePass{.timestamps = {set->get(), 0, 2}}, {.pass = pass});
  s.append(cmd::EndComputePass{}, {.pass = pass});
  s.append(cmd::ResolveQuerySet{.set = set->get(), .destination = out.get(), .first = 0, .count = 3}, {});
  submit(s);
  auto words32 = read(*out);
  uint64_t t[3];
  std::memcpy(t, words32.data(), 24);
  EXPECT_GT(t[0], 0u);
  EXPECT_EQ(t[1], 0u);
  EXPECT_GE(t[2], t[0]);
}

TEST_F(VulkanTest, TimestampsAreNanosecondsWhateverATickIs) {
  // The same query as on a driver with ticks of 83.3 ns, and as it is.
  float& period = static_cast<VulkanDevice&>(*device).adapter->props.limits.timestampPeriod;
  const float of_driver = std::exchange(period, 83.333f);
  auto set = device->create_query_set({"times", QueryType::Timestamp, 2});
  ASSERT_TRUE(set);
  auto ticks = buffer(16, buffer_usage::kQueryResolve | buffer_usage::kCopySrc);
  auto converted = buffer(512, buffer_usage::kQueryResolve | buffer_usage::kCopySrc);
  CommandStream first, second;
  first.append(cmd::WriteTimestamp{.set = set->get(), .index = 0}, {});
  first.append(cmd::ResolveQuerySet{.set = set->get(), .destination = converted.get(), .destination_offset = 256, .first = 0, .count = 2}, {});
  second.append(cmd::ResolveQuerySet{.set = set->get(), .destination = ticks.get(), .first = 0, .count = 2}, {});
  submit(first);
  period = 1;
  submit(second);
  finish();
  period = of_driver;
  auto as64 = [](const std::vector<uint32_t>& words, size_t i) { return uint64_t{words[2 * i + 1]} << 32 | words[2 * i]; };
  auto raw = read(*ticks), ns = read(*converted);
  ASSERT_GT(as64(raw, 0), uint64_t{1} << 32);  // both words count
  auto by = static_cast<unsigned __int128>(std::lround(double{83.333f} * 65536));
  EXPECT_EQ(as64(ns, 32), static_cast<uint64_t>(as64(raw, 0) * by >> 16));
  EXPECT_EQ(as64(ns, 33), 0u);
}

// That no test hears of a hazard says something only where one would be told. tools/layer.py knows the buffer by its name.
TEST_F(VulkanTest, HazardsAreHeardOfWhereTheLayerLooks) {
  if (!std::getenv("VK_LAYER_ENABLES") && !std::getenv("VK_LAYER_VALIDATE_SYNC")) GTEST_SKIP() << "nobody asked the layer to";
  if (!instance->validation_active()) GTEST_SKIP() << "no layer";
  auto b = buffer(64, buffer_usage::kCopyDst, "a hazard on purpose");
  ASSERT_TRUE(b);
  auto& d = static_cast<VulkanDevice&>(*device);
  VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool_info.queueFamilyIndex = d.adapter->queue_family;
  VkCommandPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(d.vk.vkCreateCommandPool(d.handle, &pool_info, nullptr, &pool), VK_SUCCESS);
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  ASSERT_EQ(d.vk.vkAllocateCommandBuffers(d.handle, &info, &commands), VK_SUCCESS);
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  ASSERT_EQ(d.vk.vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
  VkBuffer native = static_cast<VulkanBuffer&>(*b).handle;
  for (uint32_t value : {1u, 2u}) d.vk.vkCmdFillBuffer(commands, native, 0, 64, value);  // with nothing between
  ASSERT_EQ(d.vk.vkEndCommandBuffer(commands), VK_SUCCESS);
  d.vk.vkDestroyCommandPool(d.handle, pool, nullptr);
  std::lock_guard lock(mutex);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(messages[0].starts_with("SYNC-HAZARD-WRITE-AFTER-WRITE: ")) << messages[0];
  messages.clear();
}

TEST_F(VulkanTest, LossIsToldOnceAndEveryCallSaysSo) {
  device->lose(LostReason::Injected, "test");
  device->lose(LostReason::Injected, "again");
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].detail, "test");
  EXPECT_EQ(device->create_buffer({"b", 4, buffer_usage::kStorage}).error().kind, ErrorKind::DeviceLost);
  EXPECT_EQ(device->queue().submit({}).error().kind, ErrorKind::DeviceLost);
  EXPECT_TRUE(*device->queue().wait(100, 0));
}

TEST_F(VulkanTest, FailedSubmitLosesTheDeviceWithTheNativeCall) {
  auto a = buffer(16, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
  CommandStream s;
  s.append(cmd::ClearBuffer{.buffer = a.get(), .offset = 0, .size = 16}, {});
  FaultPlan& plan = fault_plan(*instance);
  const CommandStream* list[] = {&s};
  // vkCreateCommandPool, vkAllocateCommandBuffers, vkBegin, vkEnd, (counter), vkQueueSubmit: whichever it is by now.
  for (uint64_t n = 1; n < 20 && lost.empty(); ++n) {
    plan.result = VK_ERROR_DEVICE_LOST;
    plan.fail_at = plan.calls + n;
    plan.failed = nullptr;
    auto r = device->queue().submit(list);
    if (!r && plan.failed && std::string_view(plan.failed) == "vkQueueSubmit") {
      EXPECT_EQ(r.error().call.function, "vkQueueSubmit");
      EXPECT_EQ(r.error().call.result, "VK_ERROR_DEVICE_LOST");
    }
  }
  plan.fail_at = 0;
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].call.result, "VK_ERROR_DEVICE_LOST");
}

// A loop that no compiler folds, of as many turns as the first immediate says.
constexpr std::string_view kLong = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main"
               OpExecutionMode %main LocalSize 1 1 1
               OpMemberDecorate %Data 0 Offset 0
               OpDecorate %Data Block
               OpDecorate %data DescriptorSet 0
               OpDecorate %data Binding 0
               OpMemberDecorate %Push 0 Offset 0
               OpDecorate %Push Block
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
        %u32 = OpTypeInt 32 0
       %Data = OpTypeStruct %u32
     %s_Data = OpTypePointer StorageBuffer %Data
      %s_u32 = OpTypePointer StorageBuffer %u32
       %data = OpVariable %s_Data StorageBuffer
       %Push = OpTypeStruct %u32
     %p_Push = OpTypePointer PushConstant %Push
      %p_u32 = OpTypePointer PushConstant %u32
       %push = OpVariable %p_Push PushConstant
       %zero = OpConstant %u32 0
        %one = OpConstant %u32 1
        %mul = OpConstant %u32 1664525
        %add = OpConstant %u32 1013904223
       %main = OpFunction %void None %fn
      %entry = OpLabel
         %np = OpAccessChain %p_u32 %push %zero
          %n = OpLoad %u32 %np
          %p = OpAccessChain %s_u32 %data %zero
               OpBranch %head
       %head = OpLabel
          %i = OpPhi %u32 %zero %entry %i2 %next
          %x = OpPhi %u32 %zero %entry %x2 %next
               OpLoopMerge %done %next None
               OpBranch %test
       %test = OpLabel
       %more = OpULessThan %bool %i %n
               OpBranchConditional %more %body %done
       %body = OpLabel
         %xm = OpIMul %u32 %x %mul
         %xa = OpIAdd %u32 %xm %add
         %x2 = OpBitwiseXor %u32 %xa %i
               OpBranch %next
       %next = OpLabel
         %i2 = OpIAdd %u32 %i %one
               OpBranch %head
       %done = OpLabel
               OpStore %p %x
               OpReturn
               OpFunctionEnd
)";

TEST_F(DeviceTest, WatchdogDeclaresTheDeviceLostAndLetsGo) {
  if (!adapter) GTEST_SKIP();
  device_desc.timeout_ns = 100'000'000;
  make_device();
  std::vector<uint32_t> words = assemble(kLong);
  BindGroupLayoutEntry entry{.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer};
  ComputeProgram p = make_program(*device, "long", {&entry, 1}, {nullptr, "main", words}, 16);
  ASSERT_TRUE(p.pipeline);
  auto data = buffer(4, buffer_usage::kStorage);
  BindGroupEntry binding{.binding = 0, .buffer = data.get(), .size = 4};
  auto group = device->create_bind_group({"g", p.group_layout.get(), {&binding, 1}});
  auto start = [&](uint32_t groups) {
    uint32_t turns = 60'000;  // lavapipe ends a loop after 65,535
    CommandStream s;
    s.label = "long work";
    uint32_t pass = s.add_pass(PassKind::Compute, "");
    s.append(cmd::BeginComputePass{}, {.pass = pass});
    s.append(cmd::SetComputePipeline{.pipeline = p.pipeline.get()}, {.pass = pass});
    s.append(cmd::SetBindGroup{.group = group->get(), .index = 0}, {.pass = pass});
    s.append(cmd::SetImmediates{.offset = 0, .size = 4}, std::as_bytes(std::span(&turns, 1)), {.pass = pass});
    s.append(cmd::Dispatch{.x = groups, .y = 1, .z = 1}, {.pass = pass});
    s.append(cmd::EndComputePass{}, {.pass = pass});
    return submit(s);
  };
  start(1);
  finish();
  EXPECT_TRUE(lost.empty());
  uint64_t serial = start(8'000);  // about half a second on a software driver
  auto done = device->queue().wait(serial, 10'000'000'000);
  ASSERT_TRUE(done);
  EXPECT_TRUE(*done);
  if (lost.empty()) GTEST_SKIP() << "the device is too fast for this test";
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].reason, LostReason::Timeout);
  EXPECT_EQ(lost[0].detail, "no submission completed within 100 ms");
  ASSERT_EQ(lost[0].running.size(), 1u);
  EXPECT_EQ(lost[0].running[0].label, "long work");
  EXPECT_EQ(lost[0].completed_serial, 1u);
  EXPECT_EQ(device->queue().poll().error().kind, ErrorKind::DeviceLost);
}

TEST(Adapters, EveryCandidateIsAnAdapterOrHasReasons) {
  auto instance = create_instance({});
  auto list = instance->enumerate_adapters();
  ASSERT_FALSE(list.empty());
  for (const AdapterCandidate& c : list) {
    EXPECT_EQ(c.adapter == nullptr, !c.refusals.empty()) << c.info.device;
    for (const Refusal& r : c.refusals) EXPECT_FALSE(r.reason.empty() || r.name.empty());
    if (c.adapter) { EXPECT_FALSE(c.info.device.empty() || c.info.api_version.empty()); }
  }
}

TEST(FreeRanges, BestFitAlignsAndMerges) {
  FreeRanges r(1024);
  VkDeviceSize a, b, c;
  ASSERT_TRUE(r.take(100, 1, &a));
  ASSERT_TRUE(r.take(100, 256, &b));
  EXPECT_EQ(b, 256u);
  ASSERT_TRUE(r.take(150, 1, &c));
  EXPECT_EQ(c, 100u);  // the hole before b fits best
  EXPECT_FALSE(r.take(1000, 1, &a));
  r.give(256, 100);
  r.give(0, 100);
  r.give(100, 150);
  EXPECT_TRUE(r.is_whole(1024));
}

TEST(NativePrint, PrefixesOfEveryLayerVersionGo) {
  EXPECT_EQ(strip_print_prefix("Validation Information: [ UNASSIGNED-DEBUG-PRINTF ] Object 0: handle = 0x5, type = "
                               "VK_OBJECT_TYPE_DEVICE; | MessageID = 0x92394c89 | a | MessageID = 0x1 | b"),
            "a | MessageID = 0x1 | b");
  EXPECT_EQ(strip_print_prefix("vkQueueSubmit():  hello"), "hello");
  EXPECT_EQ(strip_print_prefix("vkQueueSubmit(): pSubmits[0] DebugPrintf:\nhello"), "hello");
  EXPECT_EQ(strip_print_prefix("hello DebugPrintf:\nx"), "hello DebugPrintf:\nx");
  EXPECT_TRUE(is_print_message("VVL-DEBUG-PRINTF", 0));
  EXPECT_TRUE(is_print_message("", -1841738615));
  EXPECT_FALSE(is_print_message("UNASSIGNED-Debug-Printf", 0));
}

}  // namespace
}  // namespace vitrine::hal::vulkan
