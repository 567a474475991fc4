#include "ir/print.h"

namespace vitrine::ir {

printf::Type print_type(const lang::TypeTable& types, TypeId id) {
  using lang::TypeKind;
  using printf::Scalar;
  const lang::Type& t = types[id];
  auto scalar = [&](TypeId s) {
    switch (types.kind(s)) {
      case TypeKind::Bool: return Scalar::Bool;
      case TypeKind::I32: return Scalar::I32;
      case TypeKind::F32: return Scalar::F32;
      case TypeKind::F16: return Scalar::F16;
      default: return Scalar::U32;
    }
  };
  switch (t.kind) {
    case TypeKind::Vector: return printf::Type::make_vector(scalar(t.element), t.rows);
    case TypeKind::Matrix: return printf::Type::make_matrix(scalar(t.element), t.columns, t.rows);
    case TypeKind::Array: return printf::Type::make_array(print_type(types, t.element), t.count);
    case TypeKind::Struct: {
      const lang::Struct& s = types.structure(id);
      std::vector<std::string> names;
      std::vector<printf::Type> members;
      for (const lang::Member& m : s.members) {
        names.push_back(m.name);
        members.push_back(print_type(types, m.type));
      }
      return printf::Type::make_struct(s.name, std::move(names), std::move(members));
    }
    default: return printf::Type::make_scalar(scalar(id));
  }
}

std::vector<printf::SiteRef> print_sites(const Module& m, std::string_view label, std::string_view entry_point,
                                         Stage stage, std::span<const printf::Bounds> bounds) {
  std::vector<printf::SiteRef> out;
  out.reserve(m.print_sites.size());
  for (const PrintSite& from : m.print_sites) {
    auto site = std::make_shared<printf::Site>();
    site->format = printf::parse(from.format);
    for (TypeId t : from.args) site->arguments.push_back(print_type(m.types, t));
    site->source = m.source;
    site->span = from.span;
    site->module_label = std::string(label);
    if (m.source && from.span.end <= m.source->text().size()) {
      diag::Position p = m.source->position(from.span.begin);
      site->line = p.line;
      site->column = p.column_bytes;
    }
    site->entry_point = std::string(entry_point);
    site->stage = stage == Stage::Vertex     ? printf::Stage::Vertex
                  : stage == Stage::Fragment ? printf::Stage::Fragment
                                             : printf::Stage::Compute;
    if (size_t n = out.size(), first = m.print_sites.size() - bounds.size(); n >= first) site->bounds = bounds[n - first];
    out.push_back(std::move(site));
  }
  return out;
}

std::vector<bool> printing_functions(const Module& m) {
  std::vector<bool> prints(m.functions.size(), false);
  // Callees stand before their callers.
  for (size_t i = 0; i < m.functions.size(); ++i) {
    const Function& f = m.functions[m.functions.id_at(i)];
    for (const Inst& inst : f.insts) {
      if (inst.flags & kRemoved) continue;
      if (inst.op == Op::Print || (inst.op == Op::Call && prints[f.word(inst, 0)])) prints[i] = true;
    }
  }
  return prints;
}

}  // namespace vitrine::ir
