#include "hal/blocklist.h"

#include <gtest/gtest.h>

#include <set>

namespace vitrine::hal {
namespace {

TEST(Blocklist, VersionsOfDrivers) {
  EXPECT_EQ(parse_driver_version("Mesa 22.3.6 (LLVM 15.0.6)"), (DriverVersion{22, 3, 6, 0}));
  EXPECT_EQ(parse_driver_version("535.104.05"), (DriverVersion{535, 104, 5, 0}));
  EXPECT_EQ(parse_driver_version("5.0."), (DriverVersion{5, 0, 0, 0}));
  EXPECT_EQ(parse_driver_version("1.2.3.4.5"), (DriverVersion{1, 2, 3, 4}));
  EXPECT_EQ(parse_driver_version("99999999999"), (DriverVersion{0xFFFFFFFF, 0, 0, 0}));
  EXPECT_EQ(parse_driver_version("none"), DriverVersion{});
  EXPECT_EQ(parse_driver_version(""), DriverVersion{});
}

std::vector<std::string> names(std::vector<KnownFault> faults) {
  std::vector<std::string> out;
  for (const KnownFault& f : faults) out.push_back(f.name + (f.ignored ? " ignored" : ""));
  return out;
}

TEST(Blocklist, AnEntryIsTrueOfItsDriverVendorDeviceAndVersions) {
  using Names = std::vector<std::string>;
  const BlocklistEntry list[] = {
      {.name = "range", .driver = "d", .vendor = 1, .device = 2, .first = {2, 1}, .fixed = {3}, .reason = "r"},
      {.name = "open", .driver = "d"},
      {.name = "anything"},
  };
  auto find = [&](std::string_view driver, std::string_view version, uint32_t vendor, uint32_t device,
                  std::vector<std::string> ignored = {}) {
    return names(find_faults(list, driver, version, vendor, device, ignored));
  };
  EXPECT_EQ(find("d", "2.1", 1, 2), (Names{"range", "open", "anything"}));
  EXPECT_EQ(find("d", "2.99.7", 1, 2), (Names{"range", "open", "anything"}));
  EXPECT_EQ(find("d", "2.0.9", 1, 2), (Names{"open", "anything"}));
  EXPECT_EQ(find("d", "3", 1, 2), (Names{"open", "anything"}));
  EXPECT_EQ(find("d", "2.1", 9, 2), (Names{"open", "anything"}));
  EXPECT_EQ(find("d", "2.1", 1, 9), (Names{"open", "anything"}));
  EXPECT_EQ(find("e", "2.1", 1, 2), (Names{"anything"}));
  EXPECT_EQ(find("d", "2.1", 1, 2, {"open"}), (Names{"range", "open ignored", "anything"}));
  EXPECT_EQ(find("e", "2.1", 1, 2, {"all"}), (Names{"anything ignored"}));
}

TEST(Blocklist, EveryEntryOfTheTableSaysWhatItIs) {
  std::set<std::string_view> seen;
  for (const BlocklistEntry& e : blocklist()) {
    EXPECT_TRUE(seen.insert(e.name).second) << e.name;
    EXPECT_FALSE(e.reason.empty() || e.seen.empty()) << e.name;
    EXPECT_FALSE(e.driver.empty() && !e.vendor && !e.device) << e.name << " is true of every adapter";
    EXPECT_EQ(e.workaround != Workaround::None, e.effect == BlocklistEffect::Workaround) << e.name;
  }
}

}  // namespace
}  // namespace vitrine::hal
