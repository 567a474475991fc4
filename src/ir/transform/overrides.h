// Override expressions become constants when a pipeline is made.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "ir/ir.h"

namespace vitrine::ir {

// One entry of GPUProgrammableStage.constants.
struct OverrideValue {
  std::string key;  // the name of the override, or its @id in decimal
  double value = 0;
};

// Gives every override that the module uses its value, computes all override expressions, and sizes arrays and
// workgroups by them: after it no Override and no ModuleInst is left. Values for overrides that the module does not use
// are checked too. What it finds is returned, placed in the module's source (or nowhere, when a key names nothing):
// then the module must not be used any further.
//
// Variables of type `buffer` are refused here too: nothing behind this takes them yet.
//
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpuprogrammablestage
std::vector<diag::Diagnostic> substitute_overrides(Module& m, std::span<const OverrideValue> values);

}  // namespace vitrine::ir
