// Names of the written text.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace vitrine::msl {

// Hands out names that are different from each other and from every word of the language. Those of a function differ from
// those of its module as well.
class Names {
 public:
  Names() = default;
  explicit Names(const Names* outer) : outer_(outer) {}
  std::string make(std::string_view wanted);

 private:
  bool has(const std::string& name) const { return used_.count(name) || (outer_ && outer_->has(name)); }
  const Names* outer_ = nullptr;
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, uint32_t> next_;  // number to try first, by the name without it
};

// ASCII letters, digits and underscores only, no reserved word, no leading digit or underscore.
std::string clean_name(std::string_view wanted);

}  // namespace vitrine::msl
