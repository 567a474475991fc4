// The backend without a GPU: validation only. Buffers are host memory, so writes, mapping, clears and copies between
// buffers work; shaders do not run and textures hold nothing. Everything completes at once.
#pragma once

#include <memory>

#include "hal/hal.h"

namespace vitrine::hal::null {

struct Options {
  Limits limits;  // the defaults of the specification
  FeatureSet features{Feature::CoreFeaturesAndLimits};
};

Options all_features();  // default limits, every feature of the standard
std::unique_ptr<Instance> create_instance(const InstanceDesc& desc);                   // with those, for register_backend
std::unique_ptr<Instance> create_instance(const InstanceDesc& desc, Options options);  // for tests
inline void register_null() {
  register_backend("null", [](const InstanceDesc& desc) { return create_instance(desc); });
}

}  // namespace vitrine::hal::null
