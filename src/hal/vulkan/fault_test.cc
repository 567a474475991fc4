// Every native call of a program that has every kind of object fails once in its turn: one error comes back, nothing
// leaks (the validation layer counts), nothing crashes.
#include "hal/vulkan/testing.h"
#include "hal/vulkan/testing_shaders.h"
#include "ir/text.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr std::string_view kPrinter = R"(print_site 0 "here"()
var @data: ptr<storage, array<u32>, read_write> @group(0) @binding(0)

fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<storage, u32, read_write> = access @data, 0u
  store %0, 7u
  print 0()
  return
}
)";

class FaultTest : public DeviceTest {
 protected:
  void on_print(const PrintReport& r) override {
    printed += r.decoded.records.size();
    unread = unread || r.unread;
  }

  // Runs the program up to its first error. False: there was one.
  bool program() {
    auto made = adapter->create_device(device_desc);
    if (!made) return false;
    Device& d = **made;
    Queue& q = d.queue();

    // -- every kind of object --
    auto data = d.create_buffer({"data", 16, buffer_usage::kStorage | buffer_usage::kCopySrc | buffer_usage::kCopyDst});
    if (!data) return false;
    auto arguments = d.create_buffer({"arguments", 64, buffer_usage::kIndirect | buffer_usage::kCopyDst});
    if (!arguments) return false;
    auto back = d.create_buffer({"back", 4096, buffer_usage::kMapRead | buffer_usage::kCopyDst});
    if (!back) return false;
    auto queries = d.create_query_set({"queries", QueryType::Occlusion, 1});
    if (!queries) return false;
    auto resolved = d.create_buffer({"resolved", 8, buffer_usage::kQueryResolve});
    if (!resolved) return false;
    auto target = d.create_texture({.label = "target", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1},
                                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
    if (!target) return false;
    auto image = d.create_texture({.label = "image", .format = TextureFormat::BC1RGBAUnorm, .size = {8, 8, 1},
                                   .usage = texture_usage::kTextureBinding | texture_usage::kCopyDst});
    if (!image) return false;
    auto target_view = d.create_texture_view(**target, {.label = "v", .format = TextureFormat::RGBA8Unorm});
    if (!target_view) return false;
    auto image_view = d.create_texture_view(**image, {.label = "v", .format = TextureFormat::BC1RGBAUnorm});
    if (!image_view) return false;
    auto sampler = d.create_sampler({.label = "s"});
    if (!sampler) return false;
    BindGroupLayoutEntry entries[] = {
        {.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer},
        {.binding = 1, .visibility = shader_stage::kCompute, .type = BindingType::SampledTexture},
        {.binding = 2, .visibility = shader_stage::kCompute, .type = BindingType::Sampler}};
    auto group_layout = d.create_bind_group_layout({"l", entries});
    if (!group_layout) return false;
    BindGroupLayout* groups[] = {group_layout->get()};
    auto layout = d.create_pipeline_layout({"p", groups, 64});
    if (!layout) return false;
    BindGroupEntry bindings[] = {{.binding = 0, .buffer = data->get(), .size = 16},
                                 {.binding = 1, .view = image_view->get()},
                                 {.binding = 2, .sampler = sampler->get()}};
    auto group = d.create_bind_group({"g", group_layout->get(), bindings});
    if (!group) return false;
    auto compute = d.create_compute_pipeline({"c", layout->get(), {module, "main"}});
    if (!compute) return false;
    ColorTargetState color_target{.format = TextureFormat::RGBA8Unorm};
    RenderPipelineDesc render_desc{.label = "r", .layout = layout->get(), .vertex = {nullptr, "vs", vs}};
    render_desc.fragment = ShaderStage{nullptr, "fs", fs};
    render_desc.targets = {&color_target, 1};
    auto render = d.create_render_pipeline(render_desc);
    if (!render) return false;

    // -- two frames --
    uint32_t dispatch[3] = {1, 1, 1}, block[2] = {1, 2};
    for (int frame = 0; frame < 2; ++frame) {
      if (!q.write_buffer(**arguments, 0, std::as_bytes(std::span(dispatch)))) return false;
      if (!q.write_texture({image->get(), 0, {}, TextureAspect::All}, std::as_bytes(std::span(block)), 8, 1, {4, 4, 1}))
        return false;
      CommandStream s;
      uint32_t pass = s.add_pass(PassKind::Compute, "");
      s.append(cmd::BeginComputePass{}, {.pass = pass});
      s.append(cmd::SetComputePipeline{.pipeline = compute->get()}, {.pass = pass});
      s.append(cmd::SetBindGroup{.group = group->get(), .index = 0}, {.pass = pass});
      s.append(cmd::DispatchIndirect{.buffer = arguments->get(), .offset = 0}, {.pass = pass});
      s.append(cmd::EndComputePass{}, {.pass = pass});
      pass = s.add_pass(PassKind::Render, "");
      cmd::ColorAttachment color{.view = target_view->get(), .load = LoadOp::Clear, .store = StoreOp::Store};
      cmd::BeginRenderPass begin{.color_count = 1, .width = 4, .height = 4, .sample_count = 1};
      begin.occlusion_set = queries->get();
      s.append(begin, std::as_bytes(std::span(&color, 1)), {.pass = pass});
      s.append(cmd::SetRenderPipeline{.pipeline = render->get()}, {.pass = pass});
      s.append(cmd::SetBindGroup{.group = group->get(), .index = 0}, {.pass = pass});
      s.append(cmd::BeginOcclusionQuery{.index = 0}, {.pass = pass});
      s.append(cmd::Draw{.vertex_count = 3, .instance_count = 1}, {.pass = pass});
      s.append(cmd::EndOcclusionQuery{}, {.pass = pass});
      s.append(cmd::EndRenderPass{}, {.pass = pass});
      s.append(cmd::ResolveQuerySet{.set = queries->get(), .destination = resolved->get(), .first = 0, .count = 1}, {});
      s.append(cmd::CopyTextureToBuffer{.source = {target->get(), 0, {}, TextureAspect::All},
                                        .destination = {back->get(), 1024, 256, 4}, .size = {4, 4, 1}}, {});
      s.append(cmd::CopyBufferToBuffer{.source = data->get(), .destination = back->get(), .size = 16}, {});
      const CommandStream* list[] = {&s};
      if (!q.submit(list)) return false;
    }
    auto done = q.wait(2, 10'000'000'000);
    if (!done) return false;
    if (!d.lost()) {
      uint32_t got = 0;
      std::memcpy(&got, (*back)->host_pointer(), 4);
      EXPECT_EQ(got, 7u);
    }
    return true;
  }

  std::shared_ptr<const ir::Module> module;
  std::vector<uint32_t> vs, fs;
  size_t printed = 0;
  bool unread = false;
};

TEST_F(FaultTest, EachNativeCallMayFail) {
  if (!adapter) GTEST_SKIP();
  if (!adapter->features().has(Feature::TextureCompressionBC)) GTEST_SKIP() << "no compressed textures";
  device_desc.features.add(Feature::TextureCompressionBC);
  device_desc.debug_printf = adapter->info().print_built_in;
  auto m = ir::parse_text(kPrinter);
  ASSERT_TRUE(m) << m.error().line << ": " << m.error().message;
  module = std::make_shared<const ir::Module>(std::move(*m));
  vs = assemble(kVertex);
  fs = assemble(kFragment);
  FaultPlan& plan = fault_plan(*instance);
  uint64_t before = plan.calls;
  ASSERT_TRUE(program());
  uint64_t total = plan.calls - before;
  ASSERT_GT(total, 60u);
  if (device_desc.debug_printf) { EXPECT_EQ(printed, 2u); }
  for (VkResult result : {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST})
    for (uint64_t n = 1; n <= total; n += result == VK_ERROR_DEVICE_LOST ? 3 : 1) {
      lost.clear();
      unread = false;
      plan.failed = nullptr;
      plan.result = result;
      plan.fail_at = plan.calls + n;
      bool fine = program();
      plan.fail_at = 0;
      if (!plan.failed) continue;  // waiting is not the same number of calls each time
      std::string_view failed = plan.failed.load();
      SCOPED_TRACE(std::string(failed) + ", call " + std::to_string(n));
      EXPECT_LE(lost.size(), 1u);
      // A counter that cannot be read is asked again, a block of memory is tried in a smaller size.
      EXPECT_TRUE(!fine || lost.size() == 1 || unread || failed == "vkGetSemaphoreCounterValue" || failed == "vkAllocateMemory" ||
                  failed == "vkMapMemory");
      if (result == VK_ERROR_DEVICE_LOST && failed == "vkQueueSubmit") { EXPECT_EQ(lost.size(), 1u); }
    }
}

}  // namespace
}  // namespace vitrine::hal::vulkan
