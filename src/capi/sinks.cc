#include "capi/sinks.h"

#include "capi/convert.h"
#include "capi/diagnostic.h"
#include "gpu/device.h"

namespace vitrine::capi {

diag::Level log_level(VitrineLogLevel level) {
  switch (level) {
    case VitrineLogLevel_Off: return static_cast<diag::Level>(0);
    case VitrineLogLevel_Error: return diag::Level::Error;
    case VitrineLogLevel_Warning: return diag::Level::Warning;
    case VitrineLogLevel_Debug: return diag::Level::Debug;
    default: return diag::Level::Info;
  }
}

void CallbackLog::set(VitrineLogCallbackInfo info) {
  std::lock_guard lock(running_);
  info_ = info;
  stderr_ = info.callback ? nullptr : diag::stderr_sink();
}

void CallbackLog::write(const diag::LogMessage& m) {
  std::lock_guard lock(running_);
  if (!info_.callback) return stderr_->write(m);
  info_.callback(static_cast<VitrineLogLevel>(m.level), view(m.category), view(m.text), info_.userdata1, info_.userdata2);
}

void CallbackSink::set(VitrineDiagnosticCallbackInfo info) {
  std::lock_guard lock(running_);
  diagnostics_ = info;
}

void CallbackSink::set(VitrinePrintCallbackInfo info) {
  std::lock_guard lock(running_);
  prints_ = info;
}

void CallbackSink::diagnostic(const diag::DiagnosticPtr& diagnostic, gpu::Device*, bool) {
  std::lock_guard lock(running_);
  if (!diagnostics_.callback) return;
  VitrineDiagnostic handle = make_diagnostic_handle(diagnostic);
  diagnostics_.callback(handle, diagnostics_.userdata1, diagnostics_.userdata2);
  vitrineDiagnosticRelease(handle);
}

void CallbackSink::print(const gpu::PrintMessage& m, gpu::Device& device) {
  std::lock_guard lock(running_);
  if (!prints_.callback) return;
  VitrinePrintMessage out{};
  std::vector<std::vector<VitrinePrintScalar>> scalars(m.arguments.size());
  std::vector<VitrinePrintArgument> arguments(m.arguments.size());
  for (size_t i = 0; i < m.arguments.size(); ++i) {
    const gpu::PrintMessage::Argument& a = m.arguments[i];
    for (size_t j = 0; j < a.scalars.size(); ++j)
      scalars[i].push_back({static_cast<VitrineScalarType>(static_cast<int>(a.scalars[j]) + 1), a.words[j]});
    arguments[i] = {view(a.type), scalars[i].size(), scalars[i].data()};
  }
  std::vector<WGPUStringView> groups;
  for (const std::string& g : m.groups) groups.push_back(view(g));
  std::string device_label = device.label();
  out.text = view(m.text);
  out.format = view(m.format);
  out.argumentCount = m.native_route ? 0 : arguments.size();
  out.arguments = m.native_route ? nullptr : arguments.data();
  out.moduleLabel = view(m.module_label);
  out.line = m.line;
  out.columnBytes = m.column;
  out.columnUtf16 = m.column_utf16;
  out.entryPoint = view(m.entry_point);
  out.stage = m.stage;
  for (int i = 0; i < 3; ++i) out.invocation[i] = m.invocation[i];
  out.deviceLabel = view(device_label);
  out.pipelineLabel = view(m.pipeline);
  out.passLabel = view(m.pass);
  out.debugGroupCount = groups.size();
  out.debugGroups = groups.data();
  out.submission = m.submission;
  out.command = static_cast<uint32_t>(m.command);
  out.partial = m.partial;
  prints_.callback(&out, prints_.userdata1, prints_.userdata2);
}

void CallbackSink::prints_lost(uint64_t count, uint64_t submission, uint64_t buffer_size, gpu::Device& device) {
  std::lock_guard lock(running_);
  if (!prints_.lossCallback) return;
  std::string label = device.label();
  VitrinePrintLoss loss{count, submission, static_cast<uint32_t>(buffer_size), view(label)};
  prints_.lossCallback(&loss, prints_.userdata1, prints_.userdata2);
}

uint64_t CallbackCallSites::capture(gpu::CallSiteMoment moment) {
  return provider_.capture(static_cast<VitrineCallSiteMoment>(moment), provider_.userdata);
}

std::string CallbackCallSites::describe(uint64_t token) {
  if (token == 0 || !provider_.describe) return {};
  std::string out(128, '\0');
  size_t length = provider_.describe(token, out.data(), out.size(), provider_.userdata);
  if (length > out.size()) {
    out.resize(length);
    length = provider_.describe(token, out.data(), out.size(), provider_.userdata);
  }
  out.resize(std::min(length, out.size()));
  return out;
}

}  // namespace vitrine::capi
