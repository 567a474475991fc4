// Which messages somebody wants to see. Shaders leave out the others by the built-in route: a print that is not wanted costs
// a comparison.
#pragma once

#include <cstdint>
#include <string>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/span.h"
#include "printf/records.h"

namespace vitrine::printf {

struct FilterError {
  SourceSpan span;  // bytes of the filter's text
  std::string message;
};

// Comparisons joined by `&&`: `global_invocation_id.x == 7 && line >= 12`. Names: global_invocation_id.x .y .z,
// vertex_index, instance_index, position.x .y .z, line, command. Operators: == != < <= > >=. A name that a message has
// not (vertex_index of a compute shader) refuses the message.
class Filter {
 public:
  static Result<Filter, FilterError> parse(std::string_view text);
  bool admits(Stage stage, uint32_t line, uint32_t command, const uint32_t (&invocation)[3]) const;
  bool empty() const { return terms_.empty(); }


  enum class Name : uint8_t { GlobalX, GlobalY, GlobalZ, VertexIndex, InstanceIndex, PositionX, PositionY, PositionZ, Line, Command };
  enum class Op : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
  struct Term {
    Name name;
    Op op;
    double value;
    // Whether it holds, where that does not depend on the invocation: another stage, the line.
    struct Known {
      bool holds;
    };
    std::optional<Known> known(Stage stage, uint32_t line) const;
    bool is_float() const { return name >= Name::PositionX && name <= Name::PositionZ; }
    uint32_t component() const;  // of the invocation's words
    bool compare(double left) const;
  };
  const std::vector<Term>& terms() const { return terms_; }

 private:
  std::vector<Term> terms_;
};

// At most so many messages of each call site. 0: all.
class SiteLimit {
 public:
  explicit SiteLimit(uint32_t limit = 0) : limit_(limit) {}
  bool admits(uint64_t site);
  bool limited() const { return limit_ != 0; }
  uint64_t refused() const { return refused_; }

 private:
  uint32_t limit_;
  uint64_t refused_ = 0;
  std::unordered_map<uint64_t, uint32_t> seen_;
};

}  // namespace vitrine::printf
