// What an instance says of adapters: known faults of drivers, experiments.
#include "gpu/adapter.h"

#include "capi/testing.h"
#include "gpu/instance.h"
#include "hal/blocklist.h"

namespace vitrine::capi::testing {
namespace {

// The driver of the first Vulkan adapter, whose faults the tests invent.
struct Found {
  gpu::Ref<gpu::Adapter> adapter;
  std::string message;
};

Found request(std::span<const hal::BlocklistEntry> list, std::vector<std::string> ignored, gpu::Ref<gpu::Instance>* keep = nullptr) {
  Program registers_the_backends;
  gpu::InstanceOptions options;
  options.log_sink = diag::function_sink([](const diag::LogMessage&) {});
  options.blocklist = list;
  options.ignored_faults = std::move(ignored);
  gpu::Ref<gpu::Instance> instance(new gpu::Instance(std::move(options)));
  Found found;
  gpu::RequestAdapterOptions adapter;
  adapter.backend_type = gpu::BackendType::Vulkan;
  {
    gpu::ApiCall call(*instance, "requestAdapter");
    instance->request_adapter(adapter, gpu::CallbackMode::AllowSpontaneous,
                              [&](gpu::RequestAdapterStatus, gpu::Ref<gpu::Adapter> a, std::string message) {
                                found = {std::move(a), std::move(message)};
                              });
  }
  if (keep) *keep = instance;
  return found;
}

constexpr hal::BlocklistEntry kRefuse[] = {
    {.name = "test_refused", .effect = hal::BlocklistEffect::Refuse, .reason = "it draws upside down", .seen = "every version"}};
constexpr hal::BlocklistEntry kFeature[] = {
    {.name = "test_feature", .effect = hal::BlocklistEffect::Feature, .feature = hal::Feature::TimestampQuery, .reason = "its clock stands still", .seen = "1.0"}};
constexpr hal::BlocklistEntry kOther[] = {
    {.name = "test_other", .driver = "a driver that nobody has", .effect = hal::BlocklistEffect::Refuse, .reason = "none", .seen = "none"}};

TEST(AdapterReport, ARefusedAdapterNamesEntryReasonAndSwitch) {
  if (!request(kOther, {}).adapter) GTEST_SKIP() << "no Vulkan adapter";
  Found f = request(kRefuse, {});
  EXPECT_FALSE(f.adapter);
  for (std::string_view part : {"test_refused", "it draws upside down", "every version", "VITRINE_IGNORE_BLOCKLIST=test_refused"})
    EXPECT_NE(f.message.find(part), std::string::npos) << part << " is not in: " << f.message;
  EXPECT_TRUE(request(kRefuse, {"test_refused"}).adapter);
  EXPECT_TRUE(request(kRefuse, {"all"}).adapter);
}

TEST(AdapterReport, AFeatureThatIsOffSaysWhy) {
  Found with = request(kOther, {});
  if (!with.adapter || !with.adapter->features().has(gpu::FeatureName::TimestampQuery)) GTEST_SKIP() << "no adapter with timestamps";
  gpu::Ref<gpu::Instance> instance;
  Found f = request(kFeature, {}, &instance);
  ASSERT_TRUE(f.adapter);
  EXPECT_FALSE(f.adapter->features().has(gpu::FeatureName::TimestampQuery));
  EXPECT_TRUE(request(kFeature, {"test_feature"}).adapter->features().has(gpu::FeatureName::TimestampQuery));

  std::string message;
  gpu::DeviceDescriptor d;
  gpu::FeatureName wanted[] = {gpu::FeatureName::TimestampQuery};
  d.required_features.assign(std::begin(wanted), std::end(wanted));
  {
    gpu::ApiCall call(*instance, "requestDevice");
    f.adapter->request_device(d, {}, gpu::CallbackMode::AllowSpontaneous, {}, gpu::CallbackMode::AllowSpontaneous,
                              [&](gpu::RequestDeviceStatus, gpu::Ref<gpu::Device>, std::string m) { message = std::move(m); });
  }
  diag::DiagnosticPtr thrown = instance->take_exception();
  ASSERT_TRUE(thrown);
  for (std::string_view part : {"timestamp-query", "its clock stands still", "VITRINE_IGNORE_BLOCKLIST=test_feature"})
    EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
}

TEST(AdapterReport, KnownFaultsOfLavapipeAreListed) {
  Program p;
  VitrineAdapterReport report = {};
  vitrineInstanceGetAdapterReport(p.instance, &report);
  bool lavapipe = false;
  for (size_t i = 0; i < report.candidateCount; ++i) {
    const VitrineAdapterCandidate& c = report.candidates[i];
    if (!string(c.name).starts_with("llvmpipe")) continue;
    lavapipe = true;
    std::vector<std::string> names;
    for (size_t k = 0; k < c.faultCount; ++k) {
      names.push_back(string(c.faults[k].name));
      if (c.faults[k].overrideSwitch.length) { EXPECT_EQ(string(c.faults[k].overrideSwitch), "VITRINE_IGNORE_BLOCKLIST=" + names.back()); }
      EXPECT_FALSE(c.faults[k].overridden);
    }
    EXPECT_NE(std::find(names.begin(), names.end(), "llvmpipe_loop_turns"), names.end());
  }
  vitrineAdapterReportFreeMembers(report);
  if (!lavapipe) GTEST_SKIP() << "no lavapipe here";
}

constexpr std::string_view kUnchecked = "enable vitrine_unchecked_access; @compute @workgroup_size(1) fn main() {}";

TEST(Experiments, AreHiddenUntilNamed) {
  Program p({.features = {WGPUFeatureName_VitrineUncheckedAccess}});
  ASSERT_TRUE(p.request_adapter());
  EXPECT_FALSE(wgpuAdapterHasFeature(p.adapter, WGPUFeatureName_VitrineUncheckedAccess));
  EXPECT_FALSE(p.request_device());
  EXPECT_EQ(p.count("diagnostic required_feature_hidden"), 1u);
  EXPECT_EQ(p.count("error[required_feature_hidden]"), 1u) << p.all();  // also who looks at the device only is told
  EXPECT_NE(p.message.find("VITRINE_EXPERIMENTS=vitrine-unchecked-access"), std::string::npos) << p.message;

  Program q({.features = {WGPUFeatureName_VitrineUncheckedAccess}, .experiments = {"vitrine-unchecked-access"}});
  ASSERT_TRUE(q.start()) << q.message;
  EXPECT_TRUE(wgpuAdapterHasFeature(q.adapter, WGPUFeatureName_VitrineUncheckedAccess));
  wgpuShaderModuleRelease(q.module(kUnchecked));
  EXPECT_EQ(q.begun("error"), 0u) << q.all();
}

TEST(Experiments, AShaderThatEnablesOneIsToldTheSwitch) {
  Program p;
  ASSERT_TRUE(p.start());
  wgpuShaderModuleRelease(p.module(kUnchecked));
  EXPECT_EQ(p.count("diagnostic extension_is_experiment"), 1u) << p.all();
  // Shown, and not requested: the feature is missing as any other.
  Program q({.experiments = {"vitrine-unchecked-access"}});
  ASSERT_TRUE(q.start());
  wgpuShaderModuleRelease(q.module(kUnchecked));
  EXPECT_EQ(q.count("diagnostic extension_feature_missing"), 1u) << q.all();
}

TEST(Experiments, AnUnknownNameIsSaid) {
  Program p({.experiments = {"perpetual-motion"}});
  EXPECT_EQ(p.count("there is no experiment `perpetual-motion`"), 1u) << p.all();
}

}  // namespace
}  // namespace vitrine::capi::testing
