// Calls of methods by the tables: picks the overload, converts the arguments, calls the C function.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "webidl/convert.h"

namespace vitrine::webidl {

// The overload of a method for that many arguments. Null and an exception when there is none.
// https://webidl.spec.whatwg.org/#dfn-overload-resolution-algorithm
const Method* select_overload(Reader& reader, const Interface& interface, std::string_view name, size_t argument_count);

constexpr size_t kMaxArguments = 8;

// False: an exception is pending.
bool convert_arguments(Reader& reader, Memory& memory, const Method& method, std::span<const Handle> arguments, Slot (&slots)[kMaxArguments]);

// What a method that is done at once gave.
struct Result {
  void* object = nullptr;          // owned; of method.result
  void* range = nullptr;           // GetMappedRange: null when refused
  size_t range_size = 0;
  const char* word = nullptr;      // GetPreferredCanvasFormat
};
// Not for asynchronous methods. False: an exception is pending.
bool call(Reader& reader, const Method& method, void* self, const Slot (&slots)[kMaxArguments], Result* result);

inline bool is_async(Special special) { return special >= Special::RequestAdapter && special <= Special::LastAsync; }

// How an asynchronous method ended. Everything but `object` is borrowed for the callback.
struct Outcome {
  enum class Status : uint8_t { Success, Error, Aborted, Unavailable, Cancelled, PipelineValidation, PipelineInternal };
  Status status = Status::Success;
  std::string_view message;
  void* object = nullptr;                           // owned by the receiver
  WGPUErrorType error_type = WGPUErrorType_NoError;  // PopErrorScope
  const WGPUCompilationInfo* info = nullptr;         // GetCompilationInfo
};
using Done = void (*)(const Outcome& outcome, void* user);

// `done` runs exactly once, when the mode allows. device_extras: what to put into the device descriptor; may be null.
struct DeviceExtras {
  WGPUDeviceLostCallbackInfo lost;
  WGPUUncapturedErrorCallbackInfo uncaptured;
};
WGPUFuture start(Special special, void* self, const Slot (&slots)[kMaxArguments], WGPUCallbackMode mode, Done done, void* user,
                 const DeviceExtras* device_extras = nullptr);

}  // namespace vitrine::webidl
