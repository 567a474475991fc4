// Text that was changed by chance: the parser refuses it or gives a module that the validator and the printer can take.
#include <gtest/gtest.h>

#include <cstdint>

#include "ir/text.h"
#include "ir/validate.h"

namespace vitrine::ir {
namespace {

constexpr std::string_view kText = R"(struct S { n: u32, items: array<vec4<f32>> }
struct Io { position: vec4<f32> @builtin(position), uv: vec2<f32> @location(0) @interpolate(linear, sample) }
override @o: u32 @id(7) = 3u
var @s: ptr<storage, S, read_write> @group(0) @binding(0)
var @t: ptr<handle, texture_2d_array<f32>, read> @group(0) @binding(1)
var @w: ptr<workgroup, array<atomic<u32>, 8>, read_write>
var @p: ptr<private, mat2x3<f32>, read_write> = mat2x3<f32>(vec3<f32>(1f, 2f, 3f), vec3<f32>())
fn @callee(%a: f32, %p: ptr<function, i32, read_write>) -> f32 {
  %0: i32 = load %p
  %1: f32 = convert %0
  %2: f32 = add %a, %1
  return %2
}
fn @main(%i: u32 @builtin(local_invocation_index), %id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(8u, 1u, 1u) {
  %0: ptr<storage, f32, read_write> = access @s, 1u, %i, 2u
  %1: f32 = load %0
  %2: ptr<function, i32, read_write> = var -3i
  %3: bool = less %1, 1.5f
  %4: f32 = if %3 {
    yield 2f
  } else {
    %5: f32 = call @callee(%1, %2)
    yield %5
  }
  store %0, %4
  loop {
    %6: i32 = load %2
    switch %6 {
      case 1i, 2i {
        break
      }
      case default {
        continue
      }
    }
  } continuing {
    %7: bool = greater %4, 0f
    break_if %7
  }
  %8: texture_2d_array<f32> = load @t
  %9: vec2<u32> = swizzle %id, xy
  %10: vec4<f32> = textureLoad(%8, %9, 0i, 0i)
  %11: f32 = extract %10, %i
  %12: ptr<workgroup, atomic<u32>, read_write> = access @w, %i #in_bounds
  %13: u32 = atomicAdd(%12, 1u)
  workgroupBarrier()
  return
}
)";

struct Random {
  uint32_t state;
  uint32_t operator()(size_t below) {
    state = state * 1664525u + 1013904223u;
    return static_cast<uint32_t>((uint64_t{state >> 8} * below) >> 24);
  }
};

std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    auto word = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    if (word(text[at]) || text[at] == '%' || text[at] == '@')
      while (end < text.size() && word(text[end])) ++end;
    out.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

TEST(IrTextMutation, NothingCrashes) {
  ASSERT_TRUE(parse_text(kText)) << parse_text(kText).error().line << ": " << parse_text(kText).error().message;
  const std::vector<std::string> whole = tokens(kText);
  const char* others[] = {"0u", "4294967295u", "-1i", "@main", "%99", "{", "}", "(", ")", ",", "array<u32, 0>", "vec9<f32>", "loop", "if", "\n", "\"", "1e999f", "ptr<", ">"};
  Random random{7};
  size_t parsed = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<std::string> changed = whole;
    for (uint32_t n = 0; n <= random(3); ++n) {
      size_t at = random(changed.size()), from = random(changed.size());
      switch (random(5)) {
        case 0: changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1: changed[at] = changed[from]; break;
        case 2: changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), std::string(changed[from])); break;
        case 3: changed[at] = others[random(std::size(others))]; break;
        default: changed.resize(at + 1);
      }
    }
    std::string text;
    for (const std::string& t : changed) text += t;
    auto m = parse_text(text);
    if (!m) continue;
    ++parsed;
    if (validate(*m).empty()) {
      EXPECT_TRUE(parse_text(to_text(*m))) << text;
    }
  }
  EXPECT_GT(parsed, 20u) << "most of it should not be refused for its form alone";
}

}  // namespace
}  // namespace vitrine::ir
