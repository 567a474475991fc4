// One module for one pipeline. https://gpuweb.github.io/gpuweb/#dictdef-gpuprogrammablestage
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "ir/ir.h"
#include "ir/transform/entry_point.h"
#include "ir/transform/overrides.h"

namespace vitrine::gpu {

std::shared_ptr<const ir::Module> specialise(Device& device, const ResolvedStage& stage, const diag::Path& path,
                                             diag::Requirements& unmet) {
  const ir::Module& whole = *stage.module->module();
  std::optional<ir::FunctionId> entry = ir::find_entry_point(whole, stage.entry->name);
  if (!entry) return stage.module->module();  // cannot be: the reflection comes from the same module
  auto module = std::make_shared<ir::Module>(ir::extract_entry_point(whole, *entry));
  if (stage.module->unchecked_access())
    for (ir::Function& f : module->functions)
      for (ir::Inst& inst : f.insts) inst.flags |= ir::kInBounds;
  std::vector<ir::OverrideValue> values;
  for (auto [index, value] : stage.constants)
    values.push_back({stage.module->reflection().overrides[index].key, value});
  for (diag::Diagnostic& d : ir::substitute_overrides(*module, values)) {
    diag::ObjectRef from = stage.module->ref();
    unmet.fail(std::move(std::move(d).within({diag::ContextKind::EntryPoint, stage.entry->name})
                             .about(from)));
  }
  if (!unmet.ok()) return nullptr;
  return module;
}

}  // namespace vitrine::gpu
