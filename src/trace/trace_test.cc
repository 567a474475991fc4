#include "trace/trace.h"

#include <gtest/gtest.h>

namespace vitrine::trace {
namespace {

std::string printed(std::string_view text) {
  std::string out;
  Trace t = parse(text);
  for (const Call& c : t.calls) out += print(c) + "\n";
  for (const SyntaxError& e : t.errors) out += std::to_string(e.line) + ":" + std::to_string(e.column) + " " + e.message + "\n";
  return out;
}

TEST(Trace, ReadsCallsAndPrintsThemBack) {
  std::string_view text =
      "b = device.createBuffer({size: 16, usage: MAP_READ | STORAGE, label: \"x\"})\n"
      "queue.writeBuffer(b, 0, u32[1, 2, 4294967295])\n"
      "queue.writeBuffer(b, 0, zeros(16))\n"
      "b.label = \"a \\\"quoted\\\" \\\\ name\"\n"
      "pass.setBindGroup(0, null, [0, 256])\n"
      "p = device.createComputePipeline({layout: \"auto\", compute: {module: m, constants: {\"1200\": 1.5, gain: -0.25}}})\n"
      "encoder.finish()\n"
      "q = device.queue\n";
  EXPECT_EQ(printed(text), text);
}

TEST(Trace, TakesTextOverSeveralLines) {
  Trace t = parse("m = device.createShaderModule({code: \"\"\"\n@compute\nfn f() {}\n\"\"\"})\nx.y()");
  ASSERT_EQ(t.errors.size(), 0u);
  ASSERT_EQ(t.calls.size(), 2u);
  EXPECT_EQ(t.calls[0].arguments[0].items[0].text, "@compute\nfn f() {}\n");
  EXPECT_EQ(t.calls[1].line, 5u);
  Trace again = parse(print(t.calls[0]));
  ASSERT_EQ(again.calls.size(), 1u);
  EXPECT_EQ(again.calls[0].arguments[0].items[0].text, "@compute\nfn f() {}\n");
}

TEST(Trace, TakesMuchOfJavaScript) {
  EXPECT_EQ(printed("const b = await device.createBuffer({size, usage: GPUBufferUsage.STORAGE|GPUBufferUsage.COPY_DST,});  // made\n"
                    "# a comment\n\n"
                    "await queue.submit([\n  encoder,\n  other, // two\n])"),
            "b = device.createBuffer({size: size, usage: STORAGE | COPY_DST})\nqueue.submit([encoder, other])\n");
}

TEST(Trace, GoesOnAfterAnError) {
  EXPECT_EQ(printed("a.b(\"x)\nc.d()\ne f\ng.h(1 2)\ni.j(0x1F, 1e3, .5)"),
            "c.d()\ni.j(31, 1000, 0.5)\n"
            "1:5 the text that begins here does not end on its line\n"
            "3:3 found no `.` after `e`\n"
            "4:7 found neither `,` nor `)` after a value\n");
}

TEST(Trace, NeitherDepthNorSizeCanHurt) {
  Trace t = parse("a.b(" + std::string(100000, '[') + "\nc.d()");
  EXPECT_EQ(t.errors.size(), 1u);
  EXPECT_EQ(t.calls.size(), 1u);
  EXPECT_EQ(parse("a.b(zeros(99999999999999))").errors.size(), 1u);
  EXPECT_EQ(parse("a.b(u8[256])").errors.size(), 1u);
  EXPECT_EQ(parse("a.b(\"\\u{110000}\")").errors.size(), 1u);
  for (std::string_view s : {"=", "a=", "a.", "a.b", "a.b(", "a.b({", "a.b({x", "a.b({x:", "a.b(u32[", "a.b(\"\"\"", "a.b(`", "a.b(-", "a.b(A|", "a.b(\"\\"})
    EXPECT_EQ(parse(s).errors.size(), 1u) << s;
}

}  // namespace
}  // namespace vitrine::trace
