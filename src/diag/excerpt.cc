#include "diag/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitrine::diag {

std::string printable(std::string_view text, const TerminalOptions& options, uint32_t from) {
  std::string out;
  uint32_t column = from;
  for (size_t i = 0; i < text.size();) {
    CodePoint c = decode_utf8(text, i);
    uint32_t cells = c.value == '\t' ? 4 - column % 4 : cells_of(c.value);
    if (c.value == '\t')
      out.append(cells, ' ');
    else if (is_unprintable(c.value))
      out += options.unicode ? "\uFFFD" : "?";
    else if (c.value >= 0x80 && !options.unicode)
      out.append(cells, '?');
    else
      out += text.substr(i, c.length);
    column += cells;
    i += c.length;
  }
  return out;
}

std::string styled(Style style, std::string_view text, const TerminalOptions& options) {
  if (!options.colour || text.empty()) return std::string(text);
  const char* code = "";
  switch (style) {
    case Style::Error: code = "1;31"; break;
    case Style::Warning: code = "1;33"; break;
    case Style::Info: code = "1;34"; break;
    case Style::Note: code = "36"; break;
    case Style::Help: code = "32"; break;
    case Style::Strong: code = "1"; break;
    case Style::Frame: code = "34"; break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

Style style_of(Severity severity) {
  return severity == Severity::Error ? Style::Error : severity == Severity::Warning ? Style::Warning : Style::Info;
}

namespace {

// A mark within one line, in bytes of that line.
struct LineMark {
  uint32_t line;
  uint32_t begin, end;
  std::string words;
  bool primary;
};

// The part of a line that is shown.
struct Window {
  uint32_t begin, end;  // bytes of the line
  bool cut_left, cut_right;
};

// Steps over code points, forward or back, until `cells` are used up.
uint32_t step_forward(std::string_view line, uint32_t at, uint32_t cells) {
  while (at < line.size()) {
    CodePoint c = decode_utf8(line, at);
    uint32_t w = c.value == '\t' ? 4 : cells_of(c.value);
    if (w > cells) break;
    cells -= w;
    at += c.length;
  }
  return at;
}
uint32_t step_back(std::string_view line, uint32_t at, uint32_t cells) {
  while (at > 0) {
    uint32_t before = at - 1;
    while (before > 0 && at - before < 4 && (static_cast<unsigned char>(line[before]) & 0xC0) == 0x80) --before;
    CodePoint c = decode_utf8(line, before);
    if (before + c.length != at) before = at - 1, c = {0xFFFD, 1};
    uint32_t w = c.value == '\t' ? 4 : cells_of(c.value);
    if (w > cells) break;
    cells -= w;
    at = before;
  }
  return at;
}

Window window_for(std::string_view line, const LineMark& mark, uint32_t cells) {
  auto size = static_cast<uint32_t>(line.size());
  if (size <= cells * 4 && display_width(line) <= cells) return {0, size, false, false};
  // Three cells on each side are kept for the marks of a cut.
  uint32_t room = cells > 20 ? cells - 6 : 14;
  uint32_t begin = step_back(line, mark.begin, room / 3);
  uint32_t end = step_forward(line, begin, room);
  if (end == size) begin = step_back(line, size, room);
  return {begin, end, begin > 0, end < size};
}

struct Writer {
  const Source& source;
  const TerminalOptions& options;
  Severity severity;
  uint32_t gutter;
  std::string out{};

  void row(std::string_view number, std::string_view text) {
    std::string bar = options.unicode ? "│" : "|";
    std::string head = fmt::format("{:>{}} {}", number, gutter, bar);
    out += styled(Style::Frame, head, options);
    if (!text.empty()) out += " ", out += text;
    out += '\n';
  }
  void gap() { out += styled(Style::Frame, fmt::format("{:>{}} {}", "", gutter, options.unicode ? "·" : ":"), options) + "\n"; }

  struct Drawn {
    uint32_t from, width;
    const LineMark* mark;
  };
  Style style(const LineMark& m) const { return m.primary ? style_of(severity) : Style::Note; }

  // Draws those that do not overlap, in one row; the words of the rightmost stand in it, the others' below, from right to
  // left. Takes them off the list, whose first one is always drawn.
  void marks_below(std::vector<Drawn>& list) {
    std::vector<Drawn> row_of, rest;
    for (const Drawn& d : list) {
      bool free = std::none_of(row_of.begin(), row_of.end(),
                               [&](const Drawn& o) { return d.from < o.from + o.width && o.from < d.from + d.width; });
      (free ? row_of : rest).push_back(d);
    }
    list = std::move(rest);
    std::sort(row_of.begin(), row_of.end(), [](const Drawn& a, const Drawn& b) { return a.from < b.from; });
    std::string text;
    uint32_t column = 0;
    for (const Drawn& d : row_of) {
      std::string mark;
      for (uint32_t n = 0; n < d.width; ++n) mark += d.mark->primary ? (options.unicode ? "━" : "^") : (options.unicode ? "─" : "-");
      if (&d == &row_of.back() && !d.mark->words.empty()) mark += " " + printable(d.mark->words, options);
      text += std::string(d.from - column, ' ') + styled(style(*d.mark), mark, options);
      column = d.from + d.width;
    }
    row("", text);
    row_of.pop_back();
    while (!row_of.empty()) {
      Drawn d = row_of.back();
      row_of.pop_back();
      if (d.mark->words.empty()) continue;
      text.clear(), column = 0;
      for (const Drawn& o : row_of) {
        if (o.mark->words.empty()) continue;
        text += std::string(o.from - column, ' ') + styled(style(*o.mark), options.unicode ? "│" : "|", options);
        column = o.from + 1;
      }
      row("", text + std::string(d.from - column, ' ') + styled(style(*d.mark), printable(d.mark->words, options), options));
    }
  }

  void line(const std::vector<LineMark>& marks, size_t first, size_t last) {
    std::string_view text = source.line(marks[first].line);
    uint32_t cells = options.width > gutter + 24 ? options.width - gutter - 4 : 20;
    std::vector<bool> done(last - first, false);
    for (size_t i = first; i < last; ++i) {
      if (done[i - first]) continue;
      Window w = window_for(text, marks[i], cells);
      std::string_view shown = text.substr(w.begin, w.end - w.begin);
      std::string_view ellipsis = options.unicode ? "…" : "...";
      uint32_t shift = w.cut_left ? (options.unicode ? 1 : 3) : 0;
      row(std::to_string(marks[i].line),
          std::string(w.cut_left ? ellipsis : "") + printable(shown, options) + std::string(w.cut_right ? ellipsis : ""));
      // Every mark that starts in this window is drawn below it; the others show the line again where they stand.
      std::vector<Drawn> list;
      for (size_t k = i; k < last; ++k) {
        const LineMark& m = marks[k];
        if (done[k - first] || (k != i && (m.begin < w.begin || m.begin > w.end))) continue;
        done[k - first] = true;
        uint32_t begin = std::clamp(m.begin, w.begin, w.end), end = std::clamp(m.end, begin, w.end);
        uint32_t from = display_width(text.substr(w.begin, begin - w.begin));
        uint32_t width = std::max(1u, display_width(text.substr(begin, end - begin), from));
        list.push_back({from + shift, width, &m});
      }
      while (!list.empty()) marks_below(list);
    }
  }
};

}  // namespace

std::string render_excerpt(const Source& source, std::vector<Mark> marks, Severity severity,
                           const TerminalOptions& options) {
  std::vector<LineMark> list;
  for (Mark& m : marks) {
    auto size = static_cast<uint32_t>(source.text().size());
    uint32_t begin = std::min(m.span.begin, size), end = std::clamp(m.span.end, begin, size);
    Position a = source.position(begin), b = source.position(end);
    // A span that ends right behind a line break ends on the line before it.
    if (b.line > a.line && b.column_bytes == 1) {
      b.line -= 1;
      b.column_bytes = static_cast<uint32_t>(source.line(b.line).size()) + 1;
    }
    auto length = static_cast<uint32_t>(source.line(a.line).size());
    if (a.line == b.line) {
      list.push_back({a.line, a.column_bytes - 1, b.column_bytes - 1, std::move(m.words), m.primary});
      continue;
    }
    std::string_view last = source.line(b.line);
    size_t indent = last.find_first_not_of(" \t");
    uint32_t from = std::min<uint32_t>(indent == last.npos ? 0 : static_cast<uint32_t>(indent), b.column_bytes - 1);
    list.push_back({a.line, a.column_bytes - 1, length, m.words.empty() ? "from here" : "from here: " + m.words, m.primary});
    list.push_back({b.line, from, b.column_bytes - 1, "to here", m.primary});
  }
  if (list.empty()) return {};
  std::stable_sort(list.begin(), list.end(), [](const LineMark& a, const LineMark& b) {
    return a.line != b.line ? a.line < b.line : a.primary != b.primary ? a.primary : a.begin < b.begin;
  });
  auto digits = static_cast<uint32_t>(std::to_string(list.back().line).size());
  Writer writer{source, options, severity, std::max(digits, 2u)};
  for (size_t i = 0; i < list.size();) {
    size_t j = i;
    while (j < list.size() && list[j].line == list[i].line) ++j;
    if (i > 0) {
      uint32_t previous = list[i - 1].line;
      // One line between two marked ones is shown rather than a gap.
      if (list[i].line == previous + 2 && source.line(previous + 1).size() < options.width)
        writer.row(std::to_string(previous + 1), printable(source.line(previous + 1), options));
      else if (list[i].line > previous + 1)
        writer.gap();
    }
    writer.line(list, i, j);
    i = j;
  }
  return writer.out;
}

}  // namespace vitrine::diag
