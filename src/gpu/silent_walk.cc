#include "gpu/silent_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <optional>
#include <span>

#include "gpu/bind_group.h"
#include "gpu/buffer.h"
#include "gpu/compute_pipeline.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/render_pipeline.h"
#include "gpu/silent.h"
#include "gpu/silent_draws.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Text;

RULE(buffer_never_written, Warning, "vitrine:check", "", "{0} reads {1}, which nothing was ever written to: it reads zeros", Text,
     Text);
RULE(member_never_written, Warning, "vitrine:check", "", "{0} reads {1} from {2} of {3}, which were never written: it reads zeros",
     diag::ObjectRef, Name, Text, diag::ObjectRef);
RULE(texture_never_written, Warning, "vitrine:check", "", "{0} reads {1}, and {2}", Text, diag::ObjectRef, Text);
RULE(nothing_drawn, Warning, "vitrine:check", "", "{0} draws nothing: {1}", Name, Text);
RULE(nothing_dispatched, Warning, "vitrine:check", "", "{0} runs no invocation: {1}", Name, Text);
RULE(vertex_outside, Warning, "vitrine:check", "", "{0} reads {1} of {2}, which holds {4}: {3}", Name, Text, Text, Text, uint64_t);
RULE(pass_cleared_away, Warning, "vitrine:check", "", "{0} clears {1}, and nothing has read what {2} drew there", Text, diag::ObjectRef,
     Text);

diag::Diagnostic never_written(std::string reader, const Buffer& b, uint64_t offset, uint64_t size) {
  std::string what = offset == 0 && size == b.size() ? diag::to_text(b.ref())
                                                     : fmt::format("bytes {} to {} of {}", offset, offset + size, diag::to_text(b.ref()));
  return buffer_never_written(Text{std::move(reader)}, Text{std::move(what)}).note(b.ref(), "created here", b.created_at());
}

namespace {
constexpr uint64_t kToTheEnd = ~uint64_t{0};
constexpr const char* kMissingWrite = "is the write missing, is it to another buffer, or does it come after this submit?";

std::string_view name_of(hal::Op op) {
  switch (op) {
    case hal::Op::CopyBufferToBuffer: return "copyBufferToBuffer";
    case hal::Op::CopyBufferToTexture: return "copyBufferToTexture";
    case hal::Op::CopyTextureToBuffer: return "copyTextureToBuffer";
    case hal::Op::CopyTextureToTexture: return "copyTextureToTexture";
    case hal::Op::Dispatch: return "dispatchWorkgroups";
    case hal::Op::DispatchIndirect: return "dispatchWorkgroupsIndirect";
    case hal::Op::Draw: return "draw";
    case hal::Op::DrawIndexed: return "drawIndexed";
    case hal::Op::DrawIndirect: return "drawIndirect";
    case hal::Op::DrawIndexedIndirect: return "drawIndexedIndirect";
    default: return "command";
  }
}
}  // namespace

// Follows the state of one stream, as a backend does.
class StreamWalk {
 public:
  StreamWalk(SilentChecks& checks, const Recording& recording) : s_(checks), stream_(&recording.stream) {
    for (const Recording::Use& use : recording.uses) {
      DeviceObject* o = use.object.get();
      const void* native = nullptr;
      switch (o->kind()) {
        case ObjectKind::Buffer: native = static_cast<Buffer*>(o)->native(); break;
        case ObjectKind::Texture: native = static_cast<Texture*>(o)->native(); break;
        case ObjectKind::TextureView: native = static_cast<TextureView*>(o)->native(); break;
        case ObjectKind::BindGroup: native = static_cast<BindGroup*>(o)->native(); break;
        case ObjectKind::ComputePipeline: native = static_cast<ComputePipeline*>(o)->native(); break;
        case ObjectKind::RenderPipeline: native = static_cast<RenderPipeline*>(o)->native(); break;
        default: break;
      }
      if (native) objects_.emplace(native, o);
    }
  }

  void run() { walk(*stream_); }

 private:
  template <class T>
  T* object(const void* native) const {
    auto it = objects_.find(native);
    return it == objects_.end() ? nullptr : static_cast<T*>(it->second);
  }

  void walk(const hal::CommandStream& stream) {
    namespace cmd = hal::cmd;
    for (hal::StreamCursor c(stream); c; c.next()) {
      command_ = c.index();
      current_ = &stream;
      const hal::CommandHeader* h = *c;
      call_ = name_of(h->op);
      switch (h->op) {
        case hal::Op::CopyBufferToBuffer: {
          const auto& x = hal::as<cmd::CopyBufferToBuffer>(h);
          read(x.source, x.source_offset, x.size, "copyBufferToBuffer");
          write(x.destination, x.destination_offset, x.size);
          break;
        }
        case hal::Op::CopyBufferToTexture: {
          const auto& x = hal::as<cmd::CopyBufferToTexture>(h);
          read(x.source.buffer, x.source.offset, kToTheEnd, "copyBufferToTexture");
          write_texture(x.destination.texture, x.destination.mip_level);
          break;
        }
        case hal::Op::CopyTextureToBuffer: {
          const auto& x = hal::as<cmd::CopyTextureToBuffer>(h);
          read_texture(x.source.texture, x.source.mip_level, 1, "copyTextureToBuffer");
          write(x.destination.buffer, x.destination.offset, kToTheEnd);
          break;
        }
        case hal::Op::CopyTextureToTexture: {
          const auto& x = hal::as<cmd::CopyTextureToTexture>(h);
          read_texture(x.source.texture, x.source.mip_level, 1, "copyTextureToTexture");
          write_texture(x.destination.texture, x.destination.mip_level);
          break;
        }
        case hal::Op::ClearBuffer: {
          const auto& x = hal::as<cmd::ClearBuffer>(h);
          write(x.buffer, x.offset, x.size);
          break;
        }
        case hal::Op::ResolveQuerySet: {
          const auto& x = hal::as<cmd::ResolveQuerySet>(h);
          write(x.destination, x.destination_offset, uint64_t{x.count} * 8);
          break;
        }
        case hal::Op::BeginComputePass: begin_pass(); break;
        case hal::Op::BeginRenderPass: begin_render_pass(hal::as<cmd::BeginRenderPass>(h)); break;
        case hal::Op::EndRenderPass: end_render_pass(); break;
        case hal::Op::SetBindGroup: {
          const auto& x = hal::as<cmd::SetBindGroup>(h);
          if (x.index >= groups_.size()) groups_.resize(x.index + 1);
          const uint32_t* offsets = hal::payload<uint32_t>(x);
          groups_[x.index] = {object<BindGroup>(x.group), {offsets, offsets + x.offset_count}};
          changed_ = true;
          break;
        }
        case hal::Op::SetComputePipeline: set_pipeline(object<ComputePipeline>(hal::as<cmd::SetComputePipeline>(h).pipeline)); break;
        case hal::Op::SetRenderPipeline:
          render_ = object<RenderPipeline>(hal::as<cmd::SetRenderPipeline>(h).pipeline);
          set_pipeline(render_);
          break;
        case hal::Op::Dispatch: {
          const auto& x = hal::as<cmd::Dispatch>(h);
          if (x.x == 0 || x.y == 0 || x.z == 0)
            no_workgroups(fmt::format("dispatchWorkgroups({}, {}, {})", x.x, x.y, x.z), "one of the counts is 0");
          else
            use_bindings();
          break;
        }
        case hal::Op::DispatchIndirect: {
          const auto& x = hal::as<cmd::DispatchIndirect>(h);
          dispatch_indirect(x);
          break;
        }
        case hal::Op::SetIndexBuffer: {
          const auto& x = hal::as<cmd::SetIndexBuffer>(h);
          index_ = {x.buffer, x.offset, x.size};
          index_format_ = x.format;
          changed_ = true;
          break;
        }
        case hal::Op::SetVertexBuffer: {
          const auto& x = hal::as<cmd::SetVertexBuffer>(h);
          if (x.slot >= vertex_.size()) vertex_.resize(x.slot + 1);
          vertex_[x.slot] = {x.buffer, x.offset, x.size};
          changed_ = true;
          break;
        }
        case hal::Op::Draw: {
          const auto& x = hal::as<cmd::Draw>(h);
          draw({.count = x.vertex_count, .instances = x.instance_count, .first = x.first_vertex, .first_instance = x.first_instance});
          break;
        }
        case hal::Op::DrawIndexed: {
          const auto& x = hal::as<cmd::DrawIndexed>(h);
          draw({.indexed = true, .count = x.index_count, .instances = x.instance_count, .first = x.first_index, .base_vertex = x.base_vertex, .first_instance = x.first_instance});
          break;
        }
        case hal::Op::DrawIndirect: {
          const auto& x = hal::as<cmd::DrawIndirect>(h);
          draw_indirect(x.buffer, x.offset, /*indexed=*/false);
          break;
        }
        case hal::Op::DrawIndexedIndirect: {
          const auto& x = hal::as<cmd::DrawIndexedIndirect>(h);
          draw_indirect(x.buffer, x.offset, /*indexed=*/true);
          break;
        }
        case hal::Op::SetViewport: {
          const auto& x = hal::as<cmd::SetViewport>(h);
          pass_.x = x.x, pass_.y = x.y, pass_.viewport_width = x.width, pass_.viewport_height = x.height;
          pass_.min_depth = x.min_depth, pass_.max_depth = x.max_depth;
          break;
        }
        case hal::Op::SetScissorRect: {
          const auto& x = hal::as<cmd::SetScissorRect>(h);
          pass_.scissor = {x.x, x.y, x.width, x.height};
          break;
        }
        case hal::Op::SetBlendConstant: pass_.blend_constant = hal::as<cmd::SetBlendConstant>(h).color; break;
        case hal::Op::SetStencilReference: pass_.stencil_reference = hal::as<cmd::SetStencilReference>(h).reference; break;
        case hal::Op::BeginOcclusionQuery: pass_.occlusion_query = measured_ = true; break;
        case hal::Op::EndOcclusionQuery: pass_.occlusion_query = false; break;
        case hal::Op::ExecuteBundle: {
          reset();
          walk(*hal::as<cmd::ExecuteBundle>(h).bundle);
          reset();
          break;
        }
        default: break;
      }
    }
  }

  struct Range {
    const void* buffer = nullptr;
    uint64_t offset = 0, size = 0;
  };
  struct Bound {
    BindGroup* group = nullptr;
    std::vector<uint32_t> offsets;
  };
  // A colour attachment of the pass that is under way.
  struct Attachment {
    TextureView* view = nullptr;
    uint32_t slice = 0;
    bool stored = false;
    bool resolved = false;  // or resolved into
  };

  void reset() {
    pipeline_ = nullptr;
    render_ = nullptr;
    groups_.clear();
    vertex_.clear();
    index_ = {};
    changed_ = true;
  }
  void begin_pass() {
    reset();
    pass_ = {};
    attachments_.clear();
    depth_view_ = nullptr;
    measured_ = false;
    drawn_ = 0;
  }
  void set_pipeline(PipelineBase* p) {
    if (pipeline_ != p) changed_ = true;
    pipeline_ = p;
  }

  void begin_render_pass(const hal::cmd::BeginRenderPass& b) {
    begin_pass();
    pass_.width = b.width, pass_.height = b.height;
    pass_.viewport_width = static_cast<float>(b.width), pass_.viewport_height = static_cast<float>(b.height);
    pass_.scissor = {0, 0, b.width, b.height};
    measured_ = b.timestamps.set != nullptr;
    const auto* colors = hal::payload<hal::cmd::ColorAttachment>(b);
    for (uint32_t i = 0; i < b.color_count; ++i) {
      const hal::cmd::ColorAttachment& c = colors[i];
      TextureView* resolve = object<TextureView>(c.resolve_target);
      if (TextureView* v = object<TextureView>(c.view)) {
        attachments_.push_back({v, c.depth_slice == hal::kAll ? 0 : c.depth_slice, c.store == hal::StoreOp::Store, resolve != nullptr});
        if (c.load == hal::LoadOp::Load) load(*v, fmt::format("colour attachment {}", i));
        else if (!measured_ && !resolve) clear(attachments_.back());
      }
      if (resolve) attachments_.push_back({resolve, 0, true, true});
    }
    begin_depth_stencil(b.depth_stencil);
  }

  void begin_depth_stencil(const hal::cmd::DepthStencilAttachment& d) {
    TextureView* v = depth_view_ = object<TextureView>(d.view);
    if (!v) return;
    const SilentChecks::TextureState& state = s_.textures_[v->texture().ordinal()];
    bool loads_depth = d.depth_load == hal::LoadOp::Load || d.depth_read_only, loads_stencil = d.stencil_load == hal::LoadOp::Load || d.stencil_read_only;
    if ((loads_depth && v->info().has_depth()) || (loads_stencil && v->info().has_stencil())) load(*v, "the depth-stencil attachment");
    // Who loads what is not there has zeros. Levels and layers are not told apart where some were written.
    bool fresh = state.levels == 0;
    std::string zeros = state.discarded_by.empty()
                            ? fmt::format("is 0: nothing was ever written to {}", diag::to_text(v->texture().ref()))
                            : fmt::format("is 0: {} discarded it", state.discarded_by);
    if (d.depth_load == hal::LoadOp::Clear) {
      pass_.depth = d.depth_clear;
      pass_.depth_since = fmt::format("was cleared to {}", d.depth_clear);
    } else if (loads_depth && fresh) {
      pass_.depth = 0.0f;
      pass_.depth_since = zeros;
    }
    if (d.stencil_load == hal::LoadOp::Clear) {
      pass_.stencil = d.stencil_clear & 0xFF;
      pass_.stencil_since = fmt::format("was cleared to {}", *pass_.stencil);
    } else if (loads_stencil && fresh) {
      pass_.stencil = 0;
      pass_.stencil_since = zeros;
    }
    auto stays = [](hal::StoreOp store, bool there) { return store == hal::StoreOp::Store || (there && store == hal::StoreOp::Undefined); };
    depth_written_ = d.depth_store != hal::StoreOp::Undefined || d.stencil_store != hal::StoreOp::Undefined;
    depth_stored_ = stays(d.depth_store, v->info().has_depth()) || stays(d.stencil_store, v->info().has_stencil());
  }

  // An attachment that goes on with what is there. Zeros are no surprise where nothing was drawn yet.
  void load(TextureView& view, const std::string& reader) {
    SilentChecks::TextureState& state = s_.textures_[view.texture().ordinal()];
    if (!state.discarded_by.empty()) read_texture(view.texture(), view.descriptor().base_mip_level, 1, reader);
    state.drawn.clear();
  }

  // An attachment that begins anew.
  void clear(const Attachment& a) {
    const TextureViewDescriptor& d = a.view->descriptor();
    auto& drawn = s_.textures_[a.view->texture().ordinal()].drawn;
    for (const SilentChecks::Drawn& before : drawn) {
      if (before.submission != s_.submissions_ || before.level != d.base_mip_level || before.layer != d.base_array_layer || before.slice != a.slice)
        continue;
      std::string pass = pass_label();
      // Surfaces give a new texture each frame: by the passes it is told once.
      if (s_.told_.insert({"pass_cleared_away", std::hash<std::string>()(before.pass + '\n' + pass), command_}).second)
        tell(pass_cleared_away(Text{pass.empty() ? "a pass" : pass_text(pass)}, a.view->texture().ref(), Text{pass_text(before.pass)})
                 .help("to draw over it give the attachment loadOp: \"load\""),
             &a.view->texture());
      break;
    }
  }

  void end_render_pass() {
    for (const Attachment& a : attachments_) {
      store(*a.view, a.stored);
      const TextureViewDescriptor& d = a.view->descriptor();
      auto& drawn = s_.textures_[a.view->texture().ordinal()].drawn;
      auto same = [&](const SilentChecks::Drawn& x) { return x.level == d.base_mip_level && x.layer == d.base_array_layer && x.slice == a.slice; };
      std::erase_if(drawn, same);
      constexpr size_t kMost = 64;
      if (a.stored && !a.resolved && !measured_ && drawn_ != 0 && drawn.size() < kMost)
        drawn.push_back({pass_label(), s_.submissions_, d.base_mip_level, d.base_array_layer, a.slice});
    }
    if (depth_view_ && depth_written_) store(*depth_view_, depth_stored_);
    attachments_.clear();
    depth_view_ = nullptr;
    depth_written_ = false;
  }

  void store(const TextureView& view, bool stored) {
    SilentChecks::TextureState& state = s_.textures_[view.texture().ordinal()];
    const TextureViewDescriptor& d = view.descriptor();
    uint64_t bit = uint64_t{1} << std::min(d.base_mip_level, 63u);
    if (stored) {
      state.levels |= bit;
      state.discarded_by.clear();
    } else if (d.array_layer_count == view.texture().size().depth_or_layers) {  // others may hold something
      state.levels &= ~bit;
      state.discarded_by = pass_text(pass_label());
    }
  }

  static std::string pass_text(const std::string& label) { return label.empty() ? "an earlier pass" : fmt::format("pass \"{}\"", label); }
  std::string pass_label() const {
    uint32_t pass = stream_->info(outer_command()).pass;
    return pass && pass <= stream_->passes().size() ? stream_->passes()[pass - 1].label : std::string();
  }
  size_t outer_command() const { return current_ == stream_ ? command_ : 0; }

  void tell(diag::Diagnostic d, const DeviceObject* about, const DeviceObject* user = nullptr) {
    const hal::CommandInfo& info = current_->info(command_);
    if (current_ == stream_ && info.pass && info.pass <= stream_->passes().size()) {
      const hal::PassInfo& pass = stream_->passes()[info.pass - 1];
      // Those around the pass come first.
      std::vector<const std::string*> groups = groups_of(info.group);
      size_t around = std::min(groups_of(stream_->info(pass.first_command).group).size(), groups.size());
      for (size_t i = 0; i < around; ++i) std::move(d).within({diag::ContextKind::DebugGroup, *groups[i]});
      std::move(d).within({diag::ContextKind::Pass, pass.label, info.pass});
      for (size_t i = around; i < groups.size(); ++i) std::move(d).within({diag::ContextKind::DebugGroup, *groups[i]});
      std::move(d).within({diag::ContextKind::Command, std::string(call_), stream_->number_in_pass(command_)});
    }
    if (const auto& sites = device().instance().options().native_call_sites; info.call_site && sites)
      std::move(d).called_from({info.call_site, sites});
    s_.tell(std::move(d), about ? about->ordinal() : 0, user ? user->ordinal() : command_);
  }
  // Labels of a debug group and those that it is in, outermost first.
  std::vector<const std::string*> groups_of(uint32_t group) const {
    std::vector<const std::string*> out;
    std::span<const hal::DebugGroup> all = stream_->groups();
    for (; group > 0 && group <= all.size(); group = all[group - 1].parent) out.push_back(&all[group - 1].label);
    std::reverse(out.begin(), out.end());
    return out;
  }
  Device& device() const { return s_.device_; }

  // -- reads and writes --

  void write(const void* native, uint64_t offset, uint64_t size) {
    if (Buffer* b = object<Buffer>(native))
      s_.buffers_[b->ordinal()].gpu_writes(offset, size == kToTheEnd ? b->size() : offset + size);
  }
  void write_texture(const void* native, uint32_t level) {
    if (Texture* t = object<Texture>(native)) s_.textures_[t->ordinal()].levels |= uint64_t{1} << std::min(level, 63u);
  }
  void read(const void* native, uint64_t offset, uint64_t size, std::string_view reader) {
    Buffer* b = object<Buffer>(native);
    if (!b || size == 0) return;
    if (size == kToTheEnd) size = b->size() - offset;
    if (s_.buffers_[b->ordinal()].written.any(offset, offset + size)) return;
    tell(never_written(std::string(reader), *b, offset, size).help(kMissingWrite), b, pipeline_);
  }
  void read_texture(const void* native, uint32_t level, uint32_t count, const std::string& reader) {
    Texture* t = object<Texture>(native);
    if (t) read_texture(*t, level, count, reader);
  }
  void read_texture(Texture& t, uint32_t level, uint32_t count, const std::string& reader) {
    SilentChecks::TextureState& state = s_.textures_[t.ordinal()];
    state.drawn.clear();
    uint64_t wanted = count >= 64 ? ~uint64_t{0} : ((uint64_t{1} << count) - 1) << std::min(level, 63u);
    uint64_t missing = wanted & ~state.levels;
    if (t.mip_level_count() < 64) missing &= (uint64_t{1} << t.mip_level_count()) - 1;
    if (!missing) return;
    // A simulation begins with the zeros of what it draws to next time: one that is still not written by then is told of.
    if (state.discarded_by.empty() && (t.usage() & (TextureUsage::RenderAttachment | TextureUsage::StorageBinding))) {
      if (state.first_read == 0) state.first_read = s_.submissions_;
      if (state.first_read == s_.submissions_) return;
    }
    std::string why, help = "is the upload missing, is it to another texture, or does it come after this submit?";
    if (!state.discarded_by.empty()) {
      why = state.discarded_by + " discarded what it drew there";
      help = "give the attachment storeOp: \"store\"";
    } else if (missing == wanted || state.levels == 0) {
      why = "nothing was ever written to it: it reads zeros";
    } else {
      int first = std::countr_zero(missing), last = 63 - std::countl_zero(missing);
      why = first == last ? fmt::format("its mip level {} was never written: it reads zeros", first)
                          : fmt::format("of its mip levels {} to {} some were never written: they read zeros", first, last);
      help = "no call makes mip levels: draw or compute each from the one before, or give the view mipLevelCount: 1";
    }
    tell(texture_never_written(Text{reader}, t.ref(), Text{why}).note(t.ref(), "created here", t.created_at()).help(help), &t,
         pipeline_);
  }

  // -- draws and dispatches --

  void no_workgroups(std::string call, std::string why) {
    tell(nothing_dispatched(Name{std::move(call)}, Text{std::move(why)})
             .help("workgroups are counted: Math.ceil(items / workgroup size), and at least 1"),
         pipeline_);
  }

  // What the host wrote to an indirect buffer, where it still holds.
  bool arguments(const void* native, uint64_t offset, std::span<uint32_t> to) {
    Buffer* b = object<Buffer>(native);
    const std::byte* bytes = b ? s_.buffers_[b->ordinal()].bytes(offset, offset + to.size_bytes()) : nullptr;
    if (bytes) std::memcpy(to.data(), bytes, to.size_bytes());
    return bytes != nullptr;
  }

  void dispatch_indirect(const hal::cmd::DispatchIndirect& x) {
    read(x.buffer, x.offset, 12, call_);
    uint32_t n[3];
    if (arguments(x.buffer, x.offset, n)) {
      uint32_t most = device().limits().max_compute_workgroups_per_dimension;
      std::string found = fmt::format("the buffer has the counts {}, {}, {}", n[0], n[1], n[2]);
      if (n[0] == 0 || n[1] == 0 || n[2] == 0) return no_workgroups("dispatchWorkgroupsIndirect", found);
      if (std::max({n[0], n[1], n[2]}) > most)
        return no_workgroups("dispatchWorkgroupsIndirect", fmt::format("{}, and maxComputeWorkgroupsPerDimension is {}", found, most));
    }
    use_bindings();
  }

  struct DrawCall {
    bool indexed = false, indirect = false, known = true;
    uint32_t count = 0, instances = 0, first = 0;
    int32_t base_vertex = 0;
    uint32_t first_instance = 0;
  };
  std::string text(const DrawCall& d) const { return d.indirect ? std::string(call_) : fmt::format("{}({}, {})", call_, d.count, d.instances); }

  void draw_indirect(const void* buffer, uint64_t offset, bool indexed) {
    uint32_t n[5] = {};
    std::span<uint32_t> words(n, indexed ? 5 : 4);
    read(buffer, offset, words.size_bytes(), call_);
    if (!arguments(buffer, offset, words)) return draw({.indexed = indexed, .indirect = true, .known = false});
    if (indexed) draw({true, true, true, n[0], n[1], n[2], static_cast<int32_t>(n[3]), n[4]});
    else draw({false, true, true, n[0], n[1], n[2], 0, n[3]});
  }

  void draw(const DrawCall& d) {
    const RenderState* state = render_ ? render_->state() : nullptr;
    if (std::optional<NothingLeft> nothing = nothing_left(d, state))
      return tell(nothing_drawn(Name{text(d)}, Text{nothing->why}).help(nothing->help), pipeline_);
    if (!render_ || !state) return;
    if (std::optional<diag::Diagnostic> of_state = state_leaves_nothing(*state, pass_, render_->ref())) {
      tell(std::move(*of_state), render_);
    } else {
      // Others may have written other values by the next draw.
      if (render_->writes_depth()) pass_.depth.reset();
      if (render_->writes_stencil()) pass_.stencil.reset();
    }
    if (std::any_of(state->targets.begin(), state->targets.end(), [](const auto& t) { return t && t->write_mask != 0; })) ++drawn_;
    std::optional<VertexRange> vertices;
    if (d.known && !d.indexed) vertices = VertexRange{d.first, int64_t{d.first} + d.count - 1};
    if (d.indexed) vertices = read_indices(d, *state);
    read_vertices(d, vertices);
    use_bindings();
  }

  std::optional<NothingLeft> nothing_left(const DrawCall& d, const RenderState* state) const {
    std::string help = "is the count that of the data, read before it was loaded?";
    if (d.known) {
      std::string in_buffer = d.indirect ? " in the buffer" : "";
      if (d.count == 0) return NothingLeft{fmt::format("there are 0 {}{}", d.indexed ? "indices" : "vertices", in_buffer), help};
      if (d.instances == 0) return NothingLeft{"there are 0 instances" + in_buffer, help};
      if (d.indirect && d.first_instance != 0 && !device().features().has(FeatureName::IndirectFirstInstance))
        return NothingLeft{fmt::format("firstInstance in the buffer is {}, and the device has not indirect-first-instance", d.first_instance),
                           "ask for the feature indirect-first-instance, or write 0"};
    }
    if (pass_.width != 0)
      if (std::optional<NothingLeft> outside = outside_of_attachments(pass_)) return outside;
    if (!state) return std::nullopt;
    uint32_t samples = (1u << state->multisample.count) - 1;
    if (!(state->multisample.mask & samples))
      return NothingLeft{state->multisample.mask == 0 ? "the mask of multisample is 0"
                                                      : fmt::format("the mask of multisample is {:#x}, without a bit of the {} sample{}",
                                                                    state->multisample.mask, state->multisample.count, state->multisample.count == 1 ? "" : "s"),
                         "leave mask out of multisample: all samples are written then"};
    return d.known ? too_few_vertices(*state, d.count) : std::nullopt;
  }

  struct VertexRange {
    int64_t first, last;
  };

  // The vertices that an indexed draw uses, where its indices are known.
  std::optional<VertexRange> read_indices(const DrawCall& d, const RenderState& state) {
    Buffer* b = object<Buffer>(index_.buffer);
    if (!b) return std::nullopt;
    if (!d.known) {
      if (changed_) read(index_.buffer, index_.offset, index_.size, "an index buffer");
      return std::nullopt;
    }
    uint64_t bytes = index_format_ == hal::IndexFormat::Uint32 ? 4 : 2;
    uint64_t begin = index_.offset + d.first * bytes, end = std::min(begin + d.count * bytes, index_.offset + index_.size);
    if (begin >= end) return std::nullopt;
    SilentChecks::BufferState& content = s_.buffers_[b->ordinal()];
    if (!content.written.any(begin, end)) {
      read(index_.buffer, begin, end - begin, "an index buffer");
      return std::nullopt;
    }
    const std::byte* at = content.bytes(begin, end);
    // A large mesh is drawn again and again.
    if (!at || (!changed_ && end - begin > 65536)) return std::nullopt;
    IndexUse use = look_at_indices(at, (end - begin) / bytes, bytes == 4, state.primitive.topology);
    if (!use.why.empty())
      tell(nothing_drawn(Name{text(d)}, Text{use.why}).help("does the index buffer hold what was meant, in the format that setIndexBuffer names?"), pipeline_);
    if (use.first > use.last) return std::nullopt;
    return VertexRange{int64_t{use.first} + d.base_vertex, int64_t{use.last} + d.base_vertex};
  }

  void read_vertices(const DrawCall& d, std::optional<VertexRange> vertices) {
    const auto& slots = render_->vertex_slots();
    for (size_t i = 0; i < slots.size() && i < vertex_.size(); ++i) {
      const RenderPipeline::VertexSlot& slot = slots[i];
      const Range& bound = vertex_[i];
      Buffer* b = object<Buffer>(bound.buffer);
      if (!slot.used || slot.last_stride == 0 || !b) continue;
      auto reader = [&] { return fmt::format("vertex buffer {} of {}", i, diag::to_text(render_->ref())); };
      std::optional<VertexRange> range = vertices;
      if (slot.step_mode != VertexStepMode::Vertex) range.reset();
      if (slot.step_mode != VertexStepMode::Vertex && d.known) range = VertexRange{d.first_instance, int64_t{d.first_instance} + d.instances - 1};
      if (!range) {
        if (changed_) read(bound.buffer, bound.offset, bound.size, reader());
        continue;
      }
      if (slot.array_stride == 0) range = VertexRange{0, 0};
      int64_t held = bound.size < slot.last_stride ? 0 : slot.array_stride == 0 ? 1 : static_cast<int64_t>((bound.size - slot.last_stride) / slot.array_stride + 1);
      if (range->first < 0 || range->last >= held) {
        outside_vertices(d, *range, held, i);
        continue;
      }
      read_vertices(*b, bound, slot, *range, /*all=*/!d.indexed || slot.step_mode != VertexStepMode::Vertex, reader);
    }
  }

  // Of a draw whose vertices are not known before the GPU reads its indices or its arguments nothing is checked: the robust
  // access decides. https://gpuweb.github.io/gpuweb/#security-shader
  void outside_vertices(const DrawCall& d, VertexRange range, int64_t held, size_t slot) {
    if (!d.indexed && !d.indirect) return;
    bool instances = render_->vertex_slots()[slot].step_mode != VertexStepMode::Vertex;
    std::string of = fmt::format("vertex buffer {} of {}", slot, diag::to_text(render_->ref()));
    std::string found = fmt::format("{} {}", instances ? "instance" : "vertex", range.first < 0 ? range.first : range.last);
    tell(vertex_outside(Name{text(d)}, Text{found}, Text{of}, Text{d.indirect ? "such a draw does nothing" : "what the shader gets is not defined"}, static_cast<uint64_t>(held))
             .help(d.indexed ? "are the indices of this mesh, is baseVertex right, and is the format in setIndexBuffer that of the indices?"
                             : "are the counts in the buffer those of the vertex buffers?"),
         render_);
  }

  // `all`: each vertex of the range is read, else some of them.
  template <class Reader>
  void read_vertices(const Buffer& b, const Range& bound, const RenderPipeline::VertexSlot& slot, VertexRange range, bool all, const Reader& reader) {
    uint64_t first = bound.offset + static_cast<uint64_t>(range.first) * slot.array_stride;
    uint64_t end = bound.offset + static_cast<uint64_t>(range.last) * slot.array_stride + slot.last_stride;
    const ByteRanges& written = s_.buffers_[b.ordinal()].written;
    if (!written.any(first, end)) return read(bound.buffer, first, end - first, reader());
    if (!all || slot.array_stride == 0) return;
    for (uint64_t at = first; at < end;) {
      auto [gap, stop] = written.first_gap(at, end);
      if (gap == end) return;
      uint64_t vertex = (gap - bound.offset + slot.array_stride - 1) / slot.array_stride;
      uint64_t begin = bound.offset + vertex * slot.array_stride;
      if (begin < end && begin + slot.last_stride <= stop) return read(bound.buffer, begin, stop - begin, reader());
      at = stop;
    }
  }

  void use_bindings() {
    if (!pipeline_ || !changed_) return;
    changed_ = false;
    const auto& layouts = pipeline_->layout().groups();
    // Reads first: a dispatch reads what was there before it.
    for (int writes = 0; writes < 2; ++writes)
      for (uint32_t g = 0; g < layouts.size() && g < groups_.size(); ++g)
        if (layouts[g] && groups_[g].group) use_group(g, groups_[g], writes != 0);
  }

  void use_group(uint32_t index, const Bound& bound, bool writes) {
    const BindGroup& group = *bound.group;
    size_t next = 0;
    for (size_t i = 0; i < group.layout().entries().size(); ++i) {
      const BindGroupLayoutEntry& e = group.layout().entries()[i];
      const BindGroup::Bound& b = group.bound()[i];
      uint64_t offset = b.offset;
      if (e.buffer && e.buffer->has_dynamic_offset && next < bound.offsets.size()) offset += bound.offsets[next++];
      if (b.buffer && e.buffer) {
        // One that the shaders could write, and do not.
        bool reads = e.buffer->type != BufferBindingType::Storage || only_read(index, e.binding);
        if (!writes && reads) read_binding(*b.buffer, offset, b.size, index, e.binding);
        if (writes && !reads) s_.buffers_[b.buffer->ordinal()].gpu_writes(offset, offset + b.size);
      }
      if (!b.view) continue;
      s_.textures_[b.view->texture().ordinal()].drawn.clear();
      const TextureViewDescriptor& v = b.view->descriptor();
      if (e.texture || (e.storage_texture && e.storage_texture->access == StorageTextureAccess::ReadOnly)) {
        if (!writes && declares(index, e.binding))
          read_texture(b.view->texture(), v.base_mip_level, v.mip_level_count,
                       fmt::format("group {}, binding {} of {}", index, e.binding, diag::to_text(pipeline_->ref())));
      } else if (e.storage_texture && writes) {
        s_.textures_[b.view->texture().ordinal()].levels |= uint64_t{1} << std::min(v.base_mip_level, 63u);
      }
    }
  }

  bool only_read(uint32_t group, uint32_t binding) const {
    const auto& list = pipeline_->only_read();
    return std::find(list.begin(), list.end(), std::make_pair(group, binding)) != list.end();
  }

  // Whether the shaders use the binding: a layout made by the program can have more.
  bool declares(uint32_t group, uint32_t binding) const {
    const auto& used = pipeline_->used_bindings();
    return std::find(used.begin(), used.end(), std::make_pair(group, binding)) != used.end();
  }

  void read_binding(const Buffer& buffer, uint64_t offset, uint64_t size, uint32_t group, uint32_t binding) {
    const PipelineBase::MinimumSize* variable = nullptr;
    for (const PipelineBase::MinimumSize& m : pipeline_->minimum_sizes())
      if (m.group == group && m.binding == binding) variable = &m;
    if (!variable) return;
    const SilentChecks::BufferState& state = s_.buffers_[buffer.ordinal()];
    if (!state.written.any(offset, offset + size)) {
      tell(never_written(fmt::format("`{}` of {}", variable->name, diag::to_text(pipeline_->ref())), buffer, offset, size)
               .note(variable->shader.place(), "declared here")
               .help(kMissingWrite),
           &buffer, pipeline_);
      return;
    }
    const ShaderBinding& declared = *variable->shader.binding;
    if (declared.type.starts_with("array<")) return;
    const RenderState* of_pipeline = render_ && pipeline_ == render_ ? render_->state() : nullptr;
    for (const ShaderMember& m : declared.members) {
      // What is there to fill gaps is nobody's value.
      if (m.name.starts_with('_') || m.name.find("pad") != std::string::npos || m.size == 0) continue;
      if (of_pipeline && !of_pipeline->accesses(group, binding, m.offset, m.offset + m.size)) continue;
      uint64_t begin = offset + m.offset, end = begin + m.size;
      if (state.written.any(begin, end)) continue;
      diag::Diagnostic d =
          member_never_written(pipeline_->ref(), Name{variable->name + "." + m.name}, Text{fmt::format("bytes {} to {}", begin, end)},
                               buffer.ref())
              .note(variable->shader.place(), "declared here")
              .note(buffer.ref(), "created here", buffer.created_at());
      if (std::string layout = layout_text(declared); !layout.empty()) std::move(d).help(std::move(layout));
      tell(std::move(d), &buffer, pipeline_);
      return;
    }
  }

  SilentChecks& s_;
  const hal::CommandStream* stream_;
  const hal::CommandStream* current_ = nullptr;  // stream_, or that of a bundle
  uint32_t command_ = 0;
  std::string_view call_;
  std::unordered_map<const void*, DeviceObject*> objects_;
  PipelineBase* pipeline_ = nullptr;
  RenderPipeline* render_ = nullptr;
  std::vector<Bound> groups_;
  std::vector<Range> vertex_;
  Range index_;
  hal::IndexFormat index_format_{};
  bool changed_ = true;
  PassState pass_;
  std::vector<Attachment> attachments_;  // colour ones, and what they are resolved to
  TextureView* depth_view_ = nullptr;
  bool depth_written_ = false, depth_stored_ = false;
  bool measured_ = false;  // by queries: it may be drawn for their sake
  uint32_t drawn_ = 0;     // draws that can change colours
};

void walk_stream(SilentChecks& checks, const Recording& recording) { StreamWalk(checks, recording).run(); }

}  // namespace vitrine::gpu
