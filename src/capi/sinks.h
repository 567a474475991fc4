// The callbacks of vitrine.h as the interfaces of gpu/ and diag/.
#pragma once

#include <webgpu/vitrine.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "diag/log.h"
#include "gpu/call.h"
#include "gpu/process_end.h"
#include "gpu/sink.h"

namespace vitrine::capi {

// Callbacks of the program that this thread is inside of.
uint32_t& callback_depth();
// The device of the diagnostic that this thread is telling the program of.
gpu::Device*& diagnostic_device();

// A callback of the program that may be replaced at any time. It runs with no lock held; replacing it waits until the former
// one has ended on other threads, except when the one that replaces runs inside a callback itself: two of them must not wait
// for each other.
template <class Info>
class Replaceable {
 public:
  void set(const Info& info) {
    std::shared_ptr<Current> former;
    {
      std::lock_guard lock(mutex_);
      former = std::exchange(current_, std::make_shared<Current>(info));
      latest_.store(&current_->info, std::memory_order_release);
    }
    if (depth() == 0) wait_for(*former);
  }
  // The program holds nothing any more: threads of ours leave it alone from now on. Waits for them as set() does.
  void leave_own_threads() {
    std::shared_ptr<Current> present;
    {
      std::lock_guard lock(mutex_);
      own_threads_ = false;
      present = current_;
    }
    if (depth() == 0) wait_for(*present);
  }
  // For `f` of with(), when it goes on: there is another one now.
  bool replaced(const Info& info) const { return latest_.load(std::memory_order_acquire) != &info; }
  // Calls `f` with the present one. False: nobody may be called here any more.
  template <class F>
  bool with(F&& f) {
    std::shared_ptr<Current> c;
    {
      // Counted before the lock goes, so that a replacement sees it.
      std::lock_guard lock(mutex_);
      if (!own_threads_ && gpu::OwnThread::here()) return false;
      c = current_;
      c->running.fetch_add(1, std::memory_order_relaxed);
    }
    ++depth();
    f(c->info);
    --depth();
    c->running.fetch_sub(1, std::memory_order_release);
    c->running.notify_all();
    return true;
  }

 private:
  struct Current {
    explicit Current(const Info& i) : info(i) {}
    const Info info;
    std::atomic<uint32_t> running{0};
  };
  static void wait_for(Current& c) {
    for (uint32_t n; (n = c.running.load(std::memory_order_acquire)) != 0;) c.running.wait(n, std::memory_order_acquire);
  }
  std::mutex mutex_;
  bool own_threads_ = true;
  std::shared_ptr<Current> current_ = std::make_shared<Current>(Info{});
  std::atomic<const Info*> latest_{&current_->info};
  static uint32_t& depth() { return callback_depth(); }
};
class CallbackLog : public diag::LogSink {
 public:
  void set(const VitrineLogCallbackInfo& info) { info_.set(info); }
  void leave_own_threads() { info_.leave_own_threads(); }
  void write(const diag::LogMessage& message) override;

 private:
  Replaceable<VitrineLogCallbackInfo> info_;
  std::shared_ptr<diag::LogSink> stderr_ = diag::stderr_sink();
};

class CallbackSink : public gpu::Sink {
 public:
  void set(const VitrineDiagnosticCallbackInfo& info) { diagnostics_.set(info); }
  void set(const VitrinePrintCallbackInfo& info) { prints_.set(info); }
  void leave_own_threads() {
    diagnostics_.leave_own_threads();
    prints_.leave_own_threads();
  }
  void diagnostic(const diag::DiagnosticPtr& diagnostic, gpu::Device* device, bool scoped) override;
  void prints(gpu::PrintBatch& batch, gpu::Device& device) override;
  void prints_lost(uint64_t count, uint64_t submission, uint64_t buffer_size, gpu::Device& device) override;

 private:
  Replaceable<VitrineDiagnosticCallbackInfo> diagnostics_;
  Replaceable<VitrinePrintCallbackInfo> prints_;
};

class CallbackCallSites : public gpu::CallSiteSource {
 public:
  explicit CallbackCallSites(VitrineCallSiteProvider provider) : provider_(provider) {}
  uint64_t capture(gpu::CallSiteMoment moment) override;
  std::string describe(uint64_t token) override;

 private:
  VitrineCallSiteProvider provider_;
};

diag::Level log_level(VitrineLogLevel level);

}  // namespace vitrine::capi
