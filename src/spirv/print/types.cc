#include <bit>
#include <cmath>

#include "lang/half.h"
#include "spirv/print/printer.h"

namespace vitrine::spirv {

using spv::Op;

uint32_t Printer::unique(Op op, std::span<const uint32_t> operands, uint32_t type) {
  std::vector<uint32_t> key;
  key.reserve(operands.size() + 2);
  key.push_back(static_cast<uint32_t>(op));
  key.push_back(type);
  key.insert(key.end(), operands.begin(), operands.end());
  auto [it, added] = unique_.try_emplace(std::move(key), 0);
  if (!added) return it->second;
  uint32_t id = it->second = new_id();
  declarations_.begin(op);
  if (type) declarations_.word(type);
  declarations_.word(id);
  declarations_.words(operands);
  declarations_.end();
  return id;
}

Layout Printer::layout_of(lang::AddressSpace space) {
  switch (space) {
    case lang::AddressSpace::Storage:
    case lang::AddressSpace::Immediate: return Layout::Storage;
    case lang::AddressSpace::Uniform: return Layout::Uniform;
    default: return Layout::Plain;
  }
}

spv::StorageClass Printer::storage_class(lang::AddressSpace space) {
  switch (space) {
    case lang::AddressSpace::Function: return spv::StorageClass::Function;
    case lang::AddressSpace::Private: return spv::StorageClass::Private;
    case lang::AddressSpace::Workgroup: return spv::StorageClass::Workgroup;
    case lang::AddressSpace::Uniform: return spv::StorageClass::Uniform;
    case lang::AddressSpace::Storage: return spv::StorageClass::StorageBuffer;
    case lang::AddressSpace::Immediate: return spv::StorageClass::PushConstant;
    case lang::AddressSpace::Handle: return spv::StorageClass::UniformConstant;
  }
  return spv::StorageClass::Private;
}

// Vulkan wants the columns of a matrix in a uniform buffer 16 bytes apart, WGSL packs those of vec2 (and of f16) closer.
bool Printer::split_matrix(TypeId matrix, Layout layout) const {
  return layout == Layout::Uniform && t(matrix).kind == TypeKind::Matrix && types_.stride_of(matrix) % 16 != 0 &&
         !options_.uniform_standard_layout;
}

uint32_t Printer::member_index(TypeId structure, uint32_t member, Layout layout) const {
  if (layout != Layout::Uniform) return member;
  uint32_t at = member;
  const auto& members = types_.structure(structure).members;
  for (uint32_t i = 0; i < member; ++i)
    if (split_matrix(members[i].type, layout)) at += t(members[i].type).columns - 1;
  return at;
}

uint32_t Printer::type(TypeId id, Layout layout) {
  uint64_t key = uint64_t{id.value} << 2 | static_cast<uint64_t>(layout);
  if (auto it = type_ids_.find(key); it != type_ids_.end()) return it->second;
  uint32_t made = make_type(id, layout);
  type_ids_[key] = made;
  return made;
}

uint32_t Printer::make_type(TypeId id, Layout layout) {
  const lang::Type& ty = t(id);
  switch (ty.kind) {
    case TypeKind::Void: return void_type();
    case TypeKind::Bool: return bool_type();
    case TypeKind::I32: return i32_type();
    case TypeKind::U32: return u32_type();
    case TypeKind::F32: return f32_type();
    case TypeKind::F16:
      capability(spv::Capability::Float16);
      return unique(Op::OpTypeFloat, {16});
    case TypeKind::Vector: return vector_type(type(ty.element), ty.rows);
    case TypeKind::Matrix: {
      if (is_long(id)) {
        capability(spv::Capability::Int64);
        uint32_t one = unique(Op::OpTypeInt, {64, 0});
        return ty.columns == 1 ? one : vector_type(one, ty.columns);
      }
      uint32_t column = vector_type(type(ty.element), ty.rows);
      if (!split_matrix(id, layout)) return unique(Op::OpTypeMatrix, {column, ty.columns});
      uint32_t made = new_id();
      std::vector<uint32_t> words{made};
      for (uint32_t i = 0; i < ty.columns; ++i) {
        words.push_back(column);
        member_decorate(made, i, spv::Decoration::Offset, {i * types_.stride_of(id)});
      }
      declarations_.add(Op::OpTypeStruct, words);
      return made;
    }
    case TypeKind::Atomic: return type(ty.element);
    case TypeKind::Array: {
      uint32_t element = type(ty.element, layout);
      if (ty.count_kind == lang::CountKind::Runtime) {
        uint32_t made = new_id();
        declarations_.add(Op::OpTypeRuntimeArray, {made, element});
        decorate(made, spv::Decoration::ArrayStride, {types_.stride_of(id)});
        return made;
      }
      uint32_t count = u32_constant(ty.count);
      if (layout == Layout::Plain) return unique(Op::OpTypeArray, {element, count});
      uint32_t made = new_id();
      declarations_.add(Op::OpTypeArray, {made, element, count});
      decorate(made, spv::Decoration::ArrayStride, {types_.stride_of(id)});
      return made;
    }
    case TypeKind::Struct: return struct_type(id, layout);
    case TypeKind::Pointer: return pointer_type(id);
    case TypeKind::Sampler:
    case TypeKind::SamplerComparison: return unique(Op::OpTypeSampler, {});
    case TypeKind::Texture: return image_type(ty);
    default: return void_type();
  }
}

uint32_t Printer::struct_type(TypeId id, Layout layout) {
  const lang::Struct& s = types_.structure(id);
  // Where nothing in it differs from the other buffer layout, both are one type.
  if (layout == Layout::Uniform) {
    bool differs = false;
    for (const lang::Member& m : s.members)
      if (type(m.type, Layout::Uniform) != type(m.type, Layout::Storage)) differs = true;
    if (!differs) return type(id, Layout::Storage);
  }
  std::vector<uint32_t> words{0};
  for (const lang::Member& m : s.members) {
    if (!split_matrix(m.type, layout)) {
      words.push_back(type(m.type, layout));
      continue;
    }
    const lang::Type& matrix = t(m.type);
    for (uint32_t c = 0; c < matrix.columns; ++c) words.push_back(vector_type(type(matrix.element), matrix.rows));
  }
  uint32_t made = words[0] = new_id();
  declarations_.add(Op::OpTypeStruct, words);
  name(made, s.name);
  uint32_t at = 0;
  for (const lang::Member& m : s.members) {
    if (split_matrix(m.type, layout)) {
      for (uint32_t c = 0; c < t(m.type).columns; ++c, ++at) {
        member_name(made, at, m.name + "_" + std::to_string(c));
        member_decorate(made, at, spv::Decoration::Offset, {m.offset + c * types_.stride_of(m.type)});
      }
      continue;
    }
    member_name(made, at, m.name);
    if (layout != Layout::Plain) {
      member_decorate(made, at, spv::Decoration::Offset, {m.offset});
      TypeId inner = m.type;
      while (t(inner).kind == TypeKind::Array) inner = t(inner).element;
      if (t(inner).kind == TypeKind::Matrix && !split_matrix(inner, layout) && !is_long(inner)) {
        member_decorate(made, at, spv::Decoration::ColMajor);
        member_decorate(made, at, spv::Decoration::MatrixStride, {types_.stride_of(inner)});
      }
    }
    ++at;
  }
  return made;
}

uint32_t Printer::pointer_type(TypeId pointer) {
  const lang::Type& p = t(pointer);
  return pointer_type(storage_class(p.space), type(p.element, layout_of(p.space)));
}

// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#_image_format
static spv::ImageFormat image_format(lang::TexelFormat f) {
  using F = lang::TexelFormat;
  using S = spv::ImageFormat;
  switch (f) {
    case F::Rgba8unorm: return S::Rgba8;
    case F::Rgba8snorm: return S::Rgba8Snorm;
    case F::Rgba8uint: return S::Rgba8ui;
    case F::Rgba8sint: return S::Rgba8i;
    case F::Rgba16unorm: return S::Rgba16;
    case F::Rgba16snorm: return S::Rgba16Snorm;
    case F::Rgba16uint: return S::Rgba16ui;
    case F::Rgba16sint: return S::Rgba16i;
    case F::Rgba16float: return S::Rgba16f;
    case F::Rg8unorm: return S::Rg8;
    case F::Rg8snorm: return S::Rg8Snorm;
    case F::Rg8uint: return S::Rg8ui;
    case F::Rg8sint: return S::Rg8i;
    case F::Rg16unorm: return S::Rg16;
    case F::Rg16snorm: return S::Rg16Snorm;
    case F::Rg16uint: return S::Rg16ui;
    case F::Rg16sint: return S::Rg16i;
    case F::Rg16float: return S::Rg16f;
    case F::R32uint: return S::R32ui;
    case F::R32sint: return S::R32i;
    case F::R32float: return S::R32f;
    case F::Rg32uint: return S::Rg32ui;
    case F::Rg32sint: return S::Rg32i;
    case F::Rg32float: return S::Rg32f;
    case F::Rgba32uint: return S::Rgba32ui;
    case F::Rgba32sint: return S::Rgba32i;
    case F::Rgba32float: return S::Rgba32f;
    case F::Bgra8unorm: return S::Unknown;  // SPIR-V has no name for it
    case F::R8unorm: return S::R8;
    case F::R8snorm: return S::R8Snorm;
    case F::R8uint: return S::R8ui;
    case F::R8sint: return S::R8i;
    case F::R16unorm: return S::R16;
    case F::R16snorm: return S::R16Snorm;
    case F::R16uint: return S::R16ui;
    case F::R16sint: return S::R16i;
    case F::R16float: return S::R16f;
    case F::Rgb10a2unorm: return S::Rgb10A2;
    case F::Rgb10a2uint: return S::Rgb10a2ui;
    case F::Rg11b10ufloat: return S::R11fG11fB10f;
  }
  return S::Unknown;
}

static bool needs_extended_formats(spv::ImageFormat f) {
  using S = spv::ImageFormat;
  switch (f) {
    case S::Unknown: case S::Rgba32f: case S::Rgba16f: case S::R32f: case S::Rgba8: case S::Rgba8Snorm: case S::Rgba32i:
    case S::Rgba16i: case S::Rgba8i: case S::R32i: case S::Rgba32ui: case S::Rgba16ui: case S::Rgba8ui: case S::R32ui:
      return false;
    default: return true;
  }
}

uint32_t Printer::image_type(const lang::Type& ty) {
  using D = lang::TextureDimension;
  using K = lang::TextureKind;
  const lang::TextureTypeInfo& texture = info(ty.texture);
  bool storage = texture.kind == K::Storage;
  bool multisampled = texture.kind == K::Multisampled || texture.kind == K::DepthMultisampled;
  uint32_t sampled = f32_type();
  if (storage) {
    lang::TexelClass c = info(ty.format).component;
    sampled = c == lang::TexelClass::I32 ? i32_type() : c == lang::TexelClass::U32 ? u32_type() : f32_type();
  } else if (ty.element && ty.element != lang::kErrorType && ty.element != lang::kVoidType) {
    sampled = type(ty.element);
  }
  spv::Dim dim = spv::Dim::Dim2D;
  uint32_t arrayed = 0;
  switch (texture.dimension) {
    case D::D1d:
      dim = spv::Dim::Dim1D;
      capability(storage ? spv::Capability::Image1D : spv::Capability::Sampled1D);
      break;
    case D::D2d: break;
    case D::D2dArray: arrayed = 1; break;
    case D::D3d: dim = spv::Dim::Dim3D; break;
    case D::Cube: dim = spv::Dim::Cube; break;
    case D::CubeArray:
      dim = spv::Dim::Cube;
      arrayed = 1;
      capability(spv::Capability::SampledCubeArray);
      break;
  }
  spv::ImageFormat format = spv::ImageFormat::Unknown;
  if (storage) {
    format = image_format(ty.format);
    if (needs_extended_formats(format)) capability(spv::Capability::StorageImageExtendedFormats);
    if (format == spv::ImageFormat::Unknown) {
      if (ty.access != lang::AccessMode::Read) capability(spv::Capability::StorageImageWriteWithoutFormat);
      if (ty.access != lang::AccessMode::Write) capability(spv::Capability::StorageImageReadWithoutFormat);
    }
  }
  return unique(Op::OpTypeImage, {sampled, static_cast<uint32_t>(dim), 0, arrayed, multisampled ? 1u : 0u, storage ? 2u : 1u,
                                  static_cast<uint32_t>(format)});
}

// -- constants --------------------------------------------------------------------------------------------------------

uint32_t Printer::f32_constant(float v) { return unique(Op::OpConstant, {std::bit_cast<uint32_t>(v)}, f32_type()); }

Number Printer::kind_of(TypeId id) const {
  switch (t(scalar(id)).kind) {
    case TypeKind::Bool: return Number::Bool;
    case TypeKind::I32: return Number::Signed;
    case TypeKind::U32: return Number::Unsigned;
    default: return Number::Float;
  }
}

uint32_t Printer::width_of(TypeId id) const { return t(id).kind == TypeKind::Vector ? t(id).rows : 1; }

uint32_t Printer::number(TypeId id, double v) {
  TypeId s = scalar(id);
  uint32_t one = 0;
  switch (t(s).kind) {
    case TypeKind::Bool: one = unique(v != 0 ? Op::OpConstantTrue : Op::OpConstantFalse, {}, bool_type()); break;
    case TypeKind::I32: one = i32_constant(static_cast<int32_t>(v)); break;
    case TypeKind::U32: one = u32_constant(static_cast<uint32_t>(v)); break;
    case TypeKind::F16: one = unique(Op::OpConstant, {lang::half_from_double(v)}, type(s)); break;
    default: one = f32_constant(static_cast<float>(v));
  }
  uint32_t n = width_of(id);
  if (n == 1) return one;
  std::vector<uint32_t> parts(n, one);
  return unique(Op::OpConstantComposite, parts, type(id));
}

// SwiftShader's optimizer leaves out what is OpConstantNull among the components of a vector and folds the wrong ones
// (defs/blocklist.def: swiftshader_null_components), also where it took the zero out of a larger one.
uint32_t Printer::zero(TypeId id) {
  constexpr uint64_t kMost = 64;
  auto components = [&](auto& self, TypeId of) -> uint64_t {
    const lang::Type& type = t(of);
    switch (type.kind) {
      case TypeKind::Vector: return type.rows;
      case TypeKind::Matrix: return type.columns * type.rows;
      case TypeKind::Array: return type.count > kMost ? kMost + 1 : type.count * self(self, type.element);
      case TypeKind::Struct: {
        uint64_t sum = 0;
        for (const lang::Member& m : types_.structure(of).members)
          if ((sum += self(self, m.type)) > kMost) break;
        return sum;
      }
      default: return types_.is_scalar(of) ? 1 : kMost + 1;
    }
  };
  if (components(components, id) > kMost) return null(type(id));
  const lang::Type& type = t(id);
  std::vector<uint32_t> parts;
  switch (type.kind) {
    case TypeKind::Matrix: {
      uint32_t column = vector_type(this->type(type.element), type.rows);
      std::vector<uint32_t> scalars(type.rows, number(type.element, 0));
      parts.assign(type.columns, unique(Op::OpConstantComposite, scalars, column));
      break;
    }
    case TypeKind::Array: parts.assign(type.count, zero(type.element)); break;
    case TypeKind::Struct:
      for (const lang::Member& m : types_.structure(id).members) parts.push_back(zero(m.type));
      break;
    default: return number(id, 0);
  }
  return unique(Op::OpConstantComposite, parts, this->type(id));
}

uint32_t Printer::constant(ir::ConstantId id) {
  if (constant_ids_.size() < m_.constants.size()) constant_ids_.resize(m_.constants.size());
  if (constant_ids_[id.value]) return constant_ids_[id.value];
  const ir::Constant& c = m_.constants[id.value];
  uint32_t made = 0;
  if (c.count != 0) {
    std::vector<uint32_t> parts(c.count);
    for (uint32_t i = 0; i < c.count; ++i) parts[i] = constant(m_.constant_elements[c.first + i]);
    made = unique(Op::OpConstantComposite, parts, type(c.type));
  } else if (t(c.type).kind == TypeKind::Bool) {
    made = unique(c.bits ? Op::OpConstantTrue : Op::OpConstantFalse, {}, bool_type());
  } else if (types_.is_scalar(c.type)) {
    made = unique(Op::OpConstant, {c.bits}, type(c.type));
  } else {
    made = zero(c.type);
  }
  constant_ids_[id.value] = made;
  return made;
}

}  // namespace vitrine::spirv
