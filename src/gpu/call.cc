#include "gpu/call.h"

#include "gpu/instance.h"

namespace vitrine::gpu {

void ApiCall::leave() {
  if (instance_->deliveries().idle()) return;
  Ref<Instance> kept(instance_);  // a callback may give up the object that was called
  kept->deliveries().deliver();
}

uint64_t ApiCall::token(CallSiteMoment moment) {
  const std::shared_ptr<CallSiteSource>& source = instance_->call_site_source();
  if (!source) return instance_->options().native_call_sites ? native_site_ : 0;
  if (captured_ != moment) {
    captured_ = moment;
    token_ = source->capture(moment);
  }
  return token_;
}

diag::CallSite ApiCall::site(CallSiteMoment moment) { return instance_->call_site(token(moment)); }

}  // namespace vitrine::gpu
