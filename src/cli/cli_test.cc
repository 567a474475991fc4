#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

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

}  // namespace
}  // namespace vitrine::cli
