#include <algorithm>
#include <set>
#include <unordered_map>

#include "gpu/reflect.h"
#include "ir/ir.h"

namespace vitrine::gpu {

namespace {

using lang::TypeKind;

// What a handle comes from: a variable of the module or a parameter of the function.
struct Origin {
  enum class Kind : uint8_t { Unknown, Global, Param } kind = Kind::Unknown;
  uint32_t index = 0;
  friend auto operator<=>(const Origin&, const Origin&) = default;
};
using Pair = std::pair<Origin, Origin>;  // texture, sampler

Origin origin_of(const ir::Function& f, ir::Value v) {
  // A handle is loaded from its variable; loads of loads do not exist, so the loop is short.
  for (int i = 0; i < 8; ++i) {
    if (v.is(ir::ValueKind::Global)) return {Origin::Kind::Global, v.index()};
    if (v.is(ir::ValueKind::Param)) return {Origin::Kind::Param, v.index()};
    if (!v.is_inst() || f[v.index()].op != ir::Op::Load) return {};
    v = f.operand(f[v.index()], 0);
  }
  return {};
}

class PairFinder {
 public:
  explicit PairFinder(const ir::Module& m) : m_(m), pairs_(m.functions.size()) {
    for (uint32_t i = 0; i < m.functions.size(); ++i) function(i);  // callees come before callers
  }
  const std::set<Pair>& of(uint32_t function) const { return pairs_[function]; }

 private:
  void function(uint32_t at) {
    const ir::Function& f = m_.functions[ir::FunctionId(at)];
    for (const ir::Inst& i : f.insts) {
      if (i.flags & ir::kRemoved) continue;
      if (i.op == ir::Op::Builtin) builtin(f, i, pairs_[at]);
      if (i.op == ir::Op::Call) call(f, i, pairs_[at]);
    }
  }

  void builtin(const ir::Function& f, const ir::Inst& i, std::set<Pair>& out) {
    Origin texture, sampler;
    for (uint32_t n = 0; n < i.operand_count && n < 3; ++n) {
      ir::Value v = f.operand(i, n);
      if (!v) continue;
      TypeKind kind = m_.types.kind(ir::type_of(m_, f, v));
      if (kind == TypeKind::Texture) texture = origin_of(f, v);
      if (kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison) sampler = origin_of(f, v);
    }
    if (texture.kind != Origin::Kind::Unknown && sampler.kind != Origin::Kind::Unknown) out.emplace(texture, sampler);
  }

  void call(const ir::Function& f, const ir::Inst& i, std::set<Pair>& out) {
    uint32_t callee = f.word(i, 0);
    if (callee >= pairs_.size()) return;
    auto resolve = [&](Origin o) {
      if (o.kind != Origin::Kind::Param) return o;
      return o.index + 1 < i.operand_count ? origin_of(f, f.operand(i, o.index + 1)) : Origin{};
    };
    for (const Pair& p : pairs_[callee]) {
      Pair here{resolve(p.first), resolve(p.second)};
      if (here.first.kind != Origin::Kind::Unknown && here.second.kind != Origin::Kind::Unknown) out.insert(here);
    }
  }

  const ir::Module& m_;
  std::vector<std::set<Pair>> pairs_;
};

}  // namespace

void add_texture_sampler_pairs(ShaderReflection& reflection, const ir::Module& m) {
  bool any = std::any_of(reflection.bindings.begin(), reflection.bindings.end(),
                         [](const ShaderBinding& b) { return b.entry.sampler.has_value(); });
  if (!any) return;
  std::unordered_map<std::string, uint32_t> by_name;
  for (uint32_t i = 0; i < reflection.bindings.size(); ++i) by_name[reflection.bindings[i].name] = i;
  PairFinder finder(m);
  for (ShaderEntryPoint& e : reflection.entry_points) {
    for (uint32_t i = 0; i < m.functions.size(); ++i) {
      const ir::Function& f = m.functions[ir::FunctionId(i)];
      if (f.stage == ir::Stage::None || f.name != e.name) continue;
      for (const Pair& p : finder.of(i)) {
        if (p.first.kind != Origin::Kind::Global || p.second.kind != Origin::Kind::Global) continue;
        auto texture = by_name.find(m.globals[ir::GlobalId(p.first.index)].name);
        auto sampler = by_name.find(m.globals[ir::GlobalId(p.second.index)].name);
        if (texture != by_name.end() && sampler != by_name.end()) e.pairs.push_back({texture->second, sampler->second});
      }
    }
  }
}

}  // namespace vitrine::gpu
