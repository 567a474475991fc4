#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/command.h"

namespace vitrine::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string trace;
  std::vector<std::string> command;
};

// A library beside this program, or in the lib folder of the place it is installed in. Empty: not found.
std::string library(const char* name) {
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {self, self.parent_path() / "lib", self.parent_path() / "lib64", self.parent_path() / "lib" / VITRINE_LIBRARY_ARCHITECTURE}) {
    if (fs::exists(folder / name, error)) return (folder / name).string();
  }
  return {};
}

std::string find_program(const std::string& name) {
  std::error_code error;
  if (name.find('/') != name.npos) return fs::is_regular_file(name, error) ? name : std::string();
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    fs::path candidate = fs::path(end ? std::string(rest.substr(0, end)) : std::string(".")) / name;
    if (fs::is_regular_file(candidate, error) && access(candidate.c_str(), X_OK) == 0) return candidate.string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// A program without an interpreter loads no libraries, so none can stand before its own.
bool is_static(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!in.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return false;
  for (uint32_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    in.seekg(static_cast<std::streamoff>(header.e_phoff + uint64_t{i} * header.e_phentsize));
    if (!in.read(reinterpret_cast<char*>(&segment), sizeof segment)) return false;
    if (segment.p_type == PT_INTERP) return false;
  }
  return true;
}

int run(Options options) {
  std::string program = find_program(options.command[0]);
  if (program.empty()) {
    fmt::print(stderr, "vitrine: {} is no program that can be run\n", options.command[0]);
    return kEnvironment;
  }
  if (is_static(program)) {
    fmt::print(stderr, "vitrine: {} is statically linked, so its calls cannot be redirected; link it against libvitrine instead\n", program);
    return kEnvironment;
  }
  std::string preload;
  auto put = [&](const char* name) {
    std::string path = library(name);
    if (path.empty()) fmt::print(stderr, "vitrine: {} is not beside this program\n", name);
    else preload += (preload.empty() ? "" : ":") + path;
    return !path.empty();
  };
  // The recorder stands before the library it passes calls on to.
  if (!options.trace.empty() && !put("libvitrine_record.so")) return kEnvironment;
  if (!put("libvitrine.so")) return kEnvironment;
  if (const char* before = std::getenv("LD_PRELOAD"); before && *before) preload += std::string(":") + before;
  setenv("LD_PRELOAD", preload.c_str(), 1);
  setenv("VITRINE_LINT", "1", 0);
  setenv("VITRINE_CHECK", "silent", 0);
  if (!options.trace.empty()) {
    // The program may change its folder before the first call.
    std::error_code error;
    fs::path file = fs::absolute(options.trace, error);
    if (!fs::is_directory(file.parent_path(), error)) {
      fmt::print(stderr, "vitrine: --trace {}: there is no folder {}\n", options.trace, file.parent_path().string());
      return kEnvironment;
    }
    setenv("VITRINE_TRACE", file.c_str(), 1);
  }
  std::vector<char*> arguments;
  for (std::string& a : options.command) arguments.push_back(a.data());
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  execv(program.c_str(), arguments.data());
  fmt::print(stderr, "vitrine: {} cannot be run: {}\n", program, std::strerror(errno));
  return kEnvironment;
}

}  // namespace

Command add_exec(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("exec", "run a program on Vitrine in place of its own WebGPU library: vitrine exec [OPTIONS] PROGRAM ARGUMENTS...");
  app->add_option("--trace", options->trace, "record its calls as text, for `vitrine replay`");
  app->prefix_command();  // from the first word that is not ours on, everything belongs to the program
  app->footer("example: vitrine exec ./app --its-option\n         vitrine exec --trace frame.calls ./app");
  return {app, [app, options] {
            options->command = app->remaining();
            if (!options->command.empty()) return run(*options);
            fmt::print(stderr, "vitrine: exec needs a program to run\n");
            return static_cast<int>(kEnvironment);
          }};
}

}  // namespace vitrine::cli
