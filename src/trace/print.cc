#include <cstring>

#include "trace/trace.h"
#include "webidl/describe.h"

namespace vitrine::trace {
namespace {

std::string quoted(const std::string& s) { return webidl::describe_text(s, {.whole = true}); }

bool plain_key(const std::string& key) {
  if (key.empty() || (key[0] >= '0' && key[0] <= '9')) return false;
  for (char c : key) {
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    if (!word) return false;
  }
  return true;
}

std::string data_text(const Value& v) {
  bool zero = true;
  for (uint8_t b : v.bytes) zero &= b == 0;
  if (zero && v.text == "u8") return "zeros(" + std::to_string(v.bytes.size()) + ")";
  size_t size = v.text == "u8" ? 1 : v.text == "u16" ? 2 : 4;
  std::string out = v.text + "[";
  for (size_t i = 0; i + size <= v.bytes.size(); i += size) {
    uint32_t bits = 0;
    for (size_t k = 0; k < size; ++k) bits |= static_cast<uint32_t>(v.bytes[i + k]) << (8 * k);
    if (i) out += ", ";
    if (v.text == "f32") {
      float f;
      std::memcpy(&f, &bits, sizeof f);
      out += webidl::number_text(f);
    } else if (v.text == "i32") {
      out += std::to_string(static_cast<int32_t>(bits));
    } else {
      out += std::to_string(bits);
    }
  }
  return out + "]";
}

}  // namespace

std::string print(const Value& v) {
  switch (v.kind) {
    case Value::Kind::Undefined: return "undefined";
    case Value::Kind::Null: return "null";
    case Value::Kind::Boolean: return v.boolean ? "true" : "false";
    case Value::Kind::Number: return webidl::number_text(v.number);
    case Value::Kind::String: return quoted(v.text);
    case Value::Kind::Name: return v.text;
    case Value::Kind::Data: return data_text(v);
    case Value::Kind::Flags: {
      std::string out;
      for (const std::string& w : v.words) out += (out.empty() ? "" : " | ") + w;
      return out;
    }
    case Value::Kind::List: {
      std::string out = "[";
      for (size_t i = 0; i < v.items.size(); ++i) out += (i ? ", " : "") + print(v.items[i]);
      return out + "]";
    }
    case Value::Kind::Dictionary: {
      std::string out = "{";
      for (size_t i = 0; i < v.items.size() && i < v.keys.size(); ++i) {
        out += (i ? ", " : "") + (plain_key(v.keys[i]) ? v.keys[i] : quoted(v.keys[i])) + ": " + print(v.items[i]);
      }
      return out + "}";
    }
  }
  return {};
}

std::string print(const Call& call) {
  std::string out;
  if (!call.result.empty()) out += call.result + " = ";
  out += call.receiver + "." + call.member;
  if (call.assigns) return out + " = " + (call.arguments.empty() ? "undefined" : print(call.arguments[0]));
  if (call.reads) return out;
  out += "(";
  for (size_t i = 0; i < call.arguments.size(); ++i) out += (i ? ", " : "") + print(call.arguments[i]);
  return out + ")";
}

}  // namespace vitrine::trace
