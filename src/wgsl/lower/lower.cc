#include "wgsl/lower/lower.h"

#include "wgsl/lower/lowerer.h"

namespace vitrine::wgsl {

ir::Module lower(const Program& program) {
  ir::Module module;
  Lowerer(program, module).run();
  return module;
}

Lowerer::Lowerer(const Program& program, ir::Module& module) : p_(program), m_(module), b_(module) {
  m_.source = p_.source();
  m_.types = p_.types;  // ids of types are the same on both sides
  values_.resize(p_.declarations.size());
  functions_.resize(p_.declarations.size());
  entry_of_.resize(p_.declarations.size());
  override_of_.resize(p_.declarations.size());
  for (const EntryPoint& e : p_.entry_points) entry_of_[e.function->id] = &e;
  for (const OverrideInfo& o : p_.overrides) override_of_[o.decl->id] = &o;
}

void Lowerer::run() {
  for (const ast::Decl* d : p_.order) {
    switch (d->kind) {
      case ast::DeclKind::Override: lower_override(ast::as<ast::Variable>(*d)); break;
      case ast::DeclKind::Var: lower_global(ast::as<ast::Variable>(*d)); break;
      case ast::DeclKind::Function: lower_function(ast::as<ast::Function>(*d)); break;
      default: break;  // constants stand where they are used; types are in the table
    }
  }
  lower_override_counts();
}

ir::Value Lowerer::module_expression(const ast::Expr& e) {
  if (p_[e].value) return constant(e);
  scope_ = {};
  b_.begin_module_scope();
  return b_.module_value(expression(e));
}

// https://www.w3.org/TR/WGSL/#override-decls
void Lowerer::lower_override(const ast::Variable& decl) {
  const DeclInfo& info = p_[decl];
  ir::Override o;
  o.name = name_of(decl);
  o.type = info.type;
  o.span = decl.name_span;
  if (const OverrideInfo* i = override_of_[decl.id]; i && i->has_id) o.id = i->id;
  if (decl.initializer) o.initializer = module_expression(*decl.initializer);
  values_[decl.id] = Value(m_.overrides.add(std::move(o)));
}

// https://www.w3.org/TR/WGSL/#var-decls
void Lowerer::lower_global(const ast::Variable& decl) {
  const DeclInfo& info = p_[decl];
  ir::Global g;
  g.name = name_of(decl);
  g.type = m_.types.pointer(info.space, info.type, info.access);
  g.span = decl.name_span;
  if (info.group && info.binding) {
    g.has_binding = true;
    g.group = *info.group;
    g.binding = *info.binding;
  }
  if (decl.initializer) g.initializer = module_expression(*decl.initializer);
  values_[decl.id] = Value(m_.globals.add(std::move(g)));
}

// https://www.w3.org/TR/WGSL/#function-declaration-sec
void Lowerer::lower_function(const ast::Function& decl) {
  const EntryPoint* entry = entry_of_[decl.id];
  std::array<Value, 3> workgroup_size;
  Value subgroup_size;
  if (entry && entry->stage == lang::ShaderStage::Compute) {
    for (uint32_t i = 0; i < 3; ++i) {
      if (entry->workgroup_value[i] || !entry->workgroup_size[i])
        workgroup_size[i] = b_.u32(entry->workgroup_value[i].value_or(1));
      else
        workgroup_size[i] = module_expression(*entry->workgroup_size[i]);
    }
    if (entry->subgroup_size) subgroup_size = module_expression(*entry->subgroup_size);
  }

  ir::FunctionId id = b_.begin_function(name_of(decl), p_[decl].type);
  functions_[decl.id] = id;
  scope_ = b_.add_scope(decl.span, {});
  auto setup = [&]() -> ir::Function& { return m_.functions[id]; };
  setup().span = decl.name_span;
  setup().scope = scope_;
  if (entry) {
    setup().stage = entry->stage == lang::ShaderStage::Vertex     ? ir::Stage::Vertex
                    : entry->stage == lang::ShaderStage::Fragment ? ir::Stage::Fragment
                                                                  : ir::Stage::Compute;
    setup().workgroup_size = workgroup_size;
    setup().subgroup_size = subgroup_size;
    for (const InterfaceValue& v : entry->outputs)
      if (v.member < 0) setup().return_io = v.io;
  }
  for (const ast::Param* param : decl.params) {
    lang::IoAttributes io;
    if (entry)
      for (const InterfaceValue& v : entry->inputs)
        if (v.param == param->index && v.member < 0) io = v.io;
    b_.at(param->name_span, scope_);
    Value v = b_.add_param(name_of(*param), p_[*param].type, io);
    values_[param->id] = v;
    b_.name(ir::NamedKind::Param, name_of(*param), p_[*param].type, param->name_span, scope_, v);
  }
  if (decl.body) block(*decl.body, /*own_scope=*/false);
  if (!b_.terminated()) {
    b_.at(decl.body && !decl.body->close.empty() ? decl.body->close : decl.name_span, scope_);
    // A function with a result returns on every path, or never gets here (a loop that only returns).
    if (p_[decl].type == lang::kVoidType) b_.ret();
    else b_.unreachable();
  }
  b_.end_function();
  scope_ = {};
}

void Lowerer::lower_override_counts() {
  for (const ast::Expr* e : p_.override_counts) {
    ir::OverrideCount count;
    if (e) {
      count.value = module_expression(*e);
      count.span = e->span;
    }
    m_.override_counts.push_back(count);
  }
}

}  // namespace vitrine::wgsl
