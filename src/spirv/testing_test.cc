#include "spirv/testing.h"

#include <spirv-tools/libspirv.h>

namespace vitrine::spirv {

std::string spirv_val(const std::vector<uint32_t>& words, const Options& options) {
  spv_target_env env = options.version >= 0x10600 ? SPV_ENV_VULKAN_1_3
                       : options.version >= 0x10500 ? SPV_ENV_VULKAN_1_2
                                                    : SPV_ENV_VULKAN_1_1;
  spv_context context = spvContextCreate(env);
  spv_validator_options o = spvValidatorOptionsCreate();
  spvValidatorOptionsSetUniformBufferStandardLayout(o, options.uniform_standard_layout);
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic d = nullptr;
  std::string out;
  if (spvValidateWithOptions(context, o, &binary, &d) != SPV_SUCCESS) out = d ? d->error : "no module";
  spvDiagnosticDestroy(d);
  spvValidatorOptionsDestroy(o);
  spvContextDestroy(context);
  return out;
}

std::string disassemble(const std::vector<uint32_t>& words) {
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_text text = nullptr;
  spvBinaryToText(context, words.data(), words.size(), SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER, &text, nullptr);
  std::string out = text ? text->str : "";
  spvTextDestroy(text);
  spvContextDestroy(context);
  return out;
}

}  // namespace vitrine::spirv
