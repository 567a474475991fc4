#include "capi/diagnostic.h"

#include <gtest/gtest.h>

namespace vitrine::capi {
namespace {

RULE(capi_test_root, ShaderCreation, "wgsl:test", "", "unknown name {0}", diag::Name);
RULE(capi_test_follow_on, Validation, "GPUQueue.submit", "", "{0} is not usable, {1} of {2}", diag::ObjectRef, uint64_t, uint64_t);

std::string_view view(WGPUStringView s) { return {s.data, s.length}; }

class Sites : public diag::CallSiteProvider {
 public:
  uint64_t capture() override { return 7; }
  std::string describe(uint64_t token) override { return ++described, "frame.cc:" + std::to_string(token); }
  int described = 0;
};

TEST(DiagnosticHandle, CarriesEveryFact) {
  auto source = std::make_shared<diag::Source>("blur.wgsl", "let a = 1;\nlet \xC3\xA4 = strenght;");
  auto sites = std::make_shared<Sites>();
  diag::DiagnosticPtr root = freeze(capi_test_root(diag::Name{"strenght"}).at(source, {20, 28}).help({"write `strength`", {{{20, 28}, "strength"}}, true}));
  diag::DiagnosticPtr follow = freeze(capi_test_follow_on(diag::ObjectRef{"buffer", "", 3, "256 bytes"}, 1, 2)
                                          .at(diag::Path("descriptor").member("entries").index(3))
                                          .note(diag::ObjectRef{"shader module", "blur", 0, ""}, "created here", {7, sites})
                                          .within({diag::ContextKind::Pass, "blur pass", 4})
                                          .about({"shader module", "blur", 0, ""})
                                          .cause(root)
                                          .also(root)
                                          .called_from({9, sites}));
  VitrineDiagnostic d = make_diagnostic_handle(follow);
  EXPECT_EQ(view(vitrineDiagnosticGetRule(d)), "capi_test_follow_on");
  EXPECT_EQ(vitrineDiagnosticGetEffect(d), VitrineEffect_Validation);
  EXPECT_EQ(view(vitrineDiagnosticGetMessage(d)), follow->message());
  EXPECT_EQ(view(vitrineDiagnosticGetSpecification(d)), "GPUQueue.submit");
  ASSERT_EQ(vitrineDiagnosticGetArgumentCount(d), 3u);
  EXPECT_EQ(view(vitrineDiagnosticGetArgument(d, 2)), "2");
  EXPECT_EQ(sites->described, 0);
  EXPECT_EQ(view(vitrineDiagnosticGetCallSite(d)), "frame.cc:9");
  EXPECT_EQ(view(vitrineDiagnosticGetCallSite(d)), "frame.cc:9");
  EXPECT_EQ(sites->described, 1);

  VitrinePlace place;
  vitrineDiagnosticGetPlace(d, &place);
  EXPECT_EQ(place.kind, VitrinePlaceKind_Argument);
  EXPECT_EQ(view(place.text), "descriptor.entries[3]");
  VitrineNote note;
  ASSERT_EQ(vitrineDiagnosticGetNoteCount(d), 1u);
  vitrineDiagnosticGetNote(d, 0, &note);
  EXPECT_EQ(view(note.place.object.label), "blur");
  EXPECT_EQ(view(note.callSite), "frame.cc:7");
  VitrineContext context;
  vitrineDiagnosticGetContext(d, 0, &context);
  EXPECT_EQ(context.kind, VitrineContextKind_Pass);
  EXPECT_EQ(context.index, 4u);
  VitrineObjectInfo object;
  ASSERT_EQ(vitrineDiagnosticGetChainCount(d), 1u);
  vitrineDiagnosticGetChainObject(d, 0, &object);
  EXPECT_EQ(view(object.text), "shader module \"blur\"");

  VitrineDiagnostic cause = vitrineDiagnosticGetCause(d);
  ASSERT_NE(cause, nullptr);
  EXPECT_EQ(vitrineDiagnosticGetCause(cause), nullptr);
  EXPECT_EQ(vitrineDiagnosticGetRoot(cause), cause);
  EXPECT_EQ(view(vitrineDiagnosticGetRule(vitrineDiagnosticGetRoot(d))), "capi_test_root");
  EXPECT_EQ(view(vitrineDiagnosticGetRule(vitrineDiagnosticGetAlso(d, 0))), "capi_test_root");
  EXPECT_EQ(vitrineDiagnosticGetAlso(d, 1), nullptr);
  vitrineDiagnosticGetPlace(cause, &place);
  EXPECT_EQ(place.kind, VitrinePlaceKind_Source);
  EXPECT_EQ(view(place.text), "blur.wgsl:2:10");
  EXPECT_EQ(place.columnUtf16, 9u);
  EXPECT_EQ(place.lengthUtf16, 8u);
  VitrineHelp help;
  vitrineDiagnosticGetHelp(cause, 0, &help);
  EXPECT_TRUE(help.certain);
  ASSERT_EQ(help.editCount, 1u);
  EXPECT_EQ(help.edits[0].offsetBytes, 20u);
  EXPECT_EQ(view(help.edits[0].replacement), "strength");

  // A child outlives its parent once it has a reference of its own.
  vitrineDiagnosticAddRef(cause);
  vitrineDiagnosticRelease(d);
  EXPECT_EQ(view(vitrineDiagnosticGetRule(cause)), "capi_test_root");
  vitrineDiagnosticRelease(cause);
}

TEST(DiagnosticHandle, RendersIntoABufferOfAnySize) {
  VitrineDiagnostic d = make_diagnostic_handle(freeze(capi_test_root(diag::Name{"x"})));
  size_t size = vitrineDiagnosticRender(d, VitrineRenderFormat_Plain, nullptr, 0);
  std::string text(size, '.');
  EXPECT_EQ(vitrineDiagnosticRender(d, VitrineRenderFormat_Plain, text.data(), 3), size);
  EXPECT_EQ(text[3], '.');
  EXPECT_EQ(vitrineDiagnosticRender(d, VitrineRenderFormat_Plain, text.data(), size), size);
  EXPECT_NE(text.find("unknown name"), std::string::npos);
  vitrineDiagnosticRelease(d);
}

}  // namespace
}  // namespace vitrine::capi
