// The native routes of printing: prints stay, with a format that the target's own formatter takes.
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

enum class PrintTarget : uint8_t { DebugPrintf, DebugPrintfWithoutFlags, OsLog };

// Every print gets a site of its own whose format is written anew (printf::emit_debug_printf, printf::emit_os_log) and
// exactly the scalars that it takes: i32, u32 and f32, for OsLog f32 too in place of f16. Returns whether there was any.
bool print_natively(Module& m, PrintTarget target);

// Takes all prints out; the values they printed stay where they have effects.
bool drop_prints(Module& m);

}  // namespace vitrine::ir
