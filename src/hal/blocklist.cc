#include "hal/blocklist.h"

#include <algorithm>

namespace vitrine::hal {

namespace {
constexpr BlocklistEntry kEntries[] = {
#include "hal/blocklist.inc"
};

bool digit(char c) { return c >= '0' && c <= '9'; }
}  // namespace

std::span<const BlocklistEntry> blocklist() { return kEntries; }

DriverVersion parse_driver_version(std::string_view text) {
  DriverVersion out{};
  size_t i = 0;
  while (i < text.size() && !digit(text[i])) ++i;
  for (uint32_t& part : out) {
    uint64_t value = 0;
    while (i < text.size() && digit(text[i])) value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(text[i++] - '0'), 0xFFFFFFFF);
    part = static_cast<uint32_t>(value);
    if (i + 1 >= text.size() || text[i] != '.' || !digit(text[i + 1])) break;
    ++i;
  }
  return out;
}

std::vector<KnownFault> find_faults(std::span<const BlocklistEntry> list, std::string_view driver,
                                    std::string_view driver_version, uint32_t vendor, uint32_t device,
                                    std::span<const std::string> ignored) {
  std::vector<KnownFault> out;
  DriverVersion version = parse_driver_version(driver_version);
  for (const BlocklistEntry& e : list) {
    if (!e.driver.empty() && e.driver != driver) continue;
    if ((e.vendor && e.vendor != vendor) || (e.device && e.device != device)) continue;
    if (version < e.first || (e.fixed != DriverVersion{} && version >= e.fixed)) continue;
    bool take_away = std::any_of(ignored.begin(), ignored.end(),
                                 [&](const std::string& name) { return name == e.name || name == "all"; });
    out.push_back({std::string(e.name), e.effect, e.feature, e.workaround, std::string(e.reason), std::string(e.seen), take_away});
  }
  return out;
}

std::string override_switch(std::string_view name) { return "VITRINE_IGNORE_BLOCKLIST=" + std::string(name); }

}  // namespace vitrine::hal
