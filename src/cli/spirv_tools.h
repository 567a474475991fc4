// SPIR-V words as text, and whether they are valid, by SPIRV-Tools.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace vitrine::cli {

// `version` as in spirv::Options: 0x00010300 and so on. Colour only for a terminal.
std::string disassemble(std::span<const uint32_t> words, bool colour);
// Empty when the module is valid for the Vulkan version that goes with `version`; else what spirv-val says.
std::string validate_spirv(std::span<const uint32_t> words, uint32_t version);

}  // namespace vitrine::cli
