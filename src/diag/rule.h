// A rule: what a check demands, declared beside the check.
//
//   RULE(buffer_usage_empty, Validation, "GPUDevice.createBuffer", "1a2b3c4d",
//        "the usage is {0}, and a buffer needs at least one usage", Text);
//   ...
//   REQUIRE(requirements, usage != 0, buffer_usage_empty(to_text(usage)).at(path.member("usage")));
//
// The message follows docs/style.md; the constructor checks what a compiler can check of it. `./x gen` finds every
// RULE in src/ and writes the table that `all_rules()` enumerates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace vitrine::diag {

// What a failed check does to the program. https://gpuweb.github.io/gpuweb/#errors-and-debugging
enum class Effect : uint8_t {
  Validation,        // GPUValidationError, or a rejected promise where the algorithm says so
  OutOfMemory,       // GPUOutOfMemoryError
  Internal,          // GPUInternalError: a limit of the implementation, or our own bug
  ShaderCreation,    // error in GPUCompilationInfo; the module is invalid
  PipelineCreation,  // GPUPipelineError or validation error of createXPipeline, found in WGSL
  TypeError,         // exceptions of the content timeline
  RangeError,
  OperationError,
  DeviceLost,
  Warning,  // the program goes on; hygiene, suspicious code, printing formats
};

// Where the user called us. A token is made in nanoseconds and described only when printed.
class CallSiteProvider {
 public:
  virtual ~CallSiteProvider() = default;
  virtual uint64_t capture() = 0;                    // 0: none
  virtual std::string describe(uint64_t token) = 0;  // "frame.cc:41", or an empty text
};
struct CallSite {
  uint64_t token = 0;
  std::shared_ptr<CallSiteProvider> provider;
  std::string text() const { return token && provider ? provider->describe(token) : std::string(); }
};

// Typed arguments of a message. The renderer decides on quotes; a rule never writes them around a placeholder.
struct Name { std::string text; };                  // an identifier or code as the user wrote it: `text`
struct Label { std::string text; };                 // a label given by the user: "text"
struct Text { std::string text; };                  // words of ours or a specification term: as is
struct Hex { uint64_t value; };                     // 0x1f
struct ObjectRef {                                  // shader module "blur", or buffer #3 (256 bytes)
  std::string kind;                                 // in the specification's words: "shader module"
  std::string label;                                // may be empty: then `ordinal` and `traits` tell objects apart
  uint64_t ordinal = 0;                             // counts objects of this kind on their device, from 1
  std::string traits;                               // "256 bytes", "rgba8unorm 64x64"
  CallSite created;                                 // shown in chains and after an object without label
};
using Arg = std::variant<Name, Label, Text, Hex, ObjectRef, int64_t, uint64_t, double, bool>;

struct Rule {
  std::string_view name;     // snake_case, unique
  Effect effect;
  std::string_view spec;     // algorithm of the WebGPU specification, or anchor of the WGSL specification ("wgsl:...")
  std::string_view keys;     // keys of the requirements in spec/ that it implements, separated by spaces
  std::string_view message;  // with {0}, {1}, ...
  uint8_t arity;
};

// Every RULE of the program, by name. Made at build time.
std::span<const Rule* const> all_rules();
const Rule* find_rule(std::string_view name);

class Diagnostic;

namespace internal {
// Never defined: naming one in a constant expression fails the build with its name in the error.
void rule_message_must_not_be_empty();
void rule_message_starts_with_lower_case_and_has_no_final_period();
void rule_message_says_what_was_found_not_invalid_or_illegal();
void rule_message_placeholder_without_argument();
void rule_message_argument_without_placeholder();
void rule_message_has_unbalanced_braces();
void rule_message_must_not_quote_a_placeholder();

consteval bool contains_word(std::string_view text, std::string_view word) {
  for (size_t i = 0; i + word.size() <= text.size(); ++i) {
    if (text.substr(i, word.size()) != word) continue;
    auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    bool before = i > 0 && letter(text[i - 1]);
    bool after = i + word.size() < text.size() && letter(text[i + word.size()]);
    if (!before && !after) return true;
  }
  return false;
}

consteval void check_message(std::string_view m, size_t arity) {
  if (m.empty()) rule_message_must_not_be_empty();
  bool upper = m[0] >= 'A' && m[0] <= 'Z' && !(m.size() > 1 && m[1] >= 'A' && m[1] <= 'Z');
  if (upper || m.back() == '.' || m.back() == ' ') rule_message_starts_with_lower_case_and_has_no_final_period();
  if (contains_word(m, "invalid") || contains_word(m, "illegal") || contains_word(m, "Invalid"))
    rule_message_says_what_was_found_not_invalid_or_illegal();
  uint64_t used = 0;
  for (size_t i = 0; i < m.size(); ++i) {
    if (i + 1 < m.size() && m[i] == m[i + 1] && (m[i] == '{' || m[i] == '}')) { ++i; continue; }  // a literal brace
    if (m[i] == '}') rule_message_has_unbalanced_braces();
    if (m[i] != '{') continue;
    size_t n = 0, j = i + 1;
    while (j < m.size() && m[j] >= '0' && m[j] <= '9') n = n * 10 + static_cast<size_t>(m[j++] - '0');
    if (j == i + 1 || j >= m.size() || m[j] != '}') rule_message_has_unbalanced_braces();
    if (n >= arity) rule_message_placeholder_without_argument();
    if (i > 0 && (m[i - 1] == '`' || m[i - 1] == '"')) rule_message_must_not_quote_a_placeholder();
    used |= uint64_t{1} << n;
    i = j;
  }
  if (used != (arity == 0 ? 0 : (~uint64_t{0} >> (64 - arity)))) rule_message_argument_without_placeholder();
}
}  // namespace internal

// A rule whose call operator takes exactly the arguments of its message and makes a Diagnostic.
template <class... Args>
struct TypedRule : Rule {
  consteval TypedRule(std::string_view name, Effect effect, std::string_view spec, std::string_view keys,
                      std::string_view message)
      : Rule{name, effect, spec, keys, message, sizeof...(Args)} {
    internal::check_message(message, sizeof...(Args));
  }
  Diagnostic operator()(Args... args) const;
};

}  // namespace vitrine::diag

// NAME, Effect, specification algorithm or anchor, keys, message, then the type of each argument.
#define RULE(name, effect, spec, keys, message, ...)                                     \
  static constexpr ::vitrine::diag::TypedRule<__VA_ARGS__> name {                        \
    #name, ::vitrine::diag::Effect::effect, spec, keys, message                          \
  }
