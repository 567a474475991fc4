// What an encoder writes down: the command stream of the backend and the objects that it refers to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/object.h"
#include "hal/stream.h"

namespace vitrine::gpu {

class Buffer;
class QuerySet;
class Texture;

struct Recording {
  explicit Recording(hal::StreamMemory& memory) : stream(&memory) {}
  hal::CommandStream stream;
  // Everything that the stream refers to, with the command that used it first; more than once where several recordings took turns
  // with it. Keeps it alive.
  struct Use {
    Ref<DeviceObject> object;
    uint32_t command = 0;  // of the stream
  };
  std::vector<Use> uses;

  // False: it was there.
  bool use(DeviceObject& object) {
    if (object.used_again(number_)) return false;
    uses.push_back({Ref<DeviceObject>(&object), static_cast<uint32_t>(stream.command_count())});
    return true;
  }

  // After one command that uses many objects: repeats must not grow without bound.
  void drop_repeats_if_many() {
    if (uses.size() > most_) drop_repeats();
  }

  // Those made later have larger ones, in the count of next_user().
  uint64_t number() const { return number_; }

 private:
  void drop_repeats();
  const uint64_t number_ = next_user();
  size_t most_ = 4096;
};
using RecordingRef = std::shared_ptr<Recording>;

}  // namespace vitrine::gpu
