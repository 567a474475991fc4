// f16 bits as they stand in records.
#pragma once

#include <cstdint>

namespace vitrine::printf {
float half_to_float(uint16_t bits);
}  // namespace vitrine::printf
