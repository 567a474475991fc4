#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/command.h"
#include "wgsl/suggest.h"

namespace vitrine::cli {

namespace {
// What was written goes out here: a full disk must not look like success.
int finish(int status) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  std::fprintf(stderr, "vitrine: standard output: %s\n", errno ? std::strerror(errno) : "could not be written");
  return status == kAborted ? kAborted : kEnvironment;
}

// What the arguments lack or have too much, with the option that a wrong one is near to.
int usage(const CLI::App& program, std::string what, int argc, const char* const* argv) {
  const CLI::App* at = &program;
  std::string name = "vitrine";
  if (argc > 1)
    for (const CLI::App* sub : program.get_subcommands({}))
      if (sub->get_name() == argv[1]) {
        at = sub;
        name += " " + sub->get_name();
      }
  if (!what.empty() && what.back() == '\n') what.pop_back();
  if (what.size() > 1 && what[0] >= 'A' && what[0] <= 'Z' && what[1] >= 'a') what[0] = static_cast<char>(what[0] + 32);
  if (size_t dashes = what.find("--"); dashes != std::string::npos && what.find("not expected") != std::string::npos) {
    std::string word = what.substr(dashes + 2, what.find_first_of(" =", dashes) - dashes - 2);
    wgsl::Suggestion near(word);
    std::vector<std::string> names;
    for (const CLI::Option* option : at->get_options())
      for (const std::string& n : option->get_lnames()) names.push_back(n);
    for (const std::string& n : names) near.consider(n);
    if (near.found()) what += ", did you mean `--" + std::string(near.best()) + "`?";
  }
  std::fprintf(stderr, "%s: %s (`%s --help` shows how it is used)\n", name.c_str(), what.c_str(), name.c_str());
  return kEnvironment;
}
}  // namespace

int main(int argc, const char* const* argv) {
  // Without a desktop session Mesa's device selection has nothing to ask, and says so on every start.
  if (!std::getenv("XDG_RUNTIME_DIR")) setenv("NODEVICE_SELECT", "1", 0);
  CLI::App program("WebGPU for finding out what went wrong", "vitrine");
  program.require_subcommand(1);
  program.set_version_flag("--version", "vitrine " VITRINE_VERSION, "print the version and exit");
  program.footer("exit status: 0 fine, 1 findings, 2 usage or environment, 3 our own fault");
  const Command commands[] = {add_check(program), add_run(program),    add_compile(program), add_explain(program),
                              add_rules(program), add_info(program),   add_doctor(program),  add_exec(program),
                              add_replay(program), add_completion(program)};
  if (argc < 2) {
    std::fputs(program.help().c_str(), stderr);
    return kEnvironment;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // What CLI11 says of a mistyped subcommand is that one is missing.
    if (program.get_subcommands().empty() && argc > 1 && argv[1][0] != '-') {
      wgsl::Suggestion near(argv[1]);
      for (const Command& command : commands) near.consider(command.app->get_name());
      std::string best = near.found() ? ", did you mean `" + std::string(near.best()) + "`?" : "";
      std::fprintf(stderr, "vitrine: there is no subcommand `%s`%s (`vitrine --help` lists them)\n", argv[1], best.c_str());
      return kEnvironment;
    }
    return usage(program, error.what(), argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return usage(program, error.what(), argc, argv);
    program.exit(error, std::cout, std::cerr);
    std::cout.flush();
    return finish(kFine);
  }
  try {
    for (const Command& command : commands)
      if (command.app->parsed()) return finish(command.run());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "vitrine: there is not enough memory\n");
    return kEnvironment;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vitrine: %s\n", error.what());
    return kAborted;
  }
  return kEnvironment;
}

}  // namespace vitrine::cli
