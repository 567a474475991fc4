#include "gpu/surface.h"

namespace vitrine::gpu {

Surface::Surface(Instance& instance, std::string_view label)
    : Object(ObjectKind::Surface, label, instance.next_ordinal(ObjectKind::Surface)), instance_(&instance) {}

}  // namespace vitrine::gpu
