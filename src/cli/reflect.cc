#include "cli/reflect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "wgsl/program.h"

namespace vitrine::cli {
namespace {

using Json = nlohmann::ordered_json;
using lang::TypeKind;

std::string name_of(const wgsl::Program& p, uint32_t decl) { return std::string(p.text(p.declarations[decl].decl->name)); }

Json expression(const wgsl::Program& p, const wgsl::ast::Expr& e) {
  if (auto v = p[e].value) {
    lang::TypeId t = p.constants.type_of(v);
    if (p.types.is_integer(t)) return p.constants.as_int(v);
    // The shortest decimal that gives this f32, not the double that it is.
    if (t == lang::kF32Type) return std::strtod(fmt::format("{}", static_cast<float>(p.constants.as_double(v))).c_str(), nullptr);
    if (p.types.is_float(t)) return p.constants.as_double(v);
    if (t == lang::kBoolType) return p.constants.as_bool(v);
  }
  return std::string(p.module->text(e.span));
}

// In the words of GPUTextureBindingLayout and GPUStorageTextureBindingLayout.
void texture(Json& b, const wgsl::Program& p, const lang::Type& t) {
  const lang::TextureTypeInfo& about = lang::info(t.texture);
  if (about.kind == lang::TextureKind::External) {
    b["kind"] = "external-texture";
    return;
  }
  std::string dimension(lang::to_text(about.dimension));
  std::replace(dimension.begin(), dimension.end(), '_', '-');
  bool storage = about.kind == lang::TextureKind::Storage;
  b["kind"] = storage ? "storage-texture" : "texture";
  b["viewDimension"] = dimension;
  if (storage) {
    b["format"] = std::string(lang::to_text(t.format));
    b["access"] = t.access == lang::AccessMode::Write ? "write-only" : t.access == lang::AccessMode::Read ? "read-only" : "read-write";
    return;
  }
  bool depth = about.kind == lang::TextureKind::Depth || about.kind == lang::TextureKind::DepthMultisampled;
  b["sampleType"] = depth ? "depth" : t.element == lang::kI32Type ? "sint" : t.element == lang::kU32Type ? "uint" : "float";
  b["multisampled"] = about.kind == lang::TextureKind::Multisampled || about.kind == lang::TextureKind::DepthMultisampled;
}

Json binding(const wgsl::Program& p, const wgsl::DeclInfo& d) {
  Json b;
  b["group"] = *d.group;
  b["binding"] = *d.binding;
  b["name"] = std::string(p.text(d.decl->name));
  b["type"] = p.types.to_text(d.type);
  const lang::Type& t = p.types[d.type];
  switch (d.space) {
    case lang::AddressSpace::Uniform: b["kind"] = "uniform"; break;
    case lang::AddressSpace::Storage: b["kind"] = d.access == lang::AccessMode::Read ? "read-only-storage" : "storage"; break;
    default:
      if (t.kind == TypeKind::Texture)
        texture(b, p, t);
      else
        b["kind"] = t.kind == TypeKind::Sampler ? "sampler" : "comparison-sampler";
  }
  if (t.kind != TypeKind::Texture && t.kind != TypeKind::Sampler && t.kind != TypeKind::SamplerComparison && t.kind != TypeKind::Buffer)
    b["minSize"] = p.types.size_of(d.type);
  b["stages"] = Json::array();
  for (const wgsl::EntryPoint& e : p.entry_points) {
    const std::vector<uint32_t>& globals = p.function(*e.function).globals;
    Json stage = std::string(lang::to_text(e.stage));
    bool used = std::find(globals.begin(), globals.end(), d.decl->id) != globals.end();
    if (used && std::find(b["stages"].begin(), b["stages"].end(), stage) == b["stages"].end()) b["stages"].push_back(stage);
  }
  return b;
}

Json values(const wgsl::Program& p, const std::vector<wgsl::InterfaceValue>& list) {
  Json out = Json::array();
  for (const wgsl::InterfaceValue& v : list) {
    Json j;
    j["name"] = v.name;
    j["type"] = p.types.to_text(v.type);
    if (v.io.location) j["location"] = *v.io.location;
    if (v.io.blend_src) j["blendSrc"] = *v.io.blend_src;
    if (v.io.builtin) j["builtin"] = std::string(lang::to_text(*v.io.builtin));
    if (v.io.interpolation) {
      j["interpolation"] = std::string(lang::to_text(v.io.interpolation->type));
      if (v.io.interpolation->sampling) j["sampling"] = std::string(lang::to_text(*v.io.interpolation->sampling));
    }
    if (v.io.invariant) j["invariant"] = true;
    out.push_back(std::move(j));
  }
  return out;
}

}  // namespace

std::string reflect_json(const wgsl::Program& p) {
  Json root;
  root["entryPoints"] = Json::array();
  for (const wgsl::EntryPoint& e : p.entry_points) {
    const wgsl::FunctionInfo& f = p.function(*e.function);
    Json j;
    j["name"] = e.name;
    j["stage"] = std::string(lang::to_text(e.stage));
    if (e.stage == lang::ShaderStage::Compute) {
      j["workgroupSize"] = Json::array();
      for (const wgsl::ast::Expr* x : e.workgroup_size) j["workgroupSize"].push_back(x ? expression(p, *x) : Json(1));
      if (e.subgroup_size) j["subgroupSize"] = expression(p, *e.subgroup_size);
    }
    j["inputs"] = values(p, e.inputs);
    j["outputs"] = values(p, e.outputs);
    j["bindings"] = Json::array();
    for (uint32_t id : f.globals)
      if (p.declarations[id].group) j["bindings"].push_back(name_of(p, id));
    for (uint32_t id : f.globals)
      if (p.declarations[id].space == lang::AddressSpace::Immediate) j["immediateSize"] = p.types.size_of(p.declarations[id].type);
    j["overrides"] = Json::array();
    for (uint32_t id : f.overrides) j["overrides"].push_back(name_of(p, id));
    root["entryPoints"].push_back(std::move(j));
  }
  root["bindings"] = Json::array();
  for (const wgsl::ast::Decl* d : p.module->declarations)
    if (p[*d].group && p[*d].binding) root["bindings"].push_back(binding(p, p[*d]));
  root["overrides"] = Json::array();
  for (const wgsl::OverrideInfo& o : p.overrides) {
    Json j;
    j["key"] = o.has_id ? std::to_string(o.id) : o.name;
    j["name"] = o.name;
    j["type"] = p.types.to_text(o.type);
    if (o.initializer) j["default"] = expression(p, *o.initializer);
    root["overrides"].push_back(std::move(j));
  }
  return root.dump(2) + "\n";
}

}  // namespace vitrine::cli
