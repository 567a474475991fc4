// Text to SPIR-V, and the intermediate form to SPIR-V. See corpus.h for what is compiled; overrides without a default are 1.
#include "corpus.h"
#include "ir/transform/overrides.h"
#include "spirv/spirv.h"
#include "wgsl/lower/lower.h"
#include "wgsl/wgsl.h"

namespace {

using namespace vitrine;
using bench::corpus;

// Without overrides, as a pipeline has it; nothing when an override makes the module fail.
bool lower(const wgsl::Program& program, ir::Module& out) {
  out = wgsl::lower(program);
  std::vector<ir::OverrideValue> values;
  for (const ir::Override& o : out.overrides)
    if (!o.initializer) values.push_back({o.id >= 0 ? std::to_string(o.id) : o.name, 1.0});
  return ir::substitute_overrides(out, values).empty();
}

size_t write(ir::Module& m) {
  spirv::Options options;
  spirv::raise(m, options);
  return spirv::print(m, options).size();
}

void wgsl_to_spirv(benchmark::State& state) {
  size_t accepted = 0, words = 0;
  for (auto _ : state) {
    accepted = words = 0;
    for (const auto& source : corpus().sources) {
      std::vector<diag::DiagnosticPtr> found;
      auto program = wgsl::check(source, {}, found);
      ir::Module m;
      if (!program || !lower(*program, m)) continue;
      words += write(m);
      ++accepted;
    }
  }
  bench::report(state, accepted);
  state.counters["words"] = static_cast<double>(words);
}
BENCHMARK(wgsl_to_spirv)->Unit(benchmark::kMillisecond);

void ir_to_spirv(benchmark::State& state) {
  std::vector<ir::Module> modules;
  for (const auto& source : corpus().sources) {
    std::vector<diag::DiagnosticPtr> found;
    auto program = wgsl::check(source, {}, found);
    ir::Module m;
    if (program && lower(*program, m)) modules.push_back(std::move(m));
  }
  size_t words = 0;
  for (auto _ : state) {
    words = 0;
    for (const ir::Module& module : modules) {
      ir::Module m = module;
      words += write(m);
    }
  }
  bench::report(state, modules.size());
  state.counters["words"] = static_cast<double>(words);
}
BENCHMARK(ir_to_spirv)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
