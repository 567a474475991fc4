// The module as a whole: directives, the order of declarations, and what is asked of all of them together.
#include <algorithm>

#include "diag/rule.h"
#include "wgsl/parse/parse.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"
#include "wgsl/suggest.h"
#include "wgsl/uniformity/uniformity.h"

namespace vitrine::wgsl {

using ast::DeclKind;
using diag::Help;

RULE(extension_unknown, ShaderCreation, "wgsl:extension-names", "", "no extension is named {0}", Name);
RULE(extension_not_supported, ShaderCreation, "wgsl:enable-extensions-sec", "",
     "the extension {0} is not supported here: it belongs to {1}", Name, Text);
RULE(extension_feature_missing, ShaderCreation, "wgsl:enable-extensions-sec", "8621c915",
     "the extension {0} needs the feature {1}, which the device does not have", Name, diag::Label);
RULE(extension_is_experiment, ShaderCreation, "wgsl:enable-extensions-sec", "",
     "the extension {0} is an experiment: VITRINE_EXPERIMENTS={1} shows it", Name, Text);
RULE(language_feature_unknown, ShaderCreation, "wgsl:language-extensions-sec", "", "no language feature is named {0}",
     Name);
RULE(language_feature_not_supported, ShaderCreation, "wgsl:language-extensions-sec", "",
     "the language feature {0} is not supported here{1}", Name, Text);

namespace {

struct OtherName {
  std::string_view name, owner;
};
// What other implementations enable or require.
constexpr OtherName kOtherExtensions[] = {
    {"chromium_experimental_subgroup_matrix", "an experiment of Dawn"},
    {"chromium_experimental_pixel_local", "an experiment of Dawn"},
    {"chromium_experimental_framebuffer_fetch", "an experiment of Dawn"},
    {"chromium_experimental_resource_table", "an experiment of Dawn"},
    {"chromium_experimental_dynamic_binding", "an experiment of Dawn"},
    {"chromium_experimental_push_constant", "an experiment of Dawn"},
    {"chromium_experimental_barycentric_coord", "an experiment of Dawn"},
    {"chromium_experimental_atomic_vec2u_min_max", "an experiment of Dawn"},
    {"atomic_vec2u_min_max", "an experiment of Dawn"},
    {"chromium_internal_input_attachments", "an experiment of Dawn"},
    {"chromium_internal_graphite", "Chromium"},
    {"chromium_disable_uniformity_analysis", "Chromium"},
    {"wgpu_ray_query", "wgpu"},
    {"wgpu_ray_query_vertex_return", "wgpu"},
    {"wgpu_mesh_shader", "wgpu"},
    {"wgpu_cooperative_matrix", "wgpu"},
    {"wgpu_binding_array", "wgpu"},
    {"wgpu_per_vertex", "wgpu"},
    {"wgpu_int64", "wgpu"},
    {"wgpu_ray_tracing_pipeline", "wgpu"},
    {"draw_index", "wgpu"},
};
constexpr OtherName kOtherFeatures[] = {
    {"texel_buffers", "an experiment of Dawn"},       {"chromium_print", "an experiment of Dawn"},
    {"sized_binding_array", "an experiment of Dawn"}, {"resource_binding", "an experiment of Dawn"},
    {"swizzle_assignment", "an experiment of Dawn"},  {"filtering_parameters", "an experiment of Dawn"},
};

}  // namespace

Resolver::Resolver(Program& program, const CheckOptions& options, Reporter& reporter)
    : p_(program),
      m_(*program.module),
      options_(options),
      reporter_(reporter),
      evaluator_(program.constants, [this](diag::Diagnostic d, int argument) {
        const Expr* at = eval_at_;
        if (argument >= 0 && static_cast<size_t>(argument) < eval_operands_.size())
          at = eval_operands_[static_cast<size_t>(argument)];
        if (at) report(at->span, with_source(std::move(d), *at));
      }) {}

void Resolver::directives() {
  lost_directive_ = m_.lost_directive;
  for (const ast::Word& w : m_.enables) {
    std::string_view word = text(w.name);
    std::optional<lang::EnableExtension> e = lang::find_enable_extension(word);
    if (e && options_.extensions.has(*e)) {
      p_.enabled.add(*e);
      if (*e == lang::EnableExtension::SubgroupSizeControl) p_.enabled.add(lang::EnableExtension::Subgroups);
      continue;
    }
    if (e) {
      std::string feature(lang::info(*e).feature);
      if (lang::info(*e).experiment && !options_.shown_experiments.has(*e)) {
        report(w.span, extension_is_experiment(Name{std::string(word)}, Text{feature})
                           .help("or name it in VitrineInstanceDescriptor.enabledExperiments, then request the feature \"" + feature + "\""));
        p_.enabled.add(*e);
        continue;
      }
      report(w.span, extension_feature_missing(Name{std::string(word)}, diag::Label{feature})
                         .help("request it: `requestDevice({requiredFeatures: [\"" + feature +
                               "\"]})`, where the adapter has it"));
      p_.enabled.add(*e);  // what needs it is no error of its own
      continue;
    }
    bool other = false;
    for (const OtherName& o : kOtherExtensions)
      if (o.name == word) {
        report(w.span, extension_not_supported(Name{std::string(word)}, Text{std::string(o.owner)}));
        other = true;
      }
    if (other) continue;
    lost_directive_ = true;
    diag::Diagnostic d = extension_unknown(Name{std::string(word)});
    Suggestion near(word);
    for (const auto& k : lang::kEnableExtensions) near.consider(k.name);
    if (near.found())
      std::move(d).help(
          Help{"did you mean `" + std::string(near.best()) + "`?", {{w.span, std::string(near.best())}}, true});
    else if (lang::find_language_feature(word))
      std::move(d).help("it is a language feature: write `requires " + std::string(word) + ";`");
    report(w.span, std::move(d));
  }
  for (const ast::Word& w : m_.requirements) {
    std::string_view word = text(w.name);
    std::optional<lang::LanguageFeature> f = lang::find_language_feature(word);
    if (f && has(*f)) continue;
    if (f) {
      report(w.span, language_feature_not_supported(Name{std::string(word)}, Text{""}));
      continue;
    }
    bool other = false;
    for (const OtherName& o : kOtherFeatures)
      if (o.name == word) {
        report(w.span, language_feature_not_supported(Name{std::string(word)},
                                                      Text{": it belongs to " + std::string(o.owner)}));
        other = true;
      }
    if (other) continue;
    diag::Diagnostic d = language_feature_unknown(Name{std::string(word)});
    Suggestion near(word);
    for (const auto& k : lang::kLanguageFeatures) near.consider(k.name);
    if (near.found())
      std::move(d).help(
          Help{"did you mean `" + std::string(near.best()) + "`?", {{w.span, std::string(near.best())}}, true});
    else if (lang::find_enable_extension(word))
      std::move(d).help("it is an extension: write `enable " + std::string(word) + ";`");
    report(w.span, std::move(d));
  }
  for (size_t n = 0; n < lang::kDiagnosticTriggerCount; ++n)
    severities_.of_rule[n] = lang::kDiagnosticTriggers[n].default_;
  for (size_t n = 0; n < kSuspicionCount; ++n) severities_.of_suspicion[n] = kSuspicions[n].severity;
  std::vector<Filter> filters;
  for (const ast::DiagnosticControl& c : m_.diagnostics) {
    auto f = diagnostic_filter(c.severity, c.rule, c.rule2);
    if (!f) continue;
    apply(*f);
    filters.push_back(std::move(*f));
  }
  check_conflicts(filters);
}

bool Resolver::warns(Suspicion s) const {
  lang::DiagnosticSeverity severity = severities_.of_suspicion[static_cast<size_t>(s)];
  return severity == lang::DiagnosticSeverity::Error ||
         (severity != lang::DiagnosticSeverity::Off && options_.warnings && !syntax_errors_);
}

void Resolver::warn(Suspicion s, SourceSpan span, diag::Diagnostic d) {
  if (!warns(s)) return;
  lang::DiagnosticSeverity severity = severities_.of_suspicion[static_cast<size_t>(s)];
  if (severity == lang::DiagnosticSeverity::Error) std::move(d).severity(diag::Severity::Error);
  if (severity == lang::DiagnosticSeverity::Info) std::move(d).severity(diag::Severity::Info);
  report(span, std::move(d));
}

void Resolver::run() {
  syntax_errors_ = reporter_.errors() > 0;
  directives();
  names_ = resolve_names(m_, reporter_);
  p_.expressions.resize(m_.expression_count);
  p_.declarations.resize(m_.declaration_count);
  p_.function_of.assign(m_.declaration_count, Program::kNoFunction);
  states_.resize(m_.declaration_count);
  reach_.resize(m_.declaration_count);
  reach_bit_.assign(m_.declaration_count, Program::kNoFunction);
  param_io_.resize(m_.declaration_count);
  for (uint32_t id = 0; id < m_.declaration_count; ++id) {
    p_.declarations[id].decl = names_.declarations[id];
    p_.declarations[id].type = lang::kErrorType;
  }
  // Variables and overrides in source order, so that closures list them so.
  for (const Decl* d : m_.declarations) {
    if (d->kind == DeclKind::Var || d->kind == DeclKind::Override) {
      reach_bit_[d->id] = static_cast<uint32_t>(reach_decl_.size());
      reach_decl_.push_back(d);
    } else if (d->kind == DeclKind::Function) {
      p_.function_of[d->id] = static_cast<uint32_t>(p_.functions.size());
      p_.functions.push_back({});
      p_.functions.back().decl = &ast::as<ast::Function>(*d);
    }
  }
  size_t words = (reach_decl_.size() + 63) / 64;
  for (const Decl* d : names_.order) {
    std::vector<uint64_t>& reach = reach_[d->id];
    reach.assign(words, 0);
    for (const Dependency& used : names_.dependencies[d->id]) {
      const std::vector<uint64_t>& other = reach_[used.decl];
      for (size_t w = 0; w < other.size() && w < words; ++w) reach[w] |= other[w];
    }
    if (reach_bit_[d->id] != Program::kNoFunction) reach[reach_bit_[d->id] / 64] |= 1ull << (reach_bit_[d->id] % 64);
    declaration(*d);
  }
  p_.order = names_.order;
  auto source_order = [](const auto& a, const auto& b) { return a.function->span.begin < b.function->span.begin; };
  std::sort(p_.entry_points.begin(), p_.entry_points.end(), source_order);
  std::sort(p_.overrides.begin(), p_.overrides.end(),
            [](const OverrideInfo& a, const OverrideInfo& b) { return a.decl->span.begin < b.decl->span.begin; });
  // Overrides without @id get the free numbers in order.
  std::vector<bool> taken(65536 + p_.overrides.size(), false);
  for (const OverrideInfo& o : p_.overrides)
    if (o.has_id) taken[o.id] = true;
  uint32_t next = 0;
  for (OverrideInfo& o : p_.overrides) {
    if (o.has_id) continue;
    while (taken[next]) ++next;
    o.id = static_cast<uint16_t>(next++);
  }
}

void Resolver::declaration(const Decl& d) {
  // Nothing more is said about what depends on itself; its parts are still looked at.
  bool broken = names_.broken[d.id];
  check_shadowing(d);
  switch (d.kind) {
    case DeclKind::Var:
      module_variable(ast::as<ast::Variable>(d));
      break;
    case DeclKind::Const:
      const_declaration(ast::as<ast::Variable>(d));
      break;
    case DeclKind::Override:
      override_declaration(ast::as<ast::Variable>(d));
      break;
    case DeclKind::Struct:
      structure(ast::as<ast::Struct>(d));
      break;
    case DeclKind::Alias:
      alias(ast::as<ast::Alias>(d));
      break;
    case DeclKind::Function:
      function(ast::as<ast::Function>(d));
      break;
    case DeclKind::ConstAssert:
      const_assert(ast::as<ast::ConstAssert>(d));
      break;
    default:
      break;
  }
  if (broken) p_.declarations[d.id].type = lang::kErrorType;
}

std::shared_ptr<const Program> check(diag::SourceRef source, const CheckOptions& options,
                                     std::vector<diag::DiagnosticPtr>& out) {
  Reporter reporter(source, options.max_errors);
  auto program = std::make_shared<Program>();
  program->module = parse(source, reporter);
  Resolver(*program, options, reporter).run();
  if (reporter.errors() == 0) check_uniformity(*program, options.features, reporter);
  bool failed = reporter.errors() > 0;
  reporter.finish(out);
  return failed ? nullptr : program;
}

}  // namespace vitrine::wgsl
