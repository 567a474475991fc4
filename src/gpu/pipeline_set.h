// Pipelines in use, by what they were made of: a second one of the same descriptor shares what the backend made of the first.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gpu/descriptors.h"
#include "gpu/object.h"

namespace vitrine::gpu {

// Everything that the descriptor says, as bytes; empty where pipelines share nothing: with an automatic layout, which belongs to
// one pipeline, or an object that cannot be used.
std::string pipeline_key(const Device& device, const ComputePipelineDescriptor& d);
std::string pipeline_key(const Device& device, const RenderPipelineDescriptor& d);

// Keeps none of them alive. Thread-safe.
template <class Pipeline>
class PipelineSet {
 public:
  Ref<Pipeline> find(const std::string& key) {
    std::lock_guard lock(mutex_);
    auto it = all_.find(key);
    if (it == all_.end() || !it->second->retain_if_alive()) return nullptr;
    Ref<Pipeline> found(it->second);
    found->release();  // of the two references now held
    return found;
  }
  // Of several with one key the first stays.
  void add(std::string key, Pipeline& pipeline) {
    std::lock_guard lock(mutex_);
    auto [it, added] = all_.try_emplace(std::move(key), &pipeline);
    if (added) pipeline.key_ = &it->first;
  }
  // By its destructor.
  void remove(Pipeline& pipeline) {
    if (!pipeline.key_) return;
    std::lock_guard lock(mutex_);
    all_.erase(all_.find(*pipeline.key_));
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Pipeline*> all_;
};

}  // namespace vitrine::gpu
