#include "diag/log.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "diag/places.h"

namespace vitrine::diag {
namespace {

Level level_of(Severity s) {
  return s == Severity::Error ? Level::Error : s == Severity::Warning ? Level::Warning : Level::Info;
}

bool power_of_ten(uint64_t n) {
  while (n >= 10 && n % 10 == 0) n /= 10;
  return n == 1;
}

// The text of it, with every number as `#`: frames and unlabelled objects are numbered on.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') out += text[i];
    else if (out.empty() || out.back() != '#') out += '#';
  }
  return out;
}

// What is known of one root, or of one diagnostic that keeps coming back.
struct Entry {
  DiagnosticPtr keep;       // the first
  DiagnosticPtr held_back;  // the last follow-on, until a flush writes it
  uint64_t folded = 0;      // not written yet
  uint64_t since = 0;       // follow-ons or repeats after the first was written
  bool written = false;     // it, or the follow-on, was
  bool alike = false;       // stands for what differs in its numbers
};

// At the end. One repeat goes without saying, but where the numbers are others.
bool untold(const Entry& e) { return e.since == 1 ? e.alike : e.since && !power_of_ten(e.since); }

class StderrSink : public LogSink {
 public:
  void write(const LogMessage& m) override {
    std::string line = m.diagnostic || m.category.empty() ? m.text : fmt::format("[{}] {}", m.category, m.text);
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
  TerminalOptions options() const override { return options_; }

 private:
  TerminalOptions options_ = detect_terminal(2);
};

class FunctionSink : public LogSink {
 public:
  explicit FunctionSink(std::function<void(const LogMessage&)> f) : function_(std::move(f)) {}
  void write(const LogMessage& m) override { function_(m); }

 private:
  std::function<void(const LogMessage&)> function_;
};

}  // namespace

struct Log::State {
  // A program that makes more different errors than this gets some of them twice.
  static constexpr size_t kMaxEntries = 512;

  std::shared_ptr<LogSink> sink;
  std::atomic<Level> level{Level::Info};
  std::mutex mutex;
  // One place in the program is told so many times of what differs in its numbers only; from then on it is a repeat.
  static constexpr uint32_t kMostAlike = 3;

  struct Entries {
    std::unordered_map<std::string, Entry> of_text;  // by the text of the root
    std::unordered_map<std::string, uint32_t> alike;  // by that text without numbers, and the place in the program
    Entry& operator[](const Diagnostic& d) {
      std::string text = root_text(d.root());
      uint64_t place = d.call_site().token;
      if (!place || of_text.contains(text)) return of_text[text];
      std::string family = fmt::format("{} called from {}", without_numbers(text), place);
      uint32_t& count = alike[family];
      if (count < kMostAlike) {
        ++count;
        return of_text[text];
      }
      Entry& e = of_text[family];
      e.written = e.alike = true;
      return e;
    }
    void clear() { of_text.clear(), alike.clear(); }
  };

  Entries roots, repeats;
  struct Text {
    Level level;
    uint64_t since = 0;  // repeats after the first
  };
  std::unordered_map<std::string, Text> texts;  // warnings and errors that are no diagnostics

  using Out = std::vector<LogMessage>;

  void add(Out& out, const DiagnosticPtr& d, uint64_t folded) {
    out.push_back({level_of(d->severity()), "", render_terminal(*d, sink->options(), folded), d});
  }
  // Writes what is held back. The mutex is held.
  void flush(Out& out) {
    for (auto& [text, entry] : roots.of_text) {
      if (!entry.held_back) continue;
      add(out, entry.held_back, entry.folded);
      entry.held_back = nullptr;
      entry.folded = 0;
      entry.written = true;
    }
  }
  void count(Out& out, std::string_view what, const Entry& e) {
    const Diagnostic& d = e.keep->root();
    out.push_back({level_of(d.severity()), "diagnostics",
                   fmt::format("{} more {}{}{}: {}", e.since, what, e.since == 1 ? "" : "s",
                               e.alike ? " with other numbers" : "", root_text(d)), nullptr});
  }
  void trim(Out& out) {
    if (roots.of_text.size() + repeats.of_text.size() + texts.size() <= kMaxEntries) return;
    totals(out);
    roots.clear();
    repeats.clear();
    texts.clear();
  }
  void totals(Out& out) {
    flush(out);
    for (auto& [text, e] : roots.of_text)
      if (untold(e)) count(out, "follow-on error", e);
    for (auto& [text, e] : repeats.of_text)
      if (untold(e)) count(out, "repeat", e);
    for (auto& [text, t] : texts) {
      if (t.since && !power_of_ten(t.since))
        out.push_back({t.level, "diagnostics", fmt::format("{} more repeat{}: {}", t.since, t.since == 1 ? "" : "s", text), nullptr});
    }
  }
  void send(const Out& out) {
    for (const LogMessage& m : out)
      if (m.level <= level.load(std::memory_order_relaxed)) sink->write(m);
  }
};

Log::Log(std::shared_ptr<LogSink> sink) : state_(std::make_unique<State>()) {
  state_->sink = sink ? std::move(sink) : stderr_sink();
}

Log::~Log() {
  State::Out out;
  {
    std::lock_guard lock(state_->mutex);
    state_->totals(out);
  }
  state_->send(out);
}

void Log::set_level(Level level) { state_->level.store(level, std::memory_order_relaxed); }
Level Log::level() const { return state_->level.load(std::memory_order_relaxed); }
bool Log::enabled(Level level) const { return level <= this->level(); }

void Log::message(Level level, std::string_view category, std::string text) {
  if (!enabled(level)) return;
  State::Out out;
  {
    std::lock_guard lock(state_->mutex);
    // A warning's text that comes again is counted, as repeats of one diagnostic are.
    State::Text* again = nullptr;
    if (level <= Level::Warning) {
      state_->trim(out);
      auto [entry, is_new] = state_->texts.try_emplace(fmt::format("[{}] {}", category, text), State::Text{level});
      if (!is_new) again = &entry->second;
    }
    if (!again) {
      state_->flush(out);
      out.push_back({level, category, std::move(text), nullptr});
    } else if (power_of_ten(++again->since) && again->since > 1) {
      out.push_back({level, category, fmt::format("{} ({} more)", text, again->since), nullptr});
    }
  }
  state_->send(out);
}

void Log::report(DiagnosticPtr d) {
  if (!d || !enabled(level_of(d->severity()))) return;
  State::Out out;
  {
    std::lock_guard lock(state_->mutex);
    if (d->cause()) {
      Entry& e = state_->roots[*d];
      if (!e.keep) e.keep = d;
      if (e.written) {
        if (power_of_ten(++e.since) && e.since > 1) state_->count(out, "follow-on error", e);
      } else {
        if (e.held_back) ++e.folded;
        e.held_back = d;
      }
    } else {
      Entry& e = state_->repeats[*d];
      if (!e.keep) e.keep = d;
      if (!e.written) {
        e.written = true;
        state_->flush(out);
        state_->add(out, d, 0);
      } else if (power_of_ten(++e.since) && e.since > 1) {
        state_->count(out, "repeat", e);
      }
    }
    state_->trim(out);
  }
  state_->send(out);
}

void Log::flush() {
  State::Out out;
  {
    std::lock_guard lock(state_->mutex);
    state_->flush(out);
  }
  state_->send(out);
}

std::shared_ptr<LogSink> stderr_sink() { return std::make_shared<StderrSink>(); }
std::shared_ptr<LogSink> function_sink(std::function<void(const LogMessage&)> function) {
  return std::make_shared<FunctionSink>(std::move(function));
}

}  // namespace vitrine::diag
