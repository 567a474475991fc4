// The device of device.h with the words of webgpu_cpp.h.
#pragma once

#include <webgpu/webgpu_cpp.h>

#include <string>
#include <vector>

#include "device.h"

class CppDevice : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (device) cpp = wgpu::Device(device);
  }
  void TearDown() override {
    cpp = nullptr;
    DeviceTest::TearDown();
  }

  wgpu::ShaderModule module(const std::string& code) { return wgpu::ShaderModule::Acquire(shader(code)); }
  wgpu::ComputePipeline compute(const std::string& code) {
    wgpu::ComputePipelineDescriptor d;
    d.compute.module = module(code);
    return cpp.CreateComputePipeline(&d);
  }
  // One level of one layer.
  wgpu::TextureView view(const wgpu::Texture& t, uint32_t mip, uint32_t layer, wgpu::TextureAspect aspect = wgpu::TextureAspect::All) {
    wgpu::TextureViewDescriptor d;
    d.dimension = wgpu::TextureViewDimension::e2D;
    d.baseMipLevel = mip;
    d.mipLevelCount = 1;
    d.baseArrayLayer = layer;
    d.arrayLayerCount = 1;
    d.aspect = aspect;
    return t.CreateView(&d);
  }
  template <class Pipeline>
  wgpu::BindGroup bind(const Pipeline& pipeline, std::vector<wgpu::BindGroupEntry> entries) {
    for (size_t i = 0; i < entries.size(); ++i) entries[i].binding = static_cast<uint32_t>(i);
    wgpu::BindGroupDescriptor d;
    d.layout = pipeline.GetBindGroupLayout(0);
    d.entryCount = entries.size();
    d.entries = entries.data();
    return cpp.CreateBindGroup(&d);
  }
  static wgpu::BindGroupEntry entry(const wgpu::Buffer& b, uint64_t size = wgpu::kWholeSize) {
    wgpu::BindGroupEntry e;
    e.buffer = b;
    e.size = size;
    return e;
  }
  static wgpu::BindGroupEntry entry(const wgpu::TextureView& v) {
    wgpu::BindGroupEntry e;
    e.textureView = v;
    return e;
  }

  wgpu::Device cpp;
};
