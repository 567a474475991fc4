// The enumerations and flag sets of WebGPU, valued as in webgpu.h, and their spelling in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine::gpu {

#define ENUM(type) enum class type : uint32_t {
#define VALUE(name, value, text) name = value,
#define END(type) };
#include "gpu/enums.def"
#undef ENUM
#undef VALUE
#undef END

// The spelling of the specification: "rgba8unorm". A number that is no value gives an empty text.
#define ENUM(type) std::string_view to_text(type value);
#define VALUE(name, value, text)
#define END(type)
#include "gpu/enums.def"
#undef ENUM
#undef VALUE
#undef END

// The same, or the number in hexadecimal where it is no value of the enumeration: what messages show.
template <class E>
std::string shown(E value);

namespace internal {
std::string shown(std::string_view text, uint32_t value);
}
template <class E>
std::string shown(E value) {
  return internal::shown(to_text(value), static_cast<uint32_t>(value));
}
template <class E>
bool is_value(E value) {
  return !to_text(value).empty();
}

// Sets of flags, 64 bits wide as in webgpu.h.
struct BufferUsage {
  static constexpr uint64_t MapRead = 0x1, MapWrite = 0x2, CopySrc = 0x4, CopyDst = 0x8, Index = 0x10, Vertex = 0x20,
                            Uniform = 0x40, Storage = 0x80, Indirect = 0x100, QueryResolve = 0x200, All = 0x3FF;
};
struct TextureUsage {
  static constexpr uint64_t CopySrc = 0x1, CopyDst = 0x2, TextureBinding = 0x4, StorageBinding = 0x8,
                            RenderAttachment = 0x10, TransientAttachment = 0x20, All = 0x3F;
};
struct MapMode {
  static constexpr uint64_t Read = 0x1, Write = 0x2, All = 0x3;
};
struct ShaderStage {
  static constexpr uint64_t Vertex = 0x1, Fragment = 0x2, Compute = 0x4, All = 0x7;
};
struct ColorWriteMask {
  static constexpr uint64_t Red = 0x1, Green = 0x2, Blue = 0x4, Alpha = 0x8, All = 0xF;
};

// "MAP_READ | COPY_DST"; bits that are no flag as a number; "0" for none.
std::string buffer_usage_text(uint64_t flags);
std::string texture_usage_text(uint64_t flags);
std::string shader_stage_text(uint64_t flags);
std::string map_mode_text(uint64_t flags);
std::string color_write_mask_text(uint64_t flags);

}  // namespace vitrine::gpu
