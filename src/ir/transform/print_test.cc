#include "ir/print.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/transform/immediates.h"
#include "ir/transform/print_native.h"
#include "ir/transform/print_to_buffer.h"
#include "ir/validate.h"
#include "printf/filter.h"

namespace vitrine::ir {
namespace {

Module parsed(std::string_view text) {
  auto m = parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::move(*m) : Module();
}

std::string text_of(const Module& m) {
  EXPECT_EQ(validate(m), std::vector<std::string>{});
  return to_text(m);
}

TEST(PrintToBuffer, ARecordIsReservedWrittenOrCountedAsLost) {
  Module m = parsed(R"(print_site 0 "x = %f"(f32)

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  print 0(1.5f)
  return
}
)");
  EXPECT_TRUE(print_to_buffer(m, {.group = 4, .binding = 2, .first_site = 7, .command_number = false}));
  EXPECT_EQ(text_of(m), R"(struct vitrine_print_buffer { counters: array<atomic<u32>, 8>, once: array<atomic<u32>, 256>, records: array<vec4<u32>> }
print_site 0 "x = %f"(f32)
var @vitrine_print_buffer: ptr<storage, vitrine_print_buffer, read_write> @group(4) @binding(2)
var @vitrine_invocation: ptr<private, vec3<u32>, read_write>

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  store @vitrine_invocation, %gid
  %0: ptr<storage, atomic<u32>, read_write> = access @vitrine_print_buffer, 0u, 4u
  %1: u32 = atomicLoad(%0)
  %2: ptr<storage, atomic<u32>, read_write> = access @vitrine_print_buffer, 0u, 0u
  %3: u32 = atomicLoad(%2)
  %4: bool = less_equal %3, %1
  %5: u32 = subtract %1, %3
  %6: bool = greater_equal %5, 8u
  %7: bool = and %4, %6
  %8: u32 = if %7 {
    %9: ptr<storage, atomic<u32>, read_write> = access @vitrine_print_buffer, 0u, 0u
    %10: u32 = atomicAdd(%9, 8u)
    %11: bool = less_equal %10, %1
    %12: u32 = subtract %1, %10
    %13: bool = greater_equal %12, 8u
    %14: bool = and %11, %13
    %15: u32 = select(4294967295u, %10, %14)
    yield %15
  } else {
    yield 4294967295u
  }
  %16: bool = not_equal %8, 4294967295u
  if %16 {
    %17: vec3<u32> = load @vitrine_invocation
    %18: u32 = extract %17, 0u
    %19: u32 = extract %17, 1u
    %20: u32 = extract %17, 2u
    %21: u32 = shift_right %8, 2u
    %22: u32 = add %21, 1u
    %23: ptr<storage, vec4<u32>, read_write> = access @vitrine_print_buffer, 2u, %22 #in_bounds
    %24: vec4<u32> = construct %20, 1069547520u, 0u, 0u
    store %23, %24
    %25: ptr<storage, vec4<u32>, read_write> = access @vitrine_print_buffer, 2u, %21 #in_bounds
    %26: vec4<u32> = construct 7u, 0u, %18, %19
    store %25, %26
  } else {
    %27: ptr<storage, atomic<u32>, read_write> = access @vitrine_print_buffer, 0u, 2u
    %28: u32 = atomicAdd(%27, 1u)
    %29: u32 = add %28, 1u
    %30: bool = less %29, 1u
    if %30 {
      %31: ptr<storage, atomic<u32>, read_write> = access @vitrine_print_buffer, 0u, 3u
      %32: u32 = atomicAdd(%31, 1u)
    }
  }
  return
}
)");
}

// Each access to memory and each operation of a subgroup costs, also where nothing is printed: two adds and two stores, or
// one of each with numbers of 64 bits.
TEST(PrintToBuffer, FewAccessesWhereBranchesAreMasked) {
  auto count = [](const std::string& text, std::string_view what) {
    size_t n = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  };
  for (bool long_words : {false, true})
    for (bool subgroups : {false, true}) {
      Module m = parsed(R"(print_site 0 "%u %u %u"(u32, u32, u32)

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  print 0(1u, 2u, 3u)
  return
}
)");
      EXPECT_TRUE(print_to_buffer(m, {.command_number = false, .masked_branches = true, .long_words = long_words, .subgroups = subgroups}));
      std::string text = text_of(m);
      EXPECT_EQ(count(text, "atomicAdd("), long_words ? 1u : 2u) << text;
      EXPECT_EQ(count(text, "vec4<u32> = construct"), long_words ? 0u : 2u) << text;  // each stored
      EXPECT_EQ(count(text, "mat4x2<u32> = construct"), long_words ? 1u : 0u) << text;
      EXPECT_EQ(count(text, "subgroupBallot("), subgroups ? 1u : 0u) << text;
      EXPECT_EQ(count(text, "subgroup_invocation_id"), subgroups ? 1u : 0u) << text;
      // Only at the start, where every invocation is.
      EXPECT_EQ(count(text, "atomicLoad("), 2u) << text;
      EXPECT_EQ(count(text.substr(text.find("if ")), "atomicLoad("), 0u) << text;
    }
}

// The whole of it: reserved and counted at once, and the losses that are known of before by the same add.
TEST(PrintToBuffer, OneAddAndOneStoreWithNumbersOf64Bits) {
  Module m = parsed(R"(print_site 0 "%u"(u32)

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  print 0(5u)
  return
}
)");
  EXPECT_TRUE(print_to_buffer(m, {.first_site = 7, .masked_branches = true, .long_words = true}));
  std::string text = text_of(m);
  size_t at = text.find("fn @main");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text.substr(at), R"(fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<storage, mat1x2<u32>, read_write> = access @vitrine_print_buffer, 0u, 2u #in_bounds
  %1: vec2<u32> = atomicLoad(%0)
  %2: u32 = extract %1, 0u
  %3: ptr<storage, mat1x2<u32>, read_write> = access @vitrine_print_buffer, 0u, 0u #in_bounds
  %4: vec2<u32> = atomicLoad(%3)
  %5: u32 = extract %4, 0u
  %6: bool = greater %5, %2
  %7: u32 = select(%2, 0u, %6)
  store @vitrine_print_room, %7
  %8: ptr<immediate, u32, read> = access @vitrine_immediates, 1u
  %9: u32 = load %8
  store @vitrine_print_command, %9
  store @vitrine_invocation, %gid
  %10: u32 = load @vitrine_print_room
  %11: bool = equal %10, 0u
  %12: u32 = multiply 1u, 8u
  %13: u32 = select(%12, 1u, %11)
  %14: u32 = select(0u, 1u, %11)
  %15: ptr<storage, mat1x2<u32>, read_write> = access @vitrine_print_buffer, 0u, %14 #in_bounds
  %16: bool = equal 0u, 0u
  %17: u32 = select(1u, 0u, %11)
  %18: vec2<u32> = construct %13, %17
  %19: vec2<u32> = atomicAdd(%15, %18)
  %20: u32 = extract %19, 0u
  %21: u32 = add %20, 7u
  %22: bool = less %21, %10
  if %22 {
    %23: u32 = load @vitrine_print_command
    %24: vec3<u32> = load @vitrine_invocation
    %25: u32 = extract %24, 0u
    %26: u32 = extract %24, 1u
    %27: u32 = extract %24, 2u
    %28: u32 = shift_right %20, 3u
    %29: ptr<storage, mat4x2<u32>, read_write> = access @vitrine_print_buffer, 2u, %28 #in_bounds
    %30: mat4x2<u32> = construct 7u, %23, %25, %26, %27, 5u, 0u, 0u
    store %29, %30
  }
  %31: u32 = select(0u, %10, %22)
  store @vitrine_print_room, %31
  return
}
)");
}

// The filter costs a comparison; what no invocation can pass is gone.
TEST(PrintToBuffer, AFilterIsAComparison) {
  const char* text = R"(print_site 0 "here"()

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  print 0()
  return
}
)";
  auto filtered = [&](std::string_view filter) {
    Module m = parsed(text);
    auto f = printf::Filter::parse(filter);
    EXPECT_TRUE(f);
    if (!f) return std::string();
    print_to_buffer(m, {.command_number = false, .filter = std::make_shared<printf::Filter>(std::move(*f))});
    return text_of(m);
  };
  std::string some = filtered("global_invocation_id.y == 7");
  EXPECT_NE(some.find("= extract %0, 1u\n"), std::string::npos) << some;
  EXPECT_NE(some.find("= equal %1, 7u\n  if %2 {\n"), std::string::npos) << some;
  EXPECT_NE(filtered("global_invocation_id.x < 2.5").find("= less_equal %1, 2u\n"), std::string::npos);
  EXPECT_EQ(filtered("vertex_index == 7").find("atomicAdd"), std::string::npos);
  EXPECT_EQ(filtered("line > 7").find("atomicAdd"), std::string::npos);
  EXPECT_NE(filtered("line < 7").find("atomicAdd"), std::string::npos);
}

// The layer's turn: room is reserved, and the print stays.
TEST(PrintToBuffer, NativePrintsOnlyTakeTheirTurn) {
  Module m = parsed(R"(print_site 0 "%u"(u32)

fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  print 0(1u)
  return
}
)");
  EXPECT_TRUE(print_to_buffer(m, {.native_words = 8}));
  std::string text = text_of(m);
  EXPECT_NE(text.find("atomicAdd(%9, 9u)"), std::string::npos) << text;
  EXPECT_NE(text.find("    print 0(1u)\n  } else {"), std::string::npos) << text;
  EXPECT_EQ(text.find("vitrine_invocation"), std::string::npos);
}

TEST(PrintToBuffer, InputsAreAddedAndHelpersSeeTheInvocation) {
  Module m = parsed(R"(struct In { b: bool @builtin(front_facing), pos: vec4<f32> @builtin(position) }
print_site 0 "%?"(mat2x2<f32>)
print_site 1 ""()

fn @helper(%m: mat2x2<f32>) {
  print 0(%m)
}

fn @vs(%i: u32 @builtin(instance_index)) -> vec4<f32> @builtin(position) @vertex {
  call @helper(mat2x2<f32>())
  return vec4<f32>()
}

fn @fs(%in: In) @fragment {
  print 1()
}

fn @silent() @compute @workgroup_size(1u, 1u, 1u) {
}
)");
  EXPECT_TRUE(print_to_buffer(m, {}));
  std::string text = text_of(m);
  EXPECT_NE(text.find("fn @vs(%i: u32 @builtin(instance_index), %vitrine_vertex_index: u32 @builtin(vertex_index))"), std::string::npos) << text;
  EXPECT_NE(text.find("construct %vitrine_vertex_index, %i, 0u"), std::string::npos);
  EXPECT_NE(text.find("fn @fs(%in: In) @fragment {\n  %0: vec4<f32> = extract %in, 1u\n  %1: vec3<f32> = swizzle %0, xyz\n  %2: vec3<u32> = bitcast %1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("fn @silent() @compute @workgroup_size(1u, 1u, 1u) {\n}"), std::string::npos);
  // The number of the draw or dispatch comes from the hidden part of the immediates.
  EXPECT_NE(text.find("struct vitrine_immediates { program: vec4<u32> @size(64), print_command: u32, unused: u32, depth_range: vec2<f32> }"),
            std::string::npos) << text;
}

TEST(PrintToBuffer, NothingToDo) {
  std::string text = "fn @main() @compute @workgroup_size(1u, 1u, 1u) {\n}\n";
  Module m = parsed(text);
  EXPECT_FALSE(print_to_buffer(m, {}));
  EXPECT_EQ(text_of(m), text);
}

TEST(Immediates, TheProgramsOwnGoThroughTheFirstMember) {
  Module m = parsed(R"(struct P { a: u32, b: f32 }
print_site 0 "%u"(u32)
var @p: ptr<immediate, P, read>

fn @main() @compute @workgroup_size(1u, 1u, 1u) {
  %0: ptr<immediate, u32, read> = access @p, 0u
  %1: u32 = load %0
  print 0(%1)
}
)");
  EXPECT_TRUE(print_to_buffer(m, {}));
  std::string text = text_of(m);
  EXPECT_NE(text.find("struct vitrine_immediates { p: P @size(64), print_command: u32,"), std::string::npos) << text;
  EXPECT_NE(text.find(": ptr<immediate, P, read> = access @vitrine_immediates, 0u\n"), std::string::npos) << text;
  EXPECT_NE(text.find(": ptr<immediate, u32, read> = access @vitrine_immediates, 1u\n"), std::string::npos) << text;
}

TEST(PrintNatively, FormatsAreWrittenAnew) {
  Module m = parsed(R"(print_site 0 "%s 100% %v2f %u %x %?"(u32, vec2<f16>, bool, f32, i32, u32)

fn @main(%a: u32, %b: vec2<f16>, %c: bool, %d: f32, %e: i32) {
  print 0(%a, %b, %c, %d, %e, 1u)
}
)");
  Module log = m;
  EXPECT_TRUE(print_natively(m, PrintTarget::DebugPrintf));
  EXPECT_EQ(text_of(m), R"(print_site 0 "%s 100% %v2f %u %x %?"(u32, vec2<f16>, bool, f32, i32, u32)
print_site 1 "%%s 100%% %f, %f %u %x %d"(f32, f32, u32, u32, i32)

fn @main(%a: u32, %b: vec2<f16>, %c: bool, %d: f32, %e: i32) {
  %0: f16 = extract %b, 0u
  %1: f16 = extract %b, 1u
  %2: f32 = convert %0
  %3: f32 = convert %1
  %4: u32 = convert %c
  %5: u32 = bitcast %d
  print 1(%2, %3, %4, %5, %e)
}
)");
  EXPECT_TRUE(print_natively(log, PrintTarget::OsLog));
  EXPECT_TRUE(drop_prints(log));
  EXPECT_FALSE(drop_prints(log));
}

TEST(PrintSites, CarryFormatTypesAndPlace) {
  Module m = parsed(R"(struct Light { position: vec3<f32>, on: u32 }
print_site 0 "%u %?"(u32, array<Light, 2>)
)");
  m.source = std::make_shared<diag::Source>("a.wgsl", "fn f() {\n  debugPrintf(1)\n}");
  m.print_sites[PrintSiteId(0)].span = {11, 25};
  auto sites = print_sites(m, "blur", "main", Stage::Vertex);
  ASSERT_EQ(sites.size(), 1u);
  EXPECT_EQ(sites[0]->line, 2u);
  EXPECT_EQ(sites[0]->column, 3u);
  EXPECT_EQ(sites[0]->stage, printf::Stage::Vertex);
  EXPECT_EQ(sites[0]->payload_words(), 9u);
  EXPECT_EQ(printf::to_text(sites[0]->arguments[1]), "array<Light, 2>");
}

}  // namespace
}  // namespace vitrine::ir
