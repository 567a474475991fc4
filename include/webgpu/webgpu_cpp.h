// webgpu.h for C++17 and newer: the same functions as methods of counted objects, structs with defaults, callbacks as
// lambdas. State of the C header: 2026-07-10. Written by tools/gen_webgpu_cpp.py from api/: change those files, then run `./x gen`.
//
//   wgpu::Buffer         holds one reference; copies share it; null by default. Get() lends the C handle, Acquire(handle)
//                        takes a reference over, MoveToCHandle() gives it away.
//   wgpu::BufferUsage    flags combine with | & ^ ~.
//   descriptors          have the layout of the C structs and their defaults; chained ones set their sType.
//   callbacks            f(status, ..., message) or f(status, ..., message, userdata); kept until they are called.
//   AdapterInfo, ...     structs that calls fill in free their members themselves.
#ifndef WEBGPU_CPP_H_
#define WEBGPU_CPP_H_

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "compat.h"
#include "webgpu.h"

namespace wgpu {

using Proc = WGPUProc;

// Specialised for every flag type.
template <class T>
struct IsWGPUBitmask : std::false_type {};

// What & of flags gives: flags again, and true when any is set.
template <class T>
struct BoolConvertible {
  T value;
  constexpr operator T() const { return value; }
  constexpr explicit operator bool() const { return static_cast<uint64_t>(value) != 0; }
  friend constexpr T operator|(BoolConvertible a, T b) { return a.value | b; }
  friend constexpr T operator|(T a, BoolConvertible b) { return a | b.value; }
  friend constexpr T operator|(BoolConvertible a, BoolConvertible b) { return a.value | b.value; }
};
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T operator|(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) | static_cast<uint64_t>(b));
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T operator^(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) ^ static_cast<uint64_t>(b));
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T operator~(T a) {
  return static_cast<T>(~static_cast<uint64_t>(a));
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr BoolConvertible<T> operator&(T a, T b) {
  return {static_cast<T>(static_cast<uint64_t>(a) & static_cast<uint64_t>(b))};
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T& operator|=(T& a, T b) {
  return a = a | b;
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T& operator&=(T& a, T b) {
  return a = a & b;
}
template <class T, class = std::enable_if_t<IsWGPUBitmask<T>::value>>
constexpr T& operator^=(T& a, T b) {
  return a = a ^ b;
}

inline constexpr uint32_t kArrayLayerCountUndefined = WGPU_ARRAY_LAYER_COUNT_UNDEFINED;
inline constexpr uint32_t kCopyStrideUndefined = WGPU_COPY_STRIDE_UNDEFINED;
inline constexpr float kDepthClearValueUndefined = WGPU_DEPTH_CLEAR_VALUE_UNDEFINED;
inline constexpr uint32_t kDepthSliceUndefined = WGPU_DEPTH_SLICE_UNDEFINED;
inline constexpr uint32_t kLimitU32Undefined = WGPU_LIMIT_U32_UNDEFINED;
inline constexpr uint64_t kLimitU64Undefined = WGPU_LIMIT_U64_UNDEFINED;
inline constexpr uint32_t kMipLevelCountUndefined = WGPU_MIP_LEVEL_COUNT_UNDEFINED;
inline constexpr uint32_t kQuerySetIndexUndefined = WGPU_QUERY_SET_INDEX_UNDEFINED;
inline constexpr size_t kStrlen = WGPU_STRLEN;
inline constexpr size_t kWholeMapSize = WGPU_WHOLE_MAP_SIZE;
inline constexpr uint64_t kWholeSize = WGPU_WHOLE_SIZE;

enum class AdapterType : uint32_t {
  DiscreteGPU = WGPUAdapterType_DiscreteGPU,
  IntegratedGPU = WGPUAdapterType_IntegratedGPU,
  CPU = WGPUAdapterType_CPU,
  Unknown = WGPUAdapterType_Unknown,
};
enum class AddressMode : uint32_t {
  Undefined = WGPUAddressMode_Undefined,
  ClampToEdge = WGPUAddressMode_ClampToEdge,
  Repeat = WGPUAddressMode_Repeat,
  MirrorRepeat = WGPUAddressMode_MirrorRepeat,
};
enum class BackendType : uint32_t {
  Undefined = WGPUBackendType_Undefined,
  Null = WGPUBackendType_Null,
  WebGPU = WGPUBackendType_WebGPU,
  D3D11 = WGPUBackendType_D3D11,
  D3D12 = WGPUBackendType_D3D12,
  Metal = WGPUBackendType_Metal,
  Vulkan = WGPUBackendType_Vulkan,
  OpenGL = WGPUBackendType_OpenGL,
  OpenGLES = WGPUBackendType_OpenGLES,
};
enum class BlendFactor : uint32_t {
  Undefined = WGPUBlendFactor_Undefined,
  Zero = WGPUBlendFactor_Zero,
  One = WGPUBlendFactor_One,
  Src = WGPUBlendFactor_Src,
  OneMinusSrc = WGPUBlendFactor_OneMinusSrc,
  SrcAlpha = WGPUBlendFactor_SrcAlpha,
  OneMinusSrcAlpha = WGPUBlendFactor_OneMinusSrcAlpha,
  Dst = WGPUBlendFactor_Dst,
  OneMinusDst = WGPUBlendFactor_OneMinusDst,
  DstAlpha = WGPUBlendFactor_DstAlpha,
  OneMinusDstAlpha = WGPUBlendFactor_OneMinusDstAlpha,
  SrcAlphaSaturated = WGPUBlendFactor_SrcAlphaSaturated,
  Constant = WGPUBlendFactor_Constant,
  OneMinusConstant = WGPUBlendFactor_OneMinusConstant,
  Src1 = WGPUBlendFactor_Src1,
  OneMinusSrc1 = WGPUBlendFactor_OneMinusSrc1,
  Src1Alpha = WGPUBlendFactor_Src1Alpha,
  OneMinusSrc1Alpha = WGPUBlendFactor_OneMinusSrc1Alpha,
};
enum class BlendOperation : uint32_t {
  Undefined = WGPUBlendOperation_Undefined,
  Add = WGPUBlendOperation_Add,
  Subtract = WGPUBlendOperation_Subtract,
  ReverseSubtract = WGPUBlendOperation_ReverseSubtract,
  Min = WGPUBlendOperation_Min,
  Max = WGPUBlendOperation_Max,
};
enum class BufferBindingType : uint32_t {
  BindingNotUsed = WGPUBufferBindingType_BindingNotUsed,
  Undefined = WGPUBufferBindingType_Undefined,
  Uniform = WGPUBufferBindingType_Uniform,
  Storage = WGPUBufferBindingType_Storage,
  ReadOnlyStorage = WGPUBufferBindingType_ReadOnlyStorage,
};
enum class BufferMapState : uint32_t {
  Unmapped = WGPUBufferMapState_Unmapped,
  Pending = WGPUBufferMapState_Pending,
  Mapped = WGPUBufferMapState_Mapped,
};
enum class CallbackMode : uint32_t {
  WaitAnyOnly = WGPUCallbackMode_WaitAnyOnly,
  AllowProcessEvents = WGPUCallbackMode_AllowProcessEvents,
  AllowSpontaneous = WGPUCallbackMode_AllowSpontaneous,
};
enum class CompareFunction : uint32_t {
  Undefined = WGPUCompareFunction_Undefined,
  Never = WGPUCompareFunction_Never,
  Less = WGPUCompareFunction_Less,
  Equal = WGPUCompareFunction_Equal,
  LessEqual = WGPUCompareFunction_LessEqual,
  Greater = WGPUCompareFunction_Greater,
  NotEqual = WGPUCompareFunction_NotEqual,
  GreaterEqual = WGPUCompareFunction_GreaterEqual,
  Always = WGPUCompareFunction_Always,
};
enum class CompilationInfoRequestStatus : uint32_t {
  Success = WGPUCompilationInfoRequestStatus_Success,
  CallbackCancelled = WGPUCompilationInfoRequestStatus_CallbackCancelled,
};
enum class CompilationMessageType : uint32_t {
  Error = WGPUCompilationMessageType_Error,
  Warning = WGPUCompilationMessageType_Warning,
  Info = WGPUCompilationMessageType_Info,
};
enum class ComponentSwizzle : uint32_t {
  Undefined = WGPUComponentSwizzle_Undefined,
  Zero = WGPUComponentSwizzle_Zero,
  One = WGPUComponentSwizzle_One,
  R = WGPUComponentSwizzle_R,
  G = WGPUComponentSwizzle_G,
  B = WGPUComponentSwizzle_B,
  A = WGPUComponentSwizzle_A,
};
enum class CompositeAlphaMode : uint32_t {
  Auto = WGPUCompositeAlphaMode_Auto,
  Opaque = WGPUCompositeAlphaMode_Opaque,
  Premultiplied = WGPUCompositeAlphaMode_Premultiplied,
  Unpremultiplied = WGPUCompositeAlphaMode_Unpremultiplied,
  Inherit = WGPUCompositeAlphaMode_Inherit,
};
enum class CreatePipelineAsyncStatus : uint32_t {
  Success = WGPUCreatePipelineAsyncStatus_Success,
  CallbackCancelled = WGPUCreatePipelineAsyncStatus_CallbackCancelled,
  ValidationError = WGPUCreatePipelineAsyncStatus_ValidationError,
  InternalError = WGPUCreatePipelineAsyncStatus_InternalError,
};
enum class CullMode : uint32_t {
  Undefined = WGPUCullMode_Undefined,
  None = WGPUCullMode_None,
  Front = WGPUCullMode_Front,
  Back = WGPUCullMode_Back,
};
enum class DeviceLostReason : uint32_t {
  Unknown = WGPUDeviceLostReason_Unknown,
  Destroyed = WGPUDeviceLostReason_Destroyed,
  CallbackCancelled = WGPUDeviceLostReason_CallbackCancelled,
  FailedCreation = WGPUDeviceLostReason_FailedCreation,
};
enum class ErrorFilter : uint32_t {
  Validation = WGPUErrorFilter_Validation,
  OutOfMemory = WGPUErrorFilter_OutOfMemory,
  Internal = WGPUErrorFilter_Internal,
};
enum class ErrorType : uint32_t {
  NoError = WGPUErrorType_NoError,
  Validation = WGPUErrorType_Validation,
  OutOfMemory = WGPUErrorType_OutOfMemory,
  Internal = WGPUErrorType_Internal,
  Unknown = WGPUErrorType_Unknown,
};
enum class FeatureLevel : uint32_t {
  Undefined = WGPUFeatureLevel_Undefined,
  Compatibility = WGPUFeatureLevel_Compatibility,
  Core = WGPUFeatureLevel_Core,
};
enum class FeatureName : uint32_t {
  CoreFeaturesAndLimits = WGPUFeatureName_CoreFeaturesAndLimits,
  DepthClipControl = WGPUFeatureName_DepthClipControl,
  Depth32FloatStencil8 = WGPUFeatureName_Depth32FloatStencil8,
  TextureCompressionBC = WGPUFeatureName_TextureCompressionBC,
  TextureCompressionBCSliced3D = WGPUFeatureName_TextureCompressionBCSliced3D,
  TextureCompressionETC2 = WGPUFeatureName_TextureCompressionETC2,
  TextureCompressionASTC = WGPUFeatureName_TextureCompressionASTC,
  TextureCompressionASTCSliced3D = WGPUFeatureName_TextureCompressionASTCSliced3D,
  TimestampQuery = WGPUFeatureName_TimestampQuery,
  IndirectFirstInstance = WGPUFeatureName_IndirectFirstInstance,
  ShaderF16 = WGPUFeatureName_ShaderF16,
  RG11B10UfloatRenderable = WGPUFeatureName_RG11B10UfloatRenderable,
  BGRA8UnormStorage = WGPUFeatureName_BGRA8UnormStorage,
  Float32Filterable = WGPUFeatureName_Float32Filterable,
  Float32Blendable = WGPUFeatureName_Float32Blendable,
  ClipDistances = WGPUFeatureName_ClipDistances,
  DualSourceBlending = WGPUFeatureName_DualSourceBlending,
  Subgroups = WGPUFeatureName_Subgroups,
  TextureFormatsTier1 = WGPUFeatureName_TextureFormatsTier1,
  TextureFormatsTier2 = WGPUFeatureName_TextureFormatsTier2,
  PrimitiveIndex = WGPUFeatureName_PrimitiveIndex,
  TextureComponentSwizzle = WGPUFeatureName_TextureComponentSwizzle,
  SubgroupSizeControl = WGPUFeatureName_SubgroupSizeControl,
  ImplicitDeviceSynchronization = WGPUFeatureName_ImplicitDeviceSynchronization,
  ChromiumExperimentalSubgroupMatrix = WGPUFeatureName_ChromiumExperimentalSubgroupMatrix,
};
enum class FilterMode : uint32_t {
  Undefined = WGPUFilterMode_Undefined,
  Nearest = WGPUFilterMode_Nearest,
  Linear = WGPUFilterMode_Linear,
};
enum class FrontFace : uint32_t {
  Undefined = WGPUFrontFace_Undefined,
  CCW = WGPUFrontFace_CCW,
  CW = WGPUFrontFace_CW,
};
enum class IndexFormat : uint32_t {
  Undefined = WGPUIndexFormat_Undefined,
  Uint16 = WGPUIndexFormat_Uint16,
  Uint32 = WGPUIndexFormat_Uint32,
};
enum class InstanceFeatureName : uint32_t {
  TimedWaitAny = WGPUInstanceFeatureName_TimedWaitAny,
  ShaderSourceSPIRV = WGPUInstanceFeatureName_ShaderSourceSPIRV,
  MultipleDevicesPerAdapter = WGPUInstanceFeatureName_MultipleDevicesPerAdapter,
};
enum class LoadOp : uint32_t {
  Undefined = WGPULoadOp_Undefined,
  Load = WGPULoadOp_Load,
  Clear = WGPULoadOp_Clear,
};
enum class MapAsyncStatus : uint32_t {
  Success = WGPUMapAsyncStatus_Success,
  CallbackCancelled = WGPUMapAsyncStatus_CallbackCancelled,
  Error = WGPUMapAsyncStatus_Error,
  Aborted = WGPUMapAsyncStatus_Aborted,
};
enum class MipmapFilterMode : uint32_t {
  Undefined = WGPUMipmapFilterMode_Undefined,
  Nearest = WGPUMipmapFilterMode_Nearest,
  Linear = WGPUMipmapFilterMode_Linear,
};
enum class PopErrorScopeStatus : uint32_t {
  Success = WGPUPopErrorScopeStatus_Success,
  CallbackCancelled = WGPUPopErrorScopeStatus_CallbackCancelled,
  Error = WGPUPopErrorScopeStatus_Error,
};
enum class PowerPreference : uint32_t {
  Undefined = WGPUPowerPreference_Undefined,
  LowPower = WGPUPowerPreference_LowPower,
  HighPerformance = WGPUPowerPreference_HighPerformance,
};
enum class PredefinedColorSpace : uint32_t {
  SRGB = WGPUPredefinedColorSpace_SRGB,
  DisplayP3 = WGPUPredefinedColorSpace_DisplayP3,
};
enum class PresentMode : uint32_t {
  Undefined = WGPUPresentMode_Undefined,
  Fifo = WGPUPresentMode_Fifo,
  FifoRelaxed = WGPUPresentMode_FifoRelaxed,
  Immediate = WGPUPresentMode_Immediate,
  Mailbox = WGPUPresentMode_Mailbox,
};
enum class PrimitiveTopology : uint32_t {
  Undefined = WGPUPrimitiveTopology_Undefined,
  PointList = WGPUPrimitiveTopology_PointList,
  LineList = WGPUPrimitiveTopology_LineList,
  LineStrip = WGPUPrimitiveTopology_LineStrip,
  TriangleList = WGPUPrimitiveTopology_TriangleList,
  TriangleStrip = WGPUPrimitiveTopology_TriangleStrip,
};
enum class QueryType : uint32_t {
  Occlusion = WGPUQueryType_Occlusion,
  Timestamp = WGPUQueryType_Timestamp,
};
enum class QueueWorkDoneStatus : uint32_t {
  Success = WGPUQueueWorkDoneStatus_Success,
  CallbackCancelled = WGPUQueueWorkDoneStatus_CallbackCancelled,
  Error = WGPUQueueWorkDoneStatus_Error,
};
enum class RequestAdapterStatus : uint32_t {
  Success = WGPURequestAdapterStatus_Success,
  CallbackCancelled = WGPURequestAdapterStatus_CallbackCancelled,
  Unavailable = WGPURequestAdapterStatus_Unavailable,
  Error = WGPURequestAdapterStatus_Error,
};
enum class RequestDeviceStatus : uint32_t {
  Success = WGPURequestDeviceStatus_Success,
  CallbackCancelled = WGPURequestDeviceStatus_CallbackCancelled,
  Error = WGPURequestDeviceStatus_Error,
};
enum class SType : uint32_t {
  ShaderSourceSPIRV = WGPUSType_ShaderSourceSPIRV,
  ShaderSourceWGSL = WGPUSType_ShaderSourceWGSL,
  RenderPassMaxDrawCount = WGPUSType_RenderPassMaxDrawCount,
  SurfaceSourceMetalLayer = WGPUSType_SurfaceSourceMetalLayer,
  SurfaceSourceWindowsHWND = WGPUSType_SurfaceSourceWindowsHWND,
  SurfaceSourceXlibWindow = WGPUSType_SurfaceSourceXlibWindow,
  SurfaceSourceWaylandSurface = WGPUSType_SurfaceSourceWaylandSurface,
  SurfaceSourceAndroidNativeWindow = WGPUSType_SurfaceSourceAndroidNativeWindow,
  SurfaceSourceXCBWindow = WGPUSType_SurfaceSourceXCBWindow,
  SurfaceColorManagement = WGPUSType_SurfaceColorManagement,
  RequestAdapterWebXROptions = WGPUSType_RequestAdapterWebXROptions,
  TextureComponentSwizzleDescriptor = WGPUSType_TextureComponentSwizzleDescriptor,
  ExternalTextureBindingLayout = WGPUSType_ExternalTextureBindingLayout,
  ExternalTextureBindingEntry = WGPUSType_ExternalTextureBindingEntry,
  CompatibilityModeLimits = WGPUSType_CompatibilityModeLimits,
  TextureBindingViewDimension = WGPUSType_TextureBindingViewDimension,
  DawnTogglesDescriptor = WGPUSType_DawnTogglesDescriptor,
  AdapterPropertiesSubgroupMatrixConfigs = WGPUSType_AdapterPropertiesSubgroupMatrixConfigs,
};
enum class SamplerBindingType : uint32_t {
  BindingNotUsed = WGPUSamplerBindingType_BindingNotUsed,
  Undefined = WGPUSamplerBindingType_Undefined,
  Filtering = WGPUSamplerBindingType_Filtering,
  NonFiltering = WGPUSamplerBindingType_NonFiltering,
  Comparison = WGPUSamplerBindingType_Comparison,
};
enum class Status : uint32_t {
  Success = WGPUStatus_Success,
  Error = WGPUStatus_Error,
};
enum class StencilOperation : uint32_t {
  Undefined = WGPUStencilOperation_Undefined,
  Keep = WGPUStencilOperation_Keep,
  Zero = WGPUStencilOperation_Zero,
  Replace = WGPUStencilOperation_Replace,
  Invert = WGPUStencilOperation_Invert,
  IncrementClamp = WGPUStencilOperation_IncrementClamp,
  DecrementClamp = WGPUStencilOperation_DecrementClamp,
  IncrementWrap = WGPUStencilOperation_IncrementWrap,
  DecrementWrap = WGPUStencilOperation_DecrementWrap,
};
enum class StorageTextureAccess : uint32_t {
  BindingNotUsed = WGPUStorageTextureAccess_BindingNotUsed,
  Undefined = WGPUStorageTextureAccess_Undefined,
  WriteOnly = WGPUStorageTextureAccess_WriteOnly,
  ReadOnly = WGPUStorageTextureAccess_ReadOnly,
  ReadWrite = WGPUStorageTextureAccess_ReadWrite,
};
enum class StoreOp : uint32_t {
  Undefined = WGPUStoreOp_Undefined,
  Store = WGPUStoreOp_Store,
  Discard = WGPUStoreOp_Discard,
};
enum class SurfaceGetCurrentTextureStatus : uint32_t {
  SuccessOptimal = WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal,
  SuccessSuboptimal = WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal,
  Timeout = WGPUSurfaceGetCurrentTextureStatus_Timeout,
  Outdated = WGPUSurfaceGetCurrentTextureStatus_Outdated,
  Lost = WGPUSurfaceGetCurrentTextureStatus_Lost,
  Error = WGPUSurfaceGetCurrentTextureStatus_Error,
};
enum class TextureAspect : uint32_t {
  Undefined = WGPUTextureAspect_Undefined,
  All = WGPUTextureAspect_All,
  StencilOnly = WGPUTextureAspect_StencilOnly,
  DepthOnly = WGPUTextureAspect_DepthOnly,
};
enum class TextureDimension : uint32_t {
  Undefined = WGPUTextureDimension_Undefined,
  e1D = WGPUTextureDimension_1D,
  e2D = WGPUTextureDimension_2D,
  e3D = WGPUTextureDimension_3D,
};
enum class TextureFormat : uint32_t {
  Undefined = WGPUTextureFormat_Undefined,
  R8Unorm = WGPUTextureFormat_R8Unorm,
  R8Snorm = WGPUTextureFormat_R8Snorm,
  R8Uint = WGPUTextureFormat_R8Uint,
  R8Sint = WGPUTextureFormat_R8Sint,
  R16Unorm = WGPUTextureFormat_R16Unorm,
  R16Snorm = WGPUTextureFormat_R16Snorm,
  R16Uint = WGPUTextureFormat_R16Uint,
  R16Sint = WGPUTextureFormat_R16Sint,
  R16Float = WGPUTextureFormat_R16Float,
  RG8Unorm = WGPUTextureFormat_RG8Unorm,
  RG8Snorm = WGPUTextureFormat_RG8Snorm,
  RG8Uint = WGPUTextureFormat_RG8Uint,
  RG8Sint = WGPUTextureFormat_RG8Sint,
  R32Float = WGPUTextureFormat_R32Float,
  R32Uint = WGPUTextureFormat_R32Uint,
  R32Sint = WGPUTextureFormat_R32Sint,
  RG16Unorm = WGPUTextureFormat_RG16Unorm,
  RG16Snorm = WGPUTextureFormat_RG16Snorm,
  RG16Uint = WGPUTextureFormat_RG16Uint,
  RG16Sint = WGPUTextureFormat_RG16Sint,
  RG16Float = WGPUTextureFormat_RG16Float,
  RGBA8Unorm = WGPUTextureFormat_RGBA8Unorm,
  RGBA8UnormSrgb = WGPUTextureFormat_RGBA8UnormSrgb,
  RGBA8Snorm = WGPUTextureFormat_RGBA8Snorm,
  RGBA8Uint = WGPUTextureFormat_RGBA8Uint,
  RGBA8Sint = WGPUTextureFormat_RGBA8Sint,
  BGRA8Unorm = WGPUTextureFormat_BGRA8Unorm,
  BGRA8UnormSrgb = WGPUTextureFormat_BGRA8UnormSrgb,
  RGB10A2Uint = WGPUTextureFormat_RGB10A2Uint,
  RGB10A2Unorm = WGPUTextureFormat_RGB10A2Unorm,
  RG11B10Ufloat = WGPUTextureFormat_RG11B10Ufloat,
  RGB9E5Ufloat = WGPUTextureFormat_RGB9E5Ufloat,
  RG32Float = WGPUTextureFormat_RG32Float,
  RG32Uint = WGPUTextureFormat_RG32Uint,
  RG32Sint = WGPUTextureFormat_RG32Sint,
  RGBA16Unorm = WGPUTextureFormat_RGBA16Unorm,
  RGBA16Snorm = WGPUTextureFormat_RGBA16Snorm,
  RGBA16Uint = WGPUTextureFormat_RGBA16Uint,
  RGBA16Sint = WGPUTextureFormat_RGBA16Sint,
  RGBA16Float = WGPUTextureFormat_RGBA16Float,
  RGBA32Float = WGPUTextureFormat_RGBA32Float,
  RGBA32Uint = WGPUTextureFormat_RGBA32Uint,
  RGBA32Sint = WGPUTextureFormat_RGBA32Sint,
  Stencil8 = WGPUTextureFormat_Stencil8,
  Depth16Unorm = WGPUTextureFormat_Depth16Unorm,
  Depth24Plus = WGPUTextureFormat_Depth24Plus,
  Depth24PlusStencil8 = WGPUTextureFormat_Depth24PlusStencil8,
  Depth32Float = WGPUTextureFormat_Depth32Float,
  Depth32FloatStencil8 = WGPUTextureFormat_Depth32FloatStencil8,
  BC1RGBAUnorm = WGPUTextureFormat_BC1RGBAUnorm,
  BC1RGBAUnormSrgb = WGPUTextureFormat_BC1RGBAUnormSrgb,
  BC2RGBAUnorm = WGPUTextureFormat_BC2RGBAUnorm,
  BC2RGBAUnormSrgb = WGPUTextureFormat_BC2RGBAUnormSrgb,
  BC3RGBAUnorm = WGPUTextureFormat_BC3RGBAUnorm,
  BC3RGBAUnormSrgb = WGPUTextureFormat_BC3RGBAUnormSrgb,
  BC4RUnorm = WGPUTextureFormat_BC4RUnorm,
  BC4RSnorm = WGPUTextureFormat_BC4RSnorm,
  BC5RGUnorm = WGPUTextureFormat_BC5RGUnorm,
  BC5RGSnorm = WGPUTextureFormat_BC5RGSnorm,
  BC6HRGBUfloat = WGPUTextureFormat_BC6HRGBUfloat,
  BC6HRGBFloat = WGPUTextureFormat_BC6HRGBFloat,
  BC7RGBAUnorm = WGPUTextureFormat_BC7RGBAUnorm,
  BC7RGBAUnormSrgb = WGPUTextureFormat_BC7RGBAUnormSrgb,
  ETC2RGB8Unorm = WGPUTextureFormat_ETC2RGB8Unorm,
  ETC2RGB8UnormSrgb = WGPUTextureFormat_ETC2RGB8UnormSrgb,
  ETC2RGB8A1Unorm = WGPUTextureFormat_ETC2RGB8A1Unorm,
  ETC2RGB8A1UnormSrgb = WGPUTextureFormat_ETC2RGB8A1UnormSrgb,
  ETC2RGBA8Unorm = WGPUTextureFormat_ETC2RGBA8Unorm,
  ETC2RGBA8UnormSrgb = WGPUTextureFormat_ETC2RGBA8UnormSrgb,
  EACR11Unorm = WGPUTextureFormat_EACR11Unorm,
  EACR11Snorm = WGPUTextureFormat_EACR11Snorm,
  EACRG11Unorm = WGPUTextureFormat_EACRG11Unorm,
  EACRG11Snorm = WGPUTextureFormat_EACRG11Snorm,
  ASTC4x4Unorm = WGPUTextureFormat_ASTC4x4Unorm,
  ASTC4x4UnormSrgb = WGPUTextureFormat_ASTC4x4UnormSrgb,
  ASTC5x4Unorm = WGPUTextureFormat_ASTC5x4Unorm,
  ASTC5x4UnormSrgb = WGPUTextureFormat_ASTC5x4UnormSrgb,
  ASTC5x5Unorm = WGPUTextureFormat_ASTC5x5Unorm,
  ASTC5x5UnormSrgb = WGPUTextureFormat_ASTC5x5UnormSrgb,
  ASTC6x5Unorm = WGPUTextureFormat_ASTC6x5Unorm,
  ASTC6x5UnormSrgb = WGPUTextureFormat_ASTC6x5UnormSrgb,
  ASTC6x6Unorm = WGPUTextureFormat_ASTC6x6Unorm,
  ASTC6x6UnormSrgb = WGPUTextureFormat_ASTC6x6UnormSrgb,
  ASTC8x5Unorm = WGPUTextureFormat_ASTC8x5Unorm,
  ASTC8x5UnormSrgb = WGPUTextureFormat_ASTC8x5UnormSrgb,
  ASTC8x6Unorm = WGPUTextureFormat_ASTC8x6Unorm,
  ASTC8x6UnormSrgb = WGPUTextureFormat_ASTC8x6UnormSrgb,
  ASTC8x8Unorm = WGPUTextureFormat_ASTC8x8Unorm,
  ASTC8x8UnormSrgb = WGPUTextureFormat_ASTC8x8UnormSrgb,
  ASTC10x5Unorm = WGPUTextureFormat_ASTC10x5Unorm,
  ASTC10x5UnormSrgb = WGPUTextureFormat_ASTC10x5UnormSrgb,
  ASTC10x6Unorm = WGPUTextureFormat_ASTC10x6Unorm,
  ASTC10x6UnormSrgb = WGPUTextureFormat_ASTC10x6UnormSrgb,
  ASTC10x8Unorm = WGPUTextureFormat_ASTC10x8Unorm,
  ASTC10x8UnormSrgb = WGPUTextureFormat_ASTC10x8UnormSrgb,
  ASTC10x10Unorm = WGPUTextureFormat_ASTC10x10Unorm,
  ASTC10x10UnormSrgb = WGPUTextureFormat_ASTC10x10UnormSrgb,
  ASTC12x10Unorm = WGPUTextureFormat_ASTC12x10Unorm,
  ASTC12x10UnormSrgb = WGPUTextureFormat_ASTC12x10UnormSrgb,
  ASTC12x12Unorm = WGPUTextureFormat_ASTC12x12Unorm,
  ASTC12x12UnormSrgb = WGPUTextureFormat_ASTC12x12UnormSrgb,
};
enum class TextureSampleType : uint32_t {
  BindingNotUsed = WGPUTextureSampleType_BindingNotUsed,
  Undefined = WGPUTextureSampleType_Undefined,
  Float = WGPUTextureSampleType_Float,
  UnfilterableFloat = WGPUTextureSampleType_UnfilterableFloat,
  Depth = WGPUTextureSampleType_Depth,
  Sint = WGPUTextureSampleType_Sint,
  Uint = WGPUTextureSampleType_Uint,
};
enum class TextureViewDimension : uint32_t {
  Undefined = WGPUTextureViewDimension_Undefined,
  e1D = WGPUTextureViewDimension_1D,
  e2D = WGPUTextureViewDimension_2D,
  e2DArray = WGPUTextureViewDimension_2DArray,
  Cube = WGPUTextureViewDimension_Cube,
  CubeArray = WGPUTextureViewDimension_CubeArray,
  e3D = WGPUTextureViewDimension_3D,
};
enum class ToneMappingMode : uint32_t {
  Standard = WGPUToneMappingMode_Standard,
  Extended = WGPUToneMappingMode_Extended,
};
enum class VertexFormat : uint32_t {
  Uint8 = WGPUVertexFormat_Uint8,
  Uint8x2 = WGPUVertexFormat_Uint8x2,
  Uint8x4 = WGPUVertexFormat_Uint8x4,
  Sint8 = WGPUVertexFormat_Sint8,
  Sint8x2 = WGPUVertexFormat_Sint8x2,
  Sint8x4 = WGPUVertexFormat_Sint8x4,
  Unorm8 = WGPUVertexFormat_Unorm8,
  Unorm8x2 = WGPUVertexFormat_Unorm8x2,
  Unorm8x4 = WGPUVertexFormat_Unorm8x4,
  Snorm8 = WGPUVertexFormat_Snorm8,
  Snorm8x2 = WGPUVertexFormat_Snorm8x2,
  Snorm8x4 = WGPUVertexFormat_Snorm8x4,
  Uint16 = WGPUVertexFormat_Uint16,
  Uint16x2 = WGPUVertexFormat_Uint16x2,
  Uint16x4 = WGPUVertexFormat_Uint16x4,
  Sint16 = WGPUVertexFormat_Sint16,
  Sint16x2 = WGPUVertexFormat_Sint16x2,
  Sint16x4 = WGPUVertexFormat_Sint16x4,
  Unorm16 = WGPUVertexFormat_Unorm16,
  Unorm16x2 = WGPUVertexFormat_Unorm16x2,
  Unorm16x4 = WGPUVertexFormat_Unorm16x4,
  Snorm16 = WGPUVertexFormat_Snorm16,
  Snorm16x2 = WGPUVertexFormat_Snorm16x2,
  Snorm16x4 = WGPUVertexFormat_Snorm16x4,
  Float16 = WGPUVertexFormat_Float16,
  Float16x2 = WGPUVertexFormat_Float16x2,
  Float16x4 = WGPUVertexFormat_Float16x4,
  Float32 = WGPUVertexFormat_Float32,
  Float32x2 = WGPUVertexFormat_Float32x2,
  Float32x3 = WGPUVertexFormat_Float32x3,
  Float32x4 = WGPUVertexFormat_Float32x4,
  Uint32 = WGPUVertexFormat_Uint32,
  Uint32x2 = WGPUVertexFormat_Uint32x2,
  Uint32x3 = WGPUVertexFormat_Uint32x3,
  Uint32x4 = WGPUVertexFormat_Uint32x4,
  Sint32 = WGPUVertexFormat_Sint32,
  Sint32x2 = WGPUVertexFormat_Sint32x2,
  Sint32x3 = WGPUVertexFormat_Sint32x3,
  Sint32x4 = WGPUVertexFormat_Sint32x4,
  Unorm10_10_10_2 = WGPUVertexFormat_Unorm10_10_10_2,
  Unorm8x4BGRA = WGPUVertexFormat_Unorm8x4BGRA,
};
enum class VertexStepMode : uint32_t {
  Undefined = WGPUVertexStepMode_Undefined,
  Vertex = WGPUVertexStepMode_Vertex,
  Instance = WGPUVertexStepMode_Instance,
};
enum class WaitStatus : uint32_t {
  Success = WGPUWaitStatus_Success,
  TimedOut = WGPUWaitStatus_TimedOut,
  Error = WGPUWaitStatus_Error,
};
enum class WGSLLanguageFeatureName : uint32_t {
  ReadonlyAndReadwriteStorageTextures = WGPUWGSLLanguageFeatureName_ReadonlyAndReadwriteStorageTextures,
  Packed4x8IntegerDotProduct = WGPUWGSLLanguageFeatureName_Packed4x8IntegerDotProduct,
  UnrestrictedPointerParameters = WGPUWGSLLanguageFeatureName_UnrestrictedPointerParameters,
  PointerCompositeAccess = WGPUWGSLLanguageFeatureName_PointerCompositeAccess,
  UniformBufferStandardLayout = WGPUWGSLLanguageFeatureName_UniformBufferStandardLayout,
  SubgroupId = WGPUWGSLLanguageFeatureName_SubgroupId,
  TextureAndSamplerLet = WGPUWGSLLanguageFeatureName_TextureAndSamplerLet,
  SubgroupUniformity = WGPUWGSLLanguageFeatureName_SubgroupUniformity,
  TextureFormatsTier1 = WGPUWGSLLanguageFeatureName_TextureFormatsTier1,
  LinearIndexing = WGPUWGSLLanguageFeatureName_LinearIndexing,
  ImmediateAddressSpace = WGPUWGSLLanguageFeatureName_ImmediateAddressSpace,
};
enum class LoggingType : uint32_t {
  Verbose = WGPULoggingType_Verbose,
  Info = WGPULoggingType_Info,
  Warning = WGPULoggingType_Warning,
  Error = WGPULoggingType_Error,
};
enum class SubgroupMatrixComponentType : uint32_t {
  F32 = WGPUSubgroupMatrixComponentType_F32,
  F16 = WGPUSubgroupMatrixComponentType_F16,
  U32 = WGPUSubgroupMatrixComponentType_U32,
  I32 = WGPUSubgroupMatrixComponentType_I32,
  U8 = WGPUSubgroupMatrixComponentType_U8,
  I8 = WGPUSubgroupMatrixComponentType_I8,
};

// Flags. They combine with | & ^ ~; what & gives can be asked as a bool.
enum class BufferUsage : uint64_t {
  None = WGPUBufferUsage_None,
  MapRead = WGPUBufferUsage_MapRead,
  MapWrite = WGPUBufferUsage_MapWrite,
  CopySrc = WGPUBufferUsage_CopySrc,
  CopyDst = WGPUBufferUsage_CopyDst,
  Index = WGPUBufferUsage_Index,
  Vertex = WGPUBufferUsage_Vertex,
  Uniform = WGPUBufferUsage_Uniform,
  Storage = WGPUBufferUsage_Storage,
  Indirect = WGPUBufferUsage_Indirect,
  QueryResolve = WGPUBufferUsage_QueryResolve,
};
template <>
struct IsWGPUBitmask<BufferUsage> : std::true_type {};
enum class ColorWriteMask : uint64_t {
  None = WGPUColorWriteMask_None,
  Red = WGPUColorWriteMask_Red,
  Green = WGPUColorWriteMask_Green,
  Blue = WGPUColorWriteMask_Blue,
  Alpha = WGPUColorWriteMask_Alpha,
  All = WGPUColorWriteMask_All,
};
template <>
struct IsWGPUBitmask<ColorWriteMask> : std::true_type {};
enum class MapMode : uint64_t {
  None = WGPUMapMode_None,
  Read = WGPUMapMode_Read,
  Write = WGPUMapMode_Write,
};
template <>
struct IsWGPUBitmask<MapMode> : std::true_type {};
enum class ShaderStage : uint64_t {
  None = WGPUShaderStage_None,
  Vertex = WGPUShaderStage_Vertex,
  Fragment = WGPUShaderStage_Fragment,
  Compute = WGPUShaderStage_Compute,
};
template <>
struct IsWGPUBitmask<ShaderStage> : std::true_type {};
enum class TextureUsage : uint64_t {
  None = WGPUTextureUsage_None,
  CopySrc = WGPUTextureUsage_CopySrc,
  CopyDst = WGPUTextureUsage_CopyDst,
  TextureBinding = WGPUTextureUsage_TextureBinding,
  StorageBinding = WGPUTextureUsage_StorageBinding,
  RenderAttachment = WGPUTextureUsage_RenderAttachment,
  TransientAttachment = WGPUTextureUsage_TransientAttachment,
};
template <>
struct IsWGPUBitmask<TextureUsage> : std::true_type {};

class Adapter;
class BindGroup;
class BindGroupLayout;
class Buffer;
class CommandBuffer;
class CommandEncoder;
class ComputePassEncoder;
class ComputePipeline;
class Device;
class ExternalTexture;
class Instance;
class PipelineLayout;
class QuerySet;
class Queue;
class RenderBundle;
class RenderBundleEncoder;
class RenderPassEncoder;
class RenderPipeline;
class Sampler;
class ShaderModule;
class Surface;
class Texture;
class TextureView;
struct AdapterInfo;
struct BindGroupDescriptor;
struct BindGroupEntry;
struct BindGroupLayoutDescriptor;
struct BindGroupLayoutEntry;
struct BlendComponent;
struct BlendState;
struct BufferBindingLayout;
struct BufferDescriptor;
struct Color;
struct ColorTargetState;
struct CommandBufferDescriptor;
struct CommandEncoderDescriptor;
struct CompatibilityModeLimits;
struct CompilationInfo;
struct CompilationMessage;
struct ComputePassDescriptor;
struct ComputePipelineDescriptor;
struct ComputeState;
struct ConstantEntry;
struct DepthStencilState;
struct DeviceDescriptor;
struct Extent3D;
struct ExternalTextureBindingEntry;
struct ExternalTextureBindingLayout;
struct FragmentState;
struct FutureWaitInfo;
struct InstanceDescriptor;
struct InstanceLimits;
struct Limits;
struct MultisampleState;
struct Origin3D;
struct PassTimestampWrites;
struct PipelineLayoutDescriptor;
struct PrimitiveState;
struct QuerySetDescriptor;
struct QueueDescriptor;
struct RenderBundleDescriptor;
struct RenderBundleEncoderDescriptor;
struct RenderPassColorAttachment;
struct RenderPassDepthStencilAttachment;
struct RenderPassDescriptor;
struct RenderPassMaxDrawCount;
struct RenderPipelineDescriptor;
struct RequestAdapterOptions;
struct RequestAdapterWebXROptions;
struct SamplerBindingLayout;
struct SamplerDescriptor;
struct ShaderModuleDescriptor;
struct ShaderSourceSPIRV;
struct ShaderSourceWGSL;
struct StencilFaceState;
struct StorageTextureBindingLayout;
struct SupportedFeatures;
struct SupportedInstanceFeatures;
struct SupportedWGSLLanguageFeatures;
struct SurfaceCapabilities;
struct SurfaceColorManagement;
struct SurfaceConfiguration;
struct SurfaceDescriptor;
struct SurfaceSourceAndroidNativeWindow;
struct SurfaceSourceMetalLayer;
struct SurfaceSourceWaylandSurface;
struct SurfaceSourceWindowsHWND;
struct SurfaceSourceXCBWindow;
struct SurfaceSourceXlibWindow;
struct SurfaceTexture;
struct TexelCopyBufferInfo;
struct TexelCopyBufferLayout;
struct TexelCopyTextureInfo;
struct TextureBindingLayout;
struct TextureBindingViewDimension;
struct TextureComponentSwizzle;
struct TextureComponentSwizzleDescriptor;
struct TextureDescriptor;
struct TextureViewDescriptor;
struct VertexAttribute;
struct VertexBufferLayout;
struct VertexState;
struct SubgroupMatrixConfig;
struct AdapterPropertiesSubgroupMatrixConfigs;
struct DawnTogglesDescriptor;

class Bool {
 public:
  constexpr Bool() = default;
  constexpr Bool(bool value) : value_(value) {}
  constexpr Bool(WGPUBool value) : value_(value) {}
  constexpr operator bool() const { return value_ != 0; }

 private:
  WGPUBool value_ = WGPU_FALSE;
};
static_assert(sizeof(Bool) == sizeof(WGPUBool));

// false, true, or nothing said.
class OptionalBool {
 public:
  enum Value : uint32_t { False = WGPUOptionalBool_False, True = WGPUOptionalBool_True,
      Undefined = WGPUOptionalBool_Undefined };
  constexpr OptionalBool() = default;
  constexpr OptionalBool(bool value) : value_(value ? True : False) {}
  constexpr OptionalBool(Value value) : value_(value) {}
  constexpr OptionalBool(WGPUOptionalBool value) : value_(static_cast<Value>(value)) {}
  constexpr OptionalBool(std::optional<bool> value) : value_(!value ? Undefined : *value ? True : False) {}
  constexpr operator Value() const { return value_; }
  constexpr operator std::optional<bool>() const {
    return value_ == Undefined ? std::nullopt : std::optional<bool>(value_ == True);
  }

 private:
  Value value_ = Undefined;
};
static_assert(sizeof(OptionalBool) == sizeof(WGPUOptionalBool));

// What calls that fill in a struct return: Status, and true when it is Success.
struct ConvertibleStatus {
  Status status;
  constexpr ConvertibleStatus(Status s) : status(s) {}
  constexpr operator bool() const { return status == Status::Success; }
  constexpr operator Status() const { return status; }
};

// A UTF-8 text that is borrowed. By default there is none.
struct StringView {
  char const * data = nullptr;
  size_t length = WGPU_STRLEN;

  constexpr StringView() = default;
  constexpr StringView(std::nullptr_t) {}
  constexpr StringView(char const * text) : data(text) {}
  constexpr StringView(char const * text, size_t size) : data(text), length(size) {}
  constexpr StringView(std::string_view text) : data(text.data()), length(text.size()) {}
  StringView(std::string const & text) : data(text.data()), length(text.size()) {}
  constexpr StringView(WGPUStringView text) : data(text.data), length(text.length) {}
  constexpr bool IsUndefined() const { return data == nullptr && length == WGPU_STRLEN; }
  constexpr operator WGPUStringView() const { return {data, length}; }
  constexpr operator std::string_view() const {
    if (!data) return {};
    return length == WGPU_STRLEN ? std::string_view(data) : std::string_view(data, length);
  }
};
static_assert(sizeof(StringView) == sizeof(WGPUStringView));

// What a struct points to with nextInChain. `ChainedStructOut` is in chains that a call fills in.
struct ChainedStruct {
  ChainedStruct const * nextInChain = nullptr;
  SType sType = SType(0u);
};
using ChainedStructOut = ChainedStruct;
static_assert(sizeof(ChainedStruct) == sizeof(WGPUChainedStruct));

struct Future {
  uint64_t id = 0;
};
static_assert(sizeof(Future) == sizeof(WGPUFuture));

// One reference to an object, or none.
template <class Derived, class Handle>
class ObjectBase {
 public:
  ObjectBase() = default;
  ObjectBase(std::nullptr_t) {}
  // One reference more to what C calls handed out; not explicit, so that it goes where a Derived is asked for.
  ObjectBase(Handle handle) : handle_(handle) {
    if (handle_) Derived::add_ref(handle_);
  }
  ObjectBase(ObjectBase const & other) : ObjectBase(other.handle_) {}
  ObjectBase(ObjectBase&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~ObjectBase() { reset(); }
  Derived& operator=(ObjectBase const & other) {
    if (this != &other) *this = ObjectBase(other);
    return static_cast<Derived&>(*this);
  }
  Derived& operator=(ObjectBase&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return static_cast<Derived&>(*this);
  }
  Derived& operator=(std::nullptr_t) {
    reset();
    return static_cast<Derived&>(*this);
  }

  friend bool operator==(Derived const & a, std::nullptr_t) { return !a.Get(); }
  friend bool operator!=(Derived const & a, std::nullptr_t) { return a.Get() != nullptr; }
  friend bool operator==(Derived const & a, Derived const & b) { return a.Get() == b.Get(); }
  friend bool operator!=(Derived const & a, Derived const & b) { return a.Get() != b.Get(); }
  explicit operator bool() const { return handle_ != nullptr; }
  Handle Get() const { return handle_; }
  // The caller owns the reference now.
  [[nodiscard]] Handle MoveToCHandle() { return std::exchange(handle_, nullptr); }
  // Takes over a reference that the caller owns.
  static Derived Acquire(Handle handle) {
    Derived object;
    object.handle_ = handle;
    return object;
  }

 private:
  void reset() {
    if (Handle handle = std::exchange(handle_, nullptr)) Derived::release(handle);
  }
  Handle handle_ = nullptr;
};

class Adapter : public ObjectBase<Adapter, WGPUAdapter> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  ConvertibleStatus GetLimits(Limits * limits) const;
  bool HasFeature(FeatureName feature) const;
  void GetFeatures(SupportedFeatures * features) const;
  ConvertibleStatus GetInfo(AdapterInfo * info) const;
  template <class F>
  Future RequestDevice(DeviceDescriptor const * descriptor, CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future RequestDevice(DeviceDescriptor const * descriptor, CallbackMode callbackMode, F callback, T userdata) const;

 private:
  friend ObjectBase<Adapter, WGPUAdapter>;
  static void add_ref(WGPUAdapter handle) { wgpuAdapterAddRef(handle); }
  static void release(WGPUAdapter handle) { wgpuAdapterRelease(handle); }
};
static_assert(sizeof(Adapter) == sizeof(WGPUAdapter) && alignof(Adapter) == alignof(WGPUAdapter));

class BindGroup : public ObjectBase<BindGroup, WGPUBindGroup> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<BindGroup, WGPUBindGroup>;
  static void add_ref(WGPUBindGroup handle) { wgpuBindGroupAddRef(handle); }
  static void release(WGPUBindGroup handle) { wgpuBindGroupRelease(handle); }
};
static_assert(sizeof(BindGroup) == sizeof(WGPUBindGroup) && alignof(BindGroup) == alignof(WGPUBindGroup));

class BindGroupLayout : public ObjectBase<BindGroupLayout, WGPUBindGroupLayout> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<BindGroupLayout, WGPUBindGroupLayout>;
  static void add_ref(WGPUBindGroupLayout handle) { wgpuBindGroupLayoutAddRef(handle); }
  static void release(WGPUBindGroupLayout handle) { wgpuBindGroupLayoutRelease(handle); }
};
static_assert(sizeof(BindGroupLayout) == sizeof(WGPUBindGroupLayout) &&
    alignof(BindGroupLayout) == alignof(WGPUBindGroupLayout));

class Buffer : public ObjectBase<Buffer, WGPUBuffer> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void * GetMappedRange(size_t offset = 0, size_t size = kWholeMapSize) const;
  void const * GetConstMappedRange(size_t offset = 0, size_t size = kWholeMapSize) const;
  ConvertibleStatus ReadMappedRange(size_t offset, void * data, size_t size) const;
  ConvertibleStatus WriteMappedRange(size_t offset, void const * data, size_t size) const;
  void SetLabel(StringView label) const;
  BufferUsage GetUsage() const;
  uint64_t GetSize() const;
  BufferMapState GetMapState() const;
  void Unmap() const;
  void Destroy() const;
  template <class F>
  Future MapAsync(MapMode mode, size_t offset, size_t size, CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future MapAsync(MapMode mode, size_t offset, size_t size, CallbackMode callbackMode, F callback, T userdata) const;

 private:
  friend ObjectBase<Buffer, WGPUBuffer>;
  static void add_ref(WGPUBuffer handle) { wgpuBufferAddRef(handle); }
  static void release(WGPUBuffer handle) { wgpuBufferRelease(handle); }
};
static_assert(sizeof(Buffer) == sizeof(WGPUBuffer) && alignof(Buffer) == alignof(WGPUBuffer));

class CommandBuffer : public ObjectBase<CommandBuffer, WGPUCommandBuffer> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<CommandBuffer, WGPUCommandBuffer>;
  static void add_ref(WGPUCommandBuffer handle) { wgpuCommandBufferAddRef(handle); }
  static void release(WGPUCommandBuffer handle) { wgpuCommandBufferRelease(handle); }
};
static_assert(sizeof(CommandBuffer) == sizeof(WGPUCommandBuffer) &&
    alignof(CommandBuffer) == alignof(WGPUCommandBuffer));

class CommandEncoder : public ObjectBase<CommandEncoder, WGPUCommandEncoder> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  CommandBuffer Finish(CommandBufferDescriptor const * descriptor = nullptr) const;
  ComputePassEncoder BeginComputePass(ComputePassDescriptor const * descriptor = nullptr) const;
  RenderPassEncoder BeginRenderPass(RenderPassDescriptor const * descriptor) const;
  void CopyBufferToBuffer(Buffer const & source, uint64_t sourceOffset, Buffer const & destination,
      uint64_t destinationOffset, uint64_t size) const;
  void CopyBufferToTexture(TexelCopyBufferInfo const * source, TexelCopyTextureInfo const * destination,
      Extent3D const * copySize) const;
  void CopyTextureToBuffer(TexelCopyTextureInfo const * source, TexelCopyBufferInfo const * destination,
      Extent3D const * copySize) const;
  void CopyTextureToTexture(TexelCopyTextureInfo const * source, TexelCopyTextureInfo const * destination,
      Extent3D const * copySize) const;
  void ClearBuffer(Buffer const & buffer, uint64_t offset = 0, uint64_t size = kWholeSize) const;
  void InsertDebugMarker(StringView markerLabel) const;
  void PopDebugGroup() const;
  void PushDebugGroup(StringView groupLabel) const;
  void ResolveQuerySet(QuerySet const & querySet, uint32_t firstQuery, uint32_t queryCount, Buffer const & destination,
      uint64_t destinationOffset) const;
  void WriteTimestamp(QuerySet const & querySet, uint32_t queryIndex) const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<CommandEncoder, WGPUCommandEncoder>;
  static void add_ref(WGPUCommandEncoder handle) { wgpuCommandEncoderAddRef(handle); }
  static void release(WGPUCommandEncoder handle) { wgpuCommandEncoderRelease(handle); }
};
static_assert(sizeof(CommandEncoder) == sizeof(WGPUCommandEncoder) &&
    alignof(CommandEncoder) == alignof(WGPUCommandEncoder));

class ComputePassEncoder : public ObjectBase<ComputePassEncoder, WGPUComputePassEncoder> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void InsertDebugMarker(StringView markerLabel) const;
  void PopDebugGroup() const;
  void PushDebugGroup(StringView groupLabel) const;
  void SetPipeline(ComputePipeline const & pipeline) const;
  void SetBindGroup(uint32_t groupIndex, BindGroup const & group = nullptr, size_t dynamicOffsetCount = 0,
      uint32_t const * dynamicOffsets = nullptr) const;
  void SetImmediates(uint32_t offset, void const * data, size_t size) const;
  void DispatchWorkgroups(uint32_t workgroupCountX, uint32_t workgroupCountY = 1, uint32_t workgroupCountZ = 1) const;
  void DispatchWorkgroupsIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const;
  void End() const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<ComputePassEncoder, WGPUComputePassEncoder>;
  static void add_ref(WGPUComputePassEncoder handle) { wgpuComputePassEncoderAddRef(handle); }
  static void release(WGPUComputePassEncoder handle) { wgpuComputePassEncoderRelease(handle); }
};
static_assert(sizeof(ComputePassEncoder) == sizeof(WGPUComputePassEncoder) &&
    alignof(ComputePassEncoder) == alignof(WGPUComputePassEncoder));

class ComputePipeline : public ObjectBase<ComputePipeline, WGPUComputePipeline> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  BindGroupLayout GetBindGroupLayout(uint32_t groupIndex) const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<ComputePipeline, WGPUComputePipeline>;
  static void add_ref(WGPUComputePipeline handle) { wgpuComputePipelineAddRef(handle); }
  static void release(WGPUComputePipeline handle) { wgpuComputePipelineRelease(handle); }
};
static_assert(sizeof(ComputePipeline) == sizeof(WGPUComputePipeline) &&
    alignof(ComputePipeline) == alignof(WGPUComputePipeline));

class Device : public ObjectBase<Device, WGPUDevice> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  BindGroup CreateBindGroup(BindGroupDescriptor const * descriptor) const;
  BindGroupLayout CreateBindGroupLayout(BindGroupLayoutDescriptor const * descriptor) const;
  Buffer CreateBuffer(BufferDescriptor const * descriptor) const;
  CommandEncoder CreateCommandEncoder(CommandEncoderDescriptor const * descriptor = nullptr) const;
  ComputePipeline CreateComputePipeline(ComputePipelineDescriptor const * descriptor) const;
  PipelineLayout CreatePipelineLayout(PipelineLayoutDescriptor const * descriptor) const;
  QuerySet CreateQuerySet(QuerySetDescriptor const * descriptor) const;
  RenderBundleEncoder CreateRenderBundleEncoder(RenderBundleEncoderDescriptor const * descriptor) const;
  RenderPipeline CreateRenderPipeline(RenderPipelineDescriptor const * descriptor) const;
  Sampler CreateSampler(SamplerDescriptor const * descriptor = nullptr) const;
  ShaderModule CreateShaderModule(ShaderModuleDescriptor const * descriptor) const;
  Texture CreateTexture(TextureDescriptor const * descriptor) const;
  void Destroy() const;
  Future GetLostFuture() const;
  ConvertibleStatus GetLimits(Limits * limits) const;
  bool HasFeature(FeatureName feature) const;
  void GetFeatures(SupportedFeatures * features) const;
  ConvertibleStatus GetAdapterInfo(AdapterInfo * adapterInfo) const;
  Queue GetQueue() const;
  void PushErrorScope(ErrorFilter filter) const;
  void SetLabel(StringView label) const;
  void Tick() const;
  template <class F>
  Future CreateComputePipelineAsync(ComputePipelineDescriptor const * descriptor, CallbackMode callbackMode,
      F callback) const;
  template <class F, class T>
  Future CreateComputePipelineAsync(ComputePipelineDescriptor const * descriptor, CallbackMode callbackMode,
      F callback, T userdata) const;
  template <class F>
  Future CreateRenderPipelineAsync(RenderPipelineDescriptor const * descriptor, CallbackMode callbackMode,
      F callback) const;
  template <class F, class T>
  Future CreateRenderPipelineAsync(RenderPipelineDescriptor const * descriptor, CallbackMode callbackMode, F callback,
      T userdata) const;
  template <class F>
  Future PopErrorScope(CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future PopErrorScope(CallbackMode callbackMode, F callback, T userdata) const;
  template <class... F>
  void SetLoggingCallback(F... callback) const;

 private:
  friend ObjectBase<Device, WGPUDevice>;
  static void add_ref(WGPUDevice handle) { wgpuDeviceAddRef(handle); }
  static void release(WGPUDevice handle) { wgpuDeviceRelease(handle); }
};
static_assert(sizeof(Device) == sizeof(WGPUDevice) && alignof(Device) == alignof(WGPUDevice));

class ExternalTexture : public ObjectBase<ExternalTexture, WGPUExternalTexture> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<ExternalTexture, WGPUExternalTexture>;
  static void add_ref(WGPUExternalTexture handle) { wgpuExternalTextureAddRef(handle); }
  static void release(WGPUExternalTexture handle) { wgpuExternalTextureRelease(handle); }
};
static_assert(sizeof(ExternalTexture) == sizeof(WGPUExternalTexture) &&
    alignof(ExternalTexture) == alignof(WGPUExternalTexture));

class Instance : public ObjectBase<Instance, WGPUInstance> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  Surface CreateSurface(SurfaceDescriptor const * descriptor) const;
  void GetWGSLLanguageFeatures(SupportedWGSLLanguageFeatures * features) const;
  bool HasWGSLLanguageFeature(WGSLLanguageFeatureName feature) const;
  void ProcessEvents() const;
  WaitStatus WaitAny(size_t futureCount, FutureWaitInfo * futures, uint64_t timeoutNS) const;
  // The same for one future.
  WaitStatus WaitAny(Future future, uint64_t timeoutNS) const;
  template <class F>
  Future RequestAdapter(RequestAdapterOptions const * options, CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future RequestAdapter(RequestAdapterOptions const * options, CallbackMode callbackMode, F callback, T userdata) const;

 private:
  friend ObjectBase<Instance, WGPUInstance>;
  static void add_ref(WGPUInstance handle) { wgpuInstanceAddRef(handle); }
  static void release(WGPUInstance handle) { wgpuInstanceRelease(handle); }
};
static_assert(sizeof(Instance) == sizeof(WGPUInstance) && alignof(Instance) == alignof(WGPUInstance));

class PipelineLayout : public ObjectBase<PipelineLayout, WGPUPipelineLayout> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<PipelineLayout, WGPUPipelineLayout>;
  static void add_ref(WGPUPipelineLayout handle) { wgpuPipelineLayoutAddRef(handle); }
  static void release(WGPUPipelineLayout handle) { wgpuPipelineLayoutRelease(handle); }
};
static_assert(sizeof(PipelineLayout) == sizeof(WGPUPipelineLayout) &&
    alignof(PipelineLayout) == alignof(WGPUPipelineLayout));

class QuerySet : public ObjectBase<QuerySet, WGPUQuerySet> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;
  QueryType GetType() const;
  uint32_t GetCount() const;
  void Destroy() const;

 private:
  friend ObjectBase<QuerySet, WGPUQuerySet>;
  static void add_ref(WGPUQuerySet handle) { wgpuQuerySetAddRef(handle); }
  static void release(WGPUQuerySet handle) { wgpuQuerySetRelease(handle); }
};
static_assert(sizeof(QuerySet) == sizeof(WGPUQuerySet) && alignof(QuerySet) == alignof(WGPUQuerySet));

class Queue : public ObjectBase<Queue, WGPUQueue> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void Submit(size_t commandCount, CommandBuffer const * commands) const;
  void WriteBuffer(Buffer const & buffer, uint64_t bufferOffset, void const * data, size_t size) const;
  void WriteTexture(TexelCopyTextureInfo const * destination, void const * data, size_t dataSize,
      TexelCopyBufferLayout const * dataLayout, Extent3D const * writeSize) const;
  void SetLabel(StringView label) const;
  template <class F>
  Future OnSubmittedWorkDone(CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future OnSubmittedWorkDone(CallbackMode callbackMode, F callback, T userdata) const;

 private:
  friend ObjectBase<Queue, WGPUQueue>;
  static void add_ref(WGPUQueue handle) { wgpuQueueAddRef(handle); }
  static void release(WGPUQueue handle) { wgpuQueueRelease(handle); }
};
static_assert(sizeof(Queue) == sizeof(WGPUQueue) && alignof(Queue) == alignof(WGPUQueue));

class RenderBundle : public ObjectBase<RenderBundle, WGPURenderBundle> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<RenderBundle, WGPURenderBundle>;
  static void add_ref(WGPURenderBundle handle) { wgpuRenderBundleAddRef(handle); }
  static void release(WGPURenderBundle handle) { wgpuRenderBundleRelease(handle); }
};
static_assert(sizeof(RenderBundle) == sizeof(WGPURenderBundle) && alignof(RenderBundle) == alignof(WGPURenderBundle));

class RenderBundleEncoder : public ObjectBase<RenderBundleEncoder, WGPURenderBundleEncoder> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetPipeline(RenderPipeline const & pipeline) const;
  void SetBindGroup(uint32_t groupIndex, BindGroup const & group = nullptr, size_t dynamicOffsetCount = 0,
      uint32_t const * dynamicOffsets = nullptr) const;
  void SetImmediates(uint32_t offset, void const * data, size_t size) const;
  void Draw(uint32_t vertexCount, uint32_t instanceCount = 1, uint32_t firstVertex = 0,
      uint32_t firstInstance = 0) const;
  void DrawIndexed(uint32_t indexCount, uint32_t instanceCount = 1, uint32_t firstIndex = 0, int32_t baseVertex = 0,
      uint32_t firstInstance = 0) const;
  void DrawIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const;
  void DrawIndexedIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const;
  void InsertDebugMarker(StringView markerLabel) const;
  void PopDebugGroup() const;
  void PushDebugGroup(StringView groupLabel) const;
  void SetVertexBuffer(uint32_t slot, Buffer const & buffer = nullptr, uint64_t offset = 0,
      uint64_t size = kWholeSize) const;
  void SetIndexBuffer(Buffer const & buffer, IndexFormat format, uint64_t offset = 0, uint64_t size = kWholeSize) const;
  RenderBundle Finish(RenderBundleDescriptor const * descriptor = nullptr) const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<RenderBundleEncoder, WGPURenderBundleEncoder>;
  static void add_ref(WGPURenderBundleEncoder handle) { wgpuRenderBundleEncoderAddRef(handle); }
  static void release(WGPURenderBundleEncoder handle) { wgpuRenderBundleEncoderRelease(handle); }
};
static_assert(sizeof(RenderBundleEncoder) == sizeof(WGPURenderBundleEncoder) &&
    alignof(RenderBundleEncoder) == alignof(WGPURenderBundleEncoder));

class RenderPassEncoder : public ObjectBase<RenderPassEncoder, WGPURenderPassEncoder> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetPipeline(RenderPipeline const & pipeline) const;
  void SetBindGroup(uint32_t groupIndex, BindGroup const & group = nullptr, size_t dynamicOffsetCount = 0,
      uint32_t const * dynamicOffsets = nullptr) const;
  void SetImmediates(uint32_t offset, void const * data, size_t size) const;
  void Draw(uint32_t vertexCount, uint32_t instanceCount = 1, uint32_t firstVertex = 0,
      uint32_t firstInstance = 0) const;
  void DrawIndexed(uint32_t indexCount, uint32_t instanceCount = 1, uint32_t firstIndex = 0, int32_t baseVertex = 0,
      uint32_t firstInstance = 0) const;
  void DrawIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const;
  void DrawIndexedIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const;
  void ExecuteBundles(size_t bundleCount, RenderBundle const * bundles) const;
  void InsertDebugMarker(StringView markerLabel) const;
  void PopDebugGroup() const;
  void PushDebugGroup(StringView groupLabel) const;
  void SetStencilReference(uint32_t reference) const;
  void SetBlendConstant(Color const * color) const;
  void SetViewport(float x, float y, float width, float height, float minDepth, float maxDepth) const;
  void SetScissorRect(uint32_t x, uint32_t y, uint32_t width, uint32_t height) const;
  void SetVertexBuffer(uint32_t slot, Buffer const & buffer = nullptr, uint64_t offset = 0,
      uint64_t size = kWholeSize) const;
  void SetIndexBuffer(Buffer const & buffer, IndexFormat format, uint64_t offset = 0, uint64_t size = kWholeSize) const;
  void BeginOcclusionQuery(uint32_t queryIndex) const;
  void EndOcclusionQuery() const;
  void End() const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<RenderPassEncoder, WGPURenderPassEncoder>;
  static void add_ref(WGPURenderPassEncoder handle) { wgpuRenderPassEncoderAddRef(handle); }
  static void release(WGPURenderPassEncoder handle) { wgpuRenderPassEncoderRelease(handle); }
};
static_assert(sizeof(RenderPassEncoder) == sizeof(WGPURenderPassEncoder) &&
    alignof(RenderPassEncoder) == alignof(WGPURenderPassEncoder));

class RenderPipeline : public ObjectBase<RenderPipeline, WGPURenderPipeline> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  BindGroupLayout GetBindGroupLayout(uint32_t groupIndex) const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<RenderPipeline, WGPURenderPipeline>;
  static void add_ref(WGPURenderPipeline handle) { wgpuRenderPipelineAddRef(handle); }
  static void release(WGPURenderPipeline handle) { wgpuRenderPipelineRelease(handle); }
};
static_assert(sizeof(RenderPipeline) == sizeof(WGPURenderPipeline) &&
    alignof(RenderPipeline) == alignof(WGPURenderPipeline));

class Sampler : public ObjectBase<Sampler, WGPUSampler> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<Sampler, WGPUSampler>;
  static void add_ref(WGPUSampler handle) { wgpuSamplerAddRef(handle); }
  static void release(WGPUSampler handle) { wgpuSamplerRelease(handle); }
};
static_assert(sizeof(Sampler) == sizeof(WGPUSampler) && alignof(Sampler) == alignof(WGPUSampler));

class ShaderModule : public ObjectBase<ShaderModule, WGPUShaderModule> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;
  template <class F>
  Future GetCompilationInfo(CallbackMode callbackMode, F callback) const;
  template <class F, class T>
  Future GetCompilationInfo(CallbackMode callbackMode, F callback, T userdata) const;

 private:
  friend ObjectBase<ShaderModule, WGPUShaderModule>;
  static void add_ref(WGPUShaderModule handle) { wgpuShaderModuleAddRef(handle); }
  static void release(WGPUShaderModule handle) { wgpuShaderModuleRelease(handle); }
};
static_assert(sizeof(ShaderModule) == sizeof(WGPUShaderModule) && alignof(ShaderModule) == alignof(WGPUShaderModule));

class Surface : public ObjectBase<Surface, WGPUSurface> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void Configure(SurfaceConfiguration const * config) const;
  ConvertibleStatus GetCapabilities(Adapter const & adapter, SurfaceCapabilities * capabilities) const;
  void GetCurrentTexture(SurfaceTexture * surfaceTexture) const;
  ConvertibleStatus Present() const;
  void Unconfigure() const;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<Surface, WGPUSurface>;
  static void add_ref(WGPUSurface handle) { wgpuSurfaceAddRef(handle); }
  static void release(WGPUSurface handle) { wgpuSurfaceRelease(handle); }
};
static_assert(sizeof(Surface) == sizeof(WGPUSurface) && alignof(Surface) == alignof(WGPUSurface));

class Texture : public ObjectBase<Texture, WGPUTexture> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  TextureView CreateView(TextureViewDescriptor const * descriptor = nullptr) const;
  void SetLabel(StringView label) const;
  uint32_t GetWidth() const;
  uint32_t GetHeight() const;
  uint32_t GetDepthOrArrayLayers() const;
  uint32_t GetMipLevelCount() const;
  uint32_t GetSampleCount() const;
  TextureDimension GetDimension() const;
  TextureViewDimension GetTextureBindingViewDimension() const;
  TextureFormat GetFormat() const;
  TextureUsage GetUsage() const;
  void Destroy() const;

 private:
  friend ObjectBase<Texture, WGPUTexture>;
  static void add_ref(WGPUTexture handle) { wgpuTextureAddRef(handle); }
  static void release(WGPUTexture handle) { wgpuTextureRelease(handle); }
};
static_assert(sizeof(Texture) == sizeof(WGPUTexture) && alignof(Texture) == alignof(WGPUTexture));

class TextureView : public ObjectBase<TextureView, WGPUTextureView> {
 public:
  using ObjectBase::ObjectBase;
  using ObjectBase::operator=;
  void SetLabel(StringView label) const;

 private:
  friend ObjectBase<TextureView, WGPUTextureView>;
  static void add_ref(WGPUTextureView handle) { wgpuTextureViewAddRef(handle); }
  static void release(WGPUTextureView handle) { wgpuTextureViewRelease(handle); }
};
static_assert(sizeof(TextureView) == sizeof(WGPUTextureView) && alignof(TextureView) == alignof(WGPUTextureView));

namespace detail {

// An object of a callback that nobody gets a reference to.
template <class Object, class Handle>
struct Borrowed {
  explicit Borrowed(Handle handle) : object(Object::Acquire(handle)) {}
  ~Borrowed() { (void)object.MoveToCHandle(); }
  Object object;
};

// The text goes as a StringView, or with its final zero to a function that takes a char const *.
template <class F>
void call_with_text(F&& f, WGPUStringView text) {
  if constexpr (std::is_invocable_v<F, StringView>) {
    f(StringView(text));
  } else {
    std::string copy{std::string_view(StringView(text))};
    f(static_cast<char const *>(copy.c_str()));
  }
}

// A function without captures is kept in a pointer and may be called any number of times; another is kept on the heap and
// called once.
template <class F>
constexpr bool kStateless = std::is_empty_v<F> || (std::is_pointer_v<F> && sizeof(F) == sizeof(void*));
template <class F>
void keep(void*& slot, F f) {
  if constexpr (std::is_pointer_v<F>) std::memcpy(&slot, &f, sizeof f);
}
template <class F>
union Kept {
  Kept() : none() {}
  ~Kept() {}
  char none;
  F f;
};
template <class F, class Run>
void with_kept(void* slot, Run& run) {
  Kept<F> kept;
  if constexpr (std::is_pointer_v<F>) std::memcpy(&kept.f, &slot, sizeof(F));
  run(kept.f);
}

}  // namespace detail

// From the C callback to the program's function object.
namespace detail {

template <class F, class... U>
void run_buffer_map(F& f, WGPUMapAsyncStatus status, WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<MapAsyncStatus>(status), text, userdata...)) {
    return f(static_cast<MapAsyncStatus>(status), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUBufferMapCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_buffer_map(function, status, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_buffer_map(function, status, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_buffer_map(own->first, status, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_compilation_info(F& f, WGPUCompilationInfoRequestStatus status, WGPUCompilationInfo const * compilationInfo,
    U... userdata) {
  f(static_cast<CompilationInfoRequestStatus>(status), reinterpret_cast<CompilationInfo const*>(compilationInfo),
      userdata...);
}
template <class F, class... U>
void bind(WGPUCompilationInfoCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUCompilationInfoRequestStatus status, WGPUCompilationInfo const * compilationInfo, void* f,
        void*) {
      auto run = [&](auto& function) { run_compilation_info(function, status, compilationInfo); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUCompilationInfoRequestStatus status, WGPUCompilationInfo const * compilationInfo, void* f,
        void* u) {
      auto run = [&](auto& function) { run_compilation_info(function, status, compilationInfo, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUCompilationInfoRequestStatus status, WGPUCompilationInfo const * compilationInfo,
        void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_compilation_info(own->first, status, compilationInfo, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_create_compute_pipeline_async(F& f, WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline,
    WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<CreatePipelineAsyncStatus>(status),
      ComputePipeline::Acquire(pipeline), text, userdata...)) {
    return f(static_cast<CreatePipelineAsyncStatus>(status), ComputePipeline::Acquire(pipeline), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUCreateComputePipelineAsyncCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView message,
        void* f, void*) {
      auto run = [&](auto& function) { run_create_compute_pipeline_async(function, status, pipeline, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView message,
        void* f, void* u) {
      auto run = [&](auto& function) { run_create_compute_pipeline_async(function, status, pipeline, message,
          static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView message,
        void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_create_compute_pipeline_async(own->first, status, pipeline, message, u...); },
          own->second);
    };
  }
}

template <class F, class... U>
void run_create_render_pipeline_async(F& f, WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline,
    WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<CreatePipelineAsyncStatus>(status),
      RenderPipeline::Acquire(pipeline), text, userdata...)) {
    return f(static_cast<CreatePipelineAsyncStatus>(status), RenderPipeline::Acquire(pipeline), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUCreateRenderPipelineAsyncCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline, WGPUStringView message,
        void* f, void*) {
      auto run = [&](auto& function) { run_create_render_pipeline_async(function, status, pipeline, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline, WGPUStringView message,
        void* f, void* u) {
      auto run = [&](auto& function) { run_create_render_pipeline_async(function, status, pipeline, message,
          static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline, WGPUStringView message,
        void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_create_render_pipeline_async(own->first, status, pipeline, message, u...); },
          own->second);
    };
  }
}

template <class F, class... U>
void run_device_lost(F& f, WGPUDevice const * device, WGPUDeviceLostReason reason, WGPUStringView message,
    U... userdata) {
  call_with_text([&](auto text) -> decltype(f(Borrowed<Device, WGPUDevice>(device ? *device : nullptr).object,
      static_cast<DeviceLostReason>(reason), text, userdata...)) {
    return f(Borrowed<Device, WGPUDevice>(device ? *device : nullptr).object, static_cast<DeviceLostReason>(reason),
        text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUDeviceLostCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUDevice const * device, WGPUDeviceLostReason reason, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_device_lost(function, device, reason, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUDevice const * device, WGPUDeviceLostReason reason, WGPUStringView message, void* f,
        void* u) {
      auto run = [&](auto& function) { run_device_lost(function, device, reason, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUDevice const * device, WGPUDeviceLostReason reason, WGPUStringView message, void* owned,
        void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_device_lost(own->first, device, reason, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_pop_error_scope(F& f, WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
    U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<PopErrorScopeStatus>(status), static_cast<ErrorType>(type),
      text, userdata...)) {
    return f(static_cast<PopErrorScopeStatus>(status), static_cast<ErrorType>(type), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUPopErrorScopeCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_pop_error_scope(function, status, type, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_pop_error_scope(function, status, type, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_pop_error_scope(own->first, status, type, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_queue_work_done(F& f, WGPUQueueWorkDoneStatus status, WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<QueueWorkDoneStatus>(status), text, userdata...)) {
    return f(static_cast<QueueWorkDoneStatus>(status), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUQueueWorkDoneCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_queue_work_done(function, status, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_queue_work_done(function, status, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_queue_work_done(own->first, status, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_request_adapter(F& f, WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
    U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<RequestAdapterStatus>(status), Adapter::Acquire(adapter),
      text, userdata...)) {
    return f(static_cast<RequestAdapterStatus>(status), Adapter::Acquire(adapter), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPURequestAdapterCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_request_adapter(function, status, adapter, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_request_adapter(function, status, adapter, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* owned,
        void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_request_adapter(own->first, status, adapter, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_request_device(F& f, WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
    U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<RequestDeviceStatus>(status), Device::Acquire(device), text,
      userdata...)) {
    return f(static_cast<RequestDeviceStatus>(status), Device::Acquire(device), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPURequestDeviceCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_request_device(function, status, device, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_request_device(function, status, device, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    using Owned = std::pair<F, std::tuple<U...>>;
    info.userdata1 = new Owned(std::move(callback), std::tuple<U...>(std::move(userdata)...));
    info.callback = [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* owned, void*) {
      std::unique_ptr<Owned> own(static_cast<Owned*>(owned));
      std::apply([&](auto&... u) { run_request_device(own->first, status, device, message, u...); }, own->second);
    };
  }
}

template <class F, class... U>
void run_uncaptured_error(F& f, WGPUDevice const * device, WGPUErrorType type, WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(Borrowed<Device, WGPUDevice>(device ? *device : nullptr).object,
      static_cast<ErrorType>(type), text, userdata...)) {
    return f(Borrowed<Device, WGPUDevice>(device ? *device : nullptr).object, static_cast<ErrorType>(type), text,
        userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPUUncapturedErrorCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPUDevice const * device, WGPUErrorType type, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_uncaptured_error(function, device, type, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPUDevice const * device, WGPUErrorType type, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_uncaptured_error(function, device, type, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    static_assert(kStateless<F>, "this callback comes again and again: a function without captures, and a pointer");
  }
}

template <class F, class... U>
void run_logging(F& f, WGPULoggingType type, WGPUStringView message, U... userdata) {
  call_with_text([&](auto text) -> decltype(f(static_cast<LoggingType>(type), text, userdata...)) {
    return f(static_cast<LoggingType>(type), text, userdata...);
  }, message);
}
template <class F, class... U>
void bind(WGPULoggingCallbackInfo& info, F callback, U... userdata) {
  if constexpr (kStateless<F> && sizeof...(U) == 0) {
    keep(info.userdata1, callback);
    info.callback = [](WGPULoggingType type, WGPUStringView message, void* f, void*) {
      auto run = [&](auto& function) { run_logging(function, type, message); };
      with_kept<F>(f, run);
    };
  } else if constexpr (kStateless<F> && sizeof...(U) == 1 && (std::is_pointer_v<U> && ...)) {
    keep(info.userdata1, callback);
    (keep(info.userdata2, userdata), ...);
    info.callback = [](WGPULoggingType type, WGPUStringView message, void* f, void* u) {
      auto run = [&](auto& function) { run_logging(function, type, message, static_cast<U>(u)...); };
      with_kept<F>(f, run);
    };
  } else {
    static_assert(kStateless<F>, "this callback comes again and again: a function without captures, and a pointer");
  }
}

}  // namespace detail

#if defined(__GNUC__)
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Winvalid-offsetof"
#endif
struct AdapterInfo {
  AdapterInfo() = default;
  ~AdapterInfo() { FreeMembers(); }
  AdapterInfo(AdapterInfo const &) = delete;
  AdapterInfo& operator=(AdapterInfo const &) = delete;
  AdapterInfo(AdapterInfo&& other) noexcept { *this = std::move(other); }
  AdapterInfo& operator=(AdapterInfo&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    vendor = std::exchange(other.vendor, {});
    architecture = std::exchange(other.architecture, {});
    device = std::exchange(other.device, {});
    description = std::exchange(other.description, {});
    backendType = std::exchange(other.backendType, {});
    adapterType = std::exchange(other.adapterType, {});
    vendorID = std::exchange(other.vendorID, {});
    deviceID = std::exchange(other.deviceID, {});
    subgroupMinSize = std::exchange(other.subgroupMinSize, {});
    subgroupMaxSize = std::exchange(other.subgroupMaxSize, {});
    return *this;
  }
  void FreeMembers();
  ChainedStruct *nextInChain = nullptr;
  StringView vendor = {};
  StringView architecture = {};
  StringView device = {};
  StringView description = {};
  BackendType backendType = BackendType::Undefined;
  AdapterType adapterType = {};
  uint32_t vendorID = 0;
  uint32_t deviceID = 0;
  uint32_t subgroupMinSize = 0;
  uint32_t subgroupMaxSize = 0;
};
static_assert(sizeof(AdapterInfo) == sizeof(WGPUAdapterInfo) && alignof(AdapterInfo) == alignof(WGPUAdapterInfo) &&
    offsetof(AdapterInfo, nextInChain) == offsetof(WGPUAdapterInfo, nextInChain) && offsetof(AdapterInfo,
    vendor) == offsetof(WGPUAdapterInfo, vendor) && offsetof(AdapterInfo, architecture) == offsetof(WGPUAdapterInfo,
    architecture) && offsetof(AdapterInfo, device) == offsetof(WGPUAdapterInfo, device) && offsetof(AdapterInfo,
    description) == offsetof(WGPUAdapterInfo, description) && offsetof(AdapterInfo,
    backendType) == offsetof(WGPUAdapterInfo, backendType) && offsetof(AdapterInfo,
    adapterType) == offsetof(WGPUAdapterInfo, adapterType) && offsetof(AdapterInfo,
    vendorID) == offsetof(WGPUAdapterInfo, vendorID) && offsetof(AdapterInfo, deviceID) == offsetof(WGPUAdapterInfo,
    deviceID) && offsetof(AdapterInfo, subgroupMinSize) == offsetof(WGPUAdapterInfo, subgroupMinSize) &&
    offsetof(AdapterInfo, subgroupMaxSize) == offsetof(WGPUAdapterInfo, subgroupMaxSize));

struct BindGroupEntry {
  ChainedStruct const *nextInChain = nullptr;
  uint32_t binding = 0;
  Buffer buffer = nullptr;
  uint64_t offset = 0;
  uint64_t size = kWholeSize;
  Sampler sampler = nullptr;
  TextureView textureView = nullptr;
};
static_assert(sizeof(BindGroupEntry) == sizeof(WGPUBindGroupEntry) &&
    alignof(BindGroupEntry) == alignof(WGPUBindGroupEntry) && offsetof(BindGroupEntry,
    nextInChain) == offsetof(WGPUBindGroupEntry, nextInChain) && offsetof(BindGroupEntry,
    binding) == offsetof(WGPUBindGroupEntry, binding) && offsetof(BindGroupEntry,
    buffer) == offsetof(WGPUBindGroupEntry, buffer) && offsetof(BindGroupEntry, offset) == offsetof(WGPUBindGroupEntry,
    offset) && offsetof(BindGroupEntry, size) == offsetof(WGPUBindGroupEntry, size) && offsetof(BindGroupEntry,
    sampler) == offsetof(WGPUBindGroupEntry, sampler) && offsetof(BindGroupEntry,
    textureView) == offsetof(WGPUBindGroupEntry, textureView));

struct BindGroupDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  BindGroupLayout layout = nullptr;
  size_t entryCount = 0;
  BindGroupEntry const *entries = nullptr;
};
static_assert(sizeof(BindGroupDescriptor) == sizeof(WGPUBindGroupDescriptor) &&
    alignof(BindGroupDescriptor) == alignof(WGPUBindGroupDescriptor) && offsetof(BindGroupDescriptor,
    nextInChain) == offsetof(WGPUBindGroupDescriptor, nextInChain) && offsetof(BindGroupDescriptor,
    label) == offsetof(WGPUBindGroupDescriptor, label) && offsetof(BindGroupDescriptor,
    layout) == offsetof(WGPUBindGroupDescriptor, layout) && offsetof(BindGroupDescriptor,
    entryCount) == offsetof(WGPUBindGroupDescriptor, entryCount) && offsetof(BindGroupDescriptor,
    entries) == offsetof(WGPUBindGroupDescriptor, entries));

struct BufferBindingLayout {
  ChainedStruct const *nextInChain = nullptr;
  BufferBindingType type = BufferBindingType::Undefined;
  Bool hasDynamicOffset = false;
  uint64_t minBindingSize = 0;
};
static_assert(sizeof(BufferBindingLayout) == sizeof(WGPUBufferBindingLayout) &&
    alignof(BufferBindingLayout) == alignof(WGPUBufferBindingLayout) && offsetof(BufferBindingLayout,
    nextInChain) == offsetof(WGPUBufferBindingLayout, nextInChain) && offsetof(BufferBindingLayout,
    type) == offsetof(WGPUBufferBindingLayout, type) && offsetof(BufferBindingLayout,
    hasDynamicOffset) == offsetof(WGPUBufferBindingLayout, hasDynamicOffset) && offsetof(BufferBindingLayout,
    minBindingSize) == offsetof(WGPUBufferBindingLayout, minBindingSize));

struct SamplerBindingLayout {
  ChainedStruct const *nextInChain = nullptr;
  SamplerBindingType type = SamplerBindingType::Undefined;
};
static_assert(sizeof(SamplerBindingLayout) == sizeof(WGPUSamplerBindingLayout) &&
    alignof(SamplerBindingLayout) == alignof(WGPUSamplerBindingLayout) && offsetof(SamplerBindingLayout,
    nextInChain) == offsetof(WGPUSamplerBindingLayout, nextInChain) && offsetof(SamplerBindingLayout,
    type) == offsetof(WGPUSamplerBindingLayout, type));

struct TextureBindingLayout {
  ChainedStruct const *nextInChain = nullptr;
  TextureSampleType sampleType = TextureSampleType::Undefined;
  TextureViewDimension viewDimension = TextureViewDimension::Undefined;
  Bool multisampled = false;
};
static_assert(sizeof(TextureBindingLayout) == sizeof(WGPUTextureBindingLayout) &&
    alignof(TextureBindingLayout) == alignof(WGPUTextureBindingLayout) && offsetof(TextureBindingLayout,
    nextInChain) == offsetof(WGPUTextureBindingLayout, nextInChain) && offsetof(TextureBindingLayout,
    sampleType) == offsetof(WGPUTextureBindingLayout, sampleType) && offsetof(TextureBindingLayout,
    viewDimension) == offsetof(WGPUTextureBindingLayout, viewDimension) && offsetof(TextureBindingLayout,
    multisampled) == offsetof(WGPUTextureBindingLayout, multisampled));

struct StorageTextureBindingLayout {
  ChainedStruct const *nextInChain = nullptr;
  StorageTextureAccess access = StorageTextureAccess::Undefined;
  TextureFormat format = TextureFormat::Undefined;
  TextureViewDimension viewDimension = TextureViewDimension::Undefined;
};
static_assert(sizeof(StorageTextureBindingLayout) == sizeof(WGPUStorageTextureBindingLayout) &&
    alignof(StorageTextureBindingLayout) == alignof(WGPUStorageTextureBindingLayout) &&
    offsetof(StorageTextureBindingLayout, nextInChain) == offsetof(WGPUStorageTextureBindingLayout, nextInChain) &&
    offsetof(StorageTextureBindingLayout, access) == offsetof(WGPUStorageTextureBindingLayout, access) &&
    offsetof(StorageTextureBindingLayout, format) == offsetof(WGPUStorageTextureBindingLayout, format) &&
    offsetof(StorageTextureBindingLayout, viewDimension) == offsetof(WGPUStorageTextureBindingLayout, viewDimension));

struct BindGroupLayoutEntry {
  ChainedStruct const *nextInChain = nullptr;
  uint32_t binding = 0;
  ShaderStage visibility = ShaderStage::None;
  uint32_t bindingArraySize = 0;
  BufferBindingLayout buffer = {nullptr, static_cast<BufferBindingType>(0), false, 0};
  SamplerBindingLayout sampler = {nullptr, static_cast<SamplerBindingType>(0)};
  TextureBindingLayout texture = {nullptr, static_cast<TextureSampleType>(0), static_cast<TextureViewDimension>(0),
      false};
  StorageTextureBindingLayout storageTexture = {nullptr, static_cast<StorageTextureAccess>(0),
      static_cast<TextureFormat>(0), static_cast<TextureViewDimension>(0)};
};
static_assert(sizeof(BindGroupLayoutEntry) == sizeof(WGPUBindGroupLayoutEntry) &&
    alignof(BindGroupLayoutEntry) == alignof(WGPUBindGroupLayoutEntry) && offsetof(BindGroupLayoutEntry,
    nextInChain) == offsetof(WGPUBindGroupLayoutEntry, nextInChain) && offsetof(BindGroupLayoutEntry,
    binding) == offsetof(WGPUBindGroupLayoutEntry, binding) && offsetof(BindGroupLayoutEntry,
    visibility) == offsetof(WGPUBindGroupLayoutEntry, visibility) && offsetof(BindGroupLayoutEntry,
    bindingArraySize) == offsetof(WGPUBindGroupLayoutEntry, bindingArraySize) && offsetof(BindGroupLayoutEntry,
    buffer) == offsetof(WGPUBindGroupLayoutEntry, buffer) && offsetof(BindGroupLayoutEntry,
    sampler) == offsetof(WGPUBindGroupLayoutEntry, sampler) && offsetof(BindGroupLayoutEntry,
    texture) == offsetof(WGPUBindGroupLayoutEntry, texture) && offsetof(BindGroupLayoutEntry,
    storageTexture) == offsetof(WGPUBindGroupLayoutEntry, storageTexture));

struct BindGroupLayoutDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  size_t entryCount = 0;
  BindGroupLayoutEntry const *entries = nullptr;
};
static_assert(sizeof(BindGroupLayoutDescriptor) == sizeof(WGPUBindGroupLayoutDescriptor) &&
    alignof(BindGroupLayoutDescriptor) == alignof(WGPUBindGroupLayoutDescriptor) && offsetof(BindGroupLayoutDescriptor,
    nextInChain) == offsetof(WGPUBindGroupLayoutDescriptor, nextInChain) && offsetof(BindGroupLayoutDescriptor,
    label) == offsetof(WGPUBindGroupLayoutDescriptor, label) && offsetof(BindGroupLayoutDescriptor,
    entryCount) == offsetof(WGPUBindGroupLayoutDescriptor, entryCount) && offsetof(BindGroupLayoutDescriptor,
    entries) == offsetof(WGPUBindGroupLayoutDescriptor, entries));

struct BlendComponent {
  BlendOperation operation = BlendOperation::Undefined;
  BlendFactor srcFactor = BlendFactor::Undefined;
  BlendFactor dstFactor = BlendFactor::Undefined;
};
static_assert(sizeof(BlendComponent) == sizeof(WGPUBlendComponent) &&
    alignof(BlendComponent) == alignof(WGPUBlendComponent) && offsetof(BlendComponent,
    operation) == offsetof(WGPUBlendComponent, operation) && offsetof(BlendComponent,
    srcFactor) == offsetof(WGPUBlendComponent, srcFactor) && offsetof(BlendComponent,
    dstFactor) == offsetof(WGPUBlendComponent, dstFactor));

struct BlendState {
  BlendComponent color = {};
  BlendComponent alpha = {};
};
static_assert(sizeof(BlendState) == sizeof(WGPUBlendState) && alignof(BlendState) == alignof(WGPUBlendState) &&
    offsetof(BlendState, color) == offsetof(WGPUBlendState, color) && offsetof(BlendState,
    alpha) == offsetof(WGPUBlendState, alpha));

struct BufferDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  BufferUsage usage = BufferUsage::None;
  uint64_t size = 0;
  Bool mappedAtCreation = false;
};
static_assert(sizeof(BufferDescriptor) == sizeof(WGPUBufferDescriptor) &&
    alignof(BufferDescriptor) == alignof(WGPUBufferDescriptor) && offsetof(BufferDescriptor,
    nextInChain) == offsetof(WGPUBufferDescriptor, nextInChain) && offsetof(BufferDescriptor,
    label) == offsetof(WGPUBufferDescriptor, label) && offsetof(BufferDescriptor,
    usage) == offsetof(WGPUBufferDescriptor, usage) && offsetof(BufferDescriptor,
    size) == offsetof(WGPUBufferDescriptor, size) && offsetof(BufferDescriptor,
    mappedAtCreation) == offsetof(WGPUBufferDescriptor, mappedAtCreation));

struct Color {
  double r = 0;
  double g = 0;
  double b = 0;
  double a = 0;
};
static_assert(sizeof(Color) == sizeof(WGPUColor) && alignof(Color) == alignof(WGPUColor) && offsetof(Color,
    r) == offsetof(WGPUColor, r) && offsetof(Color, g) == offsetof(WGPUColor, g) && offsetof(Color,
    b) == offsetof(WGPUColor, b) && offsetof(Color, a) == offsetof(WGPUColor, a));

struct ColorTargetState {
  ChainedStruct const *nextInChain = nullptr;
  TextureFormat format = TextureFormat::Undefined;
  BlendState const *blend = nullptr;
  ColorWriteMask writeMask = ColorWriteMask::All;
};
static_assert(sizeof(ColorTargetState) == sizeof(WGPUColorTargetState) &&
    alignof(ColorTargetState) == alignof(WGPUColorTargetState) && offsetof(ColorTargetState,
    nextInChain) == offsetof(WGPUColorTargetState, nextInChain) && offsetof(ColorTargetState,
    format) == offsetof(WGPUColorTargetState, format) && offsetof(ColorTargetState,
    blend) == offsetof(WGPUColorTargetState, blend) && offsetof(ColorTargetState,
    writeMask) == offsetof(WGPUColorTargetState, writeMask));

struct CommandBufferDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(CommandBufferDescriptor) == sizeof(WGPUCommandBufferDescriptor) &&
    alignof(CommandBufferDescriptor) == alignof(WGPUCommandBufferDescriptor) && offsetof(CommandBufferDescriptor,
    nextInChain) == offsetof(WGPUCommandBufferDescriptor, nextInChain) && offsetof(CommandBufferDescriptor,
    label) == offsetof(WGPUCommandBufferDescriptor, label));

struct CommandEncoderDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(CommandEncoderDescriptor) == sizeof(WGPUCommandEncoderDescriptor) &&
    alignof(CommandEncoderDescriptor) == alignof(WGPUCommandEncoderDescriptor) && offsetof(CommandEncoderDescriptor,
    nextInChain) == offsetof(WGPUCommandEncoderDescriptor, nextInChain) && offsetof(CommandEncoderDescriptor,
    label) == offsetof(WGPUCommandEncoderDescriptor, label));

// Chained to Limits.
struct CompatibilityModeLimits : ChainedStruct {
  CompatibilityModeLimits() : ChainedStruct{nullptr, SType::CompatibilityModeLimits} {}
  struct Init;
  CompatibilityModeLimits(Init&& init);
  alignas(ChainedStruct) uint32_t maxStorageBuffersInVertexStage = kLimitU32Undefined;
  uint32_t maxStorageTexturesInVertexStage = kLimitU32Undefined;
  uint32_t maxStorageBuffersInFragmentStage = kLimitU32Undefined;
  uint32_t maxStorageTexturesInFragmentStage = kLimitU32Undefined;
};
struct CompatibilityModeLimits::Init {
  ChainedStruct const * nextInChain = nullptr;
  uint32_t maxStorageBuffersInVertexStage = kLimitU32Undefined;
  uint32_t maxStorageTexturesInVertexStage = kLimitU32Undefined;
  uint32_t maxStorageBuffersInFragmentStage = kLimitU32Undefined;
  uint32_t maxStorageTexturesInFragmentStage = kLimitU32Undefined;
};
inline CompatibilityModeLimits::CompatibilityModeLimits(Init&& init) : ChainedStruct{init.nextInChain,
    SType::CompatibilityModeLimits}, maxStorageBuffersInVertexStage(std::move(init.maxStorageBuffersInVertexStage)),
    maxStorageTexturesInVertexStage(std::move(init.maxStorageTexturesInVertexStage)),
    maxStorageBuffersInFragmentStage(std::move(init.maxStorageBuffersInFragmentStage)),
    maxStorageTexturesInFragmentStage(std::move(init.maxStorageTexturesInFragmentStage)) {}
static_assert(sizeof(CompatibilityModeLimits) == sizeof(WGPUCompatibilityModeLimits) &&
    alignof(CompatibilityModeLimits) == alignof(WGPUCompatibilityModeLimits) && offsetof(CompatibilityModeLimits,
    maxStorageBuffersInVertexStage) == offsetof(WGPUCompatibilityModeLimits, maxStorageBuffersInVertexStage) &&
    offsetof(CompatibilityModeLimits, maxStorageTexturesInVertexStage) == offsetof(WGPUCompatibilityModeLimits,
    maxStorageTexturesInVertexStage) && offsetof(CompatibilityModeLimits,
    maxStorageBuffersInFragmentStage) == offsetof(WGPUCompatibilityModeLimits, maxStorageBuffersInFragmentStage) &&
    offsetof(CompatibilityModeLimits, maxStorageTexturesInFragmentStage) == offsetof(WGPUCompatibilityModeLimits,
    maxStorageTexturesInFragmentStage));

struct CompilationMessage {
  ChainedStruct const *nextInChain = nullptr;
  StringView message = {};
  CompilationMessageType type = {};
  uint64_t lineNum = 0;
  uint64_t linePos = 0;
  uint64_t offset = 0;
  uint64_t length = 0;
};
static_assert(sizeof(CompilationMessage) == sizeof(WGPUCompilationMessage) &&
    alignof(CompilationMessage) == alignof(WGPUCompilationMessage) && offsetof(CompilationMessage,
    nextInChain) == offsetof(WGPUCompilationMessage, nextInChain) && offsetof(CompilationMessage,
    message) == offsetof(WGPUCompilationMessage, message) && offsetof(CompilationMessage,
    type) == offsetof(WGPUCompilationMessage, type) && offsetof(CompilationMessage,
    lineNum) == offsetof(WGPUCompilationMessage, lineNum) && offsetof(CompilationMessage,
    linePos) == offsetof(WGPUCompilationMessage, linePos) && offsetof(CompilationMessage,
    offset) == offsetof(WGPUCompilationMessage, offset) && offsetof(CompilationMessage,
    length) == offsetof(WGPUCompilationMessage, length));

struct CompilationInfo {
  ChainedStruct const *nextInChain = nullptr;
  size_t messageCount = 0;
  CompilationMessage const *messages = nullptr;
};
static_assert(sizeof(CompilationInfo) == sizeof(WGPUCompilationInfo) &&
    alignof(CompilationInfo) == alignof(WGPUCompilationInfo) && offsetof(CompilationInfo,
    nextInChain) == offsetof(WGPUCompilationInfo, nextInChain) && offsetof(CompilationInfo,
    messageCount) == offsetof(WGPUCompilationInfo, messageCount) && offsetof(CompilationInfo,
    messages) == offsetof(WGPUCompilationInfo, messages));

struct PassTimestampWrites {
  ChainedStruct const *nextInChain = nullptr;
  QuerySet querySet = nullptr;
  uint32_t beginningOfPassWriteIndex = kQuerySetIndexUndefined;
  uint32_t endOfPassWriteIndex = kQuerySetIndexUndefined;
};
static_assert(sizeof(PassTimestampWrites) == sizeof(WGPUPassTimestampWrites) &&
    alignof(PassTimestampWrites) == alignof(WGPUPassTimestampWrites) && offsetof(PassTimestampWrites,
    nextInChain) == offsetof(WGPUPassTimestampWrites, nextInChain) && offsetof(PassTimestampWrites,
    querySet) == offsetof(WGPUPassTimestampWrites, querySet) && offsetof(PassTimestampWrites,
    beginningOfPassWriteIndex) == offsetof(WGPUPassTimestampWrites, beginningOfPassWriteIndex) &&
    offsetof(PassTimestampWrites, endOfPassWriteIndex) == offsetof(WGPUPassTimestampWrites, endOfPassWriteIndex));

struct ComputePassDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  PassTimestampWrites const *timestampWrites = nullptr;
};
static_assert(sizeof(ComputePassDescriptor) == sizeof(WGPUComputePassDescriptor) &&
    alignof(ComputePassDescriptor) == alignof(WGPUComputePassDescriptor) && offsetof(ComputePassDescriptor,
    nextInChain) == offsetof(WGPUComputePassDescriptor, nextInChain) && offsetof(ComputePassDescriptor,
    label) == offsetof(WGPUComputePassDescriptor, label) && offsetof(ComputePassDescriptor,
    timestampWrites) == offsetof(WGPUComputePassDescriptor, timestampWrites));

struct ConstantEntry {
  ChainedStruct const *nextInChain = nullptr;
  StringView key = {};
  double value = 0;
};
static_assert(sizeof(ConstantEntry) == sizeof(WGPUConstantEntry) &&
    alignof(ConstantEntry) == alignof(WGPUConstantEntry) && offsetof(ConstantEntry,
    nextInChain) == offsetof(WGPUConstantEntry, nextInChain) && offsetof(ConstantEntry,
    key) == offsetof(WGPUConstantEntry, key) && offsetof(ConstantEntry, value) == offsetof(WGPUConstantEntry, value));

struct ComputeState {
  ChainedStruct const *nextInChain = nullptr;
  ShaderModule module = nullptr;
  StringView entryPoint = {};
  size_t constantCount = 0;
  ConstantEntry const *constants = nullptr;
};
static_assert(sizeof(ComputeState) == sizeof(WGPUComputeState) && alignof(ComputeState) == alignof(WGPUComputeState) &&
    offsetof(ComputeState, nextInChain) == offsetof(WGPUComputeState, nextInChain) && offsetof(ComputeState,
    module) == offsetof(WGPUComputeState, module) && offsetof(ComputeState, entryPoint) == offsetof(WGPUComputeState,
    entryPoint) && offsetof(ComputeState, constantCount) == offsetof(WGPUComputeState, constantCount) &&
    offsetof(ComputeState, constants) == offsetof(WGPUComputeState, constants));

struct ComputePipelineDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  PipelineLayout layout = nullptr;
  ComputeState compute = {};
};
static_assert(sizeof(ComputePipelineDescriptor) == sizeof(WGPUComputePipelineDescriptor) &&
    alignof(ComputePipelineDescriptor) == alignof(WGPUComputePipelineDescriptor) && offsetof(ComputePipelineDescriptor,
    nextInChain) == offsetof(WGPUComputePipelineDescriptor, nextInChain) && offsetof(ComputePipelineDescriptor,
    label) == offsetof(WGPUComputePipelineDescriptor, label) && offsetof(ComputePipelineDescriptor,
    layout) == offsetof(WGPUComputePipelineDescriptor, layout) && offsetof(ComputePipelineDescriptor,
    compute) == offsetof(WGPUComputePipelineDescriptor, compute));

struct StencilFaceState {
  CompareFunction compare = CompareFunction::Undefined;
  StencilOperation failOp = StencilOperation::Undefined;
  StencilOperation depthFailOp = StencilOperation::Undefined;
  StencilOperation passOp = StencilOperation::Undefined;
};
static_assert(sizeof(StencilFaceState) == sizeof(WGPUStencilFaceState) &&
    alignof(StencilFaceState) == alignof(WGPUStencilFaceState) && offsetof(StencilFaceState,
    compare) == offsetof(WGPUStencilFaceState, compare) && offsetof(StencilFaceState,
    failOp) == offsetof(WGPUStencilFaceState, failOp) && offsetof(StencilFaceState,
    depthFailOp) == offsetof(WGPUStencilFaceState, depthFailOp) && offsetof(StencilFaceState,
    passOp) == offsetof(WGPUStencilFaceState, passOp));

struct DepthStencilState {
  ChainedStruct const *nextInChain = nullptr;
  TextureFormat format = TextureFormat::Undefined;
  OptionalBool depthWriteEnabled = OptionalBool::Undefined;
  CompareFunction depthCompare = CompareFunction::Undefined;
  StencilFaceState stencilFront = {};
  StencilFaceState stencilBack = {};
  uint32_t stencilReadMask = 0xFFFFFFFF;
  uint32_t stencilWriteMask = 0xFFFFFFFF;
  int32_t depthBias = 0;
  float depthBiasSlopeScale = 0;
  float depthBiasClamp = 0;
};
static_assert(sizeof(DepthStencilState) == sizeof(WGPUDepthStencilState) &&
    alignof(DepthStencilState) == alignof(WGPUDepthStencilState) && offsetof(DepthStencilState,
    nextInChain) == offsetof(WGPUDepthStencilState, nextInChain) && offsetof(DepthStencilState,
    format) == offsetof(WGPUDepthStencilState, format) && offsetof(DepthStencilState,
    depthWriteEnabled) == offsetof(WGPUDepthStencilState, depthWriteEnabled) && offsetof(DepthStencilState,
    depthCompare) == offsetof(WGPUDepthStencilState, depthCompare) && offsetof(DepthStencilState,
    stencilFront) == offsetof(WGPUDepthStencilState, stencilFront) && offsetof(DepthStencilState,
    stencilBack) == offsetof(WGPUDepthStencilState, stencilBack) && offsetof(DepthStencilState,
    stencilReadMask) == offsetof(WGPUDepthStencilState, stencilReadMask) && offsetof(DepthStencilState,
    stencilWriteMask) == offsetof(WGPUDepthStencilState, stencilWriteMask) && offsetof(DepthStencilState,
    depthBias) == offsetof(WGPUDepthStencilState, depthBias) && offsetof(DepthStencilState,
    depthBiasSlopeScale) == offsetof(WGPUDepthStencilState, depthBiasSlopeScale) && offsetof(DepthStencilState,
    depthBiasClamp) == offsetof(WGPUDepthStencilState, depthBiasClamp));

struct Limits {
  ChainedStruct *nextInChain = nullptr;
  uint32_t maxTextureDimension1D = kLimitU32Undefined;
  uint32_t maxTextureDimension2D = kLimitU32Undefined;
  uint32_t maxTextureDimension3D = kLimitU32Undefined;
  uint32_t maxTextureArrayLayers = kLimitU32Undefined;
  uint32_t maxBindGroups = kLimitU32Undefined;
  uint32_t maxBindGroupsPlusVertexBuffers = kLimitU32Undefined;
  uint32_t maxBindingsPerBindGroup = kLimitU32Undefined;
  uint32_t maxDynamicUniformBuffersPerPipelineLayout = kLimitU32Undefined;
  uint32_t maxDynamicStorageBuffersPerPipelineLayout = kLimitU32Undefined;
  uint32_t maxSampledTexturesPerShaderStage = kLimitU32Undefined;
  uint32_t maxSamplersPerShaderStage = kLimitU32Undefined;
  uint32_t maxStorageBuffersPerShaderStage = kLimitU32Undefined;
  uint32_t maxStorageTexturesPerShaderStage = kLimitU32Undefined;
  uint32_t maxUniformBuffersPerShaderStage = kLimitU32Undefined;
  uint64_t maxUniformBufferBindingSize = kLimitU64Undefined;
  uint64_t maxStorageBufferBindingSize = kLimitU64Undefined;
  uint32_t minUniformBufferOffsetAlignment = kLimitU32Undefined;
  uint32_t minStorageBufferOffsetAlignment = kLimitU32Undefined;
  uint32_t maxVertexBuffers = kLimitU32Undefined;
  uint64_t maxBufferSize = kLimitU64Undefined;
  uint32_t maxVertexAttributes = kLimitU32Undefined;
  uint32_t maxVertexBufferArrayStride = kLimitU32Undefined;
  uint32_t maxInterStageShaderVariables = kLimitU32Undefined;
  uint32_t maxColorAttachments = kLimitU32Undefined;
  uint32_t maxColorAttachmentBytesPerSample = kLimitU32Undefined;
  uint32_t maxComputeWorkgroupStorageSize = kLimitU32Undefined;
  uint32_t maxComputeInvocationsPerWorkgroup = kLimitU32Undefined;
  uint32_t maxComputeWorkgroupSizeX = kLimitU32Undefined;
  uint32_t maxComputeWorkgroupSizeY = kLimitU32Undefined;
  uint32_t maxComputeWorkgroupSizeZ = kLimitU32Undefined;
  uint32_t maxComputeWorkgroupsPerDimension = kLimitU32Undefined;
  uint32_t maxImmediateSize = kLimitU32Undefined;
};
static_assert(sizeof(Limits) == sizeof(WGPULimits) && alignof(Limits) == alignof(WGPULimits) && offsetof(Limits,
    nextInChain) == offsetof(WGPULimits, nextInChain) && offsetof(Limits,
    maxTextureDimension1D) == offsetof(WGPULimits, maxTextureDimension1D) && offsetof(Limits,
    maxTextureDimension2D) == offsetof(WGPULimits, maxTextureDimension2D) && offsetof(Limits,
    maxTextureDimension3D) == offsetof(WGPULimits, maxTextureDimension3D) && offsetof(Limits,
    maxTextureArrayLayers) == offsetof(WGPULimits, maxTextureArrayLayers) && offsetof(Limits,
    maxBindGroups) == offsetof(WGPULimits, maxBindGroups) && offsetof(Limits,
    maxBindGroupsPlusVertexBuffers) == offsetof(WGPULimits, maxBindGroupsPlusVertexBuffers) && offsetof(Limits,
    maxBindingsPerBindGroup) == offsetof(WGPULimits, maxBindingsPerBindGroup) && offsetof(Limits,
    maxDynamicUniformBuffersPerPipelineLayout) == offsetof(WGPULimits, maxDynamicUniformBuffersPerPipelineLayout) &&
    offsetof(Limits, maxDynamicStorageBuffersPerPipelineLayout) == offsetof(WGPULimits,
    maxDynamicStorageBuffersPerPipelineLayout) && offsetof(Limits,
    maxSampledTexturesPerShaderStage) == offsetof(WGPULimits, maxSampledTexturesPerShaderStage) && offsetof(Limits,
    maxSamplersPerShaderStage) == offsetof(WGPULimits, maxSamplersPerShaderStage) && offsetof(Limits,
    maxStorageBuffersPerShaderStage) == offsetof(WGPULimits, maxStorageBuffersPerShaderStage) && offsetof(Limits,
    maxStorageTexturesPerShaderStage) == offsetof(WGPULimits, maxStorageTexturesPerShaderStage) && offsetof(Limits,
    maxUniformBuffersPerShaderStage) == offsetof(WGPULimits, maxUniformBuffersPerShaderStage) && offsetof(Limits,
    maxUniformBufferBindingSize) == offsetof(WGPULimits, maxUniformBufferBindingSize) && offsetof(Limits,
    maxStorageBufferBindingSize) == offsetof(WGPULimits, maxStorageBufferBindingSize) && offsetof(Limits,
    minUniformBufferOffsetAlignment) == offsetof(WGPULimits, minUniformBufferOffsetAlignment) && offsetof(Limits,
    minStorageBufferOffsetAlignment) == offsetof(WGPULimits, minStorageBufferOffsetAlignment) && offsetof(Limits,
    maxVertexBuffers) == offsetof(WGPULimits, maxVertexBuffers) && offsetof(Limits,
    maxBufferSize) == offsetof(WGPULimits, maxBufferSize) && offsetof(Limits,
    maxVertexAttributes) == offsetof(WGPULimits, maxVertexAttributes) && offsetof(Limits,
    maxVertexBufferArrayStride) == offsetof(WGPULimits, maxVertexBufferArrayStride) && offsetof(Limits,
    maxInterStageShaderVariables) == offsetof(WGPULimits, maxInterStageShaderVariables) && offsetof(Limits,
    maxColorAttachments) == offsetof(WGPULimits, maxColorAttachments) && offsetof(Limits,
    maxColorAttachmentBytesPerSample) == offsetof(WGPULimits, maxColorAttachmentBytesPerSample) && offsetof(Limits,
    maxComputeWorkgroupStorageSize) == offsetof(WGPULimits, maxComputeWorkgroupStorageSize) && offsetof(Limits,
    maxComputeInvocationsPerWorkgroup) == offsetof(WGPULimits, maxComputeInvocationsPerWorkgroup) && offsetof(Limits,
    maxComputeWorkgroupSizeX) == offsetof(WGPULimits, maxComputeWorkgroupSizeX) && offsetof(Limits,
    maxComputeWorkgroupSizeY) == offsetof(WGPULimits, maxComputeWorkgroupSizeY) && offsetof(Limits,
    maxComputeWorkgroupSizeZ) == offsetof(WGPULimits, maxComputeWorkgroupSizeZ) && offsetof(Limits,
    maxComputeWorkgroupsPerDimension) == offsetof(WGPULimits, maxComputeWorkgroupsPerDimension) && offsetof(Limits,
    maxImmediateSize) == offsetof(WGPULimits, maxImmediateSize));

struct QueueDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(QueueDescriptor) == sizeof(WGPUQueueDescriptor) &&
    alignof(QueueDescriptor) == alignof(WGPUQueueDescriptor) && offsetof(QueueDescriptor,
    nextInChain) == offsetof(WGPUQueueDescriptor, nextInChain) && offsetof(QueueDescriptor,
    label) == offsetof(WGPUQueueDescriptor, label));

struct DeviceDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  size_t requiredFeatureCount = 0;
  FeatureName const *requiredFeatures = nullptr;
  Limits const *requiredLimits = nullptr;
  QueueDescriptor defaultQueue = {};
  WGPUDeviceLostCallbackInfo deviceLostCallbackInfo = WGPU_DEVICE_LOST_CALLBACK_INFO_INIT;
  WGPUUncapturedErrorCallbackInfo uncapturedErrorCallbackInfo = WGPU_UNCAPTURED_ERROR_CALLBACK_INFO_INIT;
  // f(Device const &, DeviceLostReason, StringView), and with user data behind.
  template <class... F>
  void SetDeviceLostCallback(CallbackMode callbackMode, F... callback) {
    deviceLostCallbackInfo = WGPU_DEVICE_LOST_CALLBACK_INFO_INIT;
    deviceLostCallbackInfo.mode = static_cast<WGPUCallbackMode>(callbackMode);
    detail::bind(deviceLostCallbackInfo, std::move(callback)...);
  }
  // f(Device const &, ErrorType, StringView), and with a pointer behind. Without captures: it is called again and again.
  template <class... F>
  void SetUncapturedErrorCallback(F... callback) {
    uncapturedErrorCallbackInfo = WGPU_UNCAPTURED_ERROR_CALLBACK_INFO_INIT;
    detail::bind(uncapturedErrorCallbackInfo, std::move(callback)...);
  }
};
static_assert(sizeof(DeviceDescriptor) == sizeof(WGPUDeviceDescriptor) &&
    alignof(DeviceDescriptor) == alignof(WGPUDeviceDescriptor) && offsetof(DeviceDescriptor,
    nextInChain) == offsetof(WGPUDeviceDescriptor, nextInChain) && offsetof(DeviceDescriptor,
    label) == offsetof(WGPUDeviceDescriptor, label) && offsetof(DeviceDescriptor,
    requiredFeatureCount) == offsetof(WGPUDeviceDescriptor, requiredFeatureCount) && offsetof(DeviceDescriptor,
    requiredFeatures) == offsetof(WGPUDeviceDescriptor, requiredFeatures) && offsetof(DeviceDescriptor,
    requiredLimits) == offsetof(WGPUDeviceDescriptor, requiredLimits) && offsetof(DeviceDescriptor,
    defaultQueue) == offsetof(WGPUDeviceDescriptor, defaultQueue) && offsetof(DeviceDescriptor,
    deviceLostCallbackInfo) == offsetof(WGPUDeviceDescriptor, deviceLostCallbackInfo) && offsetof(DeviceDescriptor,
    uncapturedErrorCallbackInfo) == offsetof(WGPUDeviceDescriptor, uncapturedErrorCallbackInfo));

struct Extent3D {
  uint32_t width = 0;
  uint32_t height = 1;
  uint32_t depthOrArrayLayers = 1;
};
static_assert(sizeof(Extent3D) == sizeof(WGPUExtent3D) && alignof(Extent3D) == alignof(WGPUExtent3D) &&
    offsetof(Extent3D, width) == offsetof(WGPUExtent3D, width) && offsetof(Extent3D, height) == offsetof(WGPUExtent3D,
    height) && offsetof(Extent3D, depthOrArrayLayers) == offsetof(WGPUExtent3D, depthOrArrayLayers));

// Chained to BindGroupEntry.
struct ExternalTextureBindingEntry : ChainedStruct {
  ExternalTextureBindingEntry() : ChainedStruct{nullptr, SType::ExternalTextureBindingEntry} {}
  struct Init;
  ExternalTextureBindingEntry(Init&& init);
  alignas(ChainedStruct) ExternalTexture externalTexture = nullptr;
};
struct ExternalTextureBindingEntry::Init {
  ChainedStruct const * nextInChain = nullptr;
  ExternalTexture externalTexture = nullptr;
};
inline ExternalTextureBindingEntry::ExternalTextureBindingEntry(Init&& init) : ChainedStruct{init.nextInChain,
    SType::ExternalTextureBindingEntry}, externalTexture(std::move(init.externalTexture)) {}
static_assert(sizeof(ExternalTextureBindingEntry) == sizeof(WGPUExternalTextureBindingEntry) &&
    alignof(ExternalTextureBindingEntry) == alignof(WGPUExternalTextureBindingEntry) &&
    offsetof(ExternalTextureBindingEntry, externalTexture) == offsetof(WGPUExternalTextureBindingEntry,
    externalTexture));

// Chained to BindGroupLayoutEntry.
struct ExternalTextureBindingLayout : ChainedStruct {
  ExternalTextureBindingLayout() : ChainedStruct{nullptr, SType::ExternalTextureBindingLayout} {}
};
static_assert(sizeof(ExternalTextureBindingLayout) == sizeof(WGPUExternalTextureBindingLayout) &&
    alignof(ExternalTextureBindingLayout) == alignof(WGPUExternalTextureBindingLayout));

struct FragmentState {
  ChainedStruct const *nextInChain = nullptr;
  ShaderModule module = nullptr;
  StringView entryPoint = {};
  size_t constantCount = 0;
  ConstantEntry const *constants = nullptr;
  size_t targetCount = 0;
  ColorTargetState const *targets = nullptr;
};
static_assert(sizeof(FragmentState) == sizeof(WGPUFragmentState) &&
    alignof(FragmentState) == alignof(WGPUFragmentState) && offsetof(FragmentState,
    nextInChain) == offsetof(WGPUFragmentState, nextInChain) && offsetof(FragmentState,
    module) == offsetof(WGPUFragmentState, module) && offsetof(FragmentState,
    entryPoint) == offsetof(WGPUFragmentState, entryPoint) && offsetof(FragmentState,
    constantCount) == offsetof(WGPUFragmentState, constantCount) && offsetof(FragmentState,
    constants) == offsetof(WGPUFragmentState, constants) && offsetof(FragmentState,
    targetCount) == offsetof(WGPUFragmentState, targetCount) && offsetof(FragmentState,
    targets) == offsetof(WGPUFragmentState, targets));

struct FutureWaitInfo {
  Future future = {};
  Bool completed = false;
};
static_assert(sizeof(FutureWaitInfo) == sizeof(WGPUFutureWaitInfo) &&
    alignof(FutureWaitInfo) == alignof(WGPUFutureWaitInfo) && offsetof(FutureWaitInfo,
    future) == offsetof(WGPUFutureWaitInfo, future) && offsetof(FutureWaitInfo,
    completed) == offsetof(WGPUFutureWaitInfo, completed));

struct InstanceLimits {
  ChainedStruct *nextInChain = nullptr;
  size_t timedWaitAnyMaxCount = 0;
};
static_assert(sizeof(InstanceLimits) == sizeof(WGPUInstanceLimits) &&
    alignof(InstanceLimits) == alignof(WGPUInstanceLimits) && offsetof(InstanceLimits,
    nextInChain) == offsetof(WGPUInstanceLimits, nextInChain) && offsetof(InstanceLimits,
    timedWaitAnyMaxCount) == offsetof(WGPUInstanceLimits, timedWaitAnyMaxCount));

struct InstanceDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  size_t requiredFeatureCount = 0;
  InstanceFeatureName const *requiredFeatures = nullptr;
  InstanceLimits const *requiredLimits = nullptr;
};
static_assert(sizeof(InstanceDescriptor) == sizeof(WGPUInstanceDescriptor) &&
    alignof(InstanceDescriptor) == alignof(WGPUInstanceDescriptor) && offsetof(InstanceDescriptor,
    nextInChain) == offsetof(WGPUInstanceDescriptor, nextInChain) && offsetof(InstanceDescriptor,
    requiredFeatureCount) == offsetof(WGPUInstanceDescriptor, requiredFeatureCount) && offsetof(InstanceDescriptor,
    requiredFeatures) == offsetof(WGPUInstanceDescriptor, requiredFeatures) && offsetof(InstanceDescriptor,
    requiredLimits) == offsetof(WGPUInstanceDescriptor, requiredLimits));

struct MultisampleState {
  ChainedStruct const *nextInChain = nullptr;
  uint32_t count = 1;
  uint32_t mask = 0xFFFFFFFF;
  Bool alphaToCoverageEnabled = false;
};
static_assert(sizeof(MultisampleState) == sizeof(WGPUMultisampleState) &&
    alignof(MultisampleState) == alignof(WGPUMultisampleState) && offsetof(MultisampleState,
    nextInChain) == offsetof(WGPUMultisampleState, nextInChain) && offsetof(MultisampleState,
    count) == offsetof(WGPUMultisampleState, count) && offsetof(MultisampleState,
    mask) == offsetof(WGPUMultisampleState, mask) && offsetof(MultisampleState,
    alphaToCoverageEnabled) == offsetof(WGPUMultisampleState, alphaToCoverageEnabled));

struct Origin3D {
  uint32_t x = 0;
  uint32_t y = 0;
  uint32_t z = 0;
};
static_assert(sizeof(Origin3D) == sizeof(WGPUOrigin3D) && alignof(Origin3D) == alignof(WGPUOrigin3D) &&
    offsetof(Origin3D, x) == offsetof(WGPUOrigin3D, x) && offsetof(Origin3D, y) == offsetof(WGPUOrigin3D, y) &&
    offsetof(Origin3D, z) == offsetof(WGPUOrigin3D, z));

struct PipelineLayoutDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  size_t bindGroupLayoutCount = 0;
  BindGroupLayout const *bindGroupLayouts = nullptr;
  uint32_t immediateSize = 0;
};
static_assert(sizeof(PipelineLayoutDescriptor) == sizeof(WGPUPipelineLayoutDescriptor) &&
    alignof(PipelineLayoutDescriptor) == alignof(WGPUPipelineLayoutDescriptor) && offsetof(PipelineLayoutDescriptor,
    nextInChain) == offsetof(WGPUPipelineLayoutDescriptor, nextInChain) && offsetof(PipelineLayoutDescriptor,
    label) == offsetof(WGPUPipelineLayoutDescriptor, label) && offsetof(PipelineLayoutDescriptor,
    bindGroupLayoutCount) == offsetof(WGPUPipelineLayoutDescriptor, bindGroupLayoutCount) &&
    offsetof(PipelineLayoutDescriptor, bindGroupLayouts) == offsetof(WGPUPipelineLayoutDescriptor, bindGroupLayouts) &&
    offsetof(PipelineLayoutDescriptor, immediateSize) == offsetof(WGPUPipelineLayoutDescriptor, immediateSize));

struct PrimitiveState {
  ChainedStruct const *nextInChain = nullptr;
  PrimitiveTopology topology = PrimitiveTopology::Undefined;
  IndexFormat stripIndexFormat = IndexFormat::Undefined;
  FrontFace frontFace = FrontFace::Undefined;
  CullMode cullMode = CullMode::Undefined;
  Bool unclippedDepth = false;
};
static_assert(sizeof(PrimitiveState) == sizeof(WGPUPrimitiveState) &&
    alignof(PrimitiveState) == alignof(WGPUPrimitiveState) && offsetof(PrimitiveState,
    nextInChain) == offsetof(WGPUPrimitiveState, nextInChain) && offsetof(PrimitiveState,
    topology) == offsetof(WGPUPrimitiveState, topology) && offsetof(PrimitiveState,
    stripIndexFormat) == offsetof(WGPUPrimitiveState, stripIndexFormat) && offsetof(PrimitiveState,
    frontFace) == offsetof(WGPUPrimitiveState, frontFace) && offsetof(PrimitiveState,
    cullMode) == offsetof(WGPUPrimitiveState, cullMode) && offsetof(PrimitiveState,
    unclippedDepth) == offsetof(WGPUPrimitiveState, unclippedDepth));

struct QuerySetDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  QueryType type = {};
  uint32_t count = 0;
};
static_assert(sizeof(QuerySetDescriptor) == sizeof(WGPUQuerySetDescriptor) &&
    alignof(QuerySetDescriptor) == alignof(WGPUQuerySetDescriptor) && offsetof(QuerySetDescriptor,
    nextInChain) == offsetof(WGPUQuerySetDescriptor, nextInChain) && offsetof(QuerySetDescriptor,
    label) == offsetof(WGPUQuerySetDescriptor, label) && offsetof(QuerySetDescriptor,
    type) == offsetof(WGPUQuerySetDescriptor, type) && offsetof(QuerySetDescriptor,
    count) == offsetof(WGPUQuerySetDescriptor, count));

struct RenderBundleDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(RenderBundleDescriptor) == sizeof(WGPURenderBundleDescriptor) &&
    alignof(RenderBundleDescriptor) == alignof(WGPURenderBundleDescriptor) && offsetof(RenderBundleDescriptor,
    nextInChain) == offsetof(WGPURenderBundleDescriptor, nextInChain) && offsetof(RenderBundleDescriptor,
    label) == offsetof(WGPURenderBundleDescriptor, label));

struct RenderBundleEncoderDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  size_t colorFormatCount = 0;
  TextureFormat const *colorFormats = nullptr;
  TextureFormat depthStencilFormat = TextureFormat::Undefined;
  uint32_t sampleCount = 1;
  Bool depthReadOnly = false;
  Bool stencilReadOnly = false;
};
static_assert(sizeof(RenderBundleEncoderDescriptor) == sizeof(WGPURenderBundleEncoderDescriptor) &&
    alignof(RenderBundleEncoderDescriptor) == alignof(WGPURenderBundleEncoderDescriptor) &&
    offsetof(RenderBundleEncoderDescriptor, nextInChain) == offsetof(WGPURenderBundleEncoderDescriptor, nextInChain) &&
    offsetof(RenderBundleEncoderDescriptor, label) == offsetof(WGPURenderBundleEncoderDescriptor, label) &&
    offsetof(RenderBundleEncoderDescriptor, colorFormatCount) == offsetof(WGPURenderBundleEncoderDescriptor,
    colorFormatCount) && offsetof(RenderBundleEncoderDescriptor,
    colorFormats) == offsetof(WGPURenderBundleEncoderDescriptor, colorFormats) &&
    offsetof(RenderBundleEncoderDescriptor, depthStencilFormat) == offsetof(WGPURenderBundleEncoderDescriptor,
    depthStencilFormat) && offsetof(RenderBundleEncoderDescriptor,
    sampleCount) == offsetof(WGPURenderBundleEncoderDescriptor, sampleCount) && offsetof(RenderBundleEncoderDescriptor,
    depthReadOnly) == offsetof(WGPURenderBundleEncoderDescriptor, depthReadOnly) &&
    offsetof(RenderBundleEncoderDescriptor, stencilReadOnly) == offsetof(WGPURenderBundleEncoderDescriptor,
    stencilReadOnly));

struct RenderPassColorAttachment {
  ChainedStruct const *nextInChain = nullptr;
  TextureView view = nullptr;
  uint32_t depthSlice = kDepthSliceUndefined;
  TextureView resolveTarget = nullptr;
  LoadOp loadOp = LoadOp::Undefined;
  StoreOp storeOp = StoreOp::Undefined;
  Color clearValue = {};
};
static_assert(sizeof(RenderPassColorAttachment) == sizeof(WGPURenderPassColorAttachment) &&
    alignof(RenderPassColorAttachment) == alignof(WGPURenderPassColorAttachment) && offsetof(RenderPassColorAttachment,
    nextInChain) == offsetof(WGPURenderPassColorAttachment, nextInChain) && offsetof(RenderPassColorAttachment,
    view) == offsetof(WGPURenderPassColorAttachment, view) && offsetof(RenderPassColorAttachment,
    depthSlice) == offsetof(WGPURenderPassColorAttachment, depthSlice) && offsetof(RenderPassColorAttachment,
    resolveTarget) == offsetof(WGPURenderPassColorAttachment, resolveTarget) && offsetof(RenderPassColorAttachment,
    loadOp) == offsetof(WGPURenderPassColorAttachment, loadOp) && offsetof(RenderPassColorAttachment,
    storeOp) == offsetof(WGPURenderPassColorAttachment, storeOp) && offsetof(RenderPassColorAttachment,
    clearValue) == offsetof(WGPURenderPassColorAttachment, clearValue));

struct RenderPassDepthStencilAttachment {
  ChainedStruct const *nextInChain = nullptr;
  TextureView view = nullptr;
  LoadOp depthLoadOp = LoadOp::Undefined;
  StoreOp depthStoreOp = StoreOp::Undefined;
  float depthClearValue = kDepthClearValueUndefined;
  Bool depthReadOnly = false;
  LoadOp stencilLoadOp = LoadOp::Undefined;
  StoreOp stencilStoreOp = StoreOp::Undefined;
  uint32_t stencilClearValue = 0;
  Bool stencilReadOnly = false;
};
static_assert(sizeof(RenderPassDepthStencilAttachment) == sizeof(WGPURenderPassDepthStencilAttachment) &&
    alignof(RenderPassDepthStencilAttachment) == alignof(WGPURenderPassDepthStencilAttachment) &&
    offsetof(RenderPassDepthStencilAttachment, nextInChain) == offsetof(WGPURenderPassDepthStencilAttachment,
    nextInChain) && offsetof(RenderPassDepthStencilAttachment, view) == offsetof(WGPURenderPassDepthStencilAttachment,
    view) && offsetof(RenderPassDepthStencilAttachment, depthLoadOp) == offsetof(WGPURenderPassDepthStencilAttachment,
    depthLoadOp) && offsetof(RenderPassDepthStencilAttachment,
    depthStoreOp) == offsetof(WGPURenderPassDepthStencilAttachment, depthStoreOp) &&
    offsetof(RenderPassDepthStencilAttachment, depthClearValue) == offsetof(WGPURenderPassDepthStencilAttachment,
    depthClearValue) && offsetof(RenderPassDepthStencilAttachment,
    depthReadOnly) == offsetof(WGPURenderPassDepthStencilAttachment, depthReadOnly) &&
    offsetof(RenderPassDepthStencilAttachment, stencilLoadOp) == offsetof(WGPURenderPassDepthStencilAttachment,
    stencilLoadOp) && offsetof(RenderPassDepthStencilAttachment,
    stencilStoreOp) == offsetof(WGPURenderPassDepthStencilAttachment, stencilStoreOp) &&
    offsetof(RenderPassDepthStencilAttachment, stencilClearValue) == offsetof(WGPURenderPassDepthStencilAttachment,
    stencilClearValue) && offsetof(RenderPassDepthStencilAttachment,
    stencilReadOnly) == offsetof(WGPURenderPassDepthStencilAttachment, stencilReadOnly));

struct RenderPassDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  size_t colorAttachmentCount = 0;
  RenderPassColorAttachment const *colorAttachments = nullptr;
  RenderPassDepthStencilAttachment const *depthStencilAttachment = nullptr;
  QuerySet occlusionQuerySet = nullptr;
  PassTimestampWrites const *timestampWrites = nullptr;
};
static_assert(sizeof(RenderPassDescriptor) == sizeof(WGPURenderPassDescriptor) &&
    alignof(RenderPassDescriptor) == alignof(WGPURenderPassDescriptor) && offsetof(RenderPassDescriptor,
    nextInChain) == offsetof(WGPURenderPassDescriptor, nextInChain) && offsetof(RenderPassDescriptor,
    label) == offsetof(WGPURenderPassDescriptor, label) && offsetof(RenderPassDescriptor,
    colorAttachmentCount) == offsetof(WGPURenderPassDescriptor, colorAttachmentCount) && offsetof(RenderPassDescriptor,
    colorAttachments) == offsetof(WGPURenderPassDescriptor, colorAttachments) && offsetof(RenderPassDescriptor,
    depthStencilAttachment) == offsetof(WGPURenderPassDescriptor, depthStencilAttachment) &&
    offsetof(RenderPassDescriptor, occlusionQuerySet) == offsetof(WGPURenderPassDescriptor, occlusionQuerySet) &&
    offsetof(RenderPassDescriptor, timestampWrites) == offsetof(WGPURenderPassDescriptor, timestampWrites));

// Chained to RenderPassDescriptor.
struct RenderPassMaxDrawCount : ChainedStruct {
  RenderPassMaxDrawCount() : ChainedStruct{nullptr, SType::RenderPassMaxDrawCount} {}
  struct Init;
  RenderPassMaxDrawCount(Init&& init);
  alignas(ChainedStruct) uint64_t maxDrawCount = 50000000;
};
struct RenderPassMaxDrawCount::Init {
  ChainedStruct const * nextInChain = nullptr;
  uint64_t maxDrawCount = 50000000;
};
inline RenderPassMaxDrawCount::RenderPassMaxDrawCount(Init&& init) : ChainedStruct{init.nextInChain,
    SType::RenderPassMaxDrawCount}, maxDrawCount(std::move(init.maxDrawCount)) {}
static_assert(sizeof(RenderPassMaxDrawCount) == sizeof(WGPURenderPassMaxDrawCount) &&
    alignof(RenderPassMaxDrawCount) == alignof(WGPURenderPassMaxDrawCount) && offsetof(RenderPassMaxDrawCount,
    maxDrawCount) == offsetof(WGPURenderPassMaxDrawCount, maxDrawCount));

struct VertexAttribute {
  ChainedStruct const *nextInChain = nullptr;
  VertexFormat format = {};
  uint64_t offset = 0;
  uint32_t shaderLocation = 0;
};
static_assert(sizeof(VertexAttribute) == sizeof(WGPUVertexAttribute) &&
    alignof(VertexAttribute) == alignof(WGPUVertexAttribute) && offsetof(VertexAttribute,
    nextInChain) == offsetof(WGPUVertexAttribute, nextInChain) && offsetof(VertexAttribute,
    format) == offsetof(WGPUVertexAttribute, format) && offsetof(VertexAttribute,
    offset) == offsetof(WGPUVertexAttribute, offset) && offsetof(VertexAttribute,
    shaderLocation) == offsetof(WGPUVertexAttribute, shaderLocation));

struct VertexBufferLayout {
  ChainedStruct const *nextInChain = nullptr;
  VertexStepMode stepMode = VertexStepMode::Undefined;
  uint64_t arrayStride = 0;
  size_t attributeCount = 0;
  VertexAttribute const *attributes = nullptr;
};
static_assert(sizeof(VertexBufferLayout) == sizeof(WGPUVertexBufferLayout) &&
    alignof(VertexBufferLayout) == alignof(WGPUVertexBufferLayout) && offsetof(VertexBufferLayout,
    nextInChain) == offsetof(WGPUVertexBufferLayout, nextInChain) && offsetof(VertexBufferLayout,
    stepMode) == offsetof(WGPUVertexBufferLayout, stepMode) && offsetof(VertexBufferLayout,
    arrayStride) == offsetof(WGPUVertexBufferLayout, arrayStride) && offsetof(VertexBufferLayout,
    attributeCount) == offsetof(WGPUVertexBufferLayout, attributeCount) && offsetof(VertexBufferLayout,
    attributes) == offsetof(WGPUVertexBufferLayout, attributes));

struct VertexState {
  ChainedStruct const *nextInChain = nullptr;
  ShaderModule module = nullptr;
  StringView entryPoint = {};
  size_t constantCount = 0;
  ConstantEntry const *constants = nullptr;
  size_t bufferCount = 0;
  VertexBufferLayout const *buffers = nullptr;
};
static_assert(sizeof(VertexState) == sizeof(WGPUVertexState) && alignof(VertexState) == alignof(WGPUVertexState) &&
    offsetof(VertexState, nextInChain) == offsetof(WGPUVertexState, nextInChain) && offsetof(VertexState,
    module) == offsetof(WGPUVertexState, module) && offsetof(VertexState, entryPoint) == offsetof(WGPUVertexState,
    entryPoint) && offsetof(VertexState, constantCount) == offsetof(WGPUVertexState, constantCount) &&
    offsetof(VertexState, constants) == offsetof(WGPUVertexState, constants) && offsetof(VertexState,
    bufferCount) == offsetof(WGPUVertexState, bufferCount) && offsetof(VertexState,
    buffers) == offsetof(WGPUVertexState, buffers));

struct RenderPipelineDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  PipelineLayout layout = nullptr;
  VertexState vertex = {};
  PrimitiveState primitive = {};
  DepthStencilState const *depthStencil = nullptr;
  MultisampleState multisample = {};
  FragmentState const *fragment = nullptr;
};
static_assert(sizeof(RenderPipelineDescriptor) == sizeof(WGPURenderPipelineDescriptor) &&
    alignof(RenderPipelineDescriptor) == alignof(WGPURenderPipelineDescriptor) && offsetof(RenderPipelineDescriptor,
    nextInChain) == offsetof(WGPURenderPipelineDescriptor, nextInChain) && offsetof(RenderPipelineDescriptor,
    label) == offsetof(WGPURenderPipelineDescriptor, label) && offsetof(RenderPipelineDescriptor,
    layout) == offsetof(WGPURenderPipelineDescriptor, layout) && offsetof(RenderPipelineDescriptor,
    vertex) == offsetof(WGPURenderPipelineDescriptor, vertex) && offsetof(RenderPipelineDescriptor,
    primitive) == offsetof(WGPURenderPipelineDescriptor, primitive) && offsetof(RenderPipelineDescriptor,
    depthStencil) == offsetof(WGPURenderPipelineDescriptor, depthStencil) && offsetof(RenderPipelineDescriptor,
    multisample) == offsetof(WGPURenderPipelineDescriptor, multisample) && offsetof(RenderPipelineDescriptor,
    fragment) == offsetof(WGPURenderPipelineDescriptor, fragment));

struct RequestAdapterOptions {
  ChainedStruct const *nextInChain = nullptr;
  FeatureLevel featureLevel = FeatureLevel::Undefined;
  PowerPreference powerPreference = PowerPreference::Undefined;
  Bool forceFallbackAdapter = false;
  BackendType backendType = BackendType::Undefined;
  Surface compatibleSurface = nullptr;
};
static_assert(sizeof(RequestAdapterOptions) == sizeof(WGPURequestAdapterOptions) &&
    alignof(RequestAdapterOptions) == alignof(WGPURequestAdapterOptions) && offsetof(RequestAdapterOptions,
    nextInChain) == offsetof(WGPURequestAdapterOptions, nextInChain) && offsetof(RequestAdapterOptions,
    featureLevel) == offsetof(WGPURequestAdapterOptions, featureLevel) && offsetof(RequestAdapterOptions,
    powerPreference) == offsetof(WGPURequestAdapterOptions, powerPreference) && offsetof(RequestAdapterOptions,
    forceFallbackAdapter) == offsetof(WGPURequestAdapterOptions, forceFallbackAdapter) &&
    offsetof(RequestAdapterOptions, backendType) == offsetof(WGPURequestAdapterOptions, backendType) &&
    offsetof(RequestAdapterOptions, compatibleSurface) == offsetof(WGPURequestAdapterOptions, compatibleSurface));

// Chained to RequestAdapterOptions.
struct RequestAdapterWebXROptions : ChainedStruct {
  RequestAdapterWebXROptions() : ChainedStruct{nullptr, SType::RequestAdapterWebXROptions} {}
  struct Init;
  RequestAdapterWebXROptions(Init&& init);
  alignas(ChainedStruct) Bool xrCompatible = false;
};
struct RequestAdapterWebXROptions::Init {
  ChainedStruct const * nextInChain = nullptr;
  Bool xrCompatible = false;
};
inline RequestAdapterWebXROptions::RequestAdapterWebXROptions(Init&& init) : ChainedStruct{init.nextInChain,
    SType::RequestAdapterWebXROptions}, xrCompatible(std::move(init.xrCompatible)) {}
static_assert(sizeof(RequestAdapterWebXROptions) == sizeof(WGPURequestAdapterWebXROptions) &&
    alignof(RequestAdapterWebXROptions) == alignof(WGPURequestAdapterWebXROptions) &&
    offsetof(RequestAdapterWebXROptions, xrCompatible) == offsetof(WGPURequestAdapterWebXROptions, xrCompatible));

struct SamplerDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  AddressMode addressModeU = AddressMode::Undefined;
  AddressMode addressModeV = AddressMode::Undefined;
  AddressMode addressModeW = AddressMode::Undefined;
  FilterMode magFilter = FilterMode::Undefined;
  FilterMode minFilter = FilterMode::Undefined;
  MipmapFilterMode mipmapFilter = MipmapFilterMode::Undefined;
  float lodMinClamp = 0;
  float lodMaxClamp = 32;
  CompareFunction compare = CompareFunction::Undefined;
  uint16_t maxAnisotropy = 1;
};
static_assert(sizeof(SamplerDescriptor) == sizeof(WGPUSamplerDescriptor) &&
    alignof(SamplerDescriptor) == alignof(WGPUSamplerDescriptor) && offsetof(SamplerDescriptor,
    nextInChain) == offsetof(WGPUSamplerDescriptor, nextInChain) && offsetof(SamplerDescriptor,
    label) == offsetof(WGPUSamplerDescriptor, label) && offsetof(SamplerDescriptor,
    addressModeU) == offsetof(WGPUSamplerDescriptor, addressModeU) && offsetof(SamplerDescriptor,
    addressModeV) == offsetof(WGPUSamplerDescriptor, addressModeV) && offsetof(SamplerDescriptor,
    addressModeW) == offsetof(WGPUSamplerDescriptor, addressModeW) && offsetof(SamplerDescriptor,
    magFilter) == offsetof(WGPUSamplerDescriptor, magFilter) && offsetof(SamplerDescriptor,
    minFilter) == offsetof(WGPUSamplerDescriptor, minFilter) && offsetof(SamplerDescriptor,
    mipmapFilter) == offsetof(WGPUSamplerDescriptor, mipmapFilter) && offsetof(SamplerDescriptor,
    lodMinClamp) == offsetof(WGPUSamplerDescriptor, lodMinClamp) && offsetof(SamplerDescriptor,
    lodMaxClamp) == offsetof(WGPUSamplerDescriptor, lodMaxClamp) && offsetof(SamplerDescriptor,
    compare) == offsetof(WGPUSamplerDescriptor, compare) && offsetof(SamplerDescriptor,
    maxAnisotropy) == offsetof(WGPUSamplerDescriptor, maxAnisotropy));

struct ShaderModuleDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(ShaderModuleDescriptor) == sizeof(WGPUShaderModuleDescriptor) &&
    alignof(ShaderModuleDescriptor) == alignof(WGPUShaderModuleDescriptor) && offsetof(ShaderModuleDescriptor,
    nextInChain) == offsetof(WGPUShaderModuleDescriptor, nextInChain) && offsetof(ShaderModuleDescriptor,
    label) == offsetof(WGPUShaderModuleDescriptor, label));

// Chained to ShaderModuleDescriptor.
struct ShaderSourceSPIRV : ChainedStruct {
  ShaderSourceSPIRV() : ChainedStruct{nullptr, SType::ShaderSourceSPIRV} {}
  struct Init;
  ShaderSourceSPIRV(Init&& init);
  alignas(ChainedStruct) uint32_t codeSize = 0;
  uint32_t const *code = nullptr;
};
struct ShaderSourceSPIRV::Init {
  ChainedStruct const * nextInChain = nullptr;
  uint32_t codeSize = 0;
  uint32_t const *code = nullptr;
};
inline ShaderSourceSPIRV::ShaderSourceSPIRV(Init&& init) : ChainedStruct{init.nextInChain, SType::ShaderSourceSPIRV},
    codeSize(std::move(init.codeSize)), code(std::move(init.code)) {}
static_assert(sizeof(ShaderSourceSPIRV) == sizeof(WGPUShaderSourceSPIRV) &&
    alignof(ShaderSourceSPIRV) == alignof(WGPUShaderSourceSPIRV) && offsetof(ShaderSourceSPIRV,
    codeSize) == offsetof(WGPUShaderSourceSPIRV, codeSize) && offsetof(ShaderSourceSPIRV,
    code) == offsetof(WGPUShaderSourceSPIRV, code));

// Chained to ShaderModuleDescriptor.
struct ShaderSourceWGSL : ChainedStruct {
  ShaderSourceWGSL() : ChainedStruct{nullptr, SType::ShaderSourceWGSL} {}
  struct Init;
  ShaderSourceWGSL(Init&& init);
  alignas(ChainedStruct) StringView code = {};
};
struct ShaderSourceWGSL::Init {
  ChainedStruct const * nextInChain = nullptr;
  StringView code = {};
};
inline ShaderSourceWGSL::ShaderSourceWGSL(Init&& init) : ChainedStruct{init.nextInChain, SType::ShaderSourceWGSL},
    code(std::move(init.code)) {}
static_assert(sizeof(ShaderSourceWGSL) == sizeof(WGPUShaderSourceWGSL) &&
    alignof(ShaderSourceWGSL) == alignof(WGPUShaderSourceWGSL) && offsetof(ShaderSourceWGSL,
    code) == offsetof(WGPUShaderSourceWGSL, code));

struct SupportedFeatures {
  SupportedFeatures() = default;
  ~SupportedFeatures() { FreeMembers(); }
  SupportedFeatures(SupportedFeatures const &) = delete;
  SupportedFeatures& operator=(SupportedFeatures const &) = delete;
  SupportedFeatures(SupportedFeatures&& other) noexcept { *this = std::move(other); }
  SupportedFeatures& operator=(SupportedFeatures&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    featureCount = std::exchange(other.featureCount, {});
    features = std::exchange(other.features, {});
    return *this;
  }
  void FreeMembers();
  size_t featureCount = 0;
  FeatureName const *features = nullptr;
};
static_assert(sizeof(SupportedFeatures) == sizeof(WGPUSupportedFeatures) &&
    alignof(SupportedFeatures) == alignof(WGPUSupportedFeatures) && offsetof(SupportedFeatures,
    featureCount) == offsetof(WGPUSupportedFeatures, featureCount) && offsetof(SupportedFeatures,
    features) == offsetof(WGPUSupportedFeatures, features));

struct SupportedInstanceFeatures {
  SupportedInstanceFeatures() = default;
  ~SupportedInstanceFeatures() { FreeMembers(); }
  SupportedInstanceFeatures(SupportedInstanceFeatures const &) = delete;
  SupportedInstanceFeatures& operator=(SupportedInstanceFeatures const &) = delete;
  SupportedInstanceFeatures(SupportedInstanceFeatures&& other) noexcept { *this = std::move(other); }
  SupportedInstanceFeatures& operator=(SupportedInstanceFeatures&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    featureCount = std::exchange(other.featureCount, {});
    features = std::exchange(other.features, {});
    return *this;
  }
  void FreeMembers();
  size_t featureCount = 0;
  InstanceFeatureName const *features = nullptr;
};
static_assert(sizeof(SupportedInstanceFeatures) == sizeof(WGPUSupportedInstanceFeatures) &&
    alignof(SupportedInstanceFeatures) == alignof(WGPUSupportedInstanceFeatures) && offsetof(SupportedInstanceFeatures,
    featureCount) == offsetof(WGPUSupportedInstanceFeatures, featureCount) && offsetof(SupportedInstanceFeatures,
    features) == offsetof(WGPUSupportedInstanceFeatures, features));

struct SupportedWGSLLanguageFeatures {
  SupportedWGSLLanguageFeatures() = default;
  ~SupportedWGSLLanguageFeatures() { FreeMembers(); }
  SupportedWGSLLanguageFeatures(SupportedWGSLLanguageFeatures const &) = delete;
  SupportedWGSLLanguageFeatures& operator=(SupportedWGSLLanguageFeatures const &) = delete;
  SupportedWGSLLanguageFeatures(SupportedWGSLLanguageFeatures&& other) noexcept { *this = std::move(other); }
  SupportedWGSLLanguageFeatures& operator=(SupportedWGSLLanguageFeatures&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    featureCount = std::exchange(other.featureCount, {});
    features = std::exchange(other.features, {});
    return *this;
  }
  void FreeMembers();
  size_t featureCount = 0;
  WGSLLanguageFeatureName const *features = nullptr;
};
static_assert(sizeof(SupportedWGSLLanguageFeatures) == sizeof(WGPUSupportedWGSLLanguageFeatures) &&
    alignof(SupportedWGSLLanguageFeatures) == alignof(WGPUSupportedWGSLLanguageFeatures) &&
    offsetof(SupportedWGSLLanguageFeatures, featureCount) == offsetof(WGPUSupportedWGSLLanguageFeatures,
    featureCount) && offsetof(SupportedWGSLLanguageFeatures, features) == offsetof(WGPUSupportedWGSLLanguageFeatures,
    features));

struct SurfaceCapabilities {
  SurfaceCapabilities() = default;
  ~SurfaceCapabilities() { FreeMembers(); }
  SurfaceCapabilities(SurfaceCapabilities const &) = delete;
  SurfaceCapabilities& operator=(SurfaceCapabilities const &) = delete;
  SurfaceCapabilities(SurfaceCapabilities&& other) noexcept { *this = std::move(other); }
  SurfaceCapabilities& operator=(SurfaceCapabilities&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    usages = std::exchange(other.usages, {});
    formatCount = std::exchange(other.formatCount, {});
    formats = std::exchange(other.formats, {});
    presentModeCount = std::exchange(other.presentModeCount, {});
    presentModes = std::exchange(other.presentModes, {});
    alphaModeCount = std::exchange(other.alphaModeCount, {});
    alphaModes = std::exchange(other.alphaModes, {});
    return *this;
  }
  void FreeMembers();
  ChainedStruct *nextInChain = nullptr;
  TextureUsage usages = TextureUsage::None;
  size_t formatCount = 0;
  TextureFormat const *formats = nullptr;
  size_t presentModeCount = 0;
  PresentMode const *presentModes = nullptr;
  size_t alphaModeCount = 0;
  CompositeAlphaMode const *alphaModes = nullptr;
};
static_assert(sizeof(SurfaceCapabilities) == sizeof(WGPUSurfaceCapabilities) &&
    alignof(SurfaceCapabilities) == alignof(WGPUSurfaceCapabilities) && offsetof(SurfaceCapabilities,
    nextInChain) == offsetof(WGPUSurfaceCapabilities, nextInChain) && offsetof(SurfaceCapabilities,
    usages) == offsetof(WGPUSurfaceCapabilities, usages) && offsetof(SurfaceCapabilities,
    formatCount) == offsetof(WGPUSurfaceCapabilities, formatCount) && offsetof(SurfaceCapabilities,
    formats) == offsetof(WGPUSurfaceCapabilities, formats) && offsetof(SurfaceCapabilities,
    presentModeCount) == offsetof(WGPUSurfaceCapabilities, presentModeCount) && offsetof(SurfaceCapabilities,
    presentModes) == offsetof(WGPUSurfaceCapabilities, presentModes) && offsetof(SurfaceCapabilities,
    alphaModeCount) == offsetof(WGPUSurfaceCapabilities, alphaModeCount) && offsetof(SurfaceCapabilities,
    alphaModes) == offsetof(WGPUSurfaceCapabilities, alphaModes));

// Chained to SurfaceConfiguration.
struct SurfaceColorManagement : ChainedStruct {
  SurfaceColorManagement() : ChainedStruct{nullptr, SType::SurfaceColorManagement} {}
  struct Init;
  SurfaceColorManagement(Init&& init);
  alignas(ChainedStruct) PredefinedColorSpace colorSpace = {};
  ToneMappingMode toneMappingMode = {};
};
struct SurfaceColorManagement::Init {
  ChainedStruct const * nextInChain = nullptr;
  PredefinedColorSpace colorSpace = {};
  ToneMappingMode toneMappingMode = {};
};
inline SurfaceColorManagement::SurfaceColorManagement(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceColorManagement}, colorSpace(std::move(init.colorSpace)),
    toneMappingMode(std::move(init.toneMappingMode)) {}
static_assert(sizeof(SurfaceColorManagement) == sizeof(WGPUSurfaceColorManagement) &&
    alignof(SurfaceColorManagement) == alignof(WGPUSurfaceColorManagement) && offsetof(SurfaceColorManagement,
    colorSpace) == offsetof(WGPUSurfaceColorManagement, colorSpace) && offsetof(SurfaceColorManagement,
    toneMappingMode) == offsetof(WGPUSurfaceColorManagement, toneMappingMode));

struct SurfaceConfiguration {
  ChainedStruct const *nextInChain = nullptr;
  Device device = nullptr;
  TextureFormat format = TextureFormat::Undefined;
  TextureUsage usage = TextureUsage::RenderAttachment;
  uint32_t width = 0;
  uint32_t height = 0;
  size_t viewFormatCount = 0;
  TextureFormat const *viewFormats = nullptr;
  CompositeAlphaMode alphaMode = CompositeAlphaMode::Auto;
  PresentMode presentMode = PresentMode::Undefined;
};
static_assert(sizeof(SurfaceConfiguration) == sizeof(WGPUSurfaceConfiguration) &&
    alignof(SurfaceConfiguration) == alignof(WGPUSurfaceConfiguration) && offsetof(SurfaceConfiguration,
    nextInChain) == offsetof(WGPUSurfaceConfiguration, nextInChain) && offsetof(SurfaceConfiguration,
    device) == offsetof(WGPUSurfaceConfiguration, device) && offsetof(SurfaceConfiguration,
    format) == offsetof(WGPUSurfaceConfiguration, format) && offsetof(SurfaceConfiguration,
    usage) == offsetof(WGPUSurfaceConfiguration, usage) && offsetof(SurfaceConfiguration,
    width) == offsetof(WGPUSurfaceConfiguration, width) && offsetof(SurfaceConfiguration,
    height) == offsetof(WGPUSurfaceConfiguration, height) && offsetof(SurfaceConfiguration,
    viewFormatCount) == offsetof(WGPUSurfaceConfiguration, viewFormatCount) && offsetof(SurfaceConfiguration,
    viewFormats) == offsetof(WGPUSurfaceConfiguration, viewFormats) && offsetof(SurfaceConfiguration,
    alphaMode) == offsetof(WGPUSurfaceConfiguration, alphaMode) && offsetof(SurfaceConfiguration,
    presentMode) == offsetof(WGPUSurfaceConfiguration, presentMode));

struct SurfaceDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
};
static_assert(sizeof(SurfaceDescriptor) == sizeof(WGPUSurfaceDescriptor) &&
    alignof(SurfaceDescriptor) == alignof(WGPUSurfaceDescriptor) && offsetof(SurfaceDescriptor,
    nextInChain) == offsetof(WGPUSurfaceDescriptor, nextInChain) && offsetof(SurfaceDescriptor,
    label) == offsetof(WGPUSurfaceDescriptor, label));

// Chained to SurfaceDescriptor.
struct SurfaceSourceAndroidNativeWindow : ChainedStruct {
  SurfaceSourceAndroidNativeWindow() : ChainedStruct{nullptr, SType::SurfaceSourceAndroidNativeWindow} {}
  struct Init;
  SurfaceSourceAndroidNativeWindow(Init&& init);
  alignas(ChainedStruct) void *window = nullptr;
};
struct SurfaceSourceAndroidNativeWindow::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *window = nullptr;
};
inline SurfaceSourceAndroidNativeWindow::SurfaceSourceAndroidNativeWindow(Init&& init) : ChainedStruct{init.nextInChain, SType::SurfaceSourceAndroidNativeWindow}, window(std::move(init.window)) {}
static_assert(sizeof(SurfaceSourceAndroidNativeWindow) == sizeof(WGPUSurfaceSourceAndroidNativeWindow) &&
    alignof(SurfaceSourceAndroidNativeWindow) == alignof(WGPUSurfaceSourceAndroidNativeWindow) &&
    offsetof(SurfaceSourceAndroidNativeWindow, window) == offsetof(WGPUSurfaceSourceAndroidNativeWindow, window));

// Chained to SurfaceDescriptor.
struct SurfaceSourceMetalLayer : ChainedStruct {
  SurfaceSourceMetalLayer() : ChainedStruct{nullptr, SType::SurfaceSourceMetalLayer} {}
  struct Init;
  SurfaceSourceMetalLayer(Init&& init);
  alignas(ChainedStruct) void *layer = nullptr;
};
struct SurfaceSourceMetalLayer::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *layer = nullptr;
};
inline SurfaceSourceMetalLayer::SurfaceSourceMetalLayer(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceSourceMetalLayer}, layer(std::move(init.layer)) {}
static_assert(sizeof(SurfaceSourceMetalLayer) == sizeof(WGPUSurfaceSourceMetalLayer) &&
    alignof(SurfaceSourceMetalLayer) == alignof(WGPUSurfaceSourceMetalLayer) && offsetof(SurfaceSourceMetalLayer,
    layer) == offsetof(WGPUSurfaceSourceMetalLayer, layer));

// Chained to SurfaceDescriptor.
struct SurfaceSourceWaylandSurface : ChainedStruct {
  SurfaceSourceWaylandSurface() : ChainedStruct{nullptr, SType::SurfaceSourceWaylandSurface} {}
  struct Init;
  SurfaceSourceWaylandSurface(Init&& init);
  alignas(ChainedStruct) void *display = nullptr;
  void *surface = nullptr;
};
struct SurfaceSourceWaylandSurface::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *display = nullptr;
  void *surface = nullptr;
};
inline SurfaceSourceWaylandSurface::SurfaceSourceWaylandSurface(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceSourceWaylandSurface}, display(std::move(init.display)), surface(std::move(init.surface)) {}
static_assert(sizeof(SurfaceSourceWaylandSurface) == sizeof(WGPUSurfaceSourceWaylandSurface) &&
    alignof(SurfaceSourceWaylandSurface) == alignof(WGPUSurfaceSourceWaylandSurface) &&
    offsetof(SurfaceSourceWaylandSurface, display) == offsetof(WGPUSurfaceSourceWaylandSurface, display) &&
    offsetof(SurfaceSourceWaylandSurface, surface) == offsetof(WGPUSurfaceSourceWaylandSurface, surface));

// Chained to SurfaceDescriptor.
struct SurfaceSourceWindowsHWND : ChainedStruct {
  SurfaceSourceWindowsHWND() : ChainedStruct{nullptr, SType::SurfaceSourceWindowsHWND} {}
  struct Init;
  SurfaceSourceWindowsHWND(Init&& init);
  alignas(ChainedStruct) void *hinstance = nullptr;
  void *hwnd = nullptr;
};
struct SurfaceSourceWindowsHWND::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *hinstance = nullptr;
  void *hwnd = nullptr;
};
inline SurfaceSourceWindowsHWND::SurfaceSourceWindowsHWND(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceSourceWindowsHWND}, hinstance(std::move(init.hinstance)), hwnd(std::move(init.hwnd)) {}
static_assert(sizeof(SurfaceSourceWindowsHWND) == sizeof(WGPUSurfaceSourceWindowsHWND) &&
    alignof(SurfaceSourceWindowsHWND) == alignof(WGPUSurfaceSourceWindowsHWND) && offsetof(SurfaceSourceWindowsHWND,
    hinstance) == offsetof(WGPUSurfaceSourceWindowsHWND, hinstance) && offsetof(SurfaceSourceWindowsHWND,
    hwnd) == offsetof(WGPUSurfaceSourceWindowsHWND, hwnd));

// Chained to SurfaceDescriptor.
struct SurfaceSourceXCBWindow : ChainedStruct {
  SurfaceSourceXCBWindow() : ChainedStruct{nullptr, SType::SurfaceSourceXCBWindow} {}
  struct Init;
  SurfaceSourceXCBWindow(Init&& init);
  alignas(ChainedStruct) void *connection = nullptr;
  uint32_t window = 0;
};
struct SurfaceSourceXCBWindow::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *connection = nullptr;
  uint32_t window = 0;
};
inline SurfaceSourceXCBWindow::SurfaceSourceXCBWindow(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceSourceXCBWindow}, connection(std::move(init.connection)), window(std::move(init.window)) {}
static_assert(sizeof(SurfaceSourceXCBWindow) == sizeof(WGPUSurfaceSourceXCBWindow) &&
    alignof(SurfaceSourceXCBWindow) == alignof(WGPUSurfaceSourceXCBWindow) && offsetof(SurfaceSourceXCBWindow,
    connection) == offsetof(WGPUSurfaceSourceXCBWindow, connection) && offsetof(SurfaceSourceXCBWindow,
    window) == offsetof(WGPUSurfaceSourceXCBWindow, window));

// Chained to SurfaceDescriptor.
struct SurfaceSourceXlibWindow : ChainedStruct {
  SurfaceSourceXlibWindow() : ChainedStruct{nullptr, SType::SurfaceSourceXlibWindow} {}
  struct Init;
  SurfaceSourceXlibWindow(Init&& init);
  alignas(ChainedStruct) void *display = nullptr;
  uint64_t window = 0;
};
struct SurfaceSourceXlibWindow::Init {
  ChainedStruct const * nextInChain = nullptr;
  void *display = nullptr;
  uint64_t window = 0;
};
inline SurfaceSourceXlibWindow::SurfaceSourceXlibWindow(Init&& init) : ChainedStruct{init.nextInChain,
    SType::SurfaceSourceXlibWindow}, display(std::move(init.display)), window(std::move(init.window)) {}
static_assert(sizeof(SurfaceSourceXlibWindow) == sizeof(WGPUSurfaceSourceXlibWindow) &&
    alignof(SurfaceSourceXlibWindow) == alignof(WGPUSurfaceSourceXlibWindow) && offsetof(SurfaceSourceXlibWindow,
    display) == offsetof(WGPUSurfaceSourceXlibWindow, display) && offsetof(SurfaceSourceXlibWindow,
    window) == offsetof(WGPUSurfaceSourceXlibWindow, window));

struct SurfaceTexture {
  ChainedStruct *nextInChain = nullptr;
  Texture texture = nullptr;
  SurfaceGetCurrentTextureStatus status = {};
};
static_assert(sizeof(SurfaceTexture) == sizeof(WGPUSurfaceTexture) &&
    alignof(SurfaceTexture) == alignof(WGPUSurfaceTexture) && offsetof(SurfaceTexture,
    nextInChain) == offsetof(WGPUSurfaceTexture, nextInChain) && offsetof(SurfaceTexture,
    texture) == offsetof(WGPUSurfaceTexture, texture) && offsetof(SurfaceTexture,
    status) == offsetof(WGPUSurfaceTexture, status));

struct TexelCopyBufferLayout {
  uint64_t offset = 0;
  uint32_t bytesPerRow = kCopyStrideUndefined;
  uint32_t rowsPerImage = kCopyStrideUndefined;
};
static_assert(sizeof(TexelCopyBufferLayout) == sizeof(WGPUTexelCopyBufferLayout) &&
    alignof(TexelCopyBufferLayout) == alignof(WGPUTexelCopyBufferLayout) && offsetof(TexelCopyBufferLayout,
    offset) == offsetof(WGPUTexelCopyBufferLayout, offset) && offsetof(TexelCopyBufferLayout,
    bytesPerRow) == offsetof(WGPUTexelCopyBufferLayout, bytesPerRow) && offsetof(TexelCopyBufferLayout,
    rowsPerImage) == offsetof(WGPUTexelCopyBufferLayout, rowsPerImage));

struct TexelCopyBufferInfo {
  TexelCopyBufferLayout layout = {};
  Buffer buffer = nullptr;
};
static_assert(sizeof(TexelCopyBufferInfo) == sizeof(WGPUTexelCopyBufferInfo) &&
    alignof(TexelCopyBufferInfo) == alignof(WGPUTexelCopyBufferInfo) && offsetof(TexelCopyBufferInfo,
    layout) == offsetof(WGPUTexelCopyBufferInfo, layout) && offsetof(TexelCopyBufferInfo,
    buffer) == offsetof(WGPUTexelCopyBufferInfo, buffer));

struct TexelCopyTextureInfo {
  Texture texture = nullptr;
  uint32_t mipLevel = 0;
  Origin3D origin = {};
  TextureAspect aspect = TextureAspect::Undefined;
};
static_assert(sizeof(TexelCopyTextureInfo) == sizeof(WGPUTexelCopyTextureInfo) &&
    alignof(TexelCopyTextureInfo) == alignof(WGPUTexelCopyTextureInfo) && offsetof(TexelCopyTextureInfo,
    texture) == offsetof(WGPUTexelCopyTextureInfo, texture) && offsetof(TexelCopyTextureInfo,
    mipLevel) == offsetof(WGPUTexelCopyTextureInfo, mipLevel) && offsetof(TexelCopyTextureInfo,
    origin) == offsetof(WGPUTexelCopyTextureInfo, origin) && offsetof(TexelCopyTextureInfo,
    aspect) == offsetof(WGPUTexelCopyTextureInfo, aspect));

// Chained to TextureDescriptor.
struct TextureBindingViewDimension : ChainedStruct {
  TextureBindingViewDimension() : ChainedStruct{nullptr, SType::TextureBindingViewDimension} {}
  struct Init;
  TextureBindingViewDimension(Init&& init);
  alignas(ChainedStruct) TextureViewDimension textureBindingViewDimension = TextureViewDimension::Undefined;
};
struct TextureBindingViewDimension::Init {
  ChainedStruct const * nextInChain = nullptr;
  TextureViewDimension textureBindingViewDimension = TextureViewDimension::Undefined;
};
inline TextureBindingViewDimension::TextureBindingViewDimension(Init&& init) : ChainedStruct{init.nextInChain,
    SType::TextureBindingViewDimension}, textureBindingViewDimension(std::move(init.textureBindingViewDimension)) {}
static_assert(sizeof(TextureBindingViewDimension) == sizeof(WGPUTextureBindingViewDimension) &&
    alignof(TextureBindingViewDimension) == alignof(WGPUTextureBindingViewDimension) &&
    offsetof(TextureBindingViewDimension, textureBindingViewDimension) == offsetof(WGPUTextureBindingViewDimension,
    textureBindingViewDimension));

struct TextureComponentSwizzle {
  ComponentSwizzle r = ComponentSwizzle::Undefined;
  ComponentSwizzle g = ComponentSwizzle::Undefined;
  ComponentSwizzle b = ComponentSwizzle::Undefined;
  ComponentSwizzle a = ComponentSwizzle::Undefined;
};
static_assert(sizeof(TextureComponentSwizzle) == sizeof(WGPUTextureComponentSwizzle) &&
    alignof(TextureComponentSwizzle) == alignof(WGPUTextureComponentSwizzle) && offsetof(TextureComponentSwizzle,
    r) == offsetof(WGPUTextureComponentSwizzle, r) && offsetof(TextureComponentSwizzle,
    g) == offsetof(WGPUTextureComponentSwizzle, g) && offsetof(TextureComponentSwizzle,
    b) == offsetof(WGPUTextureComponentSwizzle, b) && offsetof(TextureComponentSwizzle,
    a) == offsetof(WGPUTextureComponentSwizzle, a));

// Chained to TextureViewDescriptor.
struct TextureComponentSwizzleDescriptor : ChainedStruct {
  TextureComponentSwizzleDescriptor() : ChainedStruct{nullptr, SType::TextureComponentSwizzleDescriptor} {}
  struct Init;
  TextureComponentSwizzleDescriptor(Init&& init);
  alignas(ChainedStruct) TextureComponentSwizzle swizzle = {};
};
struct TextureComponentSwizzleDescriptor::Init {
  ChainedStruct const * nextInChain = nullptr;
  TextureComponentSwizzle swizzle = {};
};
inline TextureComponentSwizzleDescriptor::TextureComponentSwizzleDescriptor(Init&& init) : ChainedStruct{init.nextInChain, SType::TextureComponentSwizzleDescriptor}, swizzle(std::move(init.swizzle)) {}
static_assert(sizeof(TextureComponentSwizzleDescriptor) == sizeof(WGPUTextureComponentSwizzleDescriptor) &&
    alignof(TextureComponentSwizzleDescriptor) == alignof(WGPUTextureComponentSwizzleDescriptor) &&
    offsetof(TextureComponentSwizzleDescriptor, swizzle) == offsetof(WGPUTextureComponentSwizzleDescriptor, swizzle));

struct TextureDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  TextureUsage usage = TextureUsage::None;
  TextureDimension dimension = TextureDimension::Undefined;
  Extent3D size = {};
  TextureFormat format = TextureFormat::Undefined;
  uint32_t mipLevelCount = 1;
  uint32_t sampleCount = 1;
  size_t viewFormatCount = 0;
  TextureFormat const *viewFormats = nullptr;
};
static_assert(sizeof(TextureDescriptor) == sizeof(WGPUTextureDescriptor) &&
    alignof(TextureDescriptor) == alignof(WGPUTextureDescriptor) && offsetof(TextureDescriptor,
    nextInChain) == offsetof(WGPUTextureDescriptor, nextInChain) && offsetof(TextureDescriptor,
    label) == offsetof(WGPUTextureDescriptor, label) && offsetof(TextureDescriptor,
    usage) == offsetof(WGPUTextureDescriptor, usage) && offsetof(TextureDescriptor,
    dimension) == offsetof(WGPUTextureDescriptor, dimension) && offsetof(TextureDescriptor,
    size) == offsetof(WGPUTextureDescriptor, size) && offsetof(TextureDescriptor,
    format) == offsetof(WGPUTextureDescriptor, format) && offsetof(TextureDescriptor,
    mipLevelCount) == offsetof(WGPUTextureDescriptor, mipLevelCount) && offsetof(TextureDescriptor,
    sampleCount) == offsetof(WGPUTextureDescriptor, sampleCount) && offsetof(TextureDescriptor,
    viewFormatCount) == offsetof(WGPUTextureDescriptor, viewFormatCount) && offsetof(TextureDescriptor,
    viewFormats) == offsetof(WGPUTextureDescriptor, viewFormats));

struct TextureViewDescriptor {
  ChainedStruct const *nextInChain = nullptr;
  StringView label = {};
  TextureFormat format = TextureFormat::Undefined;
  TextureViewDimension dimension = TextureViewDimension::Undefined;
  uint32_t baseMipLevel = 0;
  uint32_t mipLevelCount = kMipLevelCountUndefined;
  uint32_t baseArrayLayer = 0;
  uint32_t arrayLayerCount = kArrayLayerCountUndefined;
  TextureAspect aspect = TextureAspect::Undefined;
  TextureUsage usage = TextureUsage::None;
};
static_assert(sizeof(TextureViewDescriptor) == sizeof(WGPUTextureViewDescriptor) &&
    alignof(TextureViewDescriptor) == alignof(WGPUTextureViewDescriptor) && offsetof(TextureViewDescriptor,
    nextInChain) == offsetof(WGPUTextureViewDescriptor, nextInChain) && offsetof(TextureViewDescriptor,
    label) == offsetof(WGPUTextureViewDescriptor, label) && offsetof(TextureViewDescriptor,
    format) == offsetof(WGPUTextureViewDescriptor, format) && offsetof(TextureViewDescriptor,
    dimension) == offsetof(WGPUTextureViewDescriptor, dimension) && offsetof(TextureViewDescriptor,
    baseMipLevel) == offsetof(WGPUTextureViewDescriptor, baseMipLevel) && offsetof(TextureViewDescriptor,
    mipLevelCount) == offsetof(WGPUTextureViewDescriptor, mipLevelCount) && offsetof(TextureViewDescriptor,
    baseArrayLayer) == offsetof(WGPUTextureViewDescriptor, baseArrayLayer) && offsetof(TextureViewDescriptor,
    arrayLayerCount) == offsetof(WGPUTextureViewDescriptor, arrayLayerCount) && offsetof(TextureViewDescriptor,
    aspect) == offsetof(WGPUTextureViewDescriptor, aspect) && offsetof(TextureViewDescriptor,
    usage) == offsetof(WGPUTextureViewDescriptor, usage));

struct SubgroupMatrixConfig {
  SubgroupMatrixComponentType componentType = {};
  SubgroupMatrixComponentType resultComponentType = {};
  uint32_t M = 0;
  uint32_t N = 0;
  uint32_t K = 0;
};
static_assert(sizeof(SubgroupMatrixConfig) == sizeof(WGPUSubgroupMatrixConfig) &&
    alignof(SubgroupMatrixConfig) == alignof(WGPUSubgroupMatrixConfig) && offsetof(SubgroupMatrixConfig,
    componentType) == offsetof(WGPUSubgroupMatrixConfig, componentType) && offsetof(SubgroupMatrixConfig,
    resultComponentType) == offsetof(WGPUSubgroupMatrixConfig, resultComponentType) && offsetof(SubgroupMatrixConfig,
    M) == offsetof(WGPUSubgroupMatrixConfig, M) && offsetof(SubgroupMatrixConfig,
    N) == offsetof(WGPUSubgroupMatrixConfig, N) && offsetof(SubgroupMatrixConfig,
    K) == offsetof(WGPUSubgroupMatrixConfig, K));

// Chained to AdapterInfo.
struct AdapterPropertiesSubgroupMatrixConfigs : ChainedStruct {
  AdapterPropertiesSubgroupMatrixConfigs() : ChainedStruct{nullptr, SType::AdapterPropertiesSubgroupMatrixConfigs} {}
  ~AdapterPropertiesSubgroupMatrixConfigs() { FreeMembers(); }
  AdapterPropertiesSubgroupMatrixConfigs(AdapterPropertiesSubgroupMatrixConfigs const &) = delete;
  AdapterPropertiesSubgroupMatrixConfigs& operator=(AdapterPropertiesSubgroupMatrixConfigs const &) = delete;
  AdapterPropertiesSubgroupMatrixConfigs(AdapterPropertiesSubgroupMatrixConfigs&& other) noexcept : AdapterPropertiesSubgroupMatrixConfigs() { *this = std::move(other); }
  AdapterPropertiesSubgroupMatrixConfigs& operator=(AdapterPropertiesSubgroupMatrixConfigs&& other) noexcept {
    if (this == &other) return *this;
    FreeMembers();
    configCount = std::exchange(other.configCount, {});
    configs = std::exchange(other.configs, {});
    return *this;
  }
  void FreeMembers();
  alignas(ChainedStruct) size_t configCount = 0;
  SubgroupMatrixConfig const *configs = nullptr;
};
static_assert(sizeof(AdapterPropertiesSubgroupMatrixConfigs) == sizeof(WGPUAdapterPropertiesSubgroupMatrixConfigs) &&
    alignof(AdapterPropertiesSubgroupMatrixConfigs) == alignof(WGPUAdapterPropertiesSubgroupMatrixConfigs) &&
    offsetof(AdapterPropertiesSubgroupMatrixConfigs,
    configCount) == offsetof(WGPUAdapterPropertiesSubgroupMatrixConfigs, configCount) &&
    offsetof(AdapterPropertiesSubgroupMatrixConfigs, configs) == offsetof(WGPUAdapterPropertiesSubgroupMatrixConfigs,
    configs));

// Chained to InstanceDescriptor.
// Chained to RequestAdapterOptions.
// Chained to DeviceDescriptor.
struct DawnTogglesDescriptor : ChainedStruct {
  DawnTogglesDescriptor() : ChainedStruct{nullptr, SType::DawnTogglesDescriptor} {}
  struct Init;
  DawnTogglesDescriptor(Init&& init);
  alignas(ChainedStruct) size_t enabledToggleCount = 0;
  char const * const *enabledToggles = nullptr;
  size_t disabledToggleCount = 0;
  char const * const *disabledToggles = nullptr;
};
struct DawnTogglesDescriptor::Init {
  ChainedStruct const * nextInChain = nullptr;
  size_t enabledToggleCount = 0;
  char const * const *enabledToggles = nullptr;
  size_t disabledToggleCount = 0;
  char const * const *disabledToggles = nullptr;
};
inline DawnTogglesDescriptor::DawnTogglesDescriptor(Init&& init) : ChainedStruct{init.nextInChain,
    SType::DawnTogglesDescriptor}, enabledToggleCount(std::move(init.enabledToggleCount)),
    enabledToggles(std::move(init.enabledToggles)), disabledToggleCount(std::move(init.disabledToggleCount)),
    disabledToggles(std::move(init.disabledToggles)) {}
static_assert(sizeof(DawnTogglesDescriptor) == sizeof(WGPUDawnTogglesDescriptor) &&
    alignof(DawnTogglesDescriptor) == alignof(WGPUDawnTogglesDescriptor) && offsetof(DawnTogglesDescriptor,
    enabledToggleCount) == offsetof(WGPUDawnTogglesDescriptor, enabledToggleCount) && offsetof(DawnTogglesDescriptor,
    enabledToggles) == offsetof(WGPUDawnTogglesDescriptor, enabledToggles) && offsetof(DawnTogglesDescriptor,
    disabledToggleCount) == offsetof(WGPUDawnTogglesDescriptor, disabledToggleCount) && offsetof(DawnTogglesDescriptor,
    disabledToggles) == offsetof(WGPUDawnTogglesDescriptor, disabledToggles));

#if defined(__GNUC__)
#  pragma GCC diagnostic pop
#endif

inline void AdapterInfo::FreeMembers() {
  if (!vendor.data && !architecture.data && !device.data && !description.data) return;
  wgpuAdapterInfoFreeMembers(*reinterpret_cast<WGPUAdapterInfo*>(this));
  vendor = {};
  architecture = {};
  device = {};
  description = {};
}
inline void SupportedFeatures::FreeMembers() {
  if (!features) return;
  wgpuSupportedFeaturesFreeMembers(*reinterpret_cast<WGPUSupportedFeatures*>(this));
  featureCount = 0;
  features = nullptr;
}
inline void SupportedInstanceFeatures::FreeMembers() {
  if (!features) return;
  wgpuSupportedInstanceFeaturesFreeMembers(*reinterpret_cast<WGPUSupportedInstanceFeatures*>(this));
  featureCount = 0;
  features = nullptr;
}
inline void SupportedWGSLLanguageFeatures::FreeMembers() {
  if (!features) return;
  wgpuSupportedWGSLLanguageFeaturesFreeMembers(*reinterpret_cast<WGPUSupportedWGSLLanguageFeatures*>(this));
  featureCount = 0;
  features = nullptr;
}
inline void SurfaceCapabilities::FreeMembers() {
  if (!formats && !presentModes && !alphaModes) return;
  wgpuSurfaceCapabilitiesFreeMembers(*reinterpret_cast<WGPUSurfaceCapabilities*>(this));
  formatCount = 0;
  formats = nullptr;
  presentModeCount = 0;
  presentModes = nullptr;
  alphaModeCount = 0;
  alphaModes = nullptr;
}
inline void AdapterPropertiesSubgroupMatrixConfigs::FreeMembers() {
  if (!configs) return;
  wgpuAdapterPropertiesSubgroupMatrixConfigsFreeMembers(*reinterpret_cast<WGPUAdapterPropertiesSubgroupMatrixConfigs*>(this));
  configCount = 0;
  configs = nullptr;
}
inline ConvertibleStatus Adapter::GetLimits(Limits * limits) const {
  return static_cast<Status>(wgpuAdapterGetLimits(Get(), reinterpret_cast<WGPULimits *>(limits)));
}
inline bool Adapter::HasFeature(FeatureName feature) const {
  return wgpuAdapterHasFeature(Get(), static_cast<WGPUFeatureName>(feature)) != 0;
}
inline void Adapter::GetFeatures(SupportedFeatures * features) const {
  features->FreeMembers();
  wgpuAdapterGetFeatures(Get(), reinterpret_cast<WGPUSupportedFeatures *>(features));
}
inline ConvertibleStatus Adapter::GetInfo(AdapterInfo * info) const {
  info->FreeMembers();
  return static_cast<Status>(wgpuAdapterGetInfo(Get(), reinterpret_cast<WGPUAdapterInfo *>(info)));
}
template <class F>
Future Adapter::RequestDevice(DeviceDescriptor const * descriptor, CallbackMode callbackMode, F callback) const {
  WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuAdapterRequestDevice(Get(), reinterpret_cast<WGPUDeviceDescriptor const *>(descriptor), info).id};
}
template <class F, class T>
Future Adapter::RequestDevice(DeviceDescriptor const * descriptor, CallbackMode callbackMode, F callback,
    T userdata) const {
  WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuAdapterRequestDevice(Get(), reinterpret_cast<WGPUDeviceDescriptor const *>(descriptor), info).id};
}
inline void BindGroup::SetLabel(StringView label) const {
  wgpuBindGroupSetLabel(Get(), label);
}
inline void BindGroupLayout::SetLabel(StringView label) const {
  wgpuBindGroupLayoutSetLabel(Get(), label);
}
template <class F>
Future Buffer::MapAsync(MapMode mode, size_t offset, size_t size, CallbackMode callbackMode, F callback) const {
  WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuBufferMapAsync(Get(), static_cast<WGPUMapMode>(mode), offset, size, info).id};
}
template <class F, class T>
Future Buffer::MapAsync(MapMode mode, size_t offset, size_t size, CallbackMode callbackMode, F callback,
    T userdata) const {
  WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuBufferMapAsync(Get(), static_cast<WGPUMapMode>(mode), offset, size, info).id};
}
inline void * Buffer::GetMappedRange(size_t offset, size_t size) const {
  return wgpuBufferGetMappedRange(Get(), offset, size);
}
inline void const * Buffer::GetConstMappedRange(size_t offset, size_t size) const {
  return wgpuBufferGetConstMappedRange(Get(), offset, size);
}
inline ConvertibleStatus Buffer::ReadMappedRange(size_t offset, void * data, size_t size) const {
  return static_cast<Status>(wgpuBufferReadMappedRange(Get(), offset, data, size));
}
inline ConvertibleStatus Buffer::WriteMappedRange(size_t offset, void const * data, size_t size) const {
  return static_cast<Status>(wgpuBufferWriteMappedRange(Get(), offset, data, size));
}
inline void Buffer::SetLabel(StringView label) const {
  wgpuBufferSetLabel(Get(), label);
}
inline BufferUsage Buffer::GetUsage() const {
  return static_cast<BufferUsage>(wgpuBufferGetUsage(Get()));
}
inline uint64_t Buffer::GetSize() const {
  return wgpuBufferGetSize(Get());
}
inline BufferMapState Buffer::GetMapState() const {
  return static_cast<BufferMapState>(wgpuBufferGetMapState(Get()));
}
inline void Buffer::Unmap() const {
  wgpuBufferUnmap(Get());
}
inline void Buffer::Destroy() const {
  wgpuBufferDestroy(Get());
}
inline void CommandBuffer::SetLabel(StringView label) const {
  wgpuCommandBufferSetLabel(Get(), label);
}
inline CommandBuffer CommandEncoder::Finish(CommandBufferDescriptor const * descriptor) const {
  return CommandBuffer::Acquire(wgpuCommandEncoderFinish(Get(),
      reinterpret_cast<WGPUCommandBufferDescriptor const *>(descriptor)));
}
inline ComputePassEncoder CommandEncoder::BeginComputePass(ComputePassDescriptor const * descriptor) const {
  return ComputePassEncoder::Acquire(wgpuCommandEncoderBeginComputePass(Get(),
      reinterpret_cast<WGPUComputePassDescriptor const *>(descriptor)));
}
inline RenderPassEncoder CommandEncoder::BeginRenderPass(RenderPassDescriptor const * descriptor) const {
  return RenderPassEncoder::Acquire(wgpuCommandEncoderBeginRenderPass(Get(),
      reinterpret_cast<WGPURenderPassDescriptor const *>(descriptor)));
}
inline void CommandEncoder::CopyBufferToBuffer(Buffer const & source, uint64_t sourceOffset,
    Buffer const & destination, uint64_t destinationOffset, uint64_t size) const {
  wgpuCommandEncoderCopyBufferToBuffer(Get(), source.Get(), sourceOffset, destination.Get(), destinationOffset, size);
}
inline void CommandEncoder::CopyBufferToTexture(TexelCopyBufferInfo const * source,
    TexelCopyTextureInfo const * destination, Extent3D const * copySize) const {
  wgpuCommandEncoderCopyBufferToTexture(Get(), reinterpret_cast<WGPUTexelCopyBufferInfo const *>(source),
      reinterpret_cast<WGPUTexelCopyTextureInfo const *>(destination),
      reinterpret_cast<WGPUExtent3D const *>(copySize));
}
inline void CommandEncoder::CopyTextureToBuffer(TexelCopyTextureInfo const * source,
    TexelCopyBufferInfo const * destination, Extent3D const * copySize) const {
  wgpuCommandEncoderCopyTextureToBuffer(Get(), reinterpret_cast<WGPUTexelCopyTextureInfo const *>(source),
      reinterpret_cast<WGPUTexelCopyBufferInfo const *>(destination), reinterpret_cast<WGPUExtent3D const *>(copySize));
}
inline void CommandEncoder::CopyTextureToTexture(TexelCopyTextureInfo const * source,
    TexelCopyTextureInfo const * destination, Extent3D const * copySize) const {
  wgpuCommandEncoderCopyTextureToTexture(Get(), reinterpret_cast<WGPUTexelCopyTextureInfo const *>(source),
      reinterpret_cast<WGPUTexelCopyTextureInfo const *>(destination),
      reinterpret_cast<WGPUExtent3D const *>(copySize));
}
inline void CommandEncoder::ClearBuffer(Buffer const & buffer, uint64_t offset, uint64_t size) const {
  wgpuCommandEncoderClearBuffer(Get(), buffer.Get(), offset, size);
}
inline void CommandEncoder::InsertDebugMarker(StringView markerLabel) const {
  wgpuCommandEncoderInsertDebugMarker(Get(), markerLabel);
}
inline void CommandEncoder::PopDebugGroup() const {
  wgpuCommandEncoderPopDebugGroup(Get());
}
inline void CommandEncoder::PushDebugGroup(StringView groupLabel) const {
  wgpuCommandEncoderPushDebugGroup(Get(), groupLabel);
}
inline void CommandEncoder::ResolveQuerySet(QuerySet const & querySet, uint32_t firstQuery, uint32_t queryCount,
    Buffer const & destination, uint64_t destinationOffset) const {
  wgpuCommandEncoderResolveQuerySet(Get(), querySet.Get(), firstQuery, queryCount, destination.Get(),
      destinationOffset);
}
inline void CommandEncoder::WriteTimestamp(QuerySet const & querySet, uint32_t queryIndex) const {
  wgpuCommandEncoderWriteTimestamp(Get(), querySet.Get(), queryIndex);
}
inline void CommandEncoder::SetLabel(StringView label) const {
  wgpuCommandEncoderSetLabel(Get(), label);
}
inline void ComputePassEncoder::InsertDebugMarker(StringView markerLabel) const {
  wgpuComputePassEncoderInsertDebugMarker(Get(), markerLabel);
}
inline void ComputePassEncoder::PopDebugGroup() const {
  wgpuComputePassEncoderPopDebugGroup(Get());
}
inline void ComputePassEncoder::PushDebugGroup(StringView groupLabel) const {
  wgpuComputePassEncoderPushDebugGroup(Get(), groupLabel);
}
inline void ComputePassEncoder::SetPipeline(ComputePipeline const & pipeline) const {
  wgpuComputePassEncoderSetPipeline(Get(), pipeline.Get());
}
inline void ComputePassEncoder::SetBindGroup(uint32_t groupIndex, BindGroup const & group, size_t dynamicOffsetCount,
    uint32_t const * dynamicOffsets) const {
  wgpuComputePassEncoderSetBindGroup(Get(), groupIndex, group.Get(), dynamicOffsetCount, dynamicOffsets);
}
inline void ComputePassEncoder::SetImmediates(uint32_t offset, void const * data, size_t size) const {
  wgpuComputePassEncoderSetImmediates(Get(), offset, data, size);
}
inline void ComputePassEncoder::DispatchWorkgroups(uint32_t workgroupCountX, uint32_t workgroupCountY,
    uint32_t workgroupCountZ) const {
  wgpuComputePassEncoderDispatchWorkgroups(Get(), workgroupCountX, workgroupCountY, workgroupCountZ);
}
inline void ComputePassEncoder::DispatchWorkgroupsIndirect(Buffer const & indirectBuffer,
    uint64_t indirectOffset) const {
  wgpuComputePassEncoderDispatchWorkgroupsIndirect(Get(), indirectBuffer.Get(), indirectOffset);
}
inline void ComputePassEncoder::End() const {
  wgpuComputePassEncoderEnd(Get());
}
inline void ComputePassEncoder::SetLabel(StringView label) const {
  wgpuComputePassEncoderSetLabel(Get(), label);
}
inline BindGroupLayout ComputePipeline::GetBindGroupLayout(uint32_t groupIndex) const {
  return BindGroupLayout::Acquire(wgpuComputePipelineGetBindGroupLayout(Get(), groupIndex));
}
inline void ComputePipeline::SetLabel(StringView label) const {
  wgpuComputePipelineSetLabel(Get(), label);
}
inline BindGroup Device::CreateBindGroup(BindGroupDescriptor const * descriptor) const {
  return BindGroup::Acquire(wgpuDeviceCreateBindGroup(Get(),
      reinterpret_cast<WGPUBindGroupDescriptor const *>(descriptor)));
}
inline BindGroupLayout Device::CreateBindGroupLayout(BindGroupLayoutDescriptor const * descriptor) const {
  return BindGroupLayout::Acquire(wgpuDeviceCreateBindGroupLayout(Get(),
      reinterpret_cast<WGPUBindGroupLayoutDescriptor const *>(descriptor)));
}
inline Buffer Device::CreateBuffer(BufferDescriptor const * descriptor) const {
  return Buffer::Acquire(wgpuDeviceCreateBuffer(Get(), reinterpret_cast<WGPUBufferDescriptor const *>(descriptor)));
}
inline CommandEncoder Device::CreateCommandEncoder(CommandEncoderDescriptor const * descriptor) const {
  return CommandEncoder::Acquire(wgpuDeviceCreateCommandEncoder(Get(),
      reinterpret_cast<WGPUCommandEncoderDescriptor const *>(descriptor)));
}
inline ComputePipeline Device::CreateComputePipeline(ComputePipelineDescriptor const * descriptor) const {
  return ComputePipeline::Acquire(wgpuDeviceCreateComputePipeline(Get(),
      reinterpret_cast<WGPUComputePipelineDescriptor const *>(descriptor)));
}
template <class F>
Future Device::CreateComputePipelineAsync(ComputePipelineDescriptor const * descriptor, CallbackMode callbackMode,
    F callback) const {
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuDeviceCreateComputePipelineAsync(Get(),
      reinterpret_cast<WGPUComputePipelineDescriptor const *>(descriptor), info).id};
}
template <class F, class T>
Future Device::CreateComputePipelineAsync(ComputePipelineDescriptor const * descriptor, CallbackMode callbackMode,
    F callback, T userdata) const {
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuDeviceCreateComputePipelineAsync(Get(),
      reinterpret_cast<WGPUComputePipelineDescriptor const *>(descriptor), info).id};
}
inline PipelineLayout Device::CreatePipelineLayout(PipelineLayoutDescriptor const * descriptor) const {
  return PipelineLayout::Acquire(wgpuDeviceCreatePipelineLayout(Get(),
      reinterpret_cast<WGPUPipelineLayoutDescriptor const *>(descriptor)));
}
inline QuerySet Device::CreateQuerySet(QuerySetDescriptor const * descriptor) const {
  return QuerySet::Acquire(wgpuDeviceCreateQuerySet(Get(),
      reinterpret_cast<WGPUQuerySetDescriptor const *>(descriptor)));
}
template <class F>
Future Device::CreateRenderPipelineAsync(RenderPipelineDescriptor const * descriptor, CallbackMode callbackMode,
    F callback) const {
  WGPUCreateRenderPipelineAsyncCallbackInfo info = WGPU_CREATE_RENDER_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuDeviceCreateRenderPipelineAsync(Get(),
      reinterpret_cast<WGPURenderPipelineDescriptor const *>(descriptor), info).id};
}
template <class F, class T>
Future Device::CreateRenderPipelineAsync(RenderPipelineDescriptor const * descriptor, CallbackMode callbackMode,
    F callback, T userdata) const {
  WGPUCreateRenderPipelineAsyncCallbackInfo info = WGPU_CREATE_RENDER_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuDeviceCreateRenderPipelineAsync(Get(),
      reinterpret_cast<WGPURenderPipelineDescriptor const *>(descriptor), info).id};
}
inline RenderBundleEncoder Device::CreateRenderBundleEncoder(RenderBundleEncoderDescriptor const * descriptor) const {
  return RenderBundleEncoder::Acquire(wgpuDeviceCreateRenderBundleEncoder(Get(),
      reinterpret_cast<WGPURenderBundleEncoderDescriptor const *>(descriptor)));
}
inline RenderPipeline Device::CreateRenderPipeline(RenderPipelineDescriptor const * descriptor) const {
  return RenderPipeline::Acquire(wgpuDeviceCreateRenderPipeline(Get(),
      reinterpret_cast<WGPURenderPipelineDescriptor const *>(descriptor)));
}
inline Sampler Device::CreateSampler(SamplerDescriptor const * descriptor) const {
  return Sampler::Acquire(wgpuDeviceCreateSampler(Get(), reinterpret_cast<WGPUSamplerDescriptor const *>(descriptor)));
}
inline ShaderModule Device::CreateShaderModule(ShaderModuleDescriptor const * descriptor) const {
  return ShaderModule::Acquire(wgpuDeviceCreateShaderModule(Get(),
      reinterpret_cast<WGPUShaderModuleDescriptor const *>(descriptor)));
}
inline Texture Device::CreateTexture(TextureDescriptor const * descriptor) const {
  return Texture::Acquire(wgpuDeviceCreateTexture(Get(), reinterpret_cast<WGPUTextureDescriptor const *>(descriptor)));
}
inline void Device::Destroy() const {
  wgpuDeviceDestroy(Get());
}
inline Future Device::GetLostFuture() const {
  return Future{wgpuDeviceGetLostFuture(Get()).id};
}
inline ConvertibleStatus Device::GetLimits(Limits * limits) const {
  return static_cast<Status>(wgpuDeviceGetLimits(Get(), reinterpret_cast<WGPULimits *>(limits)));
}
inline bool Device::HasFeature(FeatureName feature) const {
  return wgpuDeviceHasFeature(Get(), static_cast<WGPUFeatureName>(feature)) != 0;
}
inline void Device::GetFeatures(SupportedFeatures * features) const {
  features->FreeMembers();
  wgpuDeviceGetFeatures(Get(), reinterpret_cast<WGPUSupportedFeatures *>(features));
}
inline ConvertibleStatus Device::GetAdapterInfo(AdapterInfo * adapterInfo) const {
  adapterInfo->FreeMembers();
  return static_cast<Status>(wgpuDeviceGetAdapterInfo(Get(), reinterpret_cast<WGPUAdapterInfo *>(adapterInfo)));
}
inline Queue Device::GetQueue() const {
  return Queue::Acquire(wgpuDeviceGetQueue(Get()));
}
inline void Device::PushErrorScope(ErrorFilter filter) const {
  wgpuDevicePushErrorScope(Get(), static_cast<WGPUErrorFilter>(filter));
}
template <class F>
Future Device::PopErrorScope(CallbackMode callbackMode, F callback) const {
  WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuDevicePopErrorScope(Get(), info).id};
}
template <class F, class T>
Future Device::PopErrorScope(CallbackMode callbackMode, F callback, T userdata) const {
  WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuDevicePopErrorScope(Get(), info).id};
}
inline void Device::SetLabel(StringView label) const {
  wgpuDeviceSetLabel(Get(), label);
}
inline void Device::Tick() const {
  wgpuDeviceTick(Get());
}
template <class... F>
void Device::SetLoggingCallback(F... callback) const {
  WGPULoggingCallbackInfo info = WGPU_LOGGING_CALLBACK_INFO_INIT;
  detail::bind(info, std::move(callback)...);
  wgpuDeviceSetLoggingCallback(Get(), info);
}
inline void ExternalTexture::SetLabel(StringView label) const {
  wgpuExternalTextureSetLabel(Get(), label);
}
inline Surface Instance::CreateSurface(SurfaceDescriptor const * descriptor) const {
  return Surface::Acquire(wgpuInstanceCreateSurface(Get(),
      reinterpret_cast<WGPUSurfaceDescriptor const *>(descriptor)));
}
inline void Instance::GetWGSLLanguageFeatures(SupportedWGSLLanguageFeatures * features) const {
  features->FreeMembers();
  wgpuInstanceGetWGSLLanguageFeatures(Get(), reinterpret_cast<WGPUSupportedWGSLLanguageFeatures *>(features));
}
inline bool Instance::HasWGSLLanguageFeature(WGSLLanguageFeatureName feature) const {
  return wgpuInstanceHasWGSLLanguageFeature(Get(), static_cast<WGPUWGSLLanguageFeatureName>(feature)) != 0;
}
inline void Instance::ProcessEvents() const {
  wgpuInstanceProcessEvents(Get());
}
template <class F>
Future Instance::RequestAdapter(RequestAdapterOptions const * options, CallbackMode callbackMode, F callback) const {
  WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuInstanceRequestAdapter(Get(), reinterpret_cast<WGPURequestAdapterOptions const *>(options),
      info).id};
}
template <class F, class T>
Future Instance::RequestAdapter(RequestAdapterOptions const * options, CallbackMode callbackMode, F callback,
    T userdata) const {
  WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuInstanceRequestAdapter(Get(), reinterpret_cast<WGPURequestAdapterOptions const *>(options),
      info).id};
}
inline WaitStatus Instance::WaitAny(size_t futureCount, FutureWaitInfo * futures, uint64_t timeoutNS) const {
  return static_cast<WaitStatus>(wgpuInstanceWaitAny(Get(), futureCount,
      reinterpret_cast<WGPUFutureWaitInfo *>(futures), timeoutNS));
}
inline void PipelineLayout::SetLabel(StringView label) const {
  wgpuPipelineLayoutSetLabel(Get(), label);
}
inline void QuerySet::SetLabel(StringView label) const {
  wgpuQuerySetSetLabel(Get(), label);
}
inline QueryType QuerySet::GetType() const {
  return static_cast<QueryType>(wgpuQuerySetGetType(Get()));
}
inline uint32_t QuerySet::GetCount() const {
  return wgpuQuerySetGetCount(Get());
}
inline void QuerySet::Destroy() const {
  wgpuQuerySetDestroy(Get());
}
inline void Queue::Submit(size_t commandCount, CommandBuffer const * commands) const {
  wgpuQueueSubmit(Get(), commandCount, reinterpret_cast<WGPUCommandBuffer const *>(commands));
}
template <class F>
Future Queue::OnSubmittedWorkDone(CallbackMode callbackMode, F callback) const {
  WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuQueueOnSubmittedWorkDone(Get(), info).id};
}
template <class F, class T>
Future Queue::OnSubmittedWorkDone(CallbackMode callbackMode, F callback, T userdata) const {
  WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuQueueOnSubmittedWorkDone(Get(), info).id};
}
inline void Queue::WriteBuffer(Buffer const & buffer, uint64_t bufferOffset, void const * data, size_t size) const {
  wgpuQueueWriteBuffer(Get(), buffer.Get(), bufferOffset, data, size);
}
inline void Queue::WriteTexture(TexelCopyTextureInfo const * destination, void const * data, size_t dataSize,
    TexelCopyBufferLayout const * dataLayout, Extent3D const * writeSize) const {
  wgpuQueueWriteTexture(Get(), reinterpret_cast<WGPUTexelCopyTextureInfo const *>(destination), data, dataSize,
      reinterpret_cast<WGPUTexelCopyBufferLayout const *>(dataLayout),
      reinterpret_cast<WGPUExtent3D const *>(writeSize));
}
inline void Queue::SetLabel(StringView label) const {
  wgpuQueueSetLabel(Get(), label);
}
inline void RenderBundle::SetLabel(StringView label) const {
  wgpuRenderBundleSetLabel(Get(), label);
}
inline void RenderBundleEncoder::SetPipeline(RenderPipeline const & pipeline) const {
  wgpuRenderBundleEncoderSetPipeline(Get(), pipeline.Get());
}
inline void RenderBundleEncoder::SetBindGroup(uint32_t groupIndex, BindGroup const & group, size_t dynamicOffsetCount,
    uint32_t const * dynamicOffsets) const {
  wgpuRenderBundleEncoderSetBindGroup(Get(), groupIndex, group.Get(), dynamicOffsetCount, dynamicOffsets);
}
inline void RenderBundleEncoder::SetImmediates(uint32_t offset, void const * data, size_t size) const {
  wgpuRenderBundleEncoderSetImmediates(Get(), offset, data, size);
}
inline void RenderBundleEncoder::Draw(uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) const {
  wgpuRenderBundleEncoderDraw(Get(), vertexCount, instanceCount, firstVertex, firstInstance);
}
inline void RenderBundleEncoder::DrawIndexed(uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex,
    int32_t baseVertex, uint32_t firstInstance) const {
  wgpuRenderBundleEncoderDrawIndexed(Get(), indexCount, instanceCount, firstIndex, baseVertex, firstInstance);
}
inline void RenderBundleEncoder::DrawIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const {
  wgpuRenderBundleEncoderDrawIndirect(Get(), indirectBuffer.Get(), indirectOffset);
}
inline void RenderBundleEncoder::DrawIndexedIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const {
  wgpuRenderBundleEncoderDrawIndexedIndirect(Get(), indirectBuffer.Get(), indirectOffset);
}
inline void RenderBundleEncoder::InsertDebugMarker(StringView markerLabel) const {
  wgpuRenderBundleEncoderInsertDebugMarker(Get(), markerLabel);
}
inline void RenderBundleEncoder::PopDebugGroup() const {
  wgpuRenderBundleEncoderPopDebugGroup(Get());
}
inline void RenderBundleEncoder::PushDebugGroup(StringView groupLabel) const {
  wgpuRenderBundleEncoderPushDebugGroup(Get(), groupLabel);
}
inline void RenderBundleEncoder::SetVertexBuffer(uint32_t slot, Buffer const & buffer, uint64_t offset,
    uint64_t size) const {
  wgpuRenderBundleEncoderSetVertexBuffer(Get(), slot, buffer.Get(), offset, size);
}
inline void RenderBundleEncoder::SetIndexBuffer(Buffer const & buffer, IndexFormat format, uint64_t offset,
    uint64_t size) const {
  wgpuRenderBundleEncoderSetIndexBuffer(Get(), buffer.Get(), static_cast<WGPUIndexFormat>(format), offset, size);
}
inline RenderBundle RenderBundleEncoder::Finish(RenderBundleDescriptor const * descriptor) const {
  return RenderBundle::Acquire(wgpuRenderBundleEncoderFinish(Get(),
      reinterpret_cast<WGPURenderBundleDescriptor const *>(descriptor)));
}
inline void RenderBundleEncoder::SetLabel(StringView label) const {
  wgpuRenderBundleEncoderSetLabel(Get(), label);
}
inline void RenderPassEncoder::SetPipeline(RenderPipeline const & pipeline) const {
  wgpuRenderPassEncoderSetPipeline(Get(), pipeline.Get());
}
inline void RenderPassEncoder::SetBindGroup(uint32_t groupIndex, BindGroup const & group, size_t dynamicOffsetCount,
    uint32_t const * dynamicOffsets) const {
  wgpuRenderPassEncoderSetBindGroup(Get(), groupIndex, group.Get(), dynamicOffsetCount, dynamicOffsets);
}
inline void RenderPassEncoder::SetImmediates(uint32_t offset, void const * data, size_t size) const {
  wgpuRenderPassEncoderSetImmediates(Get(), offset, data, size);
}
inline void RenderPassEncoder::Draw(uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) const {
  wgpuRenderPassEncoderDraw(Get(), vertexCount, instanceCount, firstVertex, firstInstance);
}
inline void RenderPassEncoder::DrawIndexed(uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex,
    int32_t baseVertex, uint32_t firstInstance) const {
  wgpuRenderPassEncoderDrawIndexed(Get(), indexCount, instanceCount, firstIndex, baseVertex, firstInstance);
}
inline void RenderPassEncoder::DrawIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const {
  wgpuRenderPassEncoderDrawIndirect(Get(), indirectBuffer.Get(), indirectOffset);
}
inline void RenderPassEncoder::DrawIndexedIndirect(Buffer const & indirectBuffer, uint64_t indirectOffset) const {
  wgpuRenderPassEncoderDrawIndexedIndirect(Get(), indirectBuffer.Get(), indirectOffset);
}
inline void RenderPassEncoder::ExecuteBundles(size_t bundleCount, RenderBundle const * bundles) const {
  wgpuRenderPassEncoderExecuteBundles(Get(), bundleCount, reinterpret_cast<WGPURenderBundle const *>(bundles));
}
inline void RenderPassEncoder::InsertDebugMarker(StringView markerLabel) const {
  wgpuRenderPassEncoderInsertDebugMarker(Get(), markerLabel);
}
inline void RenderPassEncoder::PopDebugGroup() const {
  wgpuRenderPassEncoderPopDebugGroup(Get());
}
inline void RenderPassEncoder::PushDebugGroup(StringView groupLabel) const {
  wgpuRenderPassEncoderPushDebugGroup(Get(), groupLabel);
}
inline void RenderPassEncoder::SetStencilReference(uint32_t reference) const {
  wgpuRenderPassEncoderSetStencilReference(Get(), reference);
}
inline void RenderPassEncoder::SetBlendConstant(Color const * color) const {
  wgpuRenderPassEncoderSetBlendConstant(Get(), reinterpret_cast<WGPUColor const *>(color));
}
inline void RenderPassEncoder::SetViewport(float x, float y, float width, float height, float minDepth,
    float maxDepth) const {
  wgpuRenderPassEncoderSetViewport(Get(), x, y, width, height, minDepth, maxDepth);
}
inline void RenderPassEncoder::SetScissorRect(uint32_t x, uint32_t y, uint32_t width, uint32_t height) const {
  wgpuRenderPassEncoderSetScissorRect(Get(), x, y, width, height);
}
inline void RenderPassEncoder::SetVertexBuffer(uint32_t slot, Buffer const & buffer, uint64_t offset,
    uint64_t size) const {
  wgpuRenderPassEncoderSetVertexBuffer(Get(), slot, buffer.Get(), offset, size);
}
inline void RenderPassEncoder::SetIndexBuffer(Buffer const & buffer, IndexFormat format, uint64_t offset,
    uint64_t size) const {
  wgpuRenderPassEncoderSetIndexBuffer(Get(), buffer.Get(), static_cast<WGPUIndexFormat>(format), offset, size);
}
inline void RenderPassEncoder::BeginOcclusionQuery(uint32_t queryIndex) const {
  wgpuRenderPassEncoderBeginOcclusionQuery(Get(), queryIndex);
}
inline void RenderPassEncoder::EndOcclusionQuery() const {
  wgpuRenderPassEncoderEndOcclusionQuery(Get());
}
inline void RenderPassEncoder::End() const {
  wgpuRenderPassEncoderEnd(Get());
}
inline void RenderPassEncoder::SetLabel(StringView label) const {
  wgpuRenderPassEncoderSetLabel(Get(), label);
}
inline BindGroupLayout RenderPipeline::GetBindGroupLayout(uint32_t groupIndex) const {
  return BindGroupLayout::Acquire(wgpuRenderPipelineGetBindGroupLayout(Get(), groupIndex));
}
inline void RenderPipeline::SetLabel(StringView label) const {
  wgpuRenderPipelineSetLabel(Get(), label);
}
inline void Sampler::SetLabel(StringView label) const {
  wgpuSamplerSetLabel(Get(), label);
}
template <class F>
Future ShaderModule::GetCompilationInfo(CallbackMode callbackMode, F callback) const {
  WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback));
  return Future{wgpuShaderModuleGetCompilationInfo(Get(), info).id};
}
template <class F, class T>
Future ShaderModule::GetCompilationInfo(CallbackMode callbackMode, F callback, T userdata) const {
  WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
  info.mode = static_cast<WGPUCallbackMode>(callbackMode);
  detail::bind(info, std::move(callback), std::move(userdata));
  return Future{wgpuShaderModuleGetCompilationInfo(Get(), info).id};
}
inline void ShaderModule::SetLabel(StringView label) const {
  wgpuShaderModuleSetLabel(Get(), label);
}
inline void Surface::Configure(SurfaceConfiguration const * config) const {
  wgpuSurfaceConfigure(Get(), reinterpret_cast<WGPUSurfaceConfiguration const *>(config));
}
inline ConvertibleStatus Surface::GetCapabilities(Adapter const & adapter, SurfaceCapabilities * capabilities) const {
  capabilities->FreeMembers();
  return static_cast<Status>(wgpuSurfaceGetCapabilities(Get(), adapter.Get(),
      reinterpret_cast<WGPUSurfaceCapabilities *>(capabilities)));
}
inline void Surface::GetCurrentTexture(SurfaceTexture * surfaceTexture) const {
  surfaceTexture->texture = nullptr;
  wgpuSurfaceGetCurrentTexture(Get(), reinterpret_cast<WGPUSurfaceTexture *>(surfaceTexture));
}
inline ConvertibleStatus Surface::Present() const {
  return static_cast<Status>(wgpuSurfacePresent(Get()));
}
inline void Surface::Unconfigure() const {
  wgpuSurfaceUnconfigure(Get());
}
inline void Surface::SetLabel(StringView label) const {
  wgpuSurfaceSetLabel(Get(), label);
}
inline TextureView Texture::CreateView(TextureViewDescriptor const * descriptor) const {
  return TextureView::Acquire(wgpuTextureCreateView(Get(),
      reinterpret_cast<WGPUTextureViewDescriptor const *>(descriptor)));
}
inline void Texture::SetLabel(StringView label) const {
  wgpuTextureSetLabel(Get(), label);
}
inline uint32_t Texture::GetWidth() const {
  return wgpuTextureGetWidth(Get());
}
inline uint32_t Texture::GetHeight() const {
  return wgpuTextureGetHeight(Get());
}
inline uint32_t Texture::GetDepthOrArrayLayers() const {
  return wgpuTextureGetDepthOrArrayLayers(Get());
}
inline uint32_t Texture::GetMipLevelCount() const {
  return wgpuTextureGetMipLevelCount(Get());
}
inline uint32_t Texture::GetSampleCount() const {
  return wgpuTextureGetSampleCount(Get());
}
inline TextureDimension Texture::GetDimension() const {
  return static_cast<TextureDimension>(wgpuTextureGetDimension(Get()));
}
inline TextureViewDimension Texture::GetTextureBindingViewDimension() const {
  return static_cast<TextureViewDimension>(wgpuTextureGetTextureBindingViewDimension(Get()));
}
inline TextureFormat Texture::GetFormat() const {
  return static_cast<TextureFormat>(wgpuTextureGetFormat(Get()));
}
inline TextureUsage Texture::GetUsage() const {
  return static_cast<TextureUsage>(wgpuTextureGetUsage(Get()));
}
inline void Texture::Destroy() const {
  wgpuTextureDestroy(Get());
}
inline void TextureView::SetLabel(StringView label) const {
  wgpuTextureViewSetLabel(Get(), label);
}
inline Instance CreateInstance(InstanceDescriptor const * descriptor = nullptr) {
  return Instance::Acquire(wgpuCreateInstance(reinterpret_cast<WGPUInstanceDescriptor const *>(descriptor)));
}
inline void GetInstanceFeatures(SupportedInstanceFeatures * features) {
  features->FreeMembers();
  wgpuGetInstanceFeatures(reinterpret_cast<WGPUSupportedInstanceFeatures *>(features));
}
inline ConvertibleStatus GetInstanceLimits(InstanceLimits * limits) {
  return static_cast<Status>(wgpuGetInstanceLimits(reinterpret_cast<WGPUInstanceLimits *>(limits)));
}
inline bool HasInstanceFeature(InstanceFeatureName feature) {
  return wgpuHasInstanceFeature(static_cast<WGPUInstanceFeatureName>(feature)) != 0;
}
inline WaitStatus Instance::WaitAny(Future future, uint64_t timeoutNS) const {
  FutureWaitInfo info;
  info.future = future;
  return WaitAny(1, &info, timeoutNS);
}
inline WGPUProc GetProcAddress(StringView procName) { return wgpuGetProcAddress(procName); }

}  // namespace wgpu

#endif  // WEBGPU_CPP_H_
