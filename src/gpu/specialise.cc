// One module for one pipeline. https://gpuweb.github.io/gpuweb/#dictdef-gpuprogrammablestage
#include <algorithm>

#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "ir/ir.h"
#include "ir/stores.h"
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

std::vector<std::pair<uint32_t, uint32_t>> only_read_bindings(std::span<const ir::Module* const> modules) {
  std::vector<std::pair<uint32_t, uint32_t>> out, stored;
  for (const ir::Module* m : modules) {
    for (const ir::Global& g : m->globals) {
      const lang::Type& pointer = m->types[g.type];
      if (g.has_binding && pointer.space == lang::AddressSpace::Storage &&
          pointer.access == lang::AccessMode::ReadWrite)
        out.emplace_back(g.group, g.binding);
    }
    for (ir::GlobalId id : ir::stored_globals(*m)) stored.emplace_back(m->globals[id].group, m->globals[id].binding);
  }
  std::erase_if(out, [&](const auto& b) { return std::find(stored.begin(), stored.end(), b) != stored.end(); });
  return out;
}

}  // namespace vitrine::gpu
