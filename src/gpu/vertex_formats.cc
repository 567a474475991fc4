#include "gpu/vertex_formats.h"

namespace vitrine::gpu {

// The spelling says it all: a kind, bits of a component, and how many there are.
VertexFormatInfo vertex_format_info(VertexFormat format) {
  std::string_view name = to_text(format);
  VertexFormatInfo out;
  if (name.empty()) return out;
  using Component = ShaderInterfaceValue::Component;
  out.component = name.starts_with("uint") ? Component::U32 : name.starts_with("sint") ? Component::I32 : Component::F32;
  if (name.find("10-10-10-2") != name.npos) {
    out.bytes = 4;
    out.components = 4;
    return out;
  }
  size_t at = name.find_first_of("0123456789");
  uint32_t bits = 0;
  while (at < name.size() && name[at] >= '0' && name[at] <= '9') bits = bits * 10 + static_cast<uint32_t>(name[at++] - '0');
  out.components = at + 1 < name.size() && name[at] == 'x' ? static_cast<uint32_t>(name[at + 1] - '0') : 1;
  out.bytes = bits / 8 * out.components;
  return out;
}

}  // namespace vitrine::gpu
