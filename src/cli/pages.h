// The pages of tests/rules, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace vitrine::cli {

struct RulePage {
  std::string_view rule;     // binary_operand_types
  std::string_view section;  // wgsl/expressions
  std::string_view text;     // as the file has it
};

// By rule name. Written at build time by tools/rules.py.
std::span<const RulePage> all_pages();

}  // namespace vitrine::cli
