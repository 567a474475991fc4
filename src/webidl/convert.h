// Conversion of values of some language, told by a Reader, to the structs of webgpu.h, as WebIDL prescribes.
// https://webidl.spec.whatwg.org/#js-type-mapping
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "webidl/tables.h"

namespace vitrine::webidl {

// A value of the language: a Value of the call text, a napi_value.
using Handle = const void*;

enum class ValueType : uint8_t { Undefined, Null, Boolean, Number, String, Object, Other };

struct Bytes {
  const uint8_t* data = nullptr;
  size_t size = 0;         // in bytes
  size_t element_size = 1; // of a typed array; 1 for anything else
  bool uint32_array = false;
};

// Access to the values of a language. The functions that return bool give false when the language has an exception pending;
// conversion then stops at once.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual ValueType type(Handle value) = 0;
  virtual bool to_boolean(Handle value) = 0;
  virtual bool to_number(Handle value, double* out) = 0;
  virtual bool to_string(Handle value, std::string* out) = 0;  // USVString, as UTF-8
  virtual bool get(Handle object, const char* member, Handle* out) = 0;
  // The items of an iterable; *iterable tells whether it is one.
  virtual bool iterate(Handle value, std::vector<Handle>* items, bool* iterable) = 0;
  virtual bool own_entries(Handle object, std::vector<std::pair<std::string, Handle>>* entries) = 0;
  // The C object behind an instance of the interface, borrowed; null when it is none.
  virtual void* interface(Handle value, uint16_t interface) = 0;
  // *is tells whether it is a buffer source.
  virtual bool bytes(Handle value, Bytes* out, bool* is) = 0;
  // Flag words, where the language has them. False: it has none here, so to_number is asked.
  virtual bool flags(Handle value, const Namespace& names, uint32_t* out) { return false; }
  virtual void throw_type_error(std::string message) = 0;
  // The exception of a rule: its effect says which.
  virtual void throw_error(const diag::Diagnostic& error) = 0;
};

// What converted structs point to. Lives until the call has been made.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();
  void* allocate(size_t size);  // zeroed
  template <class T>
  T* make(const T& value) {
    T* p = static_cast<T*>(allocate(sizeof(T)));
    *p = value;
    return p;
  }
  WGPUStringView text(std::string_view text);
  void release_later(WGPUTextureView view) { views_.push_back(view); }

 private:
  std::vector<std::unique_ptr<std::max_align_t[]>> blocks_;
  size_t used_ = 0, size_ = 0;
  std::vector<WGPUTextureView> views_;
};

// Where in the arguments a value stands, for messages. Nodes live on the stack.
struct Place {
  const Place* parent = nullptr;
  std::string_view name;
  int64_t index = -1;
  std::string text() const;
};

class Converter {
 public:
  Converter(Reader& reader, Memory& memory) : reader_(reader), memory_(memory) {}
  // Each returns false when an exception is pending.
  bool argument(Handle value, const Type& type, const Place& place, Slot* out);
  // Fills a C struct that has its initial values.
  bool dictionary(Handle value, const Dictionary& dictionary, const Place& place, void* out);

 private:
  bool member(Handle value, const Member& member, const Place& place, void* out);
  bool integer(Handle value, const Type& type, const Place& place, uint64_t* out);
  bool real(Handle value, bool single, const Place& place, double* out);
  bool enumerator(Handle value, const Type& type, const Place& place, uint32_t* out);
  bool handle(Handle value, const Type& type, const Place& place, void** out);
  bool sequence(Handle value, const Type& type, const Place& place, const void** items, size_t* count);
  bool coordinates(Handle value, const Type& type, const Place& place, void* out);
  bool binding_resource(Handle value, const Place& place, WGPUBindGroupEntry* out);
  bool texture_or_view(Handle value, const Place& place, WGPUTextureView* out);
  bool limits(Handle value, const Place& place, const WGPULimits** out);
  bool constants(Handle value, const Place& place, const WGPUConstantEntry** out, size_t* count);
  bool special(Handle value, const Member& member, const Place& place, void* out);
  bool fail(const Place& place, std::string_view what);
  void chain(void* root, WGPUChainedStruct* link);

  Reader& reader_;
  Memory& memory_;
  uint32_t depth_ = 0;
};

// Size of one element of a sequence in C.
size_t element_size(const Type& type);

}  // namespace vitrine::webidl
