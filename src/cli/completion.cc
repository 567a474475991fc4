#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/command.h"

namespace vitrine::cli {
namespace {

std::string options_of(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) out += (out.empty() ? "--" : " --") + name;
  return out;
}

// One function in bash, which zsh runs too; fish has a line for each word.
std::string bash(const CLI::App& program) {
  std::string commands, cases;
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    commands += (commands.empty() ? "" : " ") + app->get_name();
    cases += fmt::format("    {}) words=\"{}\" ;;\n", app->get_name(), options_of(*app));
  }
  return fmt::format(
      "_vitrine() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
      "    *) if [ \"${{COMP_WORDS[1]}}\" = explain ]; then\n"
      "         COMPREPLY=($(compgen -W \"$(vitrine rules 2>/dev/null | cut -d' ' -f1)\" -- \"$word\"))\n"
      "       else COMPREPLY=($(compgen -f -- \"$word\")); fi ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _vitrine vitrine\n",
      commands, cases);
}

std::string fish(const CLI::App& program) {
  std::string out;
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    out += fmt::format("complete -c vitrine -n __fish_use_subcommand -f -a {} -d '{}'\n", app->get_name(), app->get_description());
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option->get_lnames())
        out += fmt::format("complete -c vitrine -n '__fish_seen_subcommand_from {}' -l {}\n", app->get_name(), name);
  }
  return out + "complete -c vitrine -n '__fish_seen_subcommand_from explain' -f -a '(vitrine rules | string split -f1 \" \")'\n";
}

}  // namespace

Command add_completion(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* app = program.add_subcommand("completion", "print what completes commands and options in a shell");
  app->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app->footer("example: vitrine completion bash > ~/.local/share/bash-completion/completions/vitrine");
  return {app, [shell, &program] {
            std::string out = *shell == "fish" ? fish(program) : bash(program);
            if (*shell == "zsh") out = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + out;
            std::fwrite(out.data(), 1, out.size(), stdout);
            return static_cast<int>(kFine);
          }};
}

}  // namespace vitrine::cli
