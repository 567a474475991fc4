#include "webidl/describe.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/readable.h"
#include "webidl/convert.h"

namespace vitrine::webidl {
namespace {

constexpr size_t kMaxText = 60;     // bytes of a text that is cut
constexpr size_t kMaxChain = 32;    // structs of a chain
constexpr uint32_t kMaxDepth = 16;  // dictionaries in dictionaries

template <class T>
T read(const void* base, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(base) + offset, sizeof value);
  return value;
}

template <class T>
std::string shortest_text(T v) {
  if (std::isnan(v)) return "NaN";
  if (std::isinf(v)) return v < 0 ? "-Infinity" : "Infinity";
  char text[64];
  bool plain = v == 0 || (std::abs(v) >= T(1e-6) && std::abs(v) < T(1e21));
  std::to_chars_result end = std::to_chars(text, text + sizeof text, v, plain ? std::chars_format::fixed : std::chars_format::general);
  return std::string(text, end.ptr);
}

std::string_view view(WGPUStringView s) {
  if (!s.data) return {};
  return s.length == WGPU_STRLEN ? std::string_view(s.data) : std::string_view(s.data, s.length);
}

const WGPUChainedStruct* find_chained(const void* root, WGPUSType type) {
  const auto* link = read<const WGPUChainedStruct*>(root, 0);
  for (size_t i = 0; readable(link) && i < kMaxChain; ++i, link = link->next) {
    if (link->sType == type) return link;
  }
  return nullptr;
}

class Describer {
 public:
  explicit Describer(const DescribeOptions& options) : options_(options) {}

  std::string dictionary(const Dictionary& d, const void* value) {
    if (!value) return "null";
    if (++depth_ > kMaxDepth) return --depth_, "{...}";
    std::string out;
    for (const Member& m : d.members) {
      std::string text = member(d, m, value);
      if (text.empty()) continue;
      out += (out.empty() ? "" : ", ") + std::string(m.name) + ": " + text;
    }
    --depth_;
    return "{" + out + "}";
  }

  std::string argument(const Type& type, const Slot& slot) {
    switch (type.kind) {
      case Kind::Boolean: return slot.number ? "true" : "false";
      case Kind::Flags: return flags(type, slot.number);
      case Kind::Long: return std::to_string(static_cast<int64_t>(slot.number));
      case Kind::UnsignedShort:
      case Kind::UnsignedLong:
      case Kind::UnsignedLongLong: return std::to_string(slot.number);
      case Kind::Float: return shortest_text(static_cast<float>(slot.real));
      case Kind::Double: return number_text(slot.real);
      case Kind::String: return describe_text(view(read<WGPUStringView>(slot.pointer, 0)), options_);
      case Kind::Enum: return enumerator(type, static_cast<uint32_t>(slot.number));
      case Kind::Interface: return object(slot.pointer, type.ref);
      case Kind::Dictionary: return dictionary(dictionaries()[type.ref], slot.pointer);
      case Kind::Sequence: return sequence(type, slot.pointer, slot.count);
      case Kind::Extent3D:
      case Kind::Origin2D:
      case Kind::Origin3D:
      case Kind::Color: return coordinates(type, slot.pointer);
      case Kind::BufferSource:
      case Kind::Uint32Array: return data(slot);
      default: return "undefined";
    }
  }

 private:
  std::string object(const void* handle, uint16_t interface) {
    return handle ? options_.name(const_cast<void*>(handle), interface) : "null";
  }

  std::string enumerator(const Type& type, uint32_t value) {
    const char* word = enum_word(enums()[type.ref], value);
    if (!word || !*word) return value ? std::to_string(value) : "";
    return "\"" + std::string(word) + "\"";
  }

  std::string flags(const Type& type, uint64_t value) {
    if (value == 0) return "0";
    const Namespace& names = namespaces()[type.ref];
    std::string out;
    uint64_t rest = value;
    for (const FlagValue& f : names.values) {
      bool single = (f.value & (f.value - 1)) == 0;
      if (f.value == value && !single) return f.word;  // ALL
      if (!single || !(value & f.value)) continue;
      rest &= ~uint64_t{f.value};
      out += (out.empty() ? "" : " | ") + std::string(f.word);
    }
    // Bits that have no word: the number says all.
    return rest ? std::to_string(value) : out;
  }

  std::string coordinates(const Type& type, const void* value) {
    if (!value) return "null";
    std::string out;
    if (type.kind == Kind::Color) {
      for (size_t i = 0; i < 4; ++i) out += (i ? ", " : "") + number_text(read<double>(value, i * sizeof(double)));
    } else {
      for (size_t i = 0; i < (type.kind == Kind::Origin2D ? 2u : 3u); ++i)
        out += (i ? ", " : "") + std::to_string(read<uint32_t>(value, i * sizeof(uint32_t)));
    }
    return "[" + out + "]";
  }

  std::string sequence(const Type& type, const void* items, size_t count) {
    const Type& element = element_types()[type.ref];
    size_t size = element_size(element);
    std::string out;
    for (size_t i = 0; i < count && items; ++i) {
      if (!options_.whole && i == options_.max_items) {
        out += ", ... " + std::to_string(count - i) + " more";
        break;
      }
      const char* at = static_cast<const char*>(items) + i * size;
      std::string text;
      switch (element.kind) {
        case Kind::Interface: text = object(read<void*>(at, 0), element.ref); break;
        case Kind::Dictionary: {
          const Dictionary& d = dictionaries()[element.ref];
          // What a null element is converted to.
          bool hole = element.nullable && size && std::memcmp(at, d.init, size) == 0;
          text = hole ? "null" : dictionary(d, at);
          break;
        }
        case Kind::Enum: text = enumerator(element, read<uint32_t>(at, 0)); break;
        case Kind::Double: text = number_text(read<double>(at, 0)); break;
        default: text = std::to_string(read<uint32_t>(at, 0)); break;
      }
      out += (i ? ", " : "") + (text.empty() ? std::string("null") : text);
    }
    return "[" + out + "]";
  }

  std::string data(const Slot& slot) {
    if (!slot.pointer) return "zeros(0)";
    const auto* bytes = static_cast<const uint8_t*>(slot.pointer);
    bool words = slot.count % 4 == 0;
    size_t step = words ? 4 : 1, count = slot.count / step;
    if (!options_.whole && count > options_.max_items) return "... " + std::to_string(slot.count) + " bytes";
    bool zero = true;
    for (size_t i = 0; i < slot.count; ++i) zero &= bytes[i] == 0;
    if (zero) return "zeros(" + std::to_string(slot.count) + ")";
    std::string out = words ? "u32[" : "u8[";
    for (size_t i = 0; i < count; ++i)
      out += (i ? ", " : "") + std::to_string(words ? read<uint32_t>(bytes, i * 4) : bytes[i]);
    return out + "]";
  }

  std::string limits(const WGPULimits* value) {
    const auto* more = find_chained(value, WGPUSType_CompatibilityModeLimits);
    std::string out;
    for (const Limit& l : webidl::limits()) {
      const void* base = l.chained ? static_cast<const void*>(more) : value;
      if (!base) continue;
      uint64_t v = l.wide ? read<uint64_t>(base, l.offset) : read<uint32_t>(base, l.offset);
      if (v == (l.wide ? WGPU_LIMIT_U64_UNDEFINED : WGPU_LIMIT_U32_UNDEFINED) || v == 0) continue;
      out += (out.empty() ? "" : ", ") + std::string(l.name) + ": " + std::to_string(v);
    }
    return "{" + out + "}";
  }

  std::string constants(const WGPUConstantEntry* entries, size_t count) {
    std::string out;
    for (size_t i = 0; i < count && entries; ++i)
      out += (i ? ", " : "") + describe_text(view(entries[i].key), options_) + ": " + number_text(entries[i].value);
    return "{" + out + "}";
  }

  std::string resource(const WGPUBindGroupEntry& e) {
    if (e.sampler) return object(e.sampler, kGPUSampler);
    if (e.textureView) return object(e.textureView, kGPUTextureView);
    if (const auto* external = find_chained(&e, WGPUSType_ExternalTextureBindingEntry))
      return object(reinterpret_cast<const WGPUExternalTextureBindingEntry*>(external)->externalTexture, kGPUExternalTexture);
    if (!e.buffer) return "null";
    return dictionary(dictionaries()[kGPUBufferBinding], &e);
  }

  // Empty: left out.
  std::string member(const Dictionary& d, const Member& m, const void* value) {
    auto same = [&](size_t size) {
      return std::memcmp(static_cast<const char*>(value) + m.offset, static_cast<const char*>(d.init) + m.offset, size) == 0;
    };
    switch (m.type.kind) {
      case Kind::BindingResource: return resource(*static_cast<const WGPUBindGroupEntry*>(value));
      case Kind::Extent3D:
      case Kind::Origin2D:
      case Kind::Origin3D:
      case Kind::Color: {
        bool initial = same(m.type.kind == Kind::Color ? sizeof(WGPUColor) : 3 * sizeof(uint32_t));
        return initial && !m.required ? "" : coordinates(m.type, static_cast<const char*>(value) + m.offset);
      }
      case Kind::TextureOrView: {
        void* view = read<void*>(value, m.offset);
        return view || m.required ? object(view, kGPUTextureView) : "";
      }
      case Kind::Limits: {
        const auto* limits_value = read<const WGPULimits*>(value, m.offset);
        return limits_value ? limits(limits_value) : "";
      }
      case Kind::Constants: {
        size_t count = read<size_t>(value, m.count_offset);
        return count ? constants(read<const WGPUConstantEntry*>(value, m.offset), count) : "";
      }
      case Kind::LayoutOrAuto: {
        if (m.store != Store::Handle) return "";
        void* layout = read<void*>(value, m.offset);
        return layout ? object(layout, kGPUPipelineLayout) : "\"auto\"";
      }
      case Kind::Dictionary: {
        const Dictionary& inner = dictionaries()[m.type.ref];
        if (m.store == Store::StructPointer) {
          const void* p = read<const void*>(value, m.offset);
          return p ? dictionary(inner, p) : "";
        }
        if (m.store != Store::Struct || (same(inner.size) && !m.required)) return "";
        // A binding whose kind is "not used" begins with the extension pointer and a zero.
        bool layout = std::string_view(inner.name).ends_with("BindingLayout");
        if (layout && read<uint32_t>(value, m.offset + sizeof(void*)) == 0) return "";
        return dictionary(inner, static_cast<const char*>(value) + m.offset);
      }
      case Kind::Sequence: {
        if (m.store != Store::Array) return "";
        size_t count = read<size_t>(value, m.count_offset);
        return count || m.required ? sequence(m.type, read<const void*>(value, m.offset), count) : "";
      }
      default: break;
    }
    switch (m.store) {
      case Store::U16: return same(2) && !m.required ? "" : std::to_string(read<uint16_t>(value, m.offset));
      case Store::U32: return same(4) && !m.required ? "" : std::to_string(read<uint32_t>(value, m.offset));
      case Store::I32: return same(4) && !m.required ? "" : std::to_string(read<int32_t>(value, m.offset));
      case Store::U64: return same(8) && !m.required ? "" : std::to_string(read<uint64_t>(value, m.offset));
      case Store::F32: return same(4) && !m.required ? "" : shortest_text(read<float>(value, m.offset));
      case Store::F64: return same(8) && !m.required ? "" : number_text(read<double>(value, m.offset));
      case Store::Bool: return same(4) && !m.required ? "" : read<WGPUBool>(value, m.offset) ? "true" : "false";
      case Store::OptionalBool: {
        auto b = read<WGPUOptionalBool>(value, m.offset);
        return b == WGPUOptionalBool_True ? "true" : b == WGPUOptionalBool_False ? "false" : "";
      }
      case Store::Flags: return same(8) && !m.required ? "" : flags(m.type, read<uint64_t>(value, m.offset));
      case Store::Enum: {
        uint32_t v = read<uint32_t>(value, m.offset);
        if (v == 0 || (m.default_enum >= 0 && v == static_cast<uint32_t>(m.default_enum) && !m.required)) return "";
        return enumerator(m.type, v);
      }
      case Store::String: {
        auto s = read<WGPUStringView>(value, m.offset);
        return view(s).empty() ? "" : describe_text(view(s), options_);
      }
      case Store::Handle: {
        void* handle = read<void*>(value, m.offset);
        return handle || m.required ? object(handle, m.type.ref) : "";
      }
      case Store::Code: {
        const auto* source = find_chained(value, WGPUSType_ShaderSourceWGSL);
        return source ? describe_text(view(reinterpret_cast<const WGPUShaderSourceWGSL*>(source)->code), options_) : "";
      }
      case Store::MaxDrawCount: {
        const auto* count = find_chained(value, WGPUSType_RenderPassMaxDrawCount);
        return count ? std::to_string(reinterpret_cast<const WGPURenderPassMaxDrawCount*>(count)->maxDrawCount) : "";
      }
      case Store::BindingView: {
        const auto* v = find_chained(value, WGPUSType_TextureBindingViewDimension);
        return v ? enumerator(m.type, reinterpret_cast<const WGPUTextureBindingViewDimension*>(v)->textureBindingViewDimension) : "";
      }
      case Store::Swizzle: {
        const auto* chained = find_chained(value, WGPUSType_TextureComponentSwizzleDescriptor);
        if (!chained) return "";
        WGPUTextureComponentSwizzle s = reinterpret_cast<const WGPUTextureComponentSwizzleDescriptor*>(chained)->swizzle;
        std::string out;
        size_t place = 0;
        for (WGPUComponentSwizzle c : {s.r, s.g, s.b, s.a}) {
          out += c == WGPUComponentSwizzle_Undefined ? "rgba"[place] : "?01rgba"[c <= WGPUComponentSwizzle_A ? c : 0];
          ++place;
        }
        return "\"" + out + "\"";
      }
      case Store::FeatureLevel: {
        auto level = static_cast<const WGPURequestAdapterOptions*>(value)->featureLevel;
        return level == WGPUFeatureLevel_Compatibility ? "\"compatibility\"" : "";
      }
      default: return "";
    }
  }

  const DescribeOptions& options_;
  uint32_t depth_ = 0;
};

}  // namespace

std::string number_text(double value) { return shortest_text(value); }

std::string describe_text(std::string_view text, const DescribeOptions& options) {
  std::string cut;
  if (!options.whole && (text.size() > kMaxText || text.find('\n') != text.npos)) {
    size_t end = std::min(text.find('\n'), kMaxText);
    end = std::min(end, text.size());
    while (end > 0 && end < text.size() && (text[end] & 0xC0) == 0x80) --end;  // not inside a character
    cut = std::string(text.substr(0, end));
    text = cut;
    std::string out = describe_text(text, options);
    out.insert(out.size() - 1, "...");
    return out;
  }
  bool raw = text.find('\n') != text.npos && text.find("\"\"\"") == text.npos && text.find('\0') == text.npos && text.back() != '"' &&
             text.find('\r') == text.npos;
  if (raw) return "\"\"\"\n" + std::string(text) + "\"\"\"";
  std::string out = "\"";
  for (char c : text) {
    char escaped[8];
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
          out += escaped;
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

std::string describe_dictionary(const Dictionary& dictionary, const void* value, const DescribeOptions& options) {
  return Describer(options).dictionary(dictionary, value);
}

std::string describe_call(const Method& method, const Slot* slots, const DescribeOptions& options) {
  Describer describer(options);
  size_t count = method.arguments.size();
  auto absent = [&](size_t i) {
    const Argument& a = method.arguments[i];
    if (!a.optional) return false;
    switch (a.type.kind) {
      case Kind::Dictionary: return !slots[i].pointer || describer.argument(a.type, slots[i]) == "{}";
      case Kind::Sequence: return slots[i].count == 0;
      default: return slots[i].number == a.absent;
    }
  };
  while (count > 0 && absent(count - 1)) --count;
  std::string out = std::string(method.name) + "(";
  for (size_t i = 0; i < count; ++i) out += (i ? ", " : "") + describer.argument(method.arguments[i].type, slots[i]);
  return out + ")";
}

}  // namespace vitrine::webidl
