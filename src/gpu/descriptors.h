// The dictionaries of the specification as the algorithms of this layer take them. Texts and handles are borrowed for
// the length of the call. Values that the program left out are already replaced by the defaults of the specification,
// except where "undefined" is a value of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gpu/enums.h"
#include "gpu/features.h"
#include "hal/types.h"

namespace vitrine::gpu {

class BindGroupLayout;
class Buffer;
class ExternalTexture;
class PipelineLayout;
class QuerySet;
class Sampler;
class ShaderModule;
class Surface;
class Texture;
class TextureView;

constexpr uint64_t kWholeSize = ~uint64_t{0};
constexpr uint32_t kUndefined32 = ~uint32_t{0};

struct RequestAdapterOptions {
  FeatureLevel feature_level = FeatureLevel::Core;
  PowerPreference power_preference = PowerPreference::Undefined;
  bool force_fallback_adapter = false;
  BackendType backend_type = BackendType::Undefined;
  Surface* compatible_surface = nullptr;
};

struct RequiredLimit {
  size_t index;  // of limit_info
  uint64_t value;
};
struct DeviceDescriptor {
  std::string_view label;
  std::vector<FeatureName> required_features;
  std::vector<RequiredLimit> required_limits;
  std::string_view queue_label;
};

struct BufferDescriptor {
  std::string_view label;
  uint64_t size = 0;
  uint64_t usage = 0;
  bool mapped_at_creation = false;
};

struct TextureDescriptor {
  std::string_view label;
  hal::Extent3D size;
  uint32_t mip_level_count = 1;
  uint32_t sample_count = 1;
  TextureDimension dimension = TextureDimension::e2D;
  TextureFormat format = TextureFormat::Undefined;
  uint64_t usage = 0;
  std::vector<TextureFormat> view_formats;
  TextureViewDimension binding_view_dimension = TextureViewDimension::Undefined;  // compatibility mode
};
struct TextureViewDescriptor {
  std::string_view label;
  TextureFormat format = TextureFormat::Undefined;
  TextureViewDimension dimension = TextureViewDimension::Undefined;
  uint64_t usage = 0;
  TextureAspect aspect = TextureAspect::All;
  uint32_t base_mip_level = 0;
  uint32_t mip_level_count = kUndefined32;
  uint32_t base_array_layer = 0;
  uint32_t array_layer_count = kUndefined32;
  ComponentSwizzle swizzle[4] = {ComponentSwizzle::R, ComponentSwizzle::G, ComponentSwizzle::B, ComponentSwizzle::A};
};
struct SamplerDescriptor {
  std::string_view label;
  AddressMode address_mode_u = AddressMode::ClampToEdge;
  AddressMode address_mode_v = AddressMode::ClampToEdge;
  AddressMode address_mode_w = AddressMode::ClampToEdge;
  FilterMode mag_filter = FilterMode::Nearest;
  FilterMode min_filter = FilterMode::Nearest;
  MipmapFilterMode mipmap_filter = MipmapFilterMode::Nearest;
  float lod_min_clamp = 0;
  float lod_max_clamp = 32;
  CompareFunction compare = CompareFunction::Undefined;
  uint16_t max_anisotropy = 1;
};

struct BufferBindingLayout {
  BufferBindingType type = BufferBindingType::Uniform;
  bool has_dynamic_offset = false;
  uint64_t min_binding_size = 0;
  friend bool operator==(const BufferBindingLayout&, const BufferBindingLayout&) = default;
};
struct SamplerBindingLayout {
  SamplerBindingType type = SamplerBindingType::Filtering;
  friend bool operator==(const SamplerBindingLayout&, const SamplerBindingLayout&) = default;
};
struct TextureBindingLayout {
  TextureSampleType sample_type = TextureSampleType::Float;
  TextureViewDimension view_dimension = TextureViewDimension::e2D;
  bool multisampled = false;
  friend bool operator==(const TextureBindingLayout&, const TextureBindingLayout&) = default;
};
struct StorageTextureBindingLayout {
  StorageTextureAccess access = StorageTextureAccess::WriteOnly;
  TextureFormat format = TextureFormat::Undefined;
  TextureViewDimension view_dimension = TextureViewDimension::e2D;
  friend bool operator==(const StorageTextureBindingLayout&, const StorageTextureBindingLayout&) = default;
};
struct BindGroupLayoutEntry {
  uint32_t binding = 0;
  uint64_t visibility = 0;
  std::optional<BufferBindingLayout> buffer;
  std::optional<SamplerBindingLayout> sampler;
  std::optional<TextureBindingLayout> texture;
  std::optional<StorageTextureBindingLayout> storage_texture;
  bool external_texture = false;
  uint32_t binding_array_size = 0;
  friend bool operator==(const BindGroupLayoutEntry&, const BindGroupLayoutEntry&) = default;
};
struct BindGroupLayoutDescriptor {
  std::string_view label;
  std::vector<BindGroupLayoutEntry> entries;
};
struct BindGroupEntry {
  uint32_t binding = 0;
  Buffer* buffer = nullptr;
  uint64_t offset = 0;
  uint64_t size = kWholeSize;
  Sampler* sampler = nullptr;
  TextureView* texture_view = nullptr;
  ExternalTexture* external_texture = nullptr;
};
struct BindGroupDescriptor {
  std::string_view label;
  BindGroupLayout* layout = nullptr;
  std::vector<BindGroupEntry> entries;
};
struct PipelineLayoutDescriptor {
  std::string_view label;
  std::vector<BindGroupLayout*> bind_group_layouts;  // null: an empty slot
  uint32_t immediate_size = 0;
};

struct ShaderModuleDescriptor {
  std::string_view label;
  std::optional<std::string_view> code;  // none: the chain held no WGSL
};
struct ConstantEntry {
  std::string_view key;
  double value = 0;
};
struct ProgrammableStage {
  ShaderModule* module = nullptr;
  std::optional<std::string_view> entry_point;
  std::vector<ConstantEntry> constants;
};
struct ComputePipelineDescriptor {
  std::string_view label;
  PipelineLayout* layout = nullptr;  // null: "auto"
  ProgrammableStage compute;
};

struct VertexAttribute {
  VertexFormat format{};
  uint64_t offset = 0;
  uint32_t shader_location = 0;
};
struct VertexBufferLayout {
  uint64_t array_stride = 0;
  VertexStepMode step_mode = VertexStepMode::Vertex;
  std::vector<VertexAttribute> attributes;
};
struct VertexState : ProgrammableStage {
  std::vector<std::optional<VertexBufferLayout>> buffers;
};
struct PrimitiveState {
  PrimitiveTopology topology = PrimitiveTopology::TriangleList;
  IndexFormat strip_index_format = IndexFormat::Undefined;
  FrontFace front_face = FrontFace::CCW;
  CullMode cull_mode = CullMode::None;
  bool unclipped_depth = false;
};
struct StencilFaceState {
  CompareFunction compare = CompareFunction::Always;
  StencilOperation fail_op = StencilOperation::Keep;
  StencilOperation depth_fail_op = StencilOperation::Keep;
  StencilOperation pass_op = StencilOperation::Keep;
};
struct DepthStencilState {
  TextureFormat format = TextureFormat::Undefined;
  OptionalBool depth_write_enabled = OptionalBool::Undefined;
  CompareFunction depth_compare = CompareFunction::Undefined;
  StencilFaceState stencil_front, stencil_back;
  uint32_t stencil_read_mask = ~0u, stencil_write_mask = ~0u;
  int32_t depth_bias = 0;
  float depth_bias_slope_scale = 0, depth_bias_clamp = 0;
};
struct MultisampleState {
  uint32_t count = 1;
  uint32_t mask = ~0u;
  bool alpha_to_coverage_enabled = false;
};
struct BlendComponent {
  BlendOperation operation = BlendOperation::Add;
  BlendFactor src_factor = BlendFactor::One;
  BlendFactor dst_factor = BlendFactor::Zero;
};
struct BlendState {
  BlendComponent color, alpha;
};
struct ColorTargetState {
  TextureFormat format = TextureFormat::Undefined;
  std::optional<BlendState> blend;
  uint64_t write_mask = ColorWriteMask::All;
};
struct FragmentState : ProgrammableStage {
  std::vector<std::optional<ColorTargetState>> targets;
};
struct RenderPipelineDescriptor {
  std::string_view label;
  PipelineLayout* layout = nullptr;  // null: "auto"
  VertexState vertex;
  PrimitiveState primitive;
  std::optional<DepthStencilState> depth_stencil;
  MultisampleState multisample;
  std::optional<FragmentState> fragment;
};

struct CommandEncoderDescriptor {
  std::string_view label;
};
struct PassTimestampWrites {
  QuerySet* query_set = nullptr;
  uint32_t beginning = kUndefined32, end = kUndefined32;
};
struct ComputePassDescriptor {
  std::string_view label;
  std::optional<PassTimestampWrites> timestamp_writes;
};
struct RenderPassColorAttachment {
  TextureView* view = nullptr;  // null: an empty slot
  uint32_t depth_slice = kUndefined32;
  TextureView* resolve_target = nullptr;
  LoadOp load_op = LoadOp::Undefined;
  StoreOp store_op = StoreOp::Undefined;
  hal::Color clear_value;
};
struct RenderPassDepthStencilAttachment {
  TextureView* view = nullptr;
  std::optional<float> depth_clear_value;
  LoadOp depth_load_op = LoadOp::Undefined;
  StoreOp depth_store_op = StoreOp::Undefined;
  bool depth_read_only = false;
  uint32_t stencil_clear_value = 0;
  LoadOp stencil_load_op = LoadOp::Undefined;
  StoreOp stencil_store_op = StoreOp::Undefined;
  bool stencil_read_only = false;
};
struct RenderPassDescriptor {
  std::string_view label;
  std::vector<RenderPassColorAttachment> color_attachments;
  std::optional<RenderPassDepthStencilAttachment> depth_stencil_attachment;
  QuerySet* occlusion_query_set = nullptr;
  std::optional<PassTimestampWrites> timestamp_writes;
  uint64_t max_draw_count = 50000000;
};
struct RenderBundleEncoderDescriptor {
  std::string_view label;
  std::vector<TextureFormat> color_formats;  // undefined: an empty slot
  TextureFormat depth_stencil_format = TextureFormat::Undefined;
  uint32_t sample_count = 1;
  bool depth_read_only = false, stencil_read_only = false;
};
struct QuerySetDescriptor {
  std::string_view label;
  QueryType type{};
  uint32_t count = 0;
};

struct TexelCopyBufferLayout {
  uint64_t offset = 0;
  uint32_t bytes_per_row = kUndefined32;
  uint32_t rows_per_image = kUndefined32;
};
struct TexelCopyBufferInfo : TexelCopyBufferLayout {
  Buffer* buffer = nullptr;
};
struct TexelCopyTextureInfo {
  Texture* texture = nullptr;
  uint32_t mip_level = 0;
  hal::Origin3D origin;
  TextureAspect aspect = TextureAspect::All;
};

}  // namespace vitrine::gpu
