// GPUShaderModule. https://gpuweb.github.io/gpuweb/#shader-modules
#pragma once

#include <cstdint>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diag/render.h"
#include "diag/source.h"
#include "gpu/descriptors.h"
#include "gpu/event.h"
#include "gpu/object.h"
#include "lang/type.h"

namespace vitrine::ir {
struct Module;
}

namespace vitrine::gpu {

// A member of a structure as it lies in a buffer: bytes from its start.
struct ShaderMember {
  std::string name, type;
  uint64_t offset = 0, size = 0;
};
// What pipeline creation needs to know of a module; the syntax tree is gone by then.
struct ShaderBinding {
  std::string name;
  uint32_t group = 0, binding = 0;
  SourceSpan span;                // of the name
  // As the entry of an automatic layout, without visibility; float textures are filterable when `filtered`.
  BindGroupLayoutEntry entry;
  std::string type;               // as WGSL writes it, for messages
  std::vector<ShaderMember> members;  // of a buffer that holds a structure, or an array of one (then of an element)
  lang::TextureType texture{};    // of textures
  bool depth_texture = false;
};
struct ShaderOverride {
  std::string key;   // what `constants` must name: the name, or the number of @id
  std::string name;
  SourceSpan span;
  bool has_default = false;
  enum class Type : uint8_t { Bool, I32, U32, F32, F16 } type = Type::F32;
};
// One value that goes in or out of a stage.
struct ShaderInterfaceValue {
  std::string name;
  std::optional<uint32_t> location, blend_src;
  std::optional<lang::BuiltinValue> builtin;
  std::optional<lang::Interpolation> interpolation;
  enum class Component : uint8_t { F32, F16, I32, U32, Bool } component = Component::F32;
  uint8_t components = 1;   // of the vector; clip_distances: of the array
  std::string type;
  SourceSpan span;
};
struct TextureSamplerPair {
  uint32_t texture = 0, sampler = 0;  // indexes into ShaderReflection::bindings
};
struct ShaderEntryPoint {
  std::string name;
  SourceSpan span;
  lang::ShaderStage stage{};
  std::vector<uint32_t> bindings;   // statically used: indexes into ShaderReflection::bindings
  std::vector<uint32_t> overrides;  // statically used: indexes into ShaderReflection::overrides
  std::vector<TextureSamplerPair> pairs;
  std::vector<ShaderInterfaceValue> inputs, outputs;
  uint32_t immediate_size = 0;      // of the immediate data variable; 0: none
  uint64_t immediate_slots = 0;     // bit i: bytes 4i to 4i+3 of it hold more than padding
  bool prints = false;
};
// "P is laid out as scale 0 to 4, offset 16 to 28: 32 bytes", or nothing where there is no structure.
std::string layout_text(const ShaderBinding& binding);
struct ShaderReflection;
// A resource of a shader beyond the life of its module, for messages.
struct ShaderPlace {
  std::shared_ptr<const ShaderReflection> reflection;  // that `binding` is in
  const ShaderBinding* binding = nullptr;
  diag::SourceRef source;
  diag::SourcePlace place() const { return {source, binding->span}; }
};
struct ShaderReflection {
  std::vector<ShaderBinding> bindings;
  std::vector<ShaderBinding> unused;  // declared, and used by no entry point
  std::vector<ShaderOverride> overrides;
  std::vector<ShaderEntryPoint> entry_points;
};

// What the compiler made of a text.
struct CompiledModule {
  diag::SourceRef source;
  std::shared_ptr<const ShaderReflection> reflection = std::make_shared<const ShaderReflection>();
  std::shared_ptr<const ir::Module> module;   // null: there are errors
  std::vector<diag::DiagnosticPtr> messages;  // all of them, in the order of the text
  bool unchecked_access = false;              // the text says `enable vitrine_unchecked_access;`
  uint64_t number = 0;                        // unlike that of any other in the process
};

// Those of a device that are in use: modules made of the same text with the same label share one. Thread-safe.
class CompiledModules {
 public:
  std::shared_ptr<const CompiledModule> find(std::string_view label, std::string_view text);
  void add(const std::shared_ptr<const CompiledModule>& compiled);

 private:
  std::mutex mutex_;
  std::unordered_multimap<size_t, std::weak_ptr<const CompiledModule>> all_;  // by hash of the text
  size_t most_ = 64;  // so many, and those that nobody uses any more are looked for
};

using CompilationInfoCallback = std::function<void(const std::vector<diag::CompilationMessage>& messages)>;

class ShaderModule : public DeviceObject {
 public:
  ShaderModule(Device& device, const ShaderModuleDescriptor& descriptor);
  ~ShaderModule() override;

  const diag::SourceRef& source() const { return compiled_->source; }
  const ShaderReflection& reflection() const { return *compiled_->reflection; }
  const std::shared_ptr<const ShaderReflection>& shared_reflection() const { return compiled_->reflection; }
  const std::shared_ptr<const ir::Module>& module() const { return compiled_->module; }
  const std::vector<diag::DiagnosticPtr>& messages() const { return compiled_->messages; }
  // https://gpuweb.github.io/gpuweb/#dom-gpushadermodule-getcompilationinfo
  FutureId get_compilation_info(CallbackMode mode, CompilationInfoCallback callback, std::function<void()> cancelled);

  // Whether get_compilation_info was called.
  bool info_read() const { return info_read_.load(std::memory_order_relaxed); }
  bool unchecked_access() const { return compiled_->unchecked_access; }
  uint64_t compiled_number() const { return compiled_->number; }

 protected:
  void on_last_handle() override;

 private:
  friend class Device;
  std::atomic<bool> info_read_{false};
  std::shared_ptr<const CompiledModule> compiled_;  // never null
};

}  // namespace vitrine::gpu
