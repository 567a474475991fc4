#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "cli/command.h"
#include "wgsl/suggest.h"

namespace vitrine::cli {

int main(int argc, const char* const* argv) {
  // Without a desktop session Mesa's device selection has nothing to ask, and says so on every start.
  if (!std::getenv("XDG_RUNTIME_DIR")) setenv("NODEVICE_SELECT", "1", 0);
  CLI::App program("WebGPU for finding out what went wrong", "vitrine");
  program.require_subcommand(1);
  program.footer("exit status: 0 fine, 1 findings, 2 usage or environment, 3 our own fault");
  const Command commands[] = {add_check(program), add_run(program),    add_compile(program), add_explain(program),
                              add_rules(program), add_info(program),   add_doctor(program),  add_exec(program),
                              add_replay(program), add_completion(program)};
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
    program.exit(error, std::cout, std::cerr);
    return kEnvironment;
  } catch (const CLI::ParseError& error) {
    int status = program.exit(error, std::cout, std::cerr);
    return status == 0 ? kFine : kEnvironment;
  }
  try {
    for (const Command& command : commands)
      if (command.app->parsed()) return command.run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vitrine: %s\n", error.what());
    return kAborted;
  }
  return kEnvironment;
}

}  // namespace vitrine::cli
