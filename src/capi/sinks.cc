#include "capi/sinks.h"

#include <bit>

#include "capi/convert.h"
#include "capi/diagnostic.h"
#include "gpu/device.h"
#include "gpu/print.h"

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
  bool heard = info_.with([&](const VitrineLogCallbackInfo& info) {
    if (!info.callback) return stderr_->write(m);
    info.callback(static_cast<VitrineLogLevel>(m.level), view(m.category), view(m.text), info.userdata1, info.userdata2);
  });
  if (!heard) stderr_->write(m);
}

gpu::Device*& diagnostic_device() {
  thread_local gpu::Device* device = nullptr;
  return device;
}

void CallbackSink::diagnostic(const diag::DiagnosticPtr& diagnostic, gpu::Device* device, bool) {
  diagnostics_.with([&](const VitrineDiagnosticCallbackInfo& info) {
    if (!info.callback) return;
    VitrineDiagnostic handle = make_diagnostic_handle(diagnostic);
    gpu::Device* outer = std::exchange(diagnostic_device(), device);
    info.callback(handle, info.userdata1, info.userdata2);
    diagnostic_device() = outer;
    vitrineDiagnosticRelease(handle);
  });
}

namespace {

// A message in the form of vitrine.h. What messages of one place have in common is filled in once.
struct CMessage {
  VitrinePrintMessage out{};
  const gpu::PrintPlace* place = nullptr;
  std::vector<VitrinePrintScalar> scalars;
  std::vector<VitrinePrintArgument> arguments;
  std::vector<WGPUStringView> groups;

  void set_place(const gpu::PrintPlace& p) {
    place = &p;
    scalars.clear();
    arguments.clear();
    groups.clear();
    for (const auto& a : p.arguments)
      for (printf::Scalar s : a.scalars) scalars.push_back({static_cast<VitrineScalarType>(static_cast<int>(s) + 1), 0});
    size_t at = 0;
    for (const auto& a : p.arguments) {
      arguments.push_back({view(a.type), a.scalars.size(), scalars.data() + at});
      at += a.scalars.size();
    }
    for (const std::string& g : p.groups) groups.push_back(view(g));
    out.format = view(p.format);
    out.argumentCount = arguments.size();
    out.arguments = p.native_route ? nullptr : arguments.data();
    out.moduleLabel = view(p.module_label);
    out.line = p.line;
    out.columnBytes = p.column;
    out.columnUtf16 = p.column_utf16;
    out.entryPoint = view(p.entry_point);
    out.stage = p.stage;
    out.pipelineLabel = view(p.pipeline);
    out.passLabel = view(p.pass);
    out.debugGroupCount = groups.size();
    out.debugGroups = groups.data();
    out.submission = p.submission;
    out.command = p.command;
    out.commandInPass = p.command_in_pass;
    out.partial = p.partial;
    out.sourceLine = view(p.source_line);
  }
  void set(const gpu::PrintMessage& m) {
    if (m.place != place) set_place(*m.place);
    out.text = view(m.text);
    for (int i = 0; i < 3; ++i) out.invocation[i] = m.invocation[i];
    if (out.stage == WGPUShaderStage_Fragment) {
      // The pixel. Positions in a framebuffer are not negative.
      for (int i = 0; i < 2; ++i) out.invocation[i] = static_cast<uint32_t>(std::bit_cast<float>(m.invocation[i]));
      out.invocation[2] = 0;
    }
    for (size_t i = 0; i < scalars.size(); ++i) scalars[i].bits = i < m.words.size() ? m.words[i] : 0;
  }
};

}  // namespace

void CallbackSink::prints(gpu::PrintBatch& batch, gpu::Device& device) {
  // Whoever replaces the callback waits for so many messages at most.
  constexpr int kAtOnce = 64;
  std::string device_label = device.label();
  CMessage c;
  c.out.deviceLabel = view(device_label);
  c.out.device = handle_of(&device);
  for (bool more = true; more;) {
    bool heard = prints_.with([&](const VitrinePrintCallbackInfo& info) {
      for (int i = 0; i < kAtOnce && more && !prints_.replaced(info); ++i) {
        const gpu::PrintMessage* m = batch.next();
        more = m != nullptr;
        if (!m || !info.callback) continue;
        c.set(*m);
        info.callback(&c.out, info.userdata1, info.userdata2);
      }
    });
    if (!heard) return;
  }
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
