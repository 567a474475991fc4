// What an encoder writes down: the command stream of the backend and the objects that it refers to.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

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
  bool use(DeviceObject& object) {
    if (last_ == &object) return false;
    last_ = &object;
    if (!seen_.try_emplace(&object, uses.size()).second) return false;
    uses.push_back({Ref<DeviceObject>(&object), static_cast<uint32_t>(stream.command_count())});
    return true;
  }

 private:
  std::unordered_map<DeviceObject*, size_t> seen_;
  const DeviceObject* last_ = nullptr;
};
using RecordingRef = std::shared_ptr<Recording>;

}  // namespace vitrine::gpu
