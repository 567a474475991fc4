// Hygiene warnings: a program that gives one runs as it should, and is harder to understand when it does not. Off by default.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "diag/diagnostic.h"

namespace vitrine::gpu {

class Device;
class Instance;
class Object;
class ShaderModule;

enum class Lint : uint8_t {
  ObjectUnlabelled,
  PassWithoutDebugGroup,
  CompilationInfoUnread,  // of a module with errors
  PipelineFromFailedModule,
  ErrorScopeNeverPopped,
  UncapturedWithoutListener,
  ObjectLeaked,
  CreatedOnLostDevice,
};
inline constexpr uint32_t kLintCount = 8;

struct LintSet {
  uint32_t bits = 0;
  constexpr bool has(Lint l) const { return bits >> static_cast<uint32_t>(l) & 1; }
  static constexpr LintSet all() { return {(1u << kLintCount) - 1}; }
};

// Names of the rules, as "object_leaked,-object_unlabelled": those with a minus are off; where only such are named, all others
// are on. "1", "all" and an empty text: all; "0" and "off": none.
LintSet parse_lint(std::string_view text, std::vector<std::string>* unknown = nullptr);

// The hygiene warnings of one instance. Of those with the same rule and the same place in the program the first is told; the
// number of the others is logged when the instance ends. Thread-safe.
class Linter {
 public:
  Linter(Instance& instance, LintSet set);
  ~Linter();
  bool on(Lint l) const { return set_.has(l); }

  // -- what the objects tell --
  void made_by_program(const Object& object);               // with the label that it has from then on
  void pass_ended(const Object& pass, bool in_debug_group);  // one that holds commands
  void module_released(const ShaderModule& module);
  void pipeline_made_from(const ShaderModule& module, const std::string& pipeline);
  void scope_left(Device& device, std::string_view filter, const diag::CallSite& pushed_at);
  void error_without_listener(Device& device);
  void made_on_lost_device(const Object& object, Device& device);
  // Every object of the instance, from its making on.
  void born(Object& object);
  void gone(Object& object);

  // The process ends: what has handles yet was never released.
  void report_leaks();

 private:
  void warn(Lint lint, uint32_t kind, const diag::CallSite& site, Device* device, diag::Diagnostic d);

  Instance& instance_;
  LintSet set_;
  std::mutex mutex_;
  using Key = std::tuple<Lint, uint32_t, uint64_t, std::string>;  // rule, kind of object, native place, or its text
  struct Count {
    uint64_t more = 0;
    diag::CallSite site;
    std::string_view rule;
  };
  std::map<Key, Count> seen_;
  std::shared_ptr<int> alive_;  // for the end of the process
  std::unordered_set<Object*> live_;
  std::unordered_set<const Device*> without_listener_;
};

}  // namespace vitrine::gpu
