// A capture made without a display through RenderDoc's in-application interface, then read as XML: labels, debug groups
// and markers of a two-pass compute program must stand in it, nested as the program nested them.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <renderdoc_app.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hal/vulkan/testing.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr std::string_view kFill = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main"
               OpExecutionMode %main LocalSize 1 1 1
               OpMemberDecorate %Data 0 Offset 0
               OpDecorate %Data Block
               OpDecorate %data DescriptorSet 0
               OpDecorate %data Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
       %Data = OpTypeStruct %u32
     %s_Data = OpTypePointer StorageBuffer %Data
      %s_u32 = OpTypePointer StorageBuffer %u32
       %data = OpVariable %s_Data StorageBuffer
       %zero = OpConstant %u32 0
      %seven = OpConstant %u32 7
       %main = OpFunction %void None %fn
      %entry = OpLabel
          %p = OpAccessChain %s_u32 %data %zero
               OpStore %p %seven
               OpReturn
               OpFunctionEnd
)";

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

class CaptureTest : public DeviceTest {
 protected:
  void SetUp() override {
    // Before the first VkInstance, so that RenderDoc gets between.
    void* library = dlopen("librenderdoc.so", RTLD_NOW);
    for (const char* path : {"/usr/lib/x86_64-linux-gnu/renderdoc/librenderdoc.so", "/usr/lib/renderdoc/librenderdoc.so"})
      if (!library) library = dlopen(path, RTLD_NOW);
    if (!library) GTEST_SKIP() << "librenderdoc.so is not installed (Debian: renderdoc)";
    auto get = reinterpret_cast<pRENDERDOC_GetAPI>(dlsym(library, "RENDERDOC_GetAPI"));
    ASSERT_TRUE(get);
    ASSERT_EQ(get(eRENDERDOC_API_Version_1_6_0, reinterpret_cast<void**>(&renderdoc)), 1);
    DeviceTest::SetUp();
    if (adapter) make_device();
  }
  RENDERDOC_API_1_6_0* renderdoc = nullptr;
};

TEST_F(CaptureTest, LabelsGroupsAndMarkersStandInTheCapture) {
  if (!device) GTEST_SKIP();
  std::string folder = testing::TempDir() + "vitrine_capture_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  renderdoc->SetCaptureFilePathTemplate((folder + "/two_pass").c_str());

  std::vector<uint32_t> words = assemble(kFill);
  BindGroupLayoutEntry entries[] = {{.binding = 0, .visibility = shader_stage::kCompute, .type = BindingType::StorageBuffer}};
  renderdoc->StartFrameCapture(nullptr, nullptr);
  ComputeProgram p = make_program(*device, "blur pipeline", entries, {nullptr, "main", words});
  ASSERT_TRUE(p.pipeline);
  auto data = buffer(256, buffer_usage::kStorage, "weights");
  BindGroupEntry binding[] = {{.binding = 0, .buffer = data.get(), .size = 256}};
  auto group = device->create_bind_group({"blur group", p.group_layout.get(), binding});
  ASSERT_TRUE(group);
  CommandStream s;
  s.label = "frame";
  auto push = [&](std::string_view text, uint32_t pass) {
    s.append(cmd::PushDebugGroup{.length = text.size()}, std::as_bytes(std::span(text)), {.pass = pass});
  };
  auto work = [&](uint32_t pass) {
    s.append(cmd::SetComputePipeline{.pipeline = p.pipeline.get()}, {.pass = pass});
    s.append(cmd::SetBindGroup{.group = group->get(), .index = 0}, {.pass = pass});
    s.append(cmd::Dispatch{.x = 1, .y = 1, .z = 1}, {.pass = pass});
  };
  push("whole frame", 0);
  uint32_t first = s.add_pass(PassKind::Compute, "horizontal pass");
  s.append(cmd::BeginComputePass{}, {.pass = first});
  push("rows", first);
  std::string_view mark = "half way";
  work(first);
  s.append(cmd::InsertDebugMarker{.length = mark.size()}, std::as_bytes(std::span(mark)), {.pass = first});
  work(first);
  s.append(cmd::PopDebugGroup{}, {.pass = first});
  s.append(cmd::EndComputePass{}, {.pass = first});
  uint32_t second = s.add_pass(PassKind::Compute, "vertical pass");
  s.append(cmd::BeginComputePass{}, {.pass = second});
  work(second);
  s.append(cmd::EndComputePass{}, {.pass = second});
  s.append(cmd::PopDebugGroup{}, {});
  submit(s);
  finish();
  ASSERT_EQ(renderdoc->EndFrameCapture(nullptr, nullptr), 1u);

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
}  // namespace vitrine::hal::vulkan
