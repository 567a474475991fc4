// The kernels of kernel_bench, each in WGSL and in GLSL, and what both sides run them with.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vitrine::bench {

// Bindings: 0 a uniform vec4u with the size, 1 and 2 inputs, 3 the output.
struct Kernel {
  const char* name;
  const char* wgsl;
  std::span<const uint32_t> spirv;  // of the GLSL
  uint32_t size;                    // elements, or rows of the square matrices
  uint32_t groups[2];
  std::vector<float> inputs[2];     // the second may be empty
  size_t output;                    // floats
};


// By plain Vulkan, with robustBufferAccess on, on the device with these ids.
class VulkanSide {
 public:
  VulkanSide(uint32_t vendor, uint32_t device);
  ~VulkanSide();
  const std::string& error() const;
  void prepare(const Kernel& kernel);
  double dispatch();  // milliseconds
  std::vector<float> output();

 private:
  struct State;
  State* state_;
};

}  // namespace vitrine::bench
