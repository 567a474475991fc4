// Whether memory of the program can be read, for pointers that a program may have left unset.
#pragma once

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace vitrine {

// Asks the kernel to copy the bytes; where it may not be asked that, the program is believed.
template <class T>
bool readable(const T* pointer) {
  if (!pointer || reinterpret_cast<uintptr_t>(pointer) % alignof(T)) return false;
  std::byte copy[sizeof(T)];
  iovec to{copy, sizeof copy}, from{const_cast<T*>(pointer), sizeof copy};
  ssize_t count = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
  return count == static_cast<ssize_t>(sizeof copy) || (count < 0 && errno != EFAULT);
}

}  // namespace vitrine
