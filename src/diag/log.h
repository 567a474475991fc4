// Where messages go: the log with its sinks. Thread-safe; a sink is called with no lock held.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/render.h"

namespace vitrine::diag {

enum class Level : uint8_t { Error = 1, Warning = 2, Info = 3, Debug = 4 };

// One line of the log. `category` names who speaks: "shader debugPrintf", "adapter", "validation".
struct LogMessage {
  Level level;
  std::string_view category;
  std::string text;
  DiagnosticPtr diagnostic;  // set when the message is one
};

class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void write(const LogMessage& message) = 0;
  // How the text of diagnostics is laid out for it.
  virtual TerminalOptions options() const { return {}; }
};

class Log {
 public:
  explicit Log(std::shared_ptr<LogSink> sink = nullptr);  // no sink: stderr
  ~Log();
  void set_level(Level level);
  Level level() const;
  bool enabled(Level level) const;
  void message(Level level, std::string_view category, std::string text);
  // Renders with the terminal renderer. A diagnostic without a cause is written at once. One with a cause is held back:
  // of all that have one root only the last is written, with its chain and the number of the others, by the next flush
  // or when something else is written. What comes after that, and repeats of one diagnostic, are counted; the count is
  // written when it reaches a power of ten and when the log ends.
  void report(DiagnosticPtr diagnostic);
  // Call it at the end of a step that a cascade ends in: queue submit, device destruction.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::shared_ptr<LogSink> stderr_sink();
std::shared_ptr<LogSink> function_sink(std::function<void(const LogMessage&)> function);

}  // namespace vitrine::diag
