// The native half of an object that destroy() takes away on any thread while others look at it.
#pragma once

#include <atomic>
#include <memory>

namespace vitrine::gpu {

// Owns a T or nothing. Reading the pointer is safe at any time; whoever uses what it points to holds the lock that taking
// it away needs too.
template <class T>
class NativeSlot {
 public:
  NativeSlot() = default;
  ~NativeSlot() { delete get(); }
  NativeSlot(const NativeSlot&) = delete;
  NativeSlot& operator=(const NativeSlot&) = delete;
  NativeSlot& operator=(std::unique_ptr<T> native) {
    delete native_.exchange(native.release(), std::memory_order_acq_rel);
    return *this;
  }
  std::unique_ptr<T> take() { return std::unique_ptr<T>(native_.exchange(nullptr, std::memory_order_acq_rel)); }
  T* get() const { return native_.load(std::memory_order_acquire); }
  T& operator*() const { return *get(); }
  T* operator->() const { return get(); }
  explicit operator bool() const { return get() != nullptr; }

 private:
  std::atomic<T*> native_{nullptr};
};

}  // namespace vitrine::gpu
