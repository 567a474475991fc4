#include "gpu/reflect.h"

#include <fmt/format.h>

#include <unordered_map>

#include "wgsl/program.h"

namespace vitrine::gpu {

namespace {

using lang::TypeKind;

TextureViewDimension view_dimension(lang::TextureDimension d) {
  switch (d) {
    case lang::TextureDimension::D1d: return TextureViewDimension::e1D;
    case lang::TextureDimension::D2d: return TextureViewDimension::e2D;
    case lang::TextureDimension::D2dArray: return TextureViewDimension::e2DArray;
    case lang::TextureDimension::D3d: return TextureViewDimension::e3D;
    case lang::TextureDimension::Cube: return TextureViewDimension::Cube;
    case lang::TextureDimension::CubeArray: return TextureViewDimension::CubeArray;
  }
  return TextureViewDimension::e2D;
}

TextureFormat texture_format(lang::TexelFormat format) {
  std::string_view name = lang::info(format).name;
  for (uint32_t v = 1; is_value(static_cast<TextureFormat>(v)); ++v)
    if (to_text(static_cast<TextureFormat>(v)) == name) return static_cast<TextureFormat>(v);
  return TextureFormat::Undefined;
}

class Reflector {
 public:
  explicit Reflector(const wgsl::Program& program) : p_(program) {}

  ShaderReflection run() {
    for (const wgsl::OverrideInfo& o : p_.overrides) {
      override_index_[o.decl->id] = static_cast<uint32_t>(out_.overrides.size());
      ShaderOverride r;
      r.name = o.name;
      r.key = o.has_id ? fmt::format("{}", o.id) : o.name;
      r.span = o.decl->name_span;
      r.has_default = o.initializer != nullptr;
      r.type = override_type(o.type);
      out_.overrides.push_back(std::move(r));
    }
    for (const wgsl::EntryPoint& e : p_.entry_points) entry_point(e);
    size_t used = out_.bindings.size();
    for (const wgsl::DeclInfo& d : p_.declarations)
      if (d.decl && d.group && d.binding) binding(d.decl->id, d);
    out_.unused.assign(std::make_move_iterator(out_.bindings.begin() + static_cast<ptrdiff_t>(used)),
                       std::make_move_iterator(out_.bindings.end()));
    out_.bindings.resize(used);
    return std::move(out_);
  }

 private:
  ShaderOverride::Type override_type(lang::TypeId t) const {
    switch (p_.types.kind(t)) {
      case TypeKind::Bool: return ShaderOverride::Type::Bool;
      case TypeKind::I32: return ShaderOverride::Type::I32;
      case TypeKind::U32: return ShaderOverride::Type::U32;
      case TypeKind::F16: return ShaderOverride::Type::F16;
      default: return ShaderOverride::Type::F32;
    }
  }

  void entry_point(const wgsl::EntryPoint& e) {
    ShaderEntryPoint r;
    r.name = e.name;
    r.span = e.function->name_span;
    r.stage = e.stage;
    const wgsl::FunctionInfo& f = p_.function(*e.function);
    r.prints = f.prints;
    for (uint32_t id : f.globals) {
      const wgsl::DeclInfo& d = p_.declarations[id];
      if (d.space == lang::AddressSpace::Immediate) {
        r.immediate_size = static_cast<uint32_t>(p_.types.size_of(d.type));
        r.immediate_slots |= accessible_slots(d.type, 0);
      } else if (d.group && d.binding) {
        r.bindings.push_back(binding(id, d));
      }
    }
    for (uint32_t id : f.overrides)
      if (auto it = override_index_.find(id); it != override_index_.end()) r.overrides.push_back(it->second);
    for (const wgsl::InterfaceValue& v : e.inputs) r.inputs.push_back(interface_value(v));
    for (const wgsl::InterfaceValue& v : e.outputs) r.outputs.push_back(interface_value(v));
    out_.entry_points.push_back(std::move(r));
  }

  uint32_t binding(uint32_t id, const wgsl::DeclInfo& d) {
    auto [it, added] = binding_index_.try_emplace(id, static_cast<uint32_t>(out_.bindings.size()));
    if (!added) return it->second;
    ShaderBinding b;
    b.name = std::string(p_.text(d.decl->name));
    b.group = *d.group;
    b.binding = *d.binding;
    b.span = d.decl->name_span;
    b.type = p_.types.to_text(d.type);
    b.entry.binding = *d.binding;
    lang::Type t = p_.types[d.type];
    switch (t.kind) {
      case TypeKind::Sampler: b.entry.sampler = SamplerBindingLayout{}; break;
      case TypeKind::SamplerComparison: b.entry.sampler = SamplerBindingLayout{SamplerBindingType::Comparison}; break;
      case TypeKind::Texture: texture(b, t); break;
      default: {
        BufferBindingLayout l;
        l.type = d.space == lang::AddressSpace::Uniform      ? BufferBindingType::Uniform
                 : d.access == lang::AccessMode::ReadWrite ? BufferBindingType::Storage
                                                           : BufferBindingType::ReadOnlyStorage;
        l.min_binding_size = p_.types.size_of(d.type);
        b.entry.buffer = l;
        lang::TypeId inner = t.kind == TypeKind::Array && t.count_kind == lang::CountKind::Runtime ? t.element : d.type;
        if (p_.types.kind(inner) != TypeKind::Struct) break;
        for (const lang::Member& m : p_.types.structure(inner).members)
          b.members.push_back({m.name, p_.types.to_text(m.type), m.offset, m.size});
      }
    }
    out_.bindings.push_back(std::move(b));
    return it->second;
  }

  void texture(ShaderBinding& b, const lang::Type& t) {
    const lang::TextureTypeInfo& info = lang::info(t.texture);
    b.texture = t.texture;
    TextureViewDimension dimension = view_dimension(info.dimension);
    switch (info.kind) {
      case lang::TextureKind::Storage: {
        StorageTextureBindingLayout l;
        l.access = t.access == lang::AccessMode::Write  ? StorageTextureAccess::WriteOnly
                   : t.access == lang::AccessMode::Read ? StorageTextureAccess::ReadOnly
                                                        : StorageTextureAccess::ReadWrite;
        l.format = texture_format(t.format);
        l.view_dimension = dimension;
        b.entry.storage_texture = l;
        break;
      }
      case lang::TextureKind::External: b.entry.external_texture = true; break;
      default: {
        TextureBindingLayout l;
        l.view_dimension = dimension;
        l.multisampled =
            info.kind == lang::TextureKind::Multisampled || info.kind == lang::TextureKind::DepthMultisampled;
        b.depth_texture = info.kind == lang::TextureKind::Depth || info.kind == lang::TextureKind::DepthMultisampled;
        TypeKind element = b.depth_texture ? TypeKind::F32 : p_.types.kind(t.element);
        l.sample_type = b.depth_texture            ? TextureSampleType::Depth
                        : element == TypeKind::I32 ? TextureSampleType::Sint
                        : element == TypeKind::U32 ? TextureSampleType::Uint
                                                   : TextureSampleType::UnfilterableFloat;
        b.entry.texture = l;
      }
    }
  }

  // https://gpuweb.github.io/gpuweb/wgsl/#accessible-slots of the first 256 bytes, when a T lies at `offset`.
  // Types nest at most 15 deep.
  uint64_t accessible_slots(lang::TypeId t, uint64_t offset) const {
    uint64_t slots = 0, size = p_.types.size_of(t);
    lang::Type type = p_.types[t];
    auto each = [&](uint64_t count, uint64_t stride, lang::TypeId element) {
      for (uint64_t i = 0; i < count && offset + i * stride < 256; ++i) slots |= accessible_slots(element, offset + i * stride);
    };
    switch (type.kind) {
      case TypeKind::Struct:
        for (const lang::Member& m : p_.types.structure(t).members) slots |= accessible_slots(m.type, offset + m.offset);
        break;
      case TypeKind::Array: each(type.count, p_.types.stride_of(t), type.element); break;
      case TypeKind::Matrix: {
        uint64_t column = p_.types.size_of(type.element) * type.rows;
        for (uint64_t c = 0; c < type.columns; ++c) slots |= range(offset + c * p_.types.stride_of(t), column);
        break;
      }
      default: slots = range(offset, size);
    }
    return slots;
  }
  static uint64_t range(uint64_t offset, uint64_t bytes) {
    uint64_t slots = 0;
    for (uint64_t i = offset / 4; i < (offset + bytes + 3) / 4 && i < 64; ++i) slots |= uint64_t{1} << i;
    return slots;
  }

  ShaderInterfaceValue interface_value(const wgsl::InterfaceValue& v) const {
    ShaderInterfaceValue r;
    r.name = v.name;
    r.location = v.io.location;
    r.blend_src = v.io.blend_src;
    r.builtin = v.io.builtin;
    r.interpolation = v.io.interpolation;
    r.type = p_.types.to_text(v.type);
    r.span = v.decl->name_span;
    r.components = static_cast<uint8_t>(p_.types.element_count(v.type));
    lang::TypeId scalar = p_.types.kind(v.type) == TypeKind::Array ? p_.types[v.type].element : p_.types.scalar_of(v.type);
    switch (p_.types.kind(scalar)) {
      case TypeKind::F16: r.component = ShaderInterfaceValue::Component::F16; break;
      case TypeKind::I32: r.component = ShaderInterfaceValue::Component::I32; break;
      case TypeKind::U32: r.component = ShaderInterfaceValue::Component::U32; break;
      case TypeKind::Bool: r.component = ShaderInterfaceValue::Component::Bool; break;
      default: r.component = ShaderInterfaceValue::Component::F32;
    }
    return r;
  }

  const wgsl::Program& p_;
  ShaderReflection out_;
  std::unordered_map<uint32_t, uint32_t> binding_index_, override_index_;
};

}  // namespace

std::string layout_text(const ShaderBinding& b) {
  if (b.members.empty() || b.members.size() > 12) return {};
  std::string out;
  bool vec3 = false;
  for (const ShaderMember& m : b.members) {
    out += fmt::format("{}{} {} at {}", out.empty() ? "" : ", ", m.name, m.type, m.offset);
    vec3 = vec3 || m.type.starts_with("vec3<");
  }
  bool array = b.type.starts_with("array<");
  out = fmt::format("{} `{}` is {}, {} bytes{}", array ? "an element of" : "the layout of", b.type, out,
                    b.entry.buffer ? b.entry.buffer->min_binding_size : 0, array ? " each" : " in all");
  if (vec3) out += "; a vec3 starts at a multiple of 16";
  return out;
}

ShaderReflection reflect(const wgsl::Program& program) { return Reflector(program).run(); }

}  // namespace vitrine::gpu
