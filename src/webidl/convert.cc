#include "webidl/convert.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace vitrine::webidl {

using diag::Name;
using diag::Text;

namespace {

constexpr uint32_t kMaxDepth = 32;  // of dictionaries in dictionaries; no descriptor comes near

template <class T>
T& at(void* base, size_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(base) + offset);
}

}  // namespace

Memory::~Memory() {
  for (WGPUTextureView view : views_) wgpuTextureViewRelease(view);
}

void* Memory::allocate(size_t size) {
  constexpr size_t kAlign = alignof(std::max_align_t);
  size_t units = (size + kAlign - 1) / kAlign;
  if (units == 0) units = 1;
  if (used_ + units > size_) {
    size_ = units > 128 ? units : 128;
    blocks_.push_back(std::make_unique<std::max_align_t[]>(size_));  // value-initialised: zero
    used_ = 0;
  }
  void* p = blocks_.back().get() + used_;
  used_ += units;
  return p;
}

WGPUStringView Memory::text(std::string_view text) {
  char* copy = static_cast<char*>(allocate(text.size() + 1));
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

std::string Place::text() const {
  std::string out = parent ? parent->text() : std::string();
  if (index >= 0) return out + "[" + std::to_string(index) + "]";
  if (!out.empty() && !name.empty()) out += ".";
  return out + std::string(name);
}

size_t element_size(const Type& type) {
  switch (type.kind) {
    case Kind::Interface: return sizeof(void*);
    case Kind::Dictionary: return dictionaries()[type.ref].size;
    case Kind::Double: return sizeof(double);
    default: return sizeof(uint32_t);
  }
}

bool Converter::fail(const Place& place, std::string_view what) {
  reader_.throw_type_error(place.text() + ": " + std::string(what));
  return false;
}

void Converter::chain(void* root, WGPUChainedStruct* link) {
  auto& first = at<WGPUChainedStruct*>(root, 0);
  link->next = first;
  first = link;
}

RULE(integer_out_of_range, TypeError, "webidl: [EnforceRange]", "76b41f3e", "{0} is {1}, and must lie within {2} and {3}", Text,
     double, double, double);

// https://webidl.spec.whatwg.org/#abstract-opdef-converttoint
bool Converter::integer(Handle value, const Type& type, const Place& place, uint64_t* out) {
  double x = 0;
  if (!reader_.to_number(value, &x)) return false;
  double low = 0, high = 0, modulus = 0;
  switch (type.kind) {
    case Kind::UnsignedShort: high = 65535, modulus = 65536; break;
    case Kind::Long: low = -2147483648.0, high = 2147483647, modulus = 4294967296.0; break;
    case Kind::UnsignedLongLong: high = 9007199254740991, modulus = 18446744073709551616.0; break;
    default: high = 4294967295, modulus = 4294967296.0; break;
  }
  if (type.enforce_range) {
    if (!std::isfinite(x)) return fail(place, "found a number that is not finite, and an integer is needed");
    x = std::trunc(x);
    if (x < low || x > high) {
      reader_.throw_error(integer_out_of_range(Text{place.text()}, x, low, high));
      return false;
    }
  } else if (type.clamp) {
    if (std::isnan(x)) x = 0;
    x = std::nearbyint(x < low ? low : x > high ? high : x);  // ties to even
  } else {
    if (!std::isfinite(x)) x = 0;
    x = std::fmod(std::trunc(x), modulus);
    if (x < 0) x += modulus;
    if (type.kind == Kind::Long && x > high) x -= modulus;
  }
  *out = x < 0 ? static_cast<uint64_t>(static_cast<int64_t>(x)) : static_cast<uint64_t>(x);
  return true;
}

// https://webidl.spec.whatwg.org/#js-float
bool Converter::real(Handle value, bool single, const Place& place, double* out) {
  if (!reader_.to_number(value, out)) return false;
  // Rounds to infinity from the middle between the greatest float and the next power of two on.
  if (!std::isfinite(*out) || (single && std::abs(*out) >= 3.4028235677973366e38))
    return fail(place, single ? "found a number that no finite float can hold" : "found a number that is not finite");
  return true;
}

bool Converter::enumerator(Handle value, const Type& type, const Place& place, uint32_t* out) {
  std::string word;
  if (!reader_.to_string(value, &word)) return false;
  const Enum& table = enums()[type.ref];
  for (const EnumValue& v : table.values) {
    if (word == v.word) {
      *out = v.value;
      return true;
    }
  }
  std::string known;
  for (const EnumValue& v : table.values) {
    if (table.values.size() > 8) break;
    known += std::string(known.empty() ? ", which is one of \"" : ", \"") + v.word + "\"";
  }
  return fail(place, "\"" + word + "\" is not a " + table.name + known);
}

bool Converter::handle(Handle value, const Type& type, const Place& place, void** out) {
  ValueType t = reader_.type(value);
  if (type.nullable && (t == ValueType::Null || t == ValueType::Undefined)) {
    *out = nullptr;
    return true;
  }
  *out = reader_.interface(value, type.ref);
  if (*out) return true;
  return fail(place, std::string("is not a ") + interfaces()[type.ref].name);
}

// https://webidl.spec.whatwg.org/#js-sequence
bool Converter::sequence(Handle value, const Type& type, const Place& place, const void** items, size_t* count) {
  std::vector<Handle> values;
  bool iterable = false;
  if (!reader_.iterate(value, &values, &iterable)) return false;
  if (!iterable) return fail(place, "is not a sequence");
  const Type& element = element_types()[type.ref];
  size_t size = element_size(element);
  char* data = values.empty() || size == 0 ? nullptr : static_cast<char*>(memory_.allocate(values.size() * size));
  for (size_t i = 0; i < values.size(); ++i) {
    Place here{&place, {}, static_cast<int64_t>(i)};
    char* slot = data ? data + i * size : nullptr;
    ValueType t = reader_.type(values[i]);
    bool none = element.nullable && (t == ValueType::Null || t == ValueType::Undefined);
    switch (element.kind) {
      case Kind::Interface: {
        void* object = nullptr;
        if (!handle(values[i], element, here, &object)) return false;
        *reinterpret_cast<void**>(slot) = object;
        break;
      }
      case Kind::Dictionary: {
        const Dictionary& d = dictionaries()[element.ref];
        if (size) std::memcpy(slot, d.init, size);
        if (!none && !dictionary(values[i], d, here, slot)) return false;
        break;
      }
      case Kind::Enum: {
        uint32_t v = 0;
        if (!none && !enumerator(values[i], element, here, &v)) return false;
        *reinterpret_cast<uint32_t*>(slot) = v;
        break;
      }
      case Kind::Double: {
        double v = 0;
        if (!real(values[i], false, here, &v)) return false;
        *reinterpret_cast<double*>(slot) = v;
        break;
      }
      default: {
        uint64_t v = 0;
        if (!integer(values[i], element, here, &v)) return false;
        *reinterpret_cast<uint32_t*>(slot) = static_cast<uint32_t>(v);
        break;
      }
    }
  }
  *items = data;
  *count = size ? values.size() : 0;
  return true;
}

// GPUExtent3D, GPUOrigin2D, GPUOrigin3D and GPUColor: a sequence of numbers or a dictionary.
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-gpuextent3d-shape
bool Converter::coordinates(Handle value, const Type& type, const Place& place, void* out) {
  ValueType t = reader_.type(value);
  bool color = type.kind == Kind::Color;
  uint16_t ref = color                        ? kGPUColorDict
                 : type.kind == Kind::Extent3D ? kGPUExtent3DDict
                 : type.kind == Kind::Origin2D ? kGPUOrigin2DDict
                                               : kGPUOrigin3DDict;
  const Dictionary& d = dictionaries()[ref];
  if (type.kind == Kind::Extent3D) *static_cast<WGPUExtent3D*>(out) = WGPU_EXTENT_3D_INIT;
  else std::memset(out, 0, d.size);
  if (t == ValueType::Undefined || t == ValueType::Null) return dictionary(value, d, place, out);
  if (t != ValueType::Object) return fail(place, "is neither a sequence nor a dictionary");
  std::vector<Handle> values;
  bool iterable = false;
  if (!reader_.iterate(value, &values, &iterable)) return false;
  if (!iterable) return dictionary(value, d, place, out);
  // All elements are converted before their number is looked at.
  std::vector<double> numbers(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    Place here{&place, {}, static_cast<int64_t>(i)};
    if (color) {
      if (!real(values[i], false, here, &numbers[i])) return false;
    } else {
      uint64_t v = 0;
      if (!integer(values[i], Type{Kind::UnsignedLong, true}, here, &v)) return false;
      numbers[i] = static_cast<double>(v);
    }
  }
  size_t least = color ? 4 : type.kind == Kind::Extent3D ? 1 : 0;
  size_t most = color ? 4 : type.kind == Kind::Origin2D ? 2 : 3;
  if (values.size() < least || values.size() > most) {
    std::string need = least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    return fail(place, "the sequence has " + std::to_string(values.size()) + " elements and needs " + need);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (color) at<double>(out, i * sizeof(double)) = numbers[i];
    else at<uint32_t>(out, i * sizeof(uint32_t)) = static_cast<uint32_t>(numbers[i]);
  }
  return true;
}

bool Converter::texture_or_view(Handle value, const Place& place, WGPUTextureView* out) {
  if (void* view = reader_.interface(value, kGPUTextureView)) {
    *out = static_cast<WGPUTextureView>(view);
    return true;
  }
  if (void* texture = reader_.interface(value, kGPUTexture)) {
    *out = wgpuTextureCreateView(static_cast<WGPUTexture>(texture), nullptr);
    memory_.release_later(*out);
    return true;
  }
  return fail(place, "is neither a GPUTexture nor a GPUTextureView");
}

bool Converter::binding_resource(Handle value, const Place& place, WGPUBindGroupEntry* out) {
  if (void* sampler = reader_.interface(value, kGPUSampler)) {
    out->sampler = static_cast<WGPUSampler>(sampler);
    return true;
  }
  if (reader_.interface(value, kGPUTexture) || reader_.interface(value, kGPUTextureView))
    return texture_or_view(value, place, &out->textureView);
  if (void* buffer = reader_.interface(value, kGPUBuffer)) {
    out->buffer = static_cast<WGPUBuffer>(buffer);
    return true;
  }
  if (void* external = reader_.interface(value, kGPUExternalTexture)) {
    WGPUExternalTextureBindingEntry entry = WGPU_EXTERNAL_TEXTURE_BINDING_ENTRY_INIT;
    entry.externalTexture = static_cast<WGPUExternalTexture>(external);
    chain(out, &memory_.make(entry)->chain);
    return true;
  }
  ValueType t = reader_.type(value);
  if (t == ValueType::Object || t == ValueType::Undefined || t == ValueType::Null)
    return dictionary(value, dictionaries()[kGPUBufferBinding], place, out);
  return fail(place, "is not a binding resource");
}

RULE(limit_unknown, OperationError, "GPUAdapter.requestDevice", "45ed0857", "no limit is named {0}", Name);
RULE(limit_over_32_bits, OperationError, "GPUAdapter.requestDevice", "", "{0} of {1} is asked for, more than any adapter has", Name,
     uint64_t);

bool Converter::limits(Handle value, const Place& place, const WGPULimits** out) {
  if (reader_.type(value) != ValueType::Object) return fail(place, "is not an object");
  std::vector<std::pair<std::string, Handle>> entries;
  if (!reader_.own_entries(value, &entries)) return false;
  std::vector<std::pair<std::string, uint64_t>> given;
  for (auto& [name, v] : entries) {
    Place here{&place, name};
    if (reader_.type(v) == ValueType::Undefined) continue;
    uint64_t number = 0;
    if (!integer(v, Type{Kind::UnsignedLongLong, true}, here, &number)) return false;
    given.emplace_back(name, number);
  }
  if (given.empty()) return true;
  auto* result = memory_.make(WGPULimits(WGPU_LIMITS_INIT));
  WGPUCompatibilityModeLimits* more = nullptr;
  for (auto& [name, number] : given) {
    const Limit* limit = nullptr;
    for (const Limit& l : webidl::limits()) {
      if (name == l.name) limit = &l;
    }
    if (!limit) {
      reader_.throw_error(limit_unknown(Name{name}));
      return false;
    }
    // https://gpuweb.github.io/gpuweb/#dom-gpuadapter-requestdevice
    if (!limit->wide && number > 0xFFFFFFFFull) {
      reader_.throw_error(limit_over_32_bits(Name{name}, number));
      return false;
    }
    if (limit->chained && !more) {
      more = memory_.make(WGPUCompatibilityModeLimits(WGPU_COMPATIBILITY_MODE_LIMITS_INIT));
      chain(result, &more->chain);
    }
    void* base = limit->chained ? static_cast<void*>(more) : result;
    // The greatest value means "not given" in C, and no adapter has it.
    if (limit->wide) at<uint64_t>(base, limit->offset) = number;
    else at<uint32_t>(base, limit->offset) = number == 0xFFFFFFFFull ? 0xFFFFFFFEu : static_cast<uint32_t>(number);
  }
  *out = result;
  return true;
}

bool Converter::constants(Handle value, const Place& place, const WGPUConstantEntry** out, size_t* count) {
  if (reader_.type(value) != ValueType::Object) return fail(place, "is not an object");
  std::vector<std::pair<std::string, Handle>> entries;
  if (!reader_.own_entries(value, &entries)) return false;
  auto* data = static_cast<WGPUConstantEntry*>(memory_.allocate(entries.size() * sizeof(WGPUConstantEntry)));
  for (size_t i = 0; i < entries.size(); ++i) {
    Place here{&place, entries[i].first};
    data[i] = WGPU_CONSTANT_ENTRY_INIT;
    data[i].key = memory_.text(entries[i].first);
    if (!real(entries[i].second, false, here, &data[i].value)) return false;
  }
  *out = data;
  *count = entries.size();
  return true;
}

// https://webidl.spec.whatwg.org/#js-dictionary
bool Converter::dictionary(Handle value, const Dictionary& d, const Place& place, void* out) {
  ValueType t = reader_.type(value);
  bool absent = t == ValueType::Undefined || t == ValueType::Null;
  if (!absent && t != ValueType::Object) return fail(place, std::string("is not a dictionary, and a ") + d.name + " is needed");
  if (++depth_ > kMaxDepth) return fail(place, "dictionaries are nested too deep");
  for (const Member& m : d.members) {
    Place here{&place, m.name};
    Handle v = nullptr;
    bool given = false;
    if (!absent) {
      if (!reader_.get(value, m.name, &v)) return false;
      given = reader_.type(v) != ValueType::Undefined;
    }
    if (given) {
      if (!member(v, m, here, out)) return false;
    } else if (m.required) {
      return fail(here, std::string("is required in a ") + d.name);
    } else if (m.default_enum >= 0 && m.store == Store::Enum) {
      at<uint32_t>(out, m.offset) = static_cast<uint32_t>(m.default_enum);
    }
  }
  --depth_;
  return true;
}

bool Converter::member(Handle value, const Member& m, const Place& place, void* out) {
  switch (m.type.kind) {
    case Kind::BindingResource: return binding_resource(value, place, static_cast<WGPUBindGroupEntry*>(out));
    case Kind::Extent3D:
    case Kind::Origin2D:
    case Kind::Origin3D:
    case Kind::Color: return coordinates(value, m.type, place, static_cast<char*>(out) + m.offset);
    case Kind::TextureOrView: return texture_or_view(value, place, &at<WGPUTextureView>(out, m.offset));
    case Kind::Limits: return limits(value, place, &at<const WGPULimits*>(out, m.offset));
    case Kind::Constants:
      return constants(value, place, &at<const WGPUConstantEntry*>(out, m.offset), &at<size_t>(out, m.count_offset));
    case Kind::LayoutOrAuto: {
      if (void* layout = reader_.interface(value, kGPUPipelineLayout)) {
        if (m.store == Store::Handle) at<void*>(out, m.offset) = layout;
        return true;
      }
      std::string word;
      if (!reader_.to_string(value, &word)) return false;
      if (word != "auto") return fail(place, "is neither a GPUPipelineLayout nor \"auto\"");
      return true;
    }
    case Kind::Dictionary: {
      const Dictionary& d = dictionaries()[m.type.ref];
      if (m.store == Store::Struct) {
        // Where the struct's own initial value means "not there", it now is.
        std::memcpy(static_cast<char*>(out) + m.offset, d.init, d.size);
        return dictionary(value, d, place, static_cast<char*>(out) + m.offset);
      }
      void* made = memory_.allocate(d.size);
      if (d.size) std::memcpy(made, d.init, d.size);
      if (!dictionary(value, d, place, made)) return false;
      if (m.store == Store::StructPointer) at<const void*>(out, m.offset) = made;
      return true;
    }
    case Kind::Sequence: {
      const void* items = nullptr;
      size_t count = 0;
      if (!sequence(value, m.type, place, &items, &count)) return false;
      if (m.store == Store::Array) {
        at<const void*>(out, m.offset) = items;
        at<size_t>(out, m.count_offset) = count;
      }
      return true;
    }
    default: break;
  }
  switch (m.store) {
    case Store::Code:
    case Store::MaxDrawCount:
    case Store::BindingView:
    case Store::Swizzle:
    case Store::FeatureLevel: return special(value, m, place, out);
    default: break;
  }
  Slot slot;
  if (!argument(value, m.type, place, &slot)) return false;
  switch (m.store) {
    case Store::U16: at<uint16_t>(out, m.offset) = static_cast<uint16_t>(slot.number); break;
    case Store::U32: {
      auto number = static_cast<uint32_t>(slot.number);
      // In C all bits set mean that there is none; who asks for that slice gets the one before, which no texture has either.
      if (number == WGPU_DEPTH_SLICE_UNDEFINED && std::string_view(m.name) == "depthSlice") --number;
      at<uint32_t>(out, m.offset) = number;
      break;
    }
    case Store::Enum:
    case Store::Bool: at<uint32_t>(out, m.offset) = static_cast<uint32_t>(slot.number); break;
    case Store::OptionalBool: at<uint32_t>(out, m.offset) = slot.number ? WGPUOptionalBool_True : WGPUOptionalBool_False; break;
    case Store::U64:
    case Store::Flags: at<uint64_t>(out, m.offset) = slot.number; break;
    case Store::I32: at<int32_t>(out, m.offset) = static_cast<int32_t>(static_cast<int64_t>(slot.number)); break;
    case Store::F32: at<float>(out, m.offset) = static_cast<float>(slot.real); break;
    case Store::F64: at<double>(out, m.offset) = slot.real; break;
    case Store::String: at<WGPUStringView>(out, m.offset) = *static_cast<const WGPUStringView*>(slot.pointer); break;
    case Store::Handle: at<const void*>(out, m.offset) = slot.pointer; break;
    default: break;
  }
  return true;
}

bool Converter::special(Handle value, const Member& m, const Place& place, void* out) {
  Slot slot;
  if (!argument(value, m.type, place, &slot)) return false;
  switch (m.store) {
    case Store::Code: {
      WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
      source.code = *static_cast<const WGPUStringView*>(slot.pointer);
      chain(out, &memory_.make(source)->chain);
      return true;
    }
    case Store::MaxDrawCount: {
      WGPURenderPassMaxDrawCount count = WGPU_RENDER_PASS_MAX_DRAW_COUNT_INIT;
      count.maxDrawCount = slot.number;
      chain(out, &memory_.make(count)->chain);
      return true;
    }
    case Store::BindingView: {
      WGPUTextureBindingViewDimension view = WGPU_TEXTURE_BINDING_VIEW_DIMENSION_INIT;
      view.textureBindingViewDimension = static_cast<WGPUTextureViewDimension>(slot.number);
      chain(out, &memory_.make(view)->chain);
      return true;
    }
    case Store::FeatureLevel: {
      WGPUStringView text = *static_cast<const WGPUStringView*>(slot.pointer);
      std::string_view word = text.length == WGPU_STRLEN ? std::string_view(text.data) : std::string_view(text.data, text.length);
      auto& options = *static_cast<WGPURequestAdapterOptions*>(out);
      // Any other word asks for a level that nobody has, and no adapter is found.
      options.featureLevel = word == "core"            ? WGPUFeatureLevel_Core
                             : word == "compatibility" ? WGPUFeatureLevel_Compatibility
                                                       : static_cast<WGPUFeatureLevel>(0x7FFFFFFE);
      return true;
    }
    case Store::Swizzle: {
      WGPUStringView text = *static_cast<const WGPUStringView*>(slot.pointer);
      std::string_view word(text.data, text.length);
      if (word == "rgba") return true;
      // https://gpuweb.github.io/gpuweb/#dom-gputextureviewdescriptor-swizzle
      WGPUTextureComponentSwizzleDescriptor swizzle = WGPU_TEXTURE_COMPONENT_SWIZZLE_DESCRIPTOR_INIT;
      WGPUComponentSwizzle* components[] = {&swizzle.swizzle.r, &swizzle.swizzle.g, &swizzle.swizzle.b, &swizzle.swizzle.a};
      constexpr std::string_view kLetters = "01rgba";
      constexpr WGPUComponentSwizzle kValues[] = {WGPUComponentSwizzle_Zero, WGPUComponentSwizzle_One, WGPUComponentSwizzle_R,
                                                  WGPUComponentSwizzle_G,    WGPUComponentSwizzle_B,   WGPUComponentSwizzle_A};
      if (word.size() != 4) return fail(place, "\"" + std::string(word) + "\" is not four of the letters r, g, b, a, 0 and 1");
      for (size_t i = 0; i < 4; ++i) {
        size_t letter = kLetters.find(word[i]);
        if (letter == std::string_view::npos)
          return fail(place, "\"" + std::string(word) + "\" is not four of the letters r, g, b, a, 0 and 1");
        *components[i] = kValues[letter];
      }
      chain(out, &memory_.make(swizzle)->chain);
      return true;
    }
    default: return true;
  }
}

bool Converter::argument(Handle value, const Type& type, const Place& place, Slot* out) {
  out->present = true;
  switch (type.kind) {
    case Kind::Undefined: return true;
    case Kind::Boolean: out->number = reader_.to_boolean(value); return true;
    case Kind::Flags: {
      uint32_t bits = 0;
      if (reader_.flags(value, namespaces()[type.ref], &bits)) {
        out->number = bits;
        return true;
      }
      return integer(value, type, place, &out->number);
    }
    case Kind::UnsignedShort:
    case Kind::UnsignedLong:
    case Kind::UnsignedLongLong:
    case Kind::Long: return integer(value, type, place, &out->number);
    case Kind::Float:
    case Kind::Double: return real(value, type.kind == Kind::Float, place, &out->real);
    case Kind::String: {
      std::string text;
      if (!reader_.to_string(value, &text)) return false;
      out->pointer = memory_.make(memory_.text(text));
      return true;
    }
    case Kind::Enum: {
      uint32_t v = 0;
      if (!enumerator(value, type, place, &v)) return false;
      out->number = v;
      return true;
    }
    case Kind::Interface: {
      void* object = nullptr;
      if (!handle(value, type, place, &object)) return false;
      out->pointer = object;
      return true;
    }
    case Kind::Dictionary: {
      const Dictionary& d = dictionaries()[type.ref];
      void* made = memory_.allocate(d.size);
      if (d.size) std::memcpy(made, d.init, d.size);
      out->pointer = made;
      return dictionary(value, d, place, made);
    }
    case Kind::Sequence: return sequence(value, type, place, &out->pointer, &out->count);
    case Kind::Extent3D:
    case Kind::Origin2D:
    case Kind::Origin3D:
    case Kind::Color: {
      void* made = memory_.allocate(sizeof(WGPUColor));
      out->pointer = made;
      return coordinates(value, type, place, made);
    }
    case Kind::BufferSource:
    case Kind::Uint32Array: {
      Bytes bytes;
      bool is = false;
      if (!reader_.bytes(value, &bytes, &is)) return false;
      bool words = type.kind == Kind::Uint32Array;
      if (!is || (words && !bytes.uint32_array))
        return fail(place, words ? "is not a Uint32Array" : "is neither an ArrayBuffer nor a view of one");
      out->pointer = bytes.data;
      out->count = bytes.size;
      out->element = bytes.element_size;
      return true;
    }
    default: return fail(place, "is of a kind that only a browser has");
  }
}

}  // namespace vitrine::webidl
