#include "capi/call_sites.h"

#include <webgpu/vitrine.h>

#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>

#include "capi/handles.h"

namespace vitrine::capi {

namespace {

// Nothing is mapped that low: such a number is a line of the text that is played.
constexpr uint64_t kTextLines = 65536;

std::string_view file_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

// Symbols and lines of this process. Made for one question and dropped: keeping it would keep every debug file mapped.
class Symbols {
 public:
  Symbols() {
    static char* no_path = nullptr;
    static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo, nullptr, &no_path};
    dwfl_ = dwfl_begin(&callbacks);
    if (!dwfl_) return;
    dwfl_report_begin(dwfl_);
    if (dwfl_linux_proc_report(dwfl_, getpid()) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0) {
      dwfl_end(dwfl_);
      dwfl_ = nullptr;
    }
  }
  ~Symbols() {
    if (dwfl_) dwfl_end(dwfl_);
  }
  // "frame.cc:41", or nothing.
  std::string line_of(uint64_t address) const {
    if (!dwfl_) return {};
    Dwfl_Line* line = dwfl_getsrc(dwfl_, address);
    if (!line) return {};
    int number = 0;
    const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
    return file && number ? fmt::format("{}:{}", file_name(file), number) : std::string();
  }

 private:
  Dwfl* dwfl_ = nullptr;
};

}  // namespace

std::string NativeCallSites::describe(uint64_t token) {
  if (token == 0) return {};
  if (token < kTextLines) return fmt::format("line {}", token);
  std::lock_guard lock(mutex_);
  auto [it, added] = known_.try_emplace(token);
  if (!added) return it->second;
  uint64_t address = token - 1;  // inside the call, not after it
  it->second = Symbols().line_of(address);
  if (it->second.empty()) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address), &info) && info.dli_fname) {
      uint64_t base = reinterpret_cast<uint64_t>(info.dli_saddr ? info.dli_saddr : info.dli_fbase);
      std::string_view name = info.dli_sname ? std::string_view(info.dli_sname) : file_name(info.dli_fname);
      it->second = fmt::format("{}+{:#x}", name, address - base);
    }
  }
  return it->second;
}

std::shared_ptr<NativeCallSites> native_call_sites() {
  static const auto& one = *new std::shared_ptr<NativeCallSites>(std::make_shared<NativeCallSites>());
  return one;
}

}  // namespace vitrine::capi

extern "C" void vitrineSetNextCallSite(void const* return_address) { vitrine::capi::next_call_site = return_address; }
