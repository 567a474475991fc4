// Words for places, contexts and chains that several renderers share.
#pragma once

#include <string>

#include "diag/render.h"

namespace vitrine::diag {

// Columns that people read count UTF-16 units, as editors and getCompilationInfo() do; `render_line` counts bytes.
enum class Columns : uint8_t { Utf16, Bytes };
std::string source_place_text(const SourcePlace& place, Columns columns = Columns::Utf16);  // blur.wgsl:3:108
std::string place_text(const Place& place);                    // one line; empty when there is none
std::string context_text(const std::vector<Context>& context);  // pass "blur pass" > command 3 setPipeline
std::string chain_text(const std::vector<ObjectRef>& chain);    // shader module "x" (fx.cc:41) > compute pipeline "y"
std::string root_text(const Diagnostic& root);                  // blur.wgsl:3:108 unknown name `x` [unknown_identifier]
std::string_view to_text(ContextKind kind);                     // "debug group"

}  // namespace vitrine::diag
