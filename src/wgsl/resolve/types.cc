// https://www.w3.org/TR/WGSL/#type-expr
#include "diag/rule.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using ast::ExprKind;
using diag::Help;
using lang::AccessMode;
using lang::AddressSpace;
using lang::TypeKind;

RULE(type_expected, ShaderCreation, "wgsl:type-expr", "80fe1905", "{0} is {1} and no type", Name, Text);
RULE(template_argument_count, ShaderCreation, "wgsl:template-lists-sec", "", "{0} takes {1} and has {2}", Name, Text,
     uint64_t);
RULE(template_arguments_missing, ShaderCreation, "wgsl:predeclared-types", "", "{0} needs template arguments", Name);
RULE(enumerant_expected, ShaderCreation, "wgsl:enum-expr", "24add12f 84d41e10 fc3e55a2", "{0} is no {1}", Name, Text);
RULE(vector_component_type, ShaderCreation, "wgsl:vector-types", "",
     "a vector has components of bool, i32, u32, f32 or f16, not {0}", Name);
RULE(matrix_component_type, ShaderCreation, "wgsl:matrix-types", "", "a matrix has components of f32 or f16, not {0}",
     Name);
RULE(atomic_component_type, ShaderCreation, "wgsl:atomic-types", "4c2f8066 88579b6e",
     "an atomic holds an i32 or u32, not {0}", Name);
RULE(array_element_type, ShaderCreation, "wgsl:array-types", "94f7ce6c dc0a8880",
     "an array cannot have elements of type {0}: {1}", Name, Text);
RULE(element_count_type, ShaderCreation, "wgsl:array-types", "2c17c3b5",
     "{0} must be an i32 or u32, and {1} has type {2}", Text, Name, Name);
RULE(element_count_positive, ShaderCreation, "wgsl:array-types", "2d0bb863",
     "{0} must be at least 1, and this one is {1}", Text, int64_t);
RULE(array_size_limit, ShaderCreation, "wgsl:limits", "", "{0} has {1} bytes, more than {2}", Name, uint64_t, uint64_t);
RULE(buffer_size_multiple, ShaderCreation, "wgsl:buffer-types", "a9080227",
     "the size of a buffer must be a multiple of {0}, and this one is {1}", uint64_t, int64_t);
RULE(texture_sampled_type, ShaderCreation, "wgsl:sampled-texture-type", "6a05bb3d",
     "a sampled texture gives f32, i32 or u32, not {0}", Name);
RULE(store_type, ShaderCreation, "wgsl:var-decls", "0cf8f9d8 a9ff5010 ff54f2c5",
     "the address space {0} cannot hold {1}: {2}", Name, Name, Text);
RULE(pointer_store_type, ShaderCreation, "wgsl:ref-ptr-types", "5ede7a0b", "nothing in memory has the type {0}", Name);

diag::Help Resolver::enable_help(lang::EnableExtension e) {
  std::string word(lang::to_text(e));
  return Help{"write `enable " + word + ";` at the top, and request the feature \"" +
                  std::string(lang::info(e).feature) + "\" for the device",
              {{SourceSpan{0, 0}, "enable " + word + ";\n"}},
              false};
}

bool Resolver::need(lang::EnableExtension e, SourceSpan span, const std::string& what) {
  if (enabled(e)) return true;
  // One directive is missing, however often it is needed. Where one could not be read it may be that.
  if (lost_directive_ || wanted_.has(e)) return false;
  wanted_.add(e);
  report(span, extension_not_enabled(Text{what}, Name{std::string(lang::to_text(e))}).help(enable_help(e)));
  return false;
}

bool Resolver::need(lang::LanguageFeature f, SourceSpan span, const std::string& what) {
  if (has(f)) return true;
  report(span, language_feature_missing(Text{what}, Name{std::string(lang::to_text(f))}));
  return false;
}

// Where a declaration has the name of a predeclared type and something needs that type: the declaration is the fault, and
// is told of once.
bool Resolver::report_hidden_type(const ast::Ident& id) {
  uint32_t named = names_.of_expression[id.id];
  const Predeclared* p = find_predeclared(id.name);
  if (named == Names::kNone || named == Names::kPredeclared || !p || !is_type(*p)) return false;
  const Decl& d = *p_.declarations[named].decl;
  if (d.kind == DeclKind::Struct || d.kind == DeclKind::Alias) return false;
  if (hiding_.insert(named).second)
    report(d.name_span, type_expected(Name{std::string(text(id.name))}, Text{d.kind == DeclKind::Function ? "a function" : "a value"})
                            .note(place(id.name_span), "the type of this name is needed here")
                            .help("give it another name"));
  return true;
}

Resolver::TypeId Resolver::type(const Expr* e) {
  if (e->kind == ExprKind::Ident) {
    TypeId t = identifier(ast::as<ast::Ident>(*e));
    if (info(*e).meaning == Meaning::Type || is_error(t)) return t;
    if (report_hidden_type(ast::as<ast::Ident>(*e))) return error(*e);
  } else if (e->kind == ExprKind::Error) {
    return error(*e);
  } else {
    bool outer = evaluate_;
    evaluate_ = true;
    expression(e);
    evaluate_ = outer;
    if (is_error(info(*e).type)) return lang::kErrorType;
  }
  std::string_view what = words_for(info(*e).meaning);
  if (what.empty()) what = "a value";
  report(e->span, with_source(type_expected(name(*e), Text{std::string(what)}), *e));
  return error(*e);
}

// The type that a predeclared name denotes, with its template list.
Resolver::TypeId Resolver::type_of_ident(const ast::Ident& i) {
  const Predeclared& p = *find_predeclared(i.name);
  bool outer = evaluate_;
  evaluate_ = true;  // types are needed even where values are not
  TypeId t = predeclared_type(i, p);
  evaluate_ = outer;
  if (!is_error(t) && p_.types.kind(t) == TypeKind::Array && p_.types.nesting_depth(t) > kMaxNesting) {
    report(i.span, composite_nesting_depth(name(t), p_.types.nesting_depth(t), kMaxNesting));
    return lang::kErrorType;
  }
  return t;
}

bool Resolver::template_count(const ast::Ident& i, uint32_t min, uint32_t max) {
  auto count = static_cast<uint32_t>(i.template_args.size());
  if (count >= min && count <= max) return true;
  std::string expected = min == max ? std::to_string(min) + " template argument" + (min == 1 ? "" : "s")
                                    : std::to_string(min) + " or " + std::to_string(max) + " template arguments";
  report(i.span, template_argument_count(Name{std::string(text(i.name))}, Text{expected}, count));
  return false;
}

Resolver::TypeId Resolver::predeclared_type(const ast::Ident& i, const Predeclared& p) {
  using K = PredeclaredKind;
  auto plain = [&] {
    if (!i.has_template_list) return true;
    report(i.span, template_argument_count(Name{std::string(text(i.name))}, Text{"no template arguments"},
                                           i.template_args.size()));
    return false;
  };
  auto missing = [&](std::string_view example) {
    if (i.has_template_list) return false;
    std::string edit(example.substr(0, example.find('`')));
    report(i.span, template_arguments_missing(Name{std::string(text(i.name))})
                       .help(Help{"write `" + std::string(example) + "`", {{i.span, edit}}, false}));
    return true;
  };
  auto f16 = [&](TypeId scalar) {
    return scalar != lang::kF16Type ||
           need(lang::EnableExtension::F16, i.name_span, "the type `" + std::string(text(i.name)) + "`");
  };
  switch (p.kind) {
    case K::Scalar:
      if (!plain() || !f16(p.type)) return lang::kErrorType;
      return p.type;
    case K::VectorAlias:
      if (!plain() || !f16(p.type)) return lang::kErrorType;
      return p_.types.vector(p.a, p.type);
    case K::MatrixAlias:
      if (!plain() || !f16(p.type)) return lang::kErrorType;
      return p_.types.matrix(p.a, p.b, p.type);
    case K::Vector: {
      std::string n(text(i.name));
      if (missing(n + "<f32>` or `" + n + "f") || !template_count(i, 1, 1)) return lang::kErrorType;
      TypeId t = type(i.template_args[0]);
      if (is_error(t)) return t;
      if (!p_.types.is_scalar(t) || p_.types.is_abstract(t)) {
        report(i.template_args[0]->span, vector_component_type(name(t)).help("an array or a structure can hold it"));
        return lang::kErrorType;
      }
      return p_.types.vector(p.a, t);
    }
    case K::Matrix: {
      std::string n(text(i.name));
      if (missing(n + "<f32>` or `" + n + "f") || !template_count(i, 1, 1)) return lang::kErrorType;
      TypeId t = type(i.template_args[0]);
      if (is_error(t)) return t;
      if (t != lang::kF32Type && t != lang::kF16Type) {
        report(i.template_args[0]->span, matrix_component_type(name(t)));
        return lang::kErrorType;
      }
      return p_.types.matrix(p.a, p.b, t);
    }
    case K::Array:
      if (missing("array<f32, 4>")) return lang::kErrorType;
      return array_type(i);
    case K::Buffer:
      return buffer_type(i);
    case K::Atomic: {
      if (missing("atomic<u32>") || !template_count(i, 1, 1)) return lang::kErrorType;
      TypeId t = type(i.template_args[0]);
      if (is_error(t)) return t;
      if (t != lang::kI32Type && t != lang::kU32Type) {
        diag::Diagnostic d = atomic_component_type(name(t));
        if (t == lang::kF32Type)
          std::move(d).help("keep the bits in an `atomic<u32>`, and write them with bitcast and atomicCompareExchangeWeak");
        report(i.template_args[0]->span, std::move(d));
        return lang::kErrorType;
      }
      return p_.types.atomic(t);
    }
    case K::Pointer:
      if (missing("ptr<function, f32>")) return lang::kErrorType;
      return pointer_type(i);
    case K::Texture:
      return texture_type(i, static_cast<lang::TextureType>(p.a));
    default:
      return lang::kErrorType;
  }
}

// -- names of template arguments --

namespace {

// Reads the name of an enumerant of one kind. `words` lists the kind for messages.
template <class F>
bool enumerant(const ast::Expr* e, PredeclaredKind kind, const Names& names, F&& found) {
  if (e->kind != ExprKind::Ident) return false;
  const auto& i = ast::as<ast::Ident>(*e);
  if (i.has_template_list || names.of_expression[i.id] != Names::kPredeclared) return false;
  const Predeclared* p = find_predeclared(i.name);
  if (!p || p->kind != kind) return false;
  found(p->a);
  return true;
}

}  // namespace

std::optional<AddressSpace> Resolver::address_space(const Expr* e) {
  std::optional<AddressSpace> r;
  if (enumerant(e, PredeclaredKind::AddressSpace, names_, [&](uint16_t a) { r = static_cast<AddressSpace>(a); })) {
    info(*e).meaning = Meaning::Enumerant;
    if (*r == AddressSpace::Immediate &&
        !need(lang::LanguageFeature::ImmediateAddressSpace, e->span, "the address space `immediate`"))
      return std::nullopt;
    return r;
  }
  return enumerant_error(e, "address space",
                         [](Suggestion& near) {
                           for (const auto& a : lang::kAddressSpaces)
                             if (a.written) near.consider(a.name);
                         }),
         std::nullopt;
}

std::optional<AccessMode> Resolver::access_mode(const Expr* e) {
  std::optional<AccessMode> r;
  if (enumerant(e, PredeclaredKind::AccessMode, names_, [&](uint16_t a) { r = static_cast<AccessMode>(a); })) {
    info(*e).meaning = Meaning::Enumerant;
    return r;
  }
  return enumerant_error(e, "access mode: `read`, `write` or `read_write`",
                         [](Suggestion& near) {
                           for (const auto& a : lang::kAccessModes) near.consider(a.name);
                         }),
         std::nullopt;
}

std::optional<lang::TexelFormat> Resolver::texel_format(const Expr* e) {
  std::optional<lang::TexelFormat> r;
  if (enumerant(e, PredeclaredKind::TexelFormat, names_, [&](uint16_t a) { r = static_cast<lang::TexelFormat>(a); })) {
    info(*e).meaning = Meaning::Enumerant;
    if (auto f = lang::info(*r).needs; f && !need(*f, e->span, "the texel format `" + text(*e) + "`"))
      return std::nullopt;
    return r;
  }
  return enumerant_error(e, "texel format of a storage texture",
                         [](Suggestion& near) {
                           for (const auto& a : lang::kTexelFormats) near.consider(a.name);
                         }),
         std::nullopt;
}

void Resolver::enumerant_error(const Expr* e, const std::string& what, void (*names)(Suggestion&)) {
  // A name that is not known at all was reported as such.
  if (e->kind == ExprKind::Error) return;
  if (e->kind == ExprKind::Ident && names_.of_expression[e->id] == Names::kNone) return;
  diag::Diagnostic d = enumerant_expected(name(*e), Text{what});
  if (e->kind == ExprKind::Ident) {
    uint32_t named = names_.of_expression[e->id];
    if (named < names_.declarations.size())
      std::move(d).note(place(names_.declarations[named]->name_span), "this declaration hides the predeclared name");
    Suggestion near(text(ast::as<ast::Ident>(*e).name));
    names(near);
    if (near.found())
      std::move(d).help(
          Help{"did you mean `" + std::string(near.best()) + "`?", {{e->span, std::string(near.best())}}, true});
  }
  report(e->span, std::move(d));
}

// -- arrays and buffers --

Resolver::Count Resolver::element_count(const Expr* e, std::string_view what_view) {
  std::string what(what_view);
  Count c;
  TypeId t = value(e);
  if (is_error(t)) return c;
  if (!p_.types.is_integer(t)) {
    report(e->span, with_source(element_count_type(Text{what}, name(*e), name(t)), *e));
    return c;
  }
  if (!need_override(e, what)) return c;
  if (t == lang::kAbstractIntType && !materialize(e, lang::kI32Type)) return c;
  if (info(*e).stage == EvalStage::Const) {
    if (!info(*e).value) return c;
    int64_t v = p_.constants.as_int(info(*e).value);
    if (v < 1) {
      report(e->span, element_count_positive(Text{what}, v)
                          .help("leave the number out for an array whose size the buffer decides"));
      return c;
    }
    return {true, false, static_cast<uint32_t>(v)};
  }
  c.ok = c.is_override = true;
  // The name of an override alone is the same count everywhere; any other expression is one of its own.
  auto named = [&](const Expr* x) {
    return x && x->kind == ExprKind::Ident && !x->parenthesized ? info(*x).detail : ExprInfo::kNoDetail;
  };
  if (uint32_t decl = named(e); decl != ExprInfo::kNoDetail)
    for (uint32_t i = 0; i < p_.override_counts.size(); ++i)
      if (named(p_.override_counts[i]) == decl) {
        c.value = i;
        return c;
      }
  c.value = static_cast<uint32_t>(p_.override_counts.size());
  p_.override_counts.push_back(e);
  return c;
}

// https://www.w3.org/TR/WGSL/#array-types
Resolver::TypeId Resolver::array_type(const ast::Ident& i) {
  if (!template_count(i, 1, 2)) return lang::kErrorType;
  TypeId element = type(i.template_args[0]);
  Count count;
  if (i.template_args.size() > 1) {
    count = element_count(i.template_args[1], "the number of elements of an array");
    if (!count.ok) return lang::kErrorType;
  }
  if (is_error(element)) return element;
  std::string why;
  if (!p_.types.is_plain(element))
    why = "only plain types can be elements";
  else if (p_.types.contains_runtime_array(element))
    why = "its size is known only when the shader runs";
  else if (!p_.types.has_creation_fixed_footprint(element))
    why =
        "its size is known only when the pipeline is created, which only the outermost array of a workgroup variable "
        "may be";
  if (!why.empty()) {
    report(i.template_args[0]->span, array_element_type(name(element), Text{why}));
    return lang::kErrorType;
  }
  if (i.template_args.size() == 1) return p_.types.runtime_array(element);
  if (count.is_override) return p_.types.override_array(element, count.value, text(*i.template_args[1]));
  TypeId t = p_.types.array(element, count.value);
  if (p_.types.size_of(t) > kMaxTypeSize) {
    report(i.span, array_size_limit(Name{text(i)}, p_.types.size_of(t), kMaxTypeSize));
    return lang::kErrorType;
  }
  return t;
}

// https://www.w3.org/TR/WGSL/#buffer-types
Resolver::TypeId Resolver::buffer_type(const ast::Ident& i) {
  if (!need(lang::LanguageFeature::BufferView, i.name_span, "the type `buffer`")) return lang::kErrorType;
  if (!i.has_template_list) return p_.types.runtime_buffer();
  if (!template_count(i, 1, 1)) return lang::kErrorType;
  const Expr* size = i.template_args[0];
  Count count = element_count(size, "the size of a buffer");
  if (!count.ok) return lang::kErrorType;
  if (count.is_override) return p_.types.override_buffer(count.value, text(*size));
  uint32_t multiple = enabled(lang::EnableExtension::F16) ? 2 : 4;
  if (count.value % multiple != 0) {
    report(size->span, buffer_size_multiple(multiple, count.value));
    return lang::kErrorType;
  }
  return p_.types.buffer(count.value);
}

// https://www.w3.org/TR/WGSL/#ref-ptr-types
Resolver::TypeId Resolver::pointer_type(const ast::Ident& i) {
  if (!template_count(i, 2, 3)) return lang::kErrorType;
  std::optional<AddressSpace> space = address_space(i.template_args[0]);
  TypeId store = type(i.template_args[1]);
  std::optional<AccessMode> access;
  if (i.template_args.size() > 2) {
    access = access_mode(i.template_args[2]);
    if (!access) return lang::kErrorType;
  }
  if (!space || is_error(store)) return lang::kErrorType;
  if (access && *space != AddressSpace::Storage) {
    report(i.template_args[2]->span, access_mode_not_written(Name{std::string(lang::to_text(*space))}));
    return lang::kErrorType;
  }
  if (!access) access = lang::info(*space).access;
  if (*space == AddressSpace::Storage && *access == AccessMode::Write) {
    report(i.template_args[2]->span,
           access_mode_of_space(Text{"pointer"}, Name{"storage"}, Name{"write"}).help("use `read_write`"));
    return lang::kErrorType;
  }
  if (!p_.types.is_storable(store)) {
    report(i.template_args[1]->span, pointer_store_type(name(store)));
    return lang::kErrorType;
  }
  if (!check_store_type(store, *space, *access, i.template_args[1]->span)) return lang::kErrorType;
  return p_.types.pointer(*space, store, *access);
}

// https://www.w3.org/TR/WGSL/#texture-sampler-types
Resolver::TypeId Resolver::texture_type(const ast::Ident& i, lang::TextureType t) {
  using Kind = lang::TextureKind;
  const auto& about = lang::info(t);
  std::string n(about.name);
  switch (about.kind) {
    case Kind::Sampled:
    case Kind::Multisampled: {
      if (!i.has_template_list) {
        report(i.span, template_arguments_missing(Name{n}).help(
                           Help{"write `" + n + "<f32>`", {{i.span, n + "<f32>"}}, false}));
        return lang::kErrorType;
      }
      if (!template_count(i, 1, 1)) return lang::kErrorType;
      TypeId sampled = type(i.template_args[0]);
      if (is_error(sampled)) return sampled;
      if (sampled != lang::kF32Type && sampled != lang::kI32Type && sampled != lang::kU32Type) {
        report(i.template_args[0]->span, texture_sampled_type(name(sampled)));
        return lang::kErrorType;
      }
      return p_.types.texture(t, sampled);
    }
    case Kind::Storage: {
      if (!i.has_template_list) {
        report(i.span, template_arguments_missing(Name{n}).help(
                           Help{"write `" + n + "<rgba8unorm, write>`", {{i.span, n + "<rgba8unorm, write>"}}, false}));
        return lang::kErrorType;
      }
      if (!template_count(i, 2, 2)) return lang::kErrorType;
      std::optional<lang::TexelFormat> format = texel_format(i.template_args[0]);
      std::optional<AccessMode> access = access_mode(i.template_args[1]);
      if (!format || !access) return lang::kErrorType;
      if (*access != AccessMode::Write && !need(lang::LanguageFeature::ReadonlyAndReadwriteStorageTextures,
                                                i.template_args[1]->span, "a storage texture that is read"))
        return lang::kErrorType;
      return p_.types.storage_texture(t, *format, *access);
    }
    default:
      if (i.has_template_list) {
        report(i.span, template_argument_count(Name{n}, Text{"no template arguments"}, i.template_args.size()));
        return lang::kErrorType;
      }
      return p_.types.texture(t);
  }
}

// -- what may be stored where. https://www.w3.org/TR/WGSL/#var-decls --

bool Resolver::check_store_type(TypeId t, AddressSpace space, AccessMode access, SourceSpan span) {
  std::string why;
  const auto& types = p_.types;
  TypeKind kind = types.kind(t);
  bool buffer = kind == TypeKind::Buffer;
  lang::CountKind count = types[t].count_kind;
  switch (space) {
    case AddressSpace::Function:
    case AddressSpace::Private:
      if (!types.is_constructible(t)) {
        if (types.contains_atomic(t))
          why = "atomics live in storage and workgroup memory only";
        else if (types.contains_runtime_array(t))
          why = "its size is known only when the shader runs, and only storage buffers can have that";
        else if (types.contains_override_count(t))
          why = "its size is known only when the pipeline is created, and only workgroup variables can have that";
        else
          why = "its values cannot be constructed";
      }
      break;
    case AddressSpace::Workgroup:
      if (buffer ? count == lang::CountKind::Runtime : !types.is_plain(t) || !types.has_fixed_footprint(t))
        why = types.contains_runtime_array(t) || buffer
                  ? "its size is known only when the shader runs, and only storage buffers can have that"
                  : "it is no plain type";
      break;
    case AddressSpace::Storage:
      if (buffer ? count == lang::CountKind::Override : !types.is_host_shareable(t)) {
        why = types.contains_bool(t) ? "bool has no size that the host could know"
              : types.contains_override_count(t)
                  ? "its size is known only when the pipeline is created, and only workgroup variables can have that"
                  : "the host cannot share it";
      } else if (types.contains_atomic(t) && access != AccessMode::ReadWrite) {
        why = "atomics need the access mode read_write";
      }
      break;
    case AddressSpace::Uniform:
      if (buffer) {
        if (count != lang::CountKind::Fixed) why = "a buffer there has a size known when the module is created";
      } else if (!types.is_host_shareable(t) || !types.is_constructible(t)) {
        why = types.contains_bool(t)     ? "bool has no size that the host could know"
              : types.contains_atomic(t) ? "atomics live in storage and workgroup memory only"
              : types.contains_runtime_array(t)
                  ? "its size is known only when the shader runs, and only storage buffers can have that"
              : types.contains_override_count(t)
                  ? "its size is known only when the pipeline is created, and only workgroup variables can have that"
                  : "the host cannot share it";
      }
      break;
    case AddressSpace::Immediate:
      if (contains_array(t))
        why = "immediate data has no arrays";
      else if (!types.is_host_shareable(t) || !types.is_constructible(t))
        why =
            types.contains_bool(t) ? "bool has no size that the host could know" : "the host cannot share it";
      break;
    case AddressSpace::Handle:
      if (kind != TypeKind::Texture && kind != TypeKind::Sampler && kind != TypeKind::SamplerComparison)
        why = "only textures and samplers";
      break;
  }
  if (!why.empty()) {
    diag::Diagnostic d = store_type(Name{std::string(lang::to_text(space))}, name(t), Text{why});
    const lang::Type& array = p_.types[t];
    bool local = space == AddressSpace::Function || space == AddressSpace::Private;
    if (kind == TypeKind::Texture || kind == TypeKind::Sampler || kind == TypeKind::SamplerComparison)
      std::move(d).help("use the variable of the module itself, or pass it to a function as a parameter");
    else if (kind == TypeKind::Array && count == lang::CountKind::Runtime && local)
      std::move(d).help("give it a length: `array<" + shown(array.element) + ", 16>`");
    else if (kind == TypeKind::Array && count == lang::CountKind::Override && space == AddressSpace::Storage)
      std::move(d).help("write `array<" + shown(array.element) + ">`: its length is that of the buffer");
    else if (types.contains_bool(t) && !local && space != AddressSpace::Workgroup)
      std::move(d).help("store a u32, and compare it with 0u");
    // The member that is the cause stands where the fault is mended.
    if (types.contains_bool(t) && !local && space != AddressSpace::Workgroup) {
      const lang::Member* cause = nullptr;
      for (TypeId at = t; types.kind(at) == TypeKind::Array || types.kind(at) == TypeKind::Struct;) {
        if (types.kind(at) == TypeKind::Array) {
          at = types[at].element;
          continue;
        }
        for (const lang::Member& m : types.structure(at).members)
          if (types.contains_bool(m.type)) cause = &m;
        at = cause->type;
      }
      if (cause) {
        std::move(d).note(place(span), "`" + shown(t) + "` is wanted in that address space here");
        report(cause->span, std::move(d));
        return false;
      }
    }
    report(span, std::move(d));
    return false;
  }
  if (kind == TypeKind::Texture && space != AddressSpace::Handle) return false;
  return true;
}

bool Resolver::contains_array(TypeId t) const {
  if (p_.types.kind(t) == TypeKind::Array) return true;
  if (p_.types.kind(t) != TypeKind::Struct) return false;
  for (const lang::Member& m : p_.types.structure(t).members)
    if (contains_array(m.type)) return true;
  return false;
}

}  // namespace vitrine::wgsl
