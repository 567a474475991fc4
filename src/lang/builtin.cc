#include "lang/builtin.h"

#include <algorithm>
#include <array>
#include <bit>

namespace vitrine::lang {

namespace {

// A pattern is a type with variables, one byte a word, in prefix order. tools/gen_builtins.py writes them.
enum Word : uint8_t {
  kType,           // id: a predeclared type
  kScalar,         // i: the scalar variable i
  kAny,            // any type
  kConstructible,  // any constructible type
  kTemplate,       // the template argument
  kVector,         // size, element
  kMatrix,         // columns, rows, element
  kAtomic,         // element
  kRuntimeArray,   // element
  kBuffer,         // a buffer of any size
  kPointer,        // space, access, store type
  kTexture,        // texture type, sampled type or kNothing
  kStorageTexture, // texture type; binds format and access
  kChannel,        // component type of the bound format
  kFrexpResult,    // of the type that follows
  kModfResult,
  kAtomicCompareExchangeResult,
  kNothing,
};
// Sizes above 4 are variables.
constexpr uint8_t kVarN = 5, kVarC = 6, kVarR = 7, kVarK = 8, kSizeCount = 4;
constexpr uint8_t kVarSpace = 0xFF, kVarAccess = 0xFF;

struct ParameterRow {
  uint16_t pattern;
  bool is_const;
};
struct OverloadRow {
  uint16_t first_parameter;
  uint8_t parameter_count;
  uint8_t scalar_count;  // variables
  uint8_t sets[4];       // bit i: kScalars[i]
  uint8_t spaces, accesses;
  uint16_t result;       // pattern
  uint16_t text;
};
struct OperatorRow {
  uint16_t first, count;
};

#include "lang/builtins_table.inc"

constexpr TypeId kScalars[] = {kAbstractIntType, kAbstractFloatType, kBoolType, kI32Type, kU32Type, kF32Type, kF16Type};
constexpr uint32_t kMaxArguments = 8;

// What the variables of an overload stand for.
struct Binding {
  TypeId scalars[4];
  uint8_t sizes[kSizeCount] = {};
  std::optional<AddressSpace> space;
  std::optional<AccessMode> access;
  std::optional<TexelFormat> format;
  TypeId any, buffer, template_argument;
};

// The rows' view of a pattern, read word by word.
class Matcher {
 public:
  Matcher(TypeTable& types, const OverloadRow& row) : types_(types), row_(row) {}

  // Binds the variables that only the argument tells: sizes, spaces, access modes, formats, any-types. False when the
  // argument cannot have this shape. Scalar types are not compared: conversion_rank does that.
  bool bind(uint16_t pattern, TypeId argument, Binding& b) const {
    const uint8_t* p = kPatterns + pattern;
    return bind(p, argument, b);
  }

  // The type, or nothing while a variable is unbound.
  std::optional<TypeId> instantiate(uint16_t pattern, const Binding& b) const {
    const uint8_t* p = kPatterns + pattern;
    return instantiate(p, b);
  }

  std::string text(uint16_t pattern, const Binding& b) const {
    if (auto type = instantiate(pattern, b)) return types_.to_text(*type);
    const uint8_t* p = kPatterns + pattern;
    return text(p, b);
  }

 private:
  static bool bind_size(uint8_t word, uint8_t size, Binding& b) {
    if (word < kVarN) return word == size;
    uint8_t& slot = b.sizes[word - kVarN];
    if (slot == 0) slot = size;
    return slot == size;
  }

  bool bind(const uint8_t*& p, TypeId argument, Binding& b) const {
    const Type t = types_[argument];
    switch (*p++) {
      case kType:
        ++p;
        return types_.is_scalar(argument) || t.kind == TypeKind::Sampler || t.kind == TypeKind::SamplerComparison;
      case kScalar: ++p; return types_.is_scalar(argument);
      case kConstructible:
        if (!types_.is_constructible(argument)) return false;
        [[fallthrough]];
      case kAny:
        if (!b.any) b.any = argument;
        return b.any == argument;
      case kVector: return t.kind == TypeKind::Vector && bind_size(*p++, t.rows, b) && bind(p, t.element, b);
      case kMatrix: {
        uint8_t columns = *p++, rows = *p++;
        return t.kind == TypeKind::Matrix && bind_size(columns, t.columns, b) && bind_size(rows, t.rows, b) &&
               bind(p, t.element, b);
      }
      case kAtomic: return t.kind == TypeKind::Atomic && bind(p, t.element, b);
      case kRuntimeArray:
        return t.kind == TypeKind::Array && t.count_kind == CountKind::Runtime && bind(p, t.element, b);
      case kBuffer: b.buffer = argument; return t.kind == TypeKind::Buffer;
      case kPointer: {
        uint8_t space = *p++, access = *p++;
        if (t.kind != TypeKind::Pointer) return false;
        if (space == kVarSpace ? !(row_.spaces >> static_cast<uint8_t>(t.space) & 1)
                               : space != static_cast<uint8_t>(t.space))
          return false;
        if (access == kVarAccess ? !(row_.accesses >> static_cast<uint8_t>(t.access) & 1)
                                 : access != static_cast<uint8_t>(t.access))
          return false;
        b.space = t.space;
        b.access = t.access;
        return bind(p, t.element, b);
      }
      case kTexture: {
        uint8_t texture = *p++;
        if (t.kind != TypeKind::Texture || static_cast<uint8_t>(t.texture) != texture) return false;
        if (*p == kNothing) return ++p, true;
        return bind(p, t.element, b);
      }
      case kStorageTexture: {
        uint8_t texture = *p++;
        if (t.kind != TypeKind::Texture || static_cast<uint8_t>(t.texture) != texture) return false;
        if (!(row_.accesses >> static_cast<uint8_t>(t.access) & 1)) return false;
        b.format = t.format;
        b.access = t.access;
        return true;
      }
      case kChannel: return types_.is_scalar(argument);
      default: return false;
    }
  }

  std::optional<uint8_t> size(uint8_t word, const Binding& b) const {
    uint8_t n = word < kVarN ? word : b.sizes[word - kVarN];
    if (n == 0) return std::nullopt;
    return n;
  }

  std::optional<TypeId> instantiate(const uint8_t*& p, const Binding& b) const {
    auto some = [](TypeId id) { return id ? std::optional<TypeId>(id) : std::nullopt; };
    switch (*p++) {
      case kType: return TypeId(*p++);
      case kScalar: return some(b.scalars[*p++]);
      case kAny:
      case kConstructible: return some(b.any);
      case kTemplate: return some(b.template_argument);
      case kVector: {
        auto n = size(*p++, b);
        auto element = instantiate(p, b);
        if (!n || !element) return std::nullopt;
        return types_.vector(*n, *element);
      }
      case kMatrix: {
        auto columns = size(*p++, b);
        auto rows = size(*p++, b);
        auto element = instantiate(p, b);
        if (!columns || !rows || !element) return std::nullopt;
        return types_.matrix(*columns, *rows, *element);
      }
      case kAtomic: {
        auto element = instantiate(p, b);
        if (!element) return std::nullopt;
        return types_.atomic(*element);
      }
      case kRuntimeArray: {
        auto element = instantiate(p, b);
        if (!element) return std::nullopt;
        return types_.runtime_array(*element);
      }
      case kBuffer: return some(b.buffer);
      case kPointer: {
        uint8_t space = *p++, access = *p++;
        auto store = instantiate(p, b);
        if (!store || (space == kVarSpace && !b.space) || (access == kVarAccess && !b.access)) return std::nullopt;
        return types_.pointer(space == kVarSpace ? *b.space : static_cast<AddressSpace>(space), *store,
                              access == kVarAccess ? *b.access : static_cast<AccessMode>(access));
      }
      case kTexture: {
        auto texture = static_cast<TextureType>(*p++);
        if (*p == kNothing) return ++p, types_.texture(texture);
        auto sampled = instantiate(p, b);
        if (!sampled) return std::nullopt;
        return types_.texture(texture, *sampled);
      }
      case kStorageTexture: {
        auto texture = static_cast<TextureType>(*p++);
        if (!b.format || !b.access) return std::nullopt;
        return types_.storage_texture(texture, *b.format, *b.access);
      }
      case kChannel:
        if (!b.format) return std::nullopt;
        switch (info(*b.format).component) {
          case TexelClass::F32: return kF32Type;
          case TexelClass::I32: return kI32Type;
          case TexelClass::U32: return kU32Type;
        }
        return std::nullopt;
      case kFrexpResult: {
        auto element = instantiate(p, b);
        if (!element) return std::nullopt;
        return types_.frexp_result(*element);
      }
      case kModfResult: {
        auto element = instantiate(p, b);
        if (!element) return std::nullopt;
        return types_.modf_result(*element);
      }
      case kAtomicCompareExchangeResult: {
        auto element = instantiate(p, b);
        if (!element) return std::nullopt;
        return types_.atomic_compare_exchange_result(*element);
      }
      default: return std::nullopt;
    }
  }

  // A pattern whose variables are not all known, in the notation of the specification.
  std::string text(const uint8_t*& p, const Binding& b) const {
    auto number = [&](uint8_t word) {
      auto n = size(word, b);
      return n ? std::to_string(*n) : std::string(1, "NCRK"[word - kVarN]);
    };
    switch (*p++) {
      case kType: return types_.to_text(TypeId(*p++));
      case kScalar: {
        TypeId bound = b.scalars[*p++];
        return bound ? types_.to_text(bound) : "T";
      }
      case kVector: {
        std::string n = number(*p++);
        return "vec" + n + "<" + text(p, b) + ">";
      }
      case kMatrix: {
        std::string columns = number(*p++), rows = number(*p++);
        return "mat" + columns + "x" + rows + "<" + text(p, b) + ">";
      }
      case kAtomic: return "atomic<" + text(p, b) + ">";
      case kRuntimeArray: return "array<" + text(p, b) + ">";
      case kBuffer: return "buffer";
      case kPointer: {
        uint8_t space = *p++, access = *p++;
        std::string where;
        if (space == kVarSpace) {
          for (uint8_t i = 0; i < kAddressSpaceCount; ++i)
            if (row_.spaces >> i & 1) where += (where.empty() ? "" : "|") + std::string(kAddressSpaces[i].name);
        } else {
          where = to_text(static_cast<AddressSpace>(space));
        }
        std::string out = "ptr<" + where + ", " + text(p, b);
        if (access != kVarAccess && where.find("storage") != std::string::npos)
          out += ", " + std::string(to_text(static_cast<AccessMode>(access)));
        return out + ">";
      }
      case kTexture: {
        std::string name(to_text(static_cast<TextureType>(*p++)));
        if (*p == kNothing) return ++p, name;
        return name + "<" + text(p, b) + ">";
      }
      case kStorageTexture: {
        std::string out(to_text(static_cast<TextureType>(*p++)));
        std::string access;
        for (uint8_t i = 0; i < kAccessModeCount; ++i)
          if (row_.accesses >> i & 1) access += (access.empty() ? "" : "|") + std::string(kAccessModes[i].name);
        return out + "<F, " + access + ">";
      }
      default: return "T";
    }
  }

  TypeTable& types_;
  const OverloadRow& row_;
};

// One overload with its scalar variables chosen, applied to the arguments.
struct Candidate {
  Resolved resolved;
  uint32_t ranks[kMaxArguments] = {};
};

bool preferred(const Candidate& a, const Candidate& b, size_t count) {
  bool better = false;
  for (size_t i = 0; i < count; ++i) {
    if (a.ranks[i] > b.ranks[i]) return false;
    better = better || a.ranks[i] < b.ranks[i];
  }
  return better;
}

// Collects why the overloads do not fit.
struct FailureNotes {
  uint32_t furthest = 0;
  bool any = false;
  std::vector<std::string> accepted;
  std::vector<uint16_t> texts;  // overloads that got furthest
  bool not_const = false;

  void note(uint32_t argument, std::string text, uint16_t overload_text, bool wants_const) {
    if (any && argument < furthest) return;
    if (!any || argument > furthest) {
      accepted.clear();
      texts.clear();
      not_const = false;
    }
    any = true;
    furthest = argument;
    if (wants_const) not_const = true;
    if (!text.empty() && std::find(accepted.begin(), accepted.end(), text) == accepted.end())
      accepted.push_back(std::move(text));
    if (std::find(texts.begin(), texts.end(), overload_text) == texts.end()) texts.push_back(overload_text);
  }
};

void add_candidates(Mismatch& m, uint32_t first, uint32_t count, const std::vector<uint16_t>& nearest) {
  auto add = [&m](uint16_t text) {
    std::string s(kTexts[text]);
    if (std::find(m.candidates.begin(), m.candidates.end(), s) == m.candidates.end()) m.candidates.push_back(std::move(s));
  };
  for (uint16_t text : nearest) add(text);
  for (uint32_t i = first; i < first + count; ++i) add(kOverloads[i].text);
}

// The candidates that fit the arguments. Failures are looked at only where `notes` is given: that costs more.
std::vector<Candidate> fitting_rows(TypeTable& types, uint32_t first, uint32_t count, TypeId template_argument,
                                    std::span<const Argument> arguments, FailureNotes* notes) {
  std::vector<Candidate> fitting;
  bool all_const = std::all_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.is_const; });
  for (uint32_t index = first; index < first + count; ++index) {
    const OverloadRow& row = kOverloads[index];
    if (row.parameter_count != arguments.size()) continue;
    Matcher matcher(types, row);
    Binding b;
    b.template_argument = template_argument;
    const ParameterRow* parameters = kParameters + row.first_parameter;

    // The shape first: it does not depend on the scalar variables.
    uint32_t bound = 0;
    while (bound < arguments.size() && matcher.bind(parameters[bound].pattern, arguments[bound].type, b)) ++bound;
    if (bound < arguments.size() && !notes) continue;

    // Then every choice of the scalar variables.
    uint8_t choice[4] = {};
    auto first_of = [](uint8_t set) { return static_cast<uint8_t>(std::countr_zero(static_cast<unsigned>(set))); };
    for (uint8_t v = 0; v < row.scalar_count; ++v) choice[v] = first_of(row.sets[v]);
    for (bool more = true; more;) {
      for (uint8_t v = 0; v < row.scalar_count; ++v) b.scalars[v] = kScalars[choice[v]];
      Candidate c;
      TypeId chosen[kMaxArguments];
      uint32_t i = 0;
      for (; i < arguments.size(); ++i) {
        auto parameter = matcher.instantiate(parameters[i].pattern, b);
        auto rank = parameter && i < bound ? conversion_rank(types, arguments[i].type, *parameter) : std::nullopt;
        if (!rank) {
          if (notes) notes->note(i, matcher.text(parameters[i].pattern, b), row.text, false);
          break;
        }
        // One argument that is not a const-expression makes all of them concrete.
        if (!all_const && types.is_abstract(*parameter)) break;
        if (parameters[i].is_const && !arguments[i].is_const) {
          if (notes) notes->note(i, types.to_text(*parameter), row.text, true);
          break;
        }
        chosen[i] = *parameter;
        c.ranks[i] = *rank;
      }
      if (i == arguments.size()) {
        if (auto result = matcher.instantiate(row.result, b)) {
          c.resolved.parameters.assign(chosen, chosen + i);
          c.resolved.result = *result;
          c.resolved.overload = static_cast<uint16_t>(index);
          fitting.push_back(std::move(c));
        }
      }
      more = false;
      for (uint8_t v = 0; v < row.scalar_count && !more; ++v) {
        uint8_t rest = static_cast<uint8_t>(row.sets[v] & ~((2u << choice[v]) - 1));
        more = rest != 0;
        choice[v] = first_of(more ? rest : row.sets[v]);
      }
    }
  }
  return fitting;
}

// https://gpuweb.github.io/gpuweb/wgsl/#overload-resolution-section
Resolution resolve_rows(TypeTable& types, uint32_t first, uint32_t count, TypeId template_argument,
                        std::span<const Argument> arguments) {
  std::vector<Candidate> fitting = fitting_rows(types, first, count, template_argument, arguments, nullptr);
  for (const Candidate& c : fitting) {
    bool best = std::all_of(fitting.begin(), fitting.end(),
                            [&](const Candidate& other) { return &c == &other || preferred(c, other, arguments.size()); });
    if (best) return c.resolved;
  }
  Mismatch m;
  if (!fitting.empty()) {
    m.kind = Mismatch::Kind::Ambiguous;
    add_candidates(m, first, count, {});
    return Failure<Mismatch>(std::move(m));
  }
  FailureNotes notes;
  fitting_rows(types, first, count, template_argument, arguments, &notes);
  m.min_count = kMaxArguments;
  for (uint32_t index = first; index < first + count; ++index) {
    m.min_count = std::min<uint32_t>(m.min_count, kOverloads[index].parameter_count);
    m.max_count = std::max<uint32_t>(m.max_count, kOverloads[index].parameter_count);
  }
  // `textureLoad(t, coords)` without a level: of the rows for this texture none takes so many arguments.
  std::vector<uint16_t> of_texture;
  if (notes.any && notes.furthest == 0 && types.kind(arguments[0].type) == TypeKind::Texture) {
    uint32_t least = kMaxArguments, most = 0;
    for (uint32_t index = first; index < first + count; ++index) {
      const OverloadRow& row = kOverloads[index];
      Binding b;
      b.template_argument = template_argument;
      if (row.parameter_count == 0 || row.parameter_count == arguments.size()) continue;
      if (!Matcher(types, row).bind(kParameters[row.first_parameter].pattern, arguments[0].type, b)) continue;
      least = std::min<uint32_t>(least, row.parameter_count);
      most = std::max<uint32_t>(most, row.parameter_count);
      of_texture.push_back(row.text);
    }
    if (!of_texture.empty()) m.min_count = least, m.max_count = most;
  }
  if (!of_texture.empty()) {
    m.kind = Mismatch::Kind::ArgumentCount;
    for (uint16_t text : of_texture)
      if (std::string s(kTexts[text]); std::find(m.candidates.begin(), m.candidates.end(), s) == m.candidates.end())
        m.candidates.push_back(std::move(s));
    return Failure<Mismatch>(std::move(m));
  }
  if (!notes.any) {
    m.kind = Mismatch::Kind::ArgumentCount;
  } else {
    m.kind = notes.not_const ? Mismatch::Kind::NotConst : Mismatch::Kind::Argument;
    m.argument = notes.furthest;
    m.found = arguments[notes.furthest].type;
    m.accepted = std::move(notes.accepted);
  }
  add_candidates(m, first, count, notes.texts);
  return Failure<Mismatch>(std::move(m));
}

Mismatch template_mismatch(TypeTable& types, Builtin b, TypeId found, std::vector<std::string> accepted) {
  Mismatch m;
  m.kind = Mismatch::Kind::TemplateArguments;
  m.found = found;
  m.accepted = std::move(accepted);
  m.candidates = candidates(b);
  return m;
}

// https://gpuweb.github.io/gpuweb/wgsl/#bitcast-builtin
Resolution resolve_bitcast(TypeTable& types, TypeId to, std::span<const Argument> arguments) {
  auto numeric = [&](TypeId id) {
    TypeKind k = types.kind(id);
    return (k == TypeKind::Vector || types.is_scalar(id)) && types.is_numeric_scalar(types.scalar_of(id));
  };
  if (!numeric(to) || types.is_abstract(to))
    return Failure<Mismatch>(template_mismatch(types, Builtin::Bitcast, to, {"i32", "u32", "f32", "f16", "a vector of these"}));
  Mismatch m;
  m.candidates = candidates(Builtin::Bitcast);
  m.min_count = m.max_count = 1;
  if (arguments.size() != 1) {
    m.kind = Mismatch::Kind::ArgumentCount;
    return Failure<Mismatch>(std::move(m));
  }
  TypeId from = arguments[0].type;
  if (numeric(from)) {
    uint32_t n = types.element_count(from);
    TypeId scalar = types.scalar_of(from);
    TypeId parameter = from;
    if (scalar == kAbstractIntType) {
      // The abstract overload gives u32; else the conversion of least rank whose bits fit.
      if (types.scalar_of(to) == kU32Type && types.element_count(to) == n) parameter = to;
      else parameter = types.with_scalar(from, kI32Type);
    } else if (scalar == kAbstractFloatType) {
      parameter = types.with_scalar(from, kF32Type);
      if (types.scalar_of(to) == kF16Type && types.element_count(to) == n) parameter = to;
    }
    if (types.scalar_of(to) == kF16Type && scalar == kAbstractIntType && types.element_count(to) == n) parameter = to;
    if (types.size_of(parameter) == types.size_of(to)) return Resolved{to, {parameter}, info(Builtin::Bitcast).first_overload};
  }
  m.kind = Mismatch::Kind::Argument;
  m.found = from;
  uint32_t bits = static_cast<uint32_t>(types.size_of(to)) * 8;
  for (TypeId scalar : {kI32Type, kU32Type, kF32Type, kF16Type}) {
    uint32_t width = scalar == kF16Type ? 16 : 32;
    uint32_t n = bits / width;
    if (n * width != bits || n > 4) continue;
    m.accepted.push_back(types.to_text(n == 1 ? scalar : types.vector(n, scalar)));
  }
  return Failure<Mismatch>(std::move(m));
}

// What a table cannot say of the result.
std::optional<Mismatch> check_result(TypeTable& types, Builtin b, const Resolved& r) {
  if (b == Builtin::BufferView || b == Builtin::BufferArrayView) {
    TypeId store = types.store_type(r.result);
    bool sized = b == Builtin::BufferArrayView && types.has_fixed_footprint(store);
    if (!types.is_host_shareable(store) || types.contains_atomic(store) || types.kind(store) == TypeKind::Buffer || sized) {
      std::string want = "a host-shareable type without atomics";
      if (b == Builtin::BufferArrayView) want += " that ends in a runtime-sized array";
      return template_mismatch(types, b, store, {want});
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(UnaryOp op) {
  constexpr std::string_view kNames[] = {"-", "~", "!"};
  return kNames[static_cast<uint8_t>(op)];
}

std::string_view to_text(BinaryOp op) {
  constexpr std::string_view kNames[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", "<=", ">", ">="};
  return kNames[static_cast<uint8_t>(op)];
}

const BuiltinInfo& info(Builtin b) { return kBuiltins[static_cast<uint16_t>(b)]; }

std::optional<Builtin> find_builtin(std::string_view name) {
  // Sorted once by name: the table is in the order of the specification.
  static const auto kSorted = [] {
    std::array<uint16_t, kBuiltinCount> order;
    for (uint16_t i = 0; i < kBuiltinCount; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [](uint16_t a, uint16_t b) { return kBuiltins[a].name < kBuiltins[b].name; });
    return order;
  }();
  auto it = std::lower_bound(kSorted.begin(), kSorted.end(), name,
                             [](uint16_t i, std::string_view n) { return kBuiltins[i].name < n; });
  if (it == kSorted.end() || kBuiltins[*it].name != name) return std::nullopt;
  return static_cast<Builtin>(*it);
}

Resolution resolve(TypeTable& types, UnaryOp op, Argument operand) {
  const OperatorRow& row = kOperators[static_cast<uint8_t>(op)];
  return resolve_rows(types, row.first, row.count, {}, {&operand, 1});
}

Resolution resolve(TypeTable& types, BinaryOp op, Argument left, Argument right) {
  const OperatorRow& row = kOperators[kUnaryOpCount + static_cast<uint8_t>(op)];
  Argument both[2] = {left, right};
  return resolve_rows(types, row.first, row.count, {}, both);
}

Resolution resolve(TypeTable& types, Builtin b, std::span<const TypeId> template_arguments,
                   std::span<const Argument> arguments) {
  const BuiltinInfo& row = info(b);
  if (template_arguments.size() != (row.takes_template ? 1u : 0u)) {
    Mismatch m = template_mismatch(types, b, template_arguments.empty() ? TypeId() : template_arguments[0], {});
    m.min_count = m.max_count = row.takes_template ? 1 : 0;
    return Failure<Mismatch>(std::move(m));
  }
  if (b == Builtin::Bitcast) return resolve_bitcast(types, template_arguments[0], arguments);
  if (b == Builtin::DebugPrintf) {
    // Any concrete type without pointers and handles can be printed; printf/ checks it against the format.
    Resolved r{kVoidType, {}, row.first_overload};
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      TypeId type = concretize(types, arguments[i].type);
      if (!types.is_constructible(type)) {
        Mismatch m;
        m.argument = i;
        m.found = arguments[i].type;
        m.accepted = {"a scalar, vector, matrix, array or structure"};
        return Failure<Mismatch>(std::move(m));
      }
      r.parameters.push_back(type);
    }
    return r;
  }
  Resolution out = resolve_rows(types, row.first_overload, row.overload_count,
                                template_arguments.empty() ? TypeId() : template_arguments[0], arguments);
  if (out)
    if (auto m = check_result(types, b, *out)) return Failure<Mismatch>(std::move(*m));
  return out;
}

std::vector<std::string> candidates(Builtin b) {
  Mismatch m;
  add_candidates(m, info(b).first_overload, info(b).overload_count, {});
  return m.candidates;
}

}  // namespace vitrine::lang
