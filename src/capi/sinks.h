// The callbacks of vitrine.h as the interfaces of gpu/ and diag/.
#pragma once

#include <webgpu/vitrine.h>

#include <memory>
#include <mutex>

#include "diag/log.h"
#include "gpu/call.h"
#include "gpu/sink.h"

namespace vitrine::capi {

class CallbackLog : public diag::LogSink {
 public:
  explicit CallbackLog(VitrineLogCallbackInfo info) { set(info); }
  void set(VitrineLogCallbackInfo info);
  void write(const diag::LogMessage& message) override;

 private:
  std::recursive_mutex running_;  // a callback being replaced has ended, unless it is the one that replaces
  VitrineLogCallbackInfo info_{};
  std::shared_ptr<diag::LogSink> stderr_;
};

class CallbackSink : public gpu::Sink {
 public:
  void set(VitrineDiagnosticCallbackInfo info);
  void set(VitrinePrintCallbackInfo info);
  void diagnostic(const diag::DiagnosticPtr& diagnostic, gpu::Device* device, bool scoped) override;
  void print(const gpu::PrintMessage& message, gpu::Device& device) override;
  void prints_lost(uint64_t count, uint64_t submission, uint64_t buffer_size, gpu::Device& device) override;

 private:
  std::recursive_mutex running_;
  VitrineDiagnosticCallbackInfo diagnostics_{};
  VitrinePrintCallbackInfo prints_{};
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
