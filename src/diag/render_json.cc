#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "diag/places.h"

namespace vitrine::diag {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

Json object_json(const ObjectRef& ref) {
  Json j = {{"kind", ref.kind}, {"label", ref.label}, {"ordinal", ref.ordinal}};
  if (!ref.traits.empty()) j["traits"] = ref.traits;
  if (std::string site = ref.created.text(); !site.empty()) j["created"] = site;
  return j;
}

Json arg_json(const Arg& arg) {
  struct Visitor {
    Json operator()(const Name& v) const { return {{"type", "name"}, {"value", v.text}}; }
    Json operator()(const Label& v) const { return {{"type", "label"}, {"value", v.text}}; }
    Json operator()(const Text& v) const { return {{"type", "text"}, {"value", v.text}}; }
    Json operator()(const Hex& v) const { return {{"type", "hex"}, {"value", v.value}}; }
    Json operator()(const ObjectRef& v) const { return {{"type", "object"}, {"value", object_json(v)}}; }
    Json operator()(int64_t v) const { return {{"type", "int"}, {"value", v}}; }
    Json operator()(uint64_t v) const { return {{"type", "uint"}, {"value", v}}; }
    Json operator()(double v) const { return {{"type", "float"}, {"value", v}}; }
    Json operator()(bool v) const { return {{"type", "bool"}, {"value", v}}; }
  };
  return std::visit(Visitor{}, arg);
}

Json position_json(const Position& p) {
  return {{"line", p.line},           {"columnBytes", p.column_bytes}, {"columnUtf16", p.column_utf16},
          {"offsetBytes", p.offset_bytes}, {"offsetUtf16", p.offset_utf16}};
}

Json place_json(const Place& place) {
  struct Visitor {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(const SourcePlace& p) const {
      if (!p.source) return nullptr;
      return {{"kind", "source"},
              {"source", p.source->name()},
              {"begin", position_json(p.source->position(p.span.begin))},
              {"end", position_json(p.source->position(p.span.end))}};
    }
    Json operator()(const ArgumentPlace& p) const { return {{"kind", "argument"}, {"path", p.path}}; }
    Json operator()(const ObjectRef& p) const { return {{"kind", "object"}, {"object", object_json(p)}}; }
    Json operator()(const NativeCall& p) const {
      return {{"kind", "native"}, {"function", p.function}, {"result", p.result}};
    }
  };
  return std::visit(Visitor{}, place);
}

Json help_json(const Help& h, const Source* source) {
  Json j = {{"text", h.text}};
  if (h.edits.empty() || !source) return j;
  j["certain"] = h.certain;
  for (const Edit& e : h.edits)
    j["edits"].push_back({{"begin", position_json(source->position(e.span.begin))},
                          {"end", position_json(source->position(e.span.end))},
                          {"replacement", e.replacement}});
  return j;
}

Json diagnostic_json(const Diagnostic& d) {
  Json j = {{"rule", d.rule().name},
            {"severity", to_text(d.severity())},
            {"effect", to_text(d.rule().effect)},
            {"spec", d.rule().spec},
            {"message", d.message()},
            {"args", Json::array()},
            {"where", place_json(d.where())}};
  for (const Arg& a : d.args()) j["args"].push_back(arg_json(a));
  const Source* source = d.source_place() ? d.source_place()->source.get() : nullptr;
  for (const Note& n : d.notes()) {
    Json note = {{"text", n.text}, {"where", place_json(n.place)}};
    if (std::string site = n.call_site.text(); !site.empty()) note["callSite"] = site;
    j["labels"].push_back(std::move(note));
  }
  for (const Context& c : d.context()) j["context"].push_back({{"kind", to_text(c.kind)}, {"text", c.text}, {"index", c.index}});
  for (const Help& h : d.helps()) j["help"].push_back(help_json(h, source));
  for (const ObjectRef& o : d.chain()) j["chain"].push_back(object_json(o));
  for (const DiagnosticPtr& other : d.also()) j["also"].push_back(diagnostic_json(*other));
  if (std::string site = d.call_site().text(); !site.empty()) j["callSite"] = site;
  // A chain of causes may be long; a loop keeps the stack flat and shows each once, the nearest first.
  for (const Diagnostic* c = d.cause().get(); c; c = c->cause().get())
    j["causes"].push_back({{"rule", c->rule().name}, {"message", c->message()}, {"where", place_json(c->where())}});
  return j;
}

// A file name as the path of a URI reference.
std::string uri_of(std::string_view name) {
  std::string out;
  for (unsigned char c : name) {
    if (std::isalnum(c) || std::string_view("-._~/!$&'()*+,;=@").find(static_cast<char>(c)) != std::string_view::npos)
      out += static_cast<char>(c);
    else
      out += fmt::format("%{:02X}", c);
  }
  return out;
}

Json region(const Source& source, SourceSpan span) {
  Position a = source.position(span.begin), b = source.position(span.end);
  return {{"startLine", a.line}, {"startColumn", a.column_utf16}, {"endLine", b.line}, {"endColumn", b.column_utf16}};
}

Json location(const Place& place) {
  if (auto* p = std::get_if<SourcePlace>(&place); p && p->source)
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uri_of(p->source->name().empty() ? "shader" : p->source->name())}}},
              {"region", region(*p->source, p->span)}}}};
  std::string text = place_text(place);
  if (text.empty()) return nullptr;
  return {{"logicalLocations", Json::array({{{"fullyQualifiedName", text}}})}};
}

}  // namespace

std::string render_json(const Diagnostic& d) { return dump(diagnostic_json(d)); }

// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
std::string render_sarif(const std::vector<DiagnosticPtr>& all) {
  Json rules = Json::array(), results = Json::array();
  std::map<std::string_view, size_t> index;
  for (const DiagnosticPtr& d : all) {
    const Rule& rule = d->rule();
    auto [at, added] = index.emplace(rule.name, rules.size());
    if (added)
      rules.push_back({{"id", rule.name},
                       {"shortDescription", {{"text", rule.message}}},
                       {"properties", {{"effect", to_text(rule.effect)}, {"specification", rule.spec}}}});
    std::string text = d->message();
    if (d->cause()) text += "; root cause: " + root_text(d->root());
    for (const Help& h : d->helps()) text += "; help: " + h.text;
    std::string_view level = d->severity() == Severity::Error ? "error" : d->severity() == Severity::Warning ? "warning" : "note";
    Json result = {{"ruleId", rule.name}, {"ruleIndex", at->second}, {"level", level}, {"message", {{"text", text}}}};
    if (Json l = location(d->where()); !l.is_null()) result["locations"] = Json::array({l});
    for (const Note& n : d->notes()) {
      Json l = location(n.place);
      if (l.is_null()) l = Json::object();
      l["message"] = {{"text", n.text}};
      result["relatedLocations"].push_back(l);
    }
    const SourcePlace* place = d->source_place();
    for (const Help& h : d->helps()) {
      if (h.edits.empty() || !place || !place->source) continue;
      Json replacements = Json::array();
      for (const Edit& e : h.edits)
        replacements.push_back({{"deletedRegion", region(*place->source, e.span)}, {"insertedContent", {{"text", e.replacement}}}});
      result["fixes"].push_back(
          {{"description", {{"text", h.text}}},
           {"artifactChanges",
            Json::array({{{"artifactLocation", {{"uri", uri_of(place->source->name().empty() ? "shader" : place->source->name())}}},
                          {"replacements", replacements}}})}});
    }
    results.push_back(std::move(result));
  }
  Json driver = {{"name", "vitrine"}, {"rules", rules}};
  Json run = {{"tool", {{"driver", driver}}}, {"columnKind", "utf16CodeUnits"}, {"results", results}};
  return dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}}, 2);
}

}  // namespace vitrine::diag
