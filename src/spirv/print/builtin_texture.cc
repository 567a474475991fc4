// Texture builtins. https://gpuweb.github.io/gpuweb/wgsl/#texture-builtin-functions
// An external texture is one plane of RGBA here. Out-of-bounds coordinates were dealt with by raise/.
#include <bit>

#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::Inst;
using ir::Value;
using lang::Builtin;
using lang::TextureDimension;
using lang::TextureKind;
using spv::Op;

namespace {

uint32_t dimensions(TextureDimension d) {
  switch (d) {
    case TextureDimension::D1d: return 1;
    case TextureDimension::D2d:
    case TextureDimension::D2dArray: return 2;
    case TextureDimension::D3d:
    case TextureDimension::Cube:
    case TextureDimension::CubeArray: return 3;
  }
  return 2;
}
bool arrayed(TextureDimension d) { return d == TextureDimension::D2dArray || d == TextureDimension::CubeArray; }
bool cube(TextureDimension d) { return d == TextureDimension::Cube || d == TextureDimension::CubeArray; }

}  // namespace

uint32_t Printer::builtin_texture(const Inst& i, Builtin b) {
  using M = spv::ImageOperandsMask;
  uint32_t k = 0;
  uint32_t component = 0;
  bool gather = b == Builtin::TextureGather;
  if (gather && t(operand_type(i, 0)).kind != TypeKind::Texture) component = operand(i, k++);
  else if (gather) component = i32_constant(0);
  lang::Type texture = t(operand_type(i, k));
  const lang::TextureTypeInfo& kind = info(texture.texture);
  bool depth = kind.kind == TextureKind::Depth || kind.kind == TextureKind::DepthMultisampled;
  bool multisampled = kind.kind == TextureKind::Multisampled || kind.kind == TextureKind::DepthMultisampled;
  bool storage = kind.kind == TextureKind::Storage;
  uint32_t image_type_id = image_type(texture), image = operand(i, k++);
  uint32_t f = f32_type(), u = u32_type();
  uint32_t n = dimensions(kind.dimension);
  bool is_array = arrayed(kind.dimension);
  uint32_t result_type = type(i.type);

  // -- queries --
  if (b == Builtin::TextureDimensions || b == Builtin::TextureNumLayers) {
    capability(spv::Capability::ImageQuery);
    uint32_t of_size = cube(kind.dimension) ? 2 : n;
    uint32_t whole = of_size + (is_array ? 1u : 0u);
    uint32_t size_type = vector_type(u, whole), size;
    if (storage || multisampled) {
      size = op(Op::OpImageQuerySize, size_type, {image});
    } else {
      uint32_t level = b == Builtin::TextureDimensions && k < i.operand_count ? operand(i, k) : u32_constant(0);
      size = op(Op::OpImageQuerySizeLod, size_type, {image, level});
    }
    if (b == Builtin::TextureNumLayers) return extract(u, size, {of_size});
    if (!is_array) return size;
    std::vector<uint32_t> words{size, size};
    for (uint32_t c = 0; c < of_size; ++c) words.push_back(c);
    return op(Op::OpVectorShuffle, result_type, words);
  }
  if (b == Builtin::TextureNumLevels || b == Builtin::TextureNumSamples) {
    capability(spv::Capability::ImageQuery);
    return op(b == Builtin::TextureNumLevels ? Op::OpImageQueryLevels : Op::OpImageQuerySamples, u, {image});
  }

  // Coordinates and array index as one vector; `scalar_type` is what the index becomes.
  auto coordinates = [&](bool floats) {
    uint32_t at = k;
    uint32_t coords = operand(i, k++);
    if (!is_array) return coords;
    TypeId index_type = operand_type(i, k), coords_scalar = scalar(operand_type(i, at));
    uint32_t index = operand(i, k++);
    uint32_t as = floats ? f : type(coords_scalar);
    if (floats) index = op(kind_of(index_type) == Number::Signed ? Op::OpConvertSToF : Op::OpConvertUToF, f, {index});
    else if (index_type != coords_scalar) index = op(Op::OpBitcast, as, {index});
    return op(Op::OpCompositeConstruct, vector_type(as, n + 1), {coords, index});
  };

  // -- texels --
  if (b == Builtin::TextureLoad) {
    uint32_t coords = coordinates(false);
    uint32_t texel_type = depth ? vector_type(f, 4) : result_type, texel;
    if (storage) {
      texel = op(Op::OpImageRead, texel_type, {image, coords});
    } else {
      uint32_t last = k < i.operand_count ? operand(i, k) : u32_constant(0);
      M mask = multisampled ? M::Sample : M::Lod;
      texel = op(Op::OpImageFetch, texel_type, {image, coords, static_cast<uint32_t>(mask), last});
    }
    return depth ? extract(f, texel, {0}) : texel;
  }
  if (b == Builtin::TextureStore) {
    uint32_t coords = coordinates(false);
    effect(Op::OpImageWrite, {image, coords, operand(i, k)});
    return 0;
  }

  // -- sampling --
  uint32_t sampler = operand(i, k++);
  uint32_t sampled_type = unique(Op::OpTypeSampledImage, {image_type_id});
  uint32_t coords;
  if (b == Builtin::TextureSampleBaseClampToEdge) {
    // Half a texel away from the edges. https://gpuweb.github.io/gpuweb/wgsl/#textureSampleBaseClampToEdge
    capability(spv::Capability::ImageQuery);
    uint32_t v2 = vector_type(f, 2), one = f32_constant(1), half = f32_constant(0.5f);
    uint32_t ones = unique(Op::OpConstantComposite, {one, one}, v2), halves = unique(Op::OpConstantComposite, {half, half}, v2);
    uint32_t size = op(Op::OpConvertUToF, v2, {op(Op::OpImageQuerySizeLod, vector_type(u, 2), {image, u32_constant(0)})});
    uint32_t margin = op(Op::OpFDiv, v2, {halves, size});
    coords = glsl(GLSLstd450NClamp, v2, {operand(i, k++), margin, op(Op::OpFSub, v2, {ones, margin})});
  } else {
    coords = coordinates(true);
  }
  uint32_t mask = 0;
  std::vector<uint32_t> extra;
  auto with = [&](M m, uint32_t v) {
    mask |= static_cast<uint32_t>(m);
    extra.push_back(v);
  };
  uint32_t reference = 0;
  bool compare = b == Builtin::TextureSampleCompare || b == Builtin::TextureSampleCompareLevel || b == Builtin::TextureGatherCompare;
  if (compare) reference = operand(i, k++);
  // Image operands go in the order of their bits: Bias, Lod, Grad, ConstOffset.
  if (b == Builtin::TextureSampleBias) {
    // It is kept to what every sampler can do. https://gpuweb.github.io/gpuweb/wgsl/#texturesamplebias
    constexpr float kLeast = -16.0f, kMost = 15.99f;
    Value given = f_->operand(i, k);
    float known = given.is_constant() ? std::bit_cast<float>(m_.constant(given).bits) : kMost + 1;
    uint32_t bias = operand(i, k++);
    if (!(known >= kLeast && known <= kMost)) bias = glsl(GLSLstd450NClamp, f, {bias, f32_constant(kLeast), f32_constant(kMost)});
    with(M::Bias, bias);
  }
  if (b == Builtin::TextureSampleCompareLevel || b == Builtin::TextureSampleBaseClampToEdge) with(M::Lod, f32_constant(0));
  if (b == Builtin::TextureSampleLevel) {
    TypeId level_type = operand_type(i, k);
    uint32_t level = operand(i, k++);
    if (kind_of(level_type) == Number::Signed) level = op(Op::OpConvertSToF, f, {level});
    if (kind_of(level_type) == Number::Unsigned) level = op(Op::OpConvertUToF, f, {level});
    with(M::Lod, level);
  }
  if (b == Builtin::TextureSampleGrad) {
    with(M::Grad, operand(i, k++));
    extra.push_back(operand(i, k++));
  }
  if (k < i.operand_count) with(M::ConstOffset, operand(i, k));
  uint32_t combined = op(Op::OpSampledImage, sampled_type, {image, sampler});
  std::vector<uint32_t> words{combined, coords};
  if (compare) words.push_back(reference);
  if (gather) words.push_back(component);
  if (mask) {
    words.push_back(mask);
    words.insert(words.end(), extra.begin(), extra.end());
  }
  switch (b) {
    case Builtin::TextureGather: return op(Op::OpImageGather, result_type, words);
    case Builtin::TextureGatherCompare: return op(Op::OpImageDrefGather, result_type, words);
    case Builtin::TextureSampleCompare: return op(Op::OpImageSampleDrefImplicitLod, f, words);
    case Builtin::TextureSampleCompareLevel: return op(Op::OpImageSampleDrefExplicitLod, f, words);
    default: break;
  }
  bool implicit = b == Builtin::TextureSample || b == Builtin::TextureSampleBias;
  uint32_t texel = op(implicit ? Op::OpImageSampleImplicitLod : Op::OpImageSampleExplicitLod,
                      depth ? vector_type(f, 4) : result_type, words);
  return depth ? extract(f, texel, {0}) : texel;
}

}  // namespace vitrine::spirv
