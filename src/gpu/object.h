// What every object of the API has: a count of references, a kind, a label, a number, the place that created it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "diag/diagnostic.h"

namespace vitrine::gpu {

class Device;
class Instance;

enum class ObjectKind : uint8_t {
  Instance, Adapter, Device, Queue, Buffer, Texture, TextureView, Sampler, ExternalTexture, BindGroupLayout, BindGroup,
  PipelineLayout, ShaderModule, ComputePipeline, RenderPipeline, CommandEncoder, ComputePassEncoder, RenderPassEncoder,
  RenderBundleEncoder, CommandBuffer, RenderBundle, QuerySet, Surface,
};
constexpr size_t kObjectKinds = static_cast<size_t>(ObjectKind::Surface) + 1;
// In the words of the specification: "shader module".
std::string_view to_text(ObjectKind kind);

// Counted by Ref (ours) and by the program's own handles. Thread-safe. What happens when the program lets go of its
// last handle (a device is destroyed, an instance cancels its futures) is on_last_handle.
class Object {
 public:
  Object(Instance& instance, ObjectKind kind, std::string_view label, uint64_t ordinal);
  virtual ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  void retain() { counted_->count_.fetch_add(1, std::memory_order_relaxed); }
  // False when the last reference is gone already and the destructor is under way.
  bool retain_if_alive() {
    uint32_t count = counted_->count_.load(std::memory_order_relaxed);
    while (count != 0)
      if (counted_->count_.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel)) return true;
    return false;
  }
  void release() {
    if (counted_->count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete counted_;
  }
  // The program's handles. A handle is one reference too.
  void add_handle() {
    handles_.fetch_add(1, std::memory_order_relaxed);
    retain();
  }
  void release_handle() {
    if (handles_.fetch_sub(1, std::memory_order_acq_rel) == 1) on_last_handle();
    release();
  }
  // Gives a handle back unless it is the last one, with which more ends. False: it is.
  bool release_handle_unless_last() {
    uint32_t handles = handles_.load(std::memory_order_relaxed);
    while (handles > 1) {
      if (!handles_.compare_exchange_weak(handles, handles - 1, std::memory_order_acq_rel)) continue;
      release();
      return true;
    }
    return false;
  }
  bool has_handles() const { return handles_.load(std::memory_order_acquire) != 0; }

  ObjectKind kind() const { return kind_; }
  uint64_t ordinal() const { return ordinal_; }
  diag::CallSite created_at() const;
  std::string label() const;
  void set_label(std::string_view label);
  // Kind, label, number and traits, for messages.
  diag::ObjectRef ref() const;
  // What tells it apart when it has no label: "256 bytes".
  virtual std::string traits() const { return {}; }
  Instance& instance() const { return *instance_; }

 protected:
  virtual void on_last_handle() {}
  virtual void on_label(std::string_view label) {}  // the native object takes the name too
  // From now on references to this are references to `owner`, which owns it (the queue of a device).
  void count_on(Object& owner) { counted_ = &owner; }
 private:
  std::atomic<uint32_t> count_{0};
  std::atomic<uint32_t> handles_{0};
  Object* counted_ = this;
  Instance* instance_;
  ObjectKind kind_;
  uint64_t ordinal_ = 0;
  std::string label_;  // under the mutex that the instance has for all of them
  uint64_t created_at_;  // token of a call site; 0: none
};

// Owns one reference.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  Ref(const Ref<U>& other) : Ref(other.get()) {}
  ~Ref() { reset(); }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  void reset() {
    if (T* object = std::exchange(object_, nullptr)) object->release();
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

template <class T, class... Args>
Ref<T> make(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

// Numbers of those that ask whether they have something already; each is given once in the process.
uint64_t next_user();
// The last one that asked: true when it asks again. That others asked before is not known any more.
class LastUser {
 public:
  bool again(uint64_t user) {
    if (last_.load(std::memory_order_relaxed) == user) return true;
    last_.store(user, std::memory_order_relaxed);
    return false;
  }

 private:
  std::atomic<uint64_t> last_{0};
};

// An object of a device. It may be unusable: then `failure` is the diagnostic that made it so.
// https://gpuweb.github.io/gpuweb/#webgpu-interfaces
class DeviceObject : public Object {
 public:
  DeviceObject(Device& device, ObjectKind kind, std::string_view label);
  ~DeviceObject() override;
  Device& device() const { return *device_; }
  bool usable() const { return !failure_; }
  const diag::DiagnosticPtr& failure() const { return failure_; }
  void fail(diag::DiagnosticPtr failure) {
    if (!failure_) failure_ = std::move(failure);
  }
  bool used_again(uint64_t recording) { return last_user_.again(recording); }

 private:
  Ref<Device> device_;
  LastUser last_user_;
  diag::DiagnosticPtr failure_;
};

// Makes `d` a follow-on of what made `object` unusable.
diag::Diagnostic&& follow_on(diag::Diagnostic&& d, const DeviceObject& object);
// "created here", with the place.
diag::Diagnostic&& with_creation(diag::Diagnostic&& d, const Object& object);

}  // namespace vitrine::gpu
