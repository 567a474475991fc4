// VITRINE_CHECK=silent: what is valid, does nothing or reads what nobody wrote, and so is most likely not what was meant. Off by
// default: then nothing of it is made, and encoders know nothing of it. The recorded streams are walked at submit.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/recording.h"

namespace vitrine::gpu {

class Buffer;
class CommandBuffer;
class Device;
class Texture;

// The findings of one device, each told once for the same objects. Thread-safe.
class SilentChecks {
 public:
  explicit SilentChecks(Device& device) : device_(device) {}

  // By the host: writeBuffer (`queued`), or a mapping.
  void written(const Buffer& buffer, uint64_t offset, uint64_t size, bool queued);
  void written(const Texture& texture, uint32_t mip_level);
  void submitted(const std::vector<RecordingRef>& recordings);
  void never_submitted(const CommandBuffer& commands);
  void gone(const Buffer& buffer);
  void gone(const Texture& texture);

 private:
  friend class StreamWalk;
  struct PendingWrite {
    uint64_t begin, end;
    uint64_t count;
  };
  struct BufferState {
    std::vector<std::pair<uint64_t, uint64_t>> written;  // by begin, apart from each other
    std::vector<PendingWrite> pending;                   // of the queue, since a submission used it
  };
  struct TextureState {
    uint64_t levels = 0;  // bit i: something wrote to mip level i
    std::string discarded_by;
  };
  void mark(BufferState& state, uint64_t begin, uint64_t end);
  static bool any_written(const BufferState& state, uint64_t begin, uint64_t end);
  void tell(diag::Diagnostic d, uint64_t about, uint64_t user);

  Device& device_;
  std::mutex mutex_;
  std::unordered_map<uint64_t, BufferState> buffers_;    // by ordinal
  std::unordered_map<uint64_t, TextureState> textures_;
  std::set<std::tuple<std::string_view, uint64_t, uint64_t>> told_;
};

}  // namespace vitrine::gpu
