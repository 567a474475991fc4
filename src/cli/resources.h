// What `vitrine run` binds where the command line gives nothing.
#pragma once

#include <webgpu/webgpu.h>

#include <string>

#include "cli/session.h"
#include "lang/type.h"

namespace vitrine::cli {

using Sampler = Handle<WGPUSampler, wgpuSamplerRelease>;
using Texture = Handle<WGPUTexture, wgpuTextureRelease>;
using TextureView = Handle<WGPUTextureView, wgpuTextureViewRelease>;

// A resource variable that the entry point names, and what is bound to it.
struct Resource {
  std::string name;
  uint32_t group, binding;
  lang::TypeId type;
  lang::AddressSpace space;
  bool is_buffer() const { return space == lang::AddressSpace::Storage || space == lang::AddressSpace::Uniform; }

  Buffer buffer;
  uint64_t size = 0;  // of the buffer
  Sampler sampler;
  Texture texture;
  TextureView view;
};

// Makes a sampler, or a texture of one zero texel (a face each for cubes). False for a type that cannot be made.
bool make_placeholder(WGPUDevice device, const lang::TypeTable& types, Resource& resource);

}  // namespace vitrine::cli
