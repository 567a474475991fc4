// The native half of a Context of lib/events.js: one instance, what it has to tell JavaScript, and who asked for what.
#pragma once

#include <node_api.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>

#include "site_budget.h"
#include "values.h"

namespace vitrine::node {

struct Event {
  enum Kind { Lost, Error, Diagnostic, Print, Log } kind;
  uint32_t device = 0;
  uint32_t value = 0;  // WGPUDeviceLostReason, WGPUErrorType, VitrineLogLevel
  std::string message;
  VitrineDiagnostic diagnostic = nullptr;  // of an error; JavaScript gives it back with logError
  WGPUDevice of = nullptr;                 // not held: only its address counts
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

  void push(Event e);
  // What waits here keeps the process alive until pump() has looked at it. On other threads a request is pending anyway.
  void rouse();
  // No thread of the library may be at work when the process takes its libraries down. A device that hangs is not waited for.
  void settle();
  // JavaScript is not called any more.
  void close();
  void append(napi_value v) { napi_set_element(env, results, result_count++, v); }
};

// Of the environments of this thread; each goes when its environment ends, or when JavaScript has collected the last object.
extern thread_local std::set<Context*> contexts;

struct Request {
  Context* context;
  uint32_t id;
};
Request* request(napi_env env, napi_value context, napi_value id);
// Callbacks of requests run inside poll(), with mode AllowProcessEvents.
Object done(void* userdata);
const char* exception_name(VitrineEffect effect);
std::string render(VitrineDiagnostic d, VitrineRenderFormat format);
std::string print_json(const VitrinePrintMessage& m);

// The functions of the module, by subject.
std::span<const NativeCall> context_calls();
std::span<const NativeCall> request_calls();
std::span<const NativeCall> data_calls();

}  // namespace vitrine::node
