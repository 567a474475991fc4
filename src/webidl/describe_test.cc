#include "webidl/describe.h"

#include <gtest/gtest.h>

#include <clocale>

#include "webidl/invoke.h"

namespace vitrine::webidl {
namespace {

const Method& method(const char* interface, std::string_view name) {
  for (const Method& m : interfaces()[static_cast<size_t>(find_interface(interface))].methods) {
    if (name == m.name && m.special != Special::CopyBufferToBuffer) return m;
  }
  ADD_FAILURE() << name;
  return interfaces()[kGPUDevice].methods[0];
}

std::string described(const char* interface, const char* name, std::initializer_list<Slot> slots, bool whole = false) {
  DescribeOptions options;
  options.whole = whole;
  options.name = [](void* handle, uint16_t i) {
    return std::string(interfaces()[i].name) + std::to_string(reinterpret_cast<uintptr_t>(handle));
  };
  return describe_call(method(interface, name), slots.begin(), options);
}
Slot pointer(const void* p) {
  Slot s;
  s.pointer = p;
  return s;
}
Slot number(uint64_t n) {
  Slot s;
  s.number = n;
  return s;
}
WGPUStringView text(const char* s) { return {s, WGPU_STRLEN}; }
template <class T>
T object(uintptr_t n) {
  return reinterpret_cast<T>(n);
}

TEST(Describe, BufferDescriptor) {
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.size = 16;
  d.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_Storage;
  d.label = text("a \"b\"");
  EXPECT_EQ(described("GPUDevice", "createBuffer", {pointer(&d)}), "createBuffer({label: \"a \\\"b\\\"\", size: 16, usage: MAP_READ | STORAGE})");
  d.usage = WGPUBufferUsage_Storage | 0x100000000;
  d.label = {};
  EXPECT_EQ(described("GPUDevice", "createBuffer", {pointer(&d)}), "createBuffer({size: 16, usage: 4294967424})");
}

TEST(Describe, DefaultsAndAbsentArgumentsAreLeftOut) {
  WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
  EXPECT_EQ(described("GPUDevice", "createSampler", {pointer(&d)}), "createSampler()");
  EXPECT_EQ(described("GPUDevice", "createSampler", {pointer(nullptr)}), "createSampler()");
  EXPECT_EQ(described("GPUComputePassEncoder", "dispatchWorkgroups", {number(4), number(1), number(1)}), "dispatchWorkgroups(4)");
  EXPECT_EQ(described("GPUComputePassEncoder", "dispatchWorkgroups", {number(4), number(1), number(2)}), "dispatchWorkgroups(4, 1, 2)");
}

TEST(Describe, WhatCDividesOtherwise) {
  WGPUBindGroupEntry entries[3] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
  entries[0].buffer = object<WGPUBuffer>(7);
  entries[1].binding = 1;
  entries[1].buffer = object<WGPUBuffer>(8);
  entries[1].offset = 256;
  entries[1].size = 64;
  entries[2].binding = 2;
  entries[2].textureView = object<WGPUTextureView>(9);
  WGPUBindGroupDescriptor group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  group.layout = object<WGPUBindGroupLayout>(1);
  group.entryCount = 3;
  group.entries = entries;
  EXPECT_EQ(described("GPUDevice", "createBindGroup", {pointer(&group)}),
            "createBindGroup({entries: [{binding: 0, resource: {buffer: GPUBuffer7}}, {binding: 1, resource: {buffer: GPUBuffer8, offset: 256, "
            "size: 64}}, {binding: 2, resource: GPUTextureView9}], layout: GPUBindGroupLayout1})");

  WGPUBindGroupLayoutEntry entry = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
  entry.binding = 3;
  entry.visibility = WGPUShaderStage_Compute;
  entry.buffer.type = WGPUBufferBindingType_ReadOnlyStorage;
  WGPUBindGroupLayoutDescriptor layout = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
  layout.entryCount = 1;
  layout.entries = &entry;
  EXPECT_EQ(described("GPUDevice", "createBindGroupLayout", {pointer(&layout)}),
            "createBindGroupLayout({entries: [{binding: 3, buffer: {type: \"read-only-storage\"}, visibility: COMPUTE}]})");

  WGPUComputePipelineDescriptor pipeline = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  WGPUConstantEntry constant = WGPU_CONSTANT_ENTRY_INIT;
  constant.key = text("gain");
  constant.value = 0.5;
  pipeline.compute.module = object<WGPUShaderModule>(2);
  pipeline.compute.constantCount = 1;
  pipeline.compute.constants = &constant;
  EXPECT_EQ(described("GPUDevice", "createComputePipeline", {pointer(&pipeline)}),
            "createComputePipeline({layout: \"auto\", compute: {constants: {\"gain\": 0.5}, module: GPUShaderModule2}})");

  WGPUTextureDescriptor texture = WGPU_TEXTURE_DESCRIPTOR_INIT;
  texture.size = {64, 32, 1};
  texture.format = WGPUTextureFormat_RGBA8Unorm;
  texture.usage = WGPUTextureUsage_RenderAttachment;
  EXPECT_EQ(described("GPUDevice", "createTexture", {pointer(&texture)}),
            "createTexture({format: \"rgba8unorm\", size: [64, 32, 1], usage: RENDER_ATTACHMENT})");
}

TEST(Describe, NumbersAreAsJavaScriptWritesThem) {
  EXPECT_EQ(number_text(1000), "1000");
  EXPECT_EQ(number_text(-0.5), "-0.5");
  EXPECT_EQ(number_text(100000000), "100000000");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(0.00001), "0.00001");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(described("GPURenderPassEncoder", "setStencilReference", {number(800)}), "setStencilReference(800)");
  WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
  d.lodMinClamp = 0.1f;
  d.lodMaxClamp = 200;
  EXPECT_EQ(described("GPUDevice", "createSampler", {pointer(&d)}), "createSampler({lodMaxClamp: 200, lodMinClamp: 0.1})");
}

// A program may set a locale whose decimal point is a comma.
TEST(Describe, LocalesOfTheProgramDoNotCount) {
  std::string before = std::setlocale(LC_NUMERIC, nullptr);
  bool set = false;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"}) set = set || std::setlocale(LC_NUMERIC, name);
  std::string text = number_text(0.5);
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(text, "0.5");
  if (!set) GTEST_SKIP() << "no locale has another decimal point";
}

TEST(Describe, LongThingsAreCutUnlessAllIsWanted) {
  WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
  source.code = text("fn f() {}\nfn g() {}\n");
  WGPUShaderModuleDescriptor module = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module.nextInChain = &source.chain;
  EXPECT_EQ(described("GPUDevice", "createShaderModule", {pointer(&module)}), "createShaderModule({code: \"fn f() {}...\"})");
  EXPECT_EQ(described("GPUDevice", "createShaderModule", {pointer(&module)}, true),
            "createShaderModule({code: \"\"\"\nfn f() {}\nfn g() {}\n\"\"\"})");
  uint32_t words[20] = {1};
  Slot data = pointer(words);
  data.count = sizeof words;
  EXPECT_EQ(described("GPUQueue", "writeBuffer", {pointer(object<void*>(1)), number(0), data, number(0), number(WGPU_WHOLE_SIZE)}),
            "writeBuffer(GPUBuffer1, 0, ... 80 bytes)");
  data.count = 8;
  EXPECT_EQ(described("GPUQueue", "writeBuffer", {pointer(object<void*>(1)), number(0), data, number(0), number(WGPU_WHOLE_SIZE)}),
            "writeBuffer(GPUBuffer1, 0, u32[1, 0])");
}

}  // namespace
}  // namespace vitrine::webidl
