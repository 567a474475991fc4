// Views of buffers: what is known of offset, size and type is checked before the shader runs.
// https://gpuweb.github.io/gpuweb/wgsl/#buffer-view-builtin-functions
#include <algorithm>

#include "lang/eval_internal.h"

namespace vitrine::lang {

using diag::Name;
using diag::Text;

RULE(buffer_view_offset_alignment, ShaderCreation, "wgsl:bufferview-builtin", "4c0b5667 30f1d98b 7cd57315 968f5598",
     "the offset of {0} is {1}, and a view of {2} starts at a multiple of {3}", Name, int64_t, Name, uint64_t);
RULE(buffer_view_outside, ShaderCreation, "wgsl:bufferview-builtin",
     "a5da213e bf2d57ef 71753d41 cd9206b7 b9797a81",
     "{0} shows at least {1} bytes from byte {2} on, and the buffer has {3}", Name, int64_t, int64_t, int64_t);
RULE(buffer_array_view_too_small, ShaderCreation, "wgsl:bufferarrayview-builtin", "8e07c14d 3f661dbc",
     "the size of {0} is {1}, and {2} with one element needs {3} bytes", Name, int64_t, Name, int64_t);
RULE(buffer_array_view_rest, ShaderCreation, "wgsl:bufferarrayview-builtin", "cc9676de ee0119df",
     "the size of {0} is {1}: behind the last whole element of {2} remain {3} bytes, and elements are {4} bytes apart", Name,
     int64_t, Name, int64_t, int64_t);

namespace internal {

namespace {

// Offset of the runtime-sized array in a type that ends in one, and the distance of its elements.
struct Tail {
  int64_t offset = 0, stride = 0;
};
Tail tail_of(const TypeTable& types, TypeId type) {
  if (types.kind(type) == TypeKind::Array) return {0, types.stride_of(type)};
  if (!types.is_struct(type) || types.structure(type).members.empty()) return {};
  const Member& last = types.structure(type).members.back();
  return {last.offset, types.stride_of(last.type)};
}

// Sums of what comes from the shader cannot overflow: offsets and sizes are 32-bit numbers.
int64_t clamp_size(uint64_t v) { return static_cast<int64_t>(std::min<uint64_t>(v, uint64_t{1} << 40)); }

}  // namespace

bool Calculator::check_buffer_view(Builtin b, std::span<const Value> arguments, TypeId pointer, TypeId result) {
  TypeId type = types.store_type(result);
  const Type view = types[result];
  const Type buffer = types[types.store_type(pointer)];
  bool runtime = types.contains_runtime_array(type);
  Tail tail = runtime ? tail_of(types, type) : Tail{};
  // MinTypeSize
  int64_t least = runtime ? tail.offset + tail.stride : clamp_size(types.size_of(type));
  Name name{std::string(to_text(b))};
  auto known = [&](size_t i) { return i < arguments.size() && arguments[i]; };
  int64_t offset = known(1) ? constants.as_int(*arguments[1]) : 0;
  if (known(1)) {
    uint32_t align = types.required_align_of(type, view.space, true);
    if (align != 0 && offset % align != 0) {
      fail(buffer_view_offset_alignment(name, offset, Name{types.to_text(type)}, align), 1);
      return false;
    }
  }
  int64_t shown = least;
  if (b == Builtin::BufferArrayView && known(2)) {
    int64_t size = constants.as_int(*arguments[2]);
    if (least > size) {
      fail(buffer_array_view_too_small(name, size, Name{types.to_text(type)}, least), 2);
      return false;
    }
    if (tail.stride != 0 && (size - tail.offset) % tail.stride != 0) {
      fail(buffer_array_view_rest(name, size, Name{types.to_text(type)}, (size - tail.offset) % tail.stride, tail.stride), 2);
      return false;
    }
    shown = size;
  }
  if (buffer.kind == TypeKind::Buffer && buffer.count_kind == CountKind::Fixed && offset + shown > buffer.count) {
    fail(buffer_view_outside(name, shown, offset, buffer.count), -1);
    return false;
  }
  return true;
}

}  // namespace internal
}  // namespace vitrine::lang
