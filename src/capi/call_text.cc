#include "capi/call_text.h"

#include <algorithm>

#include "diag/diagnostic.h"
#include "webidl/describe.h"

namespace vitrine::capi {

// The tables of webidl name every function of webgpu.h: whoever links this file needs them all.
[[gnu::used]] static const auto all_functions = &wgpuGetProcAddress;

namespace {

constexpr size_t kMaxText = 240;

std::string_view interface_name(gpu::ObjectKind kind) {
  switch (kind) {
    case gpu::ObjectKind::Instance: return "GPU";
    case gpu::ObjectKind::Adapter: return "GPUAdapter";
    case gpu::ObjectKind::Device: return "GPUDevice";
    case gpu::ObjectKind::Queue: return "GPUQueue";
    case gpu::ObjectKind::Buffer: return "GPUBuffer";
    case gpu::ObjectKind::Texture: return "GPUTexture";
    case gpu::ObjectKind::ComputePipeline: return "GPUComputePipeline";
    case gpu::ObjectKind::RenderPipeline: return "GPURenderPipeline";
    case gpu::ObjectKind::CommandEncoder: return "GPUCommandEncoder";
    case gpu::ObjectKind::ComputePassEncoder: return "GPUComputePassEncoder";
    case gpu::ObjectKind::RenderPassEncoder: return "GPURenderPassEncoder";
    case gpu::ObjectKind::RenderBundleEncoder: return "GPURenderBundleEncoder";
    default: return "";
  }
}

// The overload that the C function stands for takes the most arguments, but no Uint32Array.
const webidl::Method* find_method(std::string_view interface, std::string_view name) {
  int index = webidl::find_interface(interface);
  if (index < 0) return nullptr;
  const webidl::Method* best = nullptr;
  for (const webidl::Method& m : webidl::interfaces()[static_cast<size_t>(index)].methods) {
    if (name != m.name || m.special == webidl::Special::SetBindGroupFromData) continue;
    if (!best || m.arguments.size() > best->arguments.size()) best = &m;
  }
  return best;
}

std::string object_name(void* handle, uint16_t) {
  // A handle is the address of its object, and every object begins with this base.
  diag::ObjectRef ref = static_cast<gpu::Object*>(handle)->ref();
  ref.traits.clear();
  return diag::to_text(ref);
}

}  // namespace

std::string call_text(gpu::ObjectKind self, std::string_view method, std::span<const RawArgument> given) {
  const webidl::Method* m = find_method(interface_name(self), method);
  if (!m) return std::string(method);
  constexpr size_t kMost = 16;
  webidl::Slot slots[kMost];
  size_t next = 0;
  auto take = [&] { return next < given.size() ? given[next++] : RawArgument{}; };
  for (size_t i = 0; i < m->arguments.size() && i < kMost; ++i) {
    webidl::Slot& s = slots[i];
    if (next >= given.size()) {  // dataOffset and size of JavaScript have no counterpart
      s.number = m->arguments[i].absent;
      continue;
    }
    s.present = true;
    switch (m->arguments[i].type.kind) {
      case webidl::Kind::Sequence:
        s.count = take().number;
        s.pointer = take().pointer;
        break;
      case webidl::Kind::BufferSource:
        s.pointer = take().pointer;
        s.count = take().number;
        break;
      case webidl::Kind::Float:
      case webidl::Kind::Double: s.real = take().real; break;
      case webidl::Kind::Boolean:
      case webidl::Kind::UnsignedShort:
      case webidl::Kind::UnsignedLong:
      case webidl::Kind::UnsignedLongLong:
      case webidl::Kind::Long:
      case webidl::Kind::Enum:
      case webidl::Kind::Flags: s.number = take().number; break;
      default: s.pointer = take().pointer; break;
    }
  }
  webidl::DescribeOptions options;
  options.name = object_name;
  std::string text = webidl::describe_call(*m, slots, options);
  if (text.size() <= kMaxText) return text;
  size_t end = kMaxText;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "...)";
}

}  // namespace vitrine::capi
