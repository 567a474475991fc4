// A capture made without a display through RenderDoc's in-application interface, then read as XML: labels, debug groups
// and markers of a two-pass compute program must stand in it, nested as the program nested them.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <renderdoc_app.h>
#include <unistd.h>
#include <webgpu/webgpu.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

constexpr const char* kShader = R"(
@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  weights[id.x] = weights[id.x] * 0.5 + 1.0;
}
)";

WGPUStringView text(const char* words) { return {words, WGPU_STRLEN}; }

// The calls of the capture that matter, one a line, indented by the labels around them.
std::string outline(const std::string& xml) {
  std::string out;
  size_t depth = 0, at = 0;
  auto text_after = [&](size_t from, const char* tag) {
    size_t p = xml.find(tag, from);
    if (p == xml.npos) return std::string("?");
    p = xml.find('>', p) + 1;
    return xml.substr(p, xml.find('<', p) - p);
  };
  while ((at = xml.find("<chunk ", at)) != xml.npos) {
    size_t name = xml.find("name=\"", at) + 6;
    std::string call = xml.substr(name, xml.find('"', name) - name);
    auto line = [&](const std::string& text) { out += std::string(depth * 2, ' ') + text + "\n"; };
    if (call == "vkCmdBeginDebugUtilsLabelEXT") {
      line("[" + text_after(at, "name=\"pLabelName\""));
      ++depth;
    } else if (call == "vkCmdEndDebugUtilsLabelEXT") {
      if (depth > 0) --depth;
    } else if (call == "vkCmdInsertDebugUtilsLabelEXT") {
      line("* " + text_after(at, "name=\"pLabelName\""));
    } else if (call == "vkCmdDispatch") {
      line("dispatch");
    }
    ++at;
  }
  return out;
}


// One outcome of an asynchronous call.
template <class T>
struct Outcome {
  T value = nullptr;
  bool done = false;
};

RENDERDOC_API_1_6_0* open_renderdoc() {
  // Before the first VkInstance, so that RenderDoc gets between.
  void* library = dlopen("librenderdoc.so", RTLD_NOW);
  if (!library) return nullptr;
  auto get = reinterpret_cast<pRENDERDOC_GetAPI>(dlsym(library, "RENDERDOC_GetAPI"));
  RENDERDOC_API_1_6_0* api = nullptr;
  return get && get(eRENDERDOC_API_Version_1_6_0, reinterpret_cast<void**>(&api)) == 1 ? api : nullptr;
}

WGPUDevice open_device(WGPUInstance instance) {
  Outcome<WGPUAdapter> adapter;
  WGPURequestAdapterCallbackInfo on_adapter = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  on_adapter.mode = WGPUCallbackMode_AllowProcessEvents;
  on_adapter.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) {
    *static_cast<Outcome<WGPUAdapter>*>(out) = {a, true};
  };
  on_adapter.userdata1 = &adapter;
  wgpuInstanceRequestAdapter(instance, nullptr, on_adapter);
  while (!adapter.done) wgpuInstanceProcessEvents(instance);
  if (!adapter.value) return nullptr;
  Outcome<WGPUDevice> device;
  WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  descriptor.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView message, void*, void*) {
    ADD_FAILURE() << std::string_view(message.data, message.length);
  };
  WGPURequestDeviceCallbackInfo on_device = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  on_device.mode = WGPUCallbackMode_AllowProcessEvents;
  on_device.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* out, void*) {
    *static_cast<Outcome<WGPUDevice>*>(out) = {d, true};
  };
  on_device.userdata1 = &device;
  wgpuAdapterRequestDevice(adapter.value, &descriptor, on_device);
  while (!device.done) wgpuInstanceProcessEvents(instance);
  wgpuAdapterRelease(adapter.value);
  return device.value;
}

// Two passes: rows with a group and a marker inside, then columns; all in a group of the encoder.
void run_program(WGPUInstance instance, WGPUDevice device) {
  WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
  code.code = text(kShader);
  WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module_descriptor.nextInChain = &code.chain;
  module_descriptor.label = text("blur.wgsl");
  WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
  WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  pipeline_descriptor.label = text("blur pipeline");
  pipeline_descriptor.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);
  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.label = text("weights");
  buffer_descriptor.size = 256;
  buffer_descriptor.usage = WGPUBufferUsage_Storage;
  WGPUBuffer buffer = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
  WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
  entry.buffer = buffer;
  entry.size = 256;
  WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  group_descriptor.label = text("blur group");
  group_descriptor.layout = layout;
  group_descriptor.entryCount = 1;
  group_descriptor.entries = &entry;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &group_descriptor);

  WGPUCommandEncoderDescriptor encoder_descriptor = WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT;
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, &encoder_descriptor);
  auto pass = [&](const char* label) {
    WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    d.label = text(label);
    WGPUComputePassEncoder p = wgpuCommandEncoderBeginComputePass(encoder, &d);
    wgpuComputePassEncoderSetPipeline(p, pipeline);
    wgpuComputePassEncoderSetBindGroup(p, 0, group, 0, nullptr);
    return p;
  };
  wgpuCommandEncoderPushDebugGroup(encoder, text("whole frame"));
  WGPUComputePassEncoder rows = pass("horizontal pass");
  wgpuComputePassEncoderPushDebugGroup(rows, text("rows"));
  wgpuComputePassEncoderDispatchWorkgroups(rows, 1, 1, 1);
  wgpuComputePassEncoderInsertDebugMarker(rows, text("half way"));
  wgpuComputePassEncoderDispatchWorkgroups(rows, 1, 1, 1);
  wgpuComputePassEncoderPopDebugGroup(rows);
  wgpuComputePassEncoderEnd(rows);
  WGPUComputePassEncoder columns = pass("vertical pass");
  wgpuComputePassEncoderDispatchWorkgroups(columns, 1, 1, 1);
  wgpuComputePassEncoderEnd(columns);
  wgpuCommandEncoderPopDebugGroup(encoder);
  WGPUCommandBufferDescriptor commands_descriptor = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
  commands_descriptor.label = text("frame");
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, &commands_descriptor);
  WGPUQueue queue = wgpuDeviceGetQueue(device);
  wgpuQueueSubmit(queue, 1, &commands);
  Outcome<void*> done;
  WGPUQueueWorkDoneCallbackInfo on_done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
  on_done.mode = WGPUCallbackMode_AllowProcessEvents;
  on_done.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* out, void*) {
    static_cast<Outcome<void*>*>(out)->done = true;
  };
  on_done.userdata1 = &done;
  wgpuQueueOnSubmittedWorkDone(queue, on_done);
  while (!done.done) wgpuInstanceProcessEvents(instance);

  wgpuQueueRelease(queue);
  wgpuCommandBufferRelease(commands);
  wgpuComputePassEncoderRelease(columns);
  wgpuComputePassEncoderRelease(rows);
  wgpuCommandEncoderRelease(encoder);
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(layout);
  wgpuBufferRelease(buffer);
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
}

TEST(Capture, LabelsGroupsAndMarkersStandInTheCapture) {
  setenv("XDG_RUNTIME_DIR", "/tmp", 0);
  RENDERDOC_API_1_6_0* renderdoc = open_renderdoc();
  if (!renderdoc) GTEST_SKIP() << "librenderdoc.so is not installed (Debian: librenderdoc)";
  WGPUInstance instance = wgpuCreateInstance(nullptr);
  WGPUDevice device = open_device(instance);
  if (!device) {
    wgpuInstanceRelease(instance);
    GTEST_SKIP() << "no adapter";
  }
  std::string folder = testing::TempDir() + "vitrine_capture_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  renderdoc->SetCaptureFilePathTemplate((folder + "/two_pass").c_str());
  renderdoc->StartFrameCapture(nullptr, nullptr);
  run_program(instance, device);
  ASSERT_EQ(renderdoc->EndFrameCapture(nullptr, nullptr), 1u);
  wgpuDeviceRelease(device);
  wgpuInstanceRelease(instance);

  uint32_t length = 0;
  ASSERT_EQ(renderdoc->GetNumCaptures(), 1u);
  renderdoc->GetCapture(0, nullptr, &length, nullptr);
  std::string rdc(length, 0);
  ASSERT_TRUE(renderdoc->GetCapture(0, rdc.data(), &length, nullptr));
  rdc.resize(std::strlen(rdc.c_str()));
  std::string command = "renderdoccmd convert -f '" + rdc + "' -o '" + folder + "/out.xml' -c xml >/dev/null 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder + "/out.xml");
  std::stringstream xml;
  xml << file.rdbuf();
  EXPECT_EQ(outline(xml.str()),
            "[frame\n"
            "  [whole frame\n"
            "    [horizontal pass\n"
            "      [rows\n"
            "        dispatch\n"
            "        * half way\n"
            "        dispatch\n"
            "    [vertical pass\n"
            "      dispatch\n");
  for (const char* label : {"blur pipeline", "weights", "blur group"})
    EXPECT_NE(xml.str().find(std::string(">") + label + "<"), std::string::npos) << label;
  std::filesystem::remove_all(folder);
}

}  // namespace
