#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/edits.h"

namespace vitrine::cli {
namespace {

using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

struct Ran {
  int status;
  std::string out, err;
};

Ran run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "vitrine");
  CaptureStdout();
  CaptureStderr();
  int status = main(static_cast<int>(arguments.size()), arguments.data());
  std::fflush(stdout);
  return {status, GetCapturedStdout(), GetCapturedStderr()};
}

TEST(Cli, HelpIsFineAndUsageErrorsAreNot) {
  EXPECT_EQ(run({"--help"}).status, kFine);
  EXPECT_EQ(run({}).status, kEnvironment);
  EXPECT_EQ(run({"no-such-command"}).status, kEnvironment);
  for (const char* command : {"explain", "rules"}) {
    Ran r = run({command, "--help"});
    EXPECT_EQ(r.status, kFine);
    EXPECT_NE(r.out.find("example: vitrine "), std::string::npos) << command;
  }
}

TEST(Cli, ExplainTellsAndSuggests) {
  Ran r = run({"explain", "printf_format_missing_value"});
  EXPECT_EQ(r.status, kFine);
  EXPECT_NE(r.out.find("message: "), std::string::npos);
  Ran typo = run({"explain", "printf_format_misssing_value"});
  EXPECT_EQ(typo.status, kEnvironment);
  EXPECT_NE(typo.err.find("did you mean `printf_format_missing_value`?"), std::string::npos) << typo.err;
}

TEST(Cli, RulesAreListed) {
  Ran r = run({"rules", "printf_format", "--format", "json"});
  EXPECT_EQ(r.status, kFine);
  EXPECT_NE(r.out.find("\"name\": \"printf_format_missing_value\""), std::string::npos);
}

std::string temporary(const char* name, const char* text) {
  std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

constexpr char kDouble[] = R"(
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
override factor: u32 = 2u;
override wanted: u32;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  values[id.x] = values[id.x] * factor;
}
@compute @workgroup_size(1) fn other() { values[0] = wanted; }
)";

TEST(Cli, CheckReportsInEveryFormat) {
  std::string bad = temporary("bad.wgsl", "fn f() {\n  let x = 1\n  _ = y;\n}\n"), good = temporary("good.wgsl", kDouble);
  Ran r = run({"check", good.c_str()});
  EXPECT_EQ(r.status, kFine);
  EXPECT_EQ(r.out, "");
  r = run({"check", bad.c_str(), good.c_str()});
  EXPECT_EQ(r.status, kFindings);
  EXPECT_NE(r.out.find("2 errors\n"), std::string::npos) << r.out;
  EXPECT_EQ(run({"check", bad.c_str(), "--format", "json"}).out.substr(0, 2), "[\n");
  EXPECT_NE(run({"check", bad.c_str(), "--format", "sarif"}).out.find("\"version\": \"2.1.0\""), std::string::npos);
  EXPECT_EQ(run({"check", bad.c_str(), "--format", "github"}).out.find("::error file="), 0u);
  EXPECT_EQ(run({"check", "/no/such/file.wgsl"}).status, kEnvironment);
  EXPECT_EQ(run({"check", good.c_str(), "--features", "no_such"}).status, kEnvironment);
}

TEST(Cli, ManyErrorsAreShownAndCounted) {
  std::string many;
  for (int i = 0; i < 300; ++i) many += "fn g" + std::to_string(i) + "() -> u32 { return x" + std::to_string(i) + "; }\n";
  std::string path = temporary("many.wgsl", many.c_str());
  Ran r = run({"check", path.c_str()});
  EXPECT_EQ(r.status, kFindings);
  EXPECT_NE(r.out.find("unknown name `x49`"), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find("unknown name `x50`"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("250 further errors are not shown"), std::string::npos) << r.out;
  EXPECT_EQ(run({"check", "--max-errors", "0", path.c_str()}).status, kFindings);
}

TEST(Cli, OutputThatCannotBeWrittenIsAFailure) {
  std::string good = temporary("good.wgsl", kDouble), program = VITRINE_PROGRAM;
  auto status = [&](const std::string& arguments, const char* to) {
    int raw = std::system(("'" + program + "' " + arguments + " >" + to + " 2>'" + testing::TempDir() + "full.txt'").c_str());
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  };
  for (std::string arguments : {std::string("rules"), std::string("explain no_adapter"), std::string("info"), std::string("--help"),
                                "check --format json '" + good + "'", "compile '" + good + "'"}) {
    EXPECT_EQ(status(arguments, "/dev/null"), kFine) << arguments;
    EXPECT_EQ(status(arguments, "/dev/full"), kEnvironment) << arguments;
  }
}

TEST(Cli, FixAppliesCertainEdits) {
  std::string path = temporary("fix.wgsl", "fn f() {\n  let x = 1\n  _ = x\n}\n");
  Ran r = run({"check", "--fix", "--dry-run", path.c_str()});
  EXPECT_NE(r.out.find("+  let x = 1;\n"), std::string::npos) << r.out;
  r = run({"check", "--fix", path.c_str()});
  EXPECT_EQ(r.status, kFine) << r.out;
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "fn f() {\n  let x = 1;\n  _ = x;\n}\n");
}

TEST(Cli, CompileWritesEveryTarget) {
  std::string path = temporary("double.wgsl", kDouble);
  Ran r = run({"compile", path.c_str(), "--target", "spirv-asm", "--override", "factor=3"});
  EXPECT_EQ(r.status, kFine) << r.err;
  EXPECT_NE(r.out.find("OpEntryPoint GLCompute %main \"main\""), std::string::npos) << r.out;
  EXPECT_NE(r.err.find("compile_override_without_value"), std::string::npos) << r.err;
  r = run({"compile", path.c_str(), "--target", "msl", "--entry", "main"});
  EXPECT_EQ(r.status, kFine) << r.err;
  EXPECT_NE(r.out.find("kernel void"), std::string::npos);
  EXPECT_NE(run({"compile", path.c_str(), "--target", "ir"}).out.find("override @factor"), std::string::npos);
  EXPECT_EQ(run({"compile", path.c_str(), "--entry", "nothing"}).status, kEnvironment);
  EXPECT_EQ(run({"compile", path.c_str(), "--override", "nothing=1"}).status, kFindings);
}

TEST(Cli, CompileNeedsAnEntryPointForSpirv) {
  std::string path = temporary("none.wgsl", "fn helper() -> u32 { return 1u; }\n");
  Ran r = run({"compile", path.c_str()});
  EXPECT_EQ(r.status, kEnvironment);
  EXPECT_NE(r.err.find("has no entry point"), std::string::npos) << r.err;
  EXPECT_EQ(run({"compile", path.c_str(), "--target", "msl"}).status, kFine);
  EXPECT_EQ(run({"compile", path.c_str(), "--target", "ir"}).status, kFine);
}

TEST(Cli, CompileWritesOneDocumentOfFindings) {
  std::string path = temporary("double.wgsl", kDouble);
  for (const char* target : {"spirv-asm", "msl", "ir"}) {
    Ran r = run({"compile", path.c_str(), "--format", "json", "--target", target, "--override", "factor=3"});
    EXPECT_EQ(r.status, kFine) << r.err;
    EXPECT_TRUE(nlohmann::json::accept(r.err)) << target << r.err;
  }
}

TEST(Cli, NumbersOfRunAreReadWhole) {
  std::string path = temporary("print.wgsl", R"(enable wgpu_debug_printf;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { debugPrintf("<%u>", i); }
)");
  for (const char* limit : {"0", "-1", "x", "10/call", "4294967296"})
    EXPECT_EQ(run({"run", path.c_str(), "--printf-limit", limit}).status, kEnvironment) << limit;
  for (const char* size : {"0", "2G", "1x", "-1", "M"})
    EXPECT_EQ(run({"run", path.c_str(), "--printf-buffer", size}).status, kEnvironment) << size;
  EXPECT_EQ(run({"run", path.c_str(), "--check", "bounds,bouns"}).status, kEnvironment);
  // Before what is wrong with the file.
  std::string broken = temporary("broken.wgsl", "fn f() { nothing(); }");
  for (auto [flag, value] : {std::pair("--printf-limit", "ten"), std::pair("--printf-where", "nonsense"), std::pair("--printf-buffer", "1x")}) {
    Ran r = run({"run", broken.c_str(), flag, value});
    EXPECT_EQ(r.status, kEnvironment) << flag;
    EXPECT_NE(r.err.find(flag), std::string::npos) << r.err;
  }
  EXPECT_EQ(run({"run", path.c_str(), "--adapter", "a", "--adapter", "b", "--adapter", "c"}).status, kEnvironment);
  if (run({"info"}).out.find("vulkan adapter") == std::string::npos) GTEST_SKIP() << "no Vulkan adapter";
  Ran r = run({"run", path.c_str(), "--printf-limit", "2/site", "--printf-buffer", "64k", "--check", "bounds,silent"});
  EXPECT_EQ(r.status, kFine) << r.err;
  EXPECT_EQ(r.out, "<0>\n<1>\n");
  r = run({"run", path.c_str(), "--printf-buffer", "1"});
  EXPECT_EQ(r.err.find("lost"), r.err.rfind("lost")) << r.err;  // told once
  EXPECT_NE(r.err.find("4 shader messages of submission 1 found no room"), std::string::npos) << r.err;
  EXPECT_NE(run({"run", path.c_str(), "--adapter", "null"}).err.find("runs nothing"), std::string::npos);
}

// Two software drivers are alike in all that a program can ask an adapter for.
TEST(Cli, AdaptersAreFoundByTheirName) {
  std::string files;
  for (const char* file : {"/usr/lib/chromium/vk_swiftshader_icd.json", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"})
    if (std::ifstream(file).good()) files += (files.empty() ? "" : ":") + std::string(file);
  if (files.find(':') == files.npos) GTEST_SKIP() << "there are not two drivers";
  std::string path = temporary("nothing.wgsl", "@compute @workgroup_size(1) fn main() {}\n");
  auto status = [&](const std::string& adapters) {
    int raw = std::system(("VK_DRIVER_FILES=" + files + " '" VITRINE_PROGRAM "' run '" + path + "' " + adapters + " 2>&1 | grep -q 'give the same'").c_str());
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  };
  EXPECT_EQ(status("--adapter llvmpipe --adapter SwiftShader"), 0);
  EXPECT_EQ(status("--adapter swiftshader --adapter LLVMpipe"), 0);
  EXPECT_NE(status("--adapter llvmpipe --adapter nothing-of-the-kind"), 0);
}

TEST(Cli, RunShowsWhatWasWritten) {
  std::string path = temporary("run.wgsl", R"(
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] = values[id.x] * 2u; }
)");
  if (run({"info"}).out.find("vulkan adapter") == std::string::npos) GTEST_SKIP() << "no Vulkan adapter";
  Ran r = run({"run", path.c_str(), "--buffer", "values=u32:1,2,3", "--dispatch", "3", "--read", "values"});
  EXPECT_EQ(r.status, kFine) << r.err;
  EXPECT_EQ(r.out, "values = [2, 4, 6]\n");
  EXPECT_EQ(run({"run", path.c_str(), "--buffer", "values=u8:1,2,3,4,5", "--read", "values"}).out, "values = [134611970, 5]\n");
  EXPECT_EQ(run({"run", path.c_str(), "--buffer", "values=zeros:8", "--read", "values"}).out, "values = [0, 0]\n");
  EXPECT_EQ(run({"run", path.c_str(), "--buffer", "value=u32:1"}).status, kEnvironment);
  EXPECT_EQ(run({"run", path.c_str(), "--dispatch", "1,x"}).status, kEnvironment);
  EXPECT_EQ(run({"run", path.c_str(), "--entry", "other"}).status, kEnvironment);
}

TEST(Cli, AMistypedSubcommandIsNamed) {
  auto r = run({"chek", "a.wgsl"});
  EXPECT_EQ(r.status, kEnvironment);
  EXPECT_NE(r.err.find("no subcommand `chek`, did you mean `check`?"), std::string::npos) << r.err;
}

TEST(Cli, CompletionNamesTheCommands) {
  Ran r = run({"completion", "bash"});
  EXPECT_EQ(r.status, kFine);
  EXPECT_NE(r.out.find("explain"), std::string::npos);
  EXPECT_NE(r.out.find("--format"), std::string::npos);
}

using diag::Name;
RULE(test_edit, ShaderCreation, "", "", "found {0}", Name);
TEST(Edits, AreAppliedInOrderAndOnlyWhenCertain) {
  auto source = std::make_shared<const diag::Source>("a.wgsl", "one two\nthree four\n");
  auto make = [&](uint32_t begin, uint32_t end, std::string text, bool certain) {
    return diag::freeze(test_edit(diag::Name{"x"}).at(source, {begin, end}).help({"", {{{begin, end}, text}}, certain}));
  };
  std::vector<diag::DiagnosticPtr> list{make(8, 13, "3", true), make(0, 3, "1", true), make(4, 7, "2", false),
                                        make(2, 5, "overlaps", true)};
  std::vector<diag::Edit> edits = certain_edits(list, *source);
  EXPECT_EQ(apply_edits(source->text(), edits), "1 two\n3 four\n");
  EXPECT_EQ(edits_as_diff(*source, edits), "--- a.wgsl\n+++ a.wgsl\n@@ line 1 @@\n-one two\n+1 two\n@@ line 2 @@\n-three four\n+3 four\n");
}

TEST(Cli, InfoHasFaultsAndExperimentsInEveryForm) {
  Ran json = run({"info", "--json"});
  for (const char* part : {"\"knownFaults\": [", "\"experiments\": [", "\"vitrine-unchecked-access\"", "\"enabled\": false"})
    EXPECT_NE(json.out.find(part), std::string::npos) << part;
  Ran html = run({"info", "--html"});
  EXPECT_TRUE(html.out.starts_with("<!doctype html>")) << html.out.substr(0, 100);
  EXPECT_NE(html.out.find("vitrine-unchecked-access"), std::string::npos);
  Ran text = run({"info"});
  EXPECT_NE(text.out.find("hidden, VITRINE_EXPERIMENTS=vitrine-unchecked-access shows it"), std::string::npos) << text.out;
  bool lavapipe = text.out.find("\"llvmpipe") != std::string::npos;
  EXPECT_EQ(text.out.find("a loop of a shader ends after 65535 turns") != std::string::npos, lavapipe) << text.out;
  Ran doctor = run({"doctor"});
  EXPECT_EQ(doctor.out.find("whatever its condition says (nothing can be done)") != std::string::npos, lavapipe) << doctor.out;
}

TEST(Cli, ExperimentsAreRefusedUntilNamed) {
  std::string path = temporary("experiment.wgsl", "enable vitrine_unchecked_access;\n");
  Ran r = run({"check", path.c_str()});
  EXPECT_EQ(r.status, kFindings);
  EXPECT_NE(r.out.find("VITRINE_EXPERIMENTS=vitrine-unchecked-access"), std::string::npos) << r.out;
  setenv("VITRINE_EXPERIMENTS", "vitrine-unchecked-access", 1);
  r = run({"check", path.c_str()});
  unsetenv("VITRINE_EXPERIMENTS");
  EXPECT_EQ(r.status, kFine) << r.out;
}

}  // namespace
}  // namespace vitrine::cli
