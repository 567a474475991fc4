#include "cli/io.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "diag/render.h"

namespace vitrine::cli {

std::optional<std::string> read_file(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (!file) {
    std::fprintf(stderr, "vitrine: %s: %s\n", path.c_str(), std::strerror(errno));
    return std::nullopt;
  }
  std::string text;
  char buffer[1 << 16];
  while (size_t n = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, n);
  bool failed = std::ferror(file);
  if (failed) std::fprintf(stderr, "vitrine: %s: %s\n", path.c_str(), std::strerror(errno));
  if (file != stdin) std::fclose(file);
  if (failed) return std::nullopt;
  if (text.size() >= UINT32_MAX) {
    std::fprintf(stderr, "vitrine: %s: %zu bytes, at most 4 GiB - 2 are read\n", path.c_str(), text.size());
    return std::nullopt;
  }
  return text;
}

bool write_file(const std::string& path, std::string_view content) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  bool fine = file && std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (file && (file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fine = false;
  if (!fine) std::fprintf(stderr, "vitrine: %s: %s\n", path.c_str(), std::strerror(errno));
  if (!fine && file == stdout) std::clearerr(stdout);  // it was told
  return fine;
}

std::string shown_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

void add_format(CLI::App& app, Format& format) {
  app.add_option_function<std::string>(
         "--format",
         [&format](const std::string& text) {
           format = text == "json" ? Format::Json : text == "sarif" ? Format::Sarif : text == "github" ? Format::Github : Format::Text;
         },
         "text, json, sarif (one document) or github (annotations)")
      ->check(CLI::IsMember({"text", "json", "sarif", "github"}))
      ->type_name("FORMAT");
}

void Reporter::write(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stream_ == 2 ? stderr : stdout);
}

void Reporter::add(const std::vector<diag::DiagnosticPtr>& list) {
  diag::TerminalOptions options = diag::detect_terminal(stream_);
  for (const diag::DiagnosticPtr& d : list) {
    if (d->severity() == diag::Severity::Error) ++errors_;
    if (d->severity() == diag::Severity::Warning) ++warnings_;
    switch (format_) {
      case Format::Text: write(diag::render_terminal(*d, options) + "\n\n"); break;
      case Format::Github: write(diag::render_github(*d) + "\n"); break;
      case Format::Json:
      case Format::Sarif: kept_.push_back(d); break;
    }
  }
}

void Reporter::finish() {
  if (format_ == Format::Json) {
    std::string out = "[";
    for (const diag::DiagnosticPtr& d : kept_) out += (out.size() > 1 ? ",\n" : "\n") + diag::render_json(*d);
    write(out + (kept_.empty() ? "]\n" : "\n]\n"));
  }
  if (format_ == Format::Sarif) write(diag::render_sarif(kept_) + "\n");
  if (format_ == Format::Text && errors_ + warnings_ > 0) {
    auto count = [](size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
    std::string line = errors_ ? count(errors_, "error") : "";
    if (warnings_) line += (line.empty() ? "" : ", ") + count(warnings_, "warning");
    write(line + "\n");
  }
}

}  // namespace vitrine::cli
