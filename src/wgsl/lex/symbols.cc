#include <iterator>
#include <string>
#include <vector>

#include "wgsl/ast.h"
#include "wgsl/lex/lexer.h"
#include "wgsl/lex/predeclared.h"

namespace vitrine::wgsl {
namespace {

struct Predeclarations {
  std::vector<std::string> names;
  std::vector<Predeclared> meanings;

  void add(std::string_view name, Predeclared p) {
    names.emplace_back(name);
    meanings.push_back(p);
  }

  Predeclarations() {
    using K = PredeclaredKind;
    struct ScalarName {
      std::string_view name;
      lang::TypeId type;
    };
    static constexpr ScalarName kScalars[] = {{"bool", lang::kBoolType}, {"i32", lang::kI32Type},
                                              {"u32", lang::kU32Type},   {"f32", lang::kF32Type},
                                              {"f16", lang::kF16Type},   {"sampler", lang::kSamplerType},
                                              {"sampler_comparison", lang::kSamplerComparisonType}};
    for (const ScalarName& s : kScalars) add(s.name, {K::Scalar, 0, 0, s.type});
    struct Letter {
      char letter;
      lang::TypeId type;
    };
    static constexpr Letter kLetters[] = {
        {'i', lang::kI32Type}, {'u', lang::kU32Type}, {'f', lang::kF32Type}, {'h', lang::kF16Type}};
    for (uint8_t n = 2; n <= 4; ++n) {
      std::string vec = "vec" + std::to_string(n);
      add(vec, {K::Vector, n, 0, {}});
      for (const Letter& l : kLetters) add(vec + l.letter, {K::VectorAlias, n, 0, l.type});
      for (uint8_t r = 2; r <= 4; ++r) {
        std::string mat = "mat" + std::to_string(n) + "x" + std::to_string(r);
        add(mat, {K::Matrix, n, r, {}});
        add(mat + "f", {K::MatrixAlias, n, r, lang::kF32Type});
        add(mat + "h", {K::MatrixAlias, n, r, lang::kF16Type});
      }
    }
    add("array", {K::Array, 0, 0, {}});
    add("atomic", {K::Atomic, 0, 0, {}});
    add("ptr", {K::Pointer, 0, 0, {}});
    add("buffer", {K::Buffer, 0, 0, {}});
    for (uint16_t i = 0; i < lang::kTextureTypeCount; ++i) add(lang::kTextureTypes[i].name, {K::Texture, i, 0, {}});
    for (uint16_t i = 0; i < lang::kAccessModeCount; ++i) add(lang::kAccessModes[i].name, {K::AccessMode, i, 0, {}});
    for (uint16_t i = 0; i < lang::kAddressSpaceCount; ++i)
      if (lang::kAddressSpaces[i].written) add(lang::kAddressSpaces[i].name, {K::AddressSpace, i, 0, {}});
    for (uint16_t i = 0; i < lang::kTexelFormatCount; ++i) add(lang::kTexelFormats[i].name, {K::TexelFormat, i, 0, {}});
    for (uint16_t i = 0; i < lang::kBuiltinCount; ++i)
      add(lang::to_text(static_cast<lang::Builtin>(i)), {K::Builtin, i, 0, {}});
  }
};

const Predeclarations& predeclarations() {
  static const auto& p = *new Predeclarations();
  return p;
}

constexpr uint32_t kFirstPredeclared = kFirstReserved + static_cast<uint32_t>(std::size(lang::kReservedWords));

}  // namespace

const Predeclared* find_predeclared(Symbol s) {
  const auto& all = predeclarations().meanings;
  if (s.value < kFirstPredeclared || s.value - kFirstPredeclared >= all.size()) return nullptr;
  return &all[s.value - kFirstPredeclared];
}
std::span<const Predeclared> all_predeclared() { return predeclarations().meanings; }
uint32_t first_predeclared() { return kFirstPredeclared; }
bool is_type(const Predeclared& p) { return p.kind <= PredeclaredKind::Texture; }

// A copy of a table made once: every module starts with the same symbols at the same places.
SymbolTable::SymbolTable() {
  static const SymbolTable& kStart = *[] {
    auto* table = new SymbolTable(nullptr);
    SymbolTable& t = *table;
    t.slots_.resize(2048);
    for (const auto& k : lang::kKeywords) t.intern(k.name);
    for (std::string_view r : lang::kReservedWords) t.intern(r);
    for (const std::string& n : predeclarations().names) t.intern(n);
    return table;
  }();
  texts_ = kStart.texts_;
  slots_ = kStart.slots_;
}

Symbol SymbolTable::find(std::string_view text) const {
  uint32_t h = hash(text), mask = static_cast<uint32_t>(slots_.size()) - 1;
  for (uint32_t i = h & mask; slots_[i] != 0; i = (i + 1) & mask) {
    const Entry& e = texts_[slots_[i] - 1];
    if (e.hash == h && e.text == text) return Symbol(slots_[i] - 1);
  }
  return {};
}

Symbol SymbolTable::intern(std::string_view text, uint32_t h) {
  uint32_t mask = static_cast<uint32_t>(slots_.size()) - 1;
  uint32_t i = h & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    const Entry& e = texts_[slots_[i] - 1];
    if (e.hash == h && e.text == text) return Symbol(slots_[i] - 1);
  }
  texts_.push_back({text, h});
  slots_[i] = static_cast<uint32_t>(texts_.size());
  Symbol s(slots_[i] - 1);
  if (texts_.size() * 2 > slots_.size()) grow();
  return s;
}

void SymbolTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  uint32_t mask = static_cast<uint32_t>(slots_.size()) - 1;
  for (uint32_t n = 0; n < texts_.size(); ++n) {
    uint32_t i = texts_[n].hash & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = n + 1;
  }
}

}  // namespace vitrine::wgsl
