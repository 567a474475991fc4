#include "ir/transform/print_native.h"

#include "ir/builder.h"
#include "ir/print.h"
#include "ir/transform/print_values.h"
#include "printf/emit.h"

namespace vitrine::ir {
namespace {

template <class F>
bool for_each_print(Module& m, F&& visit) {
  bool any = false;
  for (size_t i = 0; i < m.functions.size(); ++i) {
    FunctionId id = m.functions.id_at(i);
    size_t count = m.functions[id].insts.size();
    for (uint32_t at = 0; at < count; ++at) {
      const Inst& inst = m.functions[id].insts[at];
      if (inst.op != Op::Print || (inst.flags & kRemoved)) continue;
      any = true;
      visit(id, at);
    }
  }
  return any;
}

Value handed_over(Builder& b, const printf::FlatArgument& a, Value scalar) {
  using As = printf::FlatArgument::As;
  if (a.as == As::Bits) return word_of(b, scalar);
  if (a.as == As::F32 || a.from == printf::Scalar::F16) {
    if (b.type(scalar) == lang::kF32Type) return scalar;
    return b.convert(lang::kF32Type, scalar);
  }
  if (a.from == printf::Scalar::Bool) return word_of(b, scalar);
  return scalar;
}

}  // namespace

bool print_natively(Module& m, PrintTarget target) {
  return for_each_print(m, [&](FunctionId id, uint32_t at) {
    Builder b(m, id);
    b.before(at);
    PrintSite site = m.print_sites[PrintSiteId(m.functions[id].word(m.functions[id].insts[at], 0))];
    std::vector<printf::Type> types;
    for (TypeId t : site.args) types.push_back(print_type(m.types, t));
    printf::Format format = printf::parse(site.format);
    printf::Emitted emitted = target == PrintTarget::OsLog         ? printf::emit_os_log(format, types)
                              : target == PrintTarget::DebugPrintf ? printf::emit_debug_printf(format, types)
                                                                   : printf::emit_debug_printf_without_flags(format, types);
    std::vector<std::vector<Value>> scalars(types.size());
    site.format = std::move(emitted.format);
    site.args.clear();
    std::vector<Value> args;
    for (const printf::FlatArgument& a : emitted.arguments) {
      std::vector<Value>& of = scalars[a.argument];
      if (of.empty()) of = scalars_of(b, m.functions[id].operand(m.functions[id].insts[at], 1 + a.argument));
      if (a.component >= of.size()) continue;
      args.push_back(handed_over(b, a, of[a.component]));
      site.args.push_back(b.type(args.back()));
    }
    PrintSiteId fresh = m.print_sites.add(std::move(site));
    b.print(fresh, args);
    remove(m.functions[id], at);
  });
}

bool drop_prints(Module& m) {
  return for_each_print(m, [&](FunctionId id, uint32_t at) { remove(m.functions[id], at); });
}

}  // namespace vitrine::ir
