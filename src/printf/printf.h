// Format strings of debugPrintf: parsed here, checked against argument types, printed from raw words, and written anew
// for the formatters of a validation layer or an operating system. Nothing here knows a GPU or the compiler's types.
//
// No text of a shader ever reaches a host formatter: what cannot be printed safely is text, and is printed as written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace vitrine::printf {

enum class Scalar : uint8_t { Bool, I32, U32, F32, F16 };
std::string_view to_text(Scalar scalar);  // "f32"

// The shape of a printed value. A value of it is `words()` 32-bit words, one for each scalar component in memory order
// and without padding: bool 0 or 1, i32 and u32 as they are, f32 its bits, f16 its bits in the low half.
// Vectors by component, matrices column by column, arrays by element, structs by member.
struct Type {
  enum class Kind : uint8_t { Scalar, Vector, Matrix, Array, Struct };
  Kind kind = Kind::Scalar;
  Scalar scalar = Scalar::U32;            // of scalars, vectors, matrices
  uint8_t columns = 1;                    // of a matrix
  uint8_t rows = 1;                       // components of a vector; rows of a matrix
  uint32_t count = 0;                     // elements of an array
  std::vector<Type> children;             // array: its element type; struct: its members
  std::string name;                       // of a struct
  std::vector<std::string> member_names;  // of a struct

  static Type make_scalar(Scalar s);
  static Type make_vector(Scalar s, uint32_t components);
  static Type make_matrix(Scalar s, uint32_t columns, uint32_t rows);
  static Type make_array(Type element, uint32_t count);
  static Type make_struct(std::string name, std::vector<std::string> member_names, std::vector<Type> members);

  // Number of words of a value; kTooManyWords when it is over that.
  uint32_t words() const;
  // The scalar type of every word, in order.
  std::vector<Scalar> flat() const;
  friend bool operator==(const Type&, const Type&) = default;
};
// A print call whose values take more words than this is refused by the compiler.
inline constexpr uint32_t kTooManyWords = 4096;
std::string to_text(const Type& type);  // as WGSL writes it: vec3<f32>, array<u32, 4>, Light

// One `%` conversion, taken apart. https://en.cppreference.com/w/c/io/fprintf and
// https://github.com/KhronosGroup/Vulkan-ValidationLayers/blob/main/docs/debug_printf.md (v2, v3, v4 and `ul`)
struct Conversion {
  bool minus = false, plus = false, space = false, hash = false, zero = false;
  std::optional<uint8_t> width;      // at most kMaxWidth
  std::optional<uint8_t> precision;  // at most kMaxWidth
  uint8_t vector = 0;                // 2, 3, 4 of `%v3f`; 0 without
  char specifier = 'u';              // d i u o x X c f F e E g G a A, or ? for "by the type of the argument"
  friend bool operator==(const Conversion&, const Conversion&) = default;
};
inline constexpr uint32_t kMaxWidth = 64;

// Why a `%` is printed as written.
enum class Unsupported : uint8_t {
  None,
  Lone,       // nothing that could be a conversion follows
  Unknown,    // a letter that no conversion has
  Pointer,    // %s %n %p: a shader has no value for them
  Star,       // width or precision by argument
  TooWide,    // width or precision over kMaxWidth
  VectorSize, // %v5f, %vf
};

struct Segment {
  enum class Kind : uint8_t { Text, Percent, Conversion, AsWritten };
  Kind kind = Kind::Text;
  SourceSpan span;             // bytes of the format, from its first byte on
  Conversion conversion;       // of Conversion
  Unsupported why = Unsupported::None;  // of AsWritten
  // Index of the argument that it takes. AsWritten takes one, so that those after it stay in step, when what is written
  // has one in C (two for `*`: this is the first of them). Text and `%%` take none.
  std::optional<uint32_t> argument;
};

// A parsed format. Owns its text.
struct Format {
  std::string text;
  std::vector<Segment> segments;  // cover the text without gap
  uint32_t arguments = 0;         // how many all segments take together
  std::string_view text_of(const Segment& s) const { return std::string_view(text).substr(s.span.begin, s.span.length()); }
};

// Never fails. Linear in the length of the text.
Format parse(std::string_view text);

// -- checking -------------------------------------------------------------------------------------------------------

struct Finding {
  enum class Kind : uint8_t {
    Unsupported,      // segment prints as written, see Segment::why
    MissingArgument,  // segment has no argument and prints as written
    SurplusArgument,  // argument is not printed by anything
    TypeMismatch,     // a conversion of another kind than the argument; the value is converted as print_as() says
    VectorMismatch,   // %v3f for a vec4 or a scalar
  };
  Kind kind;
  uint32_t segment = 0;   // index into Format::segments; not of SurplusArgument
  uint32_t argument = 0;  // index of the argument, of the last three and of MissingArgument
  std::string suggestion; // what to write for the segment instead; empty when nothing is certain
};
// What is doubtful about printing these arguments with this format, in order of the text, surplus arguments last.
std::vector<Finding> check(const Format& format, std::span<const Type> arguments);

// -- printing -------------------------------------------------------------------------------------------------------

struct Value {
  const Type* type = nullptr;
  std::span<const uint32_t> words;  // type->words() of them; fewer are read as zero
};
// The text of one message.
//   - a conversion without an argument prints as written, surplus arguments do not print
//   - a plain conversion given a composite value prints each component: vectors joined by ", ", matrices, arrays and
//     structs bracketed
//   - integer conversions of a float: %x %X %o print its bits, the others print it as %g; float conversions of an
//     integer or bool print it converted to f32
std::string format(const Format& format, std::span<const Value> values);
void format_to(std::string& out, const Format& format, std::span<const Value> values);

// -- writing formats anew ---------------------------------------------------------------------------------------------

// One scalar to hand over. `argument` is the call's, `component` counts its words.
struct FlatArgument {
  uint32_t argument = 0;
  uint32_t component = 0;
  Scalar from = Scalar::U32;
  // What to do with it first: nothing but widening (bool to 0u/1u, f16 to f32), conversion to f32, or its bits as u32.
  enum class As : uint8_t { Same, F32, Bits } as = As::Same;
  friend bool operator==(const FlatArgument&, const FlatArgument&) = default;
};
struct Emitted {
  std::string format;
  std::vector<FlatArgument> arguments;
};
// For NonSemantic.DebugPrintf. Only conversions that every version of the layer knows, each with exactly one 32-bit scalar
// argument; every other `%` doubled. The text the layer makes equals format(), but for `%?` of a bool (prints 0 or 1).
Emitted emit_debug_printf(const Format& format, std::span<const Type> arguments);
// For metal::os_log: the same, as the inside of a C++ string literal (quotes, backslashes and line breaks escaped).
Emitted emit_os_log(const Format& format, std::span<const Type> arguments);

}  // namespace vitrine::printf
