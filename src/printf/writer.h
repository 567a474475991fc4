// A format made ready for printing many messages of one call site.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "printf/printf.h"

namespace vitrine::printf {

// Owns all that it needs. Printing is const and thread-safe.
class Writer {
 public:
  Writer() = default;
  Writer(const Format& format, std::span<const Type> arguments);
  // Appends the text of one message. `words`: those of every argument, in order; missing ones are read as zero.
  void append(std::string& out, std::span<const uint32_t> words) const;
  // Not 0: write() takes at most so many bytes for a message, whatever it prints. 0: only append() can.
  size_t room() const { return plain_ ? bound_ + kSlack : 0; }
  // The same text, written to `p`; `words` are all there. Returns its end.
  char* write(char* p, const uint32_t* words) const;

 private:
  // A short text is copied as so many characters; there are as many behind every text and every place for one.
  static constexpr size_t kSlack = 16;
  struct Step {
    enum class Kind : uint8_t { Text, Unsigned, Signed, Scalar } kind;  // the two in the middle: %u and %d without more
    Scalar from = Scalar::U32;
    Conversion conversion;
    uint32_t begin = 0, length = 0;  // of Text, in text_
    uint32_t word = 0;               // of the others
  };
  void add_text(std::string_view text);

  std::vector<Step> steps_;
  std::string text_;
  size_t bound_ = 0;    // of a text of plain steps
  bool plain_ = true;  // there is no Step::Kind::Scalar
  uint32_t words_ = 0;
};

}  // namespace vitrine::printf
