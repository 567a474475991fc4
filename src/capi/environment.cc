#include "capi/environment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "wgsl/suggest.h"

namespace vitrine::capi {

namespace {

constexpr std::string_view kNames[] = {
    "VITRINE_ADAPTER",       "VITRINE_BACKEND", "VITRINE_CALL_SITES",       "VITRINE_CHECK",         "VITRINE_EXPERIMENTS",
    "VITRINE_FAIL_CALL",     "VITRINE_FLAGS",   "VITRINE_IGNORE_BLOCKLIST", "VITRINE_LINT",          "VITRINE_NODE",
    "VITRINE_PRINTF_BUFFER", "VITRINE_PRINTF_LIMIT", "VITRINE_PRINTF_WHERE", "VITRINE_ROBUSTNESS", "VITRINE_TIMEOUT",
    "VITRINE_TRACE",
};

struct FlagName {
  std::string_view name;
  VitrineInstanceFlags flag;
};
constexpr FlagName kFlagNames[] = {
    {"validation", VitrineInstanceFlags_Validation},
    {"debug_printf", VitrineInstanceFlags_DebugPrintf},
    {"debugprintf", VitrineInstanceFlags_DebugPrintf},
    {"host_print_buffer", VitrineInstanceFlags_HostPrintBuffer},
    {"check_bounds", VitrineInstanceFlags_CheckBounds},
    {"check_silent", VitrineInstanceFlags_CheckSilent},
    {"check_draws", VitrineInstanceFlags_CheckDraws},
    {"check_nan", VitrineInstanceFlags_CheckNan},
    {"lint", VitrineInstanceFlags_Lint},
    {"full_call_sites", VitrineInstanceFlags_FullCallSites},
    {"ignore_blocklist", VitrineInstanceFlags_IgnoreBlocklist},
};

// Variables that have one of some words.
struct Choice {
  const char* name;
  std::string_view words[2];
};
constexpr Choice kChoices[] = {
    {"VITRINE_BACKEND", {"vulkan", "null"}},
    {"VITRINE_CALL_SITES", {"off", "on"}},
    {"VITRINE_ROBUSTNESS", {"shader", "device"}},
};

void read_flags(Environment& out) {
  std::vector<std::string> names;
  add_names(environment("VITRINE_FLAGS"), names);
  for (std::string& name : names) {
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto* known = std::find_if(std::begin(kFlagNames), std::end(kFlagNames), [&](const FlagName& f) { return f.name == name; });
    if (known != std::end(kFlagNames)) {
      out.flags |= known->flag;
      continue;
    }
    std::string all;
    for (const FlagName& f : kFlagNames)
      if (f.name != "debugprintf") all += (all.empty() ? "" : ", ") + std::string(f.name);
    out.unknown.push_back(fmt::format("VITRINE_FLAGS: there is no flag `{}`; the flags are {}", name, all));
  }
  names.clear();
  add_names(environment("VITRINE_CHECK"), names);
  for (const std::string& name : names) {
    if (name == "bounds") out.flags |= VitrineInstanceFlags_CheckBounds;
    else if (name == "silent") out.flags |= VitrineInstanceFlags_CheckSilent;
    else if (name == "nan") out.flags |= VitrineInstanceFlags_CheckNan;
    else if (name == "draws") out.flags |= VitrineInstanceFlags_CheckDraws;
    else if (name != "off" && name != "0")
      out.unknown.push_back(fmt::format("VITRINE_CHECK: there is no check `{}`; there are `bounds`, `draws`, `nan` and `silent`", name));
  }
}

// A number with what stands behind it.
template <class T>
std::optional<T> read_number(std::string_view text, std::string_view& rest) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  rest = text.substr(static_cast<size_t>(end - text.data()));
  return value;
}

// "64M", "1024K" or bytes.
std::optional<uint64_t> parse_size(std::string_view text) {
  std::string_view unit;
  std::optional<uint64_t> value = read_number<uint64_t>(text, unit);
  if (!value || *value > UINT64_MAX >> 30) return std::nullopt;
  if (unit.empty()) return value;
  if (unit == "k" || unit == "K") return *value << 10;
  if (unit == "m" || unit == "M") return *value << 20;
  if (unit == "g" || unit == "G") return *value << 30;
  return std::nullopt;
}

std::optional<uint32_t> parse_limit(std::string_view text) {
  std::string_view rest;
  std::optional<uint32_t> value = read_number<uint32_t>(text, rest);
  return rest.empty() || rest == "/site" ? value : std::nullopt;
}

std::optional<uint64_t> parse_seconds(std::string_view text) {
  std::string_view rest;
  std::optional<double> value = read_number<double>(text, rest);
  if (!value || !rest.empty() || !(*value >= 0)) return std::nullopt;
  return *value >= 1e9 ? 0 : static_cast<uint64_t>(*value * 1e9);  // some decades: never
}

template <class T>
void read(const char* name, std::optional<T> (*parse)(std::string_view), std::string_view wanted, std::optional<T>& value,
          Environment& out) {
  const char* text = environment(name);
  if (text && !(value = parse(text))) out.unknown.push_back(fmt::format("{}: `{}` is no {}", name, text, wanted));
}

// Names that look like ours and are not.
void find_misspelt(Environment& out) {
  for (char** at = environ; at && *at; ++at) {
    std::string_view name = *at;
    name = name.substr(0, name.find('='));
    if (!name.starts_with("VITRINE_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) continue;
    wgsl::Suggestion near(name.substr(8));
    for (std::string_view known : kNames) near.consider(known.substr(8));
    if (near.found()) out.unknown.push_back(fmt::format("there is no variable {}, did you mean VITRINE_{}?", name, near.best()));
  }
}

}  // namespace

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

std::span<const std::string_view> environment_names() { return kNames; }

void add_names(const char* text, std::vector<std::string>& out) {
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    size_t end = std::min(rest.find_first_of(",| "), rest.size());
    if (end) out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

Environment read_environment() {
  Environment out;
  read_flags(out);
  read("VITRINE_PRINTF_BUFFER", parse_size, "number of bytes, as 64M or 512K", out.print_buffer_size, out);
  read("VITRINE_PRINTF_LIMIT", parse_limit, "number of messages", out.print_limit, out);
  read("VITRINE_TIMEOUT", parse_seconds, "number of seconds", out.timeout_ns, out);
  for (const Choice& c : kChoices)
    if (const char* text = environment(c.name); text && text != c.words[0] && text != c.words[1])
      out.unknown.push_back(fmt::format("{}: `{}` is none of {} and {}", c.name, text, c.words[0], c.words[1]));
  find_misspelt(out);
  return out;
}

}  // namespace vitrine::capi
