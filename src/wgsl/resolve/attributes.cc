// https://www.w3.org/TR/WGSL/#attributes: where each may stand, and what its arguments may be
#include "diag/rule.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {

using diag::Help;
using lang::AttributeName;

RULE(attribute_not_allowed, ShaderCreation, "wgsl:attributes",
     "3694a110 5239a7ad cf8a4af9 3fcb4be1 9550416d 30006316 d0e982cb", "{0} cannot stand before {1}", Name, Text);
RULE(attribute_repeated, ShaderCreation, "wgsl:attributes", "36caaaf0 976cc909",
     "{0} stands twice before the same thing", Name);
RULE(attribute_negative, ShaderCreation, "wgsl:attributes", "91ca6975 f2ebf4e4 67eca15a c8be6729 e8f25b7f 6ea71bf7",
     "the argument of {0} is {1}, and {2} is the least", Name, int64_t, int64_t);
RULE(diagnostic_severity_unknown, ShaderCreation, "wgsl:diagnostic-severity-control-names", "", "{0} is no severity",
     Name);
RULE(diagnostic_rule_unknown, Warning, "wgsl:filterable-triggering-rules", "", "no diagnostic rule is named {0}", Name);
RULE(diagnostic_conflict, ShaderCreation, "wgsl:diagnostic-filtering", "f3a9a418 976cc909",
     "{0} is set to {1} and to {2} for the same text", Name, Name, Name);

namespace {

std::string at_name(AttributeName a) { return "@" + std::string(lang::to_text(a)); }

}  // namespace

const ast::Attribute* Resolver::find(std::span<const ast::Attribute> attributes, AttributeName a) const {
  for (const ast::Attribute& it : attributes)
    if (it.kind == a && !it.broken) return &it;
  return nullptr;
}

bool Resolver::has_broken(std::span<const ast::Attribute> attributes) {
  return std::any_of(attributes.begin(), attributes.end(), [](const ast::Attribute& a) { return a.broken; });
}

void Resolver::check_attributes(std::span<const ast::Attribute> attributes, Target target, std::string_view what) {
  using A = AttributeName;
  for (size_t n = 0; n < attributes.size(); ++n) {
    const ast::Attribute& a = attributes[n];
    if (a.broken) continue;
    bool allowed = false;
    switch (a.kind) {
      case A::Group:
      case A::Binding:
        allowed = target == Target::ModuleVariable;
        break;
      case A::Id:
        allowed = target == Target::Override;
        break;
      case A::Align:
      case A::Size:
        allowed = target == Target::Member;
        break;
      case A::Builtin:
      case A::Location:
      case A::Interpolate:
      case A::Invariant:
        allowed = target == Target::Member || target == Target::Parameter || target == Target::Result;
        break;
      case A::BlendSrc:
        allowed = target == Target::Member;
        break;
      case A::Vertex:
      case A::Fragment:
      case A::Compute:
      case A::WorkgroupSize:
      case A::SubgroupSize:
      case A::MustUse:
        allowed = target == Target::Function;
        break;
      case A::Diagnostic:
        allowed = target == Target::Function || target == Target::Statement;
        break;
      case A::Const:
        allowed = false;
        break;
    }
    if (!allowed) {
      report(a.span, attribute_not_allowed(Name{at_name(a.kind)}, Text{std::string(what)}));
      continue;
    }
    if (a.kind == A::Diagnostic) continue;  // may be repeated for several rules
    for (size_t k = 0; k < n; ++k)
      if (attributes[k].kind == a.kind) {
        report(a.span, attribute_repeated(Name{at_name(a.kind)})
                           .note(place(attributes[k].span), "the first one")
                           .help(Help{"leave one out", {{a.span, ""}}, false}));
        break;
      }
  }
  diagnostic_attributes(attributes);
}

// The value of an argument that must be a const-expression of an integer type, not negative.
std::optional<uint32_t> Resolver::attribute_value(const ast::Attribute& a, bool positive) {
  std::string attribute = at_name(a.kind);
  std::optional<int64_t> v = const_integer(a.args[0], "the argument of " + attribute);
  if (!v) return std::nullopt;
  if (*v < (positive ? 1 : 0)) {
    report(a.args[0]->span, attribute_negative(Name{attribute}, *v, positive ? 1 : 0));
    return std::nullopt;
  }
  return static_cast<uint32_t>(*v);
}

// -- diagnostic filters. https://www.w3.org/TR/WGSL/#diagnostic-filtering --

std::optional<Resolver::Filter> Resolver::diagnostic_filter(const ast::Word& severity, const ast::Word& rule,
                                                            const ast::Word& rule2) {
  std::optional<lang::DiagnosticSeverity> s = lang::find_diagnostic_severity(text(severity.name));
  if (!s) {
    diag::Diagnostic d = diagnostic_severity_unknown(Name{std::string(text(severity.name))});
    Suggestion near(text(severity.name));
    for (const auto& k : lang::kDiagnosticSeveritys) near.consider(k.name);
    if (near.found())
      std::move(d).help(
          Help{"did you mean `" + std::string(near.best()) + "`?", {{severity.span, std::string(near.best())}}, true});
    else
      std::move(d).help("write `error`, `warning`, `info` or `off`");
    report(severity.span, std::move(d));
  }
  std::string whole(text(rule.name));
  SourceSpan span = rule.span;
  if (rule2.name) {
    whole += "." + std::string(text(rule2.name));
    span = join(span, rule2.span);
  }
  std::optional<lang::DiagnosticTrigger> t = lang::find_diagnostic_trigger(whole);
  // Rules with a dot belong to other implementations, and nobody is bothered with them.
  if (!t && !rule2.name && options_.warnings) {
    diag::Diagnostic d = diagnostic_rule_unknown(Name{whole});
    Suggestion near(whole);
    for (const auto& k : lang::kDiagnosticTriggers) near.consider(k.name);
    if (near.found())
      std::move(d).help(
          Help{"did you mean `" + std::string(near.best()) + "`?", {{span, std::string(near.best())}}, true});
    report(span, std::move(d));
  }
  if (!s) return std::nullopt;
  return Filter{whole, *s, t, span};
}

void Resolver::apply(const Filter& f) {
  if (f.trigger) severities_.of_rule[static_cast<size_t>(*f.trigger)] = f.severity;
  for (size_t n = 0; n < kSuspicionCount; ++n)
    if (kSuspicions[n].name == f.rule) severities_.of_suspicion[n] = f.severity;
}

void Resolver::check_conflicts(const std::vector<Filter>& filters) {
  for (size_t n = 0; n < filters.size(); ++n)
    for (size_t k = 0; k < n; ++k)
      if (filters[n].rule == filters[k].rule && filters[n].severity != filters[k].severity) {
        report(filters[n].span,
               diagnostic_conflict(Name{filters[n].rule}, Name{std::string(lang::to_text(filters[k].severity))},
                                   Name{std::string(lang::to_text(filters[n].severity))})
                   .note(place(filters[k].span), "the other filter"));
        break;
      }
}

// Checks the filters of one place. Their severities hold until the caller restores them.
void Resolver::diagnostic_attributes(std::span<const ast::Attribute> attributes) {
  std::vector<Filter> filters;
  for (size_t n = 0; n < attributes.size(); ++n) {
    const ast::Attribute& a = attributes[n];
    if (a.kind != AttributeName::Diagnostic || a.broken) continue;
    auto f = diagnostic_filter(a.words[0], a.words[1], a.words[2]);
    if (!f) continue;
    for (const Filter& other : filters)
      if (other.rule == f->rule && other.severity == f->severity) {
        report(a.span, attribute_repeated(Name{"@diagnostic"}).note(place(other.span), "the first one"));
        break;
      }
    apply(*f);
    filters.push_back(std::move(*f));
  }
  if (filters.size() > 1) check_conflicts(filters);
}

}  // namespace vitrine::wgsl
