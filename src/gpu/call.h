// One call of the API on one thread: its name, where it was made, and what is delivered when it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "diag/diagnostic.h"
#include "gpu/object.h"

namespace vitrine::gpu {

// Why a call site is asked for: a provider may answer 0 where a capture would cost too much.
enum class CallSiteMoment : uint8_t { Failure = 1, Create, Destroy, Finish, Submit, Command };

// A provider of a language whose stack is not the native one.
class CallSiteSource : public diag::CallSiteProvider {
 public:
  virtual uint64_t capture(CallSiteMoment moment) = 0;
  uint64_t capture() final { return capture(CallSiteMoment::Failure); }
};

// Makes the text of a call with its arguments, `createBuffer({size: 16})`, once a message needs it.
struct CallText {
  std::string (*make)(const void* arguments) = nullptr;
  const void* arguments = nullptr;
};

// Every entry point makes one on its stack. While it lives, errors are attributed to it; when the outermost one of the
// thread ends, everything queued on the instance (errors, log lines, prints, callbacks) is delivered with no lock held.
class ApiCall {
 public:
  // `name` in the specification's words, a literal: "createBuffer". `native_site` is a token of the native provider.
  ApiCall(Instance& instance, std::string_view name, uint64_t native_site = 0, CallText text = {})
      : instance_(&instance), name_(name), native_site_(native_site), text_(text), outer_(innermost_) {
    innermost_ = this;
  }
  ~ApiCall() {
    innermost_ = outer_;
    if (!outer_) leave();
  }
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  static ApiCall* current() { return innermost_; }
  std::string_view name() const { return name_; }
  // With the arguments, where the entry point can describe them.
  std::string text() const { return text_.make ? text_.make(text_.arguments) : std::string(name_); }
  Instance& instance() const { return *instance_; }
  // Failures found while the arguments were converted; the algorithm takes them up as its own first requirements.
  diag::Requirements& early() { return early_; }
  diag::CallSite site(CallSiteMoment moment);
  uint64_t token(CallSiteMoment moment);  // of the site, without who describes it
  uint64_t native_site() const { return native_site_; }

 private:
  void leave();

  Instance* instance_;  // the object that is called keeps it
  std::string_view name_;
  uint64_t native_site_;
  CallText text_;
  CallSiteMoment captured_{};
  uint64_t token_ = 0;
  diag::Requirements early_;
  ApiCall* outer_;
  // Read several times in each call: the model of a library that is there from the start costs one instruction.
  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit ApiCall* innermost_ = nullptr;
};

// The call site of the call that runs on this thread, or none.
inline diag::CallSite current_call_site(CallSiteMoment moment) {
  return ApiCall::current() ? ApiCall::current()->site(moment) : diag::CallSite{};
}
inline uint64_t current_call_token(CallSiteMoment moment) {
  return ApiCall::current() ? ApiCall::current()->token(moment) : 0;
}

// What the current call has found so far, for the algorithm to go on with.
inline diag::Requirements begin_requirements() {
  ApiCall* call = ApiCall::current();
  if (!call || call->early().ok()) return {};
  return std::exchange(call->early(), {});
}

}  // namespace vitrine::gpu
