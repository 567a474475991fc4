// Text to checked program. See corpus.h for what is compiled.
#include "corpus.h"
#include "ir/ir.h"
#include "wgsl/lower/lower.h"
#include "wgsl/wgsl.h"

namespace {

using namespace vitrine;
using bench::corpus;
using bench::report;

void check(benchmark::State& state) {
  size_t accepted = 0;
  for (auto _ : state) {
    accepted = 0;
    for (const auto& source : corpus().sources) {
      std::vector<diag::DiagnosticPtr> found;
      accepted += wgsl::check(source, {}, found) != nullptr;
    }
  }
  report(state, accepted);
}
BENCHMARK(check)->Unit(benchmark::kMillisecond);

void check_and_lower(benchmark::State& state) {
  size_t accepted = 0;
  for (auto _ : state) {
    accepted = 0;
    for (const auto& source : corpus().sources) {
      std::vector<diag::DiagnosticPtr> found;
      if (auto program = wgsl::check(source, {}, found)) {
        auto module = wgsl::lower(*program);
        benchmark::DoNotOptimize(&module);
        ++accepted;
      }
    }
  }
  report(state, accepted);
}
BENCHMARK(check_and_lower)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
