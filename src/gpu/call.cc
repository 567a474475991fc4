#include "gpu/call.h"

#include "gpu/instance.h"

namespace vitrine::gpu {

namespace {
thread_local ApiCall* innermost = nullptr;
}

ApiCall::ApiCall(Instance& instance, std::string_view name, uint64_t native_site, CallText text)
    : instance_(&instance), name_(name), native_site_(native_site), text_(text), outer_(innermost) {
  innermost = this;
}

ApiCall::~ApiCall() {
  innermost = outer_;
  if (!outer_) instance_->deliveries().deliver();
}

ApiCall* ApiCall::current() { return innermost; }

diag::CallSite ApiCall::site(CallSiteMoment moment) {
  if (captured_ != moment) {
    captured_ = moment;
    if (std::shared_ptr<CallSiteSource> source = instance_->call_site_source()) {
      site_ = {source->capture(moment), source};
    } else if (native_site_ && instance_->options().native_call_sites) {
      site_ = {native_site_, instance_->options().native_call_sites};
    }
  }
  return site_;
}

uint64_t ApiCall::token(CallSiteMoment moment) {
  if (instance_->call_site_source()) return site(moment).token;
  return instance_->options().native_call_sites ? native_site_ : 0;
}

uint64_t current_call_token(CallSiteMoment moment) { return innermost ? innermost->token(moment) : 0; }

diag::CallSite current_call_site(CallSiteMoment moment) {
  return innermost ? innermost->site(moment) : diag::CallSite{};
}

diag::Requirements begin_requirements() {
  return innermost ? std::exchange(innermost->early(), diag::Requirements()) : diag::Requirements();
}

}  // namespace vitrine::gpu
