// Writes the calls of a program as call text. The wrappers that tools/gen_record.py makes, one for each function of webgpu.h, use it;
// they stand before the real functions (LD_PRELOAD), and VITRINE_TRACE names the file.
#pragma once

#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "webidl/tables.h"

namespace vitrine::trace {

class Recorder {
 public:
  // Takes the file over; text is flushed after every line, so that a crash loses nothing.
  explicit Recorder(std::FILE* file);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // A line before the call is made. With a result: a new name for it, which `made` then binds. Thread-safe.
  std::string call(void* self, uint16_t interface, const webidl::Method& method, const webidl::Slot* slots);
  void made(const std::string& name, void* handle, uint16_t interface);
  void label(void* self, uint16_t interface, WGPUStringView label);
  void write_mapped(void* self, uint64_t offset, const void* data, size_t size);
  // A range that may be written through until its buffer is unmapped; then its content becomes a line.
  void mapped(void* buffer, uint64_t offset, size_t size, const void* data);
  // `mapped`: it still is, and not destroyed with its ranges.
  void unmapping(void* buffer, bool mapped);
  // device.getQueue gives the same object again and again: one line for the first.
  void queue(void* device, void* queue);

  // A surface gives textures of the device that it is configured with.
  void configured(void* surface, void* device);
  void frame(void* surface, void* texture, const WGPUTextureDescriptor& descriptor);

  // A descriptor that the program passed, as a slot.
  static webidl::Slot slot(const void* pointer);

 private:
  std::string name_of(void* handle, uint16_t interface);
  std::string new_name(uint16_t interface);
  void line(const std::string& text);

  struct Range {
    uint64_t offset;
    size_t size;
    const void* data;
  };
  std::mutex mutex_;
  std::FILE* file_;
  std::unordered_map<void*, std::pair<uint16_t, std::string>> names_;
  std::unordered_map<uint16_t, uint64_t> counts_;
  std::unordered_map<void*, std::vector<Range>> ranges_;
  std::unordered_map<void*, void*> surfaces_;
};

// Of the process: made when VITRINE_TRACE names a file that can be written. Null otherwise.
Recorder* process_recorder();

}  // namespace vitrine::trace
