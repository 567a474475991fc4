// The structured side: whoever wants diagnostics and prints as data registers one with the instance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "printf/printf.h"

namespace vitrine::gpu {

class Device;

// What the messages of one call site in one draw or dispatch have in common.
struct PrintPlace {
  struct Argument {
    std::string type;  // as WGSL writes it
    std::vector<printf::Scalar> scalars;
  };
  std::string format;               // as in the shader
  std::vector<Argument> arguments;  // none by the native route
  bool native_route = false;        // only the text is known
  std::string module_label;
  uint32_t line = 0, column = 0, column_utf16 = 0;  // of the call, from 1, column in bytes
  std::string source_line;          // the text of that line
  std::string entry_point;
  uint32_t stage = 0;               // one flag of ShaderStage
  std::string pipeline, pass;       // labels
  std::vector<std::string> groups;  // debug groups, outermost first
  uint64_t submission = 0;          // counts the submits of the queue, from 1
  uint32_t command = 0;             // among the dispatches and draws of the submission that print, from 0
  uint32_t command_in_pass = 0;     // whose begin is number 0
  bool partial = false;             // written before a loss or time-out
};

// One message of debugPrintf. Valid during the call that hands it over.
struct PrintMessage {
  std::string_view text;            // formatted
  const PrintPlace* place = nullptr;
  uint32_t invocation[3] = {};      // global id; vertex and instance index; bits of the fragment's position
  std::span<const uint32_t> words;  // one for each scalar of the arguments, in order
};

class PrintBatch;

// Called with no lock held and outside any native call.
class Sink {
 public:
  virtual ~Sink() = default;
  // `scoped`: an error scope of the program has taken it.
  virtual void diagnostic(const diag::DiagnosticPtr& diagnostic, Device* device, bool scoped) {}
  // Messages to be taken from the batch until it has none.
  virtual void prints(PrintBatch& batch, Device& device) {}
  virtual void prints_lost(uint64_t count, uint64_t submission, uint64_t buffer_size, Device& device) {}
};

}  // namespace vitrine::gpu
