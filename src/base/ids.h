// Typed 32-bit ids and the stores that hand them out.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace vitrine {

// An index into a Store. Two ids of different tags do not mix. The default value names nothing.
template <class Tag>
struct Id {
  static constexpr uint32_t kNone = 0xFFFFFFFFu;
  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr explicit operator bool() const { return value != kNone; }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

// Owns values of T, addressed by IdT. Ids stay valid; references do not survive an add.
template <class IdT, class T>
class Store {
 public:
  IdT add(T value) {
    items_.push_back(std::move(value));
    return IdT(static_cast<uint32_t>(items_.size() - 1));
  }
  T& operator[](IdT id) { return items_[id.value]; }
  const T& operator[](IdT id) const { return items_[id.value]; }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  IdT id_at(size_t i) const { return IdT(static_cast<uint32_t>(i)); }

 private:
  std::vector<T> items_;
};

}  // namespace vitrine

template <class Tag>
struct std::hash<vitrine::Id<Tag>> {
  size_t operator()(vitrine::Id<Tag> id) const noexcept { return std::hash<uint32_t>()(id.value); }
};
