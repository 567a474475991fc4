// What compute and render pipelines share. https://gpuweb.github.io/gpuweb/#pipelines
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/pipeline_layout.h"
#include "gpu/shader_module.h"

namespace vitrine::gpu {

class PipelineBase : public DeviceObject {
 public:
  // A buffer binding whose size the layout leaves open: checked at each draw and dispatch.
  struct MinimumSize {
    uint32_t group, binding;
    uint64_t size;
    std::string name;  // of the variable
    ShaderPlace shader;
  };
  PipelineBase(Device& device, ObjectKind kind, std::string_view label);
  ~PipelineBase() override;
  PipelineLayout& layout() const { return *layout_; }
  const std::vector<MinimumSize>& minimum_sizes() const { return minimum_sizes_; }
  const std::vector<std::pair<uint32_t, uint32_t>>& used_bindings() const { return used_bindings_; }  // group, binding
  // Storage buffers that the shaders declare as read_write and do not write; empty where nobody checks what is silent.
  const std::vector<std::pair<uint32_t, uint32_t>>& only_read() const { return only_read_; }
  uint32_t immediate_size() const { return immediate_size_; }  // that the shaders read
  uint64_t immediate_slots() const { return immediate_slots_; }  // bit i: bytes 4i to 4i+3 are read
  const std::string& entry_points() const { return entry_points_; }  // for messages
  // https://gpuweb.github.io/gpuweb/#dom-gpupipelinebase-getbindgrouplayout
  Ref<BindGroupLayout> get_bind_group_layout(uint32_t index);

 protected:
  friend class Device;
  // Takes over what one of the same descriptor has.
  void share(const PipelineBase& other);
  Ref<PipelineLayout> layout_;
  std::vector<MinimumSize> minimum_sizes_;
  std::vector<std::pair<uint32_t, uint32_t>> used_bindings_, only_read_;
  uint32_t immediate_size_ = 0;
  uint64_t immediate_slots_ = 0;
  uint64_t exclusive_key_ = 0;  // of an automatic layout
  std::string entry_points_;
  template <class Pipeline>
  friend class PipelineSet;
  const std::string* key_ = nullptr;  // in the set of its device
};

// A programmable stage that passed the checks which need no layout.
struct ResolvedStage {
  lang::ShaderStage stage{};
  const ProgrammableStage* descriptor = nullptr;
  ShaderModule* module = nullptr;
  const ShaderEntryPoint* entry = nullptr;
  std::vector<std::pair<uint32_t, double>> constants;  // index of ShaderReflection::overrides, value
};

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpuprogrammablestage, without the layout.
std::optional<ResolvedStage> validate_stage(Device& device, lang::ShaderStage stage, const ProgrammableStage& descriptor,
                                            const diag::Path& path, diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-shader-binding, for every binding of the stage.
void validate_stage_layout(const ResolvedStage& stage, const PipelineLayout& layout, const diag::Path& path,
                           diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-default-pipeline-layout. Null when a check failed.
Ref<PipelineLayout> default_pipeline_layout(Device& device, std::span<const ResolvedStage> stages, uint64_t exclusive_key,
                                            const diag::ObjectRef& pipeline, diag::Requirements& unmet);
std::vector<PipelineBase::MinimumSize> minimum_sizes(std::span<const ResolvedStage> stages);
std::vector<std::pair<uint32_t, uint32_t>> used_bindings(std::span<const ResolvedStage> stages);

// The module of a stage for one pipeline: constants in place, only what the entry point reaches. Null when that found an
// error of the shader, which is in `unmet` then.
std::shared_ptr<const ir::Module> specialise(Device& device, const ResolvedStage& stage, const diag::Path& path,
                                             diag::Requirements& unmet);

// For PipelineBase::only_read(), of the modules of all stages.
std::vector<std::pair<uint32_t, uint32_t>> only_read_bindings(std::span<const ir::Module* const> modules);

uint64_t next_exclusive_key();

}  // namespace vitrine::gpu
