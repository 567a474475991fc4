// From the IR to the Metal Shading Language: compute shaders in MSL 2.3, and in MSL 3.2 where something is printed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "ir/ir.h"

namespace vitrine::msl {

struct Version {
  uint8_t major = 2, minor = 3;
  friend auto operator<=>(const Version&, const Version&) = default;
};
inline constexpr Version kLowest{2, 3}, kPrinting{3, 2};

struct Options {
  // None: the lowest that the module needs. One that is too low for what the module does is an error.
  std::optional<Version> version;
  bool print = true;   // false: prints are left out
  bool robust = true;  // indexes stay inside their arrays
};

// A buffer argument of an entry point.
struct Resource {
  uint32_t group = 0, binding = 0;
  uint32_t buffer = 0;   // index of the Metal argument
  std::string name;      // in WGSL
  bool has_length = false;  // arrayLength() or bounds need word `buffer` of the sizes buffer: its size in bytes
};

struct EntryPoint {
  std::string name;      // in WGSL
  std::string msl_name;  // `main` is not a name there
  std::array<uint32_t, 3> workgroup_size{1, 1, 1};
  std::vector<Resource> resources;
  // The sizes of all buffers, one u32 for each index below it, in a buffer of this index; none: not needed.
  std::optional<uint32_t> sizes_buffer;
};

struct Output {
  std::string text;  // empty when there are diagnostics
  Version version;
  bool prints = false;  // to be compiled with logging enabled
  std::vector<EntryPoint> entry_points;
  std::vector<diag::DiagnosticPtr> diagnostics;
};

// All entry points of the module, which has no overrides left. Takes its own copy, since it rewrites prints.
Output write(ir::Module m, const Options& options);

}  // namespace vitrine::msl
