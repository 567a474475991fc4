// Names of the written text.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace vitrine::msl {

// Hands out names that are different from each other and from every word of the language. A function starts from a copy of
// the module's names.
class Names {
 public:
  std::string make(std::string_view wanted);

 private:
  std::unordered_set<std::string> used_;
};

// ASCII letters, digits and underscores only, no reserved word, no leading digit or underscore.
std::string clean_name(std::string_view wanted);

}  // namespace vitrine::msl
