// Contexts: made, told where calls come from, asked for news, given back. Everything runs on the thread of its JavaScript
// environment, except wake-ups.
#include "context.h"

#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine::node {

thread_local std::set<Context*> contexts;

void Context::push(Event e) {
  {
    std::lock_guard lock(mutex);
    events.push_back(std::move(e));
  }
  rouse();
}
void Context::rouse() {
  std::lock_guard lock(wake_mutex);
  if (!wake) return;  // the environment is going
  if (std::this_thread::get_id() == thread) napi_ref_threadsafe_function(env, wake);
  if (!wake_queued.exchange(true)) napi_call_threadsafe_function(wake, nullptr, napi_tsfn_nonblocking);
}
void Context::settle() {
  std::vector<WGPUFutureWaitInfo> pending;
  for (WGPUDevice device : devices) {
    WGPUQueue queue = wgpuDeviceGetQueue(device);
    pending.push_back({wgpuQueueOnSubmittedWorkDone(
                           queue, {nullptr, WGPUCallbackMode_WaitAnyOnly,
                                   [](WGPUQueueWorkDoneStatus, WGPUStringView, void*, void*) {}, nullptr, nullptr}),
                       0});
    wgpuQueueRelease(queue);
  }
  for (WGPUFutureWaitInfo& p : pending) wgpuInstanceWaitAny(instance, 1, &p, 10'000'000'000);
}
void Context::close() {
  for (napi_ref* ref : {&capture, &describe}) {
    if (*ref) napi_delete_reference(env, *ref);
    *ref = nullptr;
  }
  // Objects are finalized after this, and threads of the library may still have something to tell.
  napi_threadsafe_function closed;
  {
    std::lock_guard lock(wake_mutex);
    closed = std::exchange(wake, nullptr);
  }
  if (closed) napi_release_threadsafe_function(closed, napi_tsfn_abort);
}

Request* request(napi_env env, napi_value context, napi_value id) {
  return new Request{as_pointer<Context>(env, context), as_u32(env, id)};
}
Object done(void* userdata) {
  std::unique_ptr<Request> r(static_cast<Request*>(userdata));
  Object o(r->context->env);
  o.set("kind", "done").set("id", r->id);
  r->context->append(o.value);
  return o;
}
const char* exception_name(VitrineEffect effect) {
  switch (effect) {
    case VitrineEffect_TypeError: return "TypeError";
    case VitrineEffect_RangeError: return "RangeError";
    default: return "OperationError";
  }
}
std::string render(VitrineDiagnostic d, VitrineRenderFormat format) {
  std::string s(vitrineDiagnosticRender(d, format, nullptr, 0), '\0');
  vitrineDiagnosticRender(d, format, s.data(), s.size());
  return s;
}

namespace {

void call_pump(napi_env env, napi_value pump, void* context, void*) {
  if (!env) return;
  static_cast<Context*>(context)->wake_queued = false;
  napi_value undefined;
  napi_get_undefined(env, &undefined);
  napi_call_function(env, undefined, pump, 0, nullptr, nullptr);
}

// ---- call sites: stacks of JavaScript, kept there under a token and turned into text only when printed ----

uint64_t capture_site(VitrineCallSiteMoment moment, void* userdata) {
  auto* c = static_cast<Context*>(userdata);
  napi_handle_scope scope;
  if (c->capture && std::this_thread::get_id() == c->thread && !c->all_sites && !c->sites.take(moment)) return 0;
  if (!c->capture || std::this_thread::get_id() != c->thread || napi_open_handle_scope(c->env, &scope) != napi_ok) return 0;
  napi_value f, undefined, argument, result;
  uint64_t token = 0;
  napi_get_reference_value(c->env, c->capture, &f);
  napi_get_undefined(c->env, &undefined);
  napi_create_uint32(c->env, moment, &argument);
  if (napi_call_function(c->env, undefined, f, 1, &argument, &result) == napi_ok)
    token = static_cast<uint64_t>(as_double(c->env, result));
  napi_close_handle_scope(c->env, scope);
  return token;
}
size_t describe_site(uint64_t token, char* buffer, size_t size, void* userdata) {
  auto* c = static_cast<Context*>(userdata);
  napi_handle_scope scope;
  if (!c->describe || std::this_thread::get_id() != c->thread || napi_open_handle_scope(c->env, &scope) != napi_ok) return 0;
  napi_value f, undefined, argument, result;
  std::string text;
  napi_get_reference_value(c->env, c->describe, &f);
  napi_get_undefined(c->env, &undefined);
  napi_create_double(c->env, static_cast<double>(token), &argument);
  if (napi_call_function(c->env, undefined, f, 1, &argument, &result) == napi_ok) text = as_text(c->env, result);
  napi_close_handle_scope(c->env, scope);
  std::memcpy(buffer, text.data(), text.size() < size ? text.size() : size);
  return text.size();
}

void end_context(void* p) {
  auto* c = static_cast<Context*>(p);
  c->settle();
  c->close();
  contexts.erase(c);
}

napi_value create_context(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  auto* c = new Context;
  c->env = env;
  napi_value name = from_text(env, "vitrine");
  napi_create_threadsafe_function(env, a[1], nullptr, name, 0, 1, nullptr, nullptr, c, call_pump, &c->wake);
  napi_unref_threadsafe_function(env, c->wake);

  VitrineInstanceDescriptor more = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  if (as_bool(env, member(env, a[0], "validation"))) more.flags |= VitrineInstanceFlags_Validation;
  if (as_bool(env, member(env, a[0], "debugPrintf"))) more.flags |= VitrineInstanceFlags_DebugPrintf | VitrineInstanceFlags_Validation;
  std::string lint = as_text(env, member(env, a[0], "lint"));
  if (!lint.empty()) {
    more.flags |= VitrineInstanceFlags_Lint;
    more.lint = {lint.data(), lint.size()};
  }
  c->all_sites = as_text(env, member(env, a[0], "callSites")) == "full";
  if (c->all_sites) more.flags |= VitrineInstanceFlags_FullCallSites;
  std::string route = as_text(env, member(env, a[0], "printRoute"));
  if (route == "native") more.printRoute = VitrinePrintRoute_Native;
  if (route == "built-in") more.printRoute = VitrinePrintRoute_BuiltIn;
  more.printBufferSize = as_u32(env, member(env, a[0], "printBuffer"));
  std::string filter = as_text(env, member(env, a[0], "printFilter"));
  more.printFilter = {filter.data(), filter.size()};
  more.printLimit = as_u32(env, member(env, a[0], "printLimit"));
  if (as_bool(env, member(env, a[0], "hostPrintBuffer"))) more.flags |= VitrineInstanceFlags_HostPrintBuffer;
  std::string check = "," + as_text(env, member(env, a[0], "check")) + ",";
  if (check.find(",bounds,") != std::string::npos) more.flags |= VitrineInstanceFlags_CheckBounds;
  if (check.find(",nan,") != std::string::npos) more.flags |= VitrineInstanceFlags_CheckNan;
  if (check.find(",draws,") != std::string::npos) more.flags |= VitrineInstanceFlags_CheckDraws;
  if (check.find(",silent,") != std::string::npos) more.flags |= VitrineInstanceFlags_CheckSilent;
  std::vector<std::string> texts;
  std::vector<WGPUStringView> experiments;
  napi_value list = member(env, a[0], "experiments");
  uint32_t count = 0;
  napi_get_array_length(env, list, &count);
  for (uint32_t i = 0; i < count; ++i) {
    napi_value v;
    napi_get_element(env, list, i, &v);
    texts.push_back(as_text(env, v));
  }
  for (const auto& t : texts) experiments.push_back({t.data(), t.size()});
  more.enabledExperimentCount = experiments.size();
  more.enabledExperiments = experiments.data();
  std::string log = as_text(env, member(env, a[0], "log"));
  if (log == "off") more.logCallbackInfo.level = VitrineLogLevel_Off;
  if (log == "error") more.logCallbackInfo.level = VitrineLogLevel_Error;
  if (log == "warning") more.logCallbackInfo.level = VitrineLogLevel_Warning;
  if (log == "debug") more.logCallbackInfo.level = VitrineLogLevel_Debug;
  more.callSiteProvider = {capture_site, describe_site,
                           nullptr,  // lib/callsites.js forgets old tokens by itself
                           c};
  more.wakeCallback = [](void* userdata) { static_cast<Context*>(userdata)->rouse(); };
  more.wakeUserdata = c;
  if (as_bool(env, member(env, a[0], "console"))) {
    more.logCallbackInfo.callback = [](VitrineLogLevel level, WGPUStringView category, WGPUStringView text, void* userdata, void*) {
      std::string line(to_view(text));
      if (std::string_view c = to_view(category); !c.empty()) line = "[" + std::string(c) + "] " + line;
      static_cast<Context*>(userdata)->push({Event::Log, 0, static_cast<uint32_t>(level), std::move(line)});
    };
    more.logCallbackInfo.userdata1 = c;
  }
  WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
  WGPUInstanceDescriptor desc = WGPU_INSTANCE_DESCRIPTOR_INIT;
  desc.nextInChain = &more.chain;
  desc.requiredFeatureCount = 1;
  desc.requiredFeatures = &timed;
  c->instance = wgpuCreateInstance(&desc);
  if (!c->instance) {
    c->close();
    delete c;
    napi_throw_type_error(env, nullptr, "create: the options cannot be used; the log says why");
    return nullptr;
  }
  contexts.insert(c);
  napi_add_env_cleanup_hook(env, end_context, c);
  return from_handle(env, c);
}

napi_value settle(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  as_pointer<Context>(env, a[0])->settle();
  return nullptr;
}

// The last object of a context is collected: errors that nobody will ask for go to the log.
napi_value release_context(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  auto* c = as_pointer<Context>(env, a[0]);
  napi_remove_env_cleanup_hook(env, end_context, c);
  c->close();
  contexts.erase(c);
  for (Event& e : c->events) {
    if (!e.diagnostic) continue;
    vitrineInstanceLogDiagnostic(c->instance, e.diagnostic);
    vitrineDiagnosticRelease(e.diagnostic);
  }
  c->events.clear();
  // What a device still has to say comes to this Context, which is therefore kept: some hundred bytes.
  wgpuInstanceRelease(c->instance);
  return nullptr;
}

napi_value instance_of(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  return from_handle(env, as_pointer<Context>(env, a[0])->instance);
}

napi_value set_call_sites(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  auto* c = as_pointer<Context>(env, a[0]);
  napi_create_reference(env, a[1], 1, &c->capture);
  napi_create_reference(env, a[2], 1, &c->describe);
  return nullptr;
}

// listen(context, kind, on): which structured events are wanted; the others cost nothing.
napi_value listen(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  auto* c = as_pointer<Context>(env, a[0]);
  bool on = as_bool(env, a[2]);
  if (as_text(env, a[1]) == "diagnostic") {
    VitrineDiagnosticCallbackInfo to = {[](VitrineDiagnostic d, void* userdata, void*) {
                                          auto* self = static_cast<Context*>(userdata);
                                          self->push({Event::Diagnostic, 0, 0, render(d, VitrineRenderFormat_Json), nullptr,
                                                      vitrineInstanceGetDiagnosticDevice(self->instance)});
                                        },
                                        c, nullptr};
    vitrineInstanceSetDiagnosticCallback(c->instance, on ? to : VitrineDiagnosticCallbackInfo{});
  } else {
    VitrinePrintCallbackInfo to = {[](const VitrinePrintMessage* m, void* userdata, void*) {
                                     static_cast<Context*>(userdata)->push({Event::Print, 0, 0, print_json(*m), nullptr, m->device});
                                   },
                                   nullptr, c, nullptr};
    vitrineInstanceSetPrintCallback(c->instance, on ? to : VitrinePrintCallbackInfo{});
  }
  return nullptr;
}

napi_value keep_alive(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  auto* c = as_pointer<Context>(env, a[0]);
  if (!c->wake) return nullptr;
  if (as_bool(env, a[1])) napi_ref_threadsafe_function(env, c->wake);
  else napi_unref_threadsafe_function(env, c->wake);
  return nullptr;
}

napi_value poll(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  auto* c = as_pointer<Context>(env, a[0]);
  napi_create_array(env, &c->results);
  c->result_count = 0;
  wgpuInstanceProcessEvents(c->instance);
  std::deque<Event> events;
  {
    std::lock_guard lock(c->mutex);
    events.swap(c->events);
  }
  for (const Event& e : events) {
    Object o(env);
    switch (e.kind) {
      case Event::Lost: o.set("kind", "lost").set("device", e.device).set("reason", e.value).set("message", e.message); break;
      case Event::Error: o.set("kind", "error").set("device", e.device).set("type", e.value).set("message", e.message)
                             .set("diagnostic", from_handle(env, e.diagnostic)); break;
      case Event::Diagnostic: o.set("kind", "diagnostic").set("json", e.message).set("device", from_handle(env, e.of)); break;
      case Event::Print: o.set("kind", "print").set("json", e.message).set("device", from_handle(env, e.of)); break;
      case Event::Log: o.set("kind", "log").set("level", e.value).set("text", e.message); break;
    }
    c->append(o.value);
  }
  napi_value results = c->results;
  c->results = nullptr;
  return results;
}

napi_value take_exception(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  VitrineDiagnostic d = vitrineInstanceTakeException(as_pointer<Context>(env, a[0])->instance);
  if (!d) return nullptr;
  Object o(env);
  o.set("name", exception_name(vitrineDiagnosticGetEffect(d))).set("message", render(d, VitrineRenderFormat_Plain));
  vitrineDiagnosticRelease(d);
  return o.value;
}

// logError(context, diagnostic, whether to log): gives the diagnostic of an uncaptured error back.
napi_value log_error(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  auto diagnostic = as_handle<VitrineDiagnostic>(env, a[1]);
  if (!diagnostic) return nullptr;
  if (as_bool(env, a[2])) vitrineInstanceLogDiagnostic(as_pointer<Context>(env, a[0])->instance, diagnostic);
  vitrineDiagnosticRelease(diagnostic);
  return nullptr;
}
napi_value flush_log(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  vitrineInstanceLogDiagnostic(as_pointer<Context>(env, a[0])->instance, nullptr);
  return nullptr;
}

}  // namespace

std::span<const NativeCall> context_calls() {
  static constexpr NativeCall kCalls[] = {
      {"createContext", create_context}, {"instanceOf", instance_of}, {"setCallSites", set_call_sites},
      {"listen", listen}, {"settle", settle}, {"releaseContext", release_context}, {"keepAlive", keep_alive},
      {"poll", poll}, {"takeException", take_exception}, {"logError", log_error}, {"flushLog", flush_log},
  };
  return kCalls;
}

}  // namespace vitrine::node
