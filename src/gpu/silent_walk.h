// VITRINE_CHECK=silent: what a submission reads, draws and leaves, by its recorded stream.
#pragma once

#include <cstdint>
#include <string>

#include "diag/diagnostic.h"

namespace vitrine::gpu {

class Buffer;
class SilentChecks;
struct Recording;

// With the mutex of the checks held.
void walk_stream(SilentChecks& checks, const Recording& recording);
// Of bytes of a buffer, without help.
diag::Diagnostic never_written(std::string reader, const Buffer& buffer, uint64_t offset, uint64_t size);

}  // namespace vitrine::gpu
