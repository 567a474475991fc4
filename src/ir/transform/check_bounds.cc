#include "ir/transform/check_bounds.h"

#include "ir/transform/shader_checks.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::TypeKind;

class Checks : ShaderChecks {
 public:
  explicit Checks(Module& m) : ShaderChecks(m) {}

  std::vector<printf::Bounds> run() {
    for_each_inst(kRemoved | kInBounds, [&](FunctionId id, uint32_t n, const Inst& i) {
      if (i.op == Op::Access || i.op == Op::Extract) indexes(id, n);
      if (i.op != Op::Builtin) return;
      auto b = static_cast<Builtin>(i.aux);
      if (b == Builtin::TextureLoad || b == Builtin::TextureStore) texel(id, n, b == Builtin::TextureStore);
    });
    return std::move(found_);
  }

 private:
  Value as_u32(Builder& b, Value v) { return b.type(v) == lang::kI32Type ? b.bitcast(lang::kU32Type, v) : v; }

  void indexes(FunctionId id, uint32_t at) {
    Builder b(m_, id);
    b.before(at);
    const Inst i = b.function()[at];
    TypeId base = b.type(b.function().operand(i, 0));
    TypeId t = i.op == Op::Access ? m_.types[base].element : base;
    for (uint32_t n = 1; n < i.operand_count; ++n) {
      Value index = b.function().operand(i, n);
      lang::Type ty = m_.types[t];
      bool constant = index.is_constant();
      uint32_t value = constant ? m_.constant(index).bits : 0;
      uint32_t count = m_.types.element_count(t);
      bool runtime = ty.kind == TypeKind::Array && ty.count_kind == lang::CountKind::Runtime;
      if (runtime || (ty.kind != TypeKind::Struct && count != 0 && (!constant || value >= count))) {
        printf::Bounds what = origins_.of(id, b.function().operand(i, 0));
        Value length;
        if (runtime) {
          Value whole = b.function().operand(i, 0);
          if (n > 1) {
            std::vector<Value> path;
            for (uint32_t k = 1; k < n; ++k) path.push_back(b.function().operand(i, k));
            whole = b.access(whole, path);
            b.flag(whole, kInBounds);
          }
          length = b.builtin(Builtin::ArrayLength, lang::kU32Type, {whole});
        } else {
          length = b.u32(count);
        }
        // A negative index becomes a large one.
        Value outside = b.binary(BinaryOp::GreaterEqual, lang::kBoolType, as_u32(b, index), length);
        std::string_view kind = ty.kind == TypeKind::Vector ? "a vector" : ty.kind == TypeKind::Matrix ? "a matrix" : "an array";
        std::string part = ty.kind == TypeKind::Vector   ? " components"
                           : ty.kind == TypeKind::Matrix ? " columns"
                                                         : " elements";
        report(b, outside, what, "index %? of " + origins_.name(id, b.function().operand(i, 0), kind) + ", which has %u" + part + " there", {index, length});
      }
      t = m_.types.element_of(t, ty.kind == TypeKind::Struct ? value : 0);
    }
  }

  // https://gpuweb.github.io/gpuweb/wgsl/#textureload
  void texel(FunctionId id, uint32_t at, bool store) {
    Builder b(m_, id);
    b.before(at);
    const Inst i = b.function()[at];
    Value texture = b.function().operand(i, 0), coords = b.function().operand(i, 1), layer, extra;
    lang::TextureTypeInfo type = info(m_.types[b.type(texture)].texture);
    uint32_t n = 2;
    if (type.dimension == lang::TextureDimension::D2dArray) layer = b.function().operand(i, n++);
    if (!store && n < i.operand_count) extra = b.function().operand(i, n);
    bool multisampled = type.kind == lang::TextureKind::Multisampled || type.kind == lang::TextureKind::DepthMultisampled;
    printf::Bounds what = origins_.of(id, texture);
    std::string name = origins_.name(id, texture, "a texture");
    auto one = [&](Value index, Builtin limit, std::string_view word) {
      Value count = b.builtin(limit, lang::kU32Type, {texture});
      Value outside = b.binary(BinaryOp::GreaterEqual, lang::kBoolType, as_u32(b, index), count);
      report(b, outside, what, std::string(word) + " %? of " + name + ", which has %u", {index, count});
    };
    if (extra) one(extra, multisampled ? Builtin::TextureNumSamples : Builtin::TextureNumLevels, multisampled ? "sample" : "level");
    if (layer) one(layer, Builtin::TextureNumLayers, "layer");
    TypeId t = b.type(coords);
    bool vector = m_.types.kind(t) == TypeKind::Vector;
    TypeId u = vector ? m_.types.vector(m_.types[t].rows, lang::kU32Type) : lang::kU32Type;
    Value unsigned_coords = m_.types.scalar_of(t) == lang::kU32Type ? coords : b.bitcast(u, coords);
    Value size;
    if (extra && !multisampled) {
      // A level that is not there has been told of and has no size.
      Value levels = b.builtin(Builtin::TextureNumLevels, lang::kU32Type, {texture});
      Value last = b.binary(BinaryOp::Subtract, lang::kU32Type, levels, b.u32(1));
      Value level = b.builtin(Builtin::Min, lang::kU32Type, {as_u32(b, extra), last});
      size = b.builtin(Builtin::TextureDimensions, u, {texture, level});
    } else {
      size = b.builtin(Builtin::TextureDimensions, u, {texture});
    }
    Value outside = b.binary(BinaryOp::GreaterEqual, unsigned_coords, size);
    if (vector) outside = b.builtin(Builtin::Any, lang::kBoolType, {outside});
    report(b, outside, what, "texel (%?) of " + name + ", which has (%?)", {coords, size});
  }
};

}  // namespace

std::vector<printf::Bounds> check_bounds(Module& m) { return Checks(m).run(); }

}  // namespace vitrine::ir
