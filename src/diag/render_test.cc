#include "diag/render.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "diag/log.h"

namespace vitrine::diag {
namespace {

RULE(demo_operand_types, ShaderCreation, "wgsl:operators", "", "{0} takes two operands of one type, found {1} and {2}", Name, Name, Name);
RULE(demo_unknown_name, ShaderCreation, "wgsl:scope", "", "unknown name {0}, did you mean {1}", Name, Name);
RULE(demo_submit, Validation, "GPUQueue.submit", "", "submit of {0} on {1} of {2}: the command buffer is not valid", Label, Text, ObjectRef);
RULE(demo_usage, Validation, "GPUDevice.createBuffer", "", "the usage is {0}, which holds {1}", Hex, Text);
RULE(demo_size, Validation, "GPUDevice.createBuffer", "", "the size {0} is no multiple of {1}", uint64_t, uint64_t);
RULE(demo_hygiene, Warning, "", "", "{0} has no label", ObjectRef);

class Sites : public CallSiteProvider {
 public:
  uint64_t capture() override { return 1; }
  std::string describe(uint64_t token) override { return "fx.cc:" + std::to_string(token); }
};

SourceSpan span_of(const Source& s, std::string_view part, size_t nth = 0) {
  size_t at = s.text().find(part);
  while (nth--) at = s.text().find(part, at + 1);
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + part.size())};
}

// Every text form below each other.
std::string every_form(const Diagnostic& d, uint64_t folded = 0) {
  TerminalOptions unicode{true, false, 80}, ascii{false, false, 80};
  CompilationMessage m = to_compilation_message(d);
  std::string out = "== terminal, Unicode\n" + render_terminal(d, unicode, folded);
  out += "\n== terminal, ASCII\n" + render_terminal(d, ascii, folded);
  out += "\n== plain\n" + render_plain(d) + "\n== line\n" + render_line(d) + "\n== github\n" + render_github(d);
  out += "\n== compilation message " + std::to_string(m.line) + ":" + std::to_string(m.column_utf16) + " at " +
         std::to_string(m.offset_utf16) + " length " + std::to_string(m.length_utf16) + " (bytes: " +
         std::to_string(m.column_bytes) + " at " + std::to_string(m.offset_bytes) + " length " +
         std::to_string(m.length_bytes) + ")\n" + m.text;
  return out + "\n== json\n" + render_json(d) + "\n";
}

void expect_golden(const std::string& name, const std::string& text) {
  std::string path = std::string(VITRINE_SOURCE_DIR) + "/tests/render/" + name;
  if (const char* update = std::getenv("VITRINE_UPDATE"); update && *update) std::ofstream(path, std::ios::binary) << text;
  std::ifstream in(path, std::ios::binary);
  std::string expected((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(expected, text) << "layout of tests/render/" << name << "; ./x test --update rewrites it";
}

SourceRef blur() {
  return std::make_shared<Source>("blur.wgsl",
                                  "const strength = 2.0;\n"
                                  "@group(0) @binding(0) var<storage, read_write> values: array<u32>;\n"
                                  "@compute @workgroup_size(1)\n"
                                  "fn main(@builtin(global_invocation_id) id: vec3u) {\n"
                                  "\tlet a = values[id.x];\n"
                                  "\tlet b = a + strenght;\n"
                                  "\tvalues[id.x] = select(a,\n"
                                  "\t                      1.0,\n"
                                  "\t                      true);\n"
                                  "}\n");
}

DiagnosticPtr unknown_name(const SourceRef& s) {
  return freeze(demo_unknown_name(Name{"strenght"}, Name{"strength"})
                    .at(s, span_of(*s, "strenght"))
                    .note(SourcePlace{s, span_of(*s, "strength")}, "`strength` is declared here")
                    .help({"write `strength`", {{span_of(*s, "strenght"), "strength"}}, true}));
}

TEST(Render, PlaceInASource) {
  SourceRef s = blur();
  expect_golden("source.txt", every_form(*unknown_name(s)));
  Diagnostic same_line = demo_operand_types(Name{"+"}, Name{"u32"}, Name{"f32"})
                             .at(s, span_of(*s, "+"))
                             .note(SourcePlace{s, {span_of(*s, "a + str").begin, span_of(*s, "a + str").begin + 1}}, "u32")
                             .note(SourcePlace{s, span_of(*s, "strenght")}, "f32")
                             .within({ContextKind::EntryPoint, "main"});
  expect_golden("same_line.txt", every_form(same_line));
}

TEST(Render, SpanOverSeveralLines) {
  SourceRef s = blur();
  SourceSpan span = join(span_of(*s, "select"), span_of(*s, "true)"));
  expect_golden("several_lines.txt", every_form(demo_operand_types(Name{"select"}, Name{"u32"}, Name{"f32"}).at(s, span)));
}

TEST(Render, WideAndHostileCharacters) {
  auto s = std::make_shared<Source>("", "let 名前 = \"\x1b[2J\u202Eab\xFF\";\r\n\tlet é😀 = x;");
  expect_golden("characters.txt", every_form(demo_unknown_name(Name{"x\x1b[0m"}, Name{"é"})
                                                 .at(s, span_of(*s, "x"))
                                                 .note(SourcePlace{s, span_of(*s, "\"", 1)}, "the text ends here")
                                                 .note(SourcePlace{s, span_of(*s, "名前")}, "two wide letters")));
}

TEST(Render, LongLinesAreCutAroundEachMark) {
  std::string text = "fn f() { let first = 1;";
  for (int i = 0; text.size() < 29000; ++i) text += " let value" + std::to_string(i) + " = first;";
  text += " let last = frist; }";
  auto s = std::make_shared<Source>("minified.wgsl", text);
  expect_golden("long_line.txt", every_form(demo_unknown_name(Name{"frist"}, Name{"first"})
                                                .at(s, span_of(*s, "frist"))
                                                .note(SourcePlace{s, span_of(*s, "first")}, "`first` is declared here")
                                                .note(SourcePlace{s, {9, 28000}}, "a span longer than a line")));
  auto blob = std::make_shared<Source>("blob", std::string(1 << 20, '('));
  std::string out = render_terminal(demo_unknown_name(Name{"("}, Name{")"}).at(blob, {1 << 19, 1 << 20}), {});
  EXPECT_LT(out.size(), 2000u);
}

TEST(Render, RootCauseAndChain) {
  SourceRef s = blur();
  auto sites = std::make_shared<Sites>();
  Diagnostic d = demo_submit(Label{"frame commands"}, Text{"queue"}, ObjectRef{"device", "main"})
                     .cause(unknown_name(s))
                     .about(ObjectRef{"shader module", "blur.wgsl", 1, "", {41, sites}})
                     .about(ObjectRef{"compute pipeline", "", 2, "entry point `main`", {44, sites}})
                     .about(ObjectRef{"setPipeline, command 1 of pass", "blur pass"})
                     .about(ObjectRef{"encoder", "frame encoder", 1, "", {20, sites}})
                     .called_from({60, sites});
  expect_golden("root_cause.txt", every_form(d, 5));
}

TEST(Render, PlaceInArgumentsObjectsAndNativeCalls) {
  Diagnostic d = demo_usage(Hex{0x81}, Text{"MAP_READ and STORAGE"})
                     .at(Path("descriptor").member("usage"))
                     .within({ContextKind::ApiCall, "device.createBuffer({size: 3, usage: MAP_READ | STORAGE})"})
                     .also(freeze(demo_size(3, 4).at(Path("descriptor").member("size"))))
                     .help("map a buffer of usage MAP_READ | COPY_DST and copy into it");
  expect_golden("argument.txt", every_form(d));
  Diagnostic w = demo_hygiene(ObjectRef{"buffer", "", 3, "256 bytes"})
                     .at(ObjectRef{"buffer", "", 3, "256 bytes"})
                     .within({ContextKind::Pass, ""})
                     .within({ContextKind::DebugGroup, "shadows"})
                     .within({ContextKind::Command, "dispatchWorkgroups", 12});
  expect_golden("object.txt", every_form(w));
}

TEST(Render, Sarif) {
  SourceRef s = blur();
  expect_golden("sarif.json", render_sarif({unknown_name(s), freeze(demo_size(3, 4).at(Path("descriptor").member("size"))),
                                            unknown_name(s)}) + "\n");
}

TEST(Render, ColourOnlyAddsEscapes) {
  SourceRef s = blur();
  TerminalOptions colour{true, true, 80}, none{true, false, 80};
  std::string with = render_terminal(*unknown_name(s), colour), without;
  for (size_t i = 0; i < with.size(); ++i) {
    if (with[i] == '\x1b')
      i = with.find('m', i);
    else
      without += with[i];
  }
  EXPECT_NE(with, without);
  EXPECT_EQ(without, render_terminal(*unknown_name(s), none));
}

struct Lines {
  std::vector<std::string> lines;
  std::shared_ptr<LogSink> sink = function_sink([this](const LogMessage& m) { lines.push_back(m.text); });
};

TEST(Log, FoldsWhatFollowsFromOneRoot) {
  Lines l;
  SourceRef s = blur();
  DiagnosticPtr root = unknown_name(s);
  auto follow = [&](const char* label) {
    return freeze(demo_submit(Label{label}, Text{"queue"}, ObjectRef{"device", "main"}).cause(root).about({"encoder", "e"}));
  };
  {
    Log log(l.sink);
    log.report(root);
    ASSERT_EQ(l.lines.size(), 1u);
    log.report(follow("a"));
    log.report(follow("b"));
    EXPECT_EQ(l.lines.size(), 1u);
    log.report(follow("c"));
    log.flush();
    ASSERT_EQ(l.lines.size(), 2u);
    EXPECT_NE(l.lines[1].find("submit of \"c\""), std::string::npos);
    EXPECT_NE(l.lines[1].find("2 follow-on errors folded"), std::string::npos);
    for (int i = 0; i < 12; ++i) log.report(follow("d")), log.flush();
    ASSERT_EQ(l.lines.size(), 3u);  // at the tenth
    EXPECT_NE(l.lines[2].find("10 more follow-on errors: blur.wgsl:6:14 unknown name"), std::string::npos) << l.lines[2];
  }
  EXPECT_EQ(l.lines.size(), 4u);
}

// As in a loop of frames: every frame has a root of its own, and names objects that are numbered on.
TEST(Log, FoldsWhatComesEveryFrame) {
  struct Provider : CallSiteProvider {
    uint64_t capture() override { return 7; }
    std::string describe(uint64_t) override { return "app.mjs:7:1"; }
  };
  auto provider = std::make_shared<Provider>();
  Lines l;
  {
    Log log(l.sink);
    auto frame = [&](uint64_t n, uint64_t place) {
      DiagnosticPtr root = freeze(demo_size(3, 4));
      std::string label = "[" + std::to_string(n) + "|0] encoder";
      log.report(root);
      log.report(freeze(demo_submit(Label{label}, Text{"queue"}, ObjectRef{"device", "main"}).cause(root).called_from({place, provider})));
      log.flush();
    };
    for (uint64_t n = 0; n < 9; ++n) frame(n, 1);
    EXPECT_EQ(l.lines.size(), 2u);
    l.lines.clear();
    auto destroyed = [&](uint64_t n, uint64_t place) {
      log.report(freeze(demo_size(n, 4).called_from({place, provider})));
    };
    for (uint64_t n = 100; n < 109; ++n) destroyed(n, 1);
    EXPECT_EQ(l.lines.size(), 3u);
    destroyed(200, 2);
    EXPECT_EQ(l.lines.size(), 4u) << "another place";
    for (uint64_t n = 300; n < 304; ++n) destroyed(n, 0);
    EXPECT_EQ(l.lines.size(), 8u) << "no place is known";
    for (uint64_t n = 400; n < 404; ++n) destroyed(n, 3);
    EXPECT_EQ(l.lines.size(), 11u);
    l.lines.clear();
  }
  ASSERT_EQ(l.lines.size(), 4u);
  EXPECT_NE(l.lines[0].find("8 more follow-on errors: "), std::string::npos) << l.lines[0];
  std::string rest = l.lines[1] + l.lines[2] + l.lines[3];
  EXPECT_NE(rest.find("8 more repeats: "), std::string::npos) << rest;
  EXPECT_NE(rest.find("6 more repeats with other numbers: "), std::string::npos) << rest;
  EXPECT_NE(rest.find("1 more repeat with other numbers: "), std::string::npos) << rest;
}

TEST(Log, CountsRepeatsAndHonoursTheLevel) {
  Lines l;
  Log log(l.sink);
  for (int i = 0; i < 100; ++i) log.report(freeze(demo_size(3, 4)));
  ASSERT_EQ(l.lines.size(), 2u);
  log.report(freeze(demo_size(5, 4)));
  EXPECT_EQ(l.lines.size(), 3u);
  log.set_level(Level::Error);
  log.report(freeze(demo_hygiene(ObjectRef{"buffer", "", 1})));
  log.message(Level::Info, "adapter", "text");
  EXPECT_EQ(l.lines.size(), 3u);
}

TEST(Log, CountsWarningsOfOneTextButNotInformation) {
  Lines l;
  {
    Log log(l.sink);
    for (int i = 0; i < 14; ++i) log.message(Level::Warning, "webgpu.h", "unset");
    ASSERT_EQ(l.lines.size(), 2u);
    EXPECT_EQ(l.lines[1], "unset (10 more)");
    log.message(Level::Warning, "adapter", "unset");
    EXPECT_EQ(l.lines.size(), 3u);
    for (int i = 0; i < 5; ++i) log.message(Level::Info, "shader debugPrintf", "printed");
    EXPECT_EQ(l.lines.size(), 8u);
  }
  ASSERT_EQ(l.lines.size(), 9u);
  EXPECT_EQ(l.lines[8], "13 more repeats: [webgpu.h] unset");
}

TEST(Log, WritesWhatItHeldBackBeforeAnythingElseAndAtTheEnd) {
  Lines l;
  DiagnosticPtr root = freeze(demo_size(3, 4));
  {
    Log log(l.sink);
    log.report(root);
    log.report(freeze(demo_usage(Hex{1}, Text{"nothing"}).cause(root)));
    log.message(Level::Info, "shader debugPrintf", "printed");
    ASSERT_EQ(l.lines.size(), 3u);
    EXPECT_EQ(l.lines[2], "printed");
  }
  EXPECT_EQ(l.lines.size(), 3u);
}

TEST(Log, ASinkMayLogAndThreadsMayShareIt) {
  std::atomic<int> count = 0;
  Log* inner = nullptr;
  Log log(function_sink([&](const LogMessage& m) {
    if (count++ % 2 == 0 && m.category != "again") inner->message(Level::Info, "again", "x");
  }));
  inner = &log;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint64_t i = 0; i < 100; ++i) log.report(freeze(demo_size(i, static_cast<uint64_t>(t) + 4)));
    });
  for (std::thread& t : threads) t.join();
  EXPECT_GE(count.load(), 400);
}

}  // namespace
}  // namespace vitrine::diag
