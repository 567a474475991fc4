// The shapes of the WebIDL as data: every interface, method, dictionary and enum of api/webidl.json, and where its values go
// in the structs of webgpu.h. tools/gen_webidl.py writes the tables; convert.h walks them.
#pragma once

#include <webgpu/vitrine.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vitrine::webidl {

enum class Kind : uint8_t {
  Undefined,
  Boolean,
  UnsignedShort,
  UnsignedLong,
  UnsignedLongLong,
  Long,
  Float,
  Double,
  String,
  Enum,        // ref: into enums()
  Flags,       // unsigned long with named bits; ref: into namespaces()
  Interface,   // ref: into interfaces()
  Dictionary,  // ref: into dictionaries()
  Sequence,    // ref: into element_types()
  // Unions and records, each converted by its own function.
  Extent3D,
  Origin2D,
  Origin3D,
  Color,
  BindingResource,
  LayoutOrAuto,
  TextureOrView,
  Limits,        // record<DOMString, (GPUSize64 or undefined)>
  Constants,     // record<USVString, double>
  BufferSource,  // AllowSharedBufferSource
  Uint32Array,
  Unsupported,   // what only a browser has
};

struct Type {
  Kind kind = Kind::Undefined;
  bool enforce_range = false;
  bool clamp = false;
  bool nullable = false;
  uint16_t ref = 0;
};

// How a converted value is kept in its C struct.
enum class Store : uint8_t {
  None,  // checked, then dropped: the C interface has no place for it
  U16,
  U32,
  U64,
  I32,
  F32,
  F64,
  Bool,          // WGPUBool
  OptionalBool,  // WGPUOptionalBool
  Enum,
  Flags,
  String,         // WGPUStringView
  Handle,
  Struct,         // held by value
  StructPointer,
  Array,          // count at `count_offset`, pointer at `offset`
  // With a converter of their own; `offset` names the member they begin at.
  Code,            // chains a WGPUShaderSourceWGSL
  MaxDrawCount,    // chains a WGPURenderPassMaxDrawCount
  BindingView,     // chains a WGPUTextureBindingViewDimension
  Swizzle,         // chains a WGPUTextureComponentSwizzleDescriptor
  FeatureLevel,
};

struct Member {
  const char* name;
  Type type;
  bool required;
  Store store;
  uint16_t offset;
  uint16_t count_offset;
  int64_t default_enum;  // of an absent member; -1: what the struct's initializer has
};

// members: in the order in which WebIDL reads them, the base dictionary's first.
struct Dictionary {
  const char* name;
  std::span<const Member> members;
  size_t size;       // of the C struct
  const void* init;  // an initialised one
};

struct EnumValue {
  const char* word;
  uint32_t value;
};
struct Enum {
  const char* name;
  std::span<const EnumValue> values;
};

struct FlagValue {
  const char* word;
  uint32_t value;
};
struct Namespace {
  const char* name;  // GPUBufferUsage
  std::span<const FlagValue> values;
};

// A converted argument.
struct Slot {
  union {
    uint64_t number = 0;  // unsigned, flags, enum, boolean; signed ones sign-extended
    const void* pointer;  // handle, struct, array, bytes
  };
  double real = 0;
  size_t count = 0;     // of an array, in elements; of bytes, in bytes
  size_t element = 0;   // size of an element of a typed array, otherwise 1
  bool present = false;
};

// Methods with a result that comes later, or whose arguments do not match those of one C function.
enum class Special : uint8_t {
  None,
  RequestAdapter,
  RequestDevice,
  CreateComputePipelineAsync,
  CreateRenderPipelineAsync,
  PopErrorScope,
  MapAsync,
  GetCompilationInfo,
  OnSubmittedWorkDone,
  LastAsync = OnSubmittedWorkDone,
  GetMappedRange,
  WriteBuffer,
  WriteTexture,
  SetImmediates,
  CopyBufferToBuffer,         // the overload without offsets
  SetBindGroupFromData,       // the overload with a Uint32Array
  GetPreferredCanvasFormat,
  Unsupported,
};

struct Argument {
  const char* name;
  Type type;
  bool optional;
  uint64_t absent;  // the slot's number when not given
};

struct Method {
  const char* name;
  std::span<const Argument> arguments;
  Special special;
  int16_t result;  // into interfaces(); -1: none
  // Calls the C function with slots in its own order; null where there is no such function. The result is owned.
  void* (*invoke)(void* self, const Slot* arguments);
};

struct Interface {
  const char* name;  // GPUBuffer
  std::span<const Method> methods;  // overloads stand one after the other
  void (*add_ref)(void*);
  void (*release)(void*);
  void (*set_label)(void*, WGPUStringView);  // null: has no label
};

std::span<const Interface> interfaces();
std::span<const Dictionary> dictionaries();
std::span<const Enum> enums();
std::span<const Namespace> namespaces();
std::span<const Type> element_types();

// -1: not there.
int find_interface(std::string_view name);
int find_enum(std::string_view name);
// A word of an enum, or null for a value that has none.
const char* enum_word(const Enum& table, uint32_t value);

// Indices that the code names.
extern const uint16_t kGPU, kGPUAdapter, kGPUDevice, kGPUQueue, kGPUBuffer, kGPUTexture, kGPUTextureView, kGPUSampler, kGPUExternalTexture,
    kGPUPipelineLayout, kGPUComputePipeline, kGPURenderPipeline, kGPUShaderModule;
extern const uint16_t kGPUBufferBinding, kGPUExtent3DDict, kGPUOrigin2DDict, kGPUOrigin3DDict, kGPUColorDict;
extern const uint16_t kTextureViewDimensionEnum;

// Limits by name, in the order of WGPULimits; wide: 64 bits. chained: it stands in WGPUCompatibilityModeLimits.
struct Limit {
  const char* name;
  uint16_t offset;
  bool wide;
  bool chained;
};
std::span<const Limit> limits();

}  // namespace vitrine::webidl
