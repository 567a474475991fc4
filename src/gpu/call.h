// One call of the API on one thread: its name, where it was made, and what is delivered when it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "diag/diagnostic.h"
#include "gpu/object.h"

namespace vitrine::gpu {

// Every entry point makes one on its stack. While it lives, errors are attributed to it; when the outermost one of the
// thread ends, everything queued on the instance (errors, log lines, prints, callbacks) is delivered with no lock held.
class ApiCall {
 public:
  // `name` in the specification's words, a literal: "createBuffer". `native_site` is a token of the native provider.
  ApiCall(Instance& instance, std::string_view name, uint64_t native_site = 0);
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  static ApiCall* current();
  std::string_view name() const { return name_; }
  Instance& instance() const { return *instance_; }
  // Captured once, when first asked for.
  const diag::CallSite& site();

 private:
  Ref<Instance> instance_;
  std::string_view name_;
  uint64_t native_site_;
  bool captured_ = false;
  diag::CallSite site_;
  ApiCall* outer_;
};

// The call site of the call that runs on this thread, or none.
diag::CallSite current_call_site();

}  // namespace vitrine::gpu
