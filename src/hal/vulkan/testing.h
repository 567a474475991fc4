// What the tests of this folder share: a device on a real driver under the validation layer, and SPIR-V from its text.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <spirv-tools/libspirv.h>

#include "hal/vulkan/instance.h"
#include "hal/vulkan/vulkan.h"

namespace vitrine::hal::vulkan {

inline std::vector<uint32_t> assemble(std::string_view text, spv_target_env env = SPV_ENV_VULKAN_1_1) {
  spv_context context = spvContextCreate(env);
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  std::vector<uint32_t> words;
  if (spvTextToBinary(context, text.data(), text.size(), &binary, &diagnostic) == SPV_SUCCESS)
    words.assign(binary->code, binary->code + binary->wordCount);
  else
    ADD_FAILURE() << diagnostic->position.line << ": " << diagnostic->error;
  spvBinaryDestroy(binary);
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return words;
}

// A device test: skipped, visibly, where there is no driver. Fails on any message of the validation layer.
class DeviceTest : public testing::Test {
 protected:
  void SetUp() override { open(false); }

  void open(bool debug_printf) {
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);  // some drivers and layers write about it on stderr
    InstanceDesc desc;
    desc.validation = true;
    desc.debug_printf = debug_printf;
    desc.on_validation_message = [this](diag::Level, std::string_view id, std::string_view text) {
      std::lock_guard lock(mutex);
      messages.push_back(std::string(id) + ": " + std::string(text));
    };
    instance = create_instance(desc);
    for (AdapterCandidate& c : instance->enumerate_adapters()) {
      if (!c.adapter) {
        for (const Refusal& r : c.refusals) refusals += c.info.device + ": " + r.reason + "\n";
        continue;
      }
      if (!adapter) adapter = std::move(c.adapter);
    }
    if (!adapter) GTEST_SKIP() << "no Vulkan adapter:\n" << refusals;
    device_desc.on_lost = [this](const LostInfo& info) { lost.push_back(info); };
    device_desc.on_print = [this](const PrintReport& r) { on_print(r); };
  }
  virtual void on_print(const PrintReport&) {}

  void make_device() {
    auto d = adapter->create_device(device_desc);
    ASSERT_TRUE(d) << d.error().call.function << " " << d.error().call.result << " " << d.error().detail;
    device = std::move(*d);
  }

  void TearDown() override {
    device.reset();
    adapter.reset();
    instance.reset();
    for (const std::string& m : messages) ADD_FAILURE() << "validation layer: " << m;
  }

  std::unique_ptr<Buffer> buffer(uint64_t size, BufferUsages usage, std::string_view label = "b") {
    auto b = device->create_buffer({label, size, usage});
    EXPECT_TRUE(b);
    return b ? std::move(*b) : nullptr;
  }
  template <class T>
  void write(Buffer& b, const std::vector<T>& data, uint64_t offset = 0) {
    ASSERT_TRUE(device->queue().write_buffer(b, offset, std::as_bytes(std::span(data))));
  }
  uint64_t submit(const CommandStream& s) {
    const CommandStream* list[] = {&s};
    auto serial = device->queue().submit(list);
    EXPECT_TRUE(serial) << (serial ? "" : serial.error().call.function + " " + serial.error().detail);
    return serial ? *serial : 0;
  }
  void finish() {
    auto done = device->queue().wait(device->queue().submitted_serial(), 20'000'000'000);
    ASSERT_TRUE(done && *done);
  }
  // The words of a buffer with COPY_SRC.
  std::vector<uint32_t> read(Buffer& b) {
    auto back = buffer(b.size(), buffer_usage::kMapRead | buffer_usage::kCopyDst, "read back");
    CommandStream s;
    s.append(cmd::CopyBufferToBuffer{.source = &b, .destination = back.get(), .size = b.size()}, {});
    submit(s);
    finish();
    std::vector<uint32_t> words(b.size() / 4);
    back->invalidate(0, b.size());
    std::memcpy(words.data(), back->host_pointer(), b.size());
    return words;
  }

  std::mutex mutex;
  std::vector<std::string> messages;
  std::string refusals;
  std::unique_ptr<Instance> instance;
  std::unique_ptr<Adapter> adapter;
  DeviceDesc device_desc;
  std::vector<LostInfo> lost;
  std::unique_ptr<Device> device;
};

// One group of bindings, a layout and a compute pipeline for it.
struct ComputeProgram {
  std::unique_ptr<BindGroupLayout> group_layout;
  std::unique_ptr<PipelineLayout> layout;
  std::unique_ptr<ComputePipeline> pipeline;
};

inline ComputeProgram make_program(Device& device, std::string_view label, std::span<const BindGroupLayoutEntry> entries,
                                   ShaderStage stage, uint32_t immediates = 0) {
  ComputeProgram p;
  auto group = device.create_bind_group_layout({"group layout", entries});
  EXPECT_TRUE(group);
  if (!group) return p;
  p.group_layout = std::move(*group);
  BindGroupLayout* groups[] = {p.group_layout.get()};
  auto layout = device.create_pipeline_layout({"pipeline layout", groups, immediates});
  EXPECT_TRUE(layout);
  if (!layout) return p;
  p.layout = std::move(*layout);
  auto pipeline = device.create_compute_pipeline({label, p.layout.get(), std::move(stage)});
  EXPECT_TRUE(pipeline) << (pipeline ? "" : pipeline.error().call.function + " " + pipeline.error().call.result);
  if (pipeline) p.pipeline = std::move(*pipeline);
  return p;
}

}  // namespace vitrine::hal::vulkan
