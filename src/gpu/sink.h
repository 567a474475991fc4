// The structured side: whoever wants diagnostics and prints as data registers one with the instance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/enums.h"

namespace vitrine::gpu {

class Device;

// One message of debugPrintf.
struct PrintMessage {
  std::string text;          // formatted
  std::string format;        // as in the shader
  std::string module_label;
  uint32_t line = 0, column = 0;  // of the call, from 1, column in bytes
  std::string entry_point;
  std::string stage;         // "compute"
  uint32_t invocation[3] = {};  // global id; vertex and instance index; fragment position
  std::string pipeline, pass;   // labels
  std::string groups;        // debug groups, outermost first, separated by " / "
  uint64_t submission = 0;   // counts the submits of the queue, from 1
  uint64_t command = 0;      // of its pass, from 1
  std::vector<uint32_t> words;  // raw values
  bool partial = false;      // written before a loss or time-out
};

// Called with no lock held and outside any native call.
class Sink {
 public:
  virtual ~Sink() = default;
  // `scoped`: an error scope of the program has taken it.
  virtual void diagnostic(const diag::DiagnosticPtr& diagnostic, Device* device, bool scoped) {}
  virtual void print(const PrintMessage& message, Device& device) {}
};

}  // namespace vitrine::gpu
