// https://www.w3.org/TR/WGSL/#var-and-value
#include "diag/rule.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using diag::Help;
using lang::AccessMode;
using lang::AddressSpace;
using lang::AttributeName;
using lang::TypeKind;

RULE(variable_without_type, ShaderCreation, "wgsl:var-and-value", "", "{0} has neither a type nor an initializer",
     Name);
RULE(module_variable_without_space, ShaderCreation, "wgsl:var-decls", "e5c61c0c",
     "the module-scope variable {0} of type {1} has no address space", Name, Name);
RULE(address_space_scope, ShaderCreation, "wgsl:var-decls", "75c98f55",
     "a variable in the address space {0} stands {1}", Name, Text);
RULE(handle_with_space, ShaderCreation, "wgsl:var-decls", "2779e734",
     "{0} of type {1} cannot have the address space {2}", Name, Name, Name);
RULE(initializer_not_allowed, ShaderCreation, "wgsl:var-decls", "409226b8",
     "the variable {0} in the address space {1} cannot have an initializer", Name, Name);
RULE(var_template_count, ShaderCreation, "wgsl:var-decls", "",
     "`var` takes an address space and an access mode, and has {0} template arguments", uint64_t);
RULE(value_declaration_type, ShaderCreation, "wgsl:value-decls", "", "{0} {1} cannot have the type {2}", Text, Name,
     Name);
RULE(override_type, ShaderCreation, "wgsl:override-decls", "6bbc359b",
     "the override {0} has type {1}, and an override is a bool or a number", Name, Name);
RULE(override_id_range, ShaderCreation, "wgsl:override-decls", "", "the @id of {0} is {1}, more than 65535", Name,
     uint64_t);
RULE(override_id_duplicate, ShaderCreation, "wgsl:override-decls", "",
     "the overrides {0} and {1} have the same @id, {2}", Name, Name, uint64_t);
RULE(binding_missing, ShaderCreation, "wgsl:resource-interface", "fe7fe5bf", "the resource {0} lacks {1}", Name, Text);
RULE(binding_not_allowed, ShaderCreation, "wgsl:resource-interface", "f188ab1d 628c5598",
     "{0} is in the address space {1}, which has no {2}", Name, Name, Name);
RULE(layout_uniform, ShaderCreation, "wgsl:address-space-layout-constraints", "83f8c40f ce072d73 1734273e",
     "{0} cannot lie in a uniform buffer: {1}", Name, Text);

// The type as written, or else that of the initializer. Resolves and converts the initializer.
Resolver::TypeId Resolver::declared_type(const ast::Variable& v, bool keep_abstract) {
  TypeId written = v.type ? type(v.type) : TypeId{};
  TypeId init = v.initializer ? value(v.initializer) : TypeId{};
  if (v.type) {
    if (is_error(written)) return written;
    // A type that the declaration cannot have at all is the caller's to report.
    TypeKind kind = p_.types.kind(written);
    bool possible = p_.types.is_constructible(written) ||
                    (v.kind == DeclKind::Let && (kind == TypeKind::Pointer || kind == TypeKind::Texture ||
                                                 kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison));
    if (v.initializer && !is_error(init) && possible) {
      std::string what = (v.kind == DeclKind::Var     ? "the variable `"
                          : v.kind == DeclKind::Let   ? "the value `"
                          : v.kind == DeclKind::Const ? "the constant `"
                                                      : "the override `") +
                         std::string(text(v.name)) + "`";
      convert(v.initializer, written, what);
    }
    return written;
  }
  if (!v.initializer) {
    report(v.name_span,
           variable_without_type(Name{std::string(text(v.name))}).help("write `: type` or `= value` behind the name"));
    return lang::kErrorType;
  }
  if (is_error(init)) return init;
  return keep_abstract ? init : concretize(v.initializer);
}

// https://www.w3.org/TR/WGSL/#var-decls, outside of functions
void Resolver::module_variable(const ast::Variable& v) {
  check_attributes(v.attributes, Target::ModuleVariable, "a module-scope variable");
  DeclInfo& d = p_.declarations[v.id];
  std::optional<AddressSpace> space;
  std::optional<AccessMode> access;
  bool ok = true;
  if (v.template_args.size() > 2) {
    report(v.template_args[2]->span, var_template_count(v.template_args.size()));
    ok = false;
  }
  if (v.has_template_list && ok) {
    space = address_space(v.template_args[0]);
    if (v.template_args.size() > 1) access = access_mode(v.template_args[1]);
    ok = space.has_value() && (v.template_args.size() < 2 || access.has_value());
    if (ok && access && *space != AddressSpace::Storage) {
      report(v.template_args[1]->span, access_mode_not_written(Name{std::string(lang::to_text(*space))}));
      ok = false;
    } else if (ok && access && *access == AccessMode::Write) {
      report(v.template_args[1]->span,
             access_mode_of_space(Text{"variable"}, Name{"storage"}, Name{"write"}).help("use `read_write`"));
      ok = false;
    }
  }
  TypeId t = declared_type(v, false);
  d.type = t;
  if (ok && space == AddressSpace::Function) {
    report(v.template_args[0]->span, address_space_scope(Name{"function"}, Text{"outside of a function"})
                                         .help("use `private` for one of each invocation"));
    ok = false;
  }
  if (!ok || is_error(t)) {
    d.type = lang::kErrorType;
    return;
  }
  TypeKind kind = p_.types.kind(t);
  bool handle = kind == TypeKind::Texture || kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison;
  if (handle && space) {
    report(v.template_args[0]->span,
           handle_with_space(Name{std::string(text(v.name))}, name(t), Name{std::string(lang::to_text(*space))})
               .help("leave the `<...>` out"));
    d.type = lang::kErrorType;
    return;
  }
  if (!handle && !space) {
    report(v.name_span, module_variable_without_space(Name{std::string(text(v.name))}, name(t))
                            .help("write `var<private>`, `var<workgroup>`, or `var<uniform>` or `var<storage>` with "
                                  "@group and @binding"));
    d.type = lang::kErrorType;
    return;
  }
  if (handle) space = AddressSpace::Handle;
  d.space = *space;
  d.access = access.value_or(lang::info(*space).access);
  if (v.initializer && *space != AddressSpace::Private) {
    report(v.initializer->span,
           initializer_not_allowed(Name{std::string(text(v.name))}, Name{std::string(lang::to_text(*space))})
               .help(*space == AddressSpace::Workgroup ? "workgroup variables start as zero; a function can assign another value"
                                                       : "the host gives its value"));
  } else if (v.initializer) {
    need_override(v.initializer, "the initializer of a module-scope variable");
  }
  if (!check_store_type(t, *space, d.access, v.type ? v.type->span : v.name_span) ||
      !check_layout(t, *space, v.type ? v.type->span : v.name_span)) {
    d.type = lang::kErrorType;
    return;
  }
  resource_attributes(v);
}

// https://www.w3.org/TR/WGSL/#resource-interface
void Resolver::resource_attributes(const ast::Variable& v) {
  DeclInfo& d = p_.declarations[v.id];
  const ast::Attribute* group = find(v.attributes, AttributeName::Group);
  const ast::Attribute* binding = find(v.attributes, AttributeName::Binding);
  bool resource =
      d.space == AddressSpace::Uniform || d.space == AddressSpace::Storage || d.space == AddressSpace::Handle;
  Name n{std::string(text(v.name))};
  if (!resource) {
    for (const ast::Attribute* a : {group, binding})
      if (a)
        report(a->span, binding_not_allowed(n, Name{std::string(lang::to_text(d.space))},
                                            Name{"@" + std::string(lang::to_text(a->kind))})
                            .help(Help{"leave it out", {{a->span, ""}}, true}));
    return;
  }
  if (group) d.group = attribute_value(*group, false);
  if (binding) d.binding = attribute_value(*binding, false);
  if ((!group || !binding) && !has_broken(v.attributes)) {
    std::string lacks = !group && !binding ? "@group and @binding" : !group ? "@group" : "@binding";
    report(v.name_span, binding_missing(n, Text{lacks})
                            .help("write `@group(0) @binding(0)` before it, with numbers that no other resource has"));
  }
}

void Resolver::function_variable(const ast::Variable& v) {
  DeclInfo& d = p_.declarations[v.id];
  d.space = AddressSpace::Function;
  d.access = AccessMode::ReadWrite;
  bool ok = true;
  if (v.template_args.size() > 2) {
    report(v.template_args[2]->span, var_template_count(v.template_args.size()));
    ok = false;
  } else if (v.has_template_list) {
    std::optional<AddressSpace> space = address_space(v.template_args[0]);
    ok = space.has_value();
    if (ok && *space != AddressSpace::Function) {
      report(v.template_args[0]->span,
             address_space_scope(Name{std::string(lang::to_text(*space))}, Text{"in a function"})
                 .help("move it out of the function"));
      ok = false;
    }
    if (v.template_args.size() > 1 && access_mode(v.template_args[1])) {
      if (ok) report(v.template_args[1]->span, access_mode_not_written(Name{"function"}));
      ok = false;
    }
  }
  TypeId t = declared_type(v, false);
  d.type = t;
  if (is_error(t) || !ok) {
    if (!ok) d.type = lang::kErrorType;
    return;
  }
  if (!check_store_type(t, AddressSpace::Function, AccessMode::ReadWrite, v.type ? v.type->span : v.initializer->span))
    d.type = lang::kErrorType;
}

// What to declare instead where the value of a `const` is known too late.
std::optional<Help> Resolver::const_help(const ast::Variable& v) const {
  SourceSpan word{v.span.begin, v.span.begin + 5};
  if (m_.source->text(word) != "const") return std::nullopt;
  if (current_) return Help{"write `let`", {{word, "let"}}, false};
  const Expr* at = latest(v.initializer);
  if (info(*v.initializer).stage == EvalStage::Override) return Help{"write `override`", {{word, "override"}}, false};
  if (at->kind == ast::ExprKind::Call) return Help{"only built-in functions are evaluated before: write the value out", {}, false};
  return std::nullopt;
}

// https://www.w3.org/TR/WGSL/#const-decls
void Resolver::const_declaration(const ast::Variable& v) {
  TypeId t = declared_type(v, true);
  DeclInfo& d = p_.declarations[v.id];
  d.type = t;
  if (is_error(t)) return;
  if (!p_.types.is_constructible(t)) {
    report(v.type ? v.type->span : v.initializer->span,
           value_declaration_type(Text{"the constant"}, Name{std::string(text(v.name))}, name(t)));
    d.type = lang::kErrorType;
    return;
  }
  if (!v.initializer || is_error(info(*v.initializer).type) ||
      !need_const(v.initializer, "the initializer of a `const`", const_help(v))) {
    d.type = lang::kErrorType;
    if (v.initializer && info(*v.initializer).stage != EvalStage::Const && current_) d.type = lang::kErrorType;
    return;
  }
  d.value = info(*v.initializer).value;
  if (!d.value) d.type = lang::kErrorType;
}

// https://www.w3.org/TR/WGSL/#override-decls
void Resolver::override_declaration(const ast::Variable& v) {
  check_attributes(v.attributes, Target::Override, "an override");
  TypeId t = declared_type(v, false);
  DeclInfo& d = p_.declarations[v.id];
  d.type = t;
  Name n{std::string(text(v.name))};
  OverrideInfo o{};
  o.decl = &v;
  o.type = t;
  o.initializer = v.initializer;
  o.name = n.text;
  if (!is_error(t)) {
    if (!p_.types.is_scalar(t) || p_.types.is_abstract(t)) {
      report(v.type ? v.type->span : v.initializer->span,
             override_type(n, name(t)).help("make one override for each component"));
      d.type = lang::kErrorType;
    } else if (v.initializer && !is_error(info(*v.initializer).type)) {
      if (need_override(v.initializer, "the initializer of an override"))
        d.value = info(*v.initializer).value;
      else
        d.type = lang::kErrorType;
    }
  }
  if (const ast::Attribute* a = find(v.attributes, AttributeName::Id)) {
    std::optional<uint32_t> id = attribute_value(*a, false);
    if (id && *id > 65535) {
      report(a->args[0]->span, override_id_range(n, *id).help("take @id away: then `constants` names the override"));
    } else if (id) {
      for (const OverrideInfo& other : p_.overrides)
        if (other.has_id && other.id == *id) {
          report(a->span, override_id_duplicate(Name{other.name}, n, *id)
                              .help("number them differently, or take @id away: then `constants` names the overrides")
                              .note(place(other.decl->name_span), "`" + other.name + "` is declared here"));
          break;
        }
      o.has_id = true;
      o.id = static_cast<uint16_t>(*id);
    }
  }
  p_.overrides.push_back(std::move(o));
}

// https://www.w3.org/TR/WGSL/#let-decls
void Resolver::let_declaration(const ast::Variable& v) {
  TypeId t = declared_type(v, false);
  DeclInfo& d = p_.declarations[v.id];
  d.type = t;
  if (is_error(t)) return;
  TypeKind kind = p_.types.kind(t);
  bool handle = kind == TypeKind::Texture || kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison;
  if (handle) {
    if (!need(lang::LanguageFeature::TextureAndSamplerLet, v.name_span, "a `let` of a texture or sampler"))
      d.type = lang::kErrorType;
    return;
  }
  if (kind == TypeKind::Pointer || p_.types.is_constructible(t)) return;
  report(v.type ? v.type->span : v.initializer->span,
         value_declaration_type(Text{"the value"}, Name{std::string(text(v.name))}, name(t)));
  d.type = lang::kErrorType;
}

// https://www.w3.org/TR/WGSL/#address-space-layout-constraints. Only uniform buffers without the standard layout can
// fail.
bool Resolver::check_layout(TypeId t, AddressSpace space, SourceSpan span) {
  if (space != AddressSpace::Uniform || has(lang::LanguageFeature::UniformBufferStandardLayout)) return true;
  auto required = [&](TypeId id) { return p_.types.required_align_of(id, space, false); };
  if (p_.types.kind(t) == TypeKind::Array) {
    TypeId element = p_.types.element_of(t);
    if (uint32_t stride = p_.types.stride_of(t); stride % 16 != 0 || stride % required(element) != 0) {
      report(span, layout_uniform(name(t), Text{"its elements are " + std::to_string(stride) +
                                                " bytes apart, which is no multiple of 16"})
                       .help("use elements of 16 bytes, such as vec4, or an array in a storage buffer"));
      return false;
    }
    return check_layout(element, space, span);
  }
  if (p_.types.kind(t) != TypeKind::Struct) return true;
  const lang::Struct& s = p_.types.structure(t);
  for (size_t n = 0; n < s.members.size(); ++n) {
    const lang::Member& m = s.members[n];
    if (m.offset % required(m.type) != 0) {
      report(span, layout_uniform(name(t), Text{"its member `" + m.name + "` has offset " + std::to_string(m.offset) +
                                                ", which is no multiple of " + std::to_string(required(m.type))})
                       .note(place(m.span), "this member")
                       .help("write `@align(" + std::to_string(required(m.type)) + ")` before it"));
      return false;
    }
    if (p_.types.kind(m.type) == TypeKind::Struct && n + 1 < s.members.size()) {
      const lang::Member& next = s.members[n + 1];
      if (next.offset - m.offset < ((p_.types.size_of(m.type) + 15) / 16) * 16) {
        report(span, layout_uniform(name(t), Text{"only " + std::to_string(next.offset - m.offset) +
                                                  " bytes lie between `" + m.name + "` and `" + next.name + "`"})
                         .note(place(next.span), "this member")
                         .help("write `@align(16)` before it"));
        return false;
      }
    }
    if (!check_layout(m.type, space, span)) return false;
  }
  return true;
}

}  // namespace vitrine::wgsl
