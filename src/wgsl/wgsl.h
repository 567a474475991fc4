// The front door of the shader compiler: text in, checked program or diagnostics out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source.h"
#include "lang/tables.h"

namespace vitrine::wgsl {

struct Program;

template <class E, uint32_t kCount>
struct EnumSet {
  uint32_t bits = 0;
  constexpr bool has(E e) const { return (bits >> static_cast<uint32_t>(e)) & 1; }
  constexpr void add(E e) { bits |= 1u << static_cast<uint32_t>(e); }
  constexpr void remove(E e) { bits &= ~(1u << static_cast<uint32_t>(e)); }
  static constexpr EnumSet all() { return {(1u << kCount) - 1}; }
  friend constexpr bool operator==(EnumSet, EnumSet) = default;
};
using Extensions = EnumSet<lang::EnableExtension, lang::kEnableExtensionCount>;
// All but experiments, which the user switches on.
constexpr Extensions standard_extensions() {
  Extensions out = Extensions::all();
  for (uint32_t i = 0; i < lang::kEnableExtensionCount; ++i)
    if (lang::kEnableExtensions[i].experiment) out.remove(static_cast<lang::EnableExtension>(i));
  return out;
}
using LanguageFeatures = EnumSet<lang::LanguageFeature, lang::kLanguageFeatureCount>;

struct CheckOptions {
  Extensions extensions = standard_extensions();  // what `enable` may name: those whose feature the device has
  // Experiments that the instance shows. Others are refused with the switch that shows them.
  Extensions shown_experiments = Extensions{};
  LanguageFeatures features = LanguageFeatures::all();
  uint32_t max_errors = 50;  // then one note with the number of further errors
  bool warnings = true;
};

// Lexes, parses and resolves `source`. Appends every diagnostic in the order of the text; returns null when one of them is an
// error. The program shares the source and is immutable: it may be read from any thread. Never throws; time and
// memory are linear in the length of the text.
std::shared_ptr<const Program> check(diag::SourceRef source, const CheckOptions& options,
                                     std::vector<diag::DiagnosticPtr>& out);

}  // namespace vitrine::wgsl
