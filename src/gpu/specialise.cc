// One module for one pipeline. https://gpuweb.github.io/gpuweb/#dictdef-gpuprogrammablestage
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "ir/ir.h"

namespace vitrine::gpu {

std::shared_ptr<const ir::Module> specialise(Device& device, const ResolvedStage& stage, const diag::Path& path,
                                             diag::Requirements& unmet) {
  if (!REQUIRE(unmet, stage.entry->overrides.empty(), not_implemented("override").at(path.member("constants")))) {
    return nullptr;
  }
  return stage.module->module();
}

}  // namespace vitrine::gpu
