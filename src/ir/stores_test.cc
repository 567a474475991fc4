#include "ir/stores.h"

#include <gtest/gtest.h>

#include "ir/text.h"

namespace vitrine::ir {
namespace {

TEST(Stores, VariablesThatAreStoredToByAnyWay) {
  auto m = parse_text(R"(var @stored: ptr<storage, array<u32>, read_write> @group(0) @binding(0)
var @read: ptr<storage, array<u32>, read_write> @group(0) @binding(1)
var @atomic: ptr<storage, atomic<u32>, read_write> @group(0) @binding(2)
var @given: ptr<storage, u32, read_write> @group(0) @binding(3)

fn @sets(%p: ptr<storage, u32, read_write>) {
  store %p, 1u
}

fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = arrayLength(@read)
  %1: ptr<storage, u32, read_write> = access @read, %0
  %2: u32 = load %1
  %3: ptr<storage, u32, read_write> = access @stored, %2
  store %3, 1u
  %4: u32 = atomicAdd(@atomic, 1u)
  call @sets(@given)
}
)");
  ASSERT_TRUE(m) << m.error().line << ": " << m.error().message;
  std::vector<std::string> names;
  for (GlobalId g : stored_globals(*m)) names.push_back(m->globals[g].name);
  EXPECT_EQ(names, (std::vector<std::string>{"stored", "atomic", "given"}));
}

TEST(Stores, MembersThatAreGotAt) {
  auto bytes = [](std::string_view body) {
    auto m = parse_text("struct S { a: f32, b: vec3<f32>, c: f32 }\n\n"
                        "var @s: ptr<uniform, S, read> @group(0) @binding(0)\n\n"
                        "fn @main() @compute @workgroup_size(1u, 1u, 1u) {\n" + std::string(body) + "\n}\n");
    if (!m) ADD_FAILURE() << m.error().line << ": " << m.error().message;
    using Bytes = std::vector<std::pair<uint64_t, uint64_t>>;
    return m ? accessed_members(*m, GlobalId(0)).value_or(Bytes{{99, 99}}) : Bytes{};
  };
  using Bytes = std::vector<std::pair<uint64_t, uint64_t>>;
  EXPECT_EQ(bytes("  %0: ptr<uniform, vec3<f32>, read> = access @s, 1u\n  %1: vec3<f32> = load %0"), (Bytes{{16, 28}}));
  EXPECT_EQ(bytes("  %0: S = load @s"), (Bytes{{99, 99}}));
  EXPECT_EQ(bytes(""), Bytes{});
}

}  // namespace
}  // namespace vitrine::ir
