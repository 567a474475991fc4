// The handle that vitrine.h gives for a diagnostic.
#pragma once

#include <webgpu/vitrine.h>

#include "diag/diagnostic.h"

namespace vitrine::capi {

// A new handle with one reference. Null for null.
VitrineDiagnostic make_diagnostic_handle(diag::DiagnosticPtr diagnostic);
// What a handle stands for.
const diag::DiagnosticPtr& diagnostic_of(VitrineDiagnostic handle);

}  // namespace vitrine::capi
