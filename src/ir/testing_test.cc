#include "ir/testing.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/validate.h"

namespace vitrine::ir {

Module parsed(std::string_view text) {
  auto m = parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::move(*m) : Module();
}

std::string checked(const Module& m) {
  std::string text = to_text(m);
  EXPECT_EQ(validate(m), std::vector<std::string>{}) << text;
  return text;
}

}  // namespace vitrine::ir
