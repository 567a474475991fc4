// What chosen shaders become, word by word: for each NAME.wgsl of tests/shaders/golden the files that lie beside it,
//
//   NAME.ir              the text of the intermediate form
//   NAME.msl             Metal Shading Language, all entry points
//   NAME.native.spvasm   SPIR-V with prints by the native route, first entry point
//   NAME.spvasm          SPIR-V with prints by the built-in route, first entry point
//
// VITRINE_UPDATE=1 rewrites them; an empty file is filled in. SPIR-V goes through spirv-val.
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/text.h"
#include "ir/transform/entry_point.h"
#include "ir/transform/overrides.h"
#include "ir/validate.h"
#include "msl/msl.h"
#include "spirv/spirv.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace {

using namespace vitrine;
namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string spirv_text(ir::Module m, spirv::PrintRoute route) {
  for (ir::FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    if (m.functions[id].stage == ir::Stage::None) continue;
    m = ir::extract_entry_point(m, id);
    break;
  }
  spirv::Options options;
  options.print = route;
  options.print_buffer.group = 4;
  spirv::raise(m, options);
  std::vector<uint32_t> words = spirv::print(m, options);
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic wrong = nullptr;
  EXPECT_EQ(spvValidate(context, &binary, &wrong), SPV_SUCCESS) << (wrong ? wrong->error : "");
  spvDiagnosticDestroy(wrong);
  spv_text text = nullptr;
  std::string out;
  uint32_t how = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT;
  if (spvBinaryToText(context, words.data(), words.size(), how, &text, nullptr) == SPV_SUCCESS) out.assign(text->str, text->length);
  spvTextDestroy(text);
  spvContextDestroy(context);
  return out;
}

TEST(Golden, EveryShaderBecomesWhatItWas) {
  bool update = std::getenv("VITRINE_UPDATE") != nullptr;
  size_t compared = 0;
  std::vector<fs::path> shaders;
  for (const auto& entry : fs::directory_iterator(fs::path(VITRINE_SOURCE_DIR) / "tests/shaders/golden"))
    if (entry.path().extension() == ".wgsl") shaders.push_back(entry.path());
  std::sort(shaders.begin(), shaders.end());
  for (const fs::path& path : shaders) {
    SCOPED_TRACE(path.filename().string());
    auto source = std::make_shared<const diag::Source>(path.filename().string(), read(path));
    std::vector<diag::DiagnosticPtr> found;
    auto program = wgsl::check(source, {}, found);
    for (const auto& d : found) ADD_FAILURE() << d->rule().name << ": " << d->message();
    if (!program) continue;
    ir::Module module = wgsl::lower(*program);
    EXPECT_EQ(ir::validate(module), std::vector<std::string>{});
    ir::Module fixed = module;
    std::vector<ir::OverrideValue> values;
    for (const ir::Override& o : fixed.overrides)
      if (!o.initializer) values.push_back({o.id >= 0 ? std::to_string(o.id) : o.name, 1});
    EXPECT_TRUE(ir::substitute_overrides(fixed, values).empty());
    auto compare = [&](const char* extension, auto&& make) {
      fs::path golden = path;
      golden.replace_extension(extension);
      if (!fs::exists(golden)) return;
      ++compared;
      std::string text = make();
      if (update) std::ofstream(golden, std::ios::binary) << text;
      else EXPECT_EQ(read(golden), text) << "VITRINE_UPDATE=1 golden_test rewrites " << golden.filename();
    };
    compare(".ir", [&] { return ir::to_text(module); });
    compare(".msl", [&] {
      msl::Output out = msl::write(fixed, {});
      for (const auto& d : out.diagnostics) ADD_FAILURE() << d->message();
      return out.text;
    });
    compare(".native.spvasm", [&] { return spirv_text(fixed, spirv::PrintRoute::Native); });
    compare(".spvasm", [&] { return spirv_text(fixed, spirv::PrintRoute::BuiltIn); });
  }
  EXPECT_GE(compared, 8u);
}

}  // namespace
