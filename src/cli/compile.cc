#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "cli/command.h"
#include "cli/features.h"
#include "cli/io.h"
#include "cli/spirv_tools.h"
#include "diag/render.h"
#include "ir/ir.h"
#include "ir/text.h"
#include "ir/transform/entry_point.h"
#include "ir/transform/overrides.h"
#include "msl/msl.h"
#include "spirv/spirv.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"

namespace vitrine::cli {
namespace {

using diag::Name;
using diag::Text;
RULE(compile_override_without_value, Warning, "GPUProgrammableStage", "",
     "override {0} has no default value and --override gives none; it is compiled as {1}", Name, Text);

struct Options {
  std::string file, target = "spirv-asm", output = "-", entry, vulkan = "1.1", debug = "names", print = "built-in";
  std::vector<std::string> features, overrides;
  Format format = Format::Text;
  bool no_validation = false;
};

int fail(const std::string& text) {
  std::fprintf(stderr, "vitrine compile: %s\n", text.c_str());
  return kEnvironment;
}

bool parse_overrides(const std::vector<std::string>& texts, std::vector<ir::OverrideValue>& out) {
  for (const std::string& text : texts) {
    size_t at = text.find('=');
    std::string value = at == text.npos ? "" : text.substr(at + 1);
    char* end = nullptr;
    double number = value == "true" ? 1 : value == "false" ? 0 : std::strtod(value.c_str(), &end);
    if (at == 0 || value.empty() || (end && *end)) {
      fail(fmt::format("`--override {}`: write NAME=VALUE with a number, true or false", text));
      return false;
    }
    out.push_back({text.substr(0, at), number});
  }
  return true;
}

// An override that must be set and is not: 1, or false.
void give_defaults(const ir::Module& module, std::vector<ir::OverrideValue>& values, std::vector<diag::DiagnosticPtr>& about) {
  for (const ir::Override& o : module.overrides) {
    std::string key = o.id >= 0 ? std::to_string(o.id) : o.name;
    bool given = std::any_of(values.begin(), values.end(), [&](const ir::OverrideValue& v) { return v.key == key; });
    if (o.initializer || given) continue;
    bool is_bool = module.types.kind(o.type) == lang::TypeKind::Bool;
    values.push_back({key, is_bool ? 0.0 : 1.0});
    about.push_back(diag::freeze(compile_override_without_value(Name{o.name}, Text{is_bool ? "false" : "1"}).at(module.source, o.span)));
  }
}

// What the build can write; each takes the module by value, because it rewrites it.
int write_spirv(ir::Module module, const Options& options) {
  spirv::Options spirv;
  spirv.version = options.vulkan == "1.3" ? 0x00010600 : options.vulkan == "1.2" ? 0x00010500 : 0x00010300;
  spirv.debug = options.debug == "none"    ? spirv::DebugLevel::None
                : options.debug == "lines" ? spirv::DebugLevel::Lines
                : options.debug == "full"  ? spirv::DebugLevel::Full
                                           : spirv::DebugLevel::Names;
  spirv.print = options.print == "drop"     ? spirv::PrintRoute::Drop
                : options.print == "native" ? spirv::PrintRoute::Native
                                            : spirv::PrintRoute::BuiltIn;
  spirv::raise(module, spirv);
  std::vector<uint32_t> words = spirv::print(module, spirv);
  std::string refused = options.no_validation ? "" : validate_spirv(words, spirv.version);
  if (options.target == "spirv") {
    if (!write_file(options.output, {reinterpret_cast<const char*>(words.data()), words.size() * 4})) return kEnvironment;
  } else if (!write_file(options.output, disassemble(words, options.output == "-" && diag::detect_terminal(1).colour))) {
    return kEnvironment;
  }
  if (refused.empty()) return kFine;
  std::fprintf(stderr, "vitrine compile: this is our fault: spirv-val refuses the module\n%s", refused.c_str());
  return kAborted;
}

int write_msl(ir::Module module, const Options& options, Reporter& reporter) {
  msl::Options msl;
  msl.print = options.print != "drop";
  msl::Output out = msl::write(std::move(module), msl);
  reporter.add(out.diagnostics);
  if (reporter.errors()) return kFindings;
  return write_file(options.output, out.text) ? kFine : kEnvironment;
}

// `reporter` gets what is found on the way.
int compile(const Options& options, Reporter& reporter) {
  wgsl::CheckOptions check;
  if (!apply_features(options.features, check)) return kEnvironment;
  std::optional<std::string> text = read_file(options.file);
  if (!text) return kEnvironment;
  auto source = std::make_shared<const diag::Source>(shown_name(options.file), std::move(*text));
  std::vector<diag::DiagnosticPtr> found;
  std::shared_ptr<const wgsl::Program> program = wgsl::check(source, check, found);
  reporter.add(found);
  if (!program) return kFindings;
  if (options.target == "spirv" && options.output == "-" && isatty(1)) return fail("SPIR-V words are no text: give -o FILE, or --target spirv-asm");

  std::vector<ir::OverrideValue> values;
  if (!parse_overrides(options.overrides, values)) return kEnvironment;
  ir::Module module = wgsl::lower(*program);
  if (!options.entry.empty()) {
    std::optional<ir::FunctionId> entry = ir::find_entry_point(module, options.entry);
    if (!entry) {
      std::string names;
      for (const ir::Function& f : module.functions)
        if (f.stage != ir::Stage::None) names += (names.empty() ? "`" : ", `") + f.name + "`";
      return fail(fmt::format("{} has no entry point `{}`; it has {}", source->name(), options.entry, names.empty() ? "none" : names));
    }
    module = ir::extract_entry_point(module, *entry);
  }
  // The intermediate form can say overrides; the other targets cannot.
  if (options.target != "ir" || !values.empty()) {
    std::vector<diag::DiagnosticPtr> about;
    give_defaults(module, values, about);
    for (diag::Diagnostic& d : ir::substitute_overrides(module, values)) about.push_back(diag::freeze(std::move(d)));
    reporter.add(about);
    if (reporter.errors()) return kFindings;
  }
  if (options.target == "ir") return write_file(options.output, ir::to_text(module)) ? kFine : kEnvironment;
  if (options.target == "msl") return write_msl(std::move(module), options, reporter);
  bool any = std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& f) { return f.stage != ir::Stage::None; });
  if (!any) return fail(fmt::format("{} has no entry point, and SPIR-V needs one; --target ir shows what it has", source->name()));
  return write_spirv(std::move(module), options);
}

int run(const Options& options) {
  Reporter reporter(options.format, 2);
  int status = compile(options, reporter);
  reporter.finish();  // all in one document
  return status;
}

}  // namespace

Command add_compile(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("compile", "translate WGSL to SPIR-V, MSL or our own intermediate form");
  app->add_option("FILE", options->file, "a WGSL file, `-` for standard input")->required();
  app->add_option("--target", options->target, "spirv, spirv-asm, msl or ir")->check(CLI::IsMember({"spirv", "spirv-asm", "msl", "ir"}))->capture_default_str();
  app->add_option("-o,--output", options->output, "file to write, `-` for standard output")->capture_default_str();
  app->add_option("--entry", options->entry, "only this entry point; all when left out");
  app->add_option("--override", options->overrides, "value of an override, by name or @id")->type_name("NAME=VALUE");
  app->add_option("--vulkan", options->vulkan, "Vulkan version that SPIR-V is for")->check(CLI::IsMember({"1.1", "1.2", "1.3"}))->capture_default_str();
  app->add_option("--debug", options->debug, "what SPIR-V says of the source: none, names, lines, full")
      ->check(CLI::IsMember({"none", "names", "lines", "full"}))
      ->capture_default_str();
  app->add_option("--print", options->print, "what becomes of debugPrintf: built-in, native, drop")
      ->check(CLI::IsMember({"built-in", "native", "drop"}))
      ->capture_default_str();
  app->add_flag("--no-validation", options->no_validation, "do not run spirv-val on the result");
  add_features(*app, options->features);
  add_format(*app, options->format);
  app->footer("example: vitrine compile blur.wgsl --target msl -o blur.metal");
  return {app, [options] { return run(*options); }};
}

}  // namespace vitrine::cli
