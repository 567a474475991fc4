#include "wgsl/suggest.h"

#include <algorithm>
#include <cstdlib>

namespace vitrine::wgsl {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }

// Edits (insert, delete, replace, swap of neighbours) in units of 2; another letter case costs 1. Over `limit`: limit + 1.
uint32_t distance(std::string_view a, std::string_view b, uint32_t limit) {
  constexpr size_t kMax = 40;
  if (a.size() > kMax || b.size() > kMax) return limit + 1;
  size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference * 2 > limit) return limit + 1;
  uint32_t rows[3][kMax + 1];
  uint32_t *two = rows[0], *one = rows[1], *row = rows[2];
  for (size_t j = 0; j <= b.size(); ++j) one[j] = static_cast<uint32_t>(2 * j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<uint32_t>(2 * i);
    uint32_t least = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      uint32_t replace = a[i - 1] == b[j - 1] ? 0 : lower(a[i - 1]) == lower(b[j - 1]) ? 1 : 2;
      row[j] = std::min({one[j] + 2, row[j - 1] + 2, one[j - 1] + replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], two[j - 2] + 2);
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
    std::swap(two, one);
    std::swap(one, row);
  }
  return one[b.size()];
}

}  // namespace

Suggestion::Suggestion(std::string_view wrong) : wrong_(wrong) {
  limit_ = wrong.size() <= 2 ? 2 : static_cast<uint32_t>(2 * std::max<size_t>(1, wrong.size() / 3));
  distance_ = limit_ + 1;
}

void Suggestion::consider(std::string_view name, uint32_t rank) {
  if (name.empty() || name == wrong_ || (name.size() == 1 && wrong_.size() > 1)) return;
  uint32_t d = distance(wrong_, name, std::min(limit_, distance_));
  // One letter for another is a typing error in a long name only.
  if (wrong_.size() == 1 && d > 1) return;
  if (d < distance_ || (d == distance_ && d <= limit_ && rank < rank_)) {
    distance_ = d;
    rank_ = rank;
    best_ = name;
  }
}

}  // namespace vitrine::wgsl
