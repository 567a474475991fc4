#include "ir/transform/check_bounds.h"

#include "ir/builder.h"
#include "ir/transform/origin.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::TypeKind;

class Checks {
 public:
  explicit Checks(Module& m) : m_(m) {}

  std::vector<printf::Bounds> run() {
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
      for (uint32_t n = 0; n < count; ++n) {
        const Inst i = m_.functions[id].insts[n];  // a copy: what follows adds instructions
        if (i.flags & (kRemoved | kInBounds) || !i.block) continue;
        if (i.op == Op::Access || i.op == Op::Extract) indexes(id, n);
        if (i.op != Op::Builtin) continue;
        auto b = static_cast<Builtin>(i.aux);
        if (b == Builtin::TextureLoad || b == Builtin::TextureStore) texel(id, n, b == Builtin::TextureStore);
      }
    }
    return std::move(found_);
  }

 private:
  // Before instruction `at`, in an If of `outside`: the message. `what` names the thing, `format` goes on with the values.
  void report(Builder& b, uint32_t at, const printf::Bounds& what, std::string format, Value outside, std::vector<Value> values) {
    PrintSite site;
    site.format = std::move(format);
    site.span = m_.span_of(b.function()[at].location);
    for (Value v : values) site.args.push_back(b.type(v));
    PrintSiteId id = m_.print_sites.add(std::move(site));
    found_.push_back(what);
    b.begin_if(outside);
    b.print(id, values);
    b.end_if();
  }

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
        report(b, at, what, "index %? of " + origins_.name(id, b.function().operand(i, 0), kind) + ", which has %u" + part + " there", outside, {index, length});
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
      report(b, at, what, std::string(word) + " %? of " + name + ", which has %u", outside, {index, count});
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
    report(b, at, what, "texel (%?) of " + name + ", which has (%?)", outside, {coords, size});
  }

  Module& m_;
  Origins origins_{m_};
  std::vector<printf::Bounds> found_;
};

}  // namespace

std::vector<printf::Bounds> check_bounds(Module& m) { return Checks(m).run(); }

}  // namespace vitrine::ir
