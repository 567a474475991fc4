// `--features`: which extensions and language features WGSL may use.
#pragma once

#include <string>
#include <vector>

#include "wgsl/wgsl.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

// Declares `--features NAME,...`. Without the option everything is on but experiments, which VITRINE_EXPERIMENTS names.
void add_features(CLI::App& app, std::vector<std::string>& names);
// Turns the names into options. False, with a line on standard error, when a name is unknown.
bool apply_features(const std::vector<std::string>& names, wgsl::CheckOptions& options);

}  // namespace vitrine::cli
