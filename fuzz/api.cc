// Random calls of webgpu.h. Nothing may crash, hang, leak or be undefined, and every callback comes once.
// VITRINE_FUZZ_BACKEND=vulkan takes the adapter of a driver, VITRINE_FUZZ_THREADS=3 has as many threads make the calls.
#include <cstdlib>
#include <string_view>

#include "random_calls.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const char *backend = std::getenv("VITRINE_FUZZ_BACKEND"), *threads = std::getenv("VITRINE_FUZZ_THREADS");
  random_calls::Options options;
  if (backend && std::string_view(backend) == "vulkan") options.backend = WGPUBackendType_Vulkan;
  if (threads) options.threads = std::atoi(threads);
  options.calls = 2000;
  random_calls::play(options, random_calls::Random(data, size));
  return 0;
}
