#include "trace/record.h"

#include <cstdlib>

#include "webidl/describe.h"

namespace vitrine::trace {

Recorder::Recorder(std::FILE* file) : file_(file) {}

Recorder::~Recorder() { std::fclose(file_); }

webidl::Slot Recorder::slot(const void* pointer) {
  webidl::Slot s;
  s.pointer = pointer;
  s.present = pointer != nullptr;
  return s;
}

void Recorder::line(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), file_);
  std::fputc('\n', file_);
  std::fflush(file_);
}

// adapter1, buffer2, computePassEncoder1
std::string Recorder::new_name(uint16_t interface) {
  std::string name = webidl::interfaces()[interface].name;
  name = name.substr(3);
  name[0] = static_cast<char>(name[0] | 32);
  return name + std::to_string(++counts_[interface]);
}

std::string Recorder::name_of(void* handle, uint16_t interface) {
  if (interface == webidl::kGPU) return "gpu";
  auto it = names_.find(handle);
  if (it != names_.end() && it->second.first == interface) return it->second.second;
  // Made before recording began, or by a function that call text does not know.
  std::string name = new_name(interface);
  names_[handle] = {interface, name};
  line("# " + name + " comes from outside this text");
  return name;
}

std::string Recorder::call(void* self, uint16_t interface, const webidl::Method& method, const webidl::Slot* slots) {
  std::lock_guard lock(mutex_);
  webidl::DescribeOptions options;
  options.whole = true;
  options.name = [this](void* handle, uint16_t i) { return name_of(handle, i); };
  std::string receiver = name_of(self, interface);
  std::string text = webidl::describe_call(method, slots, options);
  std::string result = method.result >= 0 ? new_name(static_cast<uint16_t>(method.result)) : std::string();
  line((result.empty() ? "" : result + " = ") + receiver + "." + text);
  return result;
}

void Recorder::made(const std::string& name, void* handle, uint16_t interface) {
  if (!handle || name.empty()) return;
  std::lock_guard lock(mutex_);
  names_[handle] = {interface, name};
  if (interface == webidl::kGPUBuffer) ranges_.erase(handle);  // of a buffer that is gone
}

void Recorder::label(void* self, uint16_t interface, WGPUStringView label) {
  std::lock_guard lock(mutex_);
  webidl::DescribeOptions options;
  options.whole = true;
  std::string_view text;
  if (label.data) text = label.length == WGPU_STRLEN ? std::string_view(label.data) : std::string_view(label.data, label.length);
  line(name_of(self, interface) + ".label = " + webidl::describe_text(text, options));
}

void Recorder::write_mapped(void* self, uint64_t offset, const void* data, size_t size) {
  static const webidl::Argument arguments[] = {{"offset", {webidl::Kind::UnsignedLongLong}, false, 0},
                                               {"data", {webidl::Kind::BufferSource}, false, 0}};
  if (!data || size == WGPU_WHOLE_MAP_SIZE) return;  // the call will fail
  static const webidl::Method method = {"writeMappedRange", arguments, webidl::Special::None, -1, nullptr};
  webidl::Slot slots[2];
  slots[0].number = offset;
  slots[1] = slot(data);
  slots[1].count = size;
  call(self, webidl::kGPUBuffer, method, slots);
}

void Recorder::mapped(void* buffer, uint64_t offset, size_t size, const void* data) {
  std::lock_guard lock(mutex_);
  ranges_[buffer].push_back({offset, size, data});
}

void Recorder::unmapping(void* buffer, bool mapped) {
  std::vector<Range> ranges;
  {
    std::lock_guard lock(mutex_);
    auto it = ranges_.find(buffer);
    if (it == ranges_.end()) return;
    ranges = std::move(it->second);
    ranges_.erase(it);
  }
  if (!mapped) return;
  for (const Range& range : ranges) write_mapped(buffer, range.offset, range.data, range.size);
}

void Recorder::queue(void* device, void* queue) {
  std::lock_guard lock(mutex_);
  if (auto it = names_.find(queue); it != names_.end() && it->second.first == webidl::kGPUQueue) return;
  std::string receiver = name_of(device, webidl::kGPUDevice);
  std::string name = new_name(webidl::kGPUQueue);
  names_[queue] = {webidl::kGPUQueue, name};
  line(name + " = " + receiver + ".queue");
}

void Recorder::configured(void* surface, void* device) {
  std::lock_guard lock(mutex_);
  surfaces_[surface] = device;
}

void Recorder::frame(void* surface, void* texture, const WGPUTextureDescriptor& descriptor) {
  void* device = nullptr;
  {
    std::lock_guard lock(mutex_);
    device = surfaces_[surface];
    if (!device) return;
    line("# a frame of a window");
  }
  for (const webidl::Method& m : webidl::interfaces()[webidl::kGPUDevice].methods) {
    if (std::string_view(m.name) != "createTexture") continue;
    webidl::Slot slots[1] = {slot(&descriptor)};
    made(call(device, webidl::kGPUDevice, m, slots), texture, webidl::kGPUTexture);
  }
}

Recorder* process_recorder() {
  // Lives as long as the process: calls may come from static destructors.
  static Recorder* const recorder = [] {
    const char* path = std::getenv("VITRINE_TRACE");
    std::FILE* file = path && *path ? std::fopen(path, "w") : nullptr;
    if (path && *path && !file) std::fprintf(stderr, "vitrine: VITRINE_TRACE: %s cannot be written\n", path);
    return file ? new Recorder(file) : nullptr;
  }();
  return recorder;
}

}  // namespace vitrine::trace
