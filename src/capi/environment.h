// Environment variables that a program is started with.
#pragma once

#include <webgpu/vitrine.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::capi {

// Null when it is not set or empty.
const char* environment(const char* name);

// Every variable of ours. docs/environment.md has them too.
std::span<const std::string_view> environment_names();

// What the variables say. `unknown` gets what is to be said of words that cannot be read: they count as not given.
struct Environment {
  VitrineInstanceFlags flags = 0;            // VITRINE_FLAGS, VITRINE_CHECK
  std::optional<uint64_t> print_buffer_size;  // VITRINE_PRINTF_BUFFER
  std::optional<uint32_t> print_limit;        // VITRINE_PRINTF_LIMIT
  std::optional<uint64_t> timeout_ns;         // VITRINE_TIMEOUT
  std::vector<std::string> unknown;
};
Environment read_environment();

// Names separated by commas.
void add_names(const char* text, std::vector<std::string>& out);

}  // namespace vitrine::capi
