// Render passes: one vkCmdBeginRendering each, with everything that its usage scope needs done before.
#include <algorithm>
#include <cstring>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr Access kColor{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                        VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, true};
constexpr VkPipelineStageFlags kTests =
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
constexpr Access kDepth{
    kTests, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, true};

Access access_of(InternalUsages u, ShaderStages stages, bool texture) {
  Access a;
  if (u & internal_usage::kInput) {
    a.stages |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_INPUT_BIT;
    a.access |=
        VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_INDEX_READ_BIT | VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT;
  }
  if (u & (internal_usage::kConstant | internal_usage::kStorageRead | internal_usage::kStorage)) {
    VkPipelineStageFlags s = to_vk_pipeline_stages(stages & ~shader_stage::kCompute);
    a.stages |= s ? s : VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    a.access |= VK_ACCESS_SHADER_READ_BIT;
    if ((u & internal_usage::kConstant) && !texture) a.access |= VK_ACCESS_UNIFORM_READ_BIT;
  }
  if (u & internal_usage::kStorage) {
    a.access |= VK_ACCESS_SHADER_WRITE_BIT;
    a.write = true;
  }
  if (u & internal_usage::kAttachmentRead) {
    a.stages |= kTests;
    a.access |= VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT;
  }
  return a;
}

enum class Numeric : uint8_t { Float, Uint, Sint };
Numeric numeric_of(TextureFormat f) {
  switch (f) {
    case TextureFormat::R8Uint: case TextureFormat::R16Uint: case TextureFormat::R32Uint: case TextureFormat::RG8Uint:
    case TextureFormat::RG16Uint: case TextureFormat::RG32Uint: case TextureFormat::RGBA8Uint:
    case TextureFormat::RGBA16Uint: case TextureFormat::RGBA32Uint: case TextureFormat::RGB10A2Uint:
      return Numeric::Uint;
    case TextureFormat::R8Sint: case TextureFormat::R16Sint: case TextureFormat::R32Sint: case TextureFormat::RG8Sint:
    case TextureFormat::RG16Sint: case TextureFormat::RG32Sint: case TextureFormat::RGBA8Sint:
    case TextureFormat::RGBA16Sint: case TextureFormat::RGBA32Sint:
      return Numeric::Sint;
    default:
      return Numeric::Float;
  }
}

// Numbers outside the type are held to it: a conversion in C++ would be undefined.
template <class T>
T hold(double x, double low, double high) {
  if (!(x > low)) return static_cast<T>(low);
  if (x > high) return static_cast<T>(high);
  return static_cast<T>(x);
}

VkClearColorValue clear_value(TextureFormat f, const Color& c) {
  VkClearColorValue v;
  double in[4] = {c.r, c.g, c.b, c.a};
  for (int i = 0; i < 4; ++i) switch (numeric_of(f)) {
      case Numeric::Uint: v.uint32[i] = hold<uint32_t>(in[i], 0, 4294967295.0); break;
      case Numeric::Sint: v.int32[i] = hold<int32_t>(in[i], -2147483648.0, 2147483647.0); break;
      case Numeric::Float: v.float32[i] = static_cast<float>(in[i]); break;
    }
  return v;
}

VkAttachmentLoadOp to_vk(LoadOp op) {
  return op == LoadOp::Clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
}
VkAttachmentStoreOp to_vk(StoreOp op) {
  return op == StoreOp::Discard ? VK_ATTACHMENT_STORE_OP_DONT_CARE : VK_ATTACHMENT_STORE_OP_STORE;
}
// Storing is a write, even of what nothing changed: shaders of the pass may be reading it.
VkAttachmentStoreOp to_vk(StoreOp op, bool read_only) { return read_only ? VK_ATTACHMENT_STORE_OP_NONE : to_vk(op); }

VulkanTextureView& view_of(TextureView* v) { return *static_cast<VulkanTextureView*>(v); }

}  // namespace

// https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-beginrenderpass
void Recorder::begin_render(const cmd::BeginRenderPass& c, StreamCursor begin) {
  begin_label(pass_label(begin.info(), "render pass"));
  begin_pass_state();
  pass_timestamps_ = c.timestamps;
  discards_.clear();
  const auto* colors = payload<cmd::ColorAttachment>(c);
  std::span<const BufferUse> buffers = stream_->buffer_uses().subspan(c.first_buffer_use, c.buffer_use_count);
  std::span<const TextureUse> textures = stream_->texture_uses().subspan(c.first_texture_use, c.texture_use_count);
  const cmd::DepthStencilAttachment& ds = c.depth_stencil;

  // Zeroing comes first: each is a transfer.
  for (const BufferUse& u : buffers) initialize(static_cast<VulkanBuffer&>(*u.buffer));
  auto subresource = [](const TextureUse& u) -> std::array<uint32_t, 4> {
    auto& t = static_cast<VulkanTexture&>(*u.texture);
    bool volume = t.dimension == TextureDimension::D3;
    return {u.base_mip_level, u.mip_level_count, volume ? 0 : u.base_array_layer, volume ? 1 : u.array_layer_count};
  };
  for (const TextureUse& u : textures) {
    if (u.usages & internal_usage::kAttachment) continue;
    auto [mip, mips, layer, layers] = subresource(u);
    initialize(static_cast<VulkanTexture&>(*u.texture), mip, mips, layer, layers);
  }
  auto prepare = [&](VulkanTextureView& v, bool cleared) {
    SubresourceState& s = v.texture.state(v.base_mip, v.base_layer);
    bool whole = v.texture.dimension != TextureDimension::D3;
    if (cleared && whole) s.initialized = true;
    initialize(v.texture, v.base_mip, 1, v.base_layer, 1);
  };
  for (uint32_t i = 0; i < c.color_count; ++i) {
    if (!colors[i].view) continue;
    prepare(view_of(colors[i].view), colors[i].load == LoadOp::Clear);
    if (colors[i].resolve_target) prepare(view_of(colors[i].resolve_target), true);
  }
  if (ds.view) {
    VulkanTextureView& v = view_of(ds.view);
    bool depth = !has_depth(v.texture.format) || ds.depth_load == LoadOp::Clear;
    bool stencil = !has_stencil(v.texture.format) || ds.stencil_load == LoadOp::Clear;
    prepare(v, depth && stencil);
  }

  check_indirect_draws(begin);
  // Barriers for the whole scope.
  for (const BufferUse& u : buffers) use(static_cast<VulkanBuffer&>(*u.buffer), access_of(u.usages, u.stages, false));
  for (const TextureUse& u : textures) {
    if (u.usages & (internal_usage::kAttachment | internal_usage::kAttachmentRead)) continue;
    auto& t = static_cast<VulkanTexture&>(*u.texture);
    auto [mip, mips, layer, layers] = subresource(u);
    VkImageLayout layout = t.bound_layout();
    Access access = access_of(u.usages, u.stages, true);
    if (!ds.view || &t != &view_of(ds.view).texture) {
      use(t, mip, mips, layer, layers, layout, access);
      continue;
    }
    // The piece that is the attachment too comes with it, below.
    const VulkanTextureView& v = view_of(ds.view);
    for (uint32_t l = layer; l < layer + layers; ++l)
      for (uint32_t m = mip; m < mip + mips; ++m)
        if (m != v.base_mip || l != v.base_layer) use(t, m, 1, l, 1, layout, access);
  }
  std::vector<VkRenderingAttachmentInfo> attachments(c.color_count);
  for (uint32_t i = 0; i < c.color_count; ++i) {
    VkRenderingAttachmentInfo& a = attachments[i];
    a = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    if (!colors[i].view) continue;
    VulkanTextureView& v = view_of(colors[i].view);
    use(v.texture, v.base_mip, 1, v.base_layer, 1, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kColor);
    a.imageView = colors[i].depth_slice < v.slices.size() ? v.slices[colors[i].depth_slice] : v.handle;
    a.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    a.loadOp = to_vk(colors[i].load);
    // Of a 3D texture only a slice goes: the rest of the level must stay, so it is stored and cleared by nobody.
    bool volume = v.texture.dimension == TextureDimension::D3;
    a.storeOp = volume ? VK_ATTACHMENT_STORE_OP_STORE : to_vk(colors[i].store);
    a.clearValue.color = clear_value(v.format, colors[i].clear);
    if (colors[i].store == StoreOp::Discard && !volume) discards_.push_back(&v.texture.state(v.base_mip, v.base_layer));
    if (colors[i].resolve_target) {
      VulkanTextureView& r = view_of(colors[i].resolve_target);
      bool plain = v.format == v.texture.format && r.format == r.texture.format;  // an image resolves in its own format
      if (device_.adapter->resolves_first_layer && r.base_layer > 0 && plain) {
        a.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        resolves_.push_back({&v, &r});
        continue;
      }
      use(r.texture, r.base_mip, 1, r.base_layer, 1, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kColor);
      a.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
      a.resolveImageView = r.handle;
      a.resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    }
  }
  VkRenderingAttachmentInfo depth{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  VkRenderingAttachmentInfo stencil{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  bool with_depth = false, with_stencil = false;
  if (ds.view) {
    VulkanTextureView& v = view_of(ds.view);
    with_depth = has_depth(v.texture.format);
    with_stencil = has_stencil(v.texture.format);
    bool depth_fixed = !with_depth || ds.depth_read_only, stencil_fixed = !with_stencil || ds.stencil_read_only;
    Access access = kDepth;
    VkImageLayout layout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    if (depth_fixed && stencil_fixed) {
      layout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
      access = {kTests, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT, false};
    } else if (with_depth && with_stencil && depth_fixed) {
      layout = VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL;
    } else if (with_depth && with_stencil && stencil_fixed) {
      layout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL;
    }
    // An aspect that is only read may be sampled in the same pass.
    for (const TextureUse& u : textures)
      if (u.texture == &v.texture && (u.usages & internal_usage::kConstant)) {
        Access sampled = access_of(internal_usage::kConstant, u.stages, true);
        access.stages |= sampled.stages;
        access.access |= sampled.access;
      }
    use(v.texture, v.base_mip, 1, v.base_layer, 1, layout, access);
    depth.imageView = stencil.imageView = v.handle;
    depth.imageLayout = stencil.imageLayout = layout;
    depth.loadOp = to_vk(ds.depth_load);
    depth.storeOp = to_vk(ds.depth_store, ds.depth_read_only);
    depth.clearValue.depthStencil.depth = ds.depth_clear;
    stencil.loadOp = to_vk(ds.stencil_load);
    stencil.storeOp = to_vk(ds.stencil_store, ds.stencil_read_only);
    stencil.clearValue.depthStencil.stencil = ds.stencil_clear & 0xFF;  // drivers differ in what they do with more
    bool gone_depth = with_depth && !ds.depth_read_only && ds.depth_store == StoreOp::Discard;
    bool gone_stencil = with_stencil && !ds.stencil_read_only && ds.stencil_store == StoreOp::Discard;
    bool all = (gone_depth || !with_depth) && (gone_stencil || !with_stencil);
    if (all) {
      discards_.push_back(&v.texture.state(v.base_mip, v.base_layer));
    } else if (gone_depth || gone_stencil) {
      // One of two: it is zeroed at once, since both share one state.
      discarded_view_ = &v;
      discarded_aspect_ = gone_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_STENCIL_BIT;
    }
  }
  flush_barriers();

  // Queries are reset outside of the pass: those that it will begin.
  occlusion_ = static_cast<VulkanQuerySet*>(c.occlusion_set);
  if (occlusion_ && occlusion_->pool) {
    StreamCursor q = begin;
    for (q.next(); q && q->op != Op::EndRenderPass; q.next())
      if (q->op == Op::BeginOcclusionQuery)
        vk_.vkCmdResetQueryPool(cb_, occlusion_->pool, as<cmd::BeginOcclusionQuery>(*q).index, 1);
  }
  if (c.timestamps.set && c.timestamps.beginning != kAll)
    timestamp(static_cast<VulkanQuerySet&>(*c.timestamps.set), c.timestamps.beginning);

  VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
  info.renderArea.extent = {c.width, c.height};
  info.layerCount = 1;
  info.colorAttachmentCount = c.color_count;
  info.pColorAttachments = attachments.data();
  info.pDepthAttachment = with_depth ? &depth : nullptr;
  info.pStencilAttachment = with_stencil ? &stencil : nullptr;
  vk_.vkCmdBeginRendering(cb_, &info);
  set_viewport(0, 0, static_cast<float>(c.width), static_cast<float>(c.height), 0, 1);
  VkRect2D scissor{{0, 0}, {c.width, c.height}};
  vk_.vkCmdSetScissor(cb_, 0, 1, &scissor);
  float zero[4] = {};
  vk_.vkCmdSetBlendConstants(cb_, zero);
  vk_.vkCmdSetStencilReference(cb_, VK_STENCIL_FACE_FRONT_AND_BACK, 0);
}

void Recorder::end_render() {
  vk_.vkCmdEndRendering(cb_);
  for (const Resolve& r : resolves_) resolve(*r.from, *r.to);
  resolves_.clear();
  // What was discarded reads as zero.
  for (SubresourceState* s : discards_) s->initialized = false;
  discards_.clear();
  if (discarded_view_) {
    VulkanTextureView& v = *discarded_view_;
    use(v.texture, v.base_mip, 1, v.base_layer, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, true});
    flush_barriers();
    VkClearDepthStencilValue zero{};
    VkImageSubresourceRange range{discarded_aspect_, v.base_mip, 1, v.base_layer, 1};
    vk_.vkCmdClearDepthStencilImage(cb_, v.texture.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &range);
    discarded_view_ = nullptr;
  }
  if (pass_timestamps_.set && pass_timestamps_.end != kAll)
    timestamp(static_cast<VulkanQuerySet&>(*pass_timestamps_.set), pass_timestamps_.end);
  end_label();
}

void Recorder::resolve(VulkanTextureView& from, VulkanTextureView& to) {
  use(from.texture, from.base_mip, 1, from.base_layer, 1, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
      {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, false});
  use(to.texture, to.base_mip, 1, to.base_layer, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
      {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, true});
  flush_barriers();
  VkImageResolve region{};
  region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, from.base_mip, from.base_layer, 1};
  region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, to.base_mip, to.base_layer, 1};
  const Extent3D& size = from.texture.size;
  region.extent = {std::max(1u, size.width >> from.base_mip), std::max(1u, size.height >> from.base_mip), 1};
  vk_.vkCmdResolveImage(cb_, from.texture.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.texture.handle,
                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
}

// Upside down: y points up in the clip space of WebGPU.
void Recorder::set_viewport(float x, float y, float width, float height, float min_depth, float max_depth) {
  VkViewport v{x, y + height, width, -height, min_depth, max_depth};
  // A viewport without width is legal in WebGPU and not in Vulkan: nothing is drawn then.
  empty_viewport_ = width == 0 || height == 0;
  if (!empty_viewport_) vk_.vkCmdSetViewport(cb_, 0, 1, &v);
  depth_range_[0] = min_depth;
  depth_range_[1] = max_depth;
  depth_range_dirty_ = true;
}

void Recorder::begin_occlusion_query() {
  vk_.vkCmdBeginQuery(cb_, occlusion_->pool, occlusion_index_, 0);
  occlusion_->written[occlusion_index_] = true;
  occlusion_waits_ = false;
}

bool Recorder::prepare_draw() {
  if (!render_ || empty_viewport_) return false;
  bind(VK_PIPELINE_BIND_POINT_GRAPHICS, render_->state);
  if (occlusion_waits_) begin_occlusion_query();
  if (depth_range_dirty_) {
    constexpr uint32_t kDepthRange = 72;
    vk_.vkCmdPushConstants(cb_, render_->state.layout->handle, kPushConstantStages, kDepthRange, sizeof depth_range_,
                           depth_range_);
    depth_range_dirty_ = false;
  }
  return true;
}

void Recorder::reset_draw_state() {
  begin_pass_state();
  render_ = nullptr;
}

// Commands of render passes and bundles.
void Recorder::run_render(const StreamCursor& c) {
  const CommandHeader* h = *c;
  switch (h->op) {
    case Op::BeginRenderPass:
      render_ = nullptr;
      begin_render(as<cmd::BeginRenderPass>(h), c);
      break;
    case Op::EndRenderPass: end_render(); break;
    case Op::SetBindGroup: set_bind_group(as<cmd::SetBindGroup>(h)); break;
    case Op::SetImmediates: set_immediates(as<cmd::SetImmediates>(h)); break;
    case Op::PushDebugGroup: begin_label(payload_text(as<cmd::PushDebugGroup>(h))); break;
    case Op::PopDebugGroup: end_label(); break;
    case Op::InsertDebugMarker: marker(payload_text(as<cmd::InsertDebugMarker>(h))); break;
    case Op::SetRenderPipeline:
      render_ = static_cast<VulkanRenderPipeline*>(as<cmd::SetRenderPipeline>(h).pipeline);
      break;
    case Op::SetIndexBuffer: {
      // From its beginning: some drivers lose the offset in an indirect draw (defs/blocklist.def). Every draw adds it to its first index.
      const auto& k = as<cmd::SetIndexBuffer>(h);
      vk_.vkCmdBindIndexBuffer(cb_, static_cast<VulkanBuffer*>(k.buffer)->handle, index_origin(k),
                               k.format == IndexFormat::Uint32 ? VK_INDEX_TYPE_UINT32 : VK_INDEX_TYPE_UINT16);
      index_base_ = index_base(k);
      break;
    }
    case Op::SetVertexBuffer: {
      const auto& k = as<cmd::SetVertexBuffer>(h);
      if (!k.buffer) break;
      VkDeviceSize offset = k.offset;
      vk_.vkCmdBindVertexBuffers(cb_, k.slot, 1, &static_cast<VulkanBuffer*>(k.buffer)->handle, &offset);
      break;
    }
    case Op::Draw: {
      const auto& k = as<cmd::Draw>(h);
      if (!prepare_draw()) break;
      begin_draw(k.vertex_count && k.instance_count, [&] { return "draw(" + std::to_string(k.vertex_count) + ", " + std::to_string(k.instance_count) + ")"; });
      vk_.vkCmdDraw(cb_, k.vertex_count, k.instance_count, k.first_vertex, k.first_instance);
      end_draw();
      break;
    }
    case Op::DrawIndexed: {
      const auto& k = as<cmd::DrawIndexed>(h);
      if (!prepare_draw()) break;
      begin_draw(k.index_count && k.instance_count, [&] { return "drawIndexed(" + std::to_string(k.index_count) + ", " + std::to_string(k.instance_count) + ")"; });
      vk_.vkCmdDrawIndexed(cb_, k.index_count, k.instance_count, index_base_ + k.first_index, k.base_vertex,
                           k.first_instance);
      end_draw();
      break;
    }
    case Op::DrawIndirect: {
      VkDeviceSize at = next_checked_ < checked_.size() ? checked_[next_checked_++] : 0;
      if (!prepare_draw()) break;
      begin_draw(true, [] { return std::string("drawIndirect"); });
      vk_.vkCmdDrawIndirect(cb_, flight_.indirect.buffer, at, 1, 0);
      end_draw();
      break;
    }
    case Op::DrawIndexedIndirect: {
      VkDeviceSize at = next_checked_ < checked_.size() ? checked_[next_checked_++] : 0;
      if (!prepare_draw()) break;
      begin_draw(true, [] { return std::string("drawIndexedIndirect"); });
      vk_.vkCmdDrawIndexedIndirect(cb_, flight_.indirect.buffer, at, 1, 0);
      end_draw();
      break;
    }
    case Op::SetViewport: {
      const auto& k = as<cmd::SetViewport>(h);
      set_viewport(k.x, k.y, k.width, k.height, k.min_depth, k.max_depth);
      break;
    }
    case Op::SetScissorRect: {
      const auto& k = as<cmd::SetScissorRect>(h);
      VkRect2D r{{static_cast<int32_t>(k.x), static_cast<int32_t>(k.y)}, {k.width, k.height}};
      vk_.vkCmdSetScissor(cb_, 0, 1, &r);
      break;
    }
    case Op::SetBlendConstant: {
      const Color& k = as<cmd::SetBlendConstant>(h).color;
      float v[4] = {static_cast<float>(k.r), static_cast<float>(k.g), static_cast<float>(k.b), static_cast<float>(k.a)};
      vk_.vkCmdSetBlendConstants(cb_, v);
      break;
    }
    case Op::SetStencilReference:
      vk_.vkCmdSetStencilReference(cb_, VK_STENCIL_FACE_FRONT_AND_BACK, as<cmd::SetStencilReference>(h).reference & 0xFF);
      break;
    case Op::BeginOcclusionQuery:
      occlusion_index_ = as<cmd::BeginOcclusionQuery>(h).index;
      occlusion_waits_ = true;
      occlusion_open_ = true;
      occlusion_->written[occlusion_index_] = false;
      if (!device_.adapter->info.works_around(Workaround::OcclusionQueryBeginsWithDraw)) begin_occlusion_query();
      break;
    case Op::EndOcclusionQuery:
      if (!occlusion_waits_) vk_.vkCmdEndQuery(cb_, occlusion_->pool, occlusion_index_);
      occlusion_waits_ = false;
      occlusion_open_ = false;
      break;
    case Op::ExecuteBundle:
      reset_draw_state();
      bundle_ = as<cmd::ExecuteBundle>(h).bundle;
      for (StreamCursor b(*bundle_); b; b.next()) {
        bundle_command_ = b.index();
        if (b->op != Op::ExecuteBundle) run_render(b);
      }
      bundle_ = nullptr;
      reset_draw_state();
      break;
    default: break;
  }
}

}  // namespace vitrine::hal::vulkan
