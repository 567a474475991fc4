#include "cli/resources.h"

#include "webidl/tables.h"

namespace vitrine::cli {
namespace {

WGPUTextureFormat format_named(std::string_view word) {
  int at = webidl::find_enum("GPUTextureFormat");
  if (at >= 0)
    for (const webidl::EnumValue& v : webidl::enums()[static_cast<size_t>(at)].values)
      if (word == v.word) return static_cast<WGPUTextureFormat>(v.value);
  return WGPUTextureFormat_Undefined;
}

WGPUTextureFormat format_of(const lang::Type& type) {
  switch (lang::info(type.texture).kind) {
    case lang::TextureKind::Storage: return format_named(lang::to_text(type.format));
    case lang::TextureKind::Depth:
    case lang::TextureKind::DepthMultisampled: return WGPUTextureFormat_Depth32Float;
    case lang::TextureKind::Sampled:
    case lang::TextureKind::Multisampled:
      if (type.element == lang::kI32Type) return WGPUTextureFormat_RGBA8Sint;
      return type.element == lang::kU32Type ? WGPUTextureFormat_RGBA8Uint : WGPUTextureFormat_RGBA8Unorm;
    default: return WGPUTextureFormat_Undefined;
  }
}

}  // namespace

bool make_placeholder(WGPUDevice device, const lang::TypeTable& types, Resource& resource) {
  const lang::Type type = types[resource.type];
  if (type.kind == lang::TypeKind::Sampler || type.kind == lang::TypeKind::SamplerComparison) {
    WGPUSamplerDescriptor descriptor = WGPU_SAMPLER_DESCRIPTOR_INIT;
    descriptor.label = view(resource.name);
    if (type.kind == lang::TypeKind::SamplerComparison) descriptor.compare = WGPUCompareFunction_Less;
    resource.sampler = Sampler(wgpuDeviceCreateSampler(device, &descriptor));
    return true;
  }
  if (type.kind != lang::TypeKind::Texture) return false;
  WGPUTextureDescriptor descriptor = WGPU_TEXTURE_DESCRIPTOR_INIT;
  descriptor.label = view(resource.name);
  descriptor.format = format_of(type);
  if (descriptor.format == WGPUTextureFormat_Undefined) return false;
  lang::TextureKind kind = lang::info(type.texture).kind;
  bool multisampled = kind == lang::TextureKind::Multisampled || kind == lang::TextureKind::DepthMultisampled;
  descriptor.usage = kind == lang::TextureKind::Storage ? WGPUTextureUsage_StorageBinding : WGPUTextureUsage_TextureBinding;
  if (multisampled) {
    descriptor.usage |= WGPUTextureUsage_RenderAttachment;
    descriptor.sampleCount = 4;
  }
  descriptor.size = {1, 1, 1};
  WGPUTextureViewDescriptor shape = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
  switch (lang::info(type.texture).dimension) {
    case lang::TextureDimension::D1d:
      descriptor.dimension = WGPUTextureDimension_1D;
      shape.dimension = WGPUTextureViewDimension_1D;
      break;
    case lang::TextureDimension::D2d: shape.dimension = WGPUTextureViewDimension_2D; break;
    case lang::TextureDimension::D2dArray: shape.dimension = WGPUTextureViewDimension_2DArray; break;
    case lang::TextureDimension::D3d:
      descriptor.dimension = WGPUTextureDimension_3D;
      shape.dimension = WGPUTextureViewDimension_3D;
      break;
    case lang::TextureDimension::Cube:
      descriptor.size.depthOrArrayLayers = 6;
      shape.dimension = WGPUTextureViewDimension_Cube;
      break;
    case lang::TextureDimension::CubeArray:
      descriptor.size.depthOrArrayLayers = 6;
      shape.dimension = WGPUTextureViewDimension_CubeArray;
      break;
  }
  resource.texture = Texture(wgpuDeviceCreateTexture(device, &descriptor));
  resource.view = TextureView(wgpuTextureCreateView(resource.texture, &shape));
  return true;
}

}  // namespace vitrine::cli
