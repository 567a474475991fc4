// Every edit that is marked certain, of every fail text of the rule pages: applied, it removes what it was proposed
// for.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> fail_texts(const fs::path& page) {
  std::ifstream in(page, std::ios::binary);
  std::vector<std::string> texts;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- ")) {
      inside = line == "--- fail";
      if (inside) texts.emplace_back();
    } else if (inside) {
      texts.back() += line + "\n";
    }
  }
  return texts;
}

std::vector<diag::DiagnosticPtr> diagnostics(const std::string& text) {
  std::vector<diag::DiagnosticPtr> found;
  check(std::make_shared<const diag::Source>("page.wgsl", text), {}, found);
  return found;
}

std::string apply(std::string text, std::vector<diag::Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const diag::Edit& a, const diag::Edit& b) { return a.span.begin > b.span.begin; });
  for (const diag::Edit& e : edits) text.replace(e.span.begin, e.span.length(), e.replacement);
  return text;
}

TEST(Edits, CertainOnesRemoveTheirDiagnostic) {
  size_t applied = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(VITRINE_SOURCE_DIR) / "tests" / "rules" / "wgsl")) {
    if (entry.path().extension() != ".page") continue;
    for (const std::string& text : fail_texts(entry.path())) {
      std::vector<diag::DiagnosticPtr> before = diagnostics(text);
      for (const diag::DiagnosticPtr& d : before) {
        auto same = [&](const diag::DiagnosticPtr& o) { return &o->rule() == &d->rule(); };
        for (const diag::Help& h : d->helps()) {
          if (!h.certain) continue;
          ++applied;
          ASSERT_FALSE(h.edits.empty()) << entry.path() << ": " << d->message();
          std::string fixed = apply(text, h.edits);
          std::vector<diag::DiagnosticPtr> after = diagnostics(fixed);
          EXPECT_LT(std::count_if(after.begin(), after.end(), same), std::count_if(before.begin(), before.end(), same))
              << entry.path() << ": " << d->message() << "\nhelp: " << h.text << "\n"
              << fixed;
        }
      }
    }
  }
  EXPECT_GT(applied, 20u);
}

}  // namespace
}  // namespace vitrine::wgsl
