#include "gpu/features.h"

namespace vitrine::gpu {

std::vector<FeatureName> FeatureSet::list() const {
  std::vector<FeatureName> out;
  for (uint32_t v = 1; v <= static_cast<uint32_t>(FeatureName::SubgroupSizeControl); ++v)
    if (has(static_cast<FeatureName>(v))) out.push_back(static_cast<FeatureName>(v));
  for (FeatureName ours : {FeatureName::VitrineDebugPrintf, FeatureName::VitrineUncheckedAccess})
    if (has(ours)) out.push_back(ours);
  return out;
}

namespace {
constexpr Experiment kExperiments[] = {
    {"vitrine-unchecked-access", "shaders may index without a check of bounds", FeatureName::VitrineUncheckedAccess},
};
}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

const Experiment* find_experiment(FeatureName feature) {
  for (const Experiment& e : kExperiments)
    if (e.feature == feature) return &e;
  return nullptr;
}

namespace {
constexpr LimitInfo kLimits[] = {
#define LIMIT(type, member, default_value, name, cls) {name, LimitClass::cls, sizeof(type) == 8},
    VITRINE_HAL_LIMITS(LIMIT)
#undef LIMIT
};
}  // namespace

Limits compatibility_mode_limits() {
  Limits l;
  l.max_texture_dimension_1d = l.max_texture_dimension_2d = 4096;
  l.max_storage_buffers_in_vertex_stage = 0;
  l.max_storage_buffers_in_fragment_stage = 4;
  l.max_storage_textures_in_vertex_stage = 0;
  l.max_uniform_buffer_binding_size = 16384;
  l.max_inter_stage_shader_variables = 15;
  l.max_color_attachments = 4;
  l.max_compute_invocations_per_workgroup = 128;
  l.max_compute_workgroup_size_x = l.max_compute_workgroup_size_y = 128;
  return l;
}

const LimitInfo& limit_info(size_t index) { return kLimits[index]; }

uint64_t limit_value(const Limits& limits, size_t index) {
  size_t i = 0;
#define LIMIT(type, member, default_value, name, cls) \
  if (i++ == index) return limits.member;
  VITRINE_HAL_LIMITS(LIMIT)
#undef LIMIT
  return 0;
}

void set_limit(Limits& limits, size_t index, uint64_t value) {
  size_t i = 0;
#define LIMIT(type, member, default_value, name, cls) \
  if (i++ == index) limits.member = static_cast<type>(value);
  VITRINE_HAL_LIMITS(LIMIT)
#undef LIMIT
}

}  // namespace vitrine::gpu
