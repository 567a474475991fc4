// Compiles every .wgsl file below a folder to SPIR-V, each entry point for Vulkan 1.1, for 1.3 and as for a device with all
// that the writer makes use of, and has SPIRV-Tools check the result. The folder comes from the environment, because it belongs to no package:
//
//   VITRINE_CORPUS=dawn/test/tint build/dev/corpus_test [PART-OF-A-PATH]
//
// One line per file that went wrong, then the sums. Without the variable one line says that it was skipped. Each file has
// a process of its own, so that a crash is one more line.
#include <spirv-tools/libspirv.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "child.h"
#include "ir/text.h"
#include "ir/transform/entry_point.h"
#include "ir/transform/overrides.h"
#include "ir/validate.h"
#include "spirv/spirv.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace {

using namespace vitrine;

struct Outcome {
  std::string kind = "fine";  // fine, refused, no entry point, ir, raised ir, overrides, spirv-val, crash
  std::string text;
};

std::string spirv_val(const std::vector<uint32_t>& words, const spirv::Options& o) {
  spv_context context = spvContextCreate(o.version == 0x10300u ? SPV_ENV_VULKAN_1_1 : SPV_ENV_VULKAN_1_3);
  spv_validator_options options = spvValidatorOptionsCreate();
  spvValidatorOptionsSetUniformBufferStandardLayout(options, o.uniform_standard_layout);
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic d = nullptr;
  std::string out;
  if (spvValidateWithOptions(context, options, &binary, &d) != SPV_SUCCESS) out = d && d->error ? d->error : "no module";
  spvDiagnosticDestroy(d);
  spvValidatorOptionsDestroy(options);
  spvContextDestroy(context);
  return out;
}

Outcome compile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  auto source = std::make_shared<const diag::Source>(path, text.str());
  std::vector<diag::DiagnosticPtr> found;
  auto program = wgsl::check(source, {}, found);
  if (!program) {
    for (const auto& d : found)
      if (d->severity() == diag::Severity::Error) {
        uint32_t line = d->source_place() ? source->position(d->source_place()->span.begin).line : 0;
        return {"refused", std::to_string(line) + " " + std::string(d->rule().name) + ": " + d->message()};
      }
    return {"refused", "?"};
  }
  ir::Module module = wgsl::lower(*program);
  if (auto wrong = ir::validate(module); !wrong.empty()) return {"ir", wrong[0]};
  bool any = false;
  for (ir::FunctionId id(0); id.value < module.functions.size(); ++id.value) {
    if (module.functions[id].stage == ir::Stage::None) continue;
    any = true;
    std::string entry = module.functions[id].name + ": ";
    ir::Module one = ir::extract_entry_point(module, id);
    std::vector<ir::OverrideValue> values;
    for (const ir::Override& o : one.overrides)
      if (!o.initializer) values.push_back({o.id >= 0 ? std::to_string(o.id) : o.name, 1});
    if (auto wrong = ir::substitute_overrides(one, values); !wrong.empty()) return {"overrides", entry + wrong[0].message()};
    if (auto wrong = ir::validate(one); !wrong.empty()) return {"ir", entry + wrong[0]};
    for (int variant = 0; variant < 3; ++variant) {
      spirv::Options options;
      options.version = variant == 0 ? 0x10300u : 0x10600u;
      if (variant == 2) {
        options.robust_buffers = options.robust_textures = false;
        options.uniform_standard_layout = options.select_tables = options.clamp_frag_depth = options.demote_to_helper = true;
        options.storage_input_output16 = options.bound_loops = true;
      }
      options.print = spirv::PrintRoute::BuiltIn;
      options.print_buffer = {.group = 7, .binding = 0};
      options.debug = variant != 1 ? spirv::DebugLevel::Names : spirv::DebugLevel::Full;
      ir::Module raised = one;
      spirv::raise(raised, options);
      if (auto wrong = ir::validate(raised); !wrong.empty()) return {"raised ir", entry + wrong[0]};
      std::string refused = spirv_val(spirv::print(raised, options), options);
      if (!refused.empty()) return {"spirv-val", entry + refused};
    }
  }
  return any ? Outcome{} : Outcome{"no entry point", ""};
}

}  // namespace

int main(int argc, char** argv) {
  const char* folder = std::getenv("VITRINE_CORPUS");
  if (!folder) {
    std::puts("skipped: VITRINE_CORPUS names no folder of .wgsl files");
    return 77;
  }
  std::vector<std::string> files;
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder)) {
    std::string path = e.path().string();
    if (path.ends_with(".wgsl") && path.find("expected") == std::string::npos &&
        (argc < 2 || path.find(argv[1]) != std::string::npos))
      files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  std::map<std::string, int> sums;
  auto start = std::chrono::steady_clock::now();
  for (const std::string& path : files) {
    auto child = in_child([&](int out) {
      alarm(20);
      Outcome o = compile(path);
      std::string line = o.kind + "\n" + o.text.substr(0, 400);
      std::replace(line.begin() + static_cast<std::ptrdiff_t>(o.kind.size()) + 1, line.end(), '\n', ' ');
      [[maybe_unused]] auto written = write(out, line.data(), line.size());
      return 0;
    });
    if (!child) return 3;
    const std::string& answer = child->written;
    std::string kind = answer.substr(0, answer.find('\n'));
    if (answer.empty()) kind = child->hung() ? "hang" : "crash";
    ++sums[kind];
    if (kind != "fine" && kind != "no entry point")
      std::printf("%s: %s: %s\n", kind.c_str(), path.substr(std::string(folder).size()).c_str(),
                  answer.size() > kind.size() ? answer.substr(kind.size() + 1).c_str() : "");
  }
  auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%zu files in %.0f s:", files.size(), took);
  for (const auto& [kind, count] : sums) std::printf(" %s %d", kind.c_str(), count);
  std::printf("\n");
  int bad = 0;
  for (const auto& [kind, count] : sums)
    if (kind != "fine" && kind != "refused" && kind != "no entry point") bad += count;
  return bad ? 1 : 0;
}
