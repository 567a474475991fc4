#include "cli/features.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

namespace vitrine::cli {

void add_features(CLI::App& app, std::vector<std::string>& names) {
  app.add_option("--features", names,
                 "the only enable extensions and language features to allow, by their WGSL names; `none` for none")
      ->delimiter(',')
      ->type_name("NAME,...");
}

namespace {
// Those that VITRINE_EXPERIMENTS names, as for an instance.
void show_experiments(wgsl::CheckOptions& options) {
  const char* value = std::getenv("VITRINE_EXPERIMENTS");
  std::string all = std::string(",") + (value ? value : "") + ",";
  for (uint32_t i = 0; i < lang::kEnableExtensionCount; ++i) {
    const auto& info = lang::kEnableExtensions[i];
    if (!info.experiment || all.find("," + std::string(info.feature) + ",") == all.npos) continue;
    options.shown_experiments.add(static_cast<lang::EnableExtension>(i));
    options.extensions.add(static_cast<lang::EnableExtension>(i));
  }
}
}  // namespace

bool apply_features(const std::vector<std::string>& names, wgsl::CheckOptions& options) {
  show_experiments(options);
  if (names.empty()) return true;
  options.extensions = {};
  options.features = {};
  bool known = true;
  for (const std::string& name : names) {
    if (name == "none") continue;
    if (auto extension = lang::find_enable_extension(name)) {
      options.extensions.add(*extension);
    } else if (auto feature = lang::find_language_feature(name)) {
      options.features.add(*feature);
    } else {
      known = false;
      std::string list;
      for (const auto& e : lang::kEnableExtensions) list += std::string(list.empty() ? "" : ", ") + std::string(e.name);
      for (const auto& f : lang::kLanguageFeatures) list += ", " + std::string(f.name);
      std::fprintf(stderr, "vitrine: unknown feature `%s`; one of: %s\n", name.c_str(), list.c_str());
    }
  }
  return known;
}

}  // namespace vitrine::cli
