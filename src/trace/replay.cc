#include <webgpu/vitrine.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "trace/trace.h"
#include "webidl/invoke.h"

namespace vitrine::trace {
namespace {

using webidl::Bytes;
using webidl::Handle;
using webidl::Outcome;
using webidl::ValueType;

std::string_view view(WGPUStringView s) {
  if (!s.data) return {};
  return s.length == WGPU_STRLEN ? std::string_view(s.data) : std::string_view(s.data, s.length);
}

// What a name of the text stands for.
struct Object {
  void* handle = nullptr;  // one reference; null for results that are no objects
  int interface = -1;
};

class Player final : public webidl::Reader {
 public:
  explicit Player(const RunOptions& options) : options_(options) {}
  ~Player() override {
    ended_ = true;
    for (auto& [name, object] : names_) drop(object);
    if (instance_) wgpuInstanceRelease(instance_);
  }

  std::vector<CallFinding> run(std::string_view text) {
    Trace trace = parse(text);
    for (const SyntaxError& e : trace.errors) {
      findings_.push_back({e.line, "syntax", "column " + std::to_string(e.column) + ": " + e.message});
    }
    if (!begin()) return std::move(findings_);
    for (const Call& call : trace.calls) {
      line_ = call.line;
      play(call);
      wgpuInstanceProcessEvents(instance_);
    }
    ended_ = true;
    return std::move(findings_);
  }

  // -- Reader: a Handle is a const Value* --
  ValueType type(Handle h) override {
    switch (value(h).kind) {
      case Value::Kind::Undefined: return ValueType::Undefined;
      case Value::Kind::Null: return ValueType::Null;
      case Value::Kind::Boolean: return ValueType::Boolean;
      case Value::Kind::Number:
      case Value::Kind::Flags: return ValueType::Number;
      case Value::Kind::String: return ValueType::String;
      case Value::Kind::Name: {
        auto it = names_.find(value(h).text);
        return it == names_.end() || !it->second.handle ? ValueType::Null : ValueType::Object;
      }
      default: return ValueType::Object;
    }
  }
  bool to_boolean(Handle h) override {
    const Value& v = value(h);
    switch (type(h)) {
      case ValueType::Boolean: return v.boolean;
      case ValueType::Number: return v.kind == Value::Kind::Flags || (v.number != 0 && v.number == v.number);
      case ValueType::String: return !v.text.empty();
      case ValueType::Undefined:
      case ValueType::Null: return false;
      default: return true;
    }
  }
  bool to_number(Handle h, double* out) override {
    const Value& v = value(h);
    if (pending_) return false;
    switch (v.kind) {
      case Value::Kind::Number: *out = v.number; return true;
      case Value::Kind::Boolean: *out = v.boolean; return true;
      case Value::Kind::Null: *out = 0; return true;
      default: break;
    }
    throw_type_error("found " + print(v) + " where a number is needed");
    return false;
  }
  bool to_string(Handle h, std::string* out) override {
    const Value& v = value(h);
    *out = v.kind == Value::Kind::String ? v.text : print(v);
    return true;
  }
  bool get(Handle h, const char* member, Handle* out) override {
    static const Value undefined;
    const Value& v = value(h);
    *out = &undefined;
    if (v.kind != Value::Kind::Dictionary) return true;
    for (size_t i = 0; i < v.items.size(); ++i) {
      if (v.keys[i] == member) *out = &v.items[i];
    }
    return true;
  }
  bool iterate(Handle h, std::vector<Handle>* items, bool* iterable) override {
    const Value& v = value(h);
    *iterable = v.kind == Value::Kind::List;
    if (*iterable) {
      for (const Value& item : v.items) items->push_back(&item);
    }
    return true;
  }
  bool own_entries(Handle h, std::vector<std::pair<std::string, Handle>>* entries) override {
    const Value& v = value(h);
    if (v.kind != Value::Kind::Dictionary) return true;
    for (size_t i = 0; i < v.items.size(); ++i) entries->emplace_back(v.keys[i], &v.items[i]);
    return true;
  }
  void* interface(Handle h, uint16_t wanted) override {
    const Value& v = value(h);
    if (v.kind != Value::Kind::Name) return nullptr;
    auto it = names_.find(v.text);
    return it != names_.end() && it->second.interface == wanted ? it->second.handle : nullptr;
  }
  bool bytes(Handle h, Bytes* out, bool* is) override {
    const Value& v = value(h);
    *is = v.kind == Value::Kind::Data;
    if (!*is) return true;
    out->data = v.bytes.data();
    out->size = v.bytes.size();
    out->element_size = v.text == "u8" ? 1 : v.text == "u16" ? 2 : 4;
    out->uint32_array = v.text == "u32";
    return true;
  }
  bool flags(Handle h, const webidl::Namespace& names, uint32_t* out) override {
    const Value& v = value(h);
    if (v.kind != Value::Kind::Flags) return false;
    *out = 0;
    for (const std::string& word : v.words) {
      const webidl::FlagValue* found = nullptr;
      for (const webidl::FlagValue& f : names.values) {
        if (word == f.word) found = &f;
      }
      if (!found) {
        throw_type_error(std::string(names.name) + " has no " + word);
        return false;
      }
      *out |= found->value;
    }
    return true;
  }
  void throw_type_error(std::string message) override { raise("type_error", std::move(message)); }
  void throw_error(const diag::Diagnostic& error) override { raise(std::string(error.rule().name).c_str(), error.message()); }

 private:
  static const Value& value(Handle h) { return *static_cast<const Value*>(h); }

  void raise(const char* rule, std::string message) {
    if (pending_) return;
    pending_ = true;
    findings_.push_back({line_, rule, std::move(message)});
  }

  static void drop(Object& object) {
    if (object.handle && object.interface >= 0) webidl::interfaces()[static_cast<size_t>(object.interface)].release(object.handle);
    object = {};
  }
  void name(const std::string& name, Object object) {
    if (name.empty()) return drop(object);
    drop(names_[name]);
    names_[name] = object;
  }

  bool begin() {
    VitrineInstanceDescriptor extra = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    extra.diagnosticCallbackInfo.userdata1 = this;
    extra.diagnosticCallbackInfo.callback = [](VitrineDiagnostic d, void* self, void*) { static_cast<Player*>(self)->heard(d); };
    if (options_.validation) extra.flags = VitrineInstanceFlags_Validation;
    if (options_.check_silent) extra.flags |= VitrineInstanceFlags_CheckSilent;
    if (!options_.lint.empty()) {
      extra.flags |= VitrineInstanceFlags_Lint;
      extra.lint = {options_.lint.data(), options_.lint.size()};
    }
    if (!options_.log) {
      extra.logCallbackInfo.callback = [](VitrineLogLevel, WGPUStringView, WGPUStringView, void*, void*) {};
      extra.logCallbackInfo.level = VitrineLogLevel_Off;
    }
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &extra.chain;
    instance_ = wgpuCreateInstance(&descriptor);
    if (!instance_) {
      findings_.push_back({0, "unknown_name", "no instance could be made"});
      return false;
    }
    wgpuInstanceAddRef(instance_);
    names_["gpu"] = {instance_, webidl::kGPU};
    // The names that every text has.
    static const Trace prelude = parse("adapter = gpu.requestAdapter()\ndevice = adapter.requestDevice()");
    for (const Call& call : prelude.calls) {
      line_ = 0;
      play(call);
      if (!names_[call.result].handle) return false;
    }
    names_["queue"] = {wgpuDeviceGetQueue(static_cast<WGPUDevice>(names_["device"].handle)), webidl::kGPUQueue};
    return true;
  }

  void heard(VitrineDiagnostic d) {
    if (ended_) return;
    findings_.push_back({line_, std::string(view(vitrineDiagnosticGetRule(d))), std::string(view(vitrineDiagnosticGetMessage(d)))});
  }

  // Every name in the arguments must stand for something.
  bool known(const Value& v) {
    if (v.kind == Value::Kind::Name && !names_.contains(v.text)) {
      findings_.push_back({line_, "unknown_name", "nothing is named `" + v.text + "`"});
      return false;
    }
    for (const Value& item : v.items) {
      if (!known(item)) return false;
    }
    return true;
  }

  // The next call of the API comes from a line of the text.
  static void from_line(const Call& call) {
    vitrineSetNextCallSite(reinterpret_cast<const void*>(static_cast<uintptr_t>(std::min(call.line, 65535u))));
  }

  void play(const Call& call) {
    pending_ = false;
    auto it = names_.find(call.receiver);
    if (it == names_.end() || !it->second.handle || it->second.interface < 0) {
      findings_.push_back({line_, "unknown_name", "no object is named `" + call.receiver + "`"});
      return;
    }
    for (const Value& v : call.arguments) {
      if (!known(v)) return;
    }
    const Object self = it->second;
    const webidl::Interface& interface = webidl::interfaces()[static_cast<size_t>(self.interface)];
    if (call.assigns) {
      if (call.member != "label" || !interface.set_label)
        return throw_type_error(std::string(interface.name) + " has no attribute " + call.member + " that can be set");
      std::string text;
      to_string(&call.arguments[0], &text);
      return interface.set_label(self.handle, {text.data(), text.size()});
    }
    if (call.reads) {
      if (self.interface != webidl::kGPUDevice || call.member != "queue")
        return throw_type_error(std::string(interface.name) + " has no attribute " + call.member + " that can be read here");
      return name(call.result, {wgpuDeviceGetQueue(static_cast<WGPUDevice>(self.handle)), webidl::kGPUQueue});
    }
    if (call.member == "writeMappedRange" && self.interface == webidl::kGPUBuffer) return write_mapped(call, self);
    const webidl::Method* method = webidl::select_overload(*this, interface, call.member, call.arguments.size());
    if (!method) return;
    webidl::Memory memory;
    webidl::Slot slots[webidl::kMaxArguments];
    std::vector<Handle> arguments;
    for (const Value& v : call.arguments) arguments.push_back(&v);
    if (!webidl::convert_arguments(*this, memory, *method, arguments, slots)) return;
    from_line(call);
    if (webidl::is_async(method->special)) return await(call, *method, self, slots);
    webidl::Result result;
    if (!webidl::call(*this, *method, self.handle, slots, &result)) return;
    if (result.object || !call.result.empty()) name(call.result, {result.object, result.object ? method->result : -1});
  }

  void write_mapped(const Call& call, Object self) {
    if (call.arguments.size() != 2 || call.arguments[0].kind != Value::Kind::Number || call.arguments[1].kind != Value::Kind::Data ||
        !(call.arguments[0].number >= 0 && call.arguments[0].number <= 9007199254740991.0))
      return throw_type_error("writeMappedRange takes an offset and data");
    const std::vector<uint8_t>& data = call.arguments[1].bytes;
    wgpuBufferWriteMappedRange(static_cast<WGPUBuffer>(self.handle), static_cast<size_t>(call.arguments[0].number), data.data(), data.size());
  }

  struct Wait {
    bool done = false;
    void* object = nullptr;
  };

  void await(const Call& call, const webidl::Method& method, Object self, webidl::Slot (&slots)[webidl::kMaxArguments]) {
    WGPURequestAdapterOptions adapter_options;
    if (method.special == webidl::Special::RequestAdapter && options_.null_adapter) {
      adapter_options = *static_cast<const WGPURequestAdapterOptions*>(slots[0].pointer);
      adapter_options.backendType = WGPUBackendType_Null;
      slots[0].pointer = &adapter_options;
    }
    // Shared with the callback, which may run after the wait was given up.
    auto wait = std::make_shared<Wait>();
    auto* keep = new std::shared_ptr<Wait>(wait);
    webidl::start(method.special, self.handle, slots, WGPUCallbackMode_AllowProcessEvents,
                  [](const Outcome& outcome, void* user) {
                    auto* w = static_cast<std::shared_ptr<Wait>*>(user);
                    (*w)->done = true;
                    (*w)->object = outcome.object;
                    delete w;
                  },
                  keep);
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (uint32_t round = 0; !wait->done; ++round) {
      wgpuInstanceProcessEvents(instance_);
      if (wait->done) break;
      if (std::chrono::steady_clock::now() > end) {
        findings_.push_back({line_, "unsettled", call.member + " has not settled after 20 seconds"});
        return;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(round < 50 ? 20 : 1000));
    }
    name(call.result, {wait->object, wait->object ? method.result : -1});
  }

  RunOptions options_;
  WGPUInstance instance_ = nullptr;
  std::map<std::string, Object> names_;
  std::vector<CallFinding> findings_;
  uint32_t line_ = 0;
  bool pending_ = false;  // an exception of the present call
  bool ended_ = false;
};

}  // namespace

std::vector<CallFinding> run_call_text(std::string_view text, const RunOptions& options) { return Player(options).run(text); }

}  // namespace vitrine::trace
