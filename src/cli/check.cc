#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/edits.h"
#include "cli/features.h"
#include "cli/io.h"
#include "cli/reflect.h"
#include "wgsl/wgsl.h"

namespace vitrine::cli {
namespace {

struct Options {
  std::vector<std::string> files, features;
  Format format = Format::Text;
  bool werror = false, fix = false, dry_run = false, reflect = false;
  uint32_t max_errors = 50;
};

int run(const Options& options) {
  wgsl::CheckOptions check;
  check.max_errors = options.max_errors;
  if (!apply_features(options.features, check)) return kEnvironment;
  Reporter reporter(options.format, 1);
  bool unread = false, broken = false;
  size_t fixed = 0;
  for (const std::string& path : options.files) {
    std::optional<std::string> text = read_file(path);
    if (!text) {
      unread = true;
      continue;
    }
    // Round after round until no certain edit is left: one may bring out what stood behind it.
    for (int round = 0;; ++round) {
      auto source = std::make_shared<const diag::Source>(shown_name(path), *text);
      std::vector<diag::DiagnosticPtr> found;
      std::shared_ptr<const wgsl::Program> program = wgsl::check(source, check, found);
      std::vector<diag::Edit> edits;
      if (options.fix && round < 10) edits = certain_edits(found, *source);
      if (edits.empty()) {
        if (round > 0 && !write_file(path == "-" ? "-" : path, *text)) return kEnvironment;
        reporter.add(found);
        broken = broken || !program;
        if (options.reflect && program) {
          std::string json = reflect_json(*program);
          std::fwrite(json.data(), 1, json.size(), stdout);
        }
        break;
      }
      if (options.dry_run) {
        std::string diff = edits_as_diff(*source, edits);
        std::fwrite(diff.data(), 1, diff.size(), stdout);
        reporter.add(found);
        broken = broken || !program;
        break;
      }
      fixed += edits.size();
      text = apply_edits(*text, edits);
    }
  }
  reporter.finish();
  if (fixed && options.format == Format::Text) std::fprintf(stderr, "%zu edit%s applied\n", fixed, fixed == 1 ? "" : "s");
  if (unread) return kEnvironment;
  return broken || (options.werror && reporter.warnings()) ? kFindings : kFine;
}

}  // namespace

Command add_check(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("check", "report every error of WGSL files, each with its place and what to do");
  app->add_option("FILE", options->files, "WGSL files, `-` for standard input")->required();
  add_format(*app, options->format);
  add_features(*app, options->features);
  app->add_flag("--werror", options->werror, "warnings alone give exit status 1 too");
  CLI::Option* fix = app->add_flag("--fix", options->fix, "apply the edits that are certain and write the files");
  app->add_flag("--dry-run", options->dry_run, "with --fix: show the edits and write nothing")->needs(fix);
  app->add_option("--max-errors", options->max_errors, "errors of one file to report")->capture_default_str();
  app->add_flag("--reflect", options->reflect, "print entry points, bindings and overrides of modules without errors, as JSON");
  app->footer("example: vitrine check shaders/*.wgsl --format sarif > findings.sarif");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
