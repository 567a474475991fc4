// Calls as text, played on the null adapter through webgpu.h: nothing may crash, hang, leak or be undefined.
#include <cstdint>
#include <string_view>

#include "trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const vitrine::trace::Call& call : vitrine::trace::parse(text).calls) vitrine::trace::print(call);
  vitrine::trace::run_call_text(text);
  return 0;
}
