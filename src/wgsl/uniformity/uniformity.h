// Uniformity analysis: collective operations must be reached by all invocations together.
// https://gpuweb.github.io/gpuweb/wgsl/#uniformity
#pragma once

#include "wgsl/program.h"
#include "wgsl/reporter.h"
#include "wgsl/wgsl.h"

namespace vitrine::wgsl {

// Reports each uniformity failure of a resolved program with the chain from the operation back to the value that may
// differ between invocations. Diagnostic filters decide on severities. Linear in the size of the program.
void check_uniformity(const Program& program, LanguageFeatures features, Reporter& reporter);

}  // namespace vitrine::wgsl
