// What a validation layer is given, by its version.
#pragma once

#include <span>

#include "printf/printf.h"

namespace vitrine::printf {

// emit_debug_printf() for layers that leave out a message with a flag in it (1.3.290 and later): widths and precisions
// stay, `-`, `+`, `#` and space do not.
Emitted emit_debug_printf_without_flags(const Format& format, std::span<const Type> arguments);

}  // namespace vitrine::printf
