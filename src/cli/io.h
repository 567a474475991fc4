// Files and diagnostics, in and out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

// Content of a file, `-` for standard input. Tells on standard error why not.
std::optional<std::string> read_file(const std::string& path);
// `-` for standard output.
bool write_file(const std::string& path, std::string_view content);
// The name that diagnostics show: "<stdin>" for `-`.
std::string shown_name(const std::string& path);

// What `--format` may be.
enum class Format : uint8_t { Text, Json, Sarif, Github };
// Declares the option.
void add_format(CLI::App& app, Format& format);

// Writes diagnostics as `--format` asks for: text and annotations at once, JSON and SARIF as one document at the end.
class Reporter {
 public:
  // `stream`: 1 or 2, standard output or error.
  Reporter(Format format, int stream) : format_(format), stream_(stream) {}
  void add(const std::vector<diag::DiagnosticPtr>& list);
  void finish();
  size_t errors() const { return errors_; }
  size_t warnings() const { return warnings_; }

 private:
  void write(std::string_view text) const;
  Format format_;
  int stream_;
  size_t errors_ = 0, warnings_ = 0;
  std::vector<diag::DiagnosticPtr> kept_;
};

}  // namespace vitrine::cli
