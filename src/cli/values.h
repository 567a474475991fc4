// Memory of buffers as text, in and out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/type.h"

namespace vitrine::cli {

// The value of a type as it lies in memory: 3, vec3(1, 2, 3), [1, 2, 3], {a: 1, b: 2}. Runtime-sized arrays take what is
// there; of arrays longer than `max_elements` the rest is counted. Bytes that are missing are shown as "?".
std::string value_text(const lang::TypeTable& types, lang::TypeId type, std::span<const std::byte> bytes,
                       size_t max_elements = 64);
// The same for a list of scalars: "u32", "i32", "f32", "f16", "u8", "hex". Nothing for another name.
std::optional<std::string> scalars_text(std::string_view type, std::span<const std::byte> bytes);

// What stands behind `--buffer NAME=`: a file name, `zeros:N`, or values like `u32:1,2,3`, `i32:`, `f32:`, `u8:`.
// Nothing, with a line on standard error, when it cannot be read.
std::optional<std::vector<std::byte>> parse_content(const std::string& text);

}  // namespace vitrine::cli
