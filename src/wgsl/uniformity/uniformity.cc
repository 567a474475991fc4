#include "wgsl/uniformity/uniformity.h"

#include <algorithm>
#include <unordered_set>

#include "wgsl/uniformity/analyzer.h"

namespace vitrine::wgsl {

using diag::Name;
using diag::Text;

RULE(barrier_uniformity, ShaderCreation, "wgsl:uniformity", "a3e92be4 30b2acfe",
     "{0} must be reached by all invocations of a workgroup together, and here that depends on a value that may differ "
     "between them", Name);
RULE(derivative_uniformity, ShaderCreation, "wgsl:derivative_uniformity", "",
     "{0} computes derivatives and must be reached by neighbouring invocations together, and here that depends on a "
     "value that may differ between them", Name);
RULE(subgroup_uniformity, ShaderCreation, "wgsl:subgroup_uniformity", "",
     "{0} must be reached by all invocations of a {1} together, and here that depends on a value that may differ "
     "between them", Name, Text);
RULE(uniform_argument, ShaderCreation, "wgsl:uniformity-function-calls", "733cbe62",
     "the argument {0} of {1} must have the same value in all invocations of a {2}, and here it may differ", Name, Name, Text);

namespace uniformity {

namespace {

constexpr size_t kReportsPerFunction = 16;
constexpr size_t kNotesPerReport = 8;
constexpr size_t kTried = 32;  // requirements asked whether it was they that reach a tag; then one is named all the same

diag::Severity to_diag(lang::DiagnosticSeverity s) {
  switch (s) {
    case lang::DiagnosticSeverity::Warning: return diag::Severity::Warning;
    case lang::DiagnosticSeverity::Info: return diag::Severity::Info;
    default: return diag::Severity::Error;
  }
}

diag::Diagnostic make(const Requirement& r, bool has_subgroup_scope) {
  Name name{std::string(lang::to_text(r.builtin))};
  Text group{has_subgroup_scope && r.need == lang::UniformityNeed::Subgroup ? "subgroup" : "workgroup"};
  if (r.argument) return uniform_argument(Name{r.argument}, std::move(name), std::move(group));
  switch (r.need) {
    case lang::UniformityNeed::Derivative: {
      bool samples = name.text.starts_with("texture");
      auto d = derivative_uniformity(std::move(name));
      if (samples) return std::move(d).help("call it before control flow parts, or sample with textureSampleLevel or textureSampleGrad");
      return std::move(d).help("call it before control flow parts and keep the result in a variable");
    }
    case lang::UniformityNeed::Subgroup: return subgroup_uniformity(std::move(name), std::move(group));
    default: return barrier_uniformity(std::move(name)).help("move it out of the part that only some invocations reach");
  }
}

}  // namespace

void Analyzer::require(Requirement r, Node node) {
  if (node != kNoNode) pending_.push_back({std::move(r), node});
}

// The steps of a path that tell a reader something, from the operation to the source.
std::vector<Note> Analyzer::explain(const std::vector<Node>& path) const {
  std::vector<Note> out;
  auto add = [&](SourceSpan span, std::string text) {
    if (span.empty()) return;
    for (const Note& n : out)
      if (n.span == span && n.text == text) return;
    out.push_back({span, std::move(text)});
  };
  auto variable = [&](Node n) { return quoted(*program_.declarations[graph_.payload(n)].decl); };
  for (Node n : path) {
    switch (graph_.why(n)) {
      case Why::Condition: add(graph_.span(n), "control flow depends on this condition"); break;
      case Why::ShortCircuit: add(graph_.span(n), "the right operand is only evaluated depending on this one"); break;
      case Why::Exit: add(graph_.span(n), "some invocations may leave here and not come to what follows"); break;
      case Why::Assign: add(graph_.span(n), variable(n) + " gets a value here that may differ between invocations"); break;
      case Why::Output: add(graph_.span(n), variable(n) + " may get a value here through a pointer"); break;
      case Why::Source: {
        const SourceText& s = sources_[graph_.payload(n)];
        add(graph_.span(n), s.text);
        for (const Note& more : s.more) add(more.span, more.text);
        break;
      }
      default: break;
    }
  }
  // The source is what matters most: it stays when there are too many.
  if (out.size() > kNotesPerReport) out.erase(out.begin() + kNotesPerReport - 2, out.end() - 2);
  return out;
}

void Analyzer::report_failures() {
  std::vector<bool> bad = graph_.non_uniform();
  std::unordered_set<uint64_t> reported;  // one report for each cause, severity and kind of operation
  for (const Pending& p : pending_) {
    if (!bad[p.node]) continue;
    std::vector<Node> path = graph_.path(p.node, Graph::kMayBeNonUniform);
    Node cause = path.size() > 1 ? path[path.size() - 2] : p.node;
    for (Node n : path) {
      if (graph_.why(n) != Why::Condition && graph_.why(n) != Why::Exit) continue;
      cause = n;
      break;
    }
    uint64_t key = static_cast<uint64_t>(cause) << 8 | static_cast<uint64_t>(p.requirement.severity) << 4 |
                   static_cast<uint64_t>(p.requirement.need) << 1 | (p.requirement.argument != nullptr);
    if (!reported.insert(key).second || reported.size() > kReportsPerFunction) continue;
    diag::Diagnostic d = make(p.requirement, has_subgroup_scope_).severity(to_diag(p.requirement.severity));
    for (const Note& n : p.requirement.calls) d = std::move(d).note(reporter_.place(n.span), n.text);
    for (const Note& n : explain(path)) d = std::move(d).note(reporter_.place(n.span), n.text);
    reporter_.report(p.requirement.span, std::move(d));
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#uniformity-function: the tags, from what reaches what.
void Analyzer::summarize(const ast::Function& f, Summary& out) {
  out.params.resize(f.params.size());
  // The first requirement of the highest severity gives the tag.
  for (auto severity : {lang::DiagnosticSeverity::Error, lang::DiagnosticSeverity::Warning, lang::DiagnosticSeverity::Info}) {
    Node all = graph_.add(Why::Plain, {});
    bool any = false;
    for (const Pending& p : pending_)
      if (p.requirement.severity == severity) graph_.edge(all, p.node), any = true;
    if (!any) continue;
    std::vector<bool> reached = graph_.reachable(all);
    if (reached[Graph::kMayBeNonUniform]) continue;
    // Which requirement it was is looked up only for tags that are set.
    auto tag = [&](std::optional<Requirement>& slot, Node node) {
      if (slot || node == kNoNode || !reached[node]) return;
      size_t tried = 0;
      for (const Pending& p : pending_) {
        if (p.requirement.severity != severity) continue;
        bool found = p.node == node || graph_.reachable(p.node)[node];
        if (!found && ++tried < kTried) continue;
        slot = p.requirement;
        return;
      }
    };
    tag(out.call_site, start_);
    for (size_t i = 0; i < f.params.size(); ++i) {
      tag(out.params[i].value, param_value_[i]);
      tag(out.params[i].contents, param_contents_[i]);
    }
  }
  if (returned_ != kNoNode) {
    std::vector<bool> reached = graph_.reachable(returned_);
    if (reached[Graph::kMayBeNonUniform]) {
      out.result_may_be_non_uniform = true;
      out.result_reason = explain(graph_.path(returned_, Graph::kMayBeNonUniform));
      if (out.result_reason.size() > 3) out.result_reason.erase(out.result_reason.begin(), out.result_reason.end() - 3);
    }
    for (size_t i = 0; i < f.params.size(); ++i) {
      out.params[i].value_reaches_result = reached[param_value_[i]];
      out.params[i].contents_reach_result = param_contents_[i] != kNoNode && reached[param_contents_[i]];
    }
  }
  for (size_t i = 0; i < f.params.size(); ++i) {
    if (param_output_[i] == kNoNode) continue;
    Summary::Param& p = out.params[i];
    std::vector<bool> reached = graph_.reachable(param_output_[i]);
    p.output_may_be_non_uniform = reached[Graph::kMayBeNonUniform];
    if (p.output_may_be_non_uniform) {
      p.output_reason = explain(graph_.path(param_output_[i], Graph::kMayBeNonUniform));
      if (p.output_reason.size() > 3) p.output_reason.erase(p.output_reason.begin(), p.output_reason.end() - 3);
    }
    p.output_has_control_flow = reached[start_];
    for (uint32_t j = 0; j < f.params.size(); ++j) {
      if (reached[param_value_[j]]) p.output_from_values.push_back(j);
      if (param_contents_[j] != kNoNode && reached[param_contents_[j]]) p.output_from_contents.push_back(j);
    }
  }
}

namespace {

// https://gpuweb.github.io/gpuweb/wgsl/#uniformity-expressions: which builtin inputs are uniform.
bool is_uniform_input(lang::BuiltinValue b, lang::ShaderStage stage, Scope scope) {
  switch (b) {
    case lang::BuiltinValue::WorkgroupId:
    case lang::BuiltinValue::NumWorkgroups:
    case lang::BuiltinValue::NumSubgroups: return true;
    case lang::BuiltinValue::SubgroupSize: return stage == lang::ShaderStage::Compute;
    case lang::BuiltinValue::SubgroupId: return scope == Scope::Subgroup;
    default: return false;
  }
}

}  // namespace

Summary Analyzer::analyze(const ast::Function& f) {
  function_ = &f;
  Filter filter(*this, f.attributes);
  start_ = graph_.add(Why::Plain, {});
  if (f.return_type) returned_ = graph_.add(Why::Plain, {});
  layers_.emplace_back();
  const EntryPoint* entry = nullptr;
  for (const EntryPoint& e : program_.entry_points)
    if (e.function == &f) entry = &e;
  for (const ast::Param* p : f.params) {
    Node node = graph_.add(Why::Plain, {});
    Node contents = kNoNode, output = kNoNode;
    named_[p->id] = node;
    if (is_function_variable(*p)) {
      contents = graph_.add(Why::Plain, {});
      output = graph_.add(Why::Plain, {});
      declare(p->id, contents);
    }
    param_value_.push_back(node);
    param_contents_.push_back(contents);
    param_output_.push_back(output);
  }
  if (entry) {
    for (const InterfaceValue& input : entry->inputs) {
      if (input.io.builtin && is_uniform_input(*input.io.builtin, entry->stage, scope_)) continue;
      if (input.param >= f.params.size()) continue;
      const ast::Param& p = *f.params[input.param];
      std::string text = input.io.builtin
                             ? "`" + std::string(lang::to_text(*input.io.builtin)) + "` differs between invocations"
                             : quoted(*input.decl) + " is a user-defined input, which may differ between invocations";
      graph_.edge(named_[p.id], source(input.decl->name_span, std::move(text)));
    }
  }
  Flow flow = block(start_, *f.body);
  if (flow.behavior & kNext) return_statement(flow.cf, nullptr);
  report_failures();
  Summary out;
  summarize(f, out);
  return out;
}

}  // namespace uniformity

void check_uniformity(const Program& program, LanguageFeatures features, Reporter& reporter) {
  using namespace uniformity;
  bool any = false, any_subgroup = false;
  for (const CallInfo& c : program.calls) {
    if (c.kind != CallKind::Builtin) continue;
    any = any || lang::info(c.builtin).need != lang::UniformityNeed::None;
    any_subgroup = any_subgroup || lang::info(c.builtin).need == lang::UniformityNeed::Subgroup;
  }
  if (!any) return;
  bool has_subgroup_scope = features.has(lang::LanguageFeature::SubgroupUniformity);
  auto run = [&](Scope scope) {
    Summaries summaries;
    for (const ast::Decl* d : program.order) {
      if (d->kind != ast::DeclKind::Function) continue;
      const auto& f = static_cast<const ast::Function&>(*d);
      Analyzer analyzer(program, scope, has_subgroup_scope, summaries, reporter);
      summaries.emplace(d->id, analyzer.analyze(f));
    }
  };
  run(Scope::Workgroup);
  if (has_subgroup_scope && any_subgroup) run(Scope::Subgroup);
}

}  // namespace vitrine::wgsl
