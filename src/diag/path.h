// Where in the arguments of a call something stands: `descriptor.entries[3].resource`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine::diag {

// A node on the stack; a chain of them is passed down as `const Path&`, never copied and never kept. Only a failing
// check turns it into text. `name` must outlive the node: a string literal.
class Path {
 public:
  constexpr explicit Path(std::string_view root) : name_(root) {}
  constexpr Path member(std::string_view name) const { return Path(this, name, -1); }
  constexpr Path index(size_t i) const { return Path(this, {}, static_cast<int64_t>(i)); }
  std::string text() const;

 private:
  constexpr Path(const Path* parent, std::string_view name, int64_t index)
      : parent_(parent), name_(name), index_(index) {}
  const Path* parent_ = nullptr;
  std::string_view name_;
  int64_t index_ = -1;
};

}  // namespace vitrine::diag
