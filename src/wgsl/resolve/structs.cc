// https://www.w3.org/TR/WGSL/#struct-types, https://www.w3.org/TR/WGSL/#type-aliases
#include <map>

#include "diag/rule.h"
#include "wgsl/resolve/resolver.h"
#include "wgsl/resolve/rules.h"

namespace vitrine::wgsl {

using lang::AttributeName;
using lang::TypeKind;

RULE(struct_member_duplicate, ShaderCreation, "wgsl:struct-types", "a81f0167",
     "the structure {0} has two members named {1}", Name, Name);
RULE(struct_member_type, ShaderCreation, "wgsl:struct-types", "bf0505e1",
     "the member {0} cannot have the type {1}: {2}", Name, Name, Text);
RULE(struct_member_limit, ShaderCreation, "wgsl:limits", "", "the structure {0} has {1} members, more than {2}", Name,
     uint64_t, uint64_t);
RULE(align_power_of_two, ShaderCreation, "wgsl:align-attr", "91ca6975", "@align of {0} is {1}, which is no power of 2",
     Name, uint64_t);
RULE(align_too_small, ShaderCreation, "wgsl:align-attr", "1224d7a2",
     "@align of {0} is {1}, no multiple of {2}, the alignment of {3}", Name, uint64_t, uint64_t, Name);
RULE(size_too_small, ShaderCreation, "wgsl:size-attr", "", "@size of {0} is {1}, less than {2}, the size of {3}", Name,
     uint64_t, uint64_t, Name);
RULE(size_of_unsized, ShaderCreation, "wgsl:size-attr", "f28f9be2",
     "@size cannot stand before {0}: the size of {1} is not known when the module is created", Name, Name);
RULE(location_duplicate_in_struct, ShaderCreation, "wgsl:input-output-locations", "69a36e02",
     "the members {0} and {1} have the same @location, {2}", Name, Name, uint64_t);
RULE(blend_src_members, ShaderCreation, "wgsl:input-output-locations", "5b53c914 4a98136c",
     "a structure with @blend_src has exactly the members @location(0) @blend_src(0) and @location(0) @blend_src(1), "
     "and {0} {1}",
     Name, Text);

void Resolver::alias(const ast::Alias& a) {
  TypeId t = type(a.type);
  p_.declarations[a.id].type = t;
}

void Resolver::structure(const ast::Struct& s) {
  std::vector<lang::Member> members;
  members.reserve(s.members.size());
  std::string sname(text(s.name));
  bool broken = s.broken;
  if (s.members.size() > kMaxMembers) {
    report(s.name_span, struct_member_limit(Name{sname}, s.members.size(), kMaxMembers));
    broken = true;
  }
  for (const ast::Member* m : s.members) {
    lang::Member out;
    out.name = std::string(text(m->name));
    out.span = m->name_span;
    check_attributes(m->attributes, Target::Member, "a member of a structure");
    TypeId t = type(m->type);
    Name n{out.name};
    if (!is_error(t)) {
      std::string why;
      bool last = m == s.members.back();
      if (!p_.types.is_plain(t))
        why = "only plain types can be members";
      else if (p_.types.kind(t) == TypeKind::Array && p_.types[t].count_kind == lang::CountKind::Runtime)
        why = last ? "" : "its size is known only when the shader runs, so only the last member may have it";
      else if (p_.types.contains_runtime_array(t))
        why = "it contains an array whose size is known only when the shader runs";
      else if (!p_.types.has_creation_fixed_footprint(t))
        why = "its size is known only when the pipeline is created";
      if (!why.empty()) {
        diag::Diagnostic d = struct_member_type(n, name(t), Text{why});
        if (!last && p_.types.kind(t) == TypeKind::Array) std::move(d).help("move it to the end of the structure");
        report(m->type->span, std::move(d));
        t = lang::kErrorType;
      }
    }
    out.type = t;
    p_.declarations[m->id].type = t;
    if (is_error(t)) {
      broken = true;
      for (const ast::Attribute& a : m->attributes)
        for (const Expr* e : a.args) value(e);
      continue;
    }
    if (const ast::Attribute* a = find(m->attributes, AttributeName::Align)) {
      if (auto v = attribute_value(*a, true)) {
        uint32_t natural = p_.types.align_of(t);
        if (*v == 0 || (*v & (*v - 1)) != 0)
          report(a->args[0]->span, align_power_of_two(n, *v));
        else if (*v % natural != 0)
          report(a->args[0]->span, align_too_small(n, *v, natural, name(t))
                                       .help("leave it out, or write @align(" + std::to_string(natural) + ")"));
        else
          out.align_attribute = v;
      }
    }
    if (const ast::Attribute* a = find(m->attributes, AttributeName::Size)) {
      if (auto v = attribute_value(*a, true)) {
        if (!p_.types.has_creation_fixed_footprint(t))
          report(a->span, size_of_unsized(n, name(t)));
        else if (*v < p_.types.size_of(t))
          report(a->args[0]->span, size_too_small(n, *v, p_.types.size_of(t), name(t))
                                       .help("take @size away, or give it at least that number"));
        else
          out.size_attribute = v;
      }
    }
    out.io = io_attributes(m->attributes, t, m->name_span);
    members.push_back(std::move(out));
  }
  // Names and locations.
  std::map<std::string_view, const lang::Member*> names;
  std::map<uint32_t, const lang::Member*> locations;
  uint32_t blend = 0, located = 0;
  const lang::Member* blended = nullptr;
  for (const lang::Member& m : members) {
    auto [it, fresh] = names.emplace(m.name, &m);
    if (!fresh) {
      report(m.span, struct_member_duplicate(Name{sname}, Name{m.name})
                         .help("give one of them another name")
                         .note(place(it->second->span), "the first one"));
      broken = true;
    }
    if (m.io.location) ++located;
    if (m.io.blend_src) {
      ++blend;
      if (!blended) blended = &m;
    }
  }
  if (blend > 0) {
    std::string why;
    const lang::Member* parts[2] = {};
    for (const lang::Member& m : members) {
      if (!m.io.location) continue;
      if (!m.io.blend_src)
        why = "has a member `" + m.name + "` without it";
      else if (*m.io.location != 0)
        why = "has `" + m.name + "` at location " + std::to_string(*m.io.location);
      else if (*m.io.blend_src < 2) {
        if (parts[*m.io.blend_src]) why = "has two members with @blend_src(" + std::to_string(*m.io.blend_src) + ")";
        parts[*m.io.blend_src] = &m;
      }
    }
    if (why.empty() && located != 2) why = "has " + std::to_string(located) + " of them";
    if (why.empty() && parts[0] && parts[1] && parts[0]->type != parts[1]->type)
      why = "has them of types `" + shown(parts[0]->type) + "` and `" + shown(parts[1]->type) + "`";
    if (!why.empty()) report(blended->span, blend_src_members(Name{sname}, Text{why}));
  } else {
    for (const lang::Member& m : members) {
      if (!m.io.location) continue;
      auto [it, fresh] = locations.emplace(*m.io.location, &m);
      if (!fresh)
        if (once(0, m.span))
          report(m.span, location_duplicate_in_struct(Name{it->second->name}, Name{m.name}, *m.io.location)
                             .help("number them on: each takes one location")
                             .note(place(it->second->span), "the first one"));
    }
  }
  TypeId t = p_.types.add_struct(sname, s.name_span, std::move(members));
  p_.declarations[s.id].type = t;
  if (broken) broken_structs_.insert(t.value);
  if (p_.types.nesting_depth(t) > kMaxNesting) {
    report(s.name_span, composite_nesting_depth(Name{sname}, p_.types.nesting_depth(t), kMaxNesting));
    p_.declarations[s.id].type = lang::kErrorType;
  }
}

}  // namespace vitrine::wgsl
