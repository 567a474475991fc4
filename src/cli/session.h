// An instance, an adapter and a device through webgpu.h, for the subcommands that run something.
#pragma once

#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine::cli {

// Owns one reference to an object of the API.
template <class Object, void (*kRelease)(Object)>
class Handle {
 public:
  Handle() = default;
  Handle(Object object) : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_) kRelease(object_);
  }
  operator Object() const { return object_; }

 private:
  Object object_ = nullptr;
};
using Buffer = Handle<WGPUBuffer, wgpuBufferRelease>;
using BindGroup = Handle<WGPUBindGroup, wgpuBindGroupRelease>;
using BindGroupLayout = Handle<WGPUBindGroupLayout, wgpuBindGroupLayoutRelease>;
using CommandBuffer = Handle<WGPUCommandBuffer, wgpuCommandBufferRelease>;
using CommandEncoder = Handle<WGPUCommandEncoder, wgpuCommandEncoderRelease>;
using ComputePassEncoder = Handle<WGPUComputePassEncoder, wgpuComputePassEncoderRelease>;
using ComputePipeline = Handle<WGPUComputePipeline, wgpuComputePipelineRelease>;
using ShaderModule = Handle<WGPUShaderModule, wgpuShaderModuleRelease>;

inline WGPUStringView view(std::string_view text) { return {text.data(), text.size()}; }
inline std::string text(WGPUStringView v) {
  if (!v.data) return {};
  return v.length == WGPU_STRLEN ? std::string(v.data) : std::string(v.data, v.length);
}
std::string_view name_of(WGPUBackendType type);
std::string_view name_of(WGPUAdapterType type);

struct SessionOptions {
  // Empty: the preferred one. `null`, `cpu`, `vulkan`, or a part of the name of an adapter.
  std::string adapter;
  std::vector<WGPUFeatureName> features;
  bool validation = false;                               // load the Vulkan validation layer
  uint32_t print_buffer_size = 0;                        // bytes; 0: the default
  std::string print_filter;                              // as VitrineInstanceDescriptor::printFilter
  uint32_t print_limit = 0;                              // of each call; 0: none
  bool check_bounds = false, check_nan = false, check_silent = false;
  std::function<void(const VitrinePrintMessage&)> print;  // what shaders print
};

class Session {
 public:
  // Null when there is no such adapter or device; standard error then says why.
  static std::unique_ptr<Session> open(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  WGPUInstance instance() const { return instance_; }
  WGPUDevice device() const { return device_; }
  WGPUQueue queue() const { return queue_; }
  const std::string& adapter_name() const { return adapter_name_; }
  bool runs_nothing() const { return runs_nothing_; }
  // Whether a diagnostic of the API was an error. The log has written it.
  bool failed() const { return errors_ > 0; }
  void wait(WGPUFuture future) const;
  // Everything in [0, size) of a buffer of usage COPY_SRC; empty after an error.
  std::vector<std::byte> read(WGPUBuffer buffer, uint64_t size) const;

 private:
  explicit Session(SessionOptions options) : options_(std::move(options)) {}
  bool find_adapter();
  bool find_device();
  WGPUAdapter request_adapter(const WGPURequestAdapterOptions& options, std::string& why) const;

  SessionOptions options_;
  WGPUInstance instance_ = nullptr;
  WGPUAdapter adapter_ = nullptr;
  WGPUDevice device_ = nullptr;
  WGPUQueue queue_ = nullptr;
  std::string adapter_name_;
  bool runs_nothing_ = false;
  size_t errors_ = 0;
};

}  // namespace vitrine::cli
