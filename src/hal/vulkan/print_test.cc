// Printing from a shader by both routes, from IR.
#include <algorithm>

#include "hal/vulkan/testing.h"
#include "ir/text.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr std::string_view kModule = R"(print_site 0 "gid = %v3u, 100%%, x = %.2f, %s %n"(vec3<u32>, f32)

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(2u, 2u, 1u) {
  print 0(%gid, 1.5f)
  return
}
)";
const std::vector<std::string> kExpected = {
    "gid = 0, 0, 0, 100%, x = 1.50, %s %n", "gid = 1, 0, 0, 100%, x = 1.50, %s %n",
    "gid = 0, 1, 0, 100%, x = 1.50, %s %n", "gid = 1, 1, 0, 100%, x = 1.50, %s %n"};

std::shared_ptr<const ir::Module> parsed(std::string_view text) {
  auto m = ir::parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::make_shared<const ir::Module>(std::move(*m)) : nullptr;
}

class PrintTest : public DeviceTest {
 protected:
  void SetUp() override {}
  void on_print(const PrintReport& r) override {
    for (uint32_t at : r.decoded.records) {
      printf::Record record = printf::read_record(r.buffer, at);
      printf::Message m = printf::make_message(record, r.buffer, r.sites);
      texts.push_back(m.text);
      const PrintCommand& c = r.commands.at(record.command);
      places.push_back(c.pass_label + "/" + (c.groups.empty() ? "" : c.groups.back()) + "/" + c.pipeline_label + "/" +
                       std::to_string(c.command_in_pass));
    }
    texts.insert(texts.end(), r.texts.begin(), r.texts.end());
    messages_lost += r.decoded.lost;
    lost_unknown |= r.lost_unknown;
    serials.push_back(r.serial);
  }
  void run(uint32_t groups) {
    auto module = parsed(kModule);
    ASSERT_TRUE(module);
    program = make_program(*device, "printer", {}, {module, "main"});
    ASSERT_TRUE(program.pipeline);
    CommandStream s;
    uint32_t pass = s.add_pass(PassKind::Compute, "the pass");
    uint32_t group = s.add_group(0, "the group");
    s.append(cmd::BeginComputePass{}, {.pass = pass});
    s.append(cmd::PushDebugGroup{.length = 9}, std::as_bytes(std::span("the group", 9)), {.pass = pass, .group = group});
    s.append(cmd::SetComputePipeline{.pipeline = program.pipeline.get()}, {.pass = pass, .group = group});
    s.append(cmd::Dispatch{.x = groups, .y = 1, .z = 1}, {.pass = pass, .group = group});
    s.append(cmd::PopDebugGroup{}, {.pass = pass, .group = group});
    s.append(cmd::EndComputePass{}, {.pass = pass});
    submit(s);
    finish();
  }
  ComputeProgram program;
  void TearDown() override {
    program = {};
    DeviceTest::TearDown();
  }
  std::vector<std::string> texts, places;
  std::vector<uint64_t> serials;
  uint64_t messages_lost = 0;
  bool lost_unknown = false;
};

TEST_F(PrintTest, BuiltInRouteDeliversInStableOrderWithItsPlace) {
  open(false);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_built_in) GTEST_SKIP() << adapter->info().print_built_in_reason;
  device_desc.debug_printf = true;
  make_device();
  run(1);
  EXPECT_EQ(texts, kExpected);
  ASSERT_FALSE(places.empty());
  EXPECT_EQ(places[0], "the pass/the group/printer/3");
  EXPECT_EQ(serials, std::vector<uint64_t>{1});
  // The buffer is clean again for the next submission.
  texts.clear();
  program = {};
  run(1);
  EXPECT_EQ(texts, kExpected);
}

// As devices with memory of their own have it: cleared and copied by commands.
TEST_F(PrintTest, BuiltInRouteWithABufferOfTheDevice) {
  open(false);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_built_in) GTEST_SKIP() << adapter->info().print_built_in_reason;
  device_desc.debug_printf = true;
  device_desc.print_memory = DeviceDesc::PrintMemory::Device;
  device_desc.print_buffer_size = (printf::kHeaderWords + printf::record_words(4) * 5) * 4;  // five records
  make_device();
  for (int i = 0; i < 3; ++i) {
    texts.clear();
    messages_lost = 0;
    program = {};
    run(1);
    EXPECT_EQ(texts, kExpected);
    EXPECT_EQ(messages_lost, 0u);
    program = {};
    run(10);
    EXPECT_EQ(texts.size(), 9u);
    EXPECT_EQ(messages_lost, 35u);
  }
}

// Every descriptor set that some drivers have is taken by bind groups: the print buffer hides in one of them. Two
// submissions in a row have to share it there.
TEST_F(PrintTest, BuiltInRouteWorksBesideFourBindGroups) {
  open(false);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_built_in) GTEST_SKIP() << adapter->info().print_built_in_reason;
  device_desc.debug_printf = true;
  make_device();
  BindGroupLayoutEntry entry{.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::UniformBuffer};
  auto group_layout = device->create_bind_group_layout({"l", {&entry, 1}});
  ASSERT_TRUE(group_layout);
  BindGroupLayout* layouts[] = {group_layout->get(), group_layout->get(), group_layout->get(), group_layout->get()};
  auto layout = device->create_pipeline_layout({"four", layouts});
  ASSERT_TRUE(layout);
  auto pipeline = device->create_compute_pipeline({"printer", layout->get(), {parsed(kModule), "main"}});
  ASSERT_TRUE(pipeline);
  auto b = buffer(256, buffer_usage::kUniform);
  BindGroupEntry binding{.binding = 0, .buffer = b.get(), .size = 256};
  auto group = device->create_bind_group({"g", group_layout->get(), {&binding, 1}});
  ASSERT_TRUE(group);
  for (int i = 0; i < 2; ++i) {
    CommandStream s;
    uint32_t pass = s.add_pass(PassKind::Compute, "");
    s.append(cmd::BeginComputePass{}, {.pass = pass});
    s.append(cmd::SetComputePipeline{.pipeline = pipeline->get()}, {.pass = pass});
    for (uint32_t g = 0; g < 4; ++g) s.append(cmd::SetBindGroup{.group = group->get(), .index = g}, {.pass = pass});
    s.append(cmd::Dispatch{.x = 1, .y = 1, .z = 1}, {.pass = pass});
    s.append(cmd::EndComputePass{}, {.pass = pass});
    submit(s);
  }
  finish();
  auto twice = kExpected;
  twice.insert(twice.end(), kExpected.begin(), kExpected.end());
  EXPECT_EQ(texts, twice);
}

TEST_F(PrintTest, BuiltInRouteCountsWhatFindsNoRoom) {
  open(false);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_built_in) GTEST_SKIP() << adapter->info().print_built_in_reason;
  device_desc.debug_printf = true;
  device_desc.print_buffer_size = (printf::kHeaderWords + printf::record_words(4) * 3) * 4;  // three records
  make_device();
  run(100);
  EXPECT_EQ(texts.size(), 3u);
  EXPECT_EQ(messages_lost, 397u);
}

TEST_F(PrintTest, NativeRouteSaysTheSame) {
  open(true);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_native) GTEST_SKIP() << adapter->info().print_native_reason;
  device_desc.debug_printf = true;
  device_desc.print_route = PrintRoute::Native;
  make_device();
  run(1);
  std::sort(texts.begin(), texts.end());
  auto expected = kExpected;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(texts, expected);
}

// The layer's own buffer takes 23 messages of three words.
TEST_F(PrintTest, NativeRouteHasRoomForMany) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the layer reads its settings when it is loaded, and in a sanitized build it stays loaded since an earlier test";
#endif
  const char* set = std::getenv("VK_LAYER_SETTINGS_PATH");
  std::string before = set ? set : "";
  open(true);
  if (!adapter) GTEST_SKIP();
  if (!adapter->info().print_native) GTEST_SKIP() << adapter->info().print_native_reason;
  const char* now = std::getenv("VK_LAYER_SETTINGS_PATH");
  EXPECT_EQ(now ? now : "", before);
  device_desc.debug_printf = true;
  device_desc.print_route = PrintRoute::Native;
  make_device();
  run(250);
  EXPECT_EQ(texts.size(), 1000u);
  EXPECT_FALSE(lost_unknown);
}

TEST_F(PrintTest, WithoutTheFeatureNothingIsPrinted) {
  open(false);
  if (!adapter) GTEST_SKIP();
  make_device();
  run(1);
  EXPECT_TRUE(texts.empty());
}

}  // namespace
}  // namespace vitrine::hal::vulkan
