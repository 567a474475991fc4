// Statements, and the values of variables across them.
// https://gpuweb.github.io/gpuweb/wgsl/#uniformity-statements
#include "wgsl/uniformity/analyzer.h"

namespace vitrine::wgsl::uniformity {

using ast::StmtKind;

// -- values of variables --

Node Analyzer::get(uint32_t var, size_t below) {
  for (size_t i = below; i-- > 0;) {
    Layer& layer = layers_[i];
    if (auto it = layer.values.find(var); it != layer.values.end()) return it->second;
    if (!layer.is_loop) continue;
    if (auto it = layer.entry.find(var); it != layer.entry.end()) return it->second;
    // The value at the start of an iteration: the one before the loop, or the one at the end of an iteration.
    Node entry = graph_.add(Why::Join, {}, var);
    graph_.edge(entry, get(var, i));
    layers_[i].entry.emplace(var, entry);
    return entry;
  }
  return start_;  // only a variable whose declaration was dropped
}

void Analyzer::declare(uint32_t var, Node value) {
  declared_in_[var] = layers_.size() - 1;
  set(var, value);
}

// The latest value of every variable that was stored to in a layer at or above `layer` and lives outside of it.
Analyzer::Values Analyzer::stored_since(size_t layer) const {
  Values out;
  for (size_t i = layers_.size(); i-- > layer;)
    for (const auto& [var, node] : layers_[i].values)
      if (declared_in_.at(var) < layer) out.emplace(var, node);
  return out;
}

// Several ways lead to this point, each with its stores on top of the values of the top layer.
void Analyzer::join(const std::vector<Values>& exits, SourceSpan span) {
  if (exits.size() == 1) {
    for (const auto& [var, node] : exits[0]) set(var, node);
    return;
  }
  struct Joined {
    Node node;
    size_t count;
  };
  std::unordered_map<uint32_t, Joined> joined;
  for (const Values& exit : exits) {
    for (const auto& [var, node] : exit) {
      auto [it, added] = joined.try_emplace(var, Joined{kNoNode, 0});
      if (added) it->second.node = graph_.add(Why::Join, span, var);
      graph_.edge(it->second.node, node);
      ++it->second.count;
    }
  }
  for (const auto& [var, j] : joined) {
    if (j.count < exits.size()) graph_.edge(j.node, get(var));
    set(var, j.node);
  }
}

// -- diagnostic filters --

Analyzer::Filter::Filter(Analyzer& a, std::span<const ast::Attribute> attributes) : a_(a), size_(a.filters_.size()) {
  for (const ast::Attribute& attribute : attributes) {
    if (attribute.kind != lang::AttributeName::Diagnostic || attribute.words.size() < 2) continue;
    if (attribute.words.size() > 2 && attribute.words[2].name) continue;  // a rule of another program
    auto severity = lang::find_diagnostic_severity(a.program_.text(attribute.words[0].name));
    auto trigger = lang::find_diagnostic_trigger(a.program_.text(attribute.words[1].name));
    if (severity && trigger) a.filters_.push_back({*trigger, *severity});
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#diagnostic-filtering. Nothing when the operation may be anywhere.
std::optional<lang::DiagnosticSeverity> Analyzer::severity(lang::DiagnosticTrigger trigger) const {
  lang::DiagnosticSeverity found = lang::info(trigger).default_;
  bool filtered = false;
  for (size_t i = filters_.size(); i-- > 0 && !filtered;)
    if (filters_[i].trigger == trigger) found = filters_[i].severity, filtered = true;
  if (!filtered) {
    for (const ast::DiagnosticControl& d : program_.module->diagnostics)
      if (!d.rule2.name && program_.text(d.rule.name) == lang::to_text(trigger))
        if (auto s = lang::find_diagnostic_severity(program_.text(d.severity.name))) found = *s;
  }
  if (found == lang::DiagnosticSeverity::Off) return std::nullopt;
  return found;
}

// -- statements --

Flow Analyzer::block(Node cf, const ast::Block& b) {
  Filter filter(*this, b.attributes);
  return statements(cf, b.statements);
}

Flow Analyzer::statements(Node cf, std::span<const ast::Stmt* const> list) {
  Flow flow{cf, kNext};
  for (const ast::Stmt* s : list) {
    if (!(flow.behavior & kNext)) break;  // what follows is not reached
    Flow next = statement(flow.cf, *s);
    flow = {next.cf, static_cast<uint8_t>((flow.behavior & ~kNext) | next.behavior)};
  }
  return flow;
}

// Records the values at a break or continue for where it goes.
void Analyzer::leave(bool is_break) {
  for (size_t i = exits_.size(); i-- > 0;) {
    if (!is_break && !exits_[i].is_loop) continue;
    (is_break ? exits_[i].breaks : exits_[i].continues).push_back(stored_since(exits_[i].layer));
    return;
  }
}

Flow Analyzer::statement(Node cf, const ast::Stmt& s) {
  switch (s.kind) {
    case StmtKind::Block: {
      layers_.emplace_back();
      Flow flow = block(cf, ast::as<ast::Block>(s));
      Values stored = stored_since(layers_.size() - 1);
      layers_.pop_back();
      for (const auto& [var, node] : stored) set(var, node);
      return flow;
    }
    case StmtKind::Return:
      return_statement(cf, ast::as<ast::Return>(s).value);
      return {cf, kReturn};
    case StmtKind::If: return if_statement(cf, ast::as<ast::If>(s));
    case StmtKind::Switch: return switch_statement(cf, ast::as<ast::Switch>(s));
    case StmtKind::Loop: {
      const auto& l = ast::as<ast::Loop>(s);
      Filter filter(*this, l.attributes);
      return loop(cf, {.statement = &s, .body = l.body, .continuing = l.continuing});
    }
    case StmtKind::While: {
      const auto& w = ast::as<ast::While>(s);
      Filter filter(*this, w.attributes);
      return loop(cf, {.statement = &s, .condition = w.condition, .body = w.body});
    }
    case StmtKind::For: {
      const auto& f = ast::as<ast::For>(s);
      Filter filter(*this, f.attributes);
      layers_.emplace_back();  // of the initializer
      if (f.initializer) cf = statement(cf, *f.initializer).cf;
      Flow flow = loop(cf, {.statement = &s, .condition = f.condition, .body = f.body, .update = f.update});
      Values stored = stored_since(layers_.size() - 1);
      layers_.pop_back();
      for (const auto& [var, node] : stored) set(var, node);
      return flow;
    }
    case StmtKind::Break: leave(true); return {cf, kBreak};
    case StmtKind::Continue: leave(false); return {cf, kContinue};
    case StmtKind::BreakIf: {
      Node v = condition(cf, *ast::as<ast::BreakIf>(s).condition);
      leave(true);
      return {v, kNext | kBreak};
    }
    case StmtKind::Call: value(cf, *ast::as<ast::CallStmt>(s).call); return {cf, kNext};
    case StmtKind::Declare: declaration(cf, *ast::as<ast::Declare>(s).variable); return {cf, kNext};
    case StmtKind::Assign:
    case StmtKind::CompoundAssign:
    case StmtKind::PhonyAssign:
    case StmtKind::Increment:
    case StmtKind::Decrement: assign(cf, ast::as<ast::Assign>(s)); return {cf, kNext};
    case StmtKind::Discard:
    case StmtKind::ConstAssert:
    case StmtKind::Error: return {cf, kNext};
  }
  return {cf, kNext};
}

// Clauses are walked side by side though `else if` nests: chains may be long.
Flow Analyzer::if_statement(Node cf, const ast::If& s) {
  Filter filter(*this, s.attributes);
  std::vector<Node> inputs;  // control flow at the start of each clause
  std::vector<Flow> flows;
  std::vector<Values> exits;
  bool joining = joining_stores_;
  auto branch = [&](Node at, const ast::Block& body) {
    layers_.emplace_back();
    Flow flow = block(at, body);
    if (flow.behavior & kNext) exits.push_back(stored_since(layers_.size() - 1));
    layers_.pop_back();
    flows.push_back(flow);
  };
  Node at = cf;
  for (const ast::IfClause& clause : s.clauses) {
    inputs.push_back(at);
    at = condition(at, *clause.condition);
    joining_stores_ = true;  // the conditions after the first are not always evaluated
    bool outer = joining;
    std::swap(joining_stores_, outer);
    branch(at, *clause.body);
    std::swap(joining_stores_, outer);
  }
  joining_stores_ = joining;
  Flow rest{at, kNext};
  if (s.otherwise) {
    branch(at, *s.otherwise);
    rest = flows.back();
    flows.pop_back();
  } else {
    exits.emplace_back();
  }
  for (size_t i = flows.size(); i-- > 0;) {
    auto behavior = static_cast<uint8_t>(flows[i].behavior | rest.behavior);
    if (behavior == kNext) {
      rest = {inputs[i], behavior};
      continue;
    }
    Node end = graph_.add(Why::Exit, s.clauses[i].condition->span);
    graph_.edge(end, flows[i].cf);
    graph_.edge(end, rest.cf);
    rest = {end, behavior};
  }
  if (!exits.empty()) join(exits, s.span);
  return rest;
}

Flow Analyzer::switch_statement(Node cf, const ast::Switch& s) {
  Filter filter(*this, s.attributes), body_filter(*this, s.body_attributes);
  Node v = condition(cf, *s.selector);
  exits_.push_back({layers_.size(), {}, {}, false});
  uint8_t behavior = 0;
  std::vector<Node> ends;
  for (const ast::CaseClause& clause : s.clauses) {
    layers_.emplace_back();
    Flow flow = block(v, *clause.body);
    if (flow.behavior & kNext) exits_.back().breaks.push_back(stored_since(layers_.size() - 1));
    layers_.pop_back();
    behavior |= flow.behavior;
    ends.push_back(flow.cf);
  }
  std::vector<Values> breaks = std::move(exits_.back().breaks);
  exits_.pop_back();
  if (behavior & kBreak) behavior = static_cast<uint8_t>((behavior & ~kBreak) | kNext);
  if (!breaks.empty()) join(breaks, s.span);
  if (behavior == kNext) return {cf, kNext};
  Node end = graph_.add(Why::Exit, s.selector->span);
  for (Node n : ends) graph_.edge(end, n);
  return {end, behavior};
}

Flow Analyzer::loop(Node cf, const LoopParts& parts) {
  Node iteration = graph_.add(Why::Plain, parts.statement->span);
  graph_.edge(iteration, cf);
  layers_.emplace_back();
  size_t layer = layers_.size() - 1;
  layers_.back().is_loop = true;
  exits_.push_back({layer, {}, {}, true});

  // for and while: if !condition { break; } stands before the body.
  Flow body{iteration, kNext};
  if (parts.condition) {
    body.cf = condition(iteration, *parts.condition);
    leave(true);
    body.behavior |= kBreak;
  }
  layers_.emplace_back();
  Flow inner = block(body.cf, *parts.body);
  body = {inner.cf, static_cast<uint8_t>((body.behavior & ~kNext) | inner.behavior)};
  // A continuing block sees the variables of the body, so its layer stays.
  bool again = (body.behavior & (kNext | kContinue)) != 0;
  if (body.behavior & kContinue) {
    std::vector<Values> ways = std::move(exits_.back().continues);
    if (body.behavior & kNext) ways.push_back(stored_since(layer));
    join(ways, parts.statement->span);
  }
  uint8_t behavior = body.behavior;
  Node end = body.cf;
  if (again) {
    if (parts.continuing) {
      Flow flow = block(end, *parts.continuing);
      end = flow.cf;
      behavior |= static_cast<uint8_t>(flow.behavior & kBreak);
    }
    if (parts.update) end = statement(end, *parts.update).cf;
  }
  std::vector<Values> breaks = std::move(exits_.back().breaks);
  exits_.pop_back();

  // Every variable that leaves the loop changed on some way has a value at the start of an iteration.
  Values last = stored_since(layer);
  for (const Values& exit : breaks)
    for (const auto& [var, node] : exit)
      if (!layers_[layer].entry.contains(var)) last.try_emplace(var, kNoNode);
  std::vector<uint32_t> vars;
  for (const auto& [var, node] : last) vars.push_back(var);
  layers_.resize(layer + 1);
  Values values = std::move(layers_[layer].values);
  layers_[layer].values.clear();
  for (uint32_t var : vars) get(var);  // makes the entry
  if (again)
    for (const auto& [var, entry] : layers_[layer].entry)
      if (auto it = last.find(var); it != last.end() && it->second != kNoNode) graph_.edge(entry, it->second);
  // What an exit did not store has the value of the start of its iteration.
  for (Values& exit : breaks)
    for (uint32_t var : vars) exit.try_emplace(var, layers_[layer].entry.at(var));
  layers_.pop_back();
  if (again) graph_.edge(iteration, end);

  auto total = static_cast<uint8_t>(behavior & kReturn);
  if (behavior & kBreak) total |= kNext;
  if (!breaks.empty()) join(breaks, parts.statement->span);
  if (!(behavior & kReturn)) return {cf, total};
  Node after = graph_.add(Why::Exit, parts.condition ? parts.condition->span : parts.statement->span);
  graph_.edge(after, again ? iteration : body.cf);
  return {after, total};
}

void Analyzer::declaration(Node cf, const ast::Variable& v) {
  switch (v.kind) {
    case ast::DeclKind::Var: {
      Node initial = v.initializer ? value(cf, *v.initializer) : cf;
      Node node = graph_.add(Why::Assign, v.initializer ? v.span : v.name_span, v.id);
      graph_.edge(node, initial);
      declare(v.id, node);
      return;
    }
    case ast::DeclKind::Let:
      if (!v.initializer) return;
      if (is_view(*v.initializer) && !program_[*v.initializer].loads &&
          program_.types.kind(program_[static_cast<const ast::Decl&>(v)].type) == lang::TypeKind::Pointer) {
        pointers_[v.id] = view(cf, *v.initializer);
        return;
      }
      named_[v.id] = value(cf, *v.initializer);
      return;
    default: return;  // const: its value is known
  }
}

void Analyzer::assign(Node cf, const ast::Assign& s) {
  if (!s.lhs) {
    if (s.rhs) value(cf, *s.rhs);
    return;
  }
  View target = view(cf, *s.lhs);
  std::vector<Node> operands{cf};
  if (s.kind != StmtKind::Assign) operands.push_back(view_value(cf, target, *s.lhs, true));
  if (s.rhs) operands.push_back(value(cf, *s.rhs));
  if (!target.root || !is_function_variable(*target.root)) return;
  Node node = graph_.add(Why::Assign, s.span, target.root->id);
  for (Node n : operands) graph_.edge(node, n);
  graph_.edge(node, target.indices);
  if (!target.full) graph_.edge(node, get(target.root->id));
  set(target.root->id, node);
}

void Analyzer::return_statement(Node cf, const ast::Expr* e) {
  if (e) graph_.edge(returned_, value(cf, *e));
  for (size_t i = 0; i < param_output_.size(); ++i)
    if (param_output_[i] != kNoNode) graph_.edge(param_output_[i], get(function_->params[i]->id));
}

}  // namespace vitrine::wgsl::uniformity
