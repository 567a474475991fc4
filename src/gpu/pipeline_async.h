// The background half of createComputePipelineAsync and createRenderPipelineAsync.
#pragma once

#include "diag/render.h"
#include "gpu/call.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/pipeline_set.h"
#include "hal/hal.h"

namespace vitrine::gpu {

// What is left to do once everything is checked: the backend's part. It owns what it needs, and runs on any thread.
using MakeNative = std::function<std::optional<hal::Error>()>;

// The same, and the pipeline joins those that others may share.
template <class Pipeline>
MakeNative make_and_add(MakeNative make, PipelineSet<Pipeline>& set, std::string key, Ref<Pipeline> pipeline) {
  if (!make || key.empty()) return make;
  return [make = std::move(make), &set, key = std::move(key), pipeline = std::move(pipeline)]() -> std::optional<hal::Error> {
    std::optional<hal::Error> error = make();
    if (!error) set.add(key, *pipeline);
    return error;
  };
}

// Checks were made inside the call, so what they found is told at once. `what` in words: "a compute pipeline".
template <class Pipeline, class Callback>
FutureId Device::finish_async(Ref<Pipeline> pipeline, diag::Requirements& unmet, MakeNative make, const char* what,
                              CallbackMode mode, Callback callback) {
  EventManager& events = instance().events();
  if (!unmet.ok()) {
    diag::DiagnosticPtr d = attributed(unmet.take());
    return events.add_completed(mode, [callback = std::move(callback), status = report_async(d), message = diag::render_plain(*d)] {
      callback(status, nullptr, message);
    });
  }
  FutureId future = events.add(mode, [callback] {
    callback(CreatePipelineAsyncStatus::CallbackCancelled, nullptr, "the instance went away before the pipeline was made");
  });
  ApiCall* call = ApiCall::current();
  diag::CallSite site = current_call_site(CallSiteMoment::Create);
  std::string call_name(call ? call->name() : std::string_view());
  instance().pool().run([self = Ref<Device>(this), pipeline = std::move(pipeline), make = std::move(make), what, future,
                         callback = std::move(callback), site = std::move(site), call_name = std::move(call_name)]() mutable {
    EventManager& events = self->instance().events();
    std::optional<hal::Error> error = self->lost() ? std::nullopt : make();
    if (self->lost()) {  // what a lost device gives is unusable, and no error
      pipeline->fail(self->lost_cause());
      error.reset();
    }
    if (!error) {
      events.complete_here(future, [callback = std::move(callback), pipeline = std::move(pipeline)] {
        callback(CreatePipelineAsyncStatus::Success, pipeline, {});
      });
      return;
    }
    diag::DiagnosticPtr d = diag::freeze(
        self->from_native(*error, what).called_from(std::move(site)).within({diag::ContextKind::ApiCall, call_name}));
    events.complete_here(future, [callback = std::move(callback), status = self->report_async(d), message = diag::render_plain(*d)] {
      callback(status, nullptr, message);
    });
  });
  return future;
}

}  // namespace vitrine::gpu
