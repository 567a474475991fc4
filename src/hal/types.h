// Values that the contract between gpu/ and a backend is written in. Every enumerator and bit has the number of the C
// header, so gpu/ converts by a cast; a value that the header calls "undefined" is resolved before it gets here.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace vitrine::hal {

// clang-format off
// Features of the standard. Feature sets are bit sets over these numbers; numbers outside are ours.
enum class Feature : uint8_t {
  CoreFeaturesAndLimits = 1, DepthClipControl = 2, Depth32FloatStencil8 = 3, TextureCompressionBC = 4,
  TextureCompressionBCSliced3D = 5, TextureCompressionETC2 = 6, TextureCompressionASTC = 7,
  TextureCompressionASTCSliced3D = 8, TimestampQuery = 9, IndirectFirstInstance = 10, ShaderF16 = 11,
  RG11B10UfloatRenderable = 12, BGRA8UnormStorage = 13, Float32Filterable = 14, Float32Blendable = 15,
  ClipDistances = 16, DualSourceBlending = 17, Subgroups = 18, TextureFormatsTier1 = 19, TextureFormatsTier2 = 20,
  PrimitiveIndex = 21, TextureComponentSwizzle = 22, SubgroupSizeControl = 23,
};

enum class TextureFormat : uint8_t {
  Undefined = 0,
  R8Unorm = 1, R8Snorm = 2, R8Uint = 3, R8Sint = 4, R16Unorm = 5, R16Snorm = 6, R16Uint = 7, R16Sint = 8,
  R16Float = 9, RG8Unorm = 10, RG8Snorm = 11, RG8Uint = 12, RG8Sint = 13, R32Float = 14, R32Uint = 15, R32Sint = 16,
  RG16Unorm = 17, RG16Snorm = 18, RG16Uint = 19, RG16Sint = 20, RG16Float = 21, RGBA8Unorm = 22,
  RGBA8UnormSrgb = 23, RGBA8Snorm = 24, RGBA8Uint = 25, RGBA8Sint = 26, BGRA8Unorm = 27, BGRA8UnormSrgb = 28,
  RGB10A2Uint = 29, RGB10A2Unorm = 30, RG11B10Ufloat = 31, RGB9E5Ufloat = 32, RG32Float = 33, RG32Uint = 34,
  RG32Sint = 35, RGBA16Unorm = 36, RGBA16Snorm = 37, RGBA16Uint = 38, RGBA16Sint = 39, RGBA16Float = 40,
  RGBA32Float = 41, RGBA32Uint = 42, RGBA32Sint = 43, Stencil8 = 44, Depth16Unorm = 45, Depth24Plus = 46,
  Depth24PlusStencil8 = 47, Depth32Float = 48, Depth32FloatStencil8 = 49, BC1RGBAUnorm = 50, BC1RGBAUnormSrgb = 51,
  BC2RGBAUnorm = 52, BC2RGBAUnormSrgb = 53, BC3RGBAUnorm = 54, BC3RGBAUnormSrgb = 55, BC4RUnorm = 56,
  BC4RSnorm = 57, BC5RGUnorm = 58, BC5RGSnorm = 59, BC6HRGBUfloat = 60, BC6HRGBFloat = 61, BC7RGBAUnorm = 62,
  BC7RGBAUnormSrgb = 63, ETC2RGB8Unorm = 64, ETC2RGB8UnormSrgb = 65, ETC2RGB8A1Unorm = 66, ETC2RGB8A1UnormSrgb = 67,
  ETC2RGBA8Unorm = 68, ETC2RGBA8UnormSrgb = 69, EACR11Unorm = 70, EACR11Snorm = 71, EACRG11Unorm = 72,
  EACRG11Snorm = 73, ASTC4x4Unorm = 74, ASTC4x4UnormSrgb = 75, ASTC5x4Unorm = 76, ASTC5x4UnormSrgb = 77,
  ASTC5x5Unorm = 78, ASTC5x5UnormSrgb = 79, ASTC6x5Unorm = 80, ASTC6x5UnormSrgb = 81, ASTC6x6Unorm = 82,
  ASTC6x6UnormSrgb = 83, ASTC8x5Unorm = 84, ASTC8x5UnormSrgb = 85, ASTC8x6Unorm = 86, ASTC8x6UnormSrgb = 87,
  ASTC8x8Unorm = 88, ASTC8x8UnormSrgb = 89, ASTC10x5Unorm = 90, ASTC10x5UnormSrgb = 91, ASTC10x6Unorm = 92,
  ASTC10x6UnormSrgb = 93, ASTC10x8Unorm = 94, ASTC10x8UnormSrgb = 95, ASTC10x10Unorm = 96, ASTC10x10UnormSrgb = 97,
  ASTC12x10Unorm = 98, ASTC12x10UnormSrgb = 99, ASTC12x12Unorm = 100, ASTC12x12UnormSrgb = 101,
};

enum class VertexFormat : uint8_t {
  Uint8 = 1, Uint8x2 = 2, Uint8x4 = 3, Sint8 = 4, Sint8x2 = 5, Sint8x4 = 6, Unorm8 = 7, Unorm8x2 = 8, Unorm8x4 = 9,
  Snorm8 = 10, Snorm8x2 = 11, Snorm8x4 = 12, Uint16 = 13, Uint16x2 = 14, Uint16x4 = 15, Sint16 = 16, Sint16x2 = 17,
  Sint16x4 = 18, Unorm16 = 19, Unorm16x2 = 20, Unorm16x4 = 21, Snorm16 = 22, Snorm16x2 = 23, Snorm16x4 = 24,
  Float16 = 25, Float16x2 = 26, Float16x4 = 27, Float32 = 28, Float32x2 = 29, Float32x3 = 30, Float32x4 = 31,
  Uint32 = 32, Uint32x2 = 33, Uint32x3 = 34, Uint32x4 = 35, Sint32 = 36, Sint32x2 = 37, Sint32x3 = 38,
  Sint32x4 = 39, Unorm1010102 = 40, Unorm8x4BGRA = 41,
};

enum class TextureDimension : uint8_t {
  D1 = 1, D2 = 2, D3 = 3,
};

enum class TextureViewDimension : uint8_t {
  D1 = 1, D2 = 2, D2Array = 3, Cube = 4, CubeArray = 5, D3 = 6,
};

enum class TextureAspect : uint8_t {
  All = 1, StencilOnly = 2, DepthOnly = 3,
};

enum class ComponentSwizzle : uint8_t {
  Zero = 1, One = 2, R = 3, G = 4, B = 5, A = 6,
};

enum class AddressMode : uint8_t {
  ClampToEdge = 1, Repeat = 2, MirrorRepeat = 3,
};

enum class FilterMode : uint8_t {
  Nearest = 1, Linear = 2,
};

enum class CompareFunction : uint8_t {
  Undefined = 0, Never = 1, Less = 2, Equal = 3, LessEqual = 4, Greater = 5, NotEqual = 6, GreaterEqual = 7,
  Always = 8,
};

enum class PrimitiveTopology : uint8_t {
  PointList = 1, LineList = 2, LineStrip = 3, TriangleList = 4, TriangleStrip = 5,
};

enum class IndexFormat : uint8_t {
  Undefined = 0, Uint16 = 1, Uint32 = 2,
};

enum class FrontFace : uint8_t {
  CCW = 1, CW = 2,
};

enum class CullMode : uint8_t {
  None = 1, Front = 2, Back = 3,
};

enum class StencilOperation : uint8_t {
  Keep = 1, Zero = 2, Replace = 3, Invert = 4, IncrementClamp = 5, DecrementClamp = 6, IncrementWrap = 7,
  DecrementWrap = 8,
};

enum class BlendFactor : uint8_t {
  Zero = 1, One = 2, Src = 3, OneMinusSrc = 4, SrcAlpha = 5, OneMinusSrcAlpha = 6, Dst = 7, OneMinusDst = 8,
  DstAlpha = 9, OneMinusDstAlpha = 10, SrcAlphaSaturated = 11, Constant = 12, OneMinusConstant = 13, Src1 = 14,
  OneMinusSrc1 = 15, Src1Alpha = 16, OneMinusSrc1Alpha = 17,
};

enum class BlendOperation : uint8_t {
  Add = 1, Subtract = 2, ReverseSubtract = 3, Min = 4, Max = 5,
};

enum class VertexStepMode : uint8_t {
  Vertex = 1, Instance = 2,
};

enum class LoadOp : uint8_t {
  Undefined = 0, Load = 1, Clear = 2,
};

enum class StoreOp : uint8_t {
  Undefined = 0, Store = 1, Discard = 2,
};

enum class QueryType : uint8_t {
  Occlusion = 1, Timestamp = 2,
};

enum class TextureSampleType : uint8_t {
  Float = 2, UnfilterableFloat = 3, Depth = 4, Sint = 5, Uint = 6,
};

enum class StorageTextureAccess : uint8_t {
  WriteOnly = 2, ReadOnly = 3, ReadWrite = 4,
};

enum class AdapterType : uint8_t {
  DiscreteGPU = 1, IntegratedGPU = 2, CPU = 3, Unknown = 4,
};

enum class PowerPreference : uint8_t {
  Undefined = 0, LowPower = 1, HighPerformance = 2,
};
// clang-format on

// Printing from shaders, our own number. Every adapter has it.
inline constexpr uint8_t kFeatureDebugPrintf = 63;
// An experiment of gpu/; no backend need know it.
inline constexpr uint8_t kFeatureUncheckedAccess = 62;

struct FeatureSet {
  uint64_t bits = 0;

  constexpr FeatureSet() = default;
  constexpr FeatureSet(std::initializer_list<Feature> list) {
    for (Feature f : list) add(f);
  }
  constexpr bool has(Feature f) const { return bits >> static_cast<uint8_t>(f) & 1; }
  constexpr void add(Feature f) { bits |= uint64_t{1} << static_cast<uint8_t>(f); }
  constexpr void remove(Feature f) { bits &= ~(uint64_t{1} << static_cast<uint8_t>(f)); }
  constexpr bool contains(FeatureSet other) const { return (other.bits & ~bits) == 0; }
  friend constexpr bool operator==(FeatureSet, FeatureSet) = default;
};

// X(type, member, default of the specification, name in the specification, class: Maximum or Alignment)
// https://gpuweb.github.io/gpuweb/#limits
// clang-format off
#define VITRINE_HAL_LIMITS(X)                                                                                        \
  X(uint32_t, max_texture_dimension_1d, 8192, "maxTextureDimension1D", Maximum)                                      \
  X(uint32_t, max_texture_dimension_2d, 8192, "maxTextureDimension2D", Maximum)                                      \
  X(uint32_t, max_texture_dimension_3d, 2048, "maxTextureDimension3D", Maximum)                                      \
  X(uint32_t, max_texture_array_layers, 256, "maxTextureArrayLayers", Maximum)                                       \
  X(uint32_t, max_bind_groups, 4, "maxBindGroups", Maximum)                                                          \
  X(uint32_t, max_bind_groups_plus_vertex_buffers, 24, "maxBindGroupsPlusVertexBuffers", Maximum)                    \
  X(uint32_t, max_bindings_per_bind_group, 1000, "maxBindingsPerBindGroup", Maximum)                                 \
  X(uint32_t, max_dynamic_uniform_buffers_per_pipeline_layout, 8, "maxDynamicUniformBuffersPerPipelineLayout", Maximum) \
  X(uint32_t, max_dynamic_storage_buffers_per_pipeline_layout, 4, "maxDynamicStorageBuffersPerPipelineLayout", Maximum) \
  X(uint32_t, max_sampled_textures_per_shader_stage, 16, "maxSampledTexturesPerShaderStage", Maximum)                \
  X(uint32_t, max_samplers_per_shader_stage, 16, "maxSamplersPerShaderStage", Maximum)                               \
  X(uint32_t, max_storage_buffers_per_shader_stage, 8, "maxStorageBuffersPerShaderStage", Maximum)                   \
  X(uint32_t, max_storage_textures_per_shader_stage, 4, "maxStorageTexturesPerShaderStage", Maximum)                 \
  X(uint32_t, max_uniform_buffers_per_shader_stage, 12, "maxUniformBuffersPerShaderStage", Maximum)                  \
  X(uint64_t, max_uniform_buffer_binding_size, 65536, "maxUniformBufferBindingSize", Maximum)                        \
  X(uint64_t, max_storage_buffer_binding_size, 134217728, "maxStorageBufferBindingSize", Maximum)                    \
  X(uint32_t, min_uniform_buffer_offset_alignment, 256, "minUniformBufferOffsetAlignment", Alignment)                \
  X(uint32_t, min_storage_buffer_offset_alignment, 256, "minStorageBufferOffsetAlignment", Alignment)                \
  X(uint32_t, max_vertex_buffers, 8, "maxVertexBuffers", Maximum)                                                    \
  X(uint64_t, max_buffer_size, 268435456, "maxBufferSize", Maximum)                                                  \
  X(uint32_t, max_vertex_attributes, 16, "maxVertexAttributes", Maximum)                                             \
  X(uint32_t, max_vertex_buffer_array_stride, 2048, "maxVertexBufferArrayStride", Maximum)                           \
  X(uint32_t, max_inter_stage_shader_variables, 16, "maxInterStageShaderVariables", Maximum)                         \
  X(uint32_t, max_color_attachments, 8, "maxColorAttachments", Maximum)                                              \
  X(uint32_t, max_color_attachment_bytes_per_sample, 32, "maxColorAttachmentBytesPerSample", Maximum)                \
  X(uint32_t, max_compute_workgroup_storage_size, 16384, "maxComputeWorkgroupStorageSize", Maximum)                  \
  X(uint32_t, max_compute_invocations_per_workgroup, 256, "maxComputeInvocationsPerWorkgroup", Maximum)              \
  X(uint32_t, max_compute_workgroup_size_x, 256, "maxComputeWorkgroupSizeX", Maximum)                                \
  X(uint32_t, max_compute_workgroup_size_y, 256, "maxComputeWorkgroupSizeY", Maximum)                                \
  X(uint32_t, max_compute_workgroup_size_z, 64, "maxComputeWorkgroupSizeZ", Maximum)                                 \
  X(uint32_t, max_compute_workgroups_per_dimension, 65535, "maxComputeWorkgroupsPerDimension", Maximum)              \
  X(uint32_t, max_immediate_size, 64, "maxImmediateSize", Maximum)                                                   \
  X(uint32_t, max_storage_buffers_in_vertex_stage, 8, "maxStorageBuffersInVertexStage", Maximum)                     \
  X(uint32_t, max_storage_textures_in_vertex_stage, 4, "maxStorageTexturesInVertexStage", Maximum)                   \
  X(uint32_t, max_storage_buffers_in_fragment_stage, 8, "maxStorageBuffersInFragmentStage", Maximum)                 \
  X(uint32_t, max_storage_textures_in_fragment_stage, 4, "maxStorageTexturesInFragmentStage", Maximum)
// clang-format on

// The defaults are the specification's: what a device gets that asked for nothing.
struct Limits {
#define VITRINE_LIMIT(type, member, default_value, name, cls) type member = default_value;
  VITRINE_HAL_LIMITS(VITRINE_LIMIT)
#undef VITRINE_LIMIT
};

// The bits below have the numbers of the C header.
using BufferUsages = uint32_t;
namespace buffer_usage {
inline constexpr BufferUsages kMapRead = 0x1, kMapWrite = 0x2, kCopySrc = 0x4, kCopyDst = 0x8, kIndex = 0x10,
                              kVertex = 0x20, kUniform = 0x40, kStorage = 0x80, kIndirect = 0x100,
                              kQueryResolve = 0x200;
}
using TextureUsages = uint32_t;
namespace texture_usage {
inline constexpr TextureUsages kCopySrc = 0x1, kCopyDst = 0x2, kTextureBinding = 0x4, kStorageBinding = 0x8,
                               kRenderAttachment = 0x10, kTransientAttachment = 0x20;
}
using ShaderStages = uint32_t;
namespace shader_stage {
inline constexpr ShaderStages kVertex = 0x1, kFragment = 0x2, kCompute = 0x4;
}
using ColorWrites = uint32_t;  // red 1, green 2, blue 4, alpha 8

struct Extent3D { uint32_t width = 1, height = 1, depth_or_layers = 1; };
struct Origin3D { uint32_t x = 0, y = 0, z = 0; };
struct Color { double r = 0, g = 0, b = 0, a = 0; };

// The whole size from an offset on. gpu/ resolves it; a backend never sees it in a stream.
inline constexpr uint64_t kWholeSize = ~uint64_t{0};
inline constexpr uint32_t kAll = ~uint32_t{0};

}  // namespace vitrine::hal
