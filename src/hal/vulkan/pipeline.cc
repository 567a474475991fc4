#include "hal/vulkan/pipeline.h"

#include <thread>

#include "ir/ir.h"
#include "ir/print.h"
#include "ir/transform/check_bounds.h"
#include "ir/transform/check_nan.h"
#include "spirv/spirv.h"

namespace vitrine::hal::vulkan {

PipelineState::~PipelineState() {
  if (!handle) return;
  device.vulkan_queue().destroy_later([&d = device, h = handle, l = layout] { d.vk.vkDestroyPipeline(d.handle, h, nullptr); });
}

namespace {

// Where the validation layer knows no flags, messages come without them. The text could only be repaired if the layer handed
// over values, which would spoil it for the tools that the native route is for.
void note_flags(VulkanDevice& device, const ir::Module& m, std::string_view label) {
  for (const ir::PrintSite& site : m.print_sites) {
    printf::Format format = printf::parse(site.format);
    for (const printf::Segment& s : format.segments) {
      const printf::Conversion& c = s.conversion;
      if (s.kind != printf::Segment::Kind::Conversion || !(c.minus || c.plus || c.space || c.hash)) continue;
      device.instance->log(diag::Level::Warning, "pipeline \"" + std::string(label) + "\" prints `" + std::string(format.text_of(s)) +
                                                     "` without its flag: this version of the validation layer has none of "
                                                     "`-`, `+`, `#` and space; the built-in route has");
      return;
    }
  }
}

// Raises a stage for this device and prints it. Its print sites get numbers of the device's table.
std::vector<uint32_t> print_spirv(VulkanDevice& device, const LayoutState& layout, const ShaderStage& stage,
                                  ir::Stage kind, std::string_view label, bool* prints) {
  const AdapterState& a = *device.adapter;
  ir::Module m = *stage.module;  // raising rewrites it
  spirv::Options o;
  bool demote = a.demote_to_helper;
  o.version = a.has_version(VK_API_VERSION_1_3) && demote ? 0x00010600
              : a.has_version(VK_API_VERSION_1_2)          ? 0x00010500
                                                           : 0x00010300;
  o.demote_to_helper = demote;
  o.robust_buffers = !a.robust_buffers2;
  o.robust_textures = !a.robust_images2;
  o.select_tables = a.props.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  o.unpack_halves_apart = a.info.works_around(Workaround::UnpackHalvesApart);
  o.uniform_standard_layout = a.uniform_standard_layout;
  o.clamp_frag_depth = kind == ir::Stage::Fragment;
  // Room for a subgroup at once costs prints that are not reached the operations of the subgroup. It pays where many threads
  // contend for the buffer, which a few cores do not.
  constexpr VkSubgroupFeatureFlags kTogether =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  bool pays = std::thread::hardware_concurrency() > 4;
  o.print_buffer.masked_branches = a.info.type == AdapterType::CPU;
  o.print_buffer.long_words = a.buffer_atomics64;
  o.print_buffer.subgroups = pays && a.subgroup.subgroupSize <= 32 && (a.subgroup.supportedOperations & kTogether) == kTogether &&
                             (a.subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT);
  size_t own_prints = m.print_sites.size();
  std::vector<printf::Bounds> bounds;
  if (!layout.own && device.desc.check_bounds && (kind != ir::Stage::Vertex || a.features10.vertexPipelineStoresAndAtomics))
    bounds = ir::check_bounds(m);
  if (!layout.own && device.desc.check_nan && (kind != ir::Stage::Vertex || a.features10.vertexPipelineStoresAndAtomics)) {
    std::vector<printf::Bounds> more = ir::check_nan(m);
    bounds.insert(bounds.end(), more.begin(), more.end());
  }
  bool any = false;
  if (device.desc.debug_printf || device.desc.checks_shaders())
    for (bool p : ir::printing_functions(m)) any = any || p;
  if (any && device.prints_native()) {
    if (layout.no_native_prints) {
      device.instance->log(diag::Level::Warning,
                           "pipeline \"" + std::string(label) + "\" does not print by the native route: the validation layer takes "
                           "one descriptor set and Vitrine another, and the pipeline's layout uses too many of the " +
                               std::to_string(a.props.limits.maxBoundDescriptorSets) +
                               " that the driver has; use fewer bind groups, or the built-in route");
    } else {
      o.print = spirv::PrintRoute::Native;
      o.print_buffer.native_flags = device.instance->layer_version < VK_MAKE_API_VERSION(0, 1, 3, 290);
      if (!o.print_buffer.native_flags) note_flags(device, m, label);
      if (device.has_print_buffers()) {
        o.print_buffer.group = layout.print_set;
        o.print_buffer.binding = layout.print_binding;
        o.print_buffer.native_words = device.instance->layer_record_words();
        *prints = kind != ir::Stage::Vertex || a.features10.vertexPipelineStoresAndAtomics;
        if (!*prints) o.print_buffer.native_words = 0;
      }
    }
  } else if (any) {
    o.print = spirv::PrintRoute::BuiltIn;
    o.print_buffer.group = layout.print_set;
    o.print_buffer.binding = layout.print_binding;
    std::string module_label = m.source ? m.source->name() : std::string(label);
    auto sites = ir::print_sites(m, module_label, stage.entry_point, kind, bounds);
    o.print_buffer.first_once = static_cast<uint32_t>(own_prints);
    o.print_buffer.filter = device.desc.print_filter;
    std::lock_guard lock(device.sites_mutex);
    o.print_buffer.first_site = device.sites.next_id();
    for (printf::SiteRef& site : sites) device.sites.add(std::move(site));
    *prints = true;
  }
  spirv::raise(m, o);
  return spirv::print(m, o);
}

// What @subgroup_size asks for, and the invocations of a workgroup. Both are constants by now.
struct SubgroupRequest {
  uint32_t size = 0;  // 0: any
  uint64_t invocations = 1;
};
SubgroupRequest subgroup_request(const ir::Module& m, std::string_view entry_point) {
  SubgroupRequest r;
  for (const ir::Function& f : m.functions) {
    if (f.stage != ir::Stage::Compute || f.name != entry_point || !f.subgroup_size || !f.subgroup_size.is_constant()) continue;
    r.size = static_cast<uint32_t>(m.constant(f.subgroup_size).bits);
    for (ir::Value v : f.workgroup_size)
      if (v.is_constant()) r.invocations *= m.constant(v).bits;
  }
  return r;
}

}  // namespace

Result<Shader> make_shader(VulkanDevice& device, const LayoutState& layout, const ShaderStage& stage, ir::Stage kind,
                           std::string_view label) {
  Shader shader;
  shader.entry_point = std::string(stage.entry_point);
  std::span<const uint32_t> words = stage.native_code;
  std::vector<uint32_t> printed;
  if (words.empty()) {
    if (!stage.module) return Failure<Error>(Error{ErrorKind::Internal, {}, "a stage without a module"});
    printed = print_spirv(device, layout, stage, kind, label, &shader.prints);
    words = printed;
    if (shader.prints && kind == ir::Stage::Vertex && !device.adapter->features10.vertexPipelineStoresAndAtomics)
      return Failure<Error>(Error{ErrorKind::Unsupported, {},
                                  "debugPrintf in a vertex shader by the built-in route needs "
                                  "vertexPipelineStoresAndAtomics, which this device has not"});
  }
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = words.size_bytes();
  info.pCode = words.data();
  CallResult r = HAL_CALL(device.faults, device.vk, vkCreateShaderModule, device.handle, &info, nullptr, &shader.handle);
  if (!r) return Failure<Error>(device.error(r, "a shader of pipeline \"" + std::string(label) + "\""));
  device.name(VK_OBJECT_TYPE_SHADER_MODULE, shader.handle, label);
  return shader;
}

Result<std::unique_ptr<ComputePipeline>> VulkanDevice::create_compute_pipeline(const ComputePipelineDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto pipeline = std::make_unique<VulkanComputePipeline>(*this);
  PipelineState& s = pipeline->state;
  s.label = d.label;
  s.layout = static_cast<VulkanPipelineLayout*>(d.layout)->state;
  SubgroupRequest request;
  if (d.compute.module) request = subgroup_request(*d.compute.module, d.compute.entry_point);
  if (request.size && request.invocations > uint64_t{request.size} * adapter->max_workgroup_subgroups)
    return Failure<Error>(Error{ErrorKind::Unsupported, {},
                                std::to_string(request.invocations) + " invocations in subgroups of " +
                                    std::to_string(request.size) + ", where the driver takes at most " +
                                    std::to_string(adapter->max_workgroup_subgroups) + " subgroups in a workgroup"});
  auto shader = make_shader(*this, *s.layout, d.compute, ir::Stage::Compute, d.label);
  if (!shader) return Failure<Error>(shader.error());
  s.prints = shader->prints;
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup{
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  subgroup.requiredSubgroupSize = request.size;
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader->handle;
  info.stage.pName = shader->entry_point.c_str();
  info.layout = s.layout->handle;
  if (subgroup.requiredSubgroupSize) {
    info.stage.pNext = &subgroup;
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  }
  CallResult r = HAL_CALL(faults, vk, vkCreateComputePipelines, handle, pipeline_cache, 1, &info, nullptr, &s.handle);
  vk.vkDestroyShaderModule(handle, shader->handle, nullptr);
  if (!r) {
    s.handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a compute pipeline"));
  }
  name(VK_OBJECT_TYPE_PIPELINE, s.handle, d.label);
  return std::unique_ptr<ComputePipeline>(std::move(pipeline));
}

void VulkanDevice::set_label(ComputePipeline& p, std::string_view label) {
  PipelineState& s = static_cast<VulkanComputePipeline&>(p).state;
  queue_.locked([&] { s.label = label; });
  name(VK_OBJECT_TYPE_PIPELINE, s.handle, label);
}
void VulkanDevice::set_label(RenderPipeline& p, std::string_view label) {
  PipelineState& s = static_cast<VulkanRenderPipeline&>(p).state;
  queue_.locked([&] { s.label = label; });
  name(VK_OBJECT_TYPE_PIPELINE, s.handle, label);
}

}  // namespace vitrine::hal::vulkan
