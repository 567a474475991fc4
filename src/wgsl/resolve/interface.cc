// https://www.w3.org/TR/WGSL/#stage-inputs-outputs
#include "diag/rule.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using diag::Help;
using lang::AttributeName;
using lang::BuiltinValue;
using lang::InterpolationSampling;
using lang::InterpolationType;
using lang::ShaderStage;
using lang::TypeKind;

RULE(builtin_value_unknown, ShaderCreation, "wgsl:built-in-value-names", "68b7e2ba", "no built-in value is named {0}",
     Name);
RULE(builtin_value_type, ShaderCreation, "wgsl:builtin-inputs-outputs", "e6a4e1ea",
     "the built-in value {0} has type {1}, and {2} has {3}", Name, Text, Name, Name);
RULE(builtin_value_stage, ShaderCreation, "wgsl:builtin-inputs-outputs", "8af30f12 169899f4",
     "the built-in value {0} is no {1} of a {2} shader", Name, Text, Text);
RULE(builtin_value_duplicate, ShaderCreation, "wgsl:builtin-inputs-outputs", "",
     "the entry point {0} has the built-in value {1} twice among its {2}", Name, Name, Text);
RULE(depth_mode_misplaced, ShaderCreation, "wgsl:depth-mode-names", "",
     "a depth mode is only for `frag_depth`, not for {0}", Name);
RULE(depth_mode_unknown, ShaderCreation, "wgsl:depth-mode-names", "", "{0} is no depth mode: `less` and `greater` are",
     Name);
RULE(location_type, ShaderCreation, "wgsl:location-attr", "7d5c258e 021f69a7",
     "@location cannot stand before {0} of type {1}: only before numbers and vectors of numbers", Name, Name);
RULE(location_and_builtin, ShaderCreation, "wgsl:stage-inputs-outputs", "", "{0} has both @location and @builtin",
     Name);
RULE(io_attribute_missing, ShaderCreation, "wgsl:stage-inputs-outputs", "5b8f949a 2995eb31 e856b90f 9401d710",
     "{0} of the entry point {1} has neither @location nor @builtin", Text, Name);
RULE(io_nested_struct, ShaderCreation, "wgsl:entry-point-decl", "5b8f949a 2995eb31",
     "the member {0} of {1} is a structure itself, and {2} of an entry point nest one level only", Name, Name, Text);
RULE(io_attribute_on_struct, ShaderCreation, "wgsl:entry-point-decl", "5b8f949a 2995eb31",
     "{0} cannot stand before {1}, which is a structure", Name, Text);
RULE(io_compute_location, ShaderCreation, "wgsl:user-defined-inputs-outputs", "08855970 1725db0f",
     "the compute shader {0} has @location on {1}", Name, Text);
RULE(io_location_duplicate, ShaderCreation, "wgsl:input-output-locations", "08d92971",
     "the inputs {0} and {1} of {2} have the same @location, {3}", Name, Name, Name, uint64_t);
RULE(blend_src_placement, ShaderCreation, "wgsl:blend-src-attr", "e73f8f60 214042f2",
     "@blend_src is for outputs of fragment shaders, and {0} is {1}", Name, Text);
RULE(blend_src_value, ShaderCreation, "wgsl:blend-src-attr", "3aab2503", "@blend_src is {0}, and can be 0 or 1",
     uint64_t);
RULE(blend_src_without_location, ShaderCreation, "wgsl:blend-src-attr", "65c91f33",
     "{0} has @blend_src and no @location", Name);
RULE(interpolate_without_location, ShaderCreation, "wgsl:interpolate-attr", "bbe8632b",
     "{0} has @interpolate and no @location", Name);
RULE(interpolate_name, ShaderCreation, "wgsl:interpolation-type-names", "5d22e221 caf9654c",
     "{0} is no interpolation {1}: {2}", Name, Text, Text);
RULE(interpolate_combination, ShaderCreation, "wgsl:interpolation", "73588234 601dabb1",
     "the interpolation type {0} cannot have the sampling {1}: {2}", Name, Name, Text);
RULE(interpolate_integer, ShaderCreation, "wgsl:interpolation", "2064c080 b9277400",
     "the {0} {1} of {2} is an integer and needs @interpolate(flat)", Text, Name, Name);
RULE(invariant_without_position, ShaderCreation, "wgsl:invariant-attr", "cb99439e",
     "{0} has @invariant and is not @builtin(position)", Name);
RULE(vertex_without_position, ShaderCreation, "wgsl:function-restriction", "bfc2bbf0",
     "the vertex shader {0} does not return @builtin(position)", Name);
RULE(compute_returns, ShaderCreation, "wgsl:entry-point-decl", "", "the compute shader {0} has a return type", Name);

// Reads the IO attributes of one thing and checks what does not depend on the entry point.
lang::IoAttributes Resolver::io_attributes(std::span<const ast::Attribute> attributes, TypeId type, SourceSpan of) {
  lang::IoAttributes io;
  std::string shown_name(m_.text(of));
  Name n{shown_name};
  const ast::Attribute *location = nullptr, *builtin = nullptr, *interpolate = nullptr;
  for (const ast::Attribute& a : attributes) {
    if (a.broken) continue;
    switch (a.kind) {
      case AttributeName::Location: {
        location = &a;
        io.location = attribute_value(a, false);
        if (!io.location) io.location = 0xFFFFFFFFu;  // reported: there is one
        bool numeric = p_.types.is_numeric_scalar(type) ||
                       (p_.types.kind(type) == TypeKind::Vector && p_.types.scalar_of(type) != lang::kBoolType);
        if (!numeric && !is_error(type) && p_.types.kind(type) != TypeKind::Struct)
          report(a.span,
                 location_type(n, name(type)).help("give each member, element or column a @location of its own"));
        break;
      }
      case AttributeName::BlendSrc: {
        need(lang::EnableExtension::DualSourceBlending, a.span, "the attribute `@blend_src`");
        io.blend_src = attribute_value(a, false);
        if (io.blend_src && *io.blend_src > 1) report(a.args[0]->span, blend_src_value(*io.blend_src));
        if (!find(attributes, AttributeName::Location)) report(a.span, blend_src_without_location(n));
        break;
      }
      case AttributeName::Builtin: {
        builtin = &a;
        if (a.words.empty()) break;
        std::string_view word = text(a.words[0].name);
        io.builtin = lang::find_builtin_value(word);
        if (!io.builtin) {
          diag::Diagnostic d = builtin_value_unknown(Name{std::string(word)});
          Suggestion near(word);
          for (const auto& k : lang::kBuiltinValues) near.consider(k.name);
          if (near.found())
            std::move(d).help(Help{"did you mean `" + std::string(near.best()) + "`?",
                                   {{a.words[0].span, std::string(near.best())}},
                                   true});
          report(a.words[0].span, std::move(d));
          unknown_builtins_.insert(of.begin);
          break;
        }
        const auto& about = lang::info(*io.builtin);
        if (about.needs_enable)
          need(*about.needs_enable, a.words[0].span, "the built-in value `" + std::string(word) + "`");
        if (about.needs_feature)
          need(*about.needs_feature, a.words[0].span, "the built-in value `" + std::string(word) + "`");
        if (a.words.size() > 1) {
          std::string mode(text(a.words[1].name));
          if (*io.builtin != BuiltinValue::FragDepth) {
            report(a.words[1].span,
                   depth_mode_misplaced(Name{std::string(word)}).help("take the second argument away"));
          } else if (need(lang::LanguageFeature::FragmentDepth, a.words[1].span, "a depth mode")) {
            io.depth_mode = lang::find_depth_mode(mode);
            if (!io.depth_mode) report(a.words[1].span, depth_mode_unknown(Name{mode}));
          }
        }
        if (is_error(type) || p_.types.kind(type) == TypeKind::Struct) break;
        bool fits;
        std::string want(about.type);
        if (about.type == "array") {
          const lang::Type& t = p_.types[type];
          fits = t.kind == TypeKind::Array && t.element == lang::kF32Type && t.count_kind == lang::CountKind::Fixed &&
                 t.count <= 8;
          want = "array<f32, N> with N up to 8";
        } else {
          fits = shown(type) == about.type;
        }
        if (!fits)
          report(a.span, builtin_value_type(Name{std::string(word)}, Text{"`" + want + "`"}, n, name(type))
                             .help("declare it with the type `" + want + "`, and convert it where it is used"));
        break;
      }
      case AttributeName::Interpolate: {
        interpolate = &a;
        if (a.words.empty()) break;
        lang::Interpolation i;
        // An integer without `flat` would only be a consequence of a name that is not known.
        auto unknown = [&](const ast::Word& w, const char* what, const char* names, Suggestion near) {
          diag::Diagnostic d = interpolate_name(Name{std::string(text(w.name))}, Text{what}, Text{names});
          if (near.found())
            std::move(d).help(
                Help{"did you mean `" + std::string(near.best()) + "`?", {{w.span, std::string(near.best())}}, true});
          report(w.span, std::move(d));
          io.interpolation = lang::Interpolation{InterpolationType::Flat};
        };
        auto t = lang::find_interpolation_type(text(a.words[0].name));
        if (!t) {
          Suggestion near(text(a.words[0].name));
          for (const auto& k : lang::kInterpolationTypes) near.consider(k.name);
          unknown(a.words[0], "type", "`perspective`, `linear` and `flat` are", near);
          break;
        }
        i.type = *t;
        if (a.words.size() > 1) {
          i.sampling = lang::find_interpolation_sampling(text(a.words[1].name));
          if (!i.sampling) {
            Suggestion near(text(a.words[1].name));
            for (const auto& k : lang::kInterpolationSamplings) near.consider(k.name);
            unknown(a.words[1], "sampling", "`center`, `centroid`, `sample`, `first` and `either` are", near);
            break;
          }
          bool flat_sampling =
              *i.sampling == InterpolationSampling::First || *i.sampling == InterpolationSampling::Either;
          if (flat_sampling != (i.type == InterpolationType::Flat)) {
            report(a.span, interpolate_combination(
                               Name{std::string(lang::to_text(i.type))}, Name{std::string(lang::to_text(*i.sampling))},
                               Text{i.type == InterpolationType::Flat ? "it has `first` and `either`"
                                                                      : "it has `center`, `centroid` and `sample`"}));
            break;
          }
        }
        io.interpolation = i;
        break;
      }
      case AttributeName::Invariant: {
        io.invariant = true;
        const ast::Attribute* b = find(attributes, AttributeName::Builtin);
        if (!b || b->words.empty() || text(b->words[0].name) != "position")
          report(a.span, invariant_without_position(n).help("take @invariant away: it is for the position alone"));
        break;
      }
      default:
        break;
    }
  }
  // What one that was not understood would have said is no error again.
  if (has_broken(attributes)) {
    unknown_builtins_.insert(of.begin);
    if (!io.interpolation) io.interpolation = lang::Interpolation{InterpolationType::Flat};
    return io;
  }
  if (location && builtin)
    report(builtin->span, location_and_builtin(n).help("take one of both away: built-in values have no location"));
  if (interpolate && !location)
    report(interpolate->span, interpolate_without_location(n).help("give it a @location, or take @interpolate away"));
  return io;
}

void Resolver::interface(EntryPoint& e) {
  const ast::Function& f = *e.function;
  Name fname{e.name};
  bool unknown = false;  // a member whose attributes were not understood
  auto value_or_members = [&](bool input, TypeId type, const lang::IoAttributes& io,
                              std::span<const ast::Attribute> attributes, const Decl& decl, SourceSpan span,
                              const std::string& shown_name, uint32_t param) {
    if (is_error(type)) return;
    if (p_.types.kind(type) != TypeKind::Struct)
      return interface_value(e, input, type, io, decl, span, shown_name, param, -1);
    for (const ast::Attribute& a : attributes) {
      report(a.span, io_attribute_on_struct(Name{"@" + std::string(lang::to_text(a.kind))},
                                            Text{input ? "`" + shown_name + "`" : "the result"})
                         .help("put the attributes on the members"));
      return;
    }
    if (broken_structs_.count(type.value)) return;
    const lang::Struct& s = p_.types.structure(type);
    for (size_t n = 0; n < s.members.size(); ++n) {
      const lang::Member& m = s.members[n];
      unknown = unknown || unknown_builtins_.count(m.span.begin);
      if (p_.types.kind(m.type) == TypeKind::Struct) {
        report(m.span, io_nested_struct(Name{m.name}, Name{s.name}, Text{input ? "inputs" : "outputs"})
                           .note(place(span), "used here"));
        continue;
      }
      interface_value(e, input, m.type, m.io, decl, m.span, m.name, param, static_cast<int32_t>(n));
    }
  };
  for (const ast::Param* p : f.params) {
    TypeId t = p_.declarations[p->id].type;
    value_or_members(true, t, param_io_[p->id], p->attributes, *p, p->name_span, std::string(text(p->name)), p->index);
  }
  if (f.return_type) {
    TypeId t = p_.declarations[f.id].type;
    if (e.stage == ShaderStage::Compute) {
      report(f.return_type->span, compute_returns(fname).help("write results to a storage buffer or texture"));
    } else {
      value_or_members(false, t, param_io_[f.id], f.return_attributes, f, f.return_type->span, "the result", 0);
    }
  }
  if (e.stage == ShaderStage::Vertex && !is_error(p_.declarations[f.id].type)) {
    bool position = unknown || (f.return_type && unknown_builtins_.count(f.return_type->span.begin)) ||
                    (f.return_type && broken_structs_.count(p_.declarations[f.id].type.value));
    for (const InterfaceValue& v : e.outputs) position = position || v.io.builtin == BuiltinValue::Position;
    // Without any attribute the result was reported as a whole.
    bool bare =
        f.return_type && f.return_attributes.empty() && p_.types.kind(p_.declarations[f.id].type) != TypeKind::Struct;
    if (!position && !bare && !has_broken(f.return_attributes))
      report(f.name_span, vertex_without_position(fname).help(
                              "return `@builtin(position) vec4f`, or a structure with such a member"));
  }
}

// The member of a structure that several entry points use is wrong once.
bool Resolver::once(int32_t member, SourceSpan span) {
  return member < 0 || reported_members_.insert(span.begin).second;
}

void Resolver::interface_value(EntryPoint& e, bool input, TypeId type, const lang::IoAttributes& io, const Decl& decl,
                               SourceSpan span, const std::string& shown_name, uint32_t param, int32_t member) {
  Name fname{e.name}, n{shown_name};
  std::string quoted = shown_name == "the result" ? shown_name : "`" + shown_name + "`";
  std::vector<InterfaceValue>& list = input ? e.inputs : e.outputs;
  if (is_error(type)) return;
  if (!io.location && !io.builtin) {
    bool builtin_reported = false;
    std::span<const ast::Attribute> written;
    if (member < 0)
      written = decl.kind == ast::DeclKind::Function ? ast::as<ast::Function>(decl).return_attributes : decl.attributes;
    for (const ast::Attribute& a : written)
      builtin_reported = builtin_reported || a.broken || a.kind == AttributeName::Builtin;
    if (member >= 0 && unknown_builtins_.count(span.begin)) builtin_reported = true;
    if (!builtin_reported) {
      std::string what = member >= 0 ? "the member " + quoted : input ? "the parameter " + quoted : "the result";
      if (once(member, span))
        report(span, io_attribute_missing(Text{what}, fname)
                         .note(place(e.function->name_span), "the entry point")
                         .help("write `@location(0)` before it, with a number that no other has"));
    }
    return;
  }
  InterfaceValue v;
  v.type = type;
  v.io = io;
  v.decl = &decl;
  v.param = param;
  v.member = member;
  v.name = shown_name;
  if (io.builtin) {
    const auto& about = lang::info(*io.builtin);
    std::string_view directions = e.stage == ShaderStage::Vertex     ? about.vertex
                                  : e.stage == ShaderStage::Fragment ? about.fragment
                                                                     : about.compute;
    if (directions.find(input ? 'i' : 'o') == std::string_view::npos) {
      diag::Diagnostic d = builtin_value_stage(Name{std::string(about.name)}, Text{input ? "input" : "output"},
                                               Text{std::string(lang::to_text(e.stage))});
      std::string where;
      auto add = [&](std::string_view dirs, std::string_view stage) {
        if (dirs.find('i') != std::string_view::npos)
          where += (where.empty() ? "it is an input of " : ", an input of ") + std::string(stage);
        if (dirs.find('o') != std::string_view::npos)
          where += (where.empty() ? "it is an output of " : ", an output of ") + std::string(stage);
      };
      add(about.vertex, "vertex shaders");
      add(about.fragment, "fragment shaders");
      add(about.compute, "compute shaders");
      report(span, std::move(d).help(where));
      return;
    }
    for (const InterfaceValue& other : list)
      if (other.io.builtin == io.builtin) {
        report(span, builtin_value_duplicate(fname, Name{std::string(about.name)}, Text{input ? "inputs" : "outputs"}));
        return;
      }
  } else if (e.stage == ShaderStage::Compute) {
    report(span, io_compute_location(fname, Text{quoted}).help("compute shaders read buffers and built-in values"));
    return;
  } else {
    if (input && *io.location != 0xFFFFFFFFu)
      for (const InterfaceValue& other : list)
        if (other.io.location == io.location) {
          if (once(member, span))
            report(span, io_location_duplicate(Name{other.name}, n, fname, *io.location)
                             .help("number them on: each takes one location"));
          return;
        }
    if (io.blend_src && (input || e.stage != ShaderStage::Fragment)) {
      report(span, blend_src_placement(n, Text{std::string(input ? "an input" : "an output") + " of a " +
                                               std::string(lang::to_text(e.stage)) + " shader"}));
      return;
    }
    bool interpolated = (e.stage == ShaderStage::Vertex && !input) || (e.stage == ShaderStage::Fragment && input);
    if (interpolated && p_.types.is_integer(p_.types.scalar_of(type)) &&
        (!io.interpolation || io.interpolation->type != InterpolationType::Flat)) {
      diag::Diagnostic d = interpolate_integer(Text{input ? "input" : "output"}, n, fname);
      if (once(member, span)) report(span, std::move(d).help("write `@interpolate(flat)` before it"));
      return;
    }
  }
  list.push_back(std::move(v));
}

}  // namespace vitrine::wgsl
