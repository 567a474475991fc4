// From addresses to small numbers. A few are looked through where they stand, many are hashed; nothing is allocated for few.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>

namespace vitrine {

class PointerMap {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  PointerMap() = default;
  PointerMap(PointerMap&& other) noexcept { *this = std::move(other); }
  PointerMap& operator=(PointerMap&& other) noexcept {
    std::copy(std::begin(other.few_), std::end(other.few_), few_);
    table_ = std::move(other.table_);
    count_ = std::exchange(other.count_, 0);
    mask_ = std::exchange(other.mask_, 0);
    return *this;
  }

  uint32_t find(const void* key) const {
    if (!table_) {
      for (size_t i = 0; i < count_; ++i)
        if (few_[i].key == key) return few_[i].value;
      return kNone;
    }
    const Slot& s = table_[place(key)];
    return s.key ? s.value : kNone;
  }
  // False: it is there already, and keeps its value.
  bool insert(const void* key, uint32_t value) {
    if (!table_) {
      if (find(key) != kNone) return false;
      if (count_ < kFew) {
        few_[count_++] = {key, value};
        return true;
      }
      grow(kFew * 4);
    } else if ((count_ + 1) * 2 > mask_ + 1) {
      grow((mask_ + 1) * 2);
    }
    Slot& s = table_[place(key)];
    if (s.key) return false;
    s = {key, value};
    ++count_;
    return true;
  }
  // The same, and an earlier value is replaced.
  void set(const void* key, uint32_t value) {
    if (insert(key, value)) return;
    if (table_) {
      table_[place(key)].value = value;
      return;
    }
    for (size_t i = 0; i < count_; ++i)
      if (few_[i].key == key) few_[i].value = value;
  }
  size_t size() const { return count_; }
  void clear() {
    table_.reset();
    count_ = mask_ = 0;
  }

 private:
  struct Slot {
    const void* key;  // null: free
    uint32_t value;
  };
  static constexpr size_t kFew = 8;

  // Of the key, or of the free slot where it belongs.
  size_t place(const void* key) const {
    size_t i = static_cast<size_t>(reinterpret_cast<uintptr_t>(key) * 0x9E3779B97F4A7C15u >> 32) & mask_;
    while (table_[i].key && table_[i].key != key) i = (i + 1) & mask_;
    return i;
  }
  void grow(size_t slots) {
    size_t before = table_ ? mask_ + 1 : 0;
    std::unique_ptr<Slot[]> old = std::move(table_);
    table_ = std::make_unique<Slot[]>(slots);
    mask_ = slots - 1;
    if (!old)
      for (size_t i = 0; i < count_; ++i) table_[place(few_[i].key)] = few_[i];
    for (size_t i = 0; i < before; ++i)
      if (old[i].key) table_[place(old[i].key)] = old[i];
  }

  Slot few_[kFew] = {};
  std::unique_ptr<Slot[]> table_;
  size_t count_ = 0, mask_ = 0;
};

}  // namespace vitrine
