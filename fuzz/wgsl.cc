// WGSL text of any bytes: check, lower, overrides, and for accepted modules both writers. Nothing may crash, hang or be undefined.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "diag/render.h"
#include "ir/ir.h"
#include "ir/transform/overrides.h"
#include "ir/validate.h"
#include "msl/msl.h"
#include "spirv/spirv.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

using namespace vitrine;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

void check_diagnostic(const diag::Diagnostic& d, size_t size) {
  if (const auto* place = d.source_place())
    expect(place->span.begin <= place->span.end && place->span.end <= size, "every diagnostic has a place inside of the text");
  diag::render_terminal(d, {});
  diag::render_json(d);
  diag::to_compilation_message(d);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto source = std::make_shared<const diag::Source>("fuzz.wgsl", std::string(reinterpret_cast<const char*>(data), size));
  std::vector<diag::DiagnosticPtr> found;
  auto program = wgsl::check(source, {}, found);
  bool error = false;
  for (const auto& d : found) {
    error = error || d->severity() == diag::Severity::Error;
    check_diagnostic(*d, size);
  }
  expect(error == (program == nullptr), "there is a program or an error, and not both");
  if (!program) return 0;

  ir::Module module = wgsl::lower(*program);
  expect(ir::validate(module).empty(), "what was lowered is valid");
  std::vector<ir::OverrideValue> values;
  for (const ir::Override& o : module.overrides)
    if (!o.initializer) values.push_back({o.id >= 0 ? std::to_string(o.id) : o.name, 1.0});
  bool refused = false;
  for (diag::Diagnostic& d : ir::substitute_overrides(module, values)) {
    check_diagnostic(*diag::freeze(std::move(d)), size);
    refused = true;
  }
  if (refused) return 0;
  expect(ir::validate(module).empty(), "what has no overrides left is valid");
  msl::write(module, {});
  spirv::Options options;
  options.print = spirv::PrintRoute::BuiltIn;
  spirv::raise(module, options);
  expect(ir::validate(module).empty(), "what was raised is valid");
  expect(spirv::print(module, options).size() > 5, "the words have a header");
  return 0;
}
