#include "cli/spirv_tools.h"

#include <fmt/format.h>

#include <spirv-tools/libspirv.hpp>

namespace vitrine::cli {

std::string disassemble(std::span<const uint32_t> words, bool colour) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  std::string text;
  uint32_t options = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  if (colour) options |= SPV_BINARY_TO_TEXT_OPTION_COLOR;
  tools.Disassemble(words.data(), words.size(), &text, options);
  return text;
}

std::string validate_spirv(std::span<const uint32_t> words, uint32_t version) {
  spv_target_env env = version >= 0x00010600 ? SPV_ENV_VULKAN_1_3 : version >= 0x00010500 ? SPV_ENV_VULKAN_1_2 : SPV_ENV_VULKAN_1_1;
  spvtools::SpirvTools tools(env);
  std::string out;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
    out += fmt::format("word {}: {}\n", at.index, message);
  });
  if (!tools.Validate(words.data(), words.size()) && out.empty()) out = "no reason was given\n";
  return out;
}

}  // namespace vitrine::cli
