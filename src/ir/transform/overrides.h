// Override expressions become constants when a pipeline is made.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "ir/ir.h"

namespace vitrine::ir {

// Flags (Inst::flags) of an instruction: its operand n, or from the fourth on any, is an expression of the run time whose
// value is all the same known, because a `let` names it. It being out of range is no error then.
constexpr uint8_t runtime_operand(uint32_t n) { return static_cast<uint8_t>(0x10u << (n < 3 ? n : 3)); }

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
