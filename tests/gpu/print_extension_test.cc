// Modules that exercise the wgpu_debug_printf extension as wgpu has it: what it takes and refuses, where, and what is printed.
// https://github.com/gfx-rs/wgpu/blob/trunk/docs/api-specs/debug_printf.md
#include "print_testing.h"

namespace {

using vitrine::testing::PrintDevice;
using vitrine::testing::PrintOptions;

struct Row {
  const char* name;
  std::string wgsl;
  const char* rule = "";  // of the error; empty: the module is taken
  uint32_t line = 0, column = 0;
  std::vector<std::string> prints = {};  // by one invocation of the compute entry point, when it is run
  bool runs = true;
};

const std::string kEnable = "enable wgpu_debug_printf;\n";
std::string in_main(const std::string& body) {
  return kEnable + "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {\n" + body + "\n}\n";
}

std::vector<Row> rows() {
  std::vector<Row> out;
  auto prints = [&](const char* name, std::string wgsl, std::vector<std::string> texts) {
    out.push_back({name, std::move(wgsl), "", 0, 0, std::move(texts)});
  };
  auto taken = [&](const char* name, std::string wgsl) { out.push_back({name, std::move(wgsl), "", 0, 0, {}, false}); };
  auto refused = [&](const char* name, std::string wgsl, const char* rule, uint32_t line, uint32_t column) {
    out.push_back({name, std::move(wgsl), rule, line, column});
  };
  // The surface.
  prints("the module of the specification", in_main("  debugPrintf(\"debug id: %u %u %u\", id.x, id.y, id.z);"), {"debug id: 0 0 0"});
  prints("no values", in_main("  debugPrintf(\"here\");"), {"here"});
  prints("an empty format", in_main("  debugPrintf(\"\");"), {""});
  prints("a trailing comma", in_main("  debugPrintf(\"a %u\", id.x,);  debugPrintf(\"b\",);"), {"a 0", "b"});
  prints("white space and comments", in_main("  debugPrintf /* a */ (\n\"%u\" // b\n , id.x )\n ;"), {"0"});
  prints("no escapes", in_main("  debugPrintf(\"a\\n\\t\\\\%u\", id.x);"), {"a\\n\\t\\\\0"});
  prints("a literal over two lines", in_main("  debugPrintf(\"first\nsecond %u\", id.x);"), {"first\nsecond 0"});
  prints("comment marks in a literal", in_main("  debugPrintf(\"// /* %u\", id.x);"), {"// /* 0"});
  prints("text beyond ASCII", in_main("  debugPrintf(\"größe → %u\", id.x);"), {"größe → 0"});
  prints("abstract values are i32 and f32", in_main("  debugPrintf(\"%d %f %d\", 1, 1.0, -2 + 1);"), {"1 1.000000 -1"});
  prints("an abstract value past i32 for u32", in_main("  debugPrintf(\"%u\", 4000000000u);"), {"4000000000"});
  prints("bool, as a number", in_main("  debugPrintf(\"%u %d\", true, id.x > 3u);"), {"1 0"});
  prints("from a helper function", kEnable + "fn help(a: u32) { debugPrintf(\"help %u\", a); }\n@compute @workgroup_size(1) fn main() { help(1u); help(2u); }\n",
         {"help 1", "help 2"});
  prints("in a loop", in_main("  for (var i = 0u; i < 3u; i++) { debugPrintf(\"%u\", i); }"), {"0", "1", "2"});
  prints("in one branch", in_main("  if (id.x == 0u) { debugPrintf(\"yes\"); } else { debugPrintf(\"no\"); }"), {"yes"});
  prints("in switch and continuing", in_main("  var i = 0u;\n  loop { switch (i) { case 1u: { debugPrintf(\"one\"); } default: {} }\n"
                                             "  continuing { i++; debugPrintf(\"c%u\", i); break if i > 1u; } }"),
         {"c1", "one", "c2"});
  prints("more than sixteen values",
         in_main("  debugPrintf(\"%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u\", 1u,2u,3u,4u,5u,6u,7u,8u,9u,0u,1u,2u,3u,4u,5u,6u,7u,8u);"),
         {"123456789012345678"});
  prints("a function of that name shadows it",
         kEnable + "fn debugPrintf(a: u32) -> u32 { return a + 1u; }\n@compute @workgroup_size(1) fn main() { _ = debugPrintf(1u); }\n", {});
  taken("a type of that name shadows it", kEnable + "struct debugPrintf { a: u32 }\nfn f() -> u32 { return debugPrintf(1u).a; }\n");
  taken("a variable of that name, as it is no reserved word", "fn f() -> u32 { let debugPrintf = 1u; return debugPrintf; }\n");
  taken("the enable alone", kEnable + "fn f() {}\n");
  taken("enabled twice", kEnable + kEnable + "fn f() { debugPrintf(\"a\"); }\n");
  taken("together with another", "enable wgpu_debug_printf, wgpu_debug_printf;\nfn f() { debugPrintf(\"a\"); }\n");
  taken("in a vertex and a fragment shader",
        kEnable + "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { debugPrintf(\"v %u\", i); return vec4f(); }\n"
                  "@fragment fn fs(@builtin(position) p: vec4f) { debugPrintf(\"f %f\", p.x); }\n");
  taken("in code of non-uniform control flow, before a derivative",
        kEnable + "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { if (p.x > 1) { debugPrintf(\"a\"); } "
                  "return vec4f(dpdx(p.x)); }\n");
  // What wgpu gives to the back end as it is: taken, with a warning.
  prints("too few values", in_main("  debugPrintf(\"%u %u\", id.x);"), {"0 %u"});
  prints("too many values", in_main("  debugPrintf(\"%u\", id.x, id.y);"), {"0"});
  prints("another kind of value", in_main("  debugPrintf(\"%f\", id.x);"), {"0.000000"});
  prints("conversions that nobody has", in_main("  debugPrintf(\"%q %s\", id.x, id.y);"), {"%q %s"});
  // What goes further than wgpu.
  prints("a format in parentheses", in_main("  debugPrintf((\"a\"));"), {"a"});
  prints("a vector", in_main("  debugPrintf(\"%v3u\", id);"), {"0, 0, 0"});
  // Refused.
  refused("without the enable", "fn f() {\n  debugPrintf(\"a\");\n}\n", "printf_needs_enable", 2, 3);
  refused("a literal in a declaration", kEnable + "fn f() {\n  let _v = \"...\";\n}\n", "string_literal_misplaced", 3, 12);
  refused("a literal as a value to print", in_main("  debugPrintf(\"%u\", \"a\");"), "string_literal_misplaced", 3, 21);
  refused("a literal for another function", kEnable + "fn f() {\n  let a = abs(\"1\");\n}\n", "string_literal_misplaced", 3, 15);
  refused("a literal at module scope", "const a = \"1\";\n", "string_literal_misplaced", 1, 11);
  refused("no closing quote", kEnable + "fn f() {\n  debugPrintf(\"a);\n}\n", "string_unterminated", 3, 15);
  refused("no format", in_main("  debugPrintf();"), "printf_format_missing", 3, 14);
  refused("a format that is no literal", in_main("  debugPrintf(id.x);"), "printf_format_missing", 3, 15);
  refused("a result", in_main("  let a = debugPrintf(\"a\");"), "", 3, 11);
  refused("at module scope", kEnable + "const a = debugPrintf(\"a\");\n", "", 2, 11);
  refused("a pointer", in_main("  var a = 1u;\n  debugPrintf(\"%u\", &a);"), "printf_unprintable", 4, 21);
  refused("an atomic", kEnable + "var<workgroup> a: atomic<u32>;\nfn f() {\n  debugPrintf(\"%u\", a);\n}\n", "", 4, 21);
  refused("an enable that is misspelled", "enable wgpu_debug_print;\n", "", 1, 8);
  return out;
}

class PrintExtension : public PrintDevice {
 protected:
  void try_row(const Row& row) {
    SCOPED_TRACE(row.name);
    messages.clear();
    findings.clear();
    errors.clear();
    WGPUShaderModule made = module(row.wgsl);
    std::vector<vitrine::testing::Finding> wrong;
    for (const auto& f : findings)
      if (f.rule.rfind("printf_format_", 0) != 0 || f.rule == "printf_format_missing") wrong.push_back(f);
    bool refuse = row.line != 0;
    if (!refuse) {
      EXPECT_TRUE(errors.empty()) << errors[0];
      if (!row.runs || !errors.empty()) return;
      run(row.wgsl);
      EXPECT_EQ(texts(), row.prints);
      errors.clear();
      return;
    }
    EXPECT_FALSE(errors.empty()) << row.wgsl;
    errors.clear();
    // The same by the compilation info.
    struct Info {
      bool done = false;
      uint64_t line = 0, column = 0;
      std::string text;
    } info;
    WGPUCompilationInfoCallbackInfo on_info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
    on_info.mode = WGPUCallbackMode_AllowProcessEvents;
    on_info.callback = [](WGPUCompilationInfoRequestStatus, WGPUCompilationInfo const* list, void* to, void*) {
      auto& i = *static_cast<Info*>(to);
      i.done = true;
      for (size_t n = 0; list && n < list->messageCount; ++n)
        if (list->messages[n].type == WGPUCompilationMessageType_Error && i.line == 0) {
          i.line = list->messages[n].lineNum;
          i.column = list->messages[n].linePos;
          i.text = vitrine::testing::string(list->messages[n].message);
        }
    };
    on_info.userdata1 = &info;
    wgpuShaderModuleGetCompilationInfo(made, on_info);
    while (!info.done) wgpuInstanceProcessEvents(instance);
    EXPECT_EQ(info.line, row.line) << info.text;
    EXPECT_EQ(info.column, row.column) << info.text;
    ASSERT_FALSE(wrong.empty());
    if (*row.rule) {
      EXPECT_EQ(wrong[0].rule, row.rule);
    }
    EXPECT_EQ(wrong[0].line, row.line);
    EXPECT_EQ(wrong[0].column, row.column);
  }
};

TEST_F(PrintExtension, RowByRow) {
  open();
  if (!ready()) return;
  std::vector<Row> table = rows();
  EXPECT_GE(table.size(), 20u);
  for (const Row& row : table) try_row(row);
}

TEST_F(PrintExtension, WithoutTheFeatureTheEnableIsRefused) {
  open({.feature = false});
  if (!ready()) return;
  module(kEnable + "fn f() {}\n");
  ASSERT_EQ(errors.size(), 1u);
  ASSERT_FALSE(findings.empty());
  EXPECT_NE(findings[0].message.find("wgpu_debug_printf"), std::string::npos) << findings[0].message;
  EXPECT_EQ(findings[0].line, 1u);
  EXPECT_EQ(findings[0].column, 8u);
  errors.clear();
}

TEST_F(PrintExtension, NativeRouteSaysTheSame) {
  open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_DebugPrintf, .route = VitrinePrintRoute_Native});
  if (!ready()) return;
  for (Row row : rows()) {
    if (row.line != 0 || row.prints.empty()) continue;
    // Newer layers say nothing of an empty text.
    if (row.prints[0].empty() && std::getenv("VITRINE_TEST_NEWER_LAYER")) continue;
    SCOPED_TRACE(row.name);
    messages.clear();
    run(row.wgsl);
    EXPECT_EQ(texts(), row.prints);
  }
}

}  // namespace
