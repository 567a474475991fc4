// `check --reflect` of each NAME.wgsl of tests/shaders/reflect is NAME.json, word by word. VITRINE_UPDATE=1 rewrites them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/command.h"

namespace vitrine::cli {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Reflect, GoldenFiles) {
  const char* update = std::getenv("VITRINE_UPDATE");
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(VITRINE_SOURCE_DIR) / "tests" / "shaders" / "reflect")) {
    fs::path path = entry.path();
    if (path.extension() != ".wgsl") continue;
    ++files;
    std::string name = path.string();
    const char* arguments[] = {"vitrine", "check", "--reflect", name.c_str()};
    testing::internal::CaptureStdout();
    int status = main(4, arguments);
    std::fflush(stdout);
    std::string out = testing::internal::GetCapturedStdout();
    EXPECT_EQ(status, kFine) << name;
    fs::path golden = fs::path(path).replace_extension(".json");
    if (update && *update == '1') std::ofstream(golden, std::ios::binary) << out;
    EXPECT_EQ(out, read(golden)) << name << "\nVITRINE_UPDATE=1 build/dev/cli_test --gtest_filter=Reflect.* rewrites it";
  }
  EXPECT_GE(files, 2u);
}

TEST(Reflect, NothingOfAModuleWithErrors) {
  std::string path = testing::TempDir() + "reflect_error.wgsl";
  std::ofstream(path, std::ios::binary) << "fn f() { let x = y; }\n";
  const char* arguments[] = {"vitrine", "check", "--reflect", path.c_str()};
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  int status = main(4, arguments);
  std::fflush(stdout);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(testing::internal::GetCapturedStdout().find("entryPoints"), std::string::npos);
  EXPECT_EQ(status, kFindings);
}

}  // namespace
}  // namespace vitrine::cli
