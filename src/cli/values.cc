#include "cli/values.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/io.h"
#include "lang/half.h"

namespace vitrine::cli {

namespace {

template <class T>
std::optional<T> load(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

struct Printer {
  const lang::TypeTable& types;
  std::span<const std::byte> bytes;
  size_t max_elements;
  std::string out{};

  template <class T>
  void number(uint64_t at) {
    if (auto v = load<T>(bytes, at))
      out += fmt::format("{}", *v);
    else
      out += "?";
  }

  // Depth is bounded: types nest at most 15 deep.
  void value(lang::TypeId id, uint64_t at) {
    const lang::Type type = types[id];
    switch (type.kind) {
      case lang::TypeKind::U32: return number<uint32_t>(at);
      case lang::TypeKind::I32: return number<int32_t>(at);
      case lang::TypeKind::F32: return number<float>(at);
      case lang::TypeKind::F16: {
        auto v = load<uint16_t>(bytes, at);
        out += v ? fmt::format("{}", lang::half_to_double(*v)) : "?";
        return;
      }
      case lang::TypeKind::Atomic: return value(type.element, at);
      case lang::TypeKind::Vector: return list(fmt::format("vec{}(", type.rows), ")", type.element, type.rows, types.size_of(type.element), at);
      case lang::TypeKind::Matrix: {
        out += fmt::format("mat{}x{}(", type.columns, type.rows);
        for (uint32_t c = 0; c < type.columns; ++c)
          list(c ? ", (" : "(", ")", type.element, type.rows, types.size_of(type.element), at + uint64_t{c} * types.stride_of(id));
        out += ")";
        return;
      }
      case lang::TypeKind::Array: {
        uint64_t stride = types.stride_of(id), count = type.count;
        if (type.count_kind != lang::CountKind::Fixed) count = stride && at < bytes.size() ? (bytes.size() - at) / stride : 0;
        return list("[", "]", type.element, count, stride, at);
      }
      case lang::TypeKind::Struct: {
        out += "{";
        bool first = true;
        for (const lang::Member& m : types.structure(id).members) {
          out += fmt::format("{}{}: ", std::exchange(first, false) ? "" : ", ", m.name);
          value(m.type, at + m.offset);
        }
        out += "}";
        return;
      }
      default: out += "?";
    }
  }

  void list(std::string_view open, std::string_view close, lang::TypeId element, uint64_t count, uint64_t stride, uint64_t at) {
    out += open;
    for (uint64_t i = 0; i < count; ++i) {
      if (i) out += ", ";
      if (i >= max_elements) {
        out += fmt::format("... {} more", count - i);
        break;
      }
      value(element, at + i * stride);
    }
    out += close;
  }
};

template <class T>
std::string scalar_list(std::span<const std::byte> bytes, const char* format = "{}") {
  std::string out = "[";
  for (uint64_t at = 0; auto v = load<T>(bytes, at); at += sizeof(T)) {
    if (at) out += ", ";
    out += fmt::format(fmt::runtime(format), *v);
  }
  return out + "]";
}

template <class T>
bool append(std::vector<std::byte>& out, std::string_view word) {
  T value{};
  if constexpr (std::is_floating_point_v<T>) {
    std::string copy(word);
    char* end = nullptr;
    value = std::strtof(copy.c_str(), &end);
    if (copy.empty() || *end) return false;
  } else {
    int base = 10;
    if (word.starts_with("0x") || word.starts_with("0X")) base = 16, word.remove_prefix(2);
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    if (error != std::errc() || end != word.data() + word.size()) return false;
  }
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  out.insert(out.end(), raw.begin(), raw.end());
  return true;
}

}  // namespace

std::string value_text(const lang::TypeTable& types, lang::TypeId type, std::span<const std::byte> bytes, size_t max_elements) {
  Printer printer{types, bytes, max_elements};
  printer.value(type, 0);
  return printer.out;
}

std::optional<std::string> scalars_text(std::string_view type, std::span<const std::byte> bytes) {
  if (type == "u32") return scalar_list<uint32_t>(bytes);
  if (type == "i32") return scalar_list<int32_t>(bytes);
  if (type == "f32") return scalar_list<float>(bytes);
  if (type == "u8") return scalar_list<uint8_t>(bytes);
  if (type == "hex") return scalar_list<uint32_t>(bytes, "{:#010x}");
  if (type == "f16") {
    std::string out = "[";
    for (uint64_t at = 0; auto v = load<uint16_t>(bytes, at); at += 2) out += fmt::format("{}{}", at ? ", " : "", lang::half_to_double(*v));
    return out + "]";
  }
  return std::nullopt;
}

std::optional<std::vector<std::byte>> parse_content(const std::string& text) {
  std::vector<std::byte> out;
  if (text.starts_with("zeros:")) {
    uint64_t size = 0;
    auto [end, error] = std::from_chars(text.data() + 6, text.data() + text.size(), size);
    if (error == std::errc() && end == text.data() + text.size() && size <= uint64_t{1} << 32) return std::vector<std::byte>(size);
    std::fprintf(stderr, "vitrine: `%s`: zeros: takes a number of bytes up to 4 GiB\n", text.c_str());
    return std::nullopt;
  }
  for (std::string_view type : {"u32", "i32", "f32", "u8"}) {
    if (!text.starts_with(std::string(type) + ":")) continue;
    std::string_view rest = std::string_view(text).substr(type.size() + 1);
    while (!rest.empty()) {
      size_t end = std::min(rest.find(','), rest.size());
      std::string_view word = rest.substr(0, end);
      bool fine = type == "u32"   ? append<uint32_t>(out, word)
                  : type == "i32" ? append<int32_t>(out, word)
                  : type == "u8"  ? append<uint8_t>(out, word)
                                  : append<float>(out, word);
      if (!fine) {
        std::fprintf(stderr, "vitrine: `%.*s` is no %s\n", static_cast<int>(word.size()), word.data(), type.data());
        return std::nullopt;
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out;
  }
  std::optional<std::string> file = read_file(text);
  if (!file) return std::nullopt;
  out.resize(file->size());
  std::memcpy(out.data(), file->data(), file->size());
  return out;
}

}  // namespace vitrine::cli
