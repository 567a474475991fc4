// https://www.w3.org/TR/WGSL/#alias-analysis
#include "diag/rule.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/resolve/resolver.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using ast::ExprKind;
using diag::Effect;
using diag::Name;
using diag::Text;
using lang::TypeKind;

RULE(aliased_arguments, ShaderCreation, "wgsl:aliasing", "0084e7fc",
     "the arguments {0} and {1} of {2} both point into {3}, and the function writes through the parameter {4}", Name,
     Name, Name, Name, Name);
RULE(aliased_variable, ShaderCreation, "wgsl:aliasing", "a7294617 c13887f7 21ed9087 9d9d02e3 3081968b",
     "{0} points into the variable {1}, which {2} {3} while it {4} through its parameter {5}", Name, Name, Name, Text,
     Text, Name);

// The variable or pointer parameter through which memory is reached. https://www.w3.org/TR/WGSL/#root-identifier
const ast::Decl* Resolver::root(const Expr* e) const {
  while (e) {
    switch (e->kind) {
      case ExprKind::Ident: {
        const ExprInfo& i = info(*e);
        if (i.meaning != Meaning::Variable) return nullptr;
        const Decl* d = p_.declarations[i.detail].decl;
        if (d->kind == DeclKind::Let) {
          e = ast::as<ast::Variable>(*d).initializer;
          continue;
        }
        return d;
      }
      case ExprKind::Unary:
        e = ast::as<ast::Unary>(*e).operand;
        continue;
      case ExprKind::Index:
        e = ast::as<ast::IndexAccess>(*e).object;
        continue;
      case ExprKind::Member:
        e = ast::as<ast::MemberAccess>(*e).object;
        continue;
      case ExprKind::Call: {
        // bufferView and bufferArrayView show the memory of their first argument.
        const auto& c = ast::as<ast::Call>(*e);
        if (c.args.empty()) return nullptr;
        e = c.args[0];
        continue;
      }
      default:
        return nullptr;
    }
  }
  return nullptr;
}

Resolver::Access* Resolver::access_of(const Expr* e) {
  FunctionState* s = state();
  if (!s) return nullptr;
  const Decl* r = root(e);
  if (!r || (r->kind != DeclKind::Param && !(r->kind == DeclKind::Var && r->module_scope))) return nullptr;
  return &access_of(*s, *r);
}

Resolver::Access& Resolver::access_of(FunctionState& s, const Decl& d) {
  for (Access& a : s.accesses)
    if (a.decl == &d) return a;
  s.accesses.push_back({&d, {}, {}});
  return s.accesses.back();
}

void Resolver::note_read(const Expr* e) {
  if (Access* a = access_of(e); a && a->read.empty()) a->read = e->span;
}
void Resolver::note_write(const Expr* e) {
  if (Access* a = access_of(e); a && a->write.empty()) a->write = e->span;
}

// One call: what its arguments may have in common, and what it adds to the accesses of this function.
void Resolver::check_aliases(const ast::Call& c, const ast::Function& f) {
  FunctionState* s = state();
  if (!s) return;
  // By value: `access_of` may grow the list, and a function never calls itself.
  const std::vector<Access>& inner = states_[f.id].accesses;
  auto of = [&](const Decl* d) -> const Access* {
    for (const Access& a : inner)
      if (a.decl == d) return &a;
    return nullptr;
  };
  struct Argument {
    const Decl* root;
    size_t index;
    const Access* access;
  };
  std::vector<Argument> pointers;
  for (size_t n = 0; n < c.args.size(); ++n) {
    TypeId t = info(*c.args[n]).type;
    if (p_.types.kind(t) != TypeKind::Pointer) continue;
    const Decl* r = root(c.args[n]);
    if (!r) continue;
    pointers.push_back({r, n, of(f.params[n])});
  }
  Name fname{std::string(text(f.name))};
  bool reported = false;
  for (size_t a = 0; a < pointers.size() && !reported; ++a) {
    for (size_t b = 0; b < a && !reported; ++b) {
      if (pointers[a].root != pointers[b].root) continue;
      const Argument* written = pointers[a].access && !pointers[a].access->write.empty()   ? &pointers[a]
                                : pointers[b].access && !pointers[b].access->write.empty() ? &pointers[b]
                                                                                           : nullptr;
      // A parameter that is not used at all aliases nothing.
      const Argument* other = written == &pointers[a] ? &pointers[b] : &pointers[a];
      if (!written || !other->access) continue;
      reported = true;
      report(c.args[pointers[a].index]->span,
             aliased_arguments(name(*c.args[pointers[b].index]), name(*c.args[pointers[a].index]), fname,
                               Name{std::string(text(pointers[a].root->name))},
                               Name{std::string(text(f.params[written->index]->name))})
                 .note(place(written->access->write), "written here")
                 .help("pass one of them by value, or copy it to a variable of its own"));
    }
    if (reported) break;
    const Argument& p = pointers[a];
    if (!p.access || p.root->kind != DeclKind::Var || !p.root->module_scope) continue;
    const Access* global = of(p.root);
    if (!global) continue;
    bool writes = !p.access->write.empty();
    SourceSpan other = !global->write.empty() ? global->write : writes ? global->read : SourceSpan{};
    if (other.empty()) continue;
    reported = true;
    report(c.args[p.index]->span,
           aliased_variable(name(*c.args[p.index]), Name{std::string(text(p.root->name))}, fname,
                            Text{!global->write.empty() ? "writes" : "reads"}, Text{writes ? "writes" : "reads"},
                            Name{std::string(text(f.params[p.index]->name))})
               .note(place(other), std::string(!global->write.empty() ? "written" : "read") + " by name here")
               .note(place(writes ? p.access->write : p.access->read),
                     std::string(writes ? "written" : "read") + " through the parameter here"));
  }
  for (const Access& a : inner) {
    const Decl* target = a.decl;
    if (a.decl->kind == DeclKind::Param) {
      target = nullptr;
      for (const Argument& p : pointers)
        if (f.params[p.index] == a.decl) target = p.root;
      if (!target || (target->kind == DeclKind::Var && !target->module_scope)) continue;
    }
    Access& mine = access_of(*s, *target);
    if (mine.read.empty() && !a.read.empty()) mine.read = c.span;
    if (mine.write.empty() && !a.write.empty()) mine.write = c.span;
  }
}

}  // namespace vitrine::wgsl
