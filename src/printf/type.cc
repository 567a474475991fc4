#include "printf/printf.h"

namespace vitrine::printf {

std::string_view to_text(Scalar scalar) {
  switch (scalar) {
    case Scalar::Bool: return "bool";
    case Scalar::I32: return "i32";
    case Scalar::U32: return "u32";
    case Scalar::F32: return "f32";
    case Scalar::F16: return "f16";
  }
  return "u32";
}

Type Type::make_scalar(Scalar s) {
  Type t;
  t.scalar = s;
  return t;
}

Type Type::make_vector(Scalar s, uint32_t components) {
  Type t;
  t.kind = Kind::Vector;
  t.scalar = s;
  t.rows = static_cast<uint8_t>(components);
  return t;
}

Type Type::make_matrix(Scalar s, uint32_t columns, uint32_t rows) {
  Type t;
  t.kind = Kind::Matrix;
  t.scalar = s;
  t.columns = static_cast<uint8_t>(columns);
  t.rows = static_cast<uint8_t>(rows);
  return t;
}

Type Type::make_array(Type element, uint32_t count) {
  Type t;
  t.kind = Kind::Array;
  t.count = count;
  t.children.push_back(std::move(element));
  return t;
}

Type Type::make_struct(std::string name, std::vector<std::string> member_names, std::vector<Type> members) {
  Type t;
  t.kind = Kind::Struct;
  t.name = std::move(name);
  t.member_names = std::move(member_names);
  t.children = std::move(members);
  return t;
}

uint32_t Type::words() const {
  switch (kind) {
    case Kind::Scalar: return 1;
    case Kind::Vector: return rows;
    case Kind::Matrix: return uint32_t{columns} * rows;
    case Kind::Array: {
      uint64_t n = children.empty() ? 0 : uint64_t{children[0].words()} * count;
      return n > kTooManyWords ? kTooManyWords : static_cast<uint32_t>(n);
    }
    case Kind::Struct: {
      uint32_t n = 0;
      for (const Type& member : children) n = std::min(kTooManyWords, n + member.words());
      return n;
    }
  }
  return 0;
}

namespace {
void flatten(const Type& type, std::vector<Scalar>& out) {
  if (out.size() >= kTooManyWords) return;
  switch (type.kind) {
    case Type::Kind::Scalar:
    case Type::Kind::Vector:
    case Type::Kind::Matrix: out.insert(out.end(), type.words(), type.scalar); return;
    case Type::Kind::Array:
      for (uint32_t i = 0; i < type.count && !type.children.empty() && out.size() < kTooManyWords; ++i)
        flatten(type.children[0], out);
      return;
    case Type::Kind::Struct:
      for (const Type& member : type.children) flatten(member, out);
      return;
  }
}
}  // namespace

std::vector<Scalar> Type::flat() const {
  std::vector<Scalar> out;
  flatten(*this, out);
  if (out.size() > kTooManyWords) out.resize(kTooManyWords);
  return out;
}

std::string to_text(const Type& type) {
  std::string scalar(to_text(type.scalar));
  switch (type.kind) {
    case Type::Kind::Scalar: return scalar;
    case Type::Kind::Vector: return "vec" + std::to_string(type.rows) + "<" + scalar + ">";
    case Type::Kind::Matrix:
      return "mat" + std::to_string(type.columns) + "x" + std::to_string(type.rows) + "<" + scalar + ">";
    case Type::Kind::Array:
      return "array<" + (type.children.empty() ? std::string("?") : to_text(type.children[0])) + ", " +
             std::to_string(type.count) + ">";
    case Type::Kind::Struct: return type.name;
  }
  return scalar;
}

}  // namespace vitrine::printf
