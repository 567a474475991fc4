// One call of the API on one thread: its name, where it was made, and what is delivered when it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

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
  ApiCall(Instance& instance, std::string_view name, uint64_t native_site = 0, CallText text = {});
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  static ApiCall* current();
  std::string_view name() const { return name_; }
  // With the arguments, where the entry point can describe them.
  std::string text() const { return text_.make ? text_.make(text_.arguments) : std::string(name_); }
  Instance& instance() const { return *instance_; }
  // Failures found while the arguments were converted; the algorithm takes them up as its own first requirements.
  diag::Requirements& early() { return early_; }
  diag::CallSite site(CallSiteMoment moment);
  uint64_t token(CallSiteMoment moment);  // of the site, without who describes it

 private:
  Ref<Instance> instance_;
  std::string_view name_;
  uint64_t native_site_;
  CallText text_;
  CallSiteMoment captured_{};
  diag::CallSite site_;
  diag::Requirements early_;
  ApiCall* outer_;
};

// The call site of the call that runs on this thread, or none.
diag::CallSite current_call_site(CallSiteMoment moment);

uint64_t current_call_token(CallSiteMoment moment);

// What the current call has found so far, for the algorithm to go on with.
diag::Requirements begin_requirements();

}  // namespace vitrine::gpu
