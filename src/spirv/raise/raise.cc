#include "ir/transform/print_native.h"
#include "ir/transform/print_to_buffer.h"
#include "spirv/spirv.h"

namespace vitrine::spirv {

void raise(ir::Module& m, const Options& options) {
  switch (options.print) {
    case PrintRoute::Drop: ir::drop_prints(m); break;
    case PrintRoute::BuiltIn: ir::print_to_buffer(m, options.print_buffer); break;
    case PrintRoute::Native: ir::print_natively(m, ir::PrintTarget::DebugPrintf); break;
  }
}

}  // namespace vitrine::spirv
