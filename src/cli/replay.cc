#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/io.h"
#include "trace/trace.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::string file;
  std::string adapter = "default";
  bool json = false;
};

int run(const Options& options) {
  std::optional<std::string> text = read_file(options.file);
  if (!text) return kEnvironment;
  trace::RunOptions how;
  how.null_adapter = options.adapter == "null";
  how.log = !options.json;  // the log tells each finding at length
  std::vector<trace::CallFinding> found = trace::run_call_text(*text, how);
  std::string name = shown_name(options.file);
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const trace::CallFinding& f : found) list.push_back({{"file", name}, {"line", f.line}, {"rule", f.rule}, {"message", f.message}});
    fmt::print("{}\n", list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    for (const trace::CallFinding& f : found) fmt::print("{}:{}: {} [{}]\n", name, f.line, f.message, f.rule);
  }
  // Before the first line nothing of the text has run: there was no adapter or no device.
  for (const trace::CallFinding& f : found) {
    if (f.line == 0) return kEnvironment;
  }
  return found.empty() ? kFine : kFindings;
}

}  // namespace

Command add_replay(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("replay", "play recorded API calls");
  app->add_option("file", options->file, "call text, as `vitrine exec --trace` records it; - for standard input")->required();
  app->add_option("--adapter", options->adapter, "default, or null: everything is checked and nothing executed")
      ->check(CLI::IsMember({"default", "null"}));
  app->add_flag("--json", options->json, "findings as one JSON array");
  app->footer("example: vitrine replay frame.calls\n         vitrine replay --adapter null frame.calls");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
