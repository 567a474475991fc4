// https://www.w3.org/TR/WGSL/#functions, https://www.w3.org/TR/WGSL/#entry-points
#include <algorithm>

#include "diag/rule.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using diag::Help;
using lang::AccessMode;
using lang::AddressSpace;
using lang::AttributeName;
using lang::ShaderStage;
using lang::TypeKind;

RULE(parameter_type, ShaderCreation, "wgsl:function-restriction", "2a42515b 6cae1beb b85cb9ab e1e82467",
     "the parameter {0} cannot have the type {1}", Name, Name);
RULE(parameter_limit, ShaderCreation, "wgsl:limits", "", "the function {0} has {1} parameters, more than {2}", Name,
     uint64_t, uint64_t);
RULE(pointer_parameter_space, ShaderCreation, "wgsl:language-extensions-sec", "da473c7f",
     "the parameter {0} points into the address space {1}, which needs the language feature "
     "`unrestricted_pointer_parameters`",
     Name, Name);
RULE(return_type_kind, ShaderCreation, "wgsl:function-restriction", "3150367a d0312fc3 5e1d3e1e",
     "the function {0} cannot return the type {1}", Name, Name);
RULE(io_attribute_outside_entry_point, ShaderCreation, "wgsl:entry-point-decl", "5239a7ad 9550416d",
     "{0} stands {1} of {2}, which is no entry point", Name, Text, Name);
RULE(stage_repeated, ShaderCreation, "wgsl:shader-stage-attr", "", "the function {0} has two stages, {1} and {2}", Name,
     Name, Name);
RULE(workgroup_size_missing, ShaderCreation, "wgsl:entry-point-attributes", "",
     "the compute shader {0} has no @workgroup_size", Name);
RULE(compute_attribute_misplaced, ShaderCreation, "wgsl:workgroup-size-attr", "a6175307 6e48ad5d",
     "{0} stands before {1}, which is no compute shader", Name, Name);
RULE(workgroup_size_type, ShaderCreation, "wgsl:workgroup-size-attr", "54d23e2f",
     "the sizes of a workgroup must be all i32 or all u32, and {0} has type {1}", Name, Name);
RULE(workgroup_size_positive, ShaderCreation, "wgsl:workgroup-size-attr", "0394a291",
     "a workgroup has at least 1 invocation in each direction, and not {0}", int64_t);
RULE(subgroup_size_power_of_two, ShaderCreation, "wgsl:subgroup-size-attr", "b4e91eab",
     "@subgroup_size is {0}, which is no power of 2", int64_t);
RULE(must_use_without_result, ShaderCreation, "wgsl:must-use-attr", "6f86807f",
     "the function {0} has @must_use and returns nothing", Name);
RULE(function_without_return, ShaderCreation, "wgsl:behaviors-rules", "77c061a2 f51f2a56 9c77d63c",
     "the function {0} returns {1}, and {2}", Name, Name, Text);
RULE(binding_duplicate, ShaderCreation, "wgsl:resource-interface", "f619b52b",
     "the entry point {0} uses {1} and {2}, and both have @group({3}) @binding({4})", Name, Name, Name, uint64_t,
     uint64_t);
RULE(immediate_variables, ShaderCreation, "wgsl:var-decls", "",
     "the entry point {0} uses two variables in the address space `immediate`, {1} and {2}", Name, Name, Name);
RULE(variable_in_stage, ShaderCreation, "wgsl:address-space", "e867f41e", "the {0} shader {1} uses {2}, and {3}", Text,
     Name, Name, Text);
RULE(builtin_in_stage, ShaderCreation, "wgsl:builtin-functions",
     "a671e2ab 562a4fe8 21ad03b4 c42008cb 7acc424a 8b3ffb8f 28e81ba9 7ef77e9f",
     "the {0} shader {1} calls {2}, which is only for {3}", Text, Name, Name, Text);
RULE(discard_in_stage, ShaderCreation, "wgsl:discard-statement", "",
     "the {0} shader {1} uses `discard`, which is only for fragment shaders", Text, Name);

void Resolver::parameters(const ast::Function& f) {
  bool entry = stage_of(f).has_value();
  std::string fname(text(f.name));
  if (f.params.size() > kMaxParameters)
    report(f.params[kMaxParameters]->span, parameter_limit(Name{fname}, f.params.size(), kMaxParameters));
  auto outside = [&](std::span<const ast::Attribute> attributes, std::string_view where) {
    if (has_broken(f.attributes) || has_broken(attributes)) return;
    for (const ast::Attribute& a : attributes) {
      report(a.span, io_attribute_outside_entry_point(Name{"@" + std::string(lang::to_text(a.kind))},
                                                      Text{std::string(where)}, Name{fname})
                         .help("an entry point has @vertex, @fragment or @compute"));
      return;
    }
  };
  for (const ast::Param* p : f.params) {
    check_attributes(p->attributes, Target::Parameter, "a parameter");
    TypeId t = type(p->type);
    Name n{std::string(text(p->name))};
    if (!is_error(t)) {
      const lang::Type& about = p_.types[t];
      bool handle = about.kind == TypeKind::Texture || about.kind == TypeKind::Sampler ||
                    about.kind == TypeKind::SamplerComparison;
      if (about.kind == TypeKind::Pointer && about.space != AddressSpace::Function &&
          about.space != AddressSpace::Private && !has(lang::LanguageFeature::UnrestrictedPointerParameters)) {
        report(p->type->span, pointer_parameter_space(n, Name{std::string(lang::to_text(about.space))}));
        t = lang::kErrorType;
      } else if (about.kind != TypeKind::Pointer && !handle && !p_.types.is_constructible(t)) {
        diag::Diagnostic d = parameter_type(n, name(t));
        if (p_.types.contains_atomic(t) || p_.types.contains_runtime_array(t))
          std::move(d).help("pass a pointer: `ptr<storage, " + shown(t) + ", read_write>`");
        report(p->type->span, std::move(d));
        t = lang::kErrorType;
      }
    }
    p_.declarations[p->id].type = t;
    if (entry) {
      param_io_[p->id] = io_attributes(p->attributes, t, p->name_span);
      // Pointers, textures and the like are no inputs: the interface says what is missing.
    } else {
      outside(p->attributes, "before the parameter `" + n.text + "`");
    }
  }
  TypeId result = lang::kVoidType;
  if (f.return_type) {
    check_attributes(f.return_attributes, Target::Result, "the result of a function");
    result = type(f.return_type);
    if (!is_error(result) && !p_.types.is_constructible(result)) {
      report(f.return_type->span, return_type_kind(Name{fname}, name(result))
                                      .help("return a value, and write resources and pointers to parameters"));
      result = lang::kErrorType;
    }
    if (entry)
      param_io_[f.id] = io_attributes(f.return_attributes, result, f.return_type->span);
    else
      outside(f.return_attributes, "before the result");
  }
  p_.declarations[f.id].type = result;
}

std::optional<ShaderStage> Resolver::stage_of(const ast::Function& f) const {
  for (const ast::Attribute& a : f.attributes) {
    if (a.broken) continue;
    if (a.kind == AttributeName::Vertex) return ShaderStage::Vertex;
    if (a.kind == AttributeName::Fragment) return ShaderStage::Fragment;
    if (a.kind == AttributeName::Compute) return ShaderStage::Compute;
  }
  return std::nullopt;
}

void Resolver::function(const ast::Function& f) {
  Severities outer = severities_;
  check_attributes(f.attributes, Target::Function, "a function");
  parameters(f);
  current_ = &f;
  return_type_ = p_.declarations[f.id].type;
  loops_.clear();
  diagnostic_attributes(f.body->attributes);
  for (const ast::Attribute& a : f.body->attributes)
    if (a.kind != AttributeName::Diagnostic)
      check_attributes(f.body->attributes.subspan(&a - f.body->attributes.data(), 1), Target::Statement, "a block");
  unreachable_reported_ = false;
  result_lost_ = false;
  Behavior b = statements(f.body->statements);
  if (return_type_ != lang::kVoidType && !is_error(return_type_) && b.bits != Behavior::kReturn && !b.broken &&
      !result_lost_ && !f.ended_early) {
    std::string why = b.has(Behavior::kReturn) ? "one path ends without `return`" : "it ends without `return`";
    SourceSpan at = f.body->close.empty() ? f.name_span : f.body->close;
    diag::Diagnostic d = function_without_return(Name{std::string(text(f.name))}, name(return_type_), Text{why});
    // A body that is not closed was reported, and may well return in what is missing.
    if (!f.body->close.empty())
      report(at, with_open_path(std::move(d), f).note(place(f.return_type->span), "the return type"));
  }
  if (find(f.attributes, AttributeName::MustUse) && !f.return_type)
    report(find(f.attributes, AttributeName::MustUse)->span,
           must_use_without_result(Name{std::string(text(f.name))}).help("take @must_use away, or return something"));
  current_ = nullptr;
  severities_ = outer;
  FunctionInfo& info = p_.functions[p_.function_of[f.id]];
  closures(info);
  if (stage_of(f))
    entry_point(f);
  else
    compute_attributes(f);
}

namespace {

// The innermost last statement through which control may leave the list without `return`; null: there is none. Loops
// count as left: whether they are is not asked again.
const ast::Stmt* open_end(std::span<const ast::Stmt* const> list) {
  if (list.empty()) return nullptr;
  const ast::Stmt* last = list.back();
  switch (last->kind) {
    case ast::StmtKind::Return:
      return nullptr;
    case ast::StmtKind::Block: {
      const auto& b = ast::as<ast::Block>(*last);
      return b.statements.empty() ? last : open_end(b.statements);
    }
    case ast::StmtKind::If: {
      const auto& i = ast::as<ast::If>(*last);
      if (!i.otherwise) return last;
      for (const ast::IfClause& c : i.clauses) {
        if (c.body->statements.empty()) return c.body;
        if (const ast::Stmt* open = open_end(c.body->statements)) return open;
      }
      return i.otherwise->statements.empty() ? i.otherwise : open_end(i.otherwise->statements);
    }
    case ast::StmtKind::Switch:
      for (const ast::CaseClause& c : ast::as<ast::Switch>(*last).clauses) {
        if (c.body->statements.empty()) return c.body;
        if (const ast::Stmt* open = open_end(c.body->statements)) return open;
      }
      return nullptr;
    default:
      return last;
  }
}

}  // namespace

// Shows the path on which a function ends without `return`.
diag::Diagnostic Resolver::with_open_path(diag::Diagnostic d, const ast::Function& f) const {
  const ast::Stmt* open = open_end(f.body->statements);
  if (!open) return d;
  std::string_view words = "behind this nothing is returned";
  SourceSpan span = open->span;
  switch (open->kind) {
    case ast::StmtKind::If:
      words = "without `else`, nothing is returned when the condition is false";
      span.end = std::min(span.end, span.begin + 2);
      break;
    case ast::StmtKind::Loop:
    case ast::StmtKind::For:
    case ast::StmtKind::While:
      words = "when this loop ends, nothing is returned";
      span.end = std::min(span.end, span.begin + (open->kind == ast::StmtKind::For    ? 3u
                                                  : open->kind == ast::StmtKind::Loop ? 4u
                                                                                      : 5u));
      break;
    case ast::StmtKind::Block:
      words = "nothing is returned from this block";
      break;
    default:
      break;
  }
  return std::move(d).note(place(span), std::string(words));
}

// What the function needs through everything it names.
void Resolver::closures(FunctionInfo& f) {
  FunctionState& s = states_[f.decl->id];
  for (const Dependency& dependency : names_.dependencies[f.decl->id]) {
    uint32_t used = dependency.decl;
    const Decl* d = names_.declarations[used];
    if (d->kind != DeclKind::Function) continue;
    f.callees.push_back(used);
    const FunctionState& other = states_[used];
    for (size_t n = 0; n < other.builtins.size(); ++n)
      if (std::find(s.builtins.begin(), s.builtins.end(), other.builtins[n]) == s.builtins.end()) {
        s.builtins.push_back(other.builtins[n]);
        s.builtin_spans.push_back(other.builtin_spans[n]);
      }
    if (other.discards && !s.discards) {
      s.discards = true;
      s.discard_span = other.discard_span;
    }
    s.prints = s.prints || other.prints;
  }
  f.discards = s.discards;
  f.prints = s.prints;
  const std::vector<uint64_t>& reach = reach_[f.decl->id];
  for (size_t word = 0; word < reach.size(); ++word)
    for (uint64_t bits = reach[word]; bits != 0; bits &= bits - 1) {
      const Decl* d = reach_decl_[word * 64 + static_cast<size_t>(__builtin_ctzll(bits))];
      (d->kind == DeclKind::Var ? f.globals : f.overrides).push_back(d->id);
      p_.declarations[d->id].is_used = true;
    }
}

void Resolver::entry_point(const ast::Function& f) {
  EntryPoint e{};
  e.function = &f;
  e.stage = *stage_of(f);
  e.name = std::string(text(f.name));
  Name fname{e.name};
  const ast::Attribute* stage = nullptr;
  for (const ast::Attribute& a : f.attributes) {
    if (a.kind == AttributeName::Vertex || a.kind == AttributeName::Fragment || a.kind == AttributeName::Compute) {
      if (stage && stage->kind != a.kind)
        report(a.span, stage_repeated(fname, Name{"@" + std::string(lang::to_text(stage->kind))},
                                      Name{"@" + std::string(lang::to_text(a.kind))}));
      if (!stage) stage = &a;
    }
  }
  interface(e);
  if (const ast::Attribute* a = find(f.attributes, AttributeName::WorkgroupSize)) {
    if (e.stage == ShaderStage::Compute) workgroup_size(e, *a);
  } else if (e.stage == ShaderStage::Compute && !has_broken(f.attributes)) {
    report(f.name_span, workgroup_size_missing(fname).help(
                            Help{"write `@workgroup_size(64)` before it",
                                 {{SourceSpan{stage->span.end, stage->span.end}, " @workgroup_size(64)"}},
                                 false}));
  }
  if (const ast::Attribute* a = find(f.attributes, AttributeName::SubgroupSize); a && e.stage == ShaderStage::Compute)
    subgroup_size(e, *a);
  compute_attributes(f);
  stage_rules(e);
  p_.entry_points.push_back(std::move(e));
}

// @workgroup_size and @subgroup_size of any function: they are resolved even where they cannot stand.
void Resolver::compute_attributes(const ast::Function& f) {
  bool compute = find(f.attributes, AttributeName::Compute) != nullptr;
  for (const ast::Attribute& a : f.attributes) {
    if (a.kind != AttributeName::WorkgroupSize && a.kind != AttributeName::SubgroupSize) continue;
    if (!compute && !has_broken(f.attributes))
      report(a.span, compute_attribute_misplaced(Name{"@" + std::string(lang::to_text(a.kind))},
                                                 Name{std::string(text(f.name))})
                         .help("write `@compute` before it, or take it away"));
  }
}

// https://www.w3.org/TR/WGSL/#workgroup-size-attr
void Resolver::workgroup_size(EntryPoint& e, const ast::Attribute& a) {
  std::vector<lang::Argument> args;
  bool ok = true;
  for (const Expr* x : a.args) {
    TypeId t = value(x);
    if (is_error(t)) {
      ok = false;
      continue;
    }
    if (!p_.types.is_integer(t)) {
      report(x->span,
             with_source(
                 workgroup_size_type(name(*x), name(t)).help("write them all with `u`, or all without a suffix"), *x));
      ok = false;
      continue;
    }
    if (!need_override(x, "the size of a workgroup")) ok = false;
    args.push_back({t, info(*x).stage == EvalStage::Const});
  }
  if (!ok) return;
  std::optional<TypeId> common = lang::common_type(p_.types, args);
  if (!common) {
    size_t odd = 1;
    while (odd + 1 < args.size() && (args[odd].type == args[0].type || args[odd].type == lang::kAbstractIntType)) ++odd;
    const Expr* x = a.args[odd];
    report(x->span, with_source(workgroup_size_type(name(*x), name(args[odd].type))
                                    .help("write them all with `u`, or all without a suffix"),
                                *x));
    return;
  }
  TypeId t = lang::concretize(p_.types, *common);
  for (size_t n = 0; n < a.args.size() && n < 3; ++n) {
    if (!materialize(a.args[n], t)) continue;
    e.workgroup_size[n] = a.args[n];
    if (ConstantId v = info(*a.args[n]).value) {
      int64_t size = p_.constants.as_int(v);
      if (size < 1)
        report(a.args[n]->span, workgroup_size_positive(size).help("1 where a direction is not needed"));
      else
        e.workgroup_value[n] = static_cast<uint32_t>(size);
    }
  }
}

// https://www.w3.org/TR/WGSL/#subgroup-size-attr
void Resolver::subgroup_size(EntryPoint& e, const ast::Attribute& a) {
  const Expr* x = a.args[0];
  if (!need(lang::EnableExtension::SubgroupSizeControl, a.span, "the attribute `@subgroup_size`")) return;
  TypeId t = value(x);
  if (is_error(t)) return;
  if (!p_.types.is_integer(t)) {
    report(x->span, with_source(integer_needed(Text{"the argument of @subgroup_size"}, name(*x), name(t)), *x));
    return;
  }
  if (!need_override(x, "the size of a subgroup") || is_error(concretize(x))) return;
  e.subgroup_size = x;
  if (ConstantId v = info(*x).value) {
    int64_t size = p_.constants.as_int(v);
    if (size < 1 || (size & (size - 1)) != 0) report(x->span, subgroup_size_power_of_two(size));
  }
}

// The place where a function, or one that it calls, first names a declaration.
const ast::Ident* Resolver::use_of(const ast::Function& f, uint32_t decl) const {
  std::vector<bool> seen(names_.declarations.size());
  std::vector<uint32_t> open{f.id};
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    for (const Dependency& d : names_.dependencies[at])
      if (d.decl == decl) return d.first;
    const auto& callees = p_.functions[p_.function_of[at]].callees;
    open.insert(open.end(), callees.rbegin(), callees.rend());
  }
  return nullptr;
}

// What the stage forbids, here or in a function that is called.
void Resolver::stage_rules(EntryPoint& e) {
  const ast::Function& f = *e.function;
  const FunctionInfo& about = p_.functions[p_.function_of[f.id]];
  const FunctionState& s = states_[f.id];
  Name fname{e.name};
  Text stage{std::string(lang::to_text(e.stage))};
  for (size_t n = 0; n < s.builtins.size(); ++n) {
    const lang::BuiltinInfo& b = lang::info(s.builtins[n]);
    bool allowed = e.stage == ShaderStage::Vertex     ? b.vertex
                   : e.stage == ShaderStage::Fragment ? b.fragment
                                                      : b.compute;
    if (allowed) continue;
    std::string only;
    if (b.vertex) only += "vertex";
    if (b.fragment) only += only.empty() ? "fragment" : " and fragment";
    if (b.compute) only += only.empty() ? "compute" : " and compute";
    diag::Diagnostic d = builtin_in_stage(stage, fname, Name{std::string(b.name)}, Text{only + " shaders"})
                             .note(place(f.name_span), "the entry point");
    if (b.name == "textureSample" || b.name == "textureSampleBias")
      std::move(d).help("say which mip level: `textureSampleLevel(texture, sampler, coords, 0.0)`");
    else if (b.name == "textureSampleCompare")
      std::move(d).help("`textureSampleCompareLevel` takes the same arguments and mip level 0");
    report(s.builtin_spans[n], std::move(d));
  }
  if (s.discards && e.stage != ShaderStage::Fragment)
    report(s.discard_span, discard_in_stage(stage, fname)
                               .help("write `return`: only fragments can be discarded")
                               .note(place(f.name_span), "the entry point"));
  const Decl* immediate = nullptr;
  std::vector<const DeclInfo*> resources;
  for (uint32_t id : about.globals) {
    const DeclInfo& d = p_.declarations[id];
    if (is_error(d.type)) continue;
    Name vname{std::string(text(d.decl->name))};
    auto misused = [&](Text why, std::string_view help = {}) {
      const ast::Ident* first = use_of(f, id);
      diag::Diagnostic x = variable_in_stage(stage, fname, vname, std::move(why));
      if (first) std::move(x).note(place(f.name_span), "the entry point");
      std::move(x).note(place(d.decl->name_span), "declared here");
      if (!help.empty()) std::move(x).help(std::string(help));
      report(first ? first->name_span : f.name_span, std::move(x));
    };
    if (d.space == AddressSpace::Workgroup && e.stage != ShaderStage::Compute) {
      misused(Text{"workgroup variables are only for compute shaders"});
    } else if (e.stage == ShaderStage::Vertex && d.space == AddressSpace::Storage &&
               d.access == AccessMode::ReadWrite) {
      misused(Text{"vertex shaders can only read storage buffers"}, "declare it as `var<storage, read>`");
    } else if (e.stage == ShaderStage::Vertex && p_.types.kind(d.type) == TypeKind::Texture &&
               lang::info(p_.types[d.type].texture).kind == lang::TextureKind::Storage &&
               p_.types[d.type].access != AccessMode::Read) {
      misused(Text{"vertex shaders can only read storage textures"});
    }
    if (d.space == AddressSpace::Immediate) {
      if (immediate)
        report(f.name_span, immediate_variables(fname, Name{std::string(text(immediate->name))}, vname)
                                .help("make one structure of both")
                                .note(place(immediate->name_span), "the first")
                                .note(place(d.decl->name_span), "the second"));
      immediate = d.decl;
    }
    if (d.group && d.binding) {
      for (const DeclInfo* other : resources)
        if (other->group == d.group && other->binding == d.binding) {
          report(d.decl->name_span,
                 binding_duplicate(fname, Name{std::string(text(other->decl->name))}, vname, *d.group, *d.binding)
                     .help("give one of them another @binding; those of different entry points may be the same")
                     .note(place(other->decl->name_span), "the other one")
                     .note(place(f.name_span), "the entry point"));
          break;
        }
      resources.push_back(&d);
    }
  }
}

}  // namespace vitrine::wgsl
