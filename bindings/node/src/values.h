// Values of JavaScript as C++ has them, and back. Handles and addresses are numbers there: they are below 2^53.
#pragma once

#include <node_api.h>
#include <webgpu/webgpu.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace vitrine::node {

inline void get_args(napi_env env, napi_callback_info info, napi_value* out, size_t count) {
  napi_get_cb_info(env, info, &count, out, nullptr, nullptr);
}
inline double as_double(napi_env env, napi_value v) {
  double d = 0;
  napi_get_value_double(env, v, &d);
  return d;
}
inline uint32_t as_u32(napi_env env, napi_value v) {
  uint32_t u = 0;
  napi_get_value_uint32(env, v, &u);
  return u;
}
inline int32_t as_i32(napi_env env, napi_value v) {
  int32_t i = 0;
  napi_get_value_int32(env, v, &i);
  return i;
}
// Sizes and offsets; -1 stands for WGPU_WHOLE_SIZE.
inline uint64_t as_size(napi_env env, napi_value v) {
  double d = as_double(env, v);
  return d < 0 ? UINT64_MAX : static_cast<uint64_t>(d);
}
template <class T>
T* as_pointer(napi_env env, napi_value v) {
  return reinterpret_cast<T*>(static_cast<uintptr_t>(as_double(env, v)));
}
template <class T>
T as_handle(napi_env env, napi_value v) {
  return reinterpret_cast<T>(static_cast<uintptr_t>(as_double(env, v)));
}
inline napi_value from_double(napi_env env, double d) {
  napi_value v;
  napi_create_double(env, d, &v);
  return v;
}
inline napi_value from_handle(napi_env env, const void* p) {
  return from_double(env, static_cast<double>(reinterpret_cast<uintptr_t>(p)));
}
inline napi_value from_text(napi_env env, std::string_view s) {
  napi_value v;
  napi_create_string_utf8(env, s.data() ? s.data() : "", s.size(), &v);
  return v;
}
inline std::string_view to_view(WGPUStringView s) {
  if (!s.data) return {};
  return {s.data, s.length == WGPU_STRLEN ? std::strlen(s.data) : s.length};
}
inline napi_value from_bool(napi_env env, bool b) {
  napi_value v;
  napi_get_boolean(env, b, &v);
  return v;
}
inline std::string as_text(napi_env env, napi_value v) {
  size_t n = 0;
  if (napi_get_value_string_utf8(env, v, nullptr, 0, &n) != napi_ok) return {};
  std::string s(n, '\0');
  napi_get_value_string_utf8(env, v, s.data(), n + 1, &n);
  return s;
}
inline napi_value member(napi_env env, napi_value object, const char* name) {
  napi_value v;
  napi_get_named_property(env, object, name, &v);
  return v;
}
inline bool as_bool(napi_env env, napi_value v) {
  bool b = false;
  napi_get_value_bool(env, v, &b);
  return b;
}
// The bytes of a Uint8Array, also over a SharedArrayBuffer.
inline std::string_view as_bytes(napi_env env, napi_value v) {
  napi_typedarray_type type;
  size_t length = 0, offset;
  void* data = nullptr;
  napi_value buffer;
  if (napi_get_typedarray_info(env, v, &type, &length, &data, &buffer, &offset) != napi_ok) return {};
  return {static_cast<const char*>(data), length};
}
struct Object {
  napi_env env;
  napi_value value;
  explicit Object(napi_env e) : env(e) { napi_create_object(e, &value); }
  Object& set(const char* name, napi_value v) {
    napi_set_named_property(env, value, name, v);
    return *this;
  }
  Object& set(const char* name, double d) { return set(name, from_double(env, d)); }
  Object& set(const char* name, std::string_view s) { return set(name, from_text(env, s)); }
  Object& set(const char* name, const char* s) { return set(name, from_text(env, s)); }
};

// A function of the module, as JavaScript calls it.
struct NativeCall {
  const char* name;
  napi_callback function;
};

}  // namespace vitrine::node
