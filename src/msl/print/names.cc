#include "msl/print/names.h"

#include <array>

namespace vitrine::msl {
namespace {

// Words of C++14 and of MSL that cannot name a variable, and functions of the standard header at global scope.
constexpr std::string_view kReserved[] = {
    "alignas", "alignof", "and", "and_eq", "array", "as_type", "asm", "atomic", "auto", "bitand", "bitor", "bool", "break",
    "buffer", "case", "catch", "char", "char16_t", "char32_t", "class", "compl", "const", "const_cast", "constant",
    "constexpr", "continue", "decltype", "default", "delete", "depth2d", "device", "discard_fragment", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "fragment", "friend", "goto",
    "half", "if", "imageblock", "inline", "int", "intersection", "kernel", "long", "main", "matrix", "mesh", "metal",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "NULL", "object", "object_data", "operator",
    "or", "or_eq", "packed", "patch", "payload", "private", "protected", "ptrdiff_t", "public", "quad", "ray_data",
    "register", "reinterpret_cast", "return", "sampler", "short", "signed", "simd", "size_t", "sizeof", "stage_in",
    "static", "static_assert", "static_cast", "struct", "switch", "template", "texture", "texture1d", "texture2d",
    "texture3d", "texturecube", "this", "thread", "thread_local", "threadgroup", "threadgroup_imageblock", "throw", "true",
    "try", "typedef", "typeid", "typename", "uchar", "uint", "ulong", "union", "unsigned", "ushort", "using", "vec",
    "vertex", "virtual", "visible", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "INFINITY", "NAN", "assert"};

// float3, half2x2, packed_uint4 and the like.
bool is_vector_type(std::string_view s) {
  if (s.substr(0, 7) == "packed_") s.remove_prefix(7);
  for (std::string_view scalar : {"bool", "char", "double", "float", "half", "int", "long", "short", "uchar", "uint",
                                  "ulong", "ushort", "bfloat"}) {
    if (s.substr(0, scalar.size()) != scalar) continue;
    std::string_view rest = s.substr(scalar.size());
    auto digit = [](char c) { return c >= '2' && c <= '4'; };
    if (rest.size() == 1 && digit(rest[0])) return true;
    if (rest.size() == 3 && digit(rest[0]) && rest[1] == 'x' && digit(rest[2])) return true;
  }
  return false;
}

bool is_reserved(std::string_view s) {
  for (std::string_view r : kReserved)
    if (r == s) return true;
  for (size_t i = 0; i < s.size(); ++i)
    if (s[i] == '_' && i + 1 < s.size() && s[i + 1] == '_') return true;
  return is_vector_type(s) || (s.size() > 4 && s.substr(s.size() - 2) == "_t");
}

}  // namespace

std::string clean_name(std::string_view wanted) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (char c : wanted) {
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (word) {
      if (c == '_' && !out.empty() && out.back() == '_') continue;
      out += c;
    } else if (c == '<' || c == '>' || c == ' ' || c == ',') {  // of predeclared structures
      if (!out.empty() && out.back() != '_') out += '_';
    } else {
      auto u = static_cast<unsigned char>(c);
      out += 'u';
      out += kHex[u >> 4];
      out += kHex[u & 15];
    }
  }
  if (!wanted.empty() && wanted.back() == '>') out.pop_back();
  size_t start = out.find_first_not_of('_');
  out = start == std::string::npos ? "unnamed" : out.substr(start);
  if (out[0] >= '0' && out[0] <= '9') out = "n" + out;
  if (is_reserved(out)) out += '_';
  return out;
}

std::string Names::make(std::string_view wanted) {
  std::string name = clean_name(wanted);
  if (!has(name)) {
    used_.insert(name);
    return name;
  }
  std::string base = name.back() == '_' ? name : name + "_";
  uint32_t& n = next_[base];
  do name = base + std::to_string(++n);
  while (has(name));
  used_.insert(name);
  return name;
}

}  // namespace vitrine::msl
