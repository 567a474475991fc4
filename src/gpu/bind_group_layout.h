// GPUBindGroupLayout. https://gpuweb.github.io/gpuweb/#gpubindgrouplayout
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/descriptors.h"
#include "gpu/object.h"
#include "gpu/shader_module.h"
#include "hal/hal.h"

namespace vitrine::gpu {

// https://gpuweb.github.io/gpuweb/#binding-member
enum class BindingMember : uint8_t { None, Buffer, Sampler, Texture, StorageTexture, ExternalTexture };
BindingMember binding_member(const BindGroupLayoutEntry& entry);
std::string_view to_text(BindingMember member);
// "buffer {type: storage, hasDynamicOffset, minBindingSize: 16}", for messages.
std::string describe(const BindGroupLayoutEntry& entry);

class BindGroupLayout : public DeviceObject {
 public:
  BindGroupLayout(Device& device, const BindGroupLayoutDescriptor& descriptor);
  ~BindGroupLayout() override;

  // By increasing binding number.
  const std::vector<BindGroupLayoutEntry>& entries() const { return entries_; }
  const BindGroupLayoutEntry* find(uint32_t binding) const;
  size_t index_of(uint32_t binding) const;  // in entries(); entries().size() when there is none
  uint32_t dynamic_offset_count() const { return dynamic_offset_count_; }
  bool has_writable() const { return has_writable_; }  // an entry that a shader may write to
  bool empty() const { return entries_.empty(); }
  hal::BindGroupLayout* native() const { return native_.get(); }
  // A layout of an automatic pipeline layout only fits that pipeline: its number, else 0.
  // https://gpuweb.github.io/gpuweb/#dom-gpubindgrouplayout-exclusivepipeline-slot
  uint64_t exclusive_pipeline() const { return exclusive_pipeline_; }
  diag::ObjectRef exclusive_pipeline_ref() const { return exclusive_pipeline_ref_; }
  void set_exclusive_pipeline(uint64_t key, diag::ObjectRef pipeline) {
    exclusive_pipeline_ = key;
    exclusive_pipeline_ref_ = std::move(pipeline);
  }
  // Where an automatic layout has its bindings from; also resources of its group that are declared and that the pipeline's
  // entry points do not use.
  struct Origin {
    bool used = true;
    ShaderPlace shader;
  };
  const Origin* origin(uint32_t binding) const;
  void set_origins(std::vector<Origin> origins) { origins_ = std::move(origins); }
  std::string traits() const override;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  std::vector<BindGroupLayoutEntry> entries_;
  uint32_t dynamic_offset_count_ = 0;
  bool has_writable_ = false;
  uint64_t exclusive_pipeline_ = 0;
  diag::ObjectRef exclusive_pipeline_ref_;
  std::vector<Origin> origins_;
  std::unique_ptr<hal::BindGroupLayout> native_;
};

// https://gpuweb.github.io/gpuweb/#group-equivalent
bool group_equivalent(const BindGroupLayout& a, const BindGroupLayout& b);
// What differs, entry by entry, in words; for messages.
std::string difference(const BindGroupLayout& wanted, const BindGroupLayout& found);

// https://gpuweb.github.io/gpuweb/#exceeds-the-binding-slot-limits
class SlotCounter {
 public:
  void add(const BindGroupLayoutEntry& entry);
  // Reports every limit that is exceeded. `d` gets the path added.
  void check(const Device& device, const diag::Path& path, diag::Requirements& unmet) const;

 private:
  struct Stage {
    uint32_t sampled_textures = 0, samplers = 0, storage_buffers = 0, storage_textures = 0, uniform_buffers = 0;
  };
  std::array<Stage, 3> stages_;  // vertex, fragment, compute
  uint32_t dynamic_uniform_ = 0, dynamic_storage_ = 0;
};

// The validation of createBindGroupLayout, also for automatic layouts.
void validate_entries(Device& device, const std::vector<BindGroupLayoutEntry>& entries, const diag::Path& path,
                      diag::Requirements& unmet);

}  // namespace vitrine::gpu
