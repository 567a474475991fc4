// One finding of the compiler, of validation or of the runtime.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/span.h"
#include "diag/path.h"
#include "diag/rule.h"
#include "diag/source.h"

namespace vitrine::diag {

class Diagnostic;
using DiagnosticPtr = std::shared_ptr<const Diagnostic>;

enum class Severity : uint8_t { Error, Warning, Info };

struct SourcePlace {
  SourceRef source;
  SourceSpan span;
};
struct ArgumentPlace { std::string path; };   // "descriptor.entries[3].resource"
struct NativeCall { std::string function, result; };  // "vkQueueSubmit", "VK_ERROR_DEVICE_LOST"
using Place = std::variant<std::monostate, SourcePlace, ArgumentPlace, ObjectRef, NativeCall>;

// A further place with words: "declared here", "created here".
struct Note {
  Place place;
  std::string text;
  CallSite call_site;
};

// An enclosing thing, outermost first.
enum class ContextKind : uint8_t { ApiCall, Pass, Command, DebugGroup, Pipeline, EntryPoint, ShaderCall, Submission };
struct Context {
  ContextKind kind;
  std::string text;    // createBuffer({size: 16}), "blur pass", setPipeline, ...
  uint64_t index = 0;  // of the command in its pass, of the submission
};

// What to do. `certain`: applying the edits keeps the meaning the user evidently wants; `check --fix` applies those.
struct Edit {
  SourceSpan span;
  std::string replacement;
};
struct Help {
  std::string text;
  std::vector<Edit> edits;
  bool certain = false;
};

// Built by a rule, filled in by the chained setters, then frozen as a DiagnosticPtr.
class Diagnostic {
 public:
  Diagnostic(const Rule& rule, std::vector<Arg> args) : rule_(&rule), args_(std::move(args)) {}

  Diagnostic(const Diagnostic&) = default;
  Diagnostic(Diagnostic&&) noexcept = default;
  Diagnostic& operator=(const Diagnostic&) = default;
  // `d = std::move(d).help("...")` moves d to itself.
  Diagnostic& operator=(Diagnostic&& other) noexcept {
    if (this != &other) {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }

  // -- where --
  Diagnostic&& at(SourceRef source, SourceSpan span) && { where_ = SourcePlace{std::move(source), span}; return std::move(*this); }
  Diagnostic&& at(const Path& path) && { where_ = ArgumentPlace{path.text()}; return std::move(*this); }
  Diagnostic&& at(ObjectRef object) && { where_ = std::move(object); return std::move(*this); }
  Diagnostic&& at(NativeCall call) && { where_ = std::move(call); return std::move(*this); }
  // -- more --
  Diagnostic&& note(Place place, std::string text, CallSite site = {}) && {
    notes_.push_back({std::move(place), std::move(text), std::move(site)});
    return std::move(*this);
  }
  Diagnostic&& within(Context context) && { context_.push_back(std::move(context)); return std::move(*this); }
  Diagnostic&& help(std::string text) && { help_.push_back({std::move(text), {}, false}); return std::move(*this); }
  Diagnostic&& help(Help help) && { help_.push_back(std::move(help)); return std::move(*this); }
  Diagnostic&& cause(DiagnosticPtr cause) && { cause_ = std::move(cause); return std::move(*this); }
  Diagnostic&& about(ObjectRef object) && { chain_.push_back(std::move(object)); return std::move(*this); }
  Diagnostic&& called_from(CallSite site) && { call_site_ = std::move(site); return std::move(*this); }
  Diagnostic&& severity(Severity s) && { severity_ = s; return std::move(*this); }
  Diagnostic&& also(DiagnosticPtr other) && { also_.push_back(std::move(other)); return std::move(*this); }

  const Rule& rule() const { return *rule_; }
  const std::vector<Arg>& args() const { return args_; }
  Severity severity() const {
    return severity_ ? *severity_ : rule_->effect == Effect::Warning ? Severity::Warning : Severity::Error;
  }
  const Place& where() const { return where_; }
  const SourcePlace* source_place() const { return std::get_if<SourcePlace>(&where_); }
  const std::vector<Note>& notes() const { return notes_; }
  const std::vector<Context>& context() const { return context_; }
  const std::vector<Help>& helps() const { return help_; }
  // The diagnostic that made the object we tripped over unusable; chained to the first.
  const DiagnosticPtr& cause() const { return cause_; }
  const Diagnostic& root() const {
    const Diagnostic* d = this;
    while (d->cause_) d = d->cause_.get();
    return *d;
  }
  // The objects from the root cause to here, nearest to the root first: shader module > compute pipeline > ...
  const std::vector<ObjectRef>& chain() const { return chain_; }
  // Further requirements of the same step that were not met; this one came first.
  const std::vector<DiagnosticPtr>& also() const { return also_; }
  const CallSite& call_site() const { return call_site_; }

  // The message alone: placeholders filled in, one line, no place.
  std::string message() const;

 private:
  const Rule* rule_;
  std::vector<Arg> args_;
  std::optional<Severity> severity_;
  Place where_;
  std::vector<Note> notes_;
  std::vector<Context> context_;
  std::vector<Help> help_;
  DiagnosticPtr cause_;
  std::vector<ObjectRef> chain_;
  std::vector<DiagnosticPtr> also_;
  CallSite call_site_;
};

inline DiagnosticPtr freeze(Diagnostic d) { return std::make_shared<const Diagnostic>(std::move(d)); }

std::string to_text(const Arg& arg);        // as it stands in a message, quotes included
std::string to_text(const ObjectRef& ref);  // shader module "blur"; buffer #3 (256 bytes)
std::string_view to_text(Effect effect);    // "validation error"
std::string_view to_text(Severity severity);

template <class... Args>
Diagnostic TypedRule<Args...>::operator()(Args... args) const {
  std::vector<Arg> list;
  list.reserve(sizeof...(Args));
  (list.push_back(Arg(std::move(args))), ...);
  return Diagnostic(*this, std::move(list));
}

// Collects the unmet requirements of one step: the first is the error, the rest travel with it.
class Requirements {
 public:
  void fail(Diagnostic d) { failed_.push_back(std::move(d)); }
  bool ok() const { return failed_.empty(); }
  size_t count() const { return failed_.size(); }
  // The first with all others attached. Call once, and only when !ok().
  Diagnostic take();

 private:
  std::vector<Diagnostic> failed_;
};

}  // namespace vitrine::diag

// Evaluates the diagnostic only when the condition is false. Yields the condition.
#define REQUIRE(requirements, condition, ...) \
  (static_cast<bool>(condition) || ((requirements).fail(__VA_ARGS__), false))
