// WGSL text of any bytes: check, lower, and for accepted modules both writers. Nothing may crash, hang or be undefined.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "diag/render.h"
#include "ir/ir.h"
#include "ir/validate.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

using namespace vitrine;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto source = std::make_shared<const diag::Source>("fuzz.wgsl", std::string(reinterpret_cast<const char*>(data), size));
  std::vector<diag::DiagnosticPtr> found;
  auto program = wgsl::check(source, {}, found);
  bool error = false;
  for (const auto& d : found) {
    error = error || d->severity() == diag::Severity::Error;
    // Every diagnostic has a place inside of the text, and every renderer takes it.
    if (const auto* place = d->source_place())
      if (place->span.begin > place->span.end || place->span.end > size) std::abort();
    diag::render_terminal(*d, {});
    diag::render_json(*d);
    diag::to_compilation_message(*d);
  }
  if (error == (program != nullptr)) std::abort();
  if (!program) return 0;
  ir::Module module = wgsl::lower(*program);
  if (!ir::validate(module).empty()) std::abort();
  return 0;
}
