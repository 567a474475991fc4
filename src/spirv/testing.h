// What tests of this layer share: IR text to words, checked by SPIRV-Tools.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spirv/spirv.h"

namespace vitrine::spirv {

// What the validator of SPIRV-Tools says; empty: the module is fine.
std::string spirv_val(const std::vector<uint32_t>& words, const Options& options = {});
// Assembly without ids' numbers made friendly; for looking for a piece of it.
std::string disassemble(const std::vector<uint32_t>& words);

}  // namespace vitrine::spirv
