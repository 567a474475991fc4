// Environment variables that a program is started with.
#include <cstdlib>

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

}  // namespace
}  // namespace vitrine::capi::testing
