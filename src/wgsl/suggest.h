// "did you mean": the known name nearest to one that is not known.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine::wgsl {

class Suggestion {
 public:
  explicit Suggestion(std::string_view wrong);
  // `rank` breaks ties: less is nearer (scopes from the inside out).
  void consider(std::string_view name, uint32_t rank = 0);
  bool found() const { return !best_.empty(); }
  std::string_view best() const { return best_; }

 private:
  std::string_view wrong_, best_;
  uint32_t limit_, distance_, rank_ = 0;
};

}  // namespace vitrine::wgsl
