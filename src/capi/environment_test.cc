// Environment variables that a program is started with.
#include "capi/environment.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

TEST(Environment, NamesThatAreNoneAreSaid) {
  setenv("VITRINE_FLAGS", "validaton,LINT", 1);
  setenv("VITRINE_CHECK", "bouns", 1);
  Program p;
  unsetenv("VITRINE_FLAGS");
  unsetenv("VITRINE_CHECK");
  EXPECT_EQ(p.count("VITRINE_FLAGS: there is no flag `validaton`; the flags are validation, debug_printf"), 1u) << p.all();
  EXPECT_EQ(p.count("there is no flag"), 1u) << p.all();
  EXPECT_EQ(p.count("VITRINE_CHECK: there is no check `bouns`; there are `bounds`, `draws`, `nan` and `silent`"), 1u) << p.all();
}

// Sets a variable for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }

 private:
  const char* name_;
};

TEST(Environment, NumbersAreReadWholeOrNotAtAll) {
  struct Row {
    const char *name, *value;
  };
  constexpr Row kWrong[] = {
      {"VITRINE_PRINTF_BUFFER", "64x"},  {"VITRINE_PRINTF_BUFFER", "-1"},       {"VITRINE_PRINTF_BUFFER", "64 M"},
      {"VITRINE_PRINTF_BUFFER", "M"},    {"VITRINE_PRINTF_BUFFER", "99999999999999999999G"},
      {"VITRINE_PRINTF_LIMIT", "ten"},   {"VITRINE_PRINTF_LIMIT", "10/s"},      {"VITRINE_PRINTF_LIMIT", "4294967296"},
      {"VITRINE_TIMEOUT", "2s"},         {"VITRINE_TIMEOUT", "-1"},             {"VITRINE_TIMEOUT", "nan"},
      {"VITRINE_BACKEND", "vulcan"},     {"VITRINE_ROBUSTNESS", "off"},         {"VITRINE_CALL_SITES", "of"},
  };
  for (const Row& row : kWrong) {
    Variable v(row.name, row.value);
    Environment e = read_environment();
    ASSERT_EQ(e.unknown.size(), 1u) << row.name << "=" << row.value;
    EXPECT_EQ(e.unknown[0].find(std::string(row.name) + ": `" + row.value + "`"), 0u) << e.unknown[0];
    EXPECT_FALSE(e.print_buffer_size || e.print_limit || e.timeout_ns) << row.name << "=" << row.value;
  }
  Variable a("VITRINE_PRINTF_BUFFER", "64m"), b("VITRINE_PRINTF_LIMIT", "10/site"), c("VITRINE_TIMEOUT", "2.5"), d("VITRINE_BACKEND", "null");
  Environment e = read_environment();
  EXPECT_TRUE(e.unknown.empty()) << e.unknown[0];
  EXPECT_EQ(e.print_buffer_size, uint64_t{64} << 20);
  EXPECT_EQ(e.print_limit, 10u);
  EXPECT_EQ(e.timeout_ns, 2'500'000'000u);
  Variable never("VITRINE_TIMEOUT", "inf");
  EXPECT_EQ(read_environment().timeout_ns, 0u);
}

TEST(Environment, MisspeltVariablesAreSaid) {
  Variable a("VITRINE_PRINT_BUFFER", "64M"), b("VITRINE_OF_ANOTHER_PROGRAM", "1");
  Environment e = read_environment();
  ASSERT_EQ(e.unknown.size(), 1u);
  EXPECT_EQ(e.unknown[0], "there is no variable VITRINE_PRINT_BUFFER, did you mean VITRINE_PRINTF_BUFFER?");
}

TEST(Environment, ThePageHasEveryVariable) {
  std::ifstream in(VITRINE_SOURCE_DIR "/docs/environment.md");
  std::string page(std::istreambuf_iterator<char>(in), {});
  std::vector<std::string> on_page;
  for (size_t at = 0; (at = page.find("\n| `VITRINE_", at)) != page.npos; ++at) on_page.push_back(page.substr(at + 4, page.find('`', at + 4) - at - 4));
  std::sort(on_page.begin(), on_page.end());
  std::vector<std::string> known(environment_names().begin(), environment_names().end());
  EXPECT_EQ(on_page, known);
}

}  // namespace
}  // namespace vitrine::capi::testing
