// From the checked program to the IR. The last phase of the front end: it reports nothing, since what could be wrong
// has been refused before.
#pragma once

namespace vitrine::ir {
struct Module;
}

namespace vitrine::wgsl {
struct Program;

// Lowers every function and module-scope declaration of a program without errors. Value constants are folded (the
// checker has evaluated them); override expressions stay expressions. The module keeps the source, not the program.
// Recursion is bounded by kMaxExpressionDepth and kMaxBlockNesting, which the parser holds.
ir::Module lower(const Program& program);

}  // namespace vitrine::wgsl
