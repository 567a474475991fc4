// What an encoder writes down: the command stream of the backend and the objects that it refers to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/pointer_map.h"
#include "gpu/object.h"
#include "hal/stream.h"

namespace vitrine::gpu {

class Buffer;
class QuerySet;
class Texture;

struct Recording {
  hal::CommandStream stream;
  // Everything that the stream refers to, once, with the command that used it first. Keeps it alive.
  struct Use {
    Ref<DeviceObject> object;
    uint32_t command = 0;  // of the stream
  };
  std::vector<Use> uses;

  // False: it was there.
  bool use(DeviceObject& object) { return !object.used_again(number_) && add(object); }

 private:
  bool add(DeviceObject& object) {
    if (!seen_.insert(&object, 0)) return false;
    uses.push_back({Ref<DeviceObject>(&object), static_cast<uint32_t>(stream.command_count())});
    return true;
  }
  static uint64_t next_number() {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  const uint64_t number_ = next_number();  // unlike that of any other in the process
  PointerMap seen_;
};
using RecordingRef = std::shared_ptr<Recording>;

}  // namespace vitrine::gpu
