// Checks every .wgsl file of a folder: a gate that needs a corpus, which the repository does not hold.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {
namespace {

TEST(Check, Corpus) {
  const char* folder = std::getenv("VITRINE_WGSL_CORPUS");
  if (!folder) GTEST_SKIP() << "set VITRINE_WGSL_CORPUS to a folder of .wgsl files to check them all";
  size_t files = 0, failed = 0, bytes = 0, lines = 0;
  double time = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string path = entry.path().string();
    if (!path.ends_with(".wgsl") || path.find(".expected.") != std::string::npos) continue;
    std::ifstream in(path, std::ios::binary);
    std::stringstream stream;
    stream << in.rdbuf();
    std::string text = stream.str();
    ++files;
    bytes += text.size();
    lines += static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    auto source = std::make_shared<const diag::Source>(path, std::move(text));
    std::vector<diag::DiagnosticPtr> found;
    auto begin = std::chrono::steady_clock::now();
    bool ok = check(source, {}, found) != nullptr;
    time += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (ok) continue;
    ++failed;
    for (const diag::DiagnosticPtr& d : found) {
      if (d->severity() != diag::Severity::Error) continue;
      auto p = d->source_place();
      auto at = p->source->position(p->span.begin);
      std::cout << path << ":" << at.line << ":" << at.column_bytes << ": " << d->rule().name << ": " << d->message()
                << "\n";
      break;
    }
  }
  std::cout << files << " files, " << bytes << " bytes, " << lines << " lines, " << failed << " refused, " << time
            << " s\n";
}

}  // namespace
}  // namespace vitrine::wgsl
