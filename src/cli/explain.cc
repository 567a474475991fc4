#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/pages.h"
#include "diag/diagnostic.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::string rule;
};

// Number of single-character edits between two names.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

int run(const Options& options) {
  const diag::Rule* rule = diag::find_rule(options.rule);
  std::span<const RulePage> pages = all_pages();
  auto page = std::find_if(pages.begin(), pages.end(), [&](const RulePage& p) { return p.rule == options.rule; });
  if (!rule && page == pages.end()) {
    std::fprintf(stderr, "vitrine explain: no rule is named `%s`", options.rule.c_str());
    const diag::Rule* best = nullptr;
    size_t least = options.rule.size() / 3 + 2;
    if (options.rule.size() <= 100)
      for (const diag::Rule* r : diag::all_rules())
        if (size_t d = distance(options.rule, r->name); d < least) least = d, best = r;
    if (best) std::fprintf(stderr, ", did you mean `%.*s`?", static_cast<int>(best->name.size()), best->name.data());
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
