// Render pipelines, for dynamic rendering.
#include "hal/vulkan/format.h"
#include "hal/vulkan/pipeline.h"
#include "ir/ir.h"

namespace vitrine::hal::vulkan {
namespace {

// Whether the vertex shader has an input there. Attributes that it leaves alone are not handed to the driver, since the
// validation layer takes them for a mistake.
bool reads_location(const ShaderStage& stage, uint32_t location) {
  if (!stage.module) return true;
  const ir::Module& m = *stage.module;
  for (const ir::Function& f : m.functions) {
    if (f.stage != ir::Stage::Vertex || f.name != stage.entry_point) continue;
    for (const ir::Param& p : f.params) {
      if (p.io.location == location) return true;
      if (!m.types.is_struct(p.type)) continue;
      for (const lang::Member& member : m.types.structure(p.type).members)
        if (member.io.location == location) return true;
    }
    return false;
  }
  return true;
}

VkPrimitiveTopology to_vk(PrimitiveTopology t) {
  switch (t) {
    case PrimitiveTopology::PointList: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case PrimitiveTopology::LineList: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case PrimitiveTopology::LineStrip: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    case PrimitiveTopology::TriangleList: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    case PrimitiveTopology::TriangleStrip: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  }
  return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

VkBlendFactor to_vk(BlendFactor f) {
  switch (f) {
    case BlendFactor::Zero: return VK_BLEND_FACTOR_ZERO;
    case BlendFactor::One: return VK_BLEND_FACTOR_ONE;
    case BlendFactor::Src: return VK_BLEND_FACTOR_SRC_COLOR;
    case BlendFactor::OneMinusSrc: return VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR;
    case BlendFactor::SrcAlpha: return VK_BLEND_FACTOR_SRC_ALPHA;
    case BlendFactor::OneMinusSrcAlpha: return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case BlendFactor::Dst: return VK_BLEND_FACTOR_DST_COLOR;
    case BlendFactor::OneMinusDst: return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case BlendFactor::DstAlpha: return VK_BLEND_FACTOR_DST_ALPHA;
    case BlendFactor::OneMinusDstAlpha: return VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
    case BlendFactor::SrcAlphaSaturated: return VK_BLEND_FACTOR_SRC_ALPHA_SATURATE;
    case BlendFactor::Constant: return VK_BLEND_FACTOR_CONSTANT_COLOR;
    case BlendFactor::OneMinusConstant: return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR;
    case BlendFactor::Src1: return VK_BLEND_FACTOR_SRC1_COLOR;
    case BlendFactor::OneMinusSrc1: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR;
    case BlendFactor::Src1Alpha: return VK_BLEND_FACTOR_SRC1_ALPHA;
    case BlendFactor::OneMinusSrc1Alpha: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
  }
  return VK_BLEND_FACTOR_ONE;
}

// The factors of a colour that stand for the alpha channel are the alpha ones.
VkBlendFactor to_vk_alpha(BlendFactor f) {
  switch (f) {
    case BlendFactor::Constant: return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case BlendFactor::OneMinusConstant: return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case BlendFactor::Src: return VK_BLEND_FACTOR_SRC_ALPHA;
    case BlendFactor::OneMinusSrc: return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case BlendFactor::Dst: return VK_BLEND_FACTOR_DST_ALPHA;
    case BlendFactor::OneMinusDst: return VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
    case BlendFactor::Src1: return VK_BLEND_FACTOR_SRC1_ALPHA;
    case BlendFactor::OneMinusSrc1: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    default: return to_vk(f);
  }
}

VkBlendOp to_vk(BlendOperation o) {
  switch (o) {
    case BlendOperation::Add: return VK_BLEND_OP_ADD;
    case BlendOperation::Subtract: return VK_BLEND_OP_SUBTRACT;
    case BlendOperation::ReverseSubtract: return VK_BLEND_OP_REVERSE_SUBTRACT;
    case BlendOperation::Min: return VK_BLEND_OP_MIN;
    case BlendOperation::Max: return VK_BLEND_OP_MAX;
  }
  return VK_BLEND_OP_ADD;
}

VkStencilOp to_vk(StencilOperation o) {
  switch (o) {
    case StencilOperation::Keep: return VK_STENCIL_OP_KEEP;
    case StencilOperation::Zero: return VK_STENCIL_OP_ZERO;
    case StencilOperation::Replace: return VK_STENCIL_OP_REPLACE;
    case StencilOperation::Invert: return VK_STENCIL_OP_INVERT;
    case StencilOperation::IncrementClamp: return VK_STENCIL_OP_INCREMENT_AND_CLAMP;
    case StencilOperation::DecrementClamp: return VK_STENCIL_OP_DECREMENT_AND_CLAMP;
    case StencilOperation::IncrementWrap: return VK_STENCIL_OP_INCREMENT_AND_WRAP;
    case StencilOperation::DecrementWrap: return VK_STENCIL_OP_DECREMENT_AND_WRAP;
  }
  return VK_STENCIL_OP_KEEP;
}

VkStencilOpState to_vk(const StencilFaceState& f, const DepthStencilState& d) {
  VkStencilOpState s{};
  s.failOp = to_vk(f.fail);
  s.passOp = to_vk(f.pass);
  s.depthFailOp = to_vk(f.depth_fail);
  s.compareOp = vulkan::to_vk(f.compare);
  s.compareMask = d.stencil_read_mask;
  s.writeMask = d.stencil_write_mask;
  return s;
}

bool uses_stencil(const StencilFaceState& f) {
  return f.compare != CompareFunction::Always || f.fail != StencilOperation::Keep ||
         f.depth_fail != StencilOperation::Keep || f.pass != StencilOperation::Keep;
}

bool is_strip(PrimitiveTopology t) {
  return t == PrimitiveTopology::LineStrip || t == PrimitiveTopology::TriangleStrip;
}

}  // namespace

Result<std::unique_ptr<RenderPipeline>> VulkanDevice::create_render_pipeline(const RenderPipelineDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto pipeline = std::make_unique<VulkanRenderPipeline>(*this);
  PipelineState& s = pipeline->state;
  s.label = d.label;
  s.layout = static_cast<VulkanPipelineLayout*>(d.layout)->state;

  Shader shaders[2];
  auto destroy = [&] {
    for (Shader& x : shaders)
      if (x.handle) vk.vkDestroyShaderModule(handle, x.handle, nullptr);
  };
  VkPipelineShaderStageCreateInfo stages[2] = {};
  uint32_t stage_count = 0;
  auto add_stage = [&](const ShaderStage& stage, ir::Stage kind, VkShaderStageFlagBits bit) -> Status {
    auto shader = make_shader(*this, *s.layout, stage, kind, d.label);
    if (!shader) return Failure<Error>(shader.error());
    Shader& to = shaders[stage_count] = std::move(*shader);
    stages[stage_count].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    stages[stage_count].stage = bit;
    stages[stage_count].module = to.handle;
    stages[stage_count].pName = to.entry_point.c_str();
    s.prints = s.prints || to.prints;
    ++stage_count;
    return {};
  };
  Status ok = add_stage(d.vertex, ir::Stage::Vertex, VK_SHADER_STAGE_VERTEX_BIT);
  if (ok && d.fragment) ok = add_stage(*d.fragment, ir::Stage::Fragment, VK_SHADER_STAGE_FRAGMENT_BIT);
  if (!ok) {
    destroy();
    return Failure<Error>(ok.error());
  }

  std::vector<VkVertexInputBindingDescription> bindings;
  std::vector<VkVertexInputAttributeDescription> attributes;
  for (uint32_t i = 0; i < d.buffers.size(); ++i) {
    const VertexBufferLayout& b = d.buffers[i];
    if (!b.used) continue;
    bindings.push_back({i, static_cast<uint32_t>(b.array_stride),
                        b.step_mode == VertexStepMode::Instance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX});
    for (const VertexAttribute& a : b.attributes)
      if (reads_location(d.vertex, a.shader_location))
        attributes.push_back({a.shader_location, i, vulkan::to_vk(a.format), static_cast<uint32_t>(a.offset)});
  }
  VkPipelineVertexInputStateCreateInfo vertex_input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  vertex_input.vertexBindingDescriptionCount = static_cast<uint32_t>(bindings.size());
  vertex_input.pVertexBindingDescriptions = bindings.data();
  vertex_input.vertexAttributeDescriptionCount = static_cast<uint32_t>(attributes.size());
  vertex_input.pVertexAttributeDescriptions = attributes.data();

  VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  assembly.topology = to_vk(d.topology);
  assembly.primitiveRestartEnable = is_strip(d.topology);
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = viewport.scissorCount = 1;

  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.depthClampEnable = d.unclipped_depth;
  raster.cullMode = d.cull_mode == CullMode::Front  ? VK_CULL_MODE_FRONT_BIT
                    : d.cull_mode == CullMode::Back ? VK_CULL_MODE_BACK_BIT
                                                    : VK_CULL_MODE_NONE;
  // The viewport is upside down, as the clip space of WebGPU is to Vulkan's; the winding is that of the framebuffer.
  raster.frontFace = d.front_face == FrontFace::CW ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.lineWidth = 1;
  raster.depthBiasEnable = d.depth_stencil.depth_bias != 0 || d.depth_stencil.depth_bias_slope_scale != 0;
  raster.depthBiasConstantFactor = static_cast<float>(d.depth_stencil.depth_bias);
  raster.depthBiasSlopeFactor = d.depth_stencil.depth_bias_slope_scale;
  raster.depthBiasClamp = d.depth_stencil.depth_bias_clamp;

  // llvmpipe and SwiftShader draw a single sample where any bit is set.
  VkSampleMask mask = d.sample_mask & ((uint64_t{1} << d.sample_count) - 1);
  VkPipelineMultisampleStateCreateInfo multisample{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  multisample.rasterizationSamples = static_cast<VkSampleCountFlagBits>(d.sample_count);
  multisample.pSampleMask = &mask;
  multisample.alphaToCoverageEnable = d.alpha_to_coverage;

  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
  if (d.depth_stencil.format != TextureFormat::Undefined) {
    VkFormat format = native_format(d.depth_stencil.format);
    if (has_depth(d.depth_stencil.format)) {
      rendering.depthAttachmentFormat = format;
      depth.depthTestEnable = d.depth_stencil.depth_write || d.depth_stencil.depth_compare != CompareFunction::Always;
      depth.depthWriteEnable = d.depth_stencil.depth_write;
      depth.depthCompareOp = vulkan::to_vk(d.depth_stencil.depth_compare);
    }
    if (has_stencil(d.depth_stencil.format)) {
      rendering.stencilAttachmentFormat = format;
      depth.stencilTestEnable = uses_stencil(d.depth_stencil.front) || uses_stencil(d.depth_stencil.back);
      depth.front = to_vk(d.depth_stencil.front, d.depth_stencil);
      depth.back = to_vk(d.depth_stencil.back, d.depth_stencil);
    }
  }
  std::vector<VkFormat> formats;
  std::vector<VkPipelineColorBlendAttachmentState> blends;
  for (const ColorTargetState& t : d.targets) {
    formats.push_back(vulkan::to_vk(t.format));
    VkPipelineColorBlendAttachmentState b{};
    b.blendEnable = t.blend;
    b.srcColorBlendFactor = to_vk(t.color.src);
    b.dstColorBlendFactor = to_vk(t.color.dst);
    b.colorBlendOp = to_vk(t.color.operation);
    b.srcAlphaBlendFactor = to_vk_alpha(t.alpha.src);
    b.dstAlphaBlendFactor = to_vk_alpha(t.alpha.dst);
    b.alphaBlendOp = to_vk(t.alpha.operation);
    // Without a fragment shader that writes it, a target keeps what it has.
    b.colorWriteMask = d.fragment && t.format != TextureFormat::Undefined ? t.write_mask & 0xF : 0;
    blends.push_back(b);
  }
  rendering.colorAttachmentCount = static_cast<uint32_t>(formats.size());
  rendering.pColorAttachmentFormats = formats.data();
  VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blend.attachmentCount = static_cast<uint32_t>(blends.size());
  blend.pAttachments = blends.data();

  constexpr VkDynamicState kDynamic[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                         VK_DYNAMIC_STATE_BLEND_CONSTANTS, VK_DYNAMIC_STATE_STENCIL_REFERENCE};
  VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
  dynamic.dynamicStateCount = 4;
  dynamic.pDynamicStates = kDynamic;

  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
  info.pNext = &rendering;
  info.stageCount = stage_count;
  info.pStages = stages;
  info.pVertexInputState = &vertex_input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &multisample;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = s.layout->handle;
  CallResult r = HAL_CALL(faults, vk, vkCreateGraphicsPipelines, handle, pipeline_cache, 1, &info, nullptr, &s.handle);
  destroy();
  if (!r) {
    s.handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a render pipeline"));
  }
  name(VK_OBJECT_TYPE_PIPELINE, s.handle, d.label);
  return std::unique_ptr<RenderPipeline>(std::move(pipeline));
}

}  // namespace vitrine::hal::vulkan
