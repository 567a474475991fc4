// What the subcommands of `vitrine` share.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace vitrine::cli {

// Exit status of every subcommand.
enum Status : int {
  kFine = 0,
  kFindings = 1,     // errors in what was looked at
  kEnvironment = 2,  // usage, a file that cannot be read, no adapter
  kAborted = 3,      // our own fault
};

// One file per subcommand: `add_X` declares its arguments on the program and returns what runs it.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};
Command add_check(CLI::App& program);
Command add_compile(CLI::App& program);
Command add_completion(CLI::App& program);
Command add_doctor(CLI::App& program);
Command add_exec(CLI::App& program);
Command add_explain(CLI::App& program);
Command add_info(CLI::App& program);
Command add_replay(CLI::App& program);
Command add_rules(CLI::App& program);
Command add_run(CLI::App& program);

int main(int argc, const char* const* argv);

}  // namespace vitrine::cli
