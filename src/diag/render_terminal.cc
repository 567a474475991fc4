#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "diag/excerpt.h"
#include "diag/places.h"

namespace vitrine::diag {

TerminalOptions detect_terminal(int fd) {
  auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value ? value : "");
  };
  TerminalOptions options;
  options.colour = isatty(fd) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (locale = variable(name); !locale.empty()) break;
  auto holds = [&](std::string_view part) { return locale.find(part) != locale.npos; };
  options.unicode = holds("UTF-8") || holds("utf8") || holds("utf-8") || holds("UTF8");
  return options;
}

namespace {

// "  key: text", wrapped at blanks with the text's column kept.
void paragraph(std::string& out, Style style, std::string_view key, const std::string& text,
               const TerminalOptions& options) {
  std::string words = printable(text, options);
  size_t indent = key.size() + 4;
  size_t room = options.width > indent + 20 ? options.width - indent : 20;
  out += "\n  " + styled(style, std::string(key) + ":", options) + " ";
  size_t at = 0;
  while (at < words.size()) {
    size_t end = at, cells = 0, blank = 0;
    while (end < words.size()) {
      CodePoint c = decode_utf8(words, end);
      if (cells + cells_of(c.value) > room) break;
      if (c.value == ' ') blank = end;
      cells += cells_of(c.value);
      end += c.length;
    }
    if (end == words.size() || blank <= at) {  // the rest fits, or a word longer than a line
      if (end < words.size()) {
        size_t next = words.find(' ', end);
        end = next == words.npos ? words.size() : next;
      }
      out += words.substr(at, end - at);
    } else {
      end = blank;
      out += words.substr(at, end - at);
    }
    at = end < words.size() ? end + 1 : end;
    if (at < words.size()) out += "\n" + std::string(indent, ' ');
  }
}

void excerpts(std::string& out, const Diagnostic& d, const TerminalOptions& options) {
  const SourcePlace* place = d.source_place();
  if (!place || !place->source) return;
  std::string head = fmt::format("{} {}", options.unicode ? "  ┌" : "  -->", printable(source_place_text(*place), options));
  out += "\n" + styled(Style::Frame, head, options) + "\n";
  std::vector<Mark> marks{{place->span, "", true}};
  for (const Note& n : d.notes())
    if (auto* p = std::get_if<SourcePlace>(&n.place); p && p->source == place->source)
      marks.push_back({p->span, n.text, false});
  out += render_excerpt(*place->source, std::move(marks), d.severity(), options);
  out.pop_back();
}

void notes(std::string& out, const Diagnostic& d, const TerminalOptions& options) {
  const SourcePlace* place = d.source_place();
  for (const Note& n : d.notes()) {
    auto* p = std::get_if<SourcePlace>(&n.place);
    if (p && place && p->source == place->source) continue;
    std::string where = place_text(n.place), site = n.call_site.text();
    std::string text = where.empty() ? n.text : fmt::format("{}: {}", where, n.text);
    if (!site.empty()) text += fmt::format(" ({})", site);
    paragraph(out, Style::Note, "note", text, options);
    if (p && p->source) {
      out += "\n" + render_excerpt(*p->source, {{p->span, "", false}}, d.severity(), options);
      out.pop_back();
    }
  }
}

}  // namespace

std::string render_terminal(const Diagnostic& d, const TerminalOptions& options, uint64_t folded) {
  std::string out = styled(style_of(d.severity()), fmt::format("{}[{}]", to_text(d.severity()), d.rule().name), options);
  out += ": " + styled(Style::Strong, printable(d.message(), options), options);
  excerpts(out, d, options);
  if (!d.source_place())
    if (std::string where = place_text(d.where()); !where.empty()) paragraph(out, Style::Note, "at", where, options);
  notes(out, d, options);
  if (d.cause()) {
    paragraph(out, Style::Error, "root cause", root_text(d.root()), options);
  }
  std::string follow = folded ? fmt::format("{} follow-on error{} folded", folded, folded == 1 ? "" : "s") : "";
  if (!d.chain().empty()) {
    paragraph(out, Style::Note, "chain", chain_text(d.chain()) + (follow.empty() ? "" : "; " + follow), options);
  } else if (!follow.empty()) {
    paragraph(out, Style::Note, "note", follow, options);
  }
  if (!d.context().empty()) paragraph(out, Style::Note, "in", context_text(d.context()), options);
  if (std::string site = d.call_site().text(); !site.empty()) paragraph(out, Style::Note, "called from", site, options);
  for (const DiagnosticPtr& other : d.also()) paragraph(out, Style::Note, "also", root_text(*other), options);
  for (const Help& h : d.helps()) paragraph(out, Style::Help, "help", h.text, options);
  return out;
}

}  // namespace vitrine::diag
