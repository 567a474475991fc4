#include "printf/printf.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "printf/diagnose.h"

namespace vitrine::printf {
namespace {

uint32_t bits(float f) { return std::bit_cast<uint32_t>(f); }

struct Argument {
  Type type;
  std::vector<uint32_t> words;
};
Argument u(uint32_t v) { return {Type::make_scalar(Scalar::U32), {v}}; }
Argument i(int32_t v) { return {Type::make_scalar(Scalar::I32), {static_cast<uint32_t>(v)}}; }
Argument f(float v) { return {Type::make_scalar(Scalar::F32), {bits(v)}}; }
Argument h(uint16_t v) { return {Type::make_scalar(Scalar::F16), {v}}; }
Argument b(bool v) { return {Type::make_scalar(Scalar::Bool), {v ? 1u : 0u}}; }
Argument vf(std::vector<float> v) {
  Argument a{Type::make_vector(Scalar::F32, static_cast<uint32_t>(v.size())), {}};
  for (float x : v) a.words.push_back(bits(x));
  return a;
}
Argument vu(std::vector<uint32_t> v) { return {Type::make_vector(Scalar::U32, static_cast<uint32_t>(v.size())), v}; }

std::string print(std::string_view text, const std::vector<Argument>& arguments) {
  std::vector<Value> values;
  for (const Argument& a : arguments) values.push_back({&a.type, a.words});
  return format(parse(text), values);
}

// What a host formatter makes of an emitted format: one scalar for each conversion, taken from the arguments.
std::string host(const Emitted& e, const std::vector<Argument>& arguments) {
  std::string out;
  size_t next = 0;
  for (size_t at = 0; at < e.format.size();) {
    if (e.format[at] != '%') {
      out += e.format[at++];
      continue;
    }
    if (e.format[at + 1] == '%') {
      out += '%';
      at += 2;
      continue;
    }
    size_t end = e.format.find_first_of("duoxXcfFeEgGaA", at);
    if (end == std::string::npos || next >= e.arguments.size()) return "(not a format)";
    std::string spec = e.format.substr(at, end + 1 - at);
    const FlatArgument& a = e.arguments[next++];
    uint32_t word = arguments[a.argument].words[a.component];
    char buffer[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (std::string_view("duoxXc").find(spec.back()) != std::string_view::npos) {
      EXPECT_TRUE(a.as == FlatArgument::As::Bits || (a.from != Scalar::F32 && a.from != Scalar::F16));
      std::snprintf(buffer, sizeof buffer, spec.c_str(), word);
    } else {
      double v = std::bit_cast<float>(word);
      if (a.as == FlatArgument::As::F32)
        v = a.from == Scalar::I32 ? static_cast<float>(static_cast<int32_t>(word)) : static_cast<float>(word);
      std::snprintf(buffer, sizeof buffer, spec.c_str(), v);
    }
#pragma GCC diagnostic pop
    out += buffer;
    at = end + 1;
  }
  EXPECT_EQ(next, e.arguments.size());
  return out;
}

struct Row {
  const char* format;
  std::vector<Argument> arguments;
  const char* text;
};

TEST(Printf, Table) {
  const Type light = Type::make_struct("Light", {"position", "intensity", "on"},
                                       {Type::make_vector(Scalar::F32, 2), Type::make_scalar(Scalar::F32),
                                        Type::make_scalar(Scalar::Bool)});
  const std::vector<Row> rows = {
      {"", {}, ""},
      {"here", {}, "here"},
      {"debug id: %u %u %u", {u(1), u(2), u(3)}, "debug id: 1 2 3"},
      {"%d|%i|%u", {i(-5), i(-6), u(4294967295u)}, "-5|-6|4294967295"},
      {"%d %u", {u(4294967295u), i(-1)}, "-1 4294967295"},
      {"%x %X %o %#x %#o", {u(255), u(255), u(8), u(255), u(8)}, "ff FF 10 0xff 010"},
      {"%lu %lx %ul %ld %hhu %lf", {u(10), u(10), u(10), i(-1), u(3), f(1)}, "10 a a -1 3 1.000000"},
      {"%f %e %g %a", {f(1.5f), f(1.5f), f(1.5f), f(1.5f)}, "1.500000 1.500000e+00 1.5 0x1.8p+0"},
      {"%F %E %G %A", {f(1.5f), f(1e20f), f(1e20f), f(1.5f)}, "1.500000 1.000000E+20 1E+20 0X1.8P+0"},
      {"%f %F %f", {f(INFINITY), f(-INFINITY), f(NAN)}, "inf -INF nan"},
      {"%08.3f|%-8.2f|%+d|% d", {f(3.14159f), f(2), i(5), i(5)}, "0003.142|2.00    |+5| 5"},
      {"%c%c", {u('o'), i('k')}, "ok"},
      {"%c", {u(0xE9)}, "\xC3\xA9"},
      {"%c", {u(27)}, "\xEF\xBF\xBD"},
      {"%c", {u(0x110000)}, "\xEF\xBF\xBD"},
      {"%3c|%-3c|", {u('a'), u('b')}, "  a|b  |"},
      {"100%", {}, "100%"},
      {"100%%", {}, "100%"},
      {"%", {u(1)}, "%"},
      {"% ", {u(1)}, "% "},
      {"100% sure %u", {u(7)}, "100% sure 7"},
      {"50% done", {}, "50% done"},
      {"%s %n %p", {u(1), u(2), u(3)}, "%s %n %p"},
      {"%s %u", {u(1), u(2)}, "%s 2"},
      {"%*d %u", {u(1), u(2), u(3)}, "%*d 3"},
      {"%*.*f %u", {u(1), u(2), f(3), u(4)}, "%*.*f 4"},
      {"%.200000000u %u", {u(1), u(2)}, "%.200000000u 2"},
      {"%99999999999999999999u", {u(1)}, "%99999999999999999999u"},
      {"%65u", {u(1)}, "%65u"},
      {"%64u", {u(1)}, "                                                               1"},
      {"%.64u", {u(1)}, "0000000000000000000000000000000000000000000000000000000000000001"},
      {"%y %u", {u(1)}, "%y 1"},
      {"%v5f %u", {u(1), u(2)}, "%v5f 2"},
      {"%u %u", {u(1)}, "1 %u"},
      {"%08.3f", {}, "%08.3f"},
      {"%u", {u(1), u(2)}, "1"},
      {"a\\n\"%u\n", {u(1)}, "a\\n\"1\n"},
      {"%v2f|%v3f|%1.2v4f", {vf({1, 2}), vf({1, 2, 3}), vf({1, 2, 3, 4})},
       "1.000000, 2.000000|1.000000, 2.000000, 3.000000|1.00, 2.00, 3.00, 4.00"},
      {"%v2d %v3u %v4x", {vu({1, 2}), vu({3, 4, 5}), vu({10, 11, 12, 13})}, "1, 2 3, 4, 5 a, b, c, d"},
      {"%u", {vu({1, 2, 3})}, "1, 2, 3"},
      {"%03u", {vu({1, 2})}, "001, 002"},
      {"%v2ul", {vu({10, 11})}, "a, b"},
      {"%.1f", {{Type::make_matrix(Scalar::F32, 2, 2), {bits(1), bits(2), bits(3), bits(4)}}}, "[(1.0, 2.0), (3.0, 4.0)]"},
      {"%u", {{Type::make_array(Type::make_scalar(Scalar::U32), 3), {1, 2, 3}}}, "[1, 2, 3]"},
      {"%?", {{light, {bits(1), bits(2), bits(0.5f), 1}}}, "{position: (1, 2), intensity: 0.5, on: true}"},
      {"%.1f", {{light, {bits(1), bits(2), bits(0.5f), 1}}}, "{position: (1.0, 2.0), intensity: 0.5, on: 1.0}"},
      {"%? %? %? %? %?", {u(4294967295u), i(-1), f(0.25f), b(true), h(0x3C00)}, "4294967295 -1 0.25 true 1"},
      {"%.9?", {f(0.1f)}, "0.100000001"},
      {"%7?|%-7?|", {b(false), b(true)}, "  false|true   |"},
      {"%u %d %x", {b(true), b(false), b(true)}, "1 0 1"},
      {"%f %f", {u(3), i(-3)}, "3.000000 -3.000000"},
      {"%f", {u(16777217)}, "16777216.000000"},
      {"%d %u", {f(1.5f), f(-2)}, "1.5 -2"},
      {"%x %X", {f(1), h(0x3C00)}, "3f800000 3C00"},
      {"%f %g %g %f", {h(0x3C00), h(0x0001), h(0xC000), h(0x7C00)}, "1.000000 5.96046e-08 -2 inf"},
      {"%v3f", {u(3)}, "3.000000"},
      {"%v3f", {vf({1, 2})}, "1.000000, 2.000000"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(print(row.format, row.arguments), row.text) << row.format;
    std::vector<Type> types;
    bool same = true;
    for (const Argument& a : row.arguments) {
      types.push_back(a.type);
      for (Scalar s : a.type.flat()) same &= s != Scalar::F16 && s != Scalar::Bool;
    }
    if (std::string_view(row.format).find('c') != std::string_view::npos) same = false;
    if (same) {
      EXPECT_EQ(host(emit_debug_printf(parse(row.format), types), row.arguments), row.text) << row.format;
    }
  }
}

// Every flag, width, precision and conversion against the host's own formatter.
TEST(Printf, LikeC) {
  const uint32_t words[] = {0, 1, 7, 8, 255, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  const float floats[] = {0.0f, -0.0f, 1.0f, 0.1f, -1234.5678f, 1e-10f, 3.4e38f, 1e-45f, 999999.5f, 0.5f, 2.5f,
                          INFINITY, -INFINITY, NAN};
  const char* sizes[] = {"", "1", "5", "12", "64", ".0", ".1", ".5", ".20", "10.3", "3.10", ".", "8."};
  size_t compared = 0;
  for (uint32_t flags = 0; flags < 32; ++flags)
    for (const char* size : sizes)
      for (char c : std::string_view("diuoxXfFeEgGaA")) {
        bool integer = std::string_view("diuoxX").find(c) != std::string_view::npos;
        bool is_signed = std::string_view("uoxX").find(c) == std::string_view::npos;
        std::string spec = "%";
        if (flags & 1) spec += '-';
        if (flags & 2) spec += '+';
        if (flags & 4) spec += ' ';
        if (flags & 8) spec += '#';
        if (flags & 16) spec += '0';
        // Undefined in C.
        if ((flags & 6) && !is_signed) continue;
        if ((flags & 8) && (c == 'd' || c == 'i' || c == 'u')) continue;
        spec += size;
        spec += c;
        Format format = parse(spec);
        ASSERT_EQ(format.segments.size(), 1u) << spec;
        char buffer[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        for (uint32_t k = 0; k < (integer ? std::size(words) : std::size(floats)); ++k, ++compared) {
          Argument a = integer ? u(words[k]) : f(floats[k]);
          if (integer) std::snprintf(buffer, sizeof buffer, spec.c_str(), words[k]);
          else std::snprintf(buffer, sizeof buffer, spec.c_str(), static_cast<double>(floats[k]));
          Value v{&a.type, a.words};
          ASSERT_EQ(printf::format(format, {&v, 1}), buffer) << spec;
          if (k == 3) {
            ASSERT_EQ(host(emit_debug_printf(format, {&a.type, 1}), {a}), buffer) << spec;
          }
        }
#pragma GCC diagnostic pop
      }
  EXPECT_GT(compared, 30000u);
}

// Any flags, widths and precisions in any order, any bits: what C makes of it, and what a layer would.
TEST(Printf, RandomConversionsAgreeWithC) {
  uint32_t state = 20;
  auto random = [&](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return static_cast<uint32_t>(uint64_t{state} * below >> 32);
  };
  for (int round = 0; round < 30000; ++round) {
    bool integer = random(2) == 0;
    char letter = integer ? "diuoxX"[random(6)] : "fFeEgGaA"[random(8)];
    bool has_sign = !integer || letter == 'd' || letter == 'i';
    std::string spec = "%";
    for (char flag : std::string_view("-0#+ "))
      if (random(4) == 0) {
        // C leaves these undefined.
        if ((flag == '+' || flag == ' ') && !has_sign) continue;
        if (flag == '#' && (letter == 'd' || letter == 'i' || letter == 'u')) continue;
        spec += flag;
      }
    if (random(2)) spec += std::to_string(1 + random(64));
    if (random(2)) spec += "." + std::to_string(random(65));
    spec += letter;
    static constexpr uint32_t kNotable[] = {0, 1, 9, 10, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0x3DCCCCCD, 0x41200000,
                                            0x7F7FFFFF, 0x00800000, 0x00000001, 0x7F800000, 0xFF800000, 0x3F000000, 0x40200000};
    uint32_t word = random(3) ? random(0xFFFFFFFF) ^ state : kNotable[random(std::size(kNotable))];
    float value = std::bit_cast<float>(word);
    if (!integer && std::isnan(value)) continue;  // C may show the sign and the bits of one
    char buffer[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (integer) std::snprintf(buffer, sizeof buffer, spec.c_str(), word);
    else std::snprintf(buffer, sizeof buffer, spec.c_str(), static_cast<double>(value));
#pragma GCC diagnostic pop
    Argument a = !integer ? f(value) : has_sign ? i(static_cast<int32_t>(word)) : u(word);
    ASSERT_EQ(print("<" + spec + ">", {a}), "<" + std::string(buffer) + ">") << spec << " of " << word;
    Type types[] = {a.type};
    ASSERT_EQ(host(emit_debug_printf(parse(spec), types), {a}), buffer) << spec << " of " << word;
  }
}

// Texts that are no formats: nothing may go wrong, and both routes say the same.
TEST(Printf, RandomTextsPrintTheSameByBothRoutes) {
  uint32_t state = 7;
  auto random = [&](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return static_cast<uint32_t>(uint64_t{state} * below >> 32);
  };
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (uint32_t n = random(24); n > 0; --n) text += "%%%%%%duxfgsnp*.-+ #0123456789vlhjzt?aA\"\\\n"[random(42)];
    std::erase(text, '?');  // of a bool it prints a word
    std::vector<Argument> arguments;
    std::vector<Type> types;
    for (uint32_t n = random(4); n > 0; --n) {
      switch (random(5)) {
        case 0: arguments.push_back(u(random(100))); break;
        case 1: arguments.push_back(i(-static_cast<int32_t>(random(100)))); break;
        case 2: arguments.push_back(f(static_cast<float>(random(100)) / 8)); break;
        case 3: arguments.push_back(b(random(2) != 0)); break;
        default: arguments.push_back(vf({1, 2.5f, -3})); break;
      }
      types.push_back(arguments.back().type);
    }
    ASSERT_EQ(host(emit_debug_printf(parse(text), types), arguments), print(text, arguments)) << text;
  }
}

TEST(Printf, SegmentsCoverTheText) {
  // All short texts over an alphabet of what matters: no gap, no overlap, no crash.
  const std::string_view alphabet = "%d*s.9v3l ?";
  size_t n = 0;
  for (uint32_t length = 0; length <= 5; ++length) {
    uint32_t count = 1;
    for (uint32_t k = 0; k < length; ++k) count *= static_cast<uint32_t>(alphabet.size());
    for (uint32_t code = 0; code < count; ++code, ++n) {
      std::string text;
      for (uint32_t k = 0, rest = code; k < length; ++k, rest /= alphabet.size()) text += alphabet[rest % alphabet.size()];
      Format format = parse(text);
      uint32_t at = 0;
      for (const Segment& s : format.segments) {
        ASSERT_EQ(s.span.begin, at) << text;
        ASSERT_GT(s.span.end, at) << text;
        at = s.span.end;
      }
      ASSERT_EQ(at, text.size());
      // Without values everything but `%%` prints as written.
      std::string expected;
      for (const Segment& s : format.segments) expected += s.kind == Segment::Kind::Percent ? "%" : format.text_of(s);
      ASSERT_EQ(printf::format(format, {}), expected);
      ASSERT_EQ(host(emit_debug_printf(format, {}), {}), expected);
    }
  }
  EXPECT_GT(n, 100000u);
}

TEST(Printf, EmitLeavesNoUserConversion) {
  std::vector<Type> types = {Type::make_scalar(Scalar::U32)};
  EXPECT_EQ(emit_debug_printf(parse("%s %n %p %*d %.200000000u 100% %u"), types).format,
            "%%s %%n %%p %%*d %%.200000000u 100%% %%u");
  Emitted e = emit_debug_printf(parse("%lu %-+08.3ul"), {});
  EXPECT_EQ(e.format, "%%lu %%-+08.3ul");
  EXPECT_EQ(emit_debug_printf(parse("%lu"), types).format, "%u");
  EXPECT_EQ(emit_debug_printf(parse("%+ #5u"), types).format, "%5u");
  types = {Type::make_vector(Scalar::F16, 2), Type::make_scalar(Scalar::Bool)};
  e = emit_debug_printf(parse("%v2f %?"), types);
  EXPECT_EQ(e.format, "%f, %f %u");
  ASSERT_EQ(e.arguments.size(), 3u);
  EXPECT_EQ(e.arguments[1], (FlatArgument{0, 1, Scalar::F16, FlatArgument::As::Same}));
  types = {Type::make_scalar(Scalar::F32), Type::make_scalar(Scalar::I32)};
  e = emit_debug_printf(parse("%x %f"), types);
  EXPECT_EQ(e.arguments[0].as, FlatArgument::As::Bits);
  EXPECT_EQ(e.arguments[1].as, FlatArgument::As::F32);
}

TEST(Printf, OsLogIsTheInsideOfALiteral) {
  std::vector<Type> types = {Type::make_scalar(Scalar::U32)};
  EXPECT_EQ(emit_os_log(parse("a\"b\\n\n\t?\?/ %u%"), types).format, "a\\\"b\\\\n\\n\\011\\?\\?/ %u%%");
}

TEST(Printf, Check) {
  struct Case {
    const char* format;
    std::vector<Type> types;
    std::vector<std::pair<Finding::Kind, std::string>> findings;
  };
  using K = Finding::Kind;
  const Type tu = Type::make_scalar(Scalar::U32), ti = Type::make_scalar(Scalar::I32), tf = Type::make_scalar(Scalar::F32),
             tb = Type::make_scalar(Scalar::Bool), v3 = Type::make_vector(Scalar::F32, 3);
  const std::vector<Case> cases = {
      {"%u %d %i %x", {tu, tu, ti, ti}, {}},
      {"%u %?", {tb, tb}, {}},
      {"%f %v3f %f %?", {tf, v3, v3, v3}, {}},
      {"%u", {tf}, {{K::TypeMismatch, "%f"}}},
      {"%08.3f", {tu}, {{K::TypeMismatch, "%08.3u"}}},
      {"%v3u", {v3}, {{K::TypeMismatch, "%v3f"}}},
      {"%v2f", {v3}, {{K::VectorMismatch, "%v3f"}}},
      {"%.2v2f", {tf}, {{K::VectorMismatch, "%.2f"}}},
      {"%u %u", {tu}, {{K::MissingArgument, ""}}},
      {"%u", {tu, tu}, {{K::SurplusArgument, ""}}},
      {"100%", {}, {{K::Unsupported, "%%"}}},
      {"%s", {tu}, {{K::Unsupported, ""}}},
      {"%u", {Type::make_struct("S", {"a", "b"}, {tu, tf})}, {{K::TypeMismatch, "%?"}}},
      {"%f", {Type::make_array(tf, 4)}, {}},
      {"%f", {Type::make_matrix(Scalar::F32, 2, 2)}, {}},
  };
  for (const Case& c : cases) {
    std::vector<std::pair<K, std::string>> found;
    for (const Finding& finding : check(parse(c.format), c.types)) found.push_back({finding.kind, finding.suggestion});
    EXPECT_EQ(found, c.findings) << c.format;
  }
}

TEST(Printf, DiagnosePointsIntoTheLiteral) {
  auto source = std::make_shared<diag::Source>("a.wgsl", "debugPrintf(\"id %u %f\", x, y);");
  std::vector<Type> types = {Type::make_scalar(Scalar::U32), Type::make_vector(Scalar::I32, 2)};
  std::vector<SourceSpan> spans = {{24, 25}, {27, 28}};
  auto found = diagnose(parse("id %u %f"), types, source, {13, 21}, spans);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].source_place()->span, (SourceSpan{19, 21}));
  EXPECT_EQ(found[0].message(), "`%f` prints floats, but the value is `vec2<i32>`: it prints converted to f32");
  ASSERT_EQ(found[0].helps().size(), 1u);
  EXPECT_EQ(found[0].helps()[0].edits[0].replacement, "%d");
}

TEST(Printf, HalfIsExact) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    uint32_t exponent = bits >> 10 & 31, mantissa = bits & 0x3FF;
    double expected = exponent == 0    ? std::ldexp(mantissa, -24)
                      : exponent == 31 ? (mantissa ? NAN : INFINITY)
                                       : std::ldexp(1024 + mantissa, static_cast<int>(exponent) - 25);
    if (bits & 0x8000) expected = -expected;
    Argument a = h(static_cast<uint16_t>(bits));
    if (std::isnan(expected)) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%.12g", expected);
    ASSERT_EQ(print("%.12g", {a}), text);
  }
}

}  // namespace
}  // namespace vitrine::printf
