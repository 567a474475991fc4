#include "gpu/silent.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "gpu/bind_group.h"
#include "gpu/buffer.h"
#include "gpu/call.h"
#include "gpu/command_buffer.h"
#include "gpu/compute_pipeline.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/render_pipeline.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Text;

RULE(buffer_never_written, Warning, "vitrine:check", "", "{0} reads {1}, which nothing was ever written to: it reads zeros", Text,
     Text);
RULE(member_never_written, Warning, "vitrine:check", "", "{0} reads {1} from {2} of {3}, which were never written: it reads zeros",
     diag::ObjectRef, Name, Text, diag::ObjectRef);
RULE(texture_never_written, Warning, "vitrine:check", "", "{0} reads {1}, and {2}", Text, diag::ObjectRef, Text);
RULE(write_overwritten, Warning, "vitrine:check", "",
     "bytes {0} to {1} of {2} were written {3} times before this submit, and the submit reads what the last one wrote", uint64_t,
     uint64_t, diag::ObjectRef, uint64_t);
RULE(nothing_drawn, Warning, "vitrine:check", "", "{0} draws nothing: {1}", Name, Text);
RULE(nothing_dispatched, Warning, "vitrine:check", "", "{0} runs no invocation: one of the counts is 0", Name);
RULE(depth_test_never_passes, Warning, "vitrine:check", "",
     "{0} draws nothing: its depthCompare is {1}, and the depth it compares with was cleared to {2}", diag::ObjectRef, Name, double);
RULE(command_buffer_never_submitted, Warning, "vitrine:check", "", "{0} was never submitted: its {1} commands did not run",
     diag::ObjectRef, uint64_t);

namespace {
constexpr uint64_t kToTheEnd = ~uint64_t{0};
}

// ---- what was written ----

void SilentChecks::mark(BufferState& state, uint64_t begin, uint64_t end) {
  if (begin >= end) return;
  auto& list = state.written;
  auto at = std::lower_bound(list.begin(), list.end(), std::make_pair(begin, uint64_t{0}));
  if (at != list.begin() && std::prev(at)->second >= begin) --at;
  auto last = at;
  while (last != list.end() && last->first <= end) {
    begin = std::min(begin, last->first);
    end = std::max(end, last->second);
    ++last;
  }
  at = list.erase(at, last);
  list.insert(at, {begin, end});
  // Scattered writes: then all between them counts as written.
  constexpr size_t kMostRanges = 1024;
  if (list.size() > kMostRanges) list = {{list.front().first, list.back().second}};
}

bool SilentChecks::any_written(const BufferState& state, uint64_t begin, uint64_t end) {
  return std::any_of(state.written.begin(), state.written.end(),
                     [&](const auto& range) { return range.first < end && range.second > begin; });
}

void SilentChecks::written(const Buffer& buffer, uint64_t offset, uint64_t size, bool queued) {
  std::lock_guard lock(mutex_);
  BufferState& state = buffers_[buffer.ordinal()];
  mark(state, offset, offset + size);
  if (!queued || size == 0) return;
  for (PendingWrite& p : state.pending)
    if (p.begin == offset && p.end == offset + size) {
      ++p.count;
      return;
    }
  constexpr size_t kMostPending = 64;
  if (state.pending.size() < kMostPending) state.pending.push_back({offset, offset + size, 1});
}

void SilentChecks::written(const Texture& texture, uint32_t mip_level) {
  std::lock_guard lock(mutex_);
  textures_[texture.ordinal()].levels |= uint64_t{1} << std::min(mip_level, 63u);
}

void SilentChecks::gone(const Buffer& buffer) {
  std::lock_guard lock(mutex_);
  buffers_.erase(buffer.ordinal());
}

void SilentChecks::gone(const Texture& texture) {
  std::lock_guard lock(mutex_);
  textures_.erase(texture.ordinal());
}

void SilentChecks::tell(diag::Diagnostic d, uint64_t about, uint64_t user) {
  if (!told_.insert({d.rule().name, about, user}).second) return;
  device_.instance().report(Device::attributed(std::move(d)), &device_, /*scoped=*/false, /*to_log=*/true);
}

void SilentChecks::never_submitted(const CommandBuffer& commands) {
  std::lock_guard lock(mutex_);
  tell(command_buffer_never_submitted(commands.ref(), commands.recording()->stream.command_count())
           .note(commands.ref(), "finished here", commands.created_at())
           .help("give it to queue.submit([...])"),
       commands.ordinal(), 0);
}

// ---- one submission ----

namespace {
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
            tell(nothing_dispatched(Name{fmt::format("dispatchWorkgroups({}, {}, {})", x.x, x.y, x.z)})
                     .help("workgroups are counted: Math.ceil(items / workgroup size), and at least 1"),
                 pipeline_);
          else
            use_bindings();
          break;
        }
        case hal::Op::DispatchIndirect: {
          const auto& x = hal::as<cmd::DispatchIndirect>(h);
          read(x.buffer, x.offset, 12, "dispatchWorkgroupsIndirect");
          use_bindings();
          break;
        }
        case hal::Op::SetIndexBuffer: {
          const auto& x = hal::as<cmd::SetIndexBuffer>(h);
          index_ = {x.buffer, x.offset, x.size};
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
          draw(fmt::format("draw({}, {})", x.vertex_count, x.instance_count), x.vertex_count, x.instance_count, "vertices", false);
          break;
        }
        case hal::Op::DrawIndexed: {
          const auto& x = hal::as<cmd::DrawIndexed>(h);
          draw(fmt::format("drawIndexed({}, {})", x.index_count, x.instance_count), x.index_count, x.instance_count, "indices", true);
          break;
        }
        case hal::Op::DrawIndirect: {
          const auto& x = hal::as<cmd::DrawIndirect>(h);
          read(x.buffer, x.offset, 16, "drawIndirect");
          draw("drawIndirect", 1, 1, "", false);
          break;
        }
        case hal::Op::DrawIndexedIndirect: {
          const auto& x = hal::as<cmd::DrawIndexedIndirect>(h);
          read(x.buffer, x.offset, 20, "drawIndexedIndirect");
          draw("drawIndexedIndirect", 1, 1, "", true);
          break;
        }
        case hal::Op::SetViewport: {
          const auto& x = hal::as<cmd::SetViewport>(h);
          viewport_empty_ = x.width == 0 || x.height == 0;
          break;
        }
        case hal::Op::SetScissorRect: {
          const auto& x = hal::as<cmd::SetScissorRect>(h);
          scissor_empty_ = x.width == 0 || x.height == 0;
          break;
        }
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
    viewport_empty_ = scissor_empty_ = false;
    depth_clear_.reset();
    stored_.clear();
  }
  void set_pipeline(PipelineBase* p) {
    if (pipeline_ != p) changed_ = true;
    pipeline_ = p;
  }

  void begin_render_pass(const hal::cmd::BeginRenderPass& b) {
    begin_pass();
    const auto* colors = hal::payload<hal::cmd::ColorAttachment>(b);
    for (uint32_t i = 0; i < b.color_count; ++i) {
      if (TextureView* v = object<TextureView>(colors[i].view)) stored_.emplace_back(v, colors[i].store == hal::StoreOp::Store);
      if (TextureView* v = object<TextureView>(colors[i].resolve_target)) stored_.emplace_back(v, true);
    }
    const hal::cmd::DepthStencilAttachment& d = b.depth_stencil;
    if (TextureView* v = object<TextureView>(d.view)) {
      if (!d.depth_read_only && d.depth_store != hal::StoreOp::Undefined)
        stored_.emplace_back(v, d.depth_store == hal::StoreOp::Store);
      if (d.depth_load == hal::LoadOp::Clear) depth_clear_ = d.depth_clear;
    }
  }

  void end_render_pass() {
    for (auto [view, store] : stored_) {
      SilentChecks::TextureState& state = s_.textures_[view->texture().ordinal()];
      uint64_t bit = uint64_t{1} << std::min(view->descriptor().base_mip_level, 63u);
      if (store) {
        state.levels |= bit;
        state.discarded_by.clear();
      } else {
        state.levels &= ~bit;
        state.discarded_by = pass_label();
      }
    }
    stored_.clear();
  }

  std::string pass_label() const {
    uint32_t pass = stream_->info(outer_command()).pass;
    return pass && pass <= stream_->passes().size() ? stream_->passes()[pass - 1].label : std::string();
  }
  size_t outer_command() const { return current_ == stream_ ? command_ : 0; }

  void tell(diag::Diagnostic d, const DeviceObject* about, const DeviceObject* user = nullptr) {
    const hal::CommandInfo& info = current_->info(command_);
    if (current_ == stream_ && info.pass && info.pass <= stream_->passes().size()) {
      const hal::PassInfo& pass = stream_->passes()[info.pass - 1];
      std::move(d).within({diag::ContextKind::Pass, pass.label, info.pass});
      std::move(d).within({diag::ContextKind::Command, std::string(call_), stream_->number_in_pass(command_)});
    }
    if (const auto& sites = device().instance().options().native_call_sites; info.call_site && sites)
      std::move(d).called_from({info.call_site, sites});
    s_.tell(std::move(d), about ? about->ordinal() : 0, user ? user->ordinal() : command_);
  }
  Device& device() const { return s_.device_; }

  // -- reads and writes --

  void write(const void* native, uint64_t offset, uint64_t size) {
    if (Buffer* b = object<Buffer>(native))
      s_.mark(s_.buffers_[b->ordinal()], offset, size == kToTheEnd ? b->size() : offset + size);
  }
  void write_texture(const void* native, uint32_t level) {
    if (Texture* t = object<Texture>(native)) s_.textures_[t->ordinal()].levels |= uint64_t{1} << std::min(level, 63u);
  }
  void read(const void* native, uint64_t offset, uint64_t size, std::string_view reader) {
    Buffer* b = object<Buffer>(native);
    if (!b || size == 0) return;
    if (size == kToTheEnd) size = b->size() - offset;
    if (SilentChecks::any_written(s_.buffers_[b->ordinal()], offset, offset + size)) return;
    tell(never_written(std::string(reader), *b, offset, size, b->size()), b, pipeline_);
  }
  diag::Diagnostic never_written(std::string reader, const Buffer& b, uint64_t offset, uint64_t size, uint64_t whole) const {
    std::string what = offset == 0 && size == whole ? diag::to_text(b.ref())
                                                    : fmt::format("bytes {} to {} of {}", offset, offset + size, diag::to_text(b.ref()));
    return buffer_never_written(Text{std::move(reader)}, Text{std::move(what)})
        .note(b.ref(), "created here", b.created_at())
        .help("is the write missing, is it to another buffer, or does it come after this submit?");
  }
  void read_texture(const void* native, uint32_t level, uint32_t count, const std::string& reader) {
    Texture* t = object<Texture>(native);
    if (t) read_texture(*t, level, count, reader);
  }
  void read_texture(Texture& t, uint32_t level, uint32_t count, const std::string& reader) {
    const SilentChecks::TextureState& state = s_.textures_[t.ordinal()];
    uint64_t wanted = count >= 64 ? ~uint64_t{0} : ((uint64_t{1} << count) - 1) << std::min(level, 63u);
    uint64_t missing = wanted & ~state.levels;
    if (t.mip_level_count() < 64) missing &= (uint64_t{1} << t.mip_level_count()) - 1;
    if (!missing) return;
    std::string why, help = "is the upload missing, is it to another texture, or does it come after this submit?";
    if (!state.discarded_by.empty()) {
      why = fmt::format("pass \"{}\" discarded what it drew there", state.discarded_by);
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

  void draw(const std::string& call, uint32_t count, uint32_t instances, std::string_view what, bool indexed) {
    std::string why = count == 0            ? fmt::format("there are 0 {}", what)
                      : instances == 0      ? "there are 0 instances"
                      : viewport_empty_     ? "the viewport is empty"
                      : scissor_empty_      ? "the scissor rectangle is empty"
                      : !render_            ? ""
                      : !render_->sample_mask() ? "the mask of multisample is 0"
                                                : "";
    if (!why.empty())
      return tell(nothing_drawn(Name{call}, Text{why})
                      .help(count == 0 || instances == 0 ? "is the count that of the data, read before it was loaded?"
                            : viewport_empty_ || scissor_empty_
                                ? "give it the size of the attachments, once that is known"
                                : "leave mask out of multisample: all samples are written then"),
                  pipeline_);
    if (render_ && depth_clear_) {
      auto compare = render_->depth_compare();
      bool never = compare == CompareFunction::Never || (compare == CompareFunction::Less && *depth_clear_ == 0.0f) ||
                   (compare == CompareFunction::Greater && *depth_clear_ == 1.0f);
      if (never)
        tell(depth_test_never_passes(render_->ref(), Name{shown(compare)}, *depth_clear_)
                 .help(compare == CompareFunction::Less      ? "clear to 1: depthClearValue: 1"
                       : compare == CompareFunction::Greater ? "clear to 0: depthClearValue: 0"
                                                             : "take another depthCompare"),
             render_);
      // Others may have written other values by the next draw.
      if (!never && render_->writes_depth()) depth_clear_.reset();
    }
    if (!changed_) return;
    if (render_) {
      const auto& slots = render_->vertex_slots();
      for (size_t i = 0; i < slots.size() && i < vertex_.size(); ++i)
        if (slots[i].used)
          read(vertex_[i].buffer, vertex_[i].offset, vertex_[i].size, fmt::format("vertex buffer {} of {}", i, diag::to_text(render_->ref())));
    }
    if (indexed) read(index_.buffer, index_.offset, index_.size, "an index buffer");
    use_bindings();
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
        if (e.buffer->type != BufferBindingType::Storage) {
          if (!writes) read_binding(*b.buffer, offset, b.size, index, e.binding);
        } else if (writes) {
          s_.mark(s_.buffers_[b.buffer->ordinal()], offset, offset + b.size);
        }
      }
      if (!b.view) continue;
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
    if (!SilentChecks::any_written(state, offset, offset + size)) {
      tell(never_written(fmt::format("`{}` of {}", variable->name, diag::to_text(pipeline_->ref())), buffer, offset, size, buffer.size())
               .note(variable->shader.place(), "declared here"),
           &buffer, pipeline_);
      return;
    }
    const ShaderBinding& declared = *variable->shader.binding;
    if (declared.type.starts_with("array<")) return;
    for (const ShaderMember& m : declared.members) {
      // What is there to fill gaps is nobody's value.
      if (m.name.starts_with('_') || m.name.find("pad") != std::string::npos || m.size == 0) continue;
      uint64_t begin = offset + m.offset, end = begin + m.size;
      if (SilentChecks::any_written(state, begin, end)) continue;
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
  bool changed_ = true, viewport_empty_ = false, scissor_empty_ = false;
  std::optional<float> depth_clear_;
  std::vector<std::pair<TextureView*, bool>> stored_;  // attachments, and whether what is drawn stays
};

void SilentChecks::submitted(const std::vector<RecordingRef>& recordings) {
  std::lock_guard lock(mutex_);
  for (const RecordingRef& r : recordings) {
    for (const Recording::Use& use : r->uses) {
      if (use.object->kind() != ObjectKind::Buffer) continue;
      auto it = buffers_.find(use.object->ordinal());
      if (it == buffers_.end()) continue;
      for (const PendingWrite& p : it->second.pending)
        if (p.count > 1)
          tell(write_overwritten(p.begin, p.end, use.object->ref(), p.count)
                   .help("writeBuffer runs before the submit, and not between its draws: give each draw its own buffer, its own "
                         "part of one (a dynamic offset), or submit in between"),
               use.object->ordinal(), 0);
      it->second.pending.clear();
    }
    StreamWalk(*this, *r).run();
  }
}

}  // namespace vitrine::gpu
