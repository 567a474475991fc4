// Makes a pipeline of every entry point of the .wgsl files below a folder, on a device of the default adapter under the
// validation layer. The folder comes from the environment, because it belongs to no package:
//
//   VITRINE_CORPUS=dawn/test/tint build/dev/pipelines_test [EVERY-NTH-FILE [PART-OF-A-PATH]]
//
// A vertex shader gets a buffer with all attributes, a fragment shader a vertex shader that gives what it takes. One line
// for each file that went wrong, that a rule of WebGPU refuses or that the layer has a message about, then the sums, those that
// are refused by rule. Some files go together in a process of
// their own, so that a crash costs no more than those.
#include <unistd.h>
#include <webgpu/vitrine.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "child.h"
#include "ir/ir.h"
#include "wgsl/lower/lower.h"
#include "wgsl/program.h"
#include "wgsl/wgsl.h"

namespace {

using namespace vitrine;
using lang::TypeKind;

constexpr size_t kFilesOfAProcess = 40;

WGPUStringView view(std::string_view s) { return {s.data(), s.size()}; }

struct Gpu {
  WGPUInstance instance = nullptr;
  WGPUAdapter adapter = nullptr;
  WGPUDevice device = nullptr;
  std::string messages;  // of the validation layer, and all else that the log has
  bool done = false, lost = false;

  bool open() {
    VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
    ours.flags = VitrineInstanceFlags_Validation;
    ours.logCallbackInfo.callback = [](VitrineLogLevel level, WGPUStringView, WGPUStringView text, void* out, void*) {
      if (level <= VitrineLogLevel_Warning) static_cast<Gpu*>(out)->messages += std::string(text.data, text.length) + " ";
    };
    ours.logCallbackInfo.userdata1 = this;
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &ours.chain;
    instance = wgpuCreateInstance(&descriptor);
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) {
      static_cast<Gpu*>(out)->adapter = a;
      static_cast<Gpu*>(out)->done = true;
    };
    info.userdata1 = this;
    wgpuInstanceRequestAdapter(instance, nullptr, info);
    wait();
    if (!adapter) return false;
    WGPUSupportedFeatures features = WGPU_SUPPORTED_FEATURES_INIT;
    wgpuAdapterGetFeatures(adapter, &features);
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(adapter, &limits);
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.requiredFeatureCount = features.featureCount;
    d.requiredFeatures = features.features;
    d.requiredLimits = &limits;
    d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
    d.deviceLostCallbackInfo.callback = [](WGPUDevice const*, WGPUDeviceLostReason, WGPUStringView, void* out, void*) { static_cast<Gpu*>(out)->lost = true; };
    d.deviceLostCallbackInfo.userdata1 = this;
    WGPURequestDeviceCallbackInfo request = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    request.mode = WGPUCallbackMode_AllowProcessEvents;
    request.callback = [](WGPURequestDeviceStatus, WGPUDevice made, WGPUStringView, void* out, void*) {
      static_cast<Gpu*>(out)->device = made;
      static_cast<Gpu*>(out)->done = true;
    };
    request.userdata1 = this;
    wgpuAdapterRequestDevice(adapter, &d, request);
    wait();
    return device != nullptr;
  }
  void wait() {
    while (!done) wgpuInstanceProcessEvents(instance);
    done = false;
  }

  // What the calls between this and error() gave.
  void watch() { wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation); }
  std::string error() {
    struct Got { Gpu* gpu; std::string text; } got{this, {}};
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView message, void* out, void*) {
      auto* g = static_cast<Got*>(out);
      g->text.assign(message.data ? message.data : "", message.data ? message.length : 0);
      g->gpu->done = true;
    };
    info.userdata1 = &got;
    wgpuDevicePopErrorScope(device, info);
    wait();
    return got.text;
  }
  WGPUShaderModule module(std::string_view code) {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = view(code);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &source.chain;
    return wgpuDeviceCreateShaderModule(device, &d);
  }
};

struct Io {
  lang::TypeId type;
  lang::IoAttributes io;
};
void collect(const ir::Module& m, lang::TypeId type, const lang::IoAttributes& io, std::vector<Io>& out) {
  if (m.types.is_struct(type))
    for (const lang::Member& member : m.types.structure(type).members) out.push_back({member.type, member.io});
  else if (type != lang::kVoidType)
    out.push_back({type, io});
}

WGPUVertexFormat vertex_format(const ir::Module& m, lang::TypeId type) {
  static constexpr WGPUVertexFormat kFormats[3][4] = {
      {WGPUVertexFormat_Float32, WGPUVertexFormat_Float32x2, WGPUVertexFormat_Float32x3, WGPUVertexFormat_Float32x4},
      {WGPUVertexFormat_Sint32, WGPUVertexFormat_Sint32x2, WGPUVertexFormat_Sint32x3, WGPUVertexFormat_Sint32x4},
      {WGPUVertexFormat_Uint32, WGPUVertexFormat_Uint32x2, WGPUVertexFormat_Uint32x3, WGPUVertexFormat_Uint32x4}};
  lang::TypeId scalar = m.types.scalar_of(type);
  uint32_t width = m.types.kind(type) == TypeKind::Vector ? m.types[type].rows : 1;
  return kFormats[scalar == lang::kI32Type ? 1 : scalar == lang::kU32Type ? 2 : 0][width - 1];
}
WGPUTextureFormat target_format(const ir::Module& m, lang::TypeId type) {
  static constexpr WGPUTextureFormat kFormats[3][4] = {
      {WGPUTextureFormat_R8Unorm, WGPUTextureFormat_RG8Unorm, WGPUTextureFormat_RG8Unorm, WGPUTextureFormat_RGBA8Unorm},
      {WGPUTextureFormat_R32Sint, WGPUTextureFormat_RG32Sint, WGPUTextureFormat_RG32Sint, WGPUTextureFormat_RGBA32Sint},
      {WGPUTextureFormat_R32Uint, WGPUTextureFormat_RG32Uint, WGPUTextureFormat_RG32Uint, WGPUTextureFormat_RGBA32Uint}};
  lang::TypeId scalar = m.types.scalar_of(type);
  uint32_t width = m.types.kind(type) == TypeKind::Vector ? m.types[type].rows : 1;
  return kFormats[scalar == lang::kI32Type ? 1 : scalar == lang::kU32Type ? 2 : 0][width - 1];
}

// A vertex shader that gives what a fragment shader takes.
std::string feeder(const ir::Module& m, const std::vector<Io>& inputs) {
  std::string members = "@builtin(position) position: vec4f,\n", enables;
  for (const Io& i : inputs) {
    if (!i.io.location) continue;
    std::string type = m.types.to_text(i.type);
    if (type.find("f16") != type.npos) enables = "enable f16;\n";
    std::string interpolation;
    if (i.io.interpolation) {
      interpolation = "@interpolate(" + std::string(lang::to_text(i.io.interpolation->type));
      if (i.io.interpolation->sampling) interpolation += ", " + std::string(lang::to_text(*i.io.interpolation->sampling));
      interpolation += ") ";
    }
    members += "@location(" + std::to_string(*i.io.location) + ") " + interpolation + "m" + std::to_string(*i.io.location) + ": " + type + ",\n";
  }
  return enables + "struct Fed {\n" + members + "}\n@vertex fn feeder() -> Fed { var fed: Fed; return fed; }\n";
}

std::string pipeline(Gpu& gpu, const ir::Module& m, const ir::Function& f, WGPUShaderModule module, const std::vector<WGPUConstantEntry>& constants) {
  gpu.watch();
  if (f.stage == ir::Stage::Compute) {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = module;
    d.compute.entryPoint = view(f.name);
    d.compute.constantCount = constants.size();
    d.compute.constants = constants.data();
    wgpuComputePipelineRelease(wgpuDeviceCreateComputePipeline(gpu.device, &d));
    return gpu.error();
  }
  std::vector<Io> inputs, outputs;
  for (const ir::Param& p : f.params) collect(m, p.type, p.io, inputs);
  collect(m, f.return_type, f.return_io, outputs);
  WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
  WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
  depth.format = WGPUTextureFormat_Depth32Float;
  depth.depthWriteEnabled = WGPUOptionalBool_True;
  depth.depthCompare = WGPUCompareFunction_Always;
  d.depthStencil = &depth;
  d.primitive.topology = WGPUPrimitiveTopology_TriangleList;
  std::vector<WGPUVertexAttribute> attributes;
  WGPUVertexBufferLayout buffer = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
  WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
  std::vector<WGPUColorTargetState> targets;
  WGPUBlendState blend = WGPU_BLEND_STATE_INIT;
  WGPUShaderModule fed = nullptr;
  if (f.stage == ir::Stage::Vertex) {
    for (const Io& i : inputs) {
      if (!i.io.location) continue;
      WGPUVertexAttribute a = WGPU_VERTEX_ATTRIBUTE_INIT;
      a.format = vertex_format(m, i.type);
      a.offset = attributes.size() * 16;
      a.shaderLocation = *i.io.location;
      attributes.push_back(a);
    }
    buffer.stepMode = WGPUVertexStepMode_Vertex;
    buffer.arrayStride = std::max<uint64_t>(attributes.size() * 16, 16);
    buffer.attributeCount = attributes.size();
    buffer.attributes = attributes.data();
    d.vertex.module = module;
    d.vertex.entryPoint = view(f.name);
    d.vertex.constantCount = constants.size();
    d.vertex.constants = constants.data();
    d.vertex.bufferCount = attributes.empty() ? 0 : 1;
    d.vertex.buffers = &buffer;
  } else {
    std::string text = feeder(m, inputs);
    fed = gpu.module(text);
    d.vertex.module = fed;
    for (const Io& o : outputs) {
      if (!o.io.location) continue;
      while (targets.size() <= *o.io.location) targets.push_back(WGPU_COLOR_TARGET_STATE_INIT);
      targets[*o.io.location].format = target_format(m, o.type);
      if (!o.io.blend_src) continue;
      blend.color.srcFactor = blend.alpha.srcFactor = WGPUBlendFactor_Src1;
      targets[*o.io.location].blend = &blend;
    }
    fragment.module = module;
    fragment.entryPoint = view(f.name);
    fragment.constantCount = constants.size();
    fragment.constants = constants.data();
    fragment.targetCount = targets.size();
    fragment.targets = targets.data();
    d.fragment = &fragment;
  }
  wgpuRenderPipelineRelease(wgpuDeviceCreateRenderPipeline(gpu.device, &d));
  if (fed) wgpuShaderModuleRelease(fed);
  return gpu.error();
}

// Answers a kind and a text: "fine", "refused" (no valid WGSL), "error", "message" (of the layer).
std::pair<std::string, std::string> file(Gpu& gpu, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  auto source = std::make_shared<const diag::Source>(path, text.str());
  std::vector<diag::DiagnosticPtr> found;
  auto program = wgsl::check(source, {}, found);
  if (!program) return {"refused", ""};
  ir::Module m = wgsl::lower(*program);
  std::vector<std::string> keys;
  std::vector<WGPUConstantEntry> constants;
  for (const ir::Override& o : m.overrides)
    if (!o.initializer) keys.push_back(o.id >= 0 ? std::to_string(o.id) : o.name);
  for (const std::string& key : keys) {
    WGPUConstantEntry e = WGPU_CONSTANT_ENTRY_INIT;
    e.key = view(key);
    e.value = 1;
    constants.push_back(e);
  }
  gpu.messages.clear();
  gpu.watch();
  WGPUShaderModule module = gpu.module(source->text());
  std::string wrong = gpu.error();
  bool any = false;
  for (const ir::Function& f : m.functions) {
    if (f.stage == ir::Stage::None || !wrong.empty()) continue;
    any = true;
    wrong = pipeline(gpu, m, f, module, constants);
    if (!wrong.empty()) wrong = f.name + ": " + wrong;
  }
  wgpuShaderModuleRelease(module);
  if (!wrong.empty()) return {"error", wrong};
  if (gpu.lost) return {"lost", gpu.messages};
  if (!gpu.messages.empty()) return {"message", gpu.messages};
  return {any ? "fine" : "no entry point", ""};
}

// The name between brackets in a message.
std::string rule_of(const std::string& text) {
  for (size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", at + 1);
    if (end != text.npos && text[end] == ']' && end > at + 3) return text.substr(at + 1, end - at - 1);
  }
  return "no rule";
}

}  // namespace

int main(int argc, char** argv) {
  const char* folder = std::getenv("VITRINE_CORPUS");
  if (!folder) {
    std::puts("skipped: VITRINE_CORPUS names no folder of .wgsl files");
    return 77;
  }
  size_t nth = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
  std::vector<std::string> all, files;
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder)) {
    std::string path = e.path().string();
    if (path.ends_with(".wgsl") && path.find("expected") == std::string::npos && (argc < 3 || path.find(argv[2]) != std::string::npos)) all.push_back(path);
  }
  std::sort(all.begin(), all.end());
  for (size_t i = 0; i < all.size(); i += std::max<size_t>(nth, 1)) files.push_back(all[i]);
  std::map<std::string, int> sums;
  for (size_t first = 0; first < files.size();) {
    size_t end = std::min(first + kFilesOfAProcess, files.size());
    auto child = in_child([&](int out) {
      Gpu gpu;
      if (!gpu.open()) return 2;
      for (size_t i = first; i < end && !gpu.lost; ++i) {
        alarm(60);
        auto [kind, text] = file(gpu, files[i]);
        std::replace(text.begin(), text.end(), '\n', ' ');
        std::string line = kind + "\t" + text.substr(0, 600) + "\n";
        [[maybe_unused]] auto written = write(out, line.data(), line.size());
      }
      return 0;
    });
    if (!child) return 3;
    int status = child->status;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
      std::puts("no device");
      return 2;
    }
    std::istringstream lines(child->written);
    std::string line;
    size_t count = 0;
    auto add = [&](std::string kind, const std::string& text) {
      if (kind == "error") kind = "refused by " + rule_of(text);
      ++sums[kind];
      if (kind != "fine" && kind != "no entry point" && kind != "refused")
        std::printf("%s: %s: %s\n", kind.c_str(), files[first + count].substr(std::string(folder).size()).c_str(), text.c_str());
      ++count;
    };
    while (std::getline(lines, line)) add(line.substr(0, line.find('\t')), line.substr(std::min(line.size(), line.find('\t') + 1)));
    if (first + count < end && (count == 0 || !WIFEXITED(status))) add(child->hung() ? "hang" : "crash", "");
    first += count;
  }
  for (auto& [kind, n] : sums) std::printf("%6d %s\n", n, kind.c_str());
  return sums["refused by no rule"] || sums["message"] || sums["lost"] || sums["crash"] || sums["hang"];
}
