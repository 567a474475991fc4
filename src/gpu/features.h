// Sets of GPUFeatureName and the supported limits. https://gpuweb.github.io/gpuweb/#optional-capabilities
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/enums.h"
#include "hal/types.h"

namespace vitrine::gpu {

using hal::Limits;

class FeatureSet {
 public:
  constexpr FeatureSet() = default;
  explicit constexpr FeatureSet(hal::FeatureSet set) : bits_(set.bits) {}
  constexpr bool has(FeatureName f) const { return (bits_ & bit(f)) != 0; }
  constexpr void add(FeatureName f) { bits_ |= bit(f); }
  constexpr void remove(FeatureName f) { bits_ &= ~bit(f); }
  std::vector<FeatureName> list() const;
  constexpr hal::FeatureSet to_hal() const {
    hal::FeatureSet set;
    set.bits = bits_;
    return set;
  }
  friend constexpr bool operator==(FeatureSet, FeatureSet) = default;

 private:
  // Numbered as hal::Feature; a number that is no feature has no bit.
  static constexpr uint64_t bit(FeatureName f) {
    uint32_t v = static_cast<uint32_t>(f);
    if (f == FeatureName::VitrineDebugPrintf) return uint64_t{1} << hal::kFeatureDebugPrintf;
    if (f == FeatureName::VitrineUncheckedAccess) return uint64_t{1} << hal::kFeatureUncheckedAccess;
    return v >= 1 && v <= static_cast<uint32_t>(FeatureName::SubgroupSizeControl) ? uint64_t{1} << v : 0;
  }
  uint64_t bits_ = 0;
};

// What is outside of the standard and hidden until the instance was told its name.
struct Experiment {
  std::string_view name, description;
  FeatureName feature;
};
std::span<const Experiment> experiments();
// The experiment behind a feature, or null.
const Experiment* find_experiment(FeatureName feature);

// https://gpuweb.github.io/gpuweb/#limit-class
enum class LimitClass : uint8_t { Maximum, Alignment };
struct LimitInfo {
  std::string_view name;  // "maxTextureDimension1D"
  LimitClass limit_class;
  bool wide;  // 64 bits in webgpu.h
};
constexpr size_t kLimitCount = 0
#define COUNT(type, member, default_value, name, cls) +1
    VITRINE_HAL_LIMITS(COUNT);
#undef COUNT
const LimitInfo& limit_info(size_t index);
uint64_t limit_value(const Limits& limits, size_t index);
void set_limit(Limits& limits, size_t index, uint64_t value);
// What a device has that asks for no more, without core-features-and-limits. https://gpuweb.github.io/gpuweb/#limit-compatibility-mode-default
Limits compatibility_mode_limits();
// No limit: as webgpu.h spells it for the width.
constexpr uint64_t kLimitUndefined32 = 0xFFFFFFFFu, kLimitUndefined64 = ~uint64_t{0};

}  // namespace vitrine::gpu
