#include "gpu/features.h"

namespace vitrine::gpu {

std::vector<FeatureName> FeatureSet::list() const {
  std::vector<FeatureName> out;
  for (uint32_t v = 1; v <= static_cast<uint32_t>(FeatureName::SubgroupSizeControl); ++v)
    if (has(static_cast<FeatureName>(v))) out.push_back(static_cast<FeatureName>(v));
  if (has(FeatureName::VitrineDebugPrintf)) out.push_back(FeatureName::VitrineDebugPrintf);
  return out;
}

namespace {
constexpr LimitInfo kLimits[] = {
#define LIMIT(type, member, default_value, name, cls) {name, LimitClass::cls, sizeof(type) == 8},
    VITRINE_HAL_LIMITS(LIMIT)
#undef LIMIT
};
}  // namespace

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
