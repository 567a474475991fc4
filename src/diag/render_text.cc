#include <fmt/format.h>

#include <algorithm>

#include "diag/excerpt.h"
#include "diag/places.h"

namespace vitrine::diag {

std::string render_plain(const Diagnostic& d) {
  std::string out = fmt::format("{} [{}]", d.message(), d.rule().name);
  if (d.cause()) out += "; root cause: " + root_text(d.root());
  if (!d.chain().empty()) out += "; chain: " + chain_text(d.chain());
  if (std::string where = place_text(d.where()); !where.empty()) out += "; at " + where;
  if (!d.context().empty()) out += "; in " + context_text(d.context());
  for (const Note& n : d.notes()) {
    std::string where = place_text(n.place), site = n.call_site.text();
    out += fmt::format("; note: {}{}{}", where, where.empty() ? "" : " ", n.text);
    if (!site.empty()) out += fmt::format(" ({})", site);
  }
  if (std::string site = d.call_site().text(); !site.empty()) out += "; called from " + site;
  for (const DiagnosticPtr& other : d.also()) out += "; also: " + root_text(*other);
  for (const Help& h : d.helps()) out += "; help: " + h.text;
  return out;
}

std::string render_line(const Diagnostic& d) {
  std::string place = d.source_place() ? source_place_text(*d.source_place(), Columns::Bytes) : place_text(d.where());
  std::string out = fmt::format("{}{}{}: {} [{}]", place, place.empty() ? "" : ": ", to_text(d.severity()), d.message(), d.rule().name);
  if (d.cause()) out += "; root cause: " + root_text(d.root());
  return printable(out, {});
}

namespace {
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
std::string github_escape(std::string_view text, bool property) {
  std::string out;
  for (char c : text) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}
}  // namespace

std::string render_github(const Diagnostic& d) {
  std::string properties;
  auto add = [&](std::string_view key, std::string_view value) {
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", key, github_escape(value, true));
  };
  if (auto* p = d.source_place(); p && p->source) {
    Position a = p->source->position(p->span.begin), b = p->source->position(p->span.end);
    if (!p->source->name().empty()) add("file", p->source->name());
    add("line", std::to_string(a.line));
    add("endLine", std::to_string(b.line));
    add("col", std::to_string(a.column_utf16));
    add("endColumn", std::to_string(b.column_utf16));
  }
  add("title", d.rule().name);
  std::string text = d.message();
  if (!d.source_place())
    if (std::string where = place_text(d.where()); !where.empty()) text += "\nat " + where;
  if (d.cause()) text += "\nroot cause: " + root_text(d.root());
  if (!d.chain().empty()) text += "\nchain: " + chain_text(d.chain());
  for (const Help& h : d.helps()) text += "\nhelp: " + h.text;
  std::string_view kind = d.severity() == Severity::Error ? "error" : d.severity() == Severity::Warning ? "warning" : "notice";
    std::string shown;  // the log is read in a terminal too
  for (size_t i = 0, end = 0; i <= text.size(); i = end + 1) {
    end = std::min(text.find('\n', i), text.size());
    if (i) shown += '\n';
    shown += printable(std::string_view(text).substr(i, end - i), {});
  }
  return fmt::format("::{}{}::{}", kind, properties, github_escape(shown, false));
}

CompilationMessage to_compilation_message(const Diagnostic& d) {
  CompilationMessage m{d.severity(), fmt::format("{} [{}]", d.message(), d.rule().name)};
  for (const Note& n : d.notes()) {
    std::string where;
    if (auto* p = std::get_if<SourcePlace>(&n.place); p && p->source) {
      Position at = p->source->position(p->span.begin);
      where = fmt::format("{}:{} ", at.line, at.column_utf16);
    } else if (where = place_text(n.place); !where.empty()) {
      where += ' ';
    }
    m.text += fmt::format("\nnote: {}{}", where, n.text);
  }
  for (const Help& h : d.helps()) m.text += "\nhelp: " + h.text;
  if (auto* p = d.source_place(); p && p->source) {
    Position a = p->source->position(p->span.begin), b = p->source->position(p->span.end);
    m.line = a.line;
    m.column_bytes = a.column_bytes;
    m.column_utf16 = a.column_utf16;
    m.offset_bytes = a.offset_bytes;
    m.offset_utf16 = a.offset_utf16;
    m.length_bytes = b.offset_bytes - a.offset_bytes;
    m.length_utf16 = b.offset_utf16 - a.offset_utf16;
  }
  return m;
}

}  // namespace vitrine::diag
