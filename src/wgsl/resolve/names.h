// Which declaration each identifier names, and in which order declarations have to be looked at.
#pragma once

#include <vector>

#include "wgsl/ast.h"
#include "wgsl/reporter.h"

namespace vitrine::wgsl {

// That a declaration names another.
struct Dependency {
  uint32_t decl;
  const ast::Ident* first;  // the first place
};

struct Names {
  static constexpr uint32_t kNone = 0xFFFFFFFFu;  // not resolved: reported, or in skipped text
  static constexpr uint32_t kPredeclared = 0xFFFFFFFEu;
  std::vector<uint32_t> of_expression;         // Expr::id of an Ident -> Decl::id, kPredeclared or kNone
  std::vector<const ast::Decl*> declarations;  // by Decl::id
  std::vector<const ast::Decl*> order;         // module scope, each behind what it names
  std::vector<std::vector<Dependency>>
      dependencies;          // by Decl::id, of module-scope declarations: each once, in source order
  std::vector<bool> broken;  // by Decl::id: part of a cycle, or a second declaration of its name
};

// https://www.w3.org/TR/WGSL/#declaration-and-scope
// Reports unknown names, second declarations and cycles.
Names resolve_names(const ast::Module& module, Reporter& reporter);

}  // namespace vitrine::wgsl
