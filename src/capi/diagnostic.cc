#include "capi/diagnostic.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "diag/render.h"

using vitrine::diag::Diagnostic;
using vitrine::diag::DiagnosticPtr;

// Texts are made when first asked for and live as long as the handle.
struct VitrineDiagnosticImpl {
  explicit VitrineDiagnosticImpl(DiagnosticPtr d) : diagnostic(std::move(d)) {}
  ~VitrineDiagnosticImpl() {
    if (cause) vitrineDiagnosticRelease(cause);
    if (root) vitrineDiagnosticRelease(root);
    for (auto& [index, handle] : also) vitrineDiagnosticRelease(handle);
  }

  std::atomic<uint32_t> references = 1;
  const DiagnosticPtr diagnostic;

  std::mutex mutex;  // guards all below
  std::unordered_map<std::string, WGPUStringView> known;  // by use: "message", "note 3"
  std::deque<std::string> texts;
  std::unordered_map<size_t, std::vector<VitrineEdit>> edits;
  VitrineDiagnostic cause = nullptr, root = nullptr;
  std::unordered_map<size_t, VitrineDiagnostic> also;

  // `make` runs without the lock: describing a call site may take long.
  template <class F>
  WGPUStringView text(const std::string& use, F make) {
    {
      std::lock_guard lock(mutex);
      if (auto it = known.find(use); it != known.end()) return it->second;
    }
    std::string made = make();
    std::lock_guard lock(mutex);
    auto [it, fresh] = known.try_emplace(use);
    if (fresh) {
      texts.push_back(std::move(made));
      it->second = {texts.back().data(), texts.back().size()};
    }
    return it->second;
  }
};

namespace vitrine::capi {
namespace {

WGPUStringView borrow(std::string_view s) { return {s.data(), s.size()}; }

// The diagnostic keeps these texts alive.
VitrineObjectInfo object_info(VitrineDiagnostic handle, const std::string& use, const diag::ObjectRef& object) {
  VitrineObjectInfo info{};
  info.kind = borrow(object.kind);
  info.label = borrow(object.label);
  info.ordinal = object.ordinal;
  info.traits = borrow(object.traits);
  info.text = handle->text(use, [&] { return diag::to_text(object); });
  return info;
}

std::string place_text(const diag::SourcePlace& place) {
  diag::Position p = place.source->position(place.span.begin);
  return place.source->name() + ":" + std::to_string(p.line) + ":" + std::to_string(p.column_bytes);
}

void fill_place(VitrineDiagnostic handle, const std::string& use, const diag::Place& place, VitrinePlace* out) {
  *out = VitrinePlace{};
  if (const auto* source = std::get_if<diag::SourcePlace>(&place)) {
    if (!source->source) return;
    diag::Position begin = source->source->position(source->span.begin), end = source->source->position(source->span.end);
    out->kind = VitrinePlaceKind_Source;
    out->text = handle->text(use, [&] { return place_text(*source); });
    out->moduleLabel = borrow(source->source->name());
    out->line = begin.line;
    out->columnBytes = begin.column_bytes;
    out->columnUtf16 = begin.column_utf16;
    out->endLine = end.line;
    out->endColumnBytes = end.column_bytes;
    out->endColumnUtf16 = end.column_utf16;
    out->offsetBytes = begin.offset_bytes;
    out->offsetUtf16 = begin.offset_utf16;
    out->lengthBytes = end.offset_bytes - begin.offset_bytes;
    out->lengthUtf16 = end.offset_utf16 - begin.offset_utf16;
  } else if (const auto* argument = std::get_if<diag::ArgumentPlace>(&place)) {
    out->kind = VitrinePlaceKind_Argument;
    out->text = borrow(argument->path);
  } else if (const auto* object = std::get_if<diag::ObjectRef>(&place)) {
    out->kind = VitrinePlaceKind_Object;
    out->object = object_info(handle, use, *object);
    out->text = out->object.text;
  } else if (const auto* call = std::get_if<diag::NativeCall>(&place)) {
    out->kind = VitrinePlaceKind_NativeCall;
    out->text = handle->text(use, [&] { return call->function + ": " + call->result; });
  }
}

VitrineEffect effect_of(diag::Effect effect) {
  switch (effect) {
    case diag::Effect::Validation: return VitrineEffect_Validation;
    case diag::Effect::OutOfMemory: return VitrineEffect_OutOfMemory;
    case diag::Effect::Internal: return VitrineEffect_Internal;
    case diag::Effect::ShaderCreation: return VitrineEffect_ShaderCreation;
    case diag::Effect::PipelineCreation: return VitrineEffect_PipelineCreation;
    case diag::Effect::TypeError: return VitrineEffect_TypeError;
    case diag::Effect::RangeError: return VitrineEffect_RangeError;
    case diag::Effect::OperationError: return VitrineEffect_OperationError;
    case diag::Effect::DeviceLost: return VitrineEffect_DeviceLost;
    case diag::Effect::Warning: return VitrineEffect_Warning;
  }
  return VitrineEffect_Internal;
}

VitrineSeverity severity_of(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return VitrineSeverity_Error;
    case diag::Severity::Warning: return VitrineSeverity_Warning;
    case diag::Severity::Info: return VitrineSeverity_Info;
  }
  return VitrineSeverity_Error;
}

VitrineContextKind context_of(diag::ContextKind kind) {
  switch (kind) {
    case diag::ContextKind::ApiCall: return VitrineContextKind_ApiCall;
    case diag::ContextKind::Pass: return VitrineContextKind_Pass;
    case diag::ContextKind::Command: return VitrineContextKind_Command;
    case diag::ContextKind::DebugGroup: return VitrineContextKind_DebugGroup;
    case diag::ContextKind::Pipeline: return VitrineContextKind_Pipeline;
    case diag::ContextKind::EntryPoint: return VitrineContextKind_EntryPoint;
    case diag::ContextKind::ShaderCall: return VitrineContextKind_ShaderCall;
    case diag::ContextKind::Submission: return VitrineContextKind_Submission;
  }
  return VitrineContextKind_ApiCall;
}

std::string render(const DiagnosticPtr& d, VitrineRenderFormat format) {
  diag::TerminalOptions terminal;
  switch (format) {
    case VitrineRenderFormat_TerminalAscii: terminal.unicode = false; break;
    case VitrineRenderFormat_TerminalColour: terminal.colour = true; break;
    case VitrineRenderFormat_Plain: return diag::render_plain(*d);
    case VitrineRenderFormat_Line: return diag::render_line(*d);
    case VitrineRenderFormat_Json: return diag::render_json(*d);
    case VitrineRenderFormat_Sarif: return diag::render_sarif({d});
    case VitrineRenderFormat_Github: return diag::render_github(*d);
    default: break;
  }
  return diag::render_terminal(*d, terminal);
}

}  // namespace

VitrineDiagnostic make_diagnostic_handle(DiagnosticPtr diagnostic) {
  return diagnostic ? new VitrineDiagnosticImpl(std::move(diagnostic)) : nullptr;
}

const DiagnosticPtr& diagnostic_of(VitrineDiagnostic handle) { return handle->diagnostic; }

}  // namespace vitrine::capi

using namespace vitrine;
using namespace vitrine::capi;

extern "C" {

void vitrineDiagnosticAddRef(VitrineDiagnostic d) { d->references.fetch_add(1, std::memory_order_relaxed); }

void vitrineDiagnosticRelease(VitrineDiagnostic d) {
  if (d->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete d;
}

WGPUStringView vitrineDiagnosticGetRule(VitrineDiagnostic d) { return borrow(d->diagnostic->rule().name); }
VitrineEffect vitrineDiagnosticGetEffect(VitrineDiagnostic d) { return effect_of(d->diagnostic->rule().effect); }
VitrineSeverity vitrineDiagnosticGetSeverity(VitrineDiagnostic d) { return severity_of(d->diagnostic->severity()); }
WGPUStringView vitrineDiagnosticGetSpecification(VitrineDiagnostic d) { return borrow(d->diagnostic->rule().spec); }

WGPUStringView vitrineDiagnosticGetMessage(VitrineDiagnostic d) {
  return d->text("message", [&] { return d->diagnostic->message(); });
}

size_t vitrineDiagnosticGetArgumentCount(VitrineDiagnostic d) { return d->diagnostic->args().size(); }

WGPUStringView vitrineDiagnosticGetArgument(VitrineDiagnostic d, size_t index) {
  const auto& args = d->diagnostic->args();
  if (index >= args.size()) return borrow("");
  return d->text("argument " + std::to_string(index), [&] { return diag::to_text(args[index]); });
}

void vitrineDiagnosticGetPlace(VitrineDiagnostic d, VitrinePlace* place) { fill_place(d, "place", d->diagnostic->where(), place); }

size_t vitrineDiagnosticGetNoteCount(VitrineDiagnostic d) { return d->diagnostic->notes().size(); }

void vitrineDiagnosticGetNote(VitrineDiagnostic d, size_t index, VitrineNote* note) {
  *note = VitrineNote{};
  const auto& notes = d->diagnostic->notes();
  if (index >= notes.size()) return;
  std::string use = "note " + std::to_string(index);
  note->text = borrow(notes[index].text);
  fill_place(d, use, notes[index].place, &note->place);
  note->callSite = d->text(use + " site", [&] { return notes[index].call_site.text(); });
}

size_t vitrineDiagnosticGetContextCount(VitrineDiagnostic d) { return d->diagnostic->context().size(); }

void vitrineDiagnosticGetContext(VitrineDiagnostic d, size_t index, VitrineContext* context) {
  *context = VitrineContext{};
  const auto& all = d->diagnostic->context();
  if (index >= all.size()) return;
  context->kind = context_of(all[index].kind);
  context->text = borrow(all[index].text);
  context->index = all[index].index;
}

size_t vitrineDiagnosticGetHelpCount(VitrineDiagnostic d) { return d->diagnostic->helps().size(); }

void vitrineDiagnosticGetHelp(VitrineDiagnostic d, size_t index, VitrineHelp* help) {
  *help = VitrineHelp{};
  const auto& all = d->diagnostic->helps();
  if (index >= all.size()) return;
  help->text = borrow(all[index].text);
  help->certain = all[index].certain;
  std::lock_guard lock(d->mutex);
  auto [it, fresh] = d->edits.try_emplace(index);
  if (fresh) {
    for (const diag::Edit& e : all[index].edits) it->second.push_back({e.span.begin, e.span.length(), borrow(e.replacement)});
  }
  help->editCount = it->second.size();
  help->edits = it->second.data();
}

VitrineDiagnostic vitrineDiagnosticGetCause(VitrineDiagnostic d) {
  if (!d->diagnostic->cause()) return nullptr;
  std::lock_guard lock(d->mutex);
  if (!d->cause) d->cause = make_diagnostic_handle(d->diagnostic->cause());
  return d->cause;
}

VitrineDiagnostic vitrineDiagnosticGetRoot(VitrineDiagnostic d) {
  DiagnosticPtr root = d->diagnostic;
  while (root->cause()) root = root->cause();
  if (root == d->diagnostic) return d;
  std::lock_guard lock(d->mutex);
  if (!d->root) d->root = make_diagnostic_handle(root);
  return d->root;
}

size_t vitrineDiagnosticGetChainCount(VitrineDiagnostic d) { return d->diagnostic->chain().size(); }

void vitrineDiagnosticGetChainObject(VitrineDiagnostic d, size_t index, VitrineObjectInfo* object) {
  *object = VitrineObjectInfo{};
  const auto& chain = d->diagnostic->chain();
  if (index < chain.size()) *object = object_info(d, "chain " + std::to_string(index), chain[index]);
}

size_t vitrineDiagnosticGetAlsoCount(VitrineDiagnostic d) { return d->diagnostic->also().size(); }

VitrineDiagnostic vitrineDiagnosticGetAlso(VitrineDiagnostic d, size_t index) {
  const auto& all = d->diagnostic->also();
  if (index >= all.size()) return nullptr;
  std::lock_guard lock(d->mutex);
  auto [it, fresh] = d->also.try_emplace(index, nullptr);
  if (fresh) it->second = make_diagnostic_handle(all[index]);
  return it->second;
}

WGPUStringView vitrineDiagnosticGetCallSite(VitrineDiagnostic d) {
  return d->text("call site", [&] { return d->diagnostic->call_site().text(); });
}

size_t vitrineDiagnosticRender(VitrineDiagnostic d, VitrineRenderFormat format, char* buffer, size_t size) {
  std::string text = render(d->diagnostic, format);
  if (buffer && size) std::memcpy(buffer, text.data(), text.size() < size ? text.size() : size);
  return text.size();
}

}  // extern "C"
