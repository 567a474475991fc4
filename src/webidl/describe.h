// The way back: arguments of C functions as the call text of JavaScript, `createBuffer({size: 16, usage: STORAGE})`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "webidl/tables.h"

namespace vitrine::webidl {

struct DescribeOptions {
  // What an object is called in the text.
  std::function<std::string(void* handle, uint16_t interface)> name;
  bool whole = false;         // all of shader code and data; else what is long is cut: "..."
  size_t max_items = 8;       // of a list, unless whole
};

// A C struct as the dictionary it stands for. Members that have their initial value are left out.
std::string describe_dictionary(const Dictionary& dictionary, const void* value, const DescribeOptions& options);

// "createBuffer({size: 16})". slots: as convert_arguments makes them; trailing arguments that are absent are left out.
std::string describe_call(const Method& method, const Slot* slots, const DescribeOptions& options);

// As JavaScript writes it: the fewest digits that give the value again, whatever the locale of the program.
std::string number_text(double value);

// In quotes, escaped; of several lines between three quotes when `whole`.
std::string describe_text(std::string_view text, const DescribeOptions& options);

}  // namespace vitrine::webidl
