// Text form of API calls: the specification's words, one call a line. A page of tests/rules/webgpu holds it, `exec --trace`
// records it, `replay` plays it, fuzz/ mutates it.
//
//   b = device.createBuffer({size: 16, usage: STORAGE | COPY_SRC, label: "in"})
//   m = device.createShaderModule({label: "add.wgsl", code: """
//     @compute @workgroup_size(1) fn main() {}
//     """})
//   p = device.createComputePipeline({layout: "auto", compute: {module: m}})
//   queue.writeBuffer(b, 0, u32[1, 2, 3, 4])
//   b.label = "renamed"
//   q = d.queue
//
// A call may be spread over lines while a bracket is open. `//` and `#` begin a comment. `const`, `let`, `await` and a final
// `;` are read over, flag words may have their namespace (GPUBufferUsage.STORAGE), so much JavaScript can be pasted.
// Values: null, undefined, true, false, numbers (12, 0x1F, 1.5e3, -1, NaN, Infinity), "text" and 'text' with \n \t \\ \" \' \uXXXX, """text"""
// and `text` as they stand (line breaks included; an initial one is dropped), names of results, flag words joined by |, [lists], {dictionaries},
// data u8[..] u16[..] i32[..] u32[..] f32[..] and zeros(N).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine::trace {

struct Value {
  enum class Kind : uint8_t { Undefined, Null, Boolean, Number, String, Name, Flags, List, Dictionary, Data };
  Kind kind = Kind::Undefined;
  bool boolean = false;
  double number = 0;
  std::string text;                 // String; Name; Data: the element type, "u32"
  std::vector<std::string> words;   // Flags
  std::vector<Value> items;         // List; Dictionary, beside keys
  std::vector<std::string> keys;    // Dictionary
  std::vector<uint8_t> bytes;       // Data, little endian
};

struct Call {
  uint32_t line = 0;             // where it begins, from 1
  std::string result;            // name it is assigned to, or empty
  std::string receiver;          // name of the object
  std::string member;            // method, or with `assigns` the attribute
  bool assigns = false;          // receiver.member = arguments[0]
  bool reads = false;            // result = receiver.member
  std::vector<Value> arguments;
};

struct SyntaxError {
  uint32_t line = 0, column = 0;  // from 1, in bytes
  std::string message;            // lower case, no final period
};

struct Trace {
  std::vector<Call> calls;
  std::vector<SyntaxError> errors;  // a line with an error gives no call; reading goes on with the next line
};

// Never throws and never recurses deeper than 64 brackets.
Trace parse(std::string_view text);
std::string print(const Call& call);    // without line end; parse(print(c)) gives c
std::string print(const Value& value);

// What a call of the text led to, in the order of the calls.
struct CallFinding {
  uint32_t line = 0;
  // Name of the rule. Of what no diagnostic tells: "syntax" for text that does not parse, "unknown_name", "unsettled" for a promise
  // that stays pending, and "type_error" for an argument that cannot be converted.
  std::string rule;
  std::string message;
};

struct RunOptions {
  bool null_adapter = true;  // only hal/null: nothing is executed, everything is checked
  bool validation = false;   // ask for the native validation layer
  std::string lint;          // hygiene warnings that are on, as VITRINE_LINT names them; empty: none
  bool check_silent = false; // warnings for what is valid and does nothing, or reads what nobody wrote
  bool log = false;          // the log goes to the standard error stream; else nowhere
};

// Plays the text on a new instance. `gpu`, `adapter`, `device` and `queue` are there from the start; the text may request others.
// Promises are awaited where they are made. Beside the methods of the specification there is one of webgpu.h, which stands for writing
// through a mapped range: buffer.writeMappedRange(offset, data). Findings: every diagnostic of the instance with an effect on the program, warnings
// included, those inside an error scope too. Diagnostics that creating the prelude gave have line 0.
std::vector<CallFinding> run_call_text(std::string_view text, const RunOptions& options = {});

}  // namespace vitrine::trace
