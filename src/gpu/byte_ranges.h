// Which bytes of a buffer something holds for: ranges apart from each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace vitrine::gpu {

class ByteRanges {
 public:
  // So many, and with `add` all between them counts as there: scattered writes take no more memory than that.
  static constexpr size_t kMost = 1024;

  void add(uint64_t begin, uint64_t end) {
    if (begin >= end) return;
    auto at = first_behind(begin, /*touching=*/true);
    auto last = at;
    for (; last != list_.end() && last->first <= end; ++last) {
      begin = std::min(begin, last->first);
      end = std::max(end, last->second);
    }
    list_.insert(list_.erase(at, last), {begin, end});
    if (list_.size() > kMost) list_ = {{list_.front().first, list_.back().second}};
  }

  // Takes a range away. Where they become too many, all goes.
  void remove(uint64_t begin, uint64_t end) {
    if (begin >= end) return;
    auto at = first_behind(begin, /*touching=*/false);
    std::vector<std::pair<uint64_t, uint64_t>> kept;
    auto last = at;
    for (; last != list_.end() && last->first < end; ++last) {
      if (last->first < begin) kept.emplace_back(last->first, begin);
      if (last->second > end) kept.emplace_back(end, last->second);
    }
    list_.insert(list_.erase(at, last), kept.begin(), kept.end());
    if (list_.size() > kMost) list_.clear();
  }

  size_t count() const { return list_.size(); }
  bool any(uint64_t begin, uint64_t end) const {
    auto at = first_behind(begin, /*touching=*/false);
    return begin < end && at != list_.end() && at->first < end;
  }

  bool all(uint64_t begin, uint64_t end) const { return begin >= end || first_gap(begin, end).first == end; }

  // The first stretch of [begin, end) that is not there; {end, end}: none.
  std::pair<uint64_t, uint64_t> first_gap(uint64_t begin, uint64_t end) const {
    auto at = first_behind(begin, /*touching=*/false);
    if (at != list_.end() && at->first <= begin) {
      begin = std::min(at->second, end);
      ++at;
    }
    if (begin == end) return {end, end};
    return {begin, at == list_.end() ? end : std::min(at->first, end)};
  }

 private:
  // The first that ends behind `begin`, or there.
  std::vector<std::pair<uint64_t, uint64_t>>::const_iterator first_behind(uint64_t begin, bool touching) const {
    return std::partition_point(list_.begin(), list_.end(), [&](const auto& r) { return touching ? r.second < begin : r.second <= begin; });
  }

  std::vector<std::pair<uint64_t, uint64_t>> list_;  // by begin
};

}  // namespace vitrine::gpu
