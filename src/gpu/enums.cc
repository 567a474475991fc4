#include "gpu/enums.h"

#include <fmt/format.h>

#include <initializer_list>

namespace vitrine::gpu {

#define ENUM(type)                     \
  std::string_view to_text(type value) { \
    using T = type;                    \
    switch (value) {
#define VALUE(name, value, text) \
  case T::name: return text;
#define END(type) \
  }               \
  return {};      \
  }
#include "gpu/enums.def"
#undef ENUM
#undef VALUE
#undef END

std::string internal::shown(std::string_view text, uint32_t value) {
  return text.empty() ? fmt::format("{:#x}", value) : std::string(text);
}

namespace {
std::string flags_text(uint64_t flags, std::initializer_list<std::string_view> names) {
  if (!flags) return "0";
  std::string out;
  uint64_t bit = 1;
  for (std::string_view name : names) {
    if (flags & bit) {
      if (!out.empty()) out += " | ";
      out += name;
    }
    flags &= ~bit;
    bit <<= 1;
  }
  if (flags) out += fmt::format("{}{:#x}", out.empty() ? "" : " | ", flags);
  return out;
}
}  // namespace

std::string buffer_usage_text(uint64_t flags) {
  return flags_text(flags, {"MAP_READ", "MAP_WRITE", "COPY_SRC", "COPY_DST", "INDEX", "VERTEX", "UNIFORM", "STORAGE",
                            "INDIRECT", "QUERY_RESOLVE"});
}
std::string texture_usage_text(uint64_t flags) {
  return flags_text(flags, {"COPY_SRC", "COPY_DST", "TEXTURE_BINDING", "STORAGE_BINDING", "RENDER_ATTACHMENT",
                            "TRANSIENT_ATTACHMENT"});
}
std::string shader_stage_text(uint64_t flags) { return flags_text(flags, {"VERTEX", "FRAGMENT", "COMPUTE"}); }
std::string map_mode_text(uint64_t flags) { return flags_text(flags, {"READ", "WRITE"}); }
std::string color_write_mask_text(uint64_t flags) { return flags_text(flags, {"RED", "GREEN", "BLUE", "ALPHA"}); }

}  // namespace vitrine::gpu
