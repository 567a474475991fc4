// Bump allocation for trees that are freed as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitrine {

// Memory that lives as long as the arena. Only trivially destructible things may live in it: nothing is destroyed.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t size, size_t align) {
    size_t at = (used_ + align - 1) & ~(align - 1);
    if (blocks_.empty() || at + size > capacity_) {
      capacity_ = size + align > kBlock ? size + align : kBlock;
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(capacity_));
      at = 0;
    }
    used_ = at + size;
    total_ += size;
    return blocks_.back().get() + at;
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // A copy that the arena owns.
  template <class T>
  std::span<const T> copy(std::span<const T> from) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (from.empty()) return {};
    T* to = static_cast<T*>(allocate(from.size_bytes(), alignof(T)));
    std::memcpy(to, from.data(), from.size_bytes());
    return {to, from.size()};
  }
  template <class T>
  std::span<const T> copy(const std::vector<T>& from) {
    return copy(std::span<const T>(from));
  }
  std::string_view copy(std::string_view from) {
    auto s = copy(std::span<const char>(from.data(), from.size()));
    return {s.data(), s.size()};
  }

  size_t bytes() const { return total_; }

 private:
  static constexpr size_t kBlock = 64 * 1024 - 64;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0, capacity_ = 0, total_ = 0;
};

}  // namespace vitrine
