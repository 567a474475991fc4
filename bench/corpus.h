// What the compiler's benchmarks compile. VITRINE_CORPUS names a folder of .wgsl files (searched below; names with
// ".expected." are left out); without it a built-in shader of some 60 lines is compiled over and over.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "diag/source.h"

namespace vitrine::bench {

inline constexpr const char* kShader = R"(
struct Particle { position: vec3f, mass: f32, velocity: vec3f, age: u32 }
struct Parameters { count: u32, step: f32, softening: f32, gravity: f32, bounds: vec4f }
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> before: array<Particle>;
@group(0) @binding(2) var<storage, read_write> after: array<Particle>;
const kTile = 64u;
var<workgroup> tile: array<vec4f, kTile>;
fn attract(a: vec3f, b: vec4f) -> vec3f {
  let d = b.xyz - a;
  let squared = dot(d, d) + parameters.softening * parameters.softening;
  let inverse = inverseSqrt(squared);
  return d * (b.w * inverse * inverse * inverse * parameters.gravity);
}
fn bounce(p: ptr<function, vec3f>, v: ptr<function, vec3f>) {
  for (var i = 0; i < 3; i++) {
    if abs((*p)[i]) > parameters.bounds[i] {
      (*p)[i] = sign((*p)[i]) * parameters.bounds[i];
      (*v)[i] = -(*v)[i] * 0.5;
    }
  }
}
@compute @workgroup_size(kTile)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  let index = min(id.x, parameters.count - 1u);
  var position = before[index].position;
  var velocity = before[index].velocity;
  var force = vec3f();
  for (var start = 0u; start < parameters.count; start += kTile) {
    let other = min(start + local, parameters.count - 1u);
    tile[local] = vec4f(before[other].position, select(0.0, before[other].mass, start + local < parameters.count));
    workgroupBarrier();
    for (var j = 0u; j < kTile; j++) { force += attract(position, tile[j]); }
    workgroupBarrier();
  }
  velocity += force * parameters.step;
  position += velocity * parameters.step;
  bounce(&position, &velocity);
  if id.x < parameters.count {
    after[index] = Particle(position, before[index].mass, velocity, before[index].age + 1u);
  }
}
)";

struct Corpus {
  std::vector<diag::SourceRef> sources;
  size_t bytes = 0, lines = 0;
};
inline const Corpus& corpus() {
  static const Corpus all = [] {
    Corpus c;
    auto add = [&c](std::string name, std::string text) {
      c.bytes += text.size();
      c.lines += static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
      c.sources.push_back(std::make_shared<diag::Source>(std::move(name), std::move(text)));
    };
    if (const char* folder = std::getenv("VITRINE_CORPUS")) {
      for (const auto& e : std::filesystem::recursive_directory_iterator(folder)) {
        std::string name = e.path().string();
        if (!e.is_regular_file() || e.path().extension() != ".wgsl" || name.find(".expected.") != std::string::npos) continue;
        std::stringstream text;
        text << std::ifstream(e.path(), std::ios::binary).rdbuf();
        add(name, text.str());
      }
    }
    if (c.sources.empty())
      for (int i = 0; i < 50; ++i) add("built in", kShader);
    return c;
  }();
  return all;
}

inline void report(benchmark::State& state, size_t accepted) {
  auto rounds = static_cast<double>(state.iterations());
  state.counters["accepted"] = static_cast<double>(accepted);
  state.counters["lines/s"] = benchmark::Counter(static_cast<double>(corpus().lines) * rounds, benchmark::Counter::kIsRate);
  state.SetBytesProcessed(static_cast<int64_t>(corpus().bytes * static_cast<size_t>(state.iterations())));
}

}  // namespace vitrine::bench
