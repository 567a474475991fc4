#include "webidl/tables.h"

namespace vitrine::webidl {

int find_interface(std::string_view name) {
  auto all = interfaces();
  for (size_t i = 0; i < all.size(); ++i) {
    if (name == all[i].name) return static_cast<int>(i);
  }
  return -1;
}

int find_enum(std::string_view name) {
  auto all = enums();
  for (size_t i = 0; i < all.size(); ++i) {
    if (name == all[i].name) return static_cast<int>(i);
  }
  return -1;
}

const char* enum_word(const Enum& table, uint32_t value) {
  for (const EnumValue& v : table.values) {
    if (v.value == value) return v.word;
  }
  return nullptr;
}

}  // namespace vitrine::webidl
