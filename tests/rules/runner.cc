// Runs the pages of tests/rules: every `--- fail` text gives exactly the diagnostics that the `--- gives` behind it lists,
// and no `--- pass` text gives any.
//
// `fail escaped` and `pass escaped` texts may say \xNN for a byte, \*N{text} for N times the text (without braces), two
// backslashes for one.
// `untested: reason` in the head frees a rule that no text of reasonable size gives from having a fail section.
// `lint: NAME,...` in the head turns hygiene warnings on, `check: silent` the checks of that name.
//
//   rules_test [PART]...     only pages whose path holds one of the parts
//   VITRINE_UPDATE=1         rewrites what `--- gives` lists
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "wgsl/wgsl.h"
#include "trace/trace.h"

namespace {

namespace fs = std::filesystem;
using namespace vitrine;

struct Section {
  std::string kind;  // fail, gives, pass; empty for what stands before the first
  std::vector<std::string> lines;
  std::string text() const {
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
  }
};

std::vector<Section> parse(const std::string& text) {
  std::vector<Section> sections(1);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- "))
      sections.push_back({line.substr(4), {}});
    else
      sections.back().lines.push_back(std::move(line));
  }
  return sections;
}

std::string unescape(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
    } else if (text[++i] == 'x') {
      out += static_cast<char>(std::strtol(text.substr(i + 1, 2).c_str(), nullptr, 16));
      i += 2;
    } else if (text[i] == '*') {
      size_t open = text.find('{', i), close = text.find('}', i);
      if (open == text.npos || close == text.npos || close < open) continue;
      std::string repeated = unescape(text.substr(open + 1, close - open - 1));
      for (long n = std::strtol(text.c_str() + i + 1, nullptr, 10); n > 0; --n) out += repeated;
      i = close;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string one_line(std::string text) {
  for (size_t i = 0; (i = text.find('\n', i)) != text.npos; i += 2) text.replace(i, 1, "\\n");
  return text;
}

std::vector<std::string> check_wgsl(const std::string& text, const wgsl::CheckOptions& options) {
  auto source = std::make_shared<diag::Source>("page.wgsl", text);
  std::vector<diag::DiagnosticPtr> found;
  wgsl::check(source, options, found);
  std::vector<std::string> out;
  for (const diag::DiagnosticPtr& d : found) {
    std::string place = "-";
    if (const diag::SourcePlace* p = d->source_place()) {
      diag::Position a = p->source->position(p->span.begin), b = p->source->position(p->span.end);
      place = fmt::format("{}:{}-{}:{}", a.line, a.column_bytes, b.line, b.column_bytes);
    }
    out.push_back(fmt::format("{} {}: {}", place, d->rule().name, one_line(d->message())));
  }
  return out;
}

std::vector<std::string> run_calls(const std::string& text, const std::string& lint, bool check_silent) {
  std::vector<std::string> out;
  trace::RunOptions options;
  options.lint = lint;
  options.check_silent = check_silent;
  for (const trace::CallFinding& f : trace::run_call_text(text, options))
    out.push_back(fmt::format("{} {}: {}", f.line, f.rule, one_line(f.message)));
  return out;
}

char current_page[512];
void crashed(int signal) {
  (void)!write(2, current_page, strlen(current_page));
  (void)!write(2, ": crashed here\n", 15);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

class Runner {
 public:
  explicit Runner(bool update) : update_(update) {}

  void run(const fs::path& path, const std::string& shown) {
    std::snprintf(current_page, sizeof current_page, "%s", shown.c_str());
    bool calls = shown.starts_with("webgpu/");
    ++pages_;
    shown_ = shown;
    std::ifstream in(path, std::ios::binary);
    std::string before((std::istreambuf_iterator<char>(in)), {});
    std::vector<Section> sections = parse(before);
    check_head(sections[0]);
    std::string rule = path.stem().string();
    bool fails = false, passes = false, named = false;
    for (size_t i = 1; i < sections.size(); ++i) {
      if (sections[i].kind == "gives") {
        if (!sections[i - 1].kind.starts_with("fail")) complain("`--- gives` stands behind `--- fail` only");
        continue;
      }
      const std::string kind = sections[i].kind;
      if (kind != "fail" && kind != "pass" && kind != "fail escaped" && kind != "pass escaped") {
        complain(fmt::format("unknown section `--- {}`", kind));
        continue;
      }
      std::vector<std::string> found = judge(kind.ends_with("escaped") ? unescape(sections[i].text()) : sections[i].text(), calls);
      ++texts_;
      if (kind.starts_with("pass")) {
        passes = true;
        if (!found.empty()) complain("the pass text gives:\n" + list("+ ", found));
        continue;
      }
      fails = true;
      if (i + 1 == sections.size() || sections[i + 1].kind != "gives")
        sections.insert(sections.begin() + static_cast<long>(i) + 1, Section{"gives", {}});
      Section& gives = sections[i + 1];
      std::vector<std::string> expected;
      for (const std::string& line : gives.lines)
        if (!line.empty()) expected.push_back(line);
      for (const std::string& line : found) named |= line.find(" " + rule + ": ") != line.npos;
      if (found == expected) continue;
      if (update_)
        gives.lines = found;
      else
        complain("the fail text gives other diagnostics:\n" + list("- ", expected) + list("+ ", found));
    }
    if (!fails && !untested_) complain("no `--- fail` section");
    if (!passes) complain("no `--- pass` section");
    if (fails && !named) complain(fmt::format("no fail text gives `{}`", rule));
    if (!update_) return;
    std::string after;
    for (const Section& s : sections) after += (s.kind.empty() ? "" : "--- " + s.kind + "\n") + s.text();
    if (after == before) return;
    std::ofstream(path, std::ios::binary) << after;
    std::printf("updated %s\n", shown.c_str());
  }

  int finish() {
    std::printf("%zu pages, %zu texts, %zu failures", pages_, texts_, failures_.size());
    std::printf("\n");
    if (!failures_.empty()) std::printf("run one alone: build/dev/rules_test %s\n", failures_.front().c_str());
    return failures_.empty() ? 0 : 1;
  }

 private:
  std::vector<std::string> judge(const std::string& text, bool calls) const {
    if (calls) return run_calls(text, lint_, check_silent_);
    return check_wgsl(text, options_);
  }
  void check_head(const Section& head) {
    untested_ = false;
    options_ = {};
    lint_.clear();
    check_silent_ = false;
    bool paragraph = false, help = false, cts = false;
    for (const std::string& line : head.lines) {
      if (line.starts_with("help: "))
        help = true;
      else if (line.starts_with("untested: "))
        untested_ = true;
      else if (line.starts_with("lint: "))
        lint_ = line.substr(6);
      else if (line == "check: silent")
        check_silent_ = true;
      else if (line.starts_with("without: "))
        take_away(line.substr(9));
      else if (line.starts_with("cts: "))
        cts = true;
      else if (!line.empty())
        paragraph = true;
    }
    if (!paragraph) complain("the explanation is missing");
    if (!help) complain("the line `help: ...` is missing");
    if (!cts) complain("the line `cts: ...` is missing (`cts: -` where no query covers it)");
  }
  // The texts of the page are checked for a device that lacks this extension or language feature.
  void take_away(const std::string& name) {
    if (auto e = lang::find_enable_extension(name))
      options_.extensions.remove(*e);
    else if (auto f = lang::find_language_feature(name))
      options_.features.remove(*f);
    else
      complain(fmt::format("`without: {}` names no extension and no language feature", name));
  }
  static std::string list(std::string_view mark, const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += fmt::format("    {}{}\n", mark, line);
    return out;
  }
  void complain(const std::string& text) {
    if (failures_.empty() || failures_.back() != shown_) failures_.push_back(shown_);
    std::printf("%s: %s\n", shown_.c_str(), text.c_str());
  }

  bool update_, untested_ = false;
  wgsl::CheckOptions options_;
  std::string lint_;  // hygiene warnings that are on
  bool check_silent_ = false;
  std::string shown_;
  size_t pages_ = 0, texts_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace

int main(int argc, char** argv) {
  for (int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) signal(s, crashed);
  const char* update = std::getenv("VITRINE_UPDATE");
  fs::path top = fs::path(VITRINE_SOURCE_DIR) / "tests" / "rules";
  std::vector<fs::path> pages;
  for (const fs::directory_entry& e : fs::recursive_directory_iterator(top))
    if (e.path().extension() == ".page") pages.push_back(e.path());
  std::sort(pages.begin(), pages.end());
  Runner runner(update && *update && std::strcmp(update, "0") != 0);
  for (const fs::path& page : pages) {
    std::string shown = page.lexically_relative(top).generic_string();
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i) wanted |= shown.find(argv[i]) != shown.npos;
    if (wanted) runner.run(page, shown);
  }
  return runner.finish();
}
