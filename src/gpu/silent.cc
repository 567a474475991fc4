#include "gpu/silent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gpu/buffer.h"
#include "gpu/command_buffer.h"
#include "gpu/command_encoder.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/silent_walk.h"
#include "gpu/surface.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Text;

RULE(write_overwritten, Warning, "vitrine:check", "",
     "bytes {0} to {1} of {2} were written {3} times before this submit, and the submit reads what the last one wrote",
     uint64_t, uint64_t, diag::ObjectRef, uint64_t);
RULE(command_buffer_never_submitted, Warning, "vitrine:check", "", "{0} was never submitted: its {1} commands did not run",
     diag::ObjectRef, uint64_t);
RULE(encoder_never_finished, Warning, "vitrine:check", "", "{0} was never finished: its {1} commands did not run",
     diag::ObjectRef, uint64_t);
RULE(presented_never_drawn, Warning, "vitrine:check", "", "{0} has shown {1}, and nothing was drawn to any of them", diag::ObjectRef,
     Text);

// ---- what was written ----

void SilentChecks::written(const Buffer& buffer, uint64_t offset, std::span<const std::byte> data, bool queued) {
  std::lock_guard lock(mutex_);
  BufferState& state = buffers_[buffer.ordinal()];
  uint64_t end = offset + data.size();
  state.written.add(offset, end);
  constexpr uint64_t kMostKept = 16 * 1024 * 1024;
  if ((buffer.usage() & (BufferUsage::Index | BufferUsage::Indirect)) && buffer.size() <= kMostKept && !data.empty()) {
    state.content.resize(buffer.size());
    std::memcpy(state.content.data() + offset, data.data(), data.size());
    // Where they would become too many they must not be taken as one.
    if (state.known.count() >= ByteRanges::kMost) state.known = {};
    state.known.add(offset, end);
  }
  if (!queued || data.empty()) return;
  for (PendingWrite& p : state.pending)
    if (p.begin == offset && p.end == end) {
      ++p.count;
      p.last = next_user();
      return;
    }
  constexpr size_t kMostPending = 64;
  if (state.pending.size() < kMostPending) state.pending.push_back({offset, end, 1, next_user()});
}

void SilentChecks::read(const Buffer& buffer, uint64_t offset, uint64_t size) {
  std::lock_guard lock(mutex_);
  if (size == 0 || buffers_[buffer.ordinal()].written.any(offset, offset + size)) return;
  tell(never_written("mapAsync(READ)", buffer, offset, size)
           .help("is the copy to it missing, or does mapAsync come before the submit that writes it?"),
       buffer.ordinal(), 0);
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

void SilentChecks::never_finished(const CommandEncoder& encoder, uint64_t command_count) {
  std::lock_guard lock(mutex_);
  tell(encoder_never_finished(encoder.ref(), command_count)
           .note(encoder.ref(), "created here", encoder.created_at())
           .help("call finish() and give the command buffer to queue.submit([...])"),
       encoder.ordinal(), 0);
}

namespace {
constexpr uint64_t kDrawn = ~uint64_t{0};
// Programs show frames while they load.
constexpr uint64_t kManyFrames = 120;
}  // namespace

void SilentChecks::presented(const Surface& surface, const Texture& texture) {
  uint64_t frames;
  {
    std::lock_guard lock(mutex_);
    uint64_t& undrawn = undrawn_[surface.ordinal()];
    if (undrawn == kDrawn) return;
    undrawn = textures_[texture.ordinal()].levels != 0 ? kDrawn : undrawn + 1;
    frames = undrawn;
  }
  if (frames == kManyFrames) unconfigured(surface);
}

void SilentChecks::unconfigured(const Surface& surface) {
  std::lock_guard lock(mutex_);
  uint64_t frames = undrawn_[surface.ordinal()];
  if (frames == 0 || frames == kDrawn) return;
  tell(presented_never_drawn(surface.ref(), Text{frames == 1 ? "1 image" : fmt::format("{} images", frames)})
           .help("draw to a view of the current texture and submit that before presenting; a pass to an older texture of the "
                 "surface, or one that is submitted later, does not count"),
       surface.ordinal(), 0);
}

void SilentChecks::submitted(const std::vector<RecordingRef>& recordings) {
  std::lock_guard lock(mutex_);
  ++submissions_;
  for (const RecordingRef& r : recordings) {
    for (const Recording::Use& use : r->uses) {
      if (use.object->kind() != ObjectKind::Buffer) continue;
      auto it = buffers_.find(use.object->ordinal());
      if (it == buffers_.end()) continue;
      for (const PendingWrite& p : it->second.pending)
        // What was encoded after the last one was meant to see that: a program may write anew what it wrote at its start.
        if (p.count > 1 && r->number() < p.last)
          tell(write_overwritten(p.begin, p.end, use.object->ref(), p.count)
                   .help("writeBuffer runs before the submit, and not between its draws: give each draw its own buffer, its own "
                         "part of one (a dynamic offset), or submit in between"),
               use.object->ordinal(), 0);
      it->second.pending.clear();
    }
    walk_stream(*this, *r);
  }
}

}  // namespace vitrine::gpu
