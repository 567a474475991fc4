// What reaches the program of what shaders print: in which order, from where, how much, and after a loss.
#include <algorithm>
#include <chrono>
#include <map>

#include "print_testing.h"

namespace {

using vitrine::testing::Message;
using vitrine::testing::PrintDevice;
using vitrine::testing::view;

const std::string kEnable = "enable wgpu_debug_printf;\n";
constexpr uint32_t kHeaderBytes = 264 * 4;  // of the print buffer
constexpr VitrineInstanceFlags kNativeFlags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_DebugPrintf;

class PrintRun : public PrintDevice {
 protected:
  void TearDown() override {
    unsetenv("VITRINE_TIMEOUT");
    PrintDevice::TearDown();
  }
  // A pipeline that draws to a texture of rgba8unorm.
  WGPURenderPipeline render(std::string_view wgsl, WGPUPipelineLayout layout = nullptr,
                            WGPUPrimitiveTopology topology = WGPUPrimitiveTopology_TriangleList) {
    WGPUShaderModule m = module(wgsl);
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = WGPUTextureFormat_RGBA8Unorm;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = m;
    fragment.targetCount = 1;
    fragment.targets = &target;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.label = view("drawing");
    d.layout = layout;
    d.vertex.module = m;
    d.primitive.topology = topology;
    d.fragment = &fragment;
    WGPURenderPipeline p = wgpuDeviceCreateRenderPipeline(device, &d);
    releases.push_back([p] { wgpuRenderPipelineRelease(p); });
    return p;
  }
  void render_pass(WGPUCommandEncoder encoder, uint32_t size, const std::function<void(WGPURenderPassEncoder)>& body) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.size = {size, size, 1};
    d.format = WGPUTextureFormat_RGBA8Unorm;
    d.usage = WGPUTextureUsage_RenderAttachment;
    WGPUTexture texture = wgpuDeviceCreateTexture(device, &d);
    WGPUTextureView target = wgpuTextureCreateView(texture, nullptr);
    WGPURenderPassColorAttachment attachment = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    attachment.view = target;
    attachment.loadOp = WGPULoadOp_Clear;
    attachment.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor pass_descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    pass_descriptor.label = view("render pass");
    pass_descriptor.colorAttachmentCount = 1;
    pass_descriptor.colorAttachments = &attachment;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
    body(pass);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    wgpuTextureViewRelease(target);
    wgpuTextureRelease(texture);
  }
  bool said(std::string_view words) const {
    return std::any_of(log.begin(), log.end(), [&](const std::string& l) { return l.find(words) != l.npos; });
  }
  std::map<std::string, int> counts() const {
    std::map<std::string, int> out;
    for (const Message& m : messages) ++out[m.text];
    return out;
  }
};

// ---- filters and limits ----

const std::string kTwoLines = kEnable + R"(@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("first %u", id.x);
  debugPrintf("second %u", id.x);
}
)";

TEST_F(PrintRun, TheFilterIsTheShaders) {
  // The buffer has room for no more than is wanted.
  open({.buffer = kHeaderBytes + 2 * 8 * 4, .filter = "global_invocation_id.x == 7"});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_EQ(texts(), (std::vector<std::string>{"first 7", "second 7"}));
  EXPECT_EQ(losses, 0);
}

TEST_F(PrintRun, AFilterHasSeveralTerms) {
  open({.filter = "global_invocation_id.x > 61.5 && line < 4 && global_invocation_id.y <= 3"});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_EQ(texts(), (std::vector<std::string>{"first 62", "first 63"}));
}

TEST_F(PrintRun, AFilterByCommandAndStage) {
  open({.filter = "command == 1 && vertex_index < 9"});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_TRUE(messages.empty());
}

TEST(PrintFilter, OneThatCannotBeReadMakesNoInstance) {
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  ours.printFilter = view("global_invocation_id.w == 7");
  std::string said;
  ours.logCallbackInfo.callback = [](VitrineLogLevel, WGPUStringView, WGPUStringView text, void* to, void*) {
    *static_cast<std::string*>(to) += vitrine::testing::string(text);
  };
  ours.logCallbackInfo.userdata1 = &said;
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &ours.chain;
  EXPECT_EQ(wgpuCreateInstance(&descriptor), nullptr);
  EXPECT_NE(said.find("character 1: `global_invocation_id.w`"), std::string::npos) << said;
}

TEST_F(PrintRun, ALimitForEachCall) {
  open({.limit = 3});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_EQ(texts(), (std::vector<std::string>{"first 0", "second 0", "first 1", "second 1", "first 2", "second 2"}));
  EXPECT_EQ(vitrineDeviceGetLimitedPrintCount(device), 122u);
}

// ---- how much ----

TEST_F(PrintRun, LossesAreCountedExactly) {
  open({.buffer = 64 * 1024});
  if (!ready()) return;
  run(kEnable + R"(@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 100u; i++) { debugPrintf("%u %u", id.x, i); }
}
)", 100);
  EXPECT_EQ(messages.size(), (64u * 1024 - kHeaderBytes) / 4 / 8);
  EXPECT_EQ(messages.size() + lost, 640'000u);
  EXPECT_EQ(losses, 1);
  EXPECT_EQ(found("print_messages_lost").size(), 1u);
}

TEST_F(PrintRun, TheBufferGrowsOnRequest) {
  open({.buffer = kHeaderBytes + 10 * 8 * 4});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_EQ(messages.size(), 10u);
  EXPECT_EQ(lost, 118u);
  EXPECT_TRUE(vitrineDeviceSetPrintBufferSize(device, 1u << 20));
  messages.clear();
  run(kTwoLines);
  EXPECT_EQ(messages.size(), 128u);
  EXPECT_EQ(lost, 118u);
}

TEST_F(PrintRun, ABufferOfNoRoomCountsEverything) {
  open({.buffer = 1});
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_TRUE(messages.empty());
  EXPECT_EQ(lost, 128u);
}

TEST_F(PrintRun, AMillionMessagesInOrder) {
  open({.buffer = 64u << 20});
  if (!ready()) return;
  run(kEnable + R"(@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("%u %u", id.x, id.x * 2u);
}
)", 4096);
  ASSERT_EQ(messages.size(), 64u * 4096);
  for (uint32_t i = 0; i < messages.size(); ++i)
    ASSERT_EQ(messages[i].text, std::to_string(i) + " " + std::to_string(i * 2));
}

// ---- order and place ----

TEST_F(PrintRun, ManySubmissionsInFlight) {
  open();
  if (!ready()) return;
  WGPUComputePipeline p = compute(kTwoLines);
  for (int i = 0; i < 20; ++i)
    submit([&](WGPUCommandEncoder e) {
      compute_pass(e, [&](WGPUComputePassEncoder pass) {
        wgpuComputePassEncoderSetPipeline(pass, p);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderPushDebugGroup(pass, view("again"));
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderPopDebugGroup(pass);
      });
    });
  finish();
  ASSERT_EQ(messages.size(), 20u * 2 * 128);
  for (size_t i = 0; i < messages.size(); ++i) {
    const Message& m = messages[i];
    ASSERT_EQ(m.submission, i / 256 + 1);
    ASSERT_EQ(m.invocation[0], i % 128 / 2);
    ASSERT_EQ(m.groups.size(), i % 256 / 128);
    ASSERT_EQ(m.line, 3 + i % 2);
  }
  EXPECT_EQ(messages[0].pass, "pass");
  EXPECT_EQ(messages[0].pipeline, "pipeline");
}

// A callback that waits gets what comes next, not what comes after.
TEST_F(PrintRun, WaitingInsideACallbackKeepsTheOrder) {
  open();
  if (!ready()) return;
  int depth = 0;
  on_message = [&] {
    if (messages.size() == 5 && depth++ == 0) wgpuInstanceProcessEvents(instance);
  };
  run(kTwoLines);
  ASSERT_EQ(messages.size(), 128u);
  for (size_t i = 0; i < messages.size(); ++i) EXPECT_EQ(messages[i].invocation[0], i / 2);
}

// Texts are made ahead of the callback, in memory that is used again: not while somebody has a message of it.
TEST_F(PrintRun, WaitingInsideACallbackKeepsTheTexts) {
  open({.buffer = 4u << 20});
  if (!ready()) return;
  std::vector<size_t> waiting = {5, 700, 20'000, 60'000};
  on_message = [&] {
    if (std::find(waiting.begin(), waiting.end(), messages.size()) != waiting.end()) wgpuInstanceProcessEvents(instance);
  };
  run(kTwoLines, 512);
  ASSERT_EQ(messages.size(), 65'536u);
  for (size_t i = 0; i < messages.size(); ++i)
    ASSERT_EQ(messages[i].text, (i % 2 ? "second " : "first ") + std::to_string(i / 2));
}

// Vertex, fragment and compute shaders print in one submission, while four bind groups are in use: as many as some drivers
// have descriptor sets.
TEST_F(PrintRun, AFrameWithFourBindGroups) {
  open();
  if (!ready()) return;
  std::string uniforms;
  for (int i = 0; i < 4; ++i)
    uniforms += "@group(" + std::to_string(i) + ") @binding(" + std::to_string(i) + ") var<uniform> u" + std::to_string(i) + ": u32;\n";
  WGPURenderPipeline drawing = render(kEnable + uniforms + R"(
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  debugPrintf("vertex %u of %u", i, u0 + u1 + u2 + u3);
  let corners = array(vec2f(-1, -1), vec2f(3, -1), vec2f(-1, 3));
  return vec4f(corners[i], 0.5, 1);
}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  debugPrintf("fragment %.1f %.1f of %u", p.x, p.y, u0 + u1 + u2 + u3);
  return vec4f(1);
}
)");
  WGPUComputePipeline computing = compute(kEnable + uniforms + R"(
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("compute %u of %u", id.x, u0 * u1 * u2 * u3);
}
)");
  std::vector<WGPUBindGroup> render_groups, compute_groups;
  for (uint32_t i = 0; i < 4; ++i) {
    WGPUBuffer b = buffer(256, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst);
    uint32_t value = i + 1;
    wgpuQueueWriteBuffer(queue, b, 0, &value, 4);
    WGPUBindGroupLayout render_layout = wgpuRenderPipelineGetBindGroupLayout(drawing, i);
    WGPUBindGroupLayout compute_layout = wgpuComputePipelineGetBindGroupLayout(computing, i);
    render_groups.push_back(group(render_layout, {entry(i, b)}));
    compute_groups.push_back(group(compute_layout, {entry(i, b)}));
    wgpuBindGroupLayoutRelease(render_layout);
    wgpuBindGroupLayoutRelease(compute_layout);
  }
  for (int frame = 0; frame < 2; ++frame)
    submit([&](WGPUCommandEncoder e) {
      compute_pass(e, [&](WGPUComputePassEncoder pass) {
        wgpuComputePassEncoderSetPipeline(pass, computing);
        for (uint32_t i = 0; i < 4; ++i) wgpuComputePassEncoderSetBindGroup(pass, i, compute_groups[i], 0, nullptr);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
      });
      render_pass(e, 2, [&](WGPURenderPassEncoder pass) {
        wgpuRenderPassEncoderSetPipeline(pass, drawing);
        for (uint32_t i = 0; i < 4; ++i) wgpuRenderPassEncoderSetBindGroup(pass, i, render_groups[i], 0, nullptr);
        wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
      });
    });
  finish();
  std::vector<std::string> frame = {"compute 0 of 24",        "compute 1 of 24",        "vertex 0 of 10",
                                    "vertex 1 of 10",         "vertex 2 of 10",         "fragment 0.5 0.5 of 10",
                                    "fragment 1.5 0.5 of 10", "fragment 0.5 1.5 of 10", "fragment 1.5 1.5 of 10"};
  std::vector<std::string> both = frame;
  both.insert(both.end(), frame.begin(), frame.end());
  EXPECT_EQ(texts(), both);
  ASSERT_EQ(messages.size(), 18u);
  EXPECT_EQ(messages[8].stage, WGPUShaderStage_Fragment);
  EXPECT_EQ(std::vector<uint32_t>(messages[8].invocation, messages[8].invocation + 3), (std::vector<uint32_t>{1, 1, 0}));
  EXPECT_EQ(messages[8].pass, "render pass");
  EXPECT_EQ(messages[4].stage, WGPUShaderStage_Vertex);
  EXPECT_EQ(messages[4].invocation[0], 2u);
}

const std::string kPoints = kEnable + R"(
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32) -> @builtin(position) vec4f {
  debugPrintf("vertex %u %u", i, n);
  return vec4f(-0.75 + f32(i) * 0.5, -0.75, 0.5, 1);
}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  debugPrintf("fragment %.1f", p.x);
  if (p.x > 1) { discard; }
  debugPrintf("kept %.1f", p.x);
  return vec4f(dpdx(p.x));
}
)";

// Each point covers one pixel of a quad; the other three run as helper invocations for the derivative.
TEST_F(PrintRun, HelperInvocationsAndDiscardedFragmentsAreSilent) {
  open();
  if (!ready()) return;
  WGPURenderPipeline p = render(kPoints, nullptr, WGPUPrimitiveTopology_PointList);
  submit([&](WGPUCommandEncoder e) {
    render_pass(e, 4, [&](WGPURenderPassEncoder pass) {
      wgpuRenderPassEncoderSetPipeline(pass, p);
      wgpuRenderPassEncoderDraw(pass, 2, 1, 0, 0);
    });
  });
  finish();
  EXPECT_EQ(counts(), (std::map<std::string, int>{
                          {"vertex 0 0", 1}, {"vertex 1 0", 1}, {"fragment 0.5", 1}, {"fragment 1.5", 1}, {"kept 0.5", 1}}));
}

TEST_F(PrintRun, NumbersOfCommandsAreThoseOfTheFilter) {
  for (const char* filter : {"", "command == 1", "command >= 1"}) {
    SCOPED_TRACE(filter);
    TearDown();
    SetUp();
    messages.clear();
    open({.filter = filter});
    if (!ready()) return;
    WGPUComputePipeline prints = compute(kEnable + "@compute @workgroup_size(1) fn main() { debugPrintf(\"x\"); }\n"),
                        silent = compute("@compute @workgroup_size(1) fn main() { }\n");
    submit([&](WGPUCommandEncoder e) {
      for (int i = 0; i < 2; ++i)
        compute_pass(e, [&](WGPUComputePassEncoder pass) {
          wgpuComputePassEncoderSetPipeline(pass, silent);
          wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
          wgpuComputePassEncoderSetPipeline(pass, prints);
          wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        });
    });
    finish();
    uint32_t first = *filter ? 1 : 0;
    ASSERT_EQ(messages.size(), 2u - first);
    for (const Message& m : messages) {
      EXPECT_EQ(m.command, first++);
      EXPECT_EQ(m.command_in_pass, 4u);
    }
  }
}

TEST_F(PrintRun, BundlesAndIndirectCommands) {
  open();
  if (!ready()) return;
  WGPURenderPipeline p = render(kPoints, nullptr, WGPUPrimitiveTopology_PointList);
  WGPUComputePipeline c = compute(kEnable + "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { debugPrintf(\"group %u\", id.x); }\n");
  WGPUBuffer arguments = buffer(32, WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst);
  const uint32_t words[] = {1, 2, 0, 0, 3, 1, 1, 0};  // a draw of one vertex and two instances, three workgroups
  wgpuQueueWriteBuffer(queue, arguments, 0, words, sizeof words);
  WGPUTextureFormat format = WGPUTextureFormat_RGBA8Unorm;
  WGPURenderBundleEncoderDescriptor d = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
  d.colorFormatCount = 1;
  d.colorFormats = &format;
  WGPURenderBundleEncoder encoder = wgpuDeviceCreateRenderBundleEncoder(device, &d);
  wgpuRenderBundleEncoderSetPipeline(encoder, p);
  wgpuRenderBundleEncoderPushDebugGroup(encoder, view("of the bundle"));
  wgpuRenderBundleEncoderDraw(encoder, 1, 1, 0, 0);
  wgpuRenderBundleEncoderPopDebugGroup(encoder);
  wgpuRenderBundleEncoderDrawIndirect(encoder, arguments, 0);
  WGPURenderBundle bundle = wgpuRenderBundleEncoderFinish(encoder, nullptr);
  wgpuRenderBundleEncoderRelease(encoder);
  submit([&](WGPUCommandEncoder e) {
    render_pass(e, 4, [&](WGPURenderPassEncoder pass) {
      wgpuRenderPassEncoderPushDebugGroup(pass, view("of the pass"));
      wgpuRenderPassEncoderExecuteBundles(pass, 1, &bundle);
      wgpuRenderPassEncoderPopDebugGroup(pass);
      wgpuRenderPassEncoderSetPipeline(pass, p);
      wgpuRenderPassEncoderDrawIndirect(pass, arguments, 0);
    });
    compute_pass(e, [&](WGPUComputePassEncoder pass) {
      wgpuComputePassEncoderSetPipeline(pass, c);
      wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, arguments, 16);
    });
  });
  finish();
  wgpuRenderBundleRelease(bundle);
  EXPECT_EQ(counts(), (std::map<std::string, int>{{"vertex 0 0", 3},
                                                  {"vertex 0 1", 2},
                                                  {"fragment 0.5", 5},
                                                  {"kept 0.5", 5},
                                                  {"group 0", 1},
                                                  {"group 1", 1},
                                                  {"group 2", 1}}));
  using Groups = std::vector<std::string>;
  for (const Message& m : messages)
    EXPECT_EQ(m.groups, m.command == 0 ? Groups({"of the pass", "of the bundle"}) : m.command == 1 ? Groups({"of the pass"}) : Groups())
        << m.command;
}

// ---- loss ----

TEST_F(PrintRun, PrintsSurviveATimeOut) {
  setenv("VITRINE_TIMEOUT", "1", 1);
  open({.flags = VitrineInstanceFlags_HostPrintBuffer});
  if (!ready()) return;
  WGPUBuffer data = buffer(8, WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst);
  WGPUComputePipeline p = compute(kEnable + R"(@group(0) @binding(0) var<storage, read_write> data: vec2u;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) { debugPrintf("before the loop"); }
  var v = data.x;
  for (var i = 0u; i < data.y; i++) { v = v * 1664525u + 1013904223u; v ^= v >> 13u; }
  if (v == data.x) { data.x = 1u; }
}
)");
  WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
  WGPUBindGroup g = group(layout, {entry(0, data)});
  wgpuBindGroupLayoutRelease(layout);
  // First without the loop, so that what drivers do once is done. Some end a loop after 65535 iterations. What is lost goes on
  // running, in the way of other tests: no more than some seconds of it, by what a little of it takes.
  struct Step {
    uint32_t iterations, groups;
  };
  Step steps[] = {{0, 1}, {60'000, 64}, {60'000, 0}};
  for (Step& step : steps) {
    if (device_lost) break;
    messages.clear();
    auto begin = std::chrono::steady_clock::now();
    wgpuQueueWriteBuffer(queue, data, 4, &step.iterations, 4);
    submit([&](WGPUCommandEncoder e) {
      compute_pass(e, [&](WGPUComputePassEncoder pass) {
        wgpuComputePassEncoderSetPipeline(pass, p);
        wgpuComputePassEncoderSetBindGroup(pass, 0, g, 0, nullptr);
        wgpuComputePassEncoderDispatchWorkgroups(pass, step.groups, 1, 1);
      });
    });
    finish();
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    steps[2].groups = static_cast<uint32_t>(std::clamp(64 * 3 / spent.count(), 64.0, 65535.0));
  }
  if (!device_lost) GTEST_SKIP() << "the device was faster than the time-out";
  ASSERT_EQ(texts(), std::vector<std::string>{"before the loop"});
  EXPECT_TRUE(messages[0].partial);
  errors.clear();
}

// ---- the native route ----

// The layer of Debian 12 writes past its buffer when shaders print more than that holds; ours counts, and stops before.
TEST_F(PrintRun, NativeRouteSurvivesWhatDoesNotFit) {
  if (std::getenv("VK_LAYER_SETTINGS_PATH")) GTEST_SKIP() << "somebody else says how large the layer's buffer is";
  open({.flags = kNativeFlags, .route = VitrinePrintRoute_Native, .buffer = 1024});
  if (!ready()) return;
  for (int i = 0; i < 2; ++i) {
    messages.clear();
    lost = 0;
    run(kEnable + R"(@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("%u %u %u", id.x, id.y, id.z);
}
)", 100);
    EXPECT_GT(messages.size(), 10u);
    EXPECT_EQ(messages.size() + lost, 6400u);
  }
  EXPECT_EQ(found("print_messages_lost").size(), 2u);
}

TEST_F(PrintRun, NativeRouteBesideFourBindGroups) {
  open({.flags = kNativeFlags, .route = VitrinePrintRoute_Native});
  if (!ready()) return;
  std::string uniforms, sum;
  for (int i = 0; i < 4; ++i) {
    uniforms += "@group(" + std::to_string(i) + ") @binding(0) var<uniform> u" + std::to_string(i) + ": u32;\n";
    sum += (i ? " + u" : "u") + std::to_string(i);
  }
  WGPUComputePipeline p = compute(kEnable + uniforms + "@compute @workgroup_size(1) fn main() { debugPrintf(\"sum %u\", " + sum + "); }\n");
  std::vector<WGPUBindGroup> groups;
  for (uint32_t i = 0; i < 4; ++i) {
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, i);
    groups.push_back(group(layout, {entry(0, buffer(256, WGPUBufferUsage_Uniform))}));
    wgpuBindGroupLayoutRelease(layout);
  }
  submit([&](WGPUCommandEncoder e) {
    compute_pass(e, [&](WGPUComputePassEncoder pass) {
      wgpuComputePassEncoderSetPipeline(pass, p);
      for (uint32_t i = 0; i < 4; ++i) wgpuComputePassEncoderSetBindGroup(pass, i, groups[i], 0, nullptr);
      wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    });
  });
  finish();
  EXPECT_NE(texts() == std::vector<std::string>{"sum 0"}, said("does not print by the native route"));
}

TEST_F(PrintRun, NativeRouteSaysWhatItCannotDo) {
  open({.flags = kNativeFlags, .route = VitrinePrintRoute_Native, .filter = "line == 2"});
  if (!ready()) return;
  EXPECT_TRUE(said("a filter or a limit of messages has no effect by the native route"));
}

TEST_F(PrintRun, WithoutTheLayerTheBuiltInRouteTakesOver) {
  const char* set = std::getenv("VK_LAYER_PATH");
  std::string before = set ? set : "";
  setenv("VK_LAYER_PATH", "/nonexistent", 1);
  open({.flags = kNativeFlags, .route = VitrinePrintRoute_Undefined});
  if (set)
    setenv("VK_LAYER_PATH", before.c_str(), 1);
  else
    unsetenv("VK_LAYER_PATH");
  if (!ready()) return;
  run(kTwoLines);
  EXPECT_EQ(messages.size(), 128u);
  EXPECT_TRUE(said("VK_LAYER_KHRONOS_validation is not installed"));
  EXPECT_TRUE(said("the built-in route is taken: the instance runs without the validation layer")) << testing::PrintToString(log);
}

}  // namespace
