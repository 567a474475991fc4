// `vitrine check --reflect`: what a pipeline needs to know of a module, as JSON.
#pragma once

#include <string>

namespace vitrine::wgsl {
struct Program;
}

namespace vitrine::cli {

// One object: entryPoints (stage, workgroupSize, inputs, outputs, bindings, overrides), bindings, overrides.
// Numbers that only the pipeline fixes are the text of their expression.
std::string reflect_json(const wgsl::Program& program);

}  // namespace vitrine::cli
