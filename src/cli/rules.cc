#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "diag/diagnostic.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::string part;
  std::string format = "text";
};

int run(const Options& options) {
  std::string out;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const diag::Rule* rule : diag::all_rules()) {
    if (rule->name.find(options.part) == std::string_view::npos) continue;
    if (options.format == "json")
      list.push_back({{"name", rule->name}, {"effect", diag::to_text(rule->effect)}, {"spec", rule->spec}, {"message", rule->message}});
    else
      out += fmt::format("{:<40} {:<22} {}\n", rule->name, diag::to_text(rule->effect), rule->message);
  }
  if (options.format == "json") out = list.dump(2) + "\n";
  std::fwrite(out.data(), 1, out.size(), stdout);
  return kFine;
}

}  // namespace

Command add_rules(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("rules", "list every rule with its effect and message");
  app->add_option("PART", options->part, "only rules whose name holds this text");
  app->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  app->footer("example: vitrine rules buffer");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
