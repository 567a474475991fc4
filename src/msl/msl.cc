#include "msl/msl.h"

#include "ir/transform/print_native.h"
#include "msl/print/printer.h"

namespace vitrine::msl {

Output write(ir::Module m, const Options& options) {
  if (options.print) ir::print_natively(m, ir::PrintTarget::OsLog);
  else ir::drop_prints(m);
  Output output;
  Printer(m, options, output).run();
  if (!output.diagnostics.empty()) output.text.clear();
  return output;
}

}  // namespace vitrine::msl
