// Where native programs call us: a return address, resolved when it is printed.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "diag/diagnostic.h"

namespace vitrine::capi {

// Tokens are return addresses.
class NativeCallSites : public diag::CallSiteProvider {
 public:
  uint64_t capture() override { return 0; }  // the entry point has captured it
  std::string describe(uint64_t token) override;

 private:
  std::mutex mutex_;
  std::unordered_map<uint64_t, std::string> known_;
};

std::shared_ptr<NativeCallSites> native_call_sites();

}  // namespace vitrine::capi
