// VITRINE_CHECK=silent: what is valid, does nothing or reads what nobody wrote, and so is most likely not what was meant. Off by
// default: then nothing of it is made, and encoders know nothing of it. The recorded streams are walked at submit.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/byte_ranges.h"
#include "gpu/recording.h"

namespace vitrine::gpu {

class Buffer;
class CommandBuffer;
class CommandEncoder;
class Device;
class Surface;
class Texture;

// The findings of one device, each told once for the same objects. Thread-safe.
class SilentChecks {
 public:
  explicit SilentChecks(Device& device) : device_(device) {}

  // By the host: writeBuffer (`queued`), or a mapping.
  void written(const Buffer& buffer, uint64_t offset, std::span<const std::byte> data, bool queued);
  void written(const Texture& texture, uint32_t mip_level);
  // By the host, as mapAsync will have it.
  void read(const Buffer& buffer, uint64_t offset, uint64_t size);
  void submitted(const std::vector<RecordingRef>& recordings);
  void presented(const Surface& surface, const Texture& texture);
  void unconfigured(const Surface& surface);
  void never_submitted(const CommandBuffer& commands);
  void never_finished(const CommandEncoder& encoder, uint64_t command_count);
  void gone(const Buffer& buffer);
  void gone(const Texture& texture);

 private:
  friend class StreamWalk;
  struct PendingWrite {
    uint64_t begin, end;
    uint64_t count;
    uint64_t last;  // of next_user(), when the last one was made
  };
  struct BufferState {
    ByteRanges written;
    std::vector<PendingWrite> pending;  // of the queue, since a submission used it
    // Of index and indirect buffers: what the host wrote, and where it still holds.
    std::vector<std::byte> content;
    ByteRanges known;

    void gpu_writes(uint64_t begin, uint64_t end) {
      written.add(begin, end);
      known.remove(begin, end);
    }
    // The bytes of a range, or null where they are not known.
    const std::byte* bytes(uint64_t begin, uint64_t end) const { return known.all(begin, end) ? content.data() + begin : nullptr; }
  };
  // What a pass drew into a texture, where nothing read it so far.
  struct Drawn {
    std::string pass;
    uint64_t submission = 0;
    uint32_t level = 0, layer = 0, slice = 0;
  };
  struct TextureState {
    uint64_t levels = 0;  // bit i: something wrote to mip level i
    std::string discarded_by;  // in words
    uint64_t first_read = 0;   // the submission that read it before anything was written; 0: none
    std::vector<Drawn> drawn;
  };
  void tell(diag::Diagnostic d, uint64_t about, uint64_t user);

  Device& device_;
  std::mutex mutex_;
  std::unordered_map<uint64_t, BufferState> buffers_;    // by ordinal
  std::unordered_map<uint64_t, TextureState> textures_;
  std::unordered_map<uint64_t, uint64_t> undrawn_;  // by ordinal of the surface: frames presented, while none was drawn to
  uint64_t submissions_ = 0;
  std::set<std::tuple<std::string_view, uint64_t, uint64_t>> told_;
};

}  // namespace vitrine::gpu
