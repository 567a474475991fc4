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

uint32_t& callback_depth() {
  thread_local uint32_t depth = 0;
  return depth;
}

void CallbackLog::write(const diag::LogMessage& m) {
  info_.with([&](const VitrineLogCallbackInfo& info) {
    if (!info.callback) return stderr_->write(m);
    info.callback(static_cast<VitrineLogLevel>(m.level), view(m.category), view(m.text), info.userdata1, info.userdata2);
  });
}

void CallbackSink::diagnostic(const diag::DiagnosticPtr& diagnostic, gpu::Device*, bool) {
  diagnostics_.with([&](const VitrineDiagnosticCallbackInfo& info) {
    if (!info.callback) return;
    VitrineDiagnostic handle = make_diagnostic_handle(diagnostic);
    info.callback(handle, info.userdata1, info.userdata2);
    vitrineDiagnosticRelease(handle);
  });
}

namespace {
void call_with(const VitrinePrintCallbackInfo& info, const gpu::PrintMessage& m, const gpu::Device& device) {
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
  info.callback(&out, info.userdata1, info.userdata2);
}
}  // namespace

void CallbackSink::print(const gpu::PrintMessage& m, gpu::Device& device) {
  prints_.with([&](const VitrinePrintCallbackInfo& info) {
    if (info.callback) call_with(info, m, device);
  });
}

void CallbackSink::prints_lost(uint64_t count, uint64_t submission, uint64_t buffer_size, gpu::Device& device) {
  prints_.with([&](const VitrinePrintCallbackInfo& info) {
    if (!info.lossCallback) return;
    std::string label = device.label();
    VitrinePrintLoss loss{count, submission, static_cast<uint32_t>(buffer_size), view(label)};
    info.lossCallback(&loss, info.userdata1, info.userdata2);
  });
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
