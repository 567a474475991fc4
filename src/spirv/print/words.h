// A run of SPIR-V instructions, and the spec's names for what goes into them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp11>

namespace vitrine::spirv {

// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#PhysicalLayout
class Words {
 public:
  // The operands of one instruction as they come; its first word is filled in by end().
  void begin(spv::Op op) {
    at_ = words_.size();
    words_.push_back(static_cast<uint32_t>(op));
  }
  void word(uint32_t w) { words_.push_back(w); }
  void words(std::span<const uint32_t> w) { words_.insert(words_.end(), w.begin(), w.end()); }
  void string(std::string_view s) {
    uint32_t w = 0;
    size_t n = 0;
    for (; n < s.size(); ++n) {
      w |= static_cast<uint32_t>(static_cast<unsigned char>(s[n])) << (8 * (n % 4));
      if (n % 4 == 3) words_.push_back(w), w = 0;
    }
    words_.push_back(w);  // holds the terminating zero
  }
  void end() { words_[at_] |= static_cast<uint32_t>(words_.size() - at_) << 16; }

  void add(spv::Op op, std::initializer_list<uint32_t> operands) { add(op, std::span(operands.begin(), operands.size())); }
  void add(spv::Op op, std::span<const uint32_t> operands) {
    begin(op);
    words(operands);
    end();
  }
  void append(const Words& other) { words(other.words_); }

  const std::vector<uint32_t>& all() const { return words_; }
  size_t size() const { return words_.size(); }
  void clear() { words_.clear(); }

 private:
  std::vector<uint32_t> words_;
  size_t at_ = 0;
};

// An instruction has at most 65535 words. https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#_universal_limits
inline constexpr size_t kMaxStringBytes = 4 * 65000;

}  // namespace vitrine::spirv
