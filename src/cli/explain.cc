#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "wgsl/suggest.h"
#include "cli/pages.h"
#include "diag/diagnostic.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::string rule;
};

int run(const Options& options) {
  const diag::Rule* rule = diag::find_rule(options.rule);
  std::span<const RulePage> pages = all_pages();
  auto page = std::find_if(pages.begin(), pages.end(), [&](const RulePage& p) { return p.rule == options.rule; });
  if (!rule && page == pages.end()) {
    std::fprintf(stderr, "vitrine explain: no rule is named `%s`", options.rule.c_str());
    wgsl::Suggestion near(options.rule);
    for (const diag::Rule* r : diag::all_rules()) near.consider(r->name);
    if (near.found()) std::fprintf(stderr, ", did you mean `%.*s`?", static_cast<int>(near.best().size()), near.best().data());
    std::fprintf(stderr, " (`vitrine rules` lists them)\n");
    return kEnvironment;
  }
  std::string out = options.rule + "\n";
  if (rule) {
    out += "  " + std::string(diag::to_text(rule->effect));
    if (!rule->spec.empty()) out += " of " + std::string(rule->spec);
    out += "\n  message: " + std::string(rule->message) + "\n";
  }
  out += "\n";
  out += page == pages.end() ? std::string("This rule has no page yet.\n") : std::string(page->text);
  std::fwrite(out.data(), 1, out.size(), stdout);
  return kFine;
}

}  // namespace

Command add_explain(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("explain", "print the page of a rule: what it asks for, why, and what to do");
  app->add_option("RULE", options->rule, "name as a message shows it in brackets")->required();
  app->footer("example: vitrine explain binary_operand_types");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
