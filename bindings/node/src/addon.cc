// The native half of the Node binding: casts for every C function, and the calls that take callbacks. Everything runs on
// the thread of its JavaScript environment, except wake-ups. Sees the C interface only.
#include <malloc.h>
#include <node_api.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "site_budget.h"

namespace {

// ---- values ----

void get_args(napi_env env, napi_callback_info info, napi_value* out, size_t count) {
  napi_get_cb_info(env, info, &count, out, nullptr, nullptr);
}
double as_double(napi_env env, napi_value v) {
  double d = 0;
  napi_get_value_double(env, v, &d);
  return d;
}
uint32_t as_u32(napi_env env, napi_value v) {
  uint32_t u = 0;
  napi_get_value_uint32(env, v, &u);
  return u;
}
int32_t as_i32(napi_env env, napi_value v) {
  int32_t i = 0;
  napi_get_value_int32(env, v, &i);
  return i;
}
// Sizes and offsets; -1 stands for WGPU_WHOLE_SIZE.
uint64_t as_size(napi_env env, napi_value v) {
  double d = as_double(env, v);
  return d < 0 ? UINT64_MAX : static_cast<uint64_t>(d);
}
template <class T>
T* as_pointer(napi_env env, napi_value v) {
  return reinterpret_cast<T*>(static_cast<uintptr_t>(as_double(env, v)));
}
template <class T>
T as_handle(napi_env env, napi_value v) {
  return reinterpret_cast<T>(static_cast<uintptr_t>(as_double(env, v)));
}
napi_value from_double(napi_env env, double d) {
  napi_value v;
  napi_create_double(env, d, &v);
  return v;
}
napi_value from_handle(napi_env env, const void* p) {
  return from_double(env, static_cast<double>(reinterpret_cast<uintptr_t>(p)));
}
napi_value from_text(napi_env env, std::string_view s) {
  napi_value v;
  napi_create_string_utf8(env, s.data() ? s.data() : "", s.size(), &v);
  return v;
}
std::string_view to_view(WGPUStringView s) {
  if (!s.data) return {};
  return {s.data, s.length == WGPU_STRLEN ? std::strlen(s.data) : s.length};
}
napi_value from_bool(napi_env env, bool b) {
  napi_value v;
  napi_get_boolean(env, b, &v);
  return v;
}
std::string as_text(napi_env env, napi_value v) {
  size_t n = 0;
  if (napi_get_value_string_utf8(env, v, nullptr, 0, &n) != napi_ok) return {};
  std::string s(n, '\0');
  napi_get_value_string_utf8(env, v, s.data(), n + 1, &n);
  return s;
}
napi_value member(napi_env env, napi_value object, const char* name) {
  napi_value v;
  napi_get_named_property(env, object, name, &v);
  return v;
}
bool as_bool(napi_env env, napi_value v) {
  bool b = false;
  napi_get_value_bool(env, v, &b);
  return b;
}
// The bytes of a Uint8Array, also over a SharedArrayBuffer.
std::string_view as_bytes(napi_env env, napi_value v) {
  napi_typedarray_type type;
  size_t length = 0, offset;
  void* data = nullptr;
  napi_value buffer;
  if (napi_get_typedarray_info(env, v, &type, &length, &data, &buffer, &offset) != napi_ok) return {};
  return {static_cast<const char*>(data), length};
}
struct Object {
  napi_env env;
  napi_value value;
  explicit Object(napi_env e) : env(e) { napi_create_object(e, &value); }
  Object& set(const char* name, napi_value v) {
    napi_set_named_property(env, value, name, v);
    return *this;
  }
  Object& set(const char* name, double d) { return set(name, from_double(env, d)); }
  Object& set(const char* name, std::string_view s) { return set(name, from_text(env, s)); }
  Object& set(const char* name, const char* s) { return set(name, from_text(env, s)); }
};

// ---- the native half of a Context ----

struct Event {
  enum Kind { Lost, Error, Diagnostic, Print, Log } kind;
  uint32_t device = 0;
  uint32_t value = 0;  // WGPUDeviceLostReason, WGPUErrorType, VitrineLogLevel
  std::string message;
  VitrineDiagnostic diagnostic = nullptr;  // of an error; JavaScript gives it back with logError
};

struct Context {
  napi_env env = nullptr;
  WGPUInstance instance = nullptr;
  napi_threadsafe_function wake = nullptr;  // null once closed
  std::mutex wake_mutex;
  std::thread::id thread = std::this_thread::get_id();
  std::atomic<bool> wake_queued{false};
  std::set<WGPUDevice> devices;  // of those that JavaScript has; no references of their own
  std::mutex mutex;
  std::deque<Event> events;
  napi_value results = nullptr;  // while poll() runs: completions are appended here
  uint32_t result_count = 0;
  napi_ref capture = nullptr, describe = nullptr;  // call sites
  SiteBudget sites;
  bool all_sites = false;

  void push(Event e) {
    {
      std::lock_guard lock(mutex);
      events.push_back(std::move(e));
    }
    rouse();
  }
  // What waits here keeps the process alive until pump() has looked at it. On other threads a request is pending anyway.
  void rouse() {
    std::lock_guard lock(wake_mutex);
    if (!wake) return;  // the environment is going
    if (std::this_thread::get_id() == thread) napi_ref_threadsafe_function(env, wake);
    if (!wake_queued.exchange(true)) napi_call_threadsafe_function(wake, nullptr, napi_tsfn_nonblocking);
  }
  // No thread of the library may be at work when the process takes its libraries down. A device that hangs is not waited for.
  void settle() {
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
  // JavaScript is not called any more.
  void close() {
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
  void append(napi_value v) { napi_set_element(env, results, result_count++, v); }
};

// Of the environments of this thread; each goes when its environment ends, or when JavaScript has collected the last object.
thread_local std::set<Context*> contexts;

struct Request {
  Context* context;
  uint32_t id;
};
Request* request(napi_env env, napi_value context, napi_value id) {
  return new Request{as_pointer<Context>(env, context), as_u32(env, id)};
}
// Callbacks of requests run inside poll(), with mode AllowProcessEvents.
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

void call_pump(napi_env env, napi_value pump, void* context, void*) {
  if (!env) return;
  static_cast<Context*>(context)->wake_queued = false;
  napi_value undefined;
  napi_get_undefined(env, &undefined);
  napi_call_function(env, undefined, pump, 0, nullptr, nullptr);
}

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (char ch : text) {
    if (ch == '"' || ch == '\\') {
      out += '\\';
      out += ch;
    } else if (static_cast<unsigned char>(ch) < 0x20) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", ch);
      out += hex;
    } else {
      out += ch;
    }
  }
  out += '"';
}
std::string scalar_json(const VitrinePrintScalar& s) {
  switch (s.type) {
    case VitrineScalarType_Bool: return s.bits ? "true" : "false";
    case VitrineScalarType_I32: return std::to_string(static_cast<int32_t>(s.bits));
    case VitrineScalarType_F32: {
      float f;
      std::memcpy(&f, &s.bits, 4);
      if (!std::isfinite(f)) return std::isnan(f) ? "\"NaN\"" : f > 0 ? "\"Infinity\"" : "\"-Infinity\"";
      char text[64];
      std::snprintf(text, sizeof text, "%.9g", static_cast<double>(f));
      return text;
    }
    default: return std::to_string(s.bits);
  }
}
std::string print_json(const VitrinePrintMessage& m) {
  std::string o = "{\"text\":";
  append_json(o, to_view(m.text));
  o += ",\"format\":";
  append_json(o, to_view(m.format));
  o += ",\"arguments\":[";
  for (size_t i = 0; m.arguments && i < m.argumentCount; ++i) {
    o += i ? ",{\"type\":" : "{\"type\":";
    append_json(o, to_view(m.arguments[i].typeName));
    o += ",\"values\":[";
    for (size_t k = 0; k < m.arguments[i].scalarCount; ++k) o += (k ? "," : "") + scalar_json(m.arguments[i].scalars[k]);
    o += "]}";
  }
  o += "],\"moduleLabel\":";
  append_json(o, to_view(m.moduleLabel));
  o += ",\"line\":" + std::to_string(m.line) + ",\"column\":" + std::to_string(m.columnUtf16) + ",\"entryPoint\":";
  append_json(o, to_view(m.entryPoint));
  o += ",\"stage\":" + std::to_string(m.stage) + ",\"invocation\":[" + std::to_string(m.invocation[0]) + "," +
       std::to_string(m.invocation[1]) + "," + std::to_string(m.invocation[2]) + "],\"pipelineLabel\":";
  append_json(o, to_view(m.pipelineLabel));
  o += ",\"passLabel\":";
  append_json(o, to_view(m.passLabel));
  o += ",\"debugGroups\":[";
  for (size_t i = 0; i < m.debugGroupCount; ++i) {
    if (i) o += ',';
    append_json(o, to_view(m.debugGroups[i]));
  }
  o += "],\"submission\":" + std::to_string(m.submission) + ",\"command\":" + std::to_string(m.command) +
       ",\"partial\":" + (m.partial ? "true" : "false") + ",\"sourceLine\":";
  append_json(o, to_view(m.sourceLine));
  o += '}';
  return o;
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

// ---- functions of the module ----

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
                                          static_cast<Context*>(userdata)->push({Event::Diagnostic, 0, 0, render(d, VitrineRenderFormat_Json)});
                                        },
                                        c, nullptr};
    vitrineInstanceSetDiagnosticCallback(c->instance, on ? to : VitrineDiagnosticCallbackInfo{});
  } else {
    VitrinePrintCallbackInfo to = {[](const VitrinePrintMessage* m, void* userdata, void*) {
                                     static_cast<Context*>(userdata)->push({Event::Print, 0, 0, print_json(*m)});
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
      case Event::Diagnostic: o.set("kind", "diagnostic").set("json", e.message); break;
      case Event::Print: o.set("kind", "print").set("json", e.message); break;
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

// What the instance has to choose from: [{ name, backend }].
napi_value adapters(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  VitrineAdapterReport report = {};
  vitrineInstanceGetAdapterReport(as_pointer<Context>(env, a[0])->instance, &report);
  napi_value list;
  uint32_t count = 0;
  napi_create_array(env, &list);
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    if (!c.usable) continue;
    Object o(env);
    o.set("name", to_view(c.name)).set("backend", c.backendType);
    napi_set_element(env, list, count++, o.value);
  }
  vitrineAdapterReportFreeMembers(report);
  return list;
}

// requestAdapter(context, instance, options, request, name of the adapter or "")
napi_value request_adapter(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  // The choice is made inside the call.
  std::string name = as_text(env, a[4]);
  if (!name.empty()) setenv("VITRINE_ADAPTER", name.c_str(), 1);
  wgpuInstanceRequestAdapter(as_handle<WGPUInstance>(env, a[1]), as_pointer<WGPURequestAdapterOptions>(env, a[2]),
                             {nullptr, WGPUCallbackMode_AllowProcessEvents,
                              [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* r, void*) {
                                Object o = done(r);
                                o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, adapter));
                              },
                              request(env, a[0], a[3]), nullptr});
  if (!name.empty()) unsetenv("VITRINE_ADAPTER");
  return nullptr;
}

napi_value request_device(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  auto* c = as_pointer<Context>(env, a[0]);
  auto* desc = as_pointer<WGPUDeviceDescriptor>(env, a[2]);
  void* key = reinterpret_cast<void*>(static_cast<uintptr_t>(as_u32(env, a[3])));
  desc->deviceLostCallbackInfo = {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                  [](WGPUDevice const*, WGPUDeviceLostReason reason, WGPUStringView message, void* context, void* device) {
                                    static_cast<Context*>(context)->push({Event::Lost, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(device)),
                                                                          reason, std::string(to_view(message))});
                                  },
                                  c, key};
  desc->uncapturedErrorCallbackInfo = {nullptr,
                                       [](WGPUDevice const*, WGPUErrorType type, WGPUStringView message, void* context, void* device) {
                                         auto* self = static_cast<Context*>(context);
                                         VitrineDiagnostic d = vitrineInstanceGetUncapturedDiagnostic(self->instance);
                                         if (d) vitrineDiagnosticAddRef(d);
                                         self->push({Event::Error, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(device)), type,
                                                     std::string(to_view(message)), d});
                                       },
                                       c, key};
  wgpuAdapterRequestDevice(as_handle<WGPUAdapter>(env, a[1]), desc,
                           {nullptr, WGPUCallbackMode_AllowProcessEvents,
                            [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* r, void* context) {
                              if (device) static_cast<Context*>(context)->devices.insert(device);
                              Object o = done(r);
                              o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, device));
                              if (status == WGPURequestDeviceStatus_Success) return;
                              if (VitrineDiagnostic d = vitrineInstanceTakeException(static_cast<Context*>(context)->instance)) {
                                o.set("exception", exception_name(vitrineDiagnosticGetEffect(d)));
                                vitrineDiagnosticRelease(d);
                              }
                            },
                            request(env, a[0], a[4]), c});
  return nullptr;
}

napi_value pop_error_scope(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuDevicePopErrorScope(as_handle<WGPUDevice>(env, a[1]),
                          {nullptr, WGPUCallbackMode_AllowProcessEvents,
                           [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* r, void*) {
                             done(r).set("status", status).set("type", type).set("message", to_view(message));
                           },
                           request(env, a[0], a[2]), nullptr});
  return nullptr;
}

template <class Pipeline>
void pipeline_done(WGPUCreatePipelineAsyncStatus status, Pipeline pipeline, WGPUStringView message, void* r, void*) {
  Object o = done(r);
  o.set("status", status).set("message", to_view(message)).set("handle", from_handle(o.env, pipeline));
}
napi_value create_compute_pipeline_async(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  wgpuDeviceCreateComputePipelineAsync(as_handle<WGPUDevice>(env, a[1]), as_pointer<WGPUComputePipelineDescriptor>(env, a[2]),
                                       {nullptr, WGPUCallbackMode_AllowProcessEvents, pipeline_done<WGPUComputePipeline>, request(env, a[0], a[3]), nullptr});
  return nullptr;
}
napi_value create_render_pipeline_async(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  wgpuDeviceCreateRenderPipelineAsync(as_handle<WGPUDevice>(env, a[1]), as_pointer<WGPURenderPipelineDescriptor>(env, a[2]),
                                      {nullptr, WGPUCallbackMode_AllowProcessEvents, pipeline_done<WGPURenderPipeline>, request(env, a[0], a[3]), nullptr});
  return nullptr;
}

napi_value map_async(napi_env env, napi_callback_info info) {
  napi_value a[6];
  get_args(env, info, a, 6);
  wgpuBufferMapAsync(as_handle<WGPUBuffer>(env, a[1]), as_u32(env, a[2]), as_size(env, a[3]), as_size(env, a[4]),
                     {nullptr, WGPUCallbackMode_AllowProcessEvents,
                      [](WGPUMapAsyncStatus status, WGPUStringView message, void* r, void*) {
                        done(r).set("status", status).set("message", to_view(message));
                      },
                      request(env, a[0], a[5]), nullptr});
  return nullptr;
}

// An ArrayBuffer over the mapping itself, or undefined.
napi_value mapped_range(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  WGPUBuffer buffer = as_handle<WGPUBuffer>(env, a[0]);
  size_t offset = as_size(env, a[1]), size = as_size(env, a[2]);
  void* data = as_bool(env, a[3]) ? const_cast<void*>(wgpuBufferGetConstMappedRange(buffer, offset, size))
                                  : wgpuBufferGetMappedRange(buffer, offset, size);
  if (!data) return nullptr;
  if (size == UINT64_MAX) size = wgpuBufferGetSize(buffer) > offset ? wgpuBufferGetSize(buffer) - offset : 0;
  napi_value result = nullptr;
  // V8 keeps one backing store for one address; a range of no bytes gets memory of its own.
  if (size == 0) napi_create_arraybuffer(env, 0, &data, &result);
  else napi_create_external_arraybuffer(env, data, size, [](napi_env, void*, void*) {}, nullptr, &result);
  return result;
}
napi_value detach(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  napi_detach_arraybuffer(env, a[0]);
  return nullptr;
}

napi_value get_compilation_info(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuShaderModuleGetCompilationInfo(
      as_handle<WGPUShaderModule>(env, a[1]),
      {nullptr, WGPUCallbackMode_AllowProcessEvents,
       [](WGPUCompilationInfoRequestStatus status, const WGPUCompilationInfo* compilation, void* r, void*) {
         Object o = done(r);
         if (status != WGPUCompilationInfoRequestStatus_Success || !compilation) return;
         napi_value list;
         napi_create_array_with_length(o.env, compilation->messageCount, &list);
         for (size_t i = 0; i < compilation->messageCount; ++i) {
           const WGPUCompilationMessage& m = compilation->messages[i];
           // Positions in UTF-16 units, which JavaScript counts in, come chained.
           const auto* utf16 = reinterpret_cast<const VitrineCompilationMessageUtf16*>(m.nextInChain);
           while (utf16 && utf16->chain.sType != WGPUSType_VitrineCompilationMessageUtf16)
             utf16 = reinterpret_cast<const VitrineCompilationMessageUtf16*>(utf16->chain.next);
           Object message(o.env);
           message.set("message", to_view(m.message))
               .set("type", m.type == WGPUCompilationMessageType_Error ? "error" : m.type == WGPUCompilationMessageType_Warning ? "warning" : "info")
               .set("lineNum", static_cast<double>(m.lineNum))
               .set("linePos", static_cast<double>(utf16 ? utf16->linePos : m.linePos))
               .set("offset", static_cast<double>(utf16 ? utf16->offset : m.offset))
               .set("length", static_cast<double>(utf16 ? utf16->length : m.length));
           napi_set_element(o.env, list, static_cast<uint32_t>(i), message.value);
         }
         o.set("messages", list);
       },
       request(env, a[0], a[2]), nullptr});
  return nullptr;
}

napi_value work_done(napi_env env, napi_callback_info info) {
  napi_value a[3];
  get_args(env, info, a, 3);
  wgpuQueueOnSubmittedWorkDone(as_handle<WGPUQueue>(env, a[1]),
                               {nullptr, WGPUCallbackMode_AllowProcessEvents,
                                [](WGPUQueueWorkDoneStatus status, WGPUStringView, void* r, void*) { done(r).set("status", status); },
                                request(env, a[0], a[2]), nullptr});
  return nullptr;
}

napi_value write_buffer(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  std::string_view bytes = as_bytes(env, a[3]);
  wgpuQueueWriteBuffer(as_handle<WGPUQueue>(env, a[0]), as_handle<WGPUBuffer>(env, a[1]), as_size(env, a[2]), bytes.data(), bytes.size());
  return nullptr;
}
napi_value write_texture(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  std::string_view bytes = as_bytes(env, a[2]);
  wgpuQueueWriteTexture(as_handle<WGPUQueue>(env, a[0]), as_pointer<WGPUTexelCopyTextureInfo>(env, a[1]), bytes.data(), bytes.size(),
                        as_pointer<WGPUTexelCopyBufferLayout>(env, a[3]), as_pointer<WGPUExtent3D>(env, a[4]));
  return nullptr;
}
napi_value set_immediates(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  std::string name = as_text(env, a[0]);
  uint32_t offset = as_u32(env, a[2]);
  std::string_view bytes = as_bytes(env, a[3]);
  if (name == "wgpuComputePassEncoderSetImmediates")
    wgpuComputePassEncoderSetImmediates(as_handle<WGPUComputePassEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  else if (name == "wgpuRenderPassEncoderSetImmediates")
    wgpuRenderPassEncoderSetImmediates(as_handle<WGPURenderPassEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  else
    wgpuRenderBundleEncoderSetImmediates(as_handle<WGPURenderBundleEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  return nullptr;
}

template <class T>
napi_value number_list(napi_env env, const T* values, size_t count) {
  napi_value list;
  napi_create_array_with_length(env, count, &list);
  for (size_t i = 0; i < count; ++i) napi_set_element(env, list, static_cast<uint32_t>(i), from_double(env, values[i]));
  return list;
}
// features(handle, 0 for an adapter, 1 for a device)
napi_value features(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  WGPUSupportedFeatures f = {};
  if (as_u32(env, a[1])) wgpuDeviceGetFeatures(as_handle<WGPUDevice>(env, a[0]), &f);
  else wgpuAdapterGetFeatures(as_handle<WGPUAdapter>(env, a[0]), &f);
  napi_value list = number_list(env, f.features, f.featureCount);
  wgpuSupportedFeaturesFreeMembers(f);
  return list;
}
napi_value wgsl_features(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  WGPUSupportedWGSLLanguageFeatures f = {};
  wgpuInstanceGetWGSLLanguageFeatures(as_handle<WGPUInstance>(env, a[0]), &f);
  napi_value list = number_list(env, f.features, f.featureCount);
  wgpuSupportedWGSLLanguageFeaturesFreeMembers(f);
  return list;
}
napi_value adapter_info(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  WGPUAdapterInfo i = WGPU_ADAPTER_INFO_INIT;
  if (as_u32(env, a[1])) wgpuDeviceGetAdapterInfo(as_handle<WGPUDevice>(env, a[0]), &i);
  else wgpuAdapterGetInfo(as_handle<WGPUAdapter>(env, a[0]), &i);
  Object o(env);
  o.set("vendor", to_view(i.vendor)).set("architecture", to_view(i.architecture)).set("device", to_view(i.device))
      .set("description", to_view(i.description)).set("subgroupMinSize", i.subgroupMinSize).set("subgroupMaxSize", i.subgroupMaxSize)
      .set("isFallbackAdapter", from_bool(env, i.adapterType == WGPUAdapterType_CPU));
  wgpuAdapterInfoFreeMembers(i);
  return o.value;
}

napi_value address_of(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  return from_handle(env, as_bytes(env, a[0]).data());
}
napi_value text_at(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  return from_text(env, to_view({as_pointer<const char>(env, a[0]), as_size(env, a[1])}));
}
napi_value adjust_memory(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  int64_t now;
  napi_adjust_external_memory(env, static_cast<int64_t>(as_double(env, a[0])), &now);
  return nullptr;
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

// For tests: bytes that are allocated at present, fragments left aside.
napi_value allocated_bytes(napi_env env, napi_callback_info) {
  struct mallinfo2 all = mallinfo2();
  return from_double(env, static_cast<double>(all.uordblks + all.hblkhd));
}

napi_value flush_log(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  vitrineInstanceLogDiagnostic(as_pointer<Context>(env, a[0])->instance, nullptr);
  return nullptr;
}

struct NativeCall {
  const char* name;
  napi_callback function;
};
#include "native_calls.inc"

napi_value release(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  uint32_t kind = as_u32(env, a[0]);
  void* handle = as_pointer<void>(env, a[1]);
  if (kind == kDeviceKind)
    for (Context* c : contexts) c->devices.erase(static_cast<WGPUDevice>(handle));
  release_handle(kind, handle);
  return nullptr;
}

const NativeCall kOwnCalls[] = {
    {"createContext", create_context}, {"instanceOf", instance_of}, {"setCallSites", set_call_sites}, {"listen", listen},
    {"settle", settle}, {"releaseContext", release_context},
    {"keepAlive", keep_alive}, {"poll", poll}, {"takeException", take_exception}, {"adapters", adapters}, {"requestAdapter", request_adapter},
    {"requestDevice", request_device}, {"popErrorScope", pop_error_scope},
    {"createComputePipelineAsync", create_compute_pipeline_async}, {"createRenderPipelineAsync", create_render_pipeline_async},
    {"mapAsync", map_async}, {"mappedRange", mapped_range}, {"detach", detach}, {"getCompilationInfo", get_compilation_info},
    {"workDone", work_done}, {"writeBuffer", write_buffer}, {"writeTexture", write_texture}, {"setImmediates", set_immediates},
    {"features", features}, {"wgslFeatures", wgsl_features}, {"info", adapter_info}, {"addressOf", address_of},
    {"textAt", text_at}, {"adjustMemory", adjust_memory}, {"logError", log_error}, {"flushLog", flush_log}, {"allocatedBytes", allocated_bytes}, {"release", release},
};

}  // namespace

NAPI_MODULE_INIT() {
  auto add = [&](const NativeCall& call) {
    napi_value f;
    napi_create_function(env, call.name, NAPI_AUTO_LENGTH, call.function, nullptr, &f);
    napi_set_named_property(env, exports, call.name, f);
  };
  for (const NativeCall& call : kOwnCalls) add(call);
  for (const NativeCall& call : kNativeCalls) add(call);
  return exports;
}
