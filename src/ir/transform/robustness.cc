#include "ir/transform/robustness.h"

#include "ir/builder.h"
#include "ir/transform/bounds.h"

namespace vitrine::ir {
namespace {

using lang::AddressSpace;
using lang::Builtin;
using lang::TypeKind;

class Robustness {
 public:
  Robustness(Module& m, const RobustnessOptions& options) : m_(m), options_(options) {}

  void run() {
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
      Bounds bounds(m_, id);
      bounds_ = &bounds;
      for (uint32_t n = 0; n < count; ++n) {
        const Inst i = m_.functions[id].insts[n];  // a copy: what follows adds instructions
        if (i.flags & (kRemoved | kInBounds) || !i.block) continue;
        if (i.op == Op::Access || i.op == Op::Extract) indexes(id, n);
        if (i.op != Op::Builtin) continue;
        if (static_cast<Builtin>(i.aux) == Builtin::TextureLoad) texel_load(id, n);
        if (static_cast<Builtin>(i.aux) == Builtin::TextureStore && options_.textures) texel_store(id, n);
      }
    }
  }

 private:
  Value as_u32(Builder& b, Value v) { return b.type(v) == lang::kI32Type ? b.bitcast(lang::kU32Type, v) : v; }
  Value min(Builder& b, Value v, Value limit) { return b.builtin(Builtin::Min, b.type(v), {v, limit}); }

  // A negative index becomes a large one: both ends are met by one comparison.
  void indexes(FunctionId id, uint32_t at) {
    Builder b(m_, id);
    b.before(at);
    const Inst i = b.function()[at];
    TypeId base = b.type(b.function().operand(i, 0));
    lang::Type pointer = m_.types[base];
    if (i.op == Op::Access) {
      bool buffer = pointer.space == AddressSpace::Storage || pointer.space == AddressSpace::Uniform ||
                    pointer.space == AddressSpace::Immediate;
      if (!(buffer ? options_.buffers : options_.memory)) return;
    } else if (!options_.memory) {
      return;
    }
    TypeId t = i.op == Op::Access ? pointer.element : base;
    for (uint32_t n = 1; n < i.operand_count; ++n) {
      Value index = b.function().operand(i, n);
      lang::Type ty = m_.types[t];
      uint32_t member = index.is_constant() ? m_.constant(index).bits : 0;
      uint32_t count = m_.types.element_count(t);
      if (ty.kind == TypeKind::Array && ty.count_kind == lang::CountKind::Runtime) {
        if (!options_.runtime_arrays) {
          t = ty.element;
          continue;
        }
        Value whole = b.function().operand(i, 0);
        if (n > 1) {
          std::vector<Value> path;
          for (uint32_t k = 1; k < n; ++k) path.push_back(b.function().operand(i, k));
          whole = b.access(whole, path);
        }
        Value length = b.builtin(Builtin::ArrayLength, lang::kU32Type, {whole});
        Value last = limit(b, length), unsigned_index = as_u32(b, index);
        b.function().set_operand(i, n, min(b, unsigned_index, last));
      } else if (ty.kind != TypeKind::Struct && count != 0) {
        if (bounds_->upper(index) < count) {}
        else if (!index.is_constant()) b.function().set_operand(i, n, min(b, as_u32(b, index), b.u32(count - 1)));
        else b.function().set_operand(i, n, b.u32(count - 1));
      }
      t = m_.types.element_of(t, ty.kind == TypeKind::Struct ? member : 0);
    }
    b.function()[at].flags |= kInBounds;
  }

  struct Texel {
    Value texture, coords, layer, extra;  // extra: level or sample index
    uint32_t coords_at = 1, layer_at = 0, extra_at = 0;
    lang::TextureTypeInfo info;
  };

  Texel texel(Builder& b, const Inst& i, bool store) {
    Texel t;
    t.texture = b.function().operand(i, 0);
    t.coords = b.function().operand(i, 1);
    t.info = info(m_.types[b.type(t.texture)].texture);
    uint32_t n = 2;
    if (t.info.dimension == lang::TextureDimension::D2dArray) {
      t.layer_at = n;
      t.layer = b.function().operand(i, n++);
    }
    if (!store && n < i.operand_count) {
      t.extra_at = n;
      t.extra = b.function().operand(i, n);
    }
    return t;
  }

  // A scalar or vector of u32 of the same width.
  Value unsigned_form(Builder& b, Value v) {
    TypeId t = b.type(v);
    if (m_.types.scalar_of(t) == lang::kU32Type) return v;
    TypeId u = m_.types.kind(t) == TypeKind::Vector ? m_.types.vector(m_.types[t].rows, lang::kU32Type) : lang::kU32Type;
    return b.bitcast(u, v);
  }
  Value limit(Builder& b, Value size) {
    TypeId t = b.type(size);
    return b.binary(BinaryOp::Subtract, t, size, b.splat(t, b.u32(1)));
  }
  Value dimensions(Builder& b, const Texel& t, Value level) {
    TypeId size = m_.types.kind(b.type(t.coords)) == TypeKind::Vector
                      ? m_.types.vector(m_.types[b.type(t.coords)].rows, lang::kU32Type)
                      : lang::kU32Type;
    if (level) return b.builtin(Builtin::TextureDimensions, size, {t.texture, level});
    return b.builtin(Builtin::TextureDimensions, size, {t.texture});
  }

  void texel_load(FunctionId id, uint32_t at) {
    Builder b(m_, id);
    b.before(at);
    const Inst i = b.function()[at];
    Texel t = texel(b, i, false);
    bool multisampled = t.info.kind == lang::TextureKind::Multisampled || t.info.kind == lang::TextureKind::DepthMultisampled;
    Value level;
    if (t.extra) {
      Value count = b.builtin(multisampled ? Builtin::TextureNumSamples : Builtin::TextureNumLevels, lang::kU32Type, {t.texture});
      Value last = limit(b, count), extra = as_u32(b, t.extra);
      Value kept = min(b, extra, last);
      b.function().set_operand(i, t.extra_at, kept);
      if (!multisampled) level = kept;
    }
    if (!options_.textures) return;
    Value size = dimensions(b, t, level);
    Value last = limit(b, size), coords = unsigned_form(b, t.coords);
    b.function().set_operand(i, t.coords_at, min(b, coords, last));
    if (t.layer) {
      Value layers = b.builtin(Builtin::TextureNumLayers, lang::kU32Type, {t.texture});
      Value last_layer = limit(b, layers), layer = as_u32(b, t.layer);
      b.function().set_operand(i, t.layer_at, min(b, layer, last_layer));
    }
    b.function()[at].flags |= kInBounds;
  }

  void texel_store(FunctionId id, uint32_t at) {
    Builder b(m_, id);
    b.before(at);
    Inst i = b.function()[at];
    Texel t = texel(b, i, true);
    Value size = dimensions(b, t, {});
    Value coords = unsigned_form(b, t.coords);
    Value inside = b.binary(BinaryOp::Less, coords, size);
    if (m_.types.kind(b.type(inside)) == TypeKind::Vector) inside = b.builtin(Builtin::All, lang::kBoolType, {inside});
    if (t.layer) {
      Value layers = b.builtin(Builtin::TextureNumLayers, lang::kU32Type, {t.texture});
      inside = b.binary(BinaryOp::And, inside, b.binary(BinaryOp::Less, as_u32(b, t.layer), layers));
    }
    std::vector<Value> operands;
    for (uint32_t n = 0; n < i.operand_count; ++n) operands.push_back(b.function().operand(i, n));
    b.begin_if(inside);
    b.flag(b.emit(Op::Builtin, i.type, operands, i.aux), kInBounds);
    b.end_if();
    remove(b.function(), at);
  }

  Module& m_;
  RobustnessOptions options_;
  const Bounds* bounds_ = nullptr;
};

}  // namespace

void make_robust(Module& m, const RobustnessOptions& options) { Robustness(m, options).run(); }

}  // namespace vitrine::ir
