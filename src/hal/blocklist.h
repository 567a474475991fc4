// Known faults of drivers: defs/blocklist.def as a table, and what of it is true of an adapter.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hal/types.h"

namespace vitrine::hal {

enum class BlocklistEffect : uint8_t { Refuse = 1, Feature, Workaround, None };
// What a backend does another way.
// Always: in the same way on every driver, so nothing can take it away.
enum class Workaround : uint8_t {
  None,
  Always,
  OcclusionQueryBeginsWithDraw,
  ResolveLaterLayersByCommand,
  CopyFewLayersAtOnce,
  UnpackHalvesApart,
  NoAnisotropy,
};
using DriverVersion = std::array<uint32_t, 4>;  // all zero: no bound

struct BlocklistEntry {
  std::string_view name;
  std::string_view driver;             // empty: any
  uint32_t vendor = 0, device = 0;     // 0: any
  DriverVersion first{}, fixed{};      // from the first on, before the second
  BlocklistEffect effect = BlocklistEffect::None;
  Feature feature{};                   // of BlocklistEffect::Feature
  Workaround workaround = Workaround::None;
  std::string_view reason, seen;       // seen: versions that it was seen on
};
std::span<const BlocklistEntry> blocklist();

// An entry that is true of an adapter. `ignored`: the user took it away, so it has no effect.
struct KnownFault {
  std::string name;
  BlocklistEffect effect = BlocklistEffect::None;
  Feature feature{};
  Workaround workaround = Workaround::None;
  std::string reason, seen;
  bool ignored = false;
};

// The first version number in a text like "Mesa 22.3.6 (LLVM 15.0.6)".
DriverVersion parse_driver_version(std::string_view text);
// `ignored` holds names of entries, or "all".
std::vector<KnownFault> find_faults(std::span<const BlocklistEntry> list, std::string_view driver,
                                    std::string_view driver_version, uint32_t vendor, uint32_t device,
                                    std::span<const std::string> ignored);
// What takes the entry away: "VITRINE_IGNORE_BLOCKLIST=llvmpipe_loop_turns".
std::string override_switch(std::string_view name);

}  // namespace vitrine::hal
