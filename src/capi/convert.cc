#include "capi/convert.h"

#include <webgpu/compat.h>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "base/readable.h"
#include "capi/call_sites.h"
#include "gpu/adapter.h"
#include "gpu/check.h"
#include "gpu/instance.h"

namespace vitrine::capi {

using diag::Hex;
using diag::Name;
using diag::Text;

void report_null(const char* function, const char* what, uint64_t site) {
  std::string place = native_call_sites()->describe(site);
  bool object = what[0] >= 'A' && what[0] <= 'Z';
  std::string words = fmt::format("{}: {}{}{} is null{}{}", function, object ? "the WGPU" : "`", what, object ? "" : "`",
                                  place.empty() ? "" : "; called from ", place);
  if (gpu::ApiCall* call = gpu::ApiCall::current()) return call->instance().say(diag::Level::Error, "webgpu.h", std::move(words));
  static std::mutex mutex;
  static auto& times = *new std::unordered_map<std::string, uint64_t>;
  uint64_t count;
  {
    std::lock_guard lock(mutex);
    if (times.size() > 512) times.clear();
    count = ++times[words];
  }
  uint64_t power = 1;
  while (power < count) power *= 10;
  if (count != power) return;
  if (count > 1) words += fmt::format(" ({} times)", count);
  diag::stderr_sink()->write({diag::Level::Error, "webgpu.h", std::move(words), nullptr});
}

std::string_view text(WGPUStringView s) { return nullable(s).value_or(std::string_view()); }

std::optional<std::string_view> nullable(WGPUStringView s) {
  if (s.length == WGPU_STRLEN) {
    if (!s.data) return std::nullopt;
    return std::string_view(s.data);
  }
  if (s.length == 0 || !s.data) return std::string_view();
  return std::string_view(s.data, s.length);
}

WGPUStringView view(std::string_view s) { return {s.data() ? s.data() : "", s.size()}; }

WGPUStringView copied(std::string_view s) {
  if (s.empty()) return {nullptr, 0};
  char* memory = static_cast<char*>(std::malloc(s.size()));
  if (!memory) return {nullptr, 0};
  std::memcpy(memory, s.data(), s.size());
  return {memory, s.size()};
}

void free_text(WGPUStringView s) { std::free(const_cast<char*>(s.data)); }

// ---- chains ----

RULE(chained_struct_unexpected, Validation, "webgpu.h: chained structs", "",
     "{0} is chained to {1}, which takes {2}", Text, Name, Text);
RULE(chained_struct_unreadable, Validation, "webgpu.h: chained structs", "",
     "the chain of {1} leads to {0}, and there is no struct that can be read", Hex, Name);
RULE(array_missing, Validation, "webgpu.h: arrays", "", "the pointer is null, and {0} elements are to be read there", uint64_t);
RULE(chained_struct_twice, Validation, "webgpu.h: chained structs", "", "two structs of type {0} are chained to {1}",
     Text, Name);

namespace {

// No program has more; a longer one is a loop.
constexpr int kLongestChain = 64;

// What a struct on the stack holds when nobody set it up is no type of anybody's.
bool is_no_type(uint32_t type) { return type == 0 || type >> 20; }

// Nothing extends the struct, and there is none: the program set its members one by one. Other implementations never look
// at such a chain, so that programs do this and do not know it.
bool is_unset(const WGPUChainedStruct* chain, std::initializer_list<WGPUSType> allowed) {
  return chain && allowed.size() == 0 && (!readable(chain) || is_no_type(static_cast<uint32_t>(chain->sType)));
}

std::string type_text(WGPUSType type) {
  switch (type) {
#define X(name) \
  case WGPUSType_##name: return "WGPU" #name;
    X(ShaderSourceSPIRV) X(ShaderSourceWGSL) X(RenderPassMaxDrawCount) X(SurfaceSourceMetalLayer) X(SurfaceSourceWindowsHWND)
    X(SurfaceSourceXlibWindow) X(SurfaceSourceWaylandSurface) X(SurfaceSourceAndroidNativeWindow) X(SurfaceSourceXCBWindow)
    X(SurfaceColorManagement) X(RequestAdapterWebXROptions) X(TextureComponentSwizzleDescriptor) X(ExternalTextureBindingLayout)
    X(ExternalTextureBindingEntry) X(CompatibilityModeLimits) X(TextureBindingViewDimension)
#undef X
    case WGPUSType_Force32: break;
  }
  if (type == WGPUSType_DawnTogglesDescriptor) return "WGPUDawnTogglesDescriptor";
  if (type == WGPUSType_VitrineInstanceDescriptor) return "VitrineInstanceDescriptor";
  return fmt::format("{:#x}", static_cast<uint32_t>(type));
}

// "a struct of type 0x7f" or "a WGPUShaderSourceSPIRV".
Text a_struct(WGPUSType type) {
  std::string name = type_text(type);
  return Text{(name[0] == '0' ? "a struct of type " : "a ") + name};
}

std::string init_help(std::string_view of) {
  return fmt::format("set the whole {} up before its members, with `= {{0}}` or its _INIT macro: nextInChain holds what lay in memory", of);
}

std::string unexpected_help(WGPUSType type, std::string_view of) {
  if (type == 0) return "set chain.sType of the struct that nextInChain points to";
  if (is_no_type(static_cast<uint32_t>(type))) return init_help(of);
  if (type == WGPUSType_ShaderSourceSPIRV) return "shaders are taken as WGSL: translate the SPIR-V to it, with naga or tint";
  return "take it out of the chain; is sType that of the struct?";
}

void tell_foreign(std::string_view of, WGPUSType type) {
  if (gpu::ApiCall* call = gpu::ApiCall::current())
    call->instance().say(diag::Level::Info, "webgpu.h",
                         fmt::format("{}: the chained struct {} of another implementation is passed over", of, type_text(type)));
}

}  // namespace

// Dawn's block: programs chain its toggles out of habit.
bool is_foreign(WGPUSType type) { return (static_cast<uint32_t>(type) >> 16) == 0x0005; }

const WGPUChainedStruct* find(const WGPUChainedStruct* chain, WGPUSType type) {
  for (int i = 0; readable(chain) && i < kLongestChain; ++i, chain = chain->next)
    if (chain->sType == type) return chain;
  return nullptr;
}

// https://webgpu-native.github.io/webgpu-headers/StructChaining.html#StructChainingError
std::optional<diag::Diagnostic> chain_fault(const WGPUChainedStruct* chain, std::string_view of,
                                            std::initializer_list<WGPUSType> allowed, ChainUse use) {
  if (is_unset(chain, allowed)) {
    pass_over_chain(chain, of);
    return std::nullopt;
  }
  const WGPUChainedStruct* first = chain;
  for (int i = 0; chain; ++i, chain = chain->next) {
    if (!readable(chain)) {
      return chained_struct_unreadable(Hex{reinterpret_cast<uintptr_t>(chain)}, Name{std::string(of)})
          .at(diag::Path("nextInChain"))
          .help(init_help(of));
    }
    bool foreign = use == ChainUse::Read && is_foreign(chain->sType);
    if (!foreign && std::find(allowed.begin(), allowed.end(), chain->sType) == allowed.end()) {
      std::string takes;
      for (WGPUSType a : allowed) takes += (takes.empty() ? "" : ", ") + type_text(a);
      return chained_struct_unexpected(a_struct(chain->sType), Name{std::string(of)}, Text{takes.empty() ? "none" : takes})
          .at(diag::Path("nextInChain"))
          .help(unexpected_help(chain->sType, of));
    }
    // Those of others may be there twice: only a loop is told of them.
    const WGPUChainedStruct* earlier = first;
    for (int k = 0; k < i; ++k, earlier = earlier->next)
      if (earlier == chain || (!foreign && earlier->sType == chain->sType))
        return chained_struct_twice(Text{type_text(chain->sType)}, Name{std::string(of)})
            .at(diag::Path("nextInChain"))
            .help("chain each once, and let the last one's next be null");
    if (foreign) tell_foreign(of, chain->sType);
  }
  return std::nullopt;
}

bool check_chain(const WGPUChainedStruct* chain, std::string_view of, std::initializer_list<WGPUSType> allowed) {
  if (!chain) return true;
  std::optional<diag::Diagnostic> fault = chain_fault(chain, of, allowed, ChainUse::Read);
  if (!fault) return true;
  if (gpu::ApiCall* call = gpu::ApiCall::current()) call->early().fail(std::move(*fault));
  return false;
}

// https://webgpu-native.github.io/webgpu-headers/StructChaining.html#OutStructChainError
bool chain_is(const WGPUChainedStruct* chain, std::string_view of, std::initializer_list<WGPUSType> allowed) {
  if (!chain) return true;
  std::optional<diag::Diagnostic> fault = chain_fault(chain, of, allowed, ChainUse::Written);
  if (!fault) return true;
  if (gpu::ApiCall* call = gpu::ApiCall::current())
    call->instance().say(diag::Level::Error, "webgpu.h", fault->message());
  return false;
}

void pass_over_chain(const WGPUChainedStruct* chain, std::string_view of) {
  gpu::ApiCall* call = gpu::ApiCall::current();
  if (!chain || !call) return;
  // Programs that run well elsewhere do it: for those who look for it only.
  call->instance().say(diag::Level::Debug, "webgpu.h",
                       fmt::format("{}: nextInChain is {:#x}, and nothing can be chained there, so it is passed over; {}", of,
                                   reinterpret_cast<uintptr_t>(chain), init_help(of)));
}

bool check_array(const void* data, size_t count, std::string_view member) {
  if (data || count == 0) return true;
  if (gpu::ApiCall* call = gpu::ApiCall::current()) call->early().fail(array_missing(count).at(diag::Path(member)));
  return false;
}

gpu::CallbackMode callback_mode(WGPUCallbackMode mode) {
  // Programs of an earlier header leave it zero and expect the callback inside the call.
  return as<gpu::CallbackMode>(mode, gpu::CallbackMode::AllowSpontaneous);
}

// ---- adapters and devices ----

gpu::RequestAdapterOptions convert(const WGPURequestAdapterOptions* o) {
  gpu::RequestAdapterOptions out;
  if (!o) return out;
  check_chain(o->nextInChain, "WGPURequestAdapterOptions", {});
  out.feature_level = as(o->featureLevel, gpu::FeatureLevel::Core);
  out.power_preference = as<gpu::PowerPreference>(o->powerPreference);
  out.force_fallback_adapter = o->forceFallbackAdapter;
  out.backend_type = as<gpu::BackendType>(o->backendType);
  out.compatible_surface = from(o->compatibleSurface);
  return out;
}

namespace {
// In the order of gpu::limit_info.
#define VITRINE_STANDARD_LIMITS(X)                                                                                     \
  X(maxTextureDimension1D, max_texture_dimension_1d)                                                                   \
  X(maxTextureDimension2D, max_texture_dimension_2d)                                                                   \
  X(maxTextureDimension3D, max_texture_dimension_3d)                                                                   \
  X(maxTextureArrayLayers, max_texture_array_layers)                                                                   \
  X(maxBindGroups, max_bind_groups)                                                                                    \
  X(maxBindGroupsPlusVertexBuffers, max_bind_groups_plus_vertex_buffers)                                               \
  X(maxBindingsPerBindGroup, max_bindings_per_bind_group)                                                              \
  X(maxDynamicUniformBuffersPerPipelineLayout, max_dynamic_uniform_buffers_per_pipeline_layout)                        \
  X(maxDynamicStorageBuffersPerPipelineLayout, max_dynamic_storage_buffers_per_pipeline_layout)                        \
  X(maxSampledTexturesPerShaderStage, max_sampled_textures_per_shader_stage)                                           \
  X(maxSamplersPerShaderStage, max_samplers_per_shader_stage)                                                          \
  X(maxStorageBuffersPerShaderStage, max_storage_buffers_per_shader_stage)                                             \
  X(maxStorageTexturesPerShaderStage, max_storage_textures_per_shader_stage)                                           \
  X(maxUniformBuffersPerShaderStage, max_uniform_buffers_per_shader_stage)                                             \
  X(maxUniformBufferBindingSize, max_uniform_buffer_binding_size)                                                      \
  X(maxStorageBufferBindingSize, max_storage_buffer_binding_size)                                                      \
  X(minUniformBufferOffsetAlignment, min_uniform_buffer_offset_alignment)                                              \
  X(minStorageBufferOffsetAlignment, min_storage_buffer_offset_alignment)                                              \
  X(maxVertexBuffers, max_vertex_buffers)                                                                              \
  X(maxBufferSize, max_buffer_size)                                                                                    \
  X(maxVertexAttributes, max_vertex_attributes)                                                                        \
  X(maxVertexBufferArrayStride, max_vertex_buffer_array_stride)                                                        \
  X(maxInterStageShaderVariables, max_inter_stage_shader_variables)                                                    \
  X(maxColorAttachments, max_color_attachments)                                                                        \
  X(maxColorAttachmentBytesPerSample, max_color_attachment_bytes_per_sample)                                           \
  X(maxComputeWorkgroupStorageSize, max_compute_workgroup_storage_size)                                                \
  X(maxComputeInvocationsPerWorkgroup, max_compute_invocations_per_workgroup)                                          \
  X(maxComputeWorkgroupSizeX, max_compute_workgroup_size_x)                                                            \
  X(maxComputeWorkgroupSizeY, max_compute_workgroup_size_y)                                                            \
  X(maxComputeWorkgroupSizeZ, max_compute_workgroup_size_z)                                                            \
  X(maxComputeWorkgroupsPerDimension, max_compute_workgroups_per_dimension)                                            \
  X(maxImmediateSize, max_immediate_size)
#define VITRINE_COMPATIBILITY_LIMITS(X)                                            \
  X(maxStorageBuffersInVertexStage, max_storage_buffers_in_vertex_stage)           \
  X(maxStorageTexturesInVertexStage, max_storage_textures_in_vertex_stage)         \
  X(maxStorageBuffersInFragmentStage, max_storage_buffers_in_fragment_stage)       \
  X(maxStorageTexturesInFragmentStage, max_storage_textures_in_fragment_stage)

size_t limit_index(std::string_view name) {
  for (size_t i = 0; i < gpu::kLimitCount; ++i)
    if (gpu::limit_info(i).name == name) return i;
  return 0;
}

template <class T>
bool is_defined(T value) {
  return value != static_cast<T>(~T{0});
}
}  // namespace

// Every device of ours may be used from several threads.
bool is_always_there(WGPUFeatureName feature) { return feature == WGPUFeatureName_ImplicitDeviceSynchronization; }

gpu::DeviceDescriptor convert(const WGPUDeviceDescriptor* d) {
  gpu::DeviceDescriptor out;
  if (!d) return out;
  out.label = text(d->label);
  out.queue_label = text(d->defaultQueue.label);
  check_chain(d->defaultQueue.nextInChain, "WGPUQueueDescriptor", {});
  for (WGPUFeatureName f : array(d->requiredFeatures, d->requiredFeatureCount, "requiredFeatures"))
    if (!is_always_there(f)) out.required_features.push_back(as<gpu::FeatureName>(f));
  if (const WGPULimits* l = d->requiredLimits) {
#define X(c_name, member) \
  if (is_defined(l->c_name)) out.required_limits.push_back({limit_index(#c_name), l->c_name});
    VITRINE_STANDARD_LIMITS(X)
    check_chain(l->nextInChain, "WGPULimits", {WGPUSType_CompatibilityModeLimits});
    if (const WGPUChainedStruct* chained = find(l->nextInChain, WGPUSType_CompatibilityModeLimits)) {
      auto* l = reinterpret_cast<const WGPUCompatibilityModeLimits*>(chained);
      VITRINE_COMPATIBILITY_LIMITS(X)
    }
#undef X
  }
  return out;
}

bool fill(WGPULimits& out, const gpu::Limits& limits) {
  if (!chain_is(out.nextInChain, "WGPULimits", {WGPUSType_CompatibilityModeLimits})) return false;
#define X(c_name, member) to.c_name = limits.member;
  {
    WGPULimits& to = out;
    VITRINE_STANDARD_LIMITS(X)
  }
  if (const WGPUChainedStruct* chained = find(out.nextInChain, WGPUSType_CompatibilityModeLimits)) {
    auto& to = *reinterpret_cast<WGPUCompatibilityModeLimits*>(const_cast<WGPUChainedStruct*>(chained));
    VITRINE_COMPATIBILITY_LIMITS(X)
  }
#undef X
  return true;
}

void fill(WGPUSupportedFeatures& out, const gpu::FeatureSet& features) {
  std::vector<gpu::FeatureName> list = features.list();
  auto* memory = static_cast<WGPUFeatureName*>(std::malloc(list.size() * sizeof(WGPUFeatureName) + 1));
  for (size_t i = 0; memory && i < list.size(); ++i) memory[i] = static_cast<WGPUFeatureName>(list[i]);
  out.featureCount = memory ? list.size() : 0;
  out.features = memory;
}

// https://gpuweb.github.io/gpuweb/#normalized-identifier-string: the first words of a name, up to what stands in brackets.
static std::string normalized(std::string_view name) {
  std::string out;
  for (char c : name.substr(0, name.find_first_of("([,"))) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) out += c;
    else if (!out.empty() && out.back() != '-') out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

bool fill(WGPUAdapterInfo& out, const gpu::Adapter& adapter) {
  if (!chain_is(out.nextInChain, "WGPUAdapterInfo", {})) return false;
  const hal::AdapterInfo& info = adapter.info();
  out.vendor = copied(info.vendor);
  out.architecture = copied(info.architecture);
  out.device = copied(normalized(info.device));
  out.description = copied(info.description.empty() ? info.device : info.description);
  out.backendType = static_cast<WGPUBackendType>(adapter.backend_type());
  out.adapterType = static_cast<WGPUAdapterType>(info.type);
  out.vendorID = info.vendor_id;
  out.deviceID = info.device_id;
  out.subgroupMinSize = info.subgroup_min_size;
  out.subgroupMaxSize = info.subgroup_max_size;
  return true;
}

// ---- resources ----

gpu::BufferDescriptor convert(const WGPUBufferDescriptor& d) {
  check_chain(d.nextInChain, "WGPUBufferDescriptor", {});
  return {text(d.label), d.size, d.usage, d.mappedAtCreation != 0};
}

hal::Extent3D convert(const WGPUExtent3D& e) { return {e.width, e.height, e.depthOrArrayLayers}; }

gpu::TextureDescriptor convert(const WGPUTextureDescriptor& d) {
  check_chain(d.nextInChain, "WGPUTextureDescriptor", {WGPUSType_TextureBindingViewDimension});
  gpu::TextureDescriptor out;
  out.label = text(d.label);
  out.size = convert(d.size);
  out.mip_level_count = d.mipLevelCount;
  out.sample_count = d.sampleCount;
  out.dimension = as(d.dimension, gpu::TextureDimension::e2D);
  out.format = as<gpu::TextureFormat>(d.format);
  out.usage = d.usage;
  for (WGPUTextureFormat f : array(d.viewFormats, d.viewFormatCount, "viewFormats"))
    out.view_formats.push_back(as<gpu::TextureFormat>(f));
  if (const WGPUChainedStruct* c = find(d.nextInChain, WGPUSType_TextureBindingViewDimension)) {
    out.binding_view_dimension = as<gpu::TextureViewDimension>(
        reinterpret_cast<const WGPUTextureBindingViewDimension*>(c)->textureBindingViewDimension);
  }
  return out;
}

gpu::TextureViewDescriptor convert(const WGPUTextureViewDescriptor* d) {
  gpu::TextureViewDescriptor out;
  if (!d) return out;
  check_chain(d->nextInChain, "WGPUTextureViewDescriptor", {WGPUSType_TextureComponentSwizzleDescriptor});
  out.label = text(d->label);
  out.format = as<gpu::TextureFormat>(d->format);
  out.dimension = as<gpu::TextureViewDimension>(d->dimension);
  out.usage = d->usage;
  out.aspect = as(d->aspect, gpu::TextureAspect::All);
  out.base_mip_level = d->baseMipLevel;
  out.mip_level_count = d->mipLevelCount;
  out.base_array_layer = d->baseArrayLayer;
  out.array_layer_count = d->arrayLayerCount;
  if (const WGPUChainedStruct* c = find(d->nextInChain, WGPUSType_TextureComponentSwizzleDescriptor)) {
    const WGPUTextureComponentSwizzle& s = reinterpret_cast<const WGPUTextureComponentSwizzleDescriptor*>(c)->swizzle;
    out.swizzle[0] = as(s.r, gpu::ComponentSwizzle::R);
    out.swizzle[1] = as(s.g, gpu::ComponentSwizzle::G);
    out.swizzle[2] = as(s.b, gpu::ComponentSwizzle::B);
    out.swizzle[3] = as(s.a, gpu::ComponentSwizzle::A);
  }
  return out;
}

gpu::SamplerDescriptor convert(const WGPUSamplerDescriptor* d) {
  gpu::SamplerDescriptor out;
  if (!d) return out;
  check_chain(d->nextInChain, "WGPUSamplerDescriptor", {});
  out.label = text(d->label);
  out.address_mode_u = as(d->addressModeU, gpu::AddressMode::ClampToEdge);
  out.address_mode_v = as(d->addressModeV, gpu::AddressMode::ClampToEdge);
  out.address_mode_w = as(d->addressModeW, gpu::AddressMode::ClampToEdge);
  out.mag_filter = as(d->magFilter, gpu::FilterMode::Nearest);
  out.min_filter = as(d->minFilter, gpu::FilterMode::Nearest);
  out.mipmap_filter = as(d->mipmapFilter, gpu::MipmapFilterMode::Nearest);
  out.lod_min_clamp = d->lodMinClamp;
  out.lod_max_clamp = d->lodMaxClamp;
  out.compare = as<gpu::CompareFunction>(d->compare);
  out.max_anisotropy = d->maxAnisotropy;
  return out;
}

// ---- bindings ----

gpu::BindGroupLayoutDescriptor convert(const WGPUBindGroupLayoutDescriptor& d) {
  check_chain(d.nextInChain, "WGPUBindGroupLayoutDescriptor", {});
  gpu::BindGroupLayoutDescriptor out;
  out.label = text(d.label);
  for (const WGPUBindGroupLayoutEntry& e : array(d.entries, d.entryCount, "entries")) {
    check_chain(e.nextInChain, "WGPUBindGroupLayoutEntry", {WGPUSType_ExternalTextureBindingLayout});
    check_chain(e.buffer.nextInChain, "WGPUBufferBindingLayout", {});
    check_chain(e.sampler.nextInChain, "WGPUSamplerBindingLayout", {});
    check_chain(e.texture.nextInChain, "WGPUTextureBindingLayout", {});
    check_chain(e.storageTexture.nextInChain, "WGPUStorageTextureBindingLayout", {});
    gpu::BindGroupLayoutEntry to;
    to.binding = e.binding;
    to.visibility = e.visibility;
    to.binding_array_size = e.bindingArraySize;
    to.external_texture = find(e.nextInChain, WGPUSType_ExternalTextureBindingLayout) != nullptr;
    // 0 says that the member is not used, 1 asks for the default.
    if (e.buffer.type != WGPUBufferBindingType_BindingNotUsed) {
      to.buffer = gpu::BufferBindingLayout{e.buffer.type == WGPUBufferBindingType_Undefined
                                               ? gpu::BufferBindingType::Uniform
                                               : as<gpu::BufferBindingType>(e.buffer.type),
                                           e.buffer.hasDynamicOffset != 0, e.buffer.minBindingSize};
    }
    if (e.sampler.type != WGPUSamplerBindingType_BindingNotUsed) {
      to.sampler = gpu::SamplerBindingLayout{e.sampler.type == WGPUSamplerBindingType_Undefined
                                                 ? gpu::SamplerBindingType::Filtering
                                                 : as<gpu::SamplerBindingType>(e.sampler.type)};
    }
    if (e.texture.sampleType != WGPUTextureSampleType_BindingNotUsed) {
      to.texture = gpu::TextureBindingLayout{e.texture.sampleType == WGPUTextureSampleType_Undefined
                                                 ? gpu::TextureSampleType::Float
                                                 : as<gpu::TextureSampleType>(e.texture.sampleType),
                                             as(e.texture.viewDimension, gpu::TextureViewDimension::e2D),
                                             e.texture.multisampled != 0};
    }
    if (e.storageTexture.access != WGPUStorageTextureAccess_BindingNotUsed) {
      to.storage_texture = gpu::StorageTextureBindingLayout{
          e.storageTexture.access == WGPUStorageTextureAccess_Undefined
              ? gpu::StorageTextureAccess::WriteOnly
              : as<gpu::StorageTextureAccess>(e.storageTexture.access),
          as<gpu::TextureFormat>(e.storageTexture.format),
          as(e.storageTexture.viewDimension, gpu::TextureViewDimension::e2D)};
    }
    out.entries.push_back(to);
  }
  return out;
}

gpu::BindGroupDescriptor convert(const WGPUBindGroupDescriptor& d) {
  check_chain(d.nextInChain, "WGPUBindGroupDescriptor", {});
  gpu::BindGroupDescriptor out;
  out.label = text(d.label);
  out.layout = from(d.layout);
  for (const WGPUBindGroupEntry& e : array(d.entries, d.entryCount, "entries")) {
    check_chain(e.nextInChain, "WGPUBindGroupEntry", {WGPUSType_ExternalTextureBindingEntry});
    gpu::BindGroupEntry to;
    to.binding = e.binding;
    to.buffer = from(e.buffer);
    to.offset = e.offset;
    to.size = e.size;
    to.sampler = from(e.sampler);
    to.texture_view = from(e.textureView);
    if (const WGPUChainedStruct* c = find(e.nextInChain, WGPUSType_ExternalTextureBindingEntry)) {
      to.external_texture = from(reinterpret_cast<const WGPUExternalTextureBindingEntry*>(c)->externalTexture);
    }
    out.entries.push_back(to);
  }
  return out;
}

gpu::PipelineLayoutDescriptor convert(const WGPUPipelineLayoutDescriptor& d) {
  check_chain(d.nextInChain, "WGPUPipelineLayoutDescriptor", {});
  gpu::PipelineLayoutDescriptor out;
  out.label = text(d.label);
  for (WGPUBindGroupLayout l : array(d.bindGroupLayouts, d.bindGroupLayoutCount, "bindGroupLayouts"))
    out.bind_group_layouts.push_back(from(l));
  out.immediate_size = d.immediateSize;
  return out;
}

// ---- shaders and pipelines ----

gpu::ShaderModuleDescriptor convert(const WGPUShaderModuleDescriptor& d) {
  check_chain(d.nextInChain, "WGPUShaderModuleDescriptor", {WGPUSType_ShaderSourceWGSL});
  gpu::ShaderModuleDescriptor out;
  out.label = text(d.label);
  if (const WGPUChainedStruct* c = find(d.nextInChain, WGPUSType_ShaderSourceWGSL))
    out.code = text(reinterpret_cast<const WGPUShaderSourceWGSL*>(c)->code);
  return out;
}

namespace {
template <class Stage>
void convert_stage(gpu::ProgrammableStage& to, const Stage& s) {
  to.module = from(s.module);
  to.entry_point = nullable(s.entryPoint);
  for (const WGPUConstantEntry& c : array(s.constants, s.constantCount, "constants")) {
    check_chain(c.nextInChain, "WGPUConstantEntry", {});
    to.constants.push_back({text(c.key), c.value});
  }
}

gpu::BlendComponent convert(const WGPUBlendComponent& c) {
  return {as(c.operation, gpu::BlendOperation::Add), as(c.srcFactor, gpu::BlendFactor::One),
          as(c.dstFactor, gpu::BlendFactor::Zero)};
}

gpu::StencilFaceState convert(const WGPUStencilFaceState& s) {
  return {as(s.compare, gpu::CompareFunction::Always), as(s.failOp, gpu::StencilOperation::Keep),
          as(s.depthFailOp, gpu::StencilOperation::Keep), as(s.passOp, gpu::StencilOperation::Keep)};
}

std::optional<gpu::PassTimestampWrites> convert_writes(const WGPUPassTimestampWrites* w) {
  if (!w) return std::nullopt;
  check_chain(w->nextInChain, "WGPUPassTimestampWrites", {});
  return gpu::PassTimestampWrites{from(w->querySet), w->beginningOfPassWriteIndex, w->endOfPassWriteIndex};
}
}  // namespace

gpu::ComputePipelineDescriptor convert(const WGPUComputePipelineDescriptor& d) {
  check_chain(d.nextInChain, "WGPUComputePipelineDescriptor", {});
  check_chain(d.compute.nextInChain, "WGPUComputeState", {});
  gpu::ComputePipelineDescriptor out;
  out.label = text(d.label);
  out.layout = from(d.layout);
  convert_stage(out.compute, d.compute);
  return out;
}

gpu::RenderPipelineDescriptor convert(const WGPURenderPipelineDescriptor& d) {
  check_chain(d.nextInChain, "WGPURenderPipelineDescriptor", {});
  gpu::RenderPipelineDescriptor out;
  out.label = text(d.label);
  out.layout = from(d.layout);
  check_chain(d.vertex.nextInChain, "WGPUVertexState", {});
  check_chain(d.primitive.nextInChain, "WGPUPrimitiveState", {});
  check_chain(d.multisample.nextInChain, "WGPUMultisampleState", {});
  convert_stage(out.vertex, d.vertex);
  for (const WGPUVertexBufferLayout& b : array(d.vertex.buffers, d.vertex.bufferCount, "buffers")) {
    check_chain(b.nextInChain, "WGPUVertexBufferLayout", {});
    // Neither a step mode nor attributes: an empty slot.
    if (b.stepMode == WGPUVertexStepMode_Undefined && b.attributeCount == 0) {
      out.vertex.buffers.emplace_back();
      continue;
    }
    gpu::VertexBufferLayout to;
    to.array_stride = b.arrayStride;
    to.step_mode = as(b.stepMode, gpu::VertexStepMode::Vertex);
    for (const WGPUVertexAttribute& a : array(b.attributes, b.attributeCount, "attributes")) {
      check_chain(a.nextInChain, "WGPUVertexAttribute", {});
      to.attributes.push_back({as<gpu::VertexFormat>(a.format), a.offset, a.shaderLocation});
    }
    out.vertex.buffers.push_back(std::move(to));
  }
  out.primitive.topology = as(d.primitive.topology, gpu::PrimitiveTopology::TriangleList);
  out.primitive.strip_index_format = as<gpu::IndexFormat>(d.primitive.stripIndexFormat);
  out.primitive.front_face = as(d.primitive.frontFace, gpu::FrontFace::CCW);
  out.primitive.cull_mode = as(d.primitive.cullMode, gpu::CullMode::None);
  out.primitive.unclipped_depth = d.primitive.unclippedDepth != 0;
  if (const WGPUDepthStencilState* s = d.depthStencil) {
    check_chain(s->nextInChain, "WGPUDepthStencilState", {});
    gpu::DepthStencilState to;
    to.format = as<gpu::TextureFormat>(s->format);
    to.depth_write_enabled = as<gpu::OptionalBool>(s->depthWriteEnabled);
    to.depth_compare = as<gpu::CompareFunction>(s->depthCompare);
    to.stencil_front = convert(s->stencilFront);
    to.stencil_back = convert(s->stencilBack);
    to.stencil_read_mask = s->stencilReadMask;
    to.stencil_write_mask = s->stencilWriteMask;
    to.depth_bias = s->depthBias;
    to.depth_bias_slope_scale = s->depthBiasSlopeScale;
    to.depth_bias_clamp = s->depthBiasClamp;
    out.depth_stencil = to;
  }
  out.multisample = {d.multisample.count, d.multisample.mask, d.multisample.alphaToCoverageEnabled != 0};
  if (const WGPUFragmentState* f = d.fragment) {
    gpu::FragmentState& to = out.fragment.emplace();
    check_chain(f->nextInChain, "WGPUFragmentState", {});
    convert_stage(to, *f);
    for (const WGPUColorTargetState& t : array(f->targets, f->targetCount, "targets")) {
      check_chain(t.nextInChain, "WGPUColorTargetState", {});
      if (t.format == WGPUTextureFormat_Undefined) {
        to.targets.emplace_back();
        continue;
      }
      gpu::ColorTargetState state;
      state.format = as<gpu::TextureFormat>(t.format);
      if (t.blend) state.blend = gpu::BlendState{convert(t.blend->color), convert(t.blend->alpha)};
      state.write_mask = t.writeMask;
      to.targets.push_back(state);
    }
  }
  return out;
}

// ---- passes ----

gpu::ComputePassDescriptor convert(const WGPUComputePassDescriptor* d) {
  gpu::ComputePassDescriptor out;
  if (!d) return out;
  check_chain(d->nextInChain, "WGPUComputePassDescriptor", {});
  out.label = text(d->label);
  out.timestamp_writes = convert_writes(d->timestampWrites);
  return out;
}

gpu::RenderPassDescriptor convert(const WGPURenderPassDescriptor& d) {
  check_chain(d.nextInChain, "WGPURenderPassDescriptor", {WGPUSType_RenderPassMaxDrawCount});
  gpu::RenderPassDescriptor out;
  out.label = text(d.label);
  for (const WGPURenderPassColorAttachment& a : array(d.colorAttachments, d.colorAttachmentCount, "colorAttachments")) {
    check_chain(a.nextInChain, "WGPURenderPassColorAttachment", {});
    gpu::RenderPassColorAttachment to;
    to.view = from(a.view);
    to.depth_slice = a.depthSlice;
    to.resolve_target = from(a.resolveTarget);
    to.load_op = as<gpu::LoadOp>(a.loadOp);
    to.store_op = as<gpu::StoreOp>(a.storeOp);
    to.clear_value = {a.clearValue.r, a.clearValue.g, a.clearValue.b, a.clearValue.a};
    out.color_attachments.push_back(to);
  }
  if (const WGPURenderPassDepthStencilAttachment* a = d.depthStencilAttachment) {
    check_chain(a->nextInChain, "WGPURenderPassDepthStencilAttachment", {});
    gpu::RenderPassDepthStencilAttachment to;
    to.view = from(a->view);
    if (!std::isnan(a->depthClearValue)) to.depth_clear_value = a->depthClearValue;
    to.depth_load_op = as<gpu::LoadOp>(a->depthLoadOp);
    to.depth_store_op = as<gpu::StoreOp>(a->depthStoreOp);
    to.depth_read_only = a->depthReadOnly != 0;
    to.stencil_clear_value = a->stencilClearValue;
    to.stencil_load_op = as<gpu::LoadOp>(a->stencilLoadOp);
    to.stencil_store_op = as<gpu::StoreOp>(a->stencilStoreOp);
    to.stencil_read_only = a->stencilReadOnly != 0;
    out.depth_stencil_attachment = to;
  }
  out.occlusion_query_set = from(d.occlusionQuerySet);
  out.timestamp_writes = convert_writes(d.timestampWrites);
  if (const WGPUChainedStruct* c = find(d.nextInChain, WGPUSType_RenderPassMaxDrawCount))
    out.max_draw_count = reinterpret_cast<const WGPURenderPassMaxDrawCount*>(c)->maxDrawCount;
  return out;
}

gpu::RenderBundleEncoderDescriptor convert(const WGPURenderBundleEncoderDescriptor& d) {
  check_chain(d.nextInChain, "WGPURenderBundleEncoderDescriptor", {});
  gpu::RenderBundleEncoderDescriptor out;
  out.label = text(d.label);
  for (WGPUTextureFormat f : array(d.colorFormats, d.colorFormatCount, "colorFormats"))
    out.color_formats.push_back(as<gpu::TextureFormat>(f));
  out.depth_stencil_format = as<gpu::TextureFormat>(d.depthStencilFormat);
  out.sample_count = d.sampleCount;
  out.depth_read_only = d.depthReadOnly != 0;
  out.stencil_read_only = d.stencilReadOnly != 0;
  return out;
}

gpu::QuerySetDescriptor convert(const WGPUQuerySetDescriptor& d) {
  check_chain(d.nextInChain, "WGPUQuerySetDescriptor", {});
  return {text(d.label), as<gpu::QueryType>(d.type), d.count};
}

// ---- copies ----

gpu::TexelCopyBufferLayout convert(const WGPUTexelCopyBufferLayout& l) {
  return {l.offset, l.bytesPerRow, l.rowsPerImage};
}

gpu::TexelCopyBufferInfo convert(const WGPUTexelCopyBufferInfo& i) {
  gpu::TexelCopyBufferInfo out;
  static_cast<gpu::TexelCopyBufferLayout&>(out) = convert(i.layout);
  out.buffer = from(i.buffer);
  return out;
}

gpu::TexelCopyTextureInfo convert(const WGPUTexelCopyTextureInfo& i) {
  return {from(i.texture), i.mipLevel, {i.origin.x, i.origin.y, i.origin.z}, as(i.aspect, gpu::TextureAspect::All)};
}

}  // namespace vitrine::capi
