// Bodies of functions: what is written inline, and statements.
#include "ir/transform/print_native.h"
#include "msl/print/printer.h"

namespace vitrine::msl {

using ir::Op;

namespace {
constexpr uint16_t kMaxInlineDepth = 8;  // longer expressions get names: bounds our recursion and the Metal compiler's
}  // namespace

bool Printer::has_effect(const ir::Inst& i) const {
  switch (i.op) {
    case Op::Unary:
    case Op::Binary:
    case Op::Convert:
    case Op::Bitcast:
    case Op::Construct:
    case Op::Swizzle:
    case Op::Extract:
    case Op::Load:
    case Op::Access: return false;
    case Op::Builtin: {
      auto b = static_cast<lang::Builtin>(i.aux);
      if (b >= lang::Builtin::AtomicLoad && b <= lang::Builtin::AtomicCompareExchangeWeak) return true;
      if (b == lang::Builtin::WorkgroupUniformLoad) return true;
      return i.type == lang::kVoidType || lang::info(b).need != lang::UniformityNeed::None;
    }
    default: return true;
  }
}

void Printer::plan(const ir::Function& f) {
  uses_.assign(f.insts.size(), 0);
  inline_.assign(f.insts.size(), 0);
  inst_names_.assign(f.insts.size(), {});
  depth_.assign(f.insts.size(), 0);
  std::vector<uint32_t> user(f.insts.size(), ir::kNoIndex);
  for (uint32_t at = 0; at < f.insts.size(); ++at) {
    const ir::Inst& i = f.insts[at];
    if (i.flags & ir::kRemoved) continue;
    ir::for_each_value_operand(i, [&](uint32_t n) {
      Value v = f.operand(i, n);
      if (!v || !v.is_inst()) return;
      ++uses_[v.index()];
      user[v.index()] = at;
    });
  }
  // Position of each instruction in its block, and how many effects come before it there.
  std::vector<uint32_t> effects(f.insts.size(), 0);
  std::vector<bool> reads_memory(f.insts.size(), false);
  for (const ir::Block& b : f.blocks) {
    uint32_t count = 0;
    for (uint32_t at = b.first; at != ir::kNoIndex; at = f.insts[at].next) {
      effects[at] = count;
      if (has_effect(f.insts[at])) ++count;
    }
  }
  for (const ir::Block& b : f.blocks) {
    for (uint32_t at = b.first; at != ir::kNoIndex; at = f.insts[at].next) {
      const ir::Inst& i = f.insts[at];
      bool reads = i.op == Op::Load;
      uint16_t depth = 1;
      ir::for_each_value_operand(i, [&](uint32_t n) {
        Value v = f.operand(i, n);
        if (!v || !v.is_inst() || !inline_[v.index()]) return;
        reads = reads || reads_memory[v.index()];
        depth = std::max<uint16_t>(depth, depth_[v.index()] + 1);
      });
      depth_[at] = depth;
      reads_memory[at] = reads;
      if (has_effect(i) || uses_[at] != 1 || depth > kMaxInlineDepth || wanted_names_.count(at)) continue;
      uint32_t u = user[at];
      // Loop-invariant values stay outside; what reads memory stays where nothing has changed it yet.
      bool same_block = f.insts[u].block == i.block;
      if (reads && (!same_block || effects[u] != effects[at])) continue;
      if (!same_block && i.op != Op::Access) continue;
      inline_[at] = 1;
    }
  }
  // A reference cannot name a component of a vector: such an access is written out at each use, its index named.
  for (uint32_t at = 0; at < f.insts.size(); ++at) {
    const ir::Inst& i = f.insts[at];
    if ((i.flags & ir::kRemoved) || i.op != Op::Access || inline_[at] || !ends_in_component(i)) continue;
    inline_[at] = 1;
    // Through the accesses that are written out with it, too.
    for (const ir::Inst* access = &i; access;) {
      const ir::Inst* base = nullptr;
      for (uint32_t n = 0; n < access->operand_count; ++n) {
        Value v = f.operand(*access, n);
        if (!v.is_inst()) continue;
        if (f.insts[v.index()].op != Op::Access) inline_[v.index()] = 0;
        else if (inline_[v.index()]) base = &f.insts[v.index()];
      }
      access = base;
    }
  }
}

std::string Printer::name_for(uint32_t inst) {
  auto wanted = wanted_names_.find(inst);
  return local_.make(wanted != wanted_names_.end() ? wanted->second : "v" + std::to_string(next_name_++));
}

void Printer::line(std::string_view text) {
  body_.append(size_t{4} * indent_, ' ');
  body_ += text;
  body_ += '\n';
}

void Printer::define(uint32_t inst, Text text) {
  TypeId t = f_->insts[inst].type;
  if (hoisted_.count(inst)) {
    line(inst_names_[inst] + " = " + text.text + ";");
    return;
  }
  std::string name = name_for(inst);
  inst_names_[inst] = name;
  bool is_pointer = m_.types.kind(t) == lang::TypeKind::Pointer;
  std::string written = type(t);
  if (is_pointer && points_to_packed(Value::inst(inst))) written.insert(written.find("metal::") + 7, "packed_");
  line((is_pointer ? "" : "const ") + written + " " + name + " = " + text.text + ";");
}

void Printer::block(ir::BlockId b) {
  if (!b) return;
  for (uint32_t at = f_->blocks[b.value].first; at != ir::kNoIndex; at = f_->insts[at].next) statement(at);
}

void Printer::statement(uint32_t inst) {
  const ir::Inst& i = f_->insts[inst];
  switch (i.op) {
    case Op::Var: {
      std::string name = inst_names_[inst].empty() ? name_for(inst) : inst_names_[inst];
      inst_names_[inst] = name;
      std::string init = i.operand_count ? whole(f_->operand(i, 0)) : constant(m_.zero(m_.types.store_type(i.type))).text;
      std::string declared = hoisted_.count(inst) ? "" : type(m_.types.store_type(i.type)) + " ";
      return line(declared + name + " = " + init + ";");
    }
    case Op::Store: {
      Value p = f_->operand(i, 0);
      TypeId store = m_.types.store_type(type_of(p));
      if (m_.types.kind(store) == lang::TypeKind::Atomic)
        return line("metal::atomic_store_explicit(&" + operand(p) + ", " + whole(f_->operand(i, 1)) +
                    ", metal::memory_order_relaxed);");
      return line(whole(p) + " = " + whole(f_->operand(i, 1)) + ";");
    }
    case Op::Print: return print_statement(i);
    case Op::If: return if_statement(inst);
    case Op::Loop: return loop_statement(inst);
    case Op::Switch: return switch_statement(inst);
    case Op::Yield:
      if (!yields_.empty()) line(yields_.back() + " = " + whole(f_->operand(i, 0)) + ";");
      return;
    case Op::Break: return line("break;");
    case Op::BreakIf: return line("if (" + whole(f_->operand(i, 0)) + ") { break; }");
    case Op::Continue: return line("continue;");
    case Op::Return: return line(i.operand_count ? "return " + whole(f_->operand(i, 0)) + ";" : "return;");
    case Op::Unreachable: return;
    case Op::Discard: return not_supported("`discard`", span(i));
    default: break;
  }
  if (inline_[inst]) return;
  if (i.type == lang::kVoidType || (uses_[inst] == 0 && has_effect(i) && !wanted_names_.count(inst)))
    return line(expression(inst).text + ";");
  if (uses_[inst] == 0 && !wanted_names_.count(inst)) return;
  define(inst, expression(inst));
}

void Printer::print_statement(const ir::Inst& i) {
  const ir::PrintSite& site = m_.print_sites[ir::PrintSiteId(f_->word(i, 0))];
  std::string text = "metal::os_log_default.log_info(\"" + site.format + "\"";
  for (uint32_t n = 1; n < i.operand_count; ++n) text += ", " + whole(f_->operand(i, n));
  line(text + ");");
}

void Printer::if_statement(uint32_t inst) {
  const ir::Inst& i = f_->insts[inst];
  ir::BlockId then_block = f_->block_operand(i, 1), else_block = f_->block_operand(i, 2);
  if (i.type == lang::kVoidType) {
    std::string condition = whole(f_->operand(i, 0));
    bool no_then = f_->blocks[then_block.value].first == ir::kNoIndex;
    if (no_then && else_block) {
      line("if (!(" + condition + ")) {");
      ++indent_;
      block(else_block);
      --indent_;
      return line("}");
    }
    line("if (" + condition + ") {");
    ++indent_;
    block(then_block);
    --indent_;
    if (else_block && f_->blocks[else_block.value].first != ir::kNoIndex) {
      line("} else {");
      ++indent_;
      block(else_block);
      --indent_;
    }
    return line("}");
  }
  // A value. When both blocks are one expression it is written with an operator.
  auto single = [&](ir::BlockId b) {
    for (uint32_t at = f_->blocks[b.value].first; at != ir::kNoIndex; at = f_->insts[at].next) {
      const ir::Inst& n = f_->insts[at];
      if (n.op == Op::Yield) return true;
      if (!inline_[at]) return false;
    }
    return false;
  };
  auto yielded = [&](ir::BlockId b) { return f_->operand(*f_->last_of(b), 0); };
  if (then_block && else_block && single(then_block) && single(else_block)) {
    std::string condition = operand(f_->operand(i, 0));
    Value a = yielded(then_block), b = yielded(else_block);
    auto is = [&](Value v, uint32_t bits) {
      return i.type == lang::kBoolType && v.is_constant() && m_.constant(v).bits == bits;
    };
    if (is(b, 0)) return define(inst, {condition + " && " + operand(a), false});
    if (is(a, 1)) return define(inst, {condition + " || " + operand(b), false});
    return define(inst, {condition + " ? " + operand(a) + " : " + operand(b), false});
  }
  std::string name = hoisted_.count(inst) ? inst_names_[inst] : name_for(inst);
  inst_names_[inst] = name;
  if (!hoisted_.count(inst)) line(type(i.type) + " " + name + ";");
  yields_.push_back(name);
  line("if (" + whole(f_->operand(i, 0)) + ") {");
  ++indent_;
  block(then_block);
  --indent_;
  line("} else {");
  ++indent_;
  block(else_block);
  --indent_;
  line("}");
  yields_.pop_back();
}

namespace {
// Whether a block holds a Continue of the loop that owns it.
bool continues(const ir::Function& f, ir::BlockId b) {
  for (uint32_t at = f.blocks[b.value].first; at != ir::kNoIndex; at = f.insts[at].next) {
    const ir::Inst& i = f.insts[at];
    if (i.op == Op::Continue) return true;
    bool found = false;
    if (i.op == Op::If || i.op == Op::Switch) ir::for_each_block(f, i, [&](ir::BlockId n) { found = found || continues(f, n); });
    if (found) return true;
  }
  return false;
}
}  // namespace

void Printer::loop_statement(uint32_t inst) {
  const ir::Inst& i = f_->insts[inst];
  ir::BlockId body = f_->block_operand(i, 0), continuing = f_->block_operand(i, 1);
  bool has_continuing = continuing && f_->blocks[continuing.value].first != ir::kNoIndex;
  if (!has_continuing || !continues(*f_, body)) {
    line("while (true) {");
    ++indent_;
    block(body);
    const ir::Inst* last = f_->last_of(body);
    if (has_continuing && !(last && ir::is_terminator(last->op))) block(continuing);
    --indent_;
    return line("}");
  }
  // `continue` must run the continuing block: it stands at the start of every iteration but the first. What it uses of the
  // body is declared before the loop.
  std::vector<uint32_t> outer;
  std::vector<ir::BlockId> todo{continuing};
  auto visit = [&](Value v, auto& self) -> void {
    if (!v || !v.is_inst()) return;
    const ir::Inst& d = f_->insts[v.index()];
    if (d.block == body) {
      inline_[v.index()] = 0;
      if (hoisted_.insert(v.index()).second) outer.push_back(v.index());
    } else if (inline_[v.index()]) {
      ir::for_each_value_operand(d, [&](uint32_t n) { self(f_->operand(d, n), self); });
    }
  };
  while (!todo.empty()) {
    ir::BlockId b = todo.back();
    todo.pop_back();
    for (uint32_t at = f_->blocks[b.value].first; at != ir::kNoIndex; at = f_->insts[at].next) {
      const ir::Inst& n = f_->insts[at];
      ir::for_each_value_operand(n, [&](uint32_t k) { visit(f_->operand(n, k), visit); });
      ir::for_each_block(*f_, n, [&](ir::BlockId k) { todo.push_back(k); });
    }
  }
  for (uint32_t at : outer) {
    const ir::Inst& d = f_->insts[at];
    if (d.op == Op::Access) {
      not_supported("a pointer of a loop's body in its continuing block", span(d));
      continue;
    }
    inst_names_[at] = name_for(at);
    line(type(d.op == Op::Var ? m_.types.store_type(d.type) : d.type) + " " + inst_names_[at] + ";");
  }
  std::string first = local_.make("first_iteration");
  line("bool " + first + " = true;");
  line("while (true) {");
  ++indent_;
  line("if (!" + first + ") {");
  ++indent_;
  block(continuing);
  --indent_;
  line("}");
  line(first + " = false;");
  block(body);
  --indent_;
  line("}");
}

void Printer::switch_statement(uint32_t inst) {
  const ir::Inst& i = f_->insts[inst];
  line("switch (" + whole(f_->operand(i, 0)) + ") {");
  ++indent_;
  for (uint32_t n = 1; n + 1 < i.operand_count; n += 2) {
    Value selector = f_->operand(i, n);
    ir::BlockId b = f_->block_operand(i, n + 1);
    line(selector ? "case " + whole(selector) + ":" : "default:");
    // Labels of one block stand together.
    if (n + 3 < i.operand_count && f_->block_operand(i, n + 3) == b) continue;
    body_.pop_back();
    body_ += " {\n";
    ++indent_;
    block(b);
    const ir::Inst* last = f_->last_of(b);
    if (!last || !ir::is_terminator(last->op)) line("break;");
    --indent_;
    line("}");
  }
  --indent_;
  line("}");
}

}  // namespace vitrine::msl
