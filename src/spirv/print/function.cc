#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::BlockId;
using ir::Inst;
using ir::Value;
using spv::Op;

void Printer::function(ir::FunctionId id) {
  const ir::Function& f = m_.functions[id];
  f_ = &f;
  entry_ = f.stage != ir::Stage::None;
  code_.clear();
  variables_.clear();
  value_ids_.assign(f.insts.size(), 0);
  param_ids_.assign(f.params.size(), 0);
  targets_.clear();
  continuing_ = 0;
  interface_.clear();
  builtin_variables_.clear();
  last_line_ = last_column_ = 0;

  std::vector<uint32_t> type_words{entry_ ? void_type() : type(f.return_type)};
  Words params;
  if (!entry_) {
    for (size_t i = 0; i < f.params.size(); ++i) {
      uint32_t param_type = type(f.params[i].type);
      type_words.push_back(param_type);
      param_ids_[i] = new_id();
      name(param_ids_[i], f.params[i].name);
      params.add(Op::OpFunctionParameter, {param_type, param_ids_[i]});
    }
  }
  uint32_t function_type = unique(Op::OpTypeFunction, type_words);
  uint32_t fid = function_ids_[id.value] = new_id();
  name(fid, f.name);
  named_.assign(f.insts.size(), nullptr);
  for (const ir::Named& n : m_.named) {
    if (!names() || !n.value.is_inst() || !n.scope || m_.scopes[n.scope.value].function != id) continue;
    if (n.value.index() >= f.insts.size() || named_[n.value.index()]) continue;  // two names for one value: the first is kept
    named_[n.value.index()] = &n;
  }
  uint32_t entry_label = new_id();
  current_label_ = entry_label;
  open_ = true;
  if (entry_)
    for (size_t i = 0; i < f.params.size(); ++i) param_ids_[i] = io_param(f.params[i]);
  if (full()) debug_function(id);
  block(BlockId(0));
  if (open_) {
    if (f.return_type == lang::kVoidType) {
      if (entry_) io_return(0);
      code_.add(Op::OpReturn, {});
    } else {
      code_.add(Op::OpUnreachable, {});
    }
  }
  functions_.add(Op::OpFunction, {type_words[0], fid, 0, function_type});
  functions_.append(params);
  functions_.add(Op::OpLabel, {entry_label});
  functions_.append(variables_);
  functions_.append(code_);
  functions_.add(Op::OpFunctionEnd, {});
  if (entry_) entry_point(id);
}

void Printer::label(uint32_t id) {
  code_.add(Op::OpLabel, {id});
  current_label_ = id;
  open_ = true;
  last_line_ = 0;  // OpLine holds until the end of its block
  last_scope_ = 0;
  last_span_ = {};
}

void Printer::branch(uint32_t to) {
  code_.add(Op::OpBranch, {to});
  open_ = false;
}

void Printer::line(ir::LocationId location) {
  if (!lines() || !location) return;
  if (full()) debug_place(location);
  diag::Position p = m_.source->position(m_.span_of(location).begin);
  if (p.line == last_line_ && p.column_bytes == last_column_) return;
  last_line_ = p.line;
  last_column_ = p.column_bytes;
  code_.add(Op::OpLine, {source_file_, p.line, p.column_bytes});
}

// Writes until the first terminator; `open_` tells whether the end was reached.
void Printer::block(BlockId b, uint32_t stop) {
  yielded_ = 0;
  for (uint32_t n = f_->blocks[b.value].first; n != stop && n != ir::kNoIndex && open_; n = f_->insts[n].next) {
    const Inst& i = f_->insts[n];
    line(i.location);
    uint32_t first_id = next_id_;
    switch (i.op) {
      case ir::Op::If: if_(n); break;
      case ir::Op::Loop: loop(n); break;
      case ir::Op::Switch: switch_(n); break;
      case ir::Op::Yield: yielded_ = operand(i, 0); return;
      case ir::Op::Break: branch(targets_.back().merge); break;
      case ir::Op::Continue:
        for (size_t k = targets_.size(); k-- > 0;) {
          if (targets_[k].continue_ != targets_.back().continue_) break;
          targets_[k].continued = true;
        }
        branch(targets_.back().continue_);
        break;
      case ir::Op::BreakIf: yielded_ = operand(i, 0); return;
      case ir::Op::Return: return_(i); break;
      case ir::Op::Unreachable:
        code_.add(Op::OpUnreachable, {});
        open_ = false;
        break;
      default: inst(n);
    }
    if (!named_[n] || !value_ids_[n]) continue;
    // A name on a pointer into a variable keeps optimizers from taking the variable apart. SwiftShader's crashes on arrays
    // of zeros that are left whole.
    bool is_part = i.op != ir::Op::Var && m_.types.kind(i.type) == TypeKind::Pointer;
    if (value_ids_[n] >= first_id && !is_part) name(value_ids_[n], named_[n]->name);
    if (full() && open_) debug_named(*named_[n], value_ids_[n]);
  }
}

void Printer::return_(const Inst& i) {
  uint32_t v = i.operand_count ? operand(i, 0) : 0;
  if (entry_) {
    io_return(v);
    code_.add(Op::OpReturn, {});
  } else if (v) {
    code_.add(Op::OpReturnValue, {v});
  } else {
    code_.add(Op::OpReturn, {});
  }
  open_ = false;
}

// What a block that does no more than leave the loop, or go on with its next iteration, branches to. 0: it does more, or
// the nearest loop is not what it leaves.
uint32_t Printer::exit_of(BlockId b) {
  if (!b || f_->blocks[b.value].first == ir::kNoIndex || targets_.empty() || targets_.back().is_switch) return 0;
  switch (f_->insts[f_->blocks[b.value].first].op) {
    case ir::Op::Break: return targets_.back().merge;
    case ir::Op::Continue: targets_.back().continued = true; return targets_.back().continue_;
    default: return 0;
  }
}

// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#StructuredControlFlow
// `else if` is an If at the end of an else block: a chain of them is written without recursion, however long it is.
void Printer::if_(uint32_t index) {
  struct Open {
    uint32_t index, merge;
    bool reached;
    std::vector<uint32_t> incoming;
  };
  std::vector<Open> chain;
  auto leave = [&](Open& o) {
    if (!open_) return;
    o.reached = true;
    o.incoming.push_back(yielded_);
    o.incoming.push_back(current_label_);
    branch(o.merge);
  };
  for (;;) {
    const Inst& i = f_->insts[index];
    uint32_t condition = operand(i, 0);
    BlockId then_block = f_->block_operand(i, 1), else_block = f_->block_operand(i, 2);
    auto empty = [&](BlockId b) { return !b || f_->blocks[b.value].first == ir::kNoIndex; };
    // A branch out of the loop needs no selection around it.
    if (bool leaves_then = empty(else_block); i.type == lang::kVoidType && leaves_then != empty(then_block)) {
      if (uint32_t exit = exit_of(leaves_then ? then_block : else_block)) {
        uint32_t stay = new_id();
        code_.add(Op::OpBranchConditional, {condition, leaves_then ? exit : stay, leaves_then ? stay : exit});
        open_ = false;
        label(stay);
        if (!chain.empty()) leave(chain.back());
        break;
      }
    }
    bool has_else = !empty(else_block), has_then = !empty(then_block) || !has_else;
    uint32_t merge = new_id();
    uint32_t then_label = has_then ? new_id() : merge, else_label = has_else ? new_id() : merge;
    code_.add(Op::OpSelectionMerge, {merge, 0});
    code_.add(Op::OpBranchConditional, {condition, then_label, else_label});
    open_ = false;
    chain.push_back({index, merge, !has_else || !has_then, {}});
    if (has_then) {
      label(then_label);
      block(then_block);
      leave(chain.back());
    }
    if (!has_else) break;
    label(else_label);
    uint32_t last = f_->blocks[else_block.value].last;
    bool goes_on = f_->insts[last].op == ir::Op::If;
    block(else_block, goes_on ? last : ir::kNoIndex);
    if (!goes_on || !open_) {
      leave(chain.back());
      break;
    }
    line(f_->insts[last].location);
    index = last;
  }
  while (!chain.empty()) {
    Open o = std::move(chain.back());
    chain.pop_back();
    const Inst& i = f_->insts[o.index];
    label(o.merge);
    if (i.type != lang::kVoidType && !o.incoming.empty()) {
      uint32_t id = value_ids_[o.index] = new_id();
      code_.begin(Op::OpPhi);
      code_.word(type(i.type));
      code_.word(id);
      code_.words(o.incoming);
      code_.end();
    }
    if (!o.reached && i.next == ir::kNoIndex) {
      // All of a continue construct has to lead to its back edge, even what is never reached: here a loop inside of it.
      if (continuing_ && !targets_.empty()) code_.add(Op::OpBranch, {targets_.back().continue_});
      else code_.add(Op::OpUnreachable, {});
      open_ = false;
    }
    yielded_ = 0;
    if (!chain.empty()) leave(chain.back());
  }
}

void Printer::loop(uint32_t index) {
  const Inst i = f_->insts[index];
  BlockId body = f_->block_operand(i, 0), continuing = f_->block_operand(i, 1);
  uint32_t header = new_id(), body_label = new_id(), continue_label = new_id(), merge = new_id();
  branch(header);
  label(header);
  line(i.location);
  code_.add(Op::OpLoopMerge, {merge, continue_label, 0});
  branch(body_label);
  label(body_label);
  targets_.push_back({merge, continue_label, false, false});
  block(body);
  bool continues = targets_.back().continued || open_;
  if (open_) branch(continue_label);
  label(continue_label);
  yielded_ = 0;
  // Nothing comes here: then what the continuing block names may not be defined.
  if (continuing && continues) {
    ++continuing_;
    block(continuing);
    --continuing_;
  }
  targets_.pop_back();
  if (open_) {
    if (yielded_) {
      code_.add(Op::OpBranchConditional, {yielded_, merge, header});
      open_ = false;
    } else {
      branch(header);
    }
  }
  yielded_ = 0;
  label(merge);
}

void Printer::switch_(uint32_t index) {
  const Inst i = f_->insts[index];
  uint32_t selector = operand(i, 0);
  uint32_t merge = new_id(), default_label = merge;
  std::vector<std::pair<uint32_t, BlockId>> arms;
  std::vector<uint32_t> words;
  for (uint32_t n = 1; n + 1 < i.operand_count; n += 2) {
    BlockId b = f_->block_operand(i, n + 1);
    if (arms.empty() || arms.back().second != b) arms.emplace_back(new_id(), b);
    Value v = f_->operand(i, n);
    if (!v) {
      default_label = arms.back().first;
    } else {
      words.push_back(m_.constant(v).bits);
      words.push_back(arms.back().first);
    }
  }
  code_.add(Op::OpSelectionMerge, {merge, 0});
  code_.begin(Op::OpSwitch);
  code_.word(selector);
  code_.word(default_label);
  code_.words(words);
  code_.end();
  open_ = false;
  uint32_t continue_ = targets_.empty() ? 0 : targets_.back().continue_;
  targets_.push_back({merge, continue_, false, true});
  for (auto [at, b] : arms) {
    label(at);
    block(b);
    if (open_) branch(merge);
  }
  bool continued = targets_.back().continued;
  targets_.pop_back();
  if (continued && !targets_.empty()) targets_.back().continued = true;
  label(merge);
}

}  // namespace vitrine::spirv
