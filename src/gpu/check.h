// Checks that many algorithms share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "gpu/device.h"
#include "gpu/object.h"

namespace vitrine::gpu {

// https://gpuweb.github.io/gpuweb/#abstract-opdef-valid-to-use-with
// The object is there, of this device, and usable: an unusable one makes the failure a follow-on. `kind` names it where it
// is null: "the buffer".
bool refuse_unusable(Device& device, const DeviceObject* object, std::string_view kind, const diag::Path& path,
                     diag::Requirements& unmet);
inline bool check_usable_with(Device& device, const DeviceObject* object, std::string_view kind, const diag::Path& path,
                              diag::Requirements& unmet) {
  return (object && device.owns(*object) && object->usable()) || refuse_unusable(device, object, kind, path, unmet);
}

// The first two of these, for objects that have words of their own for the third.
diag::Diagnostic object_missing_here(std::string_view kind);
diag::Diagnostic other_device_here(const DeviceObject& object, Device& device);

// What to do about a limit of this device that is too low: whether the adapter offers as much, and how to ask for it.
diag::Diagnostic with_limit_help(const Device& device, std::string_view limit, uint64_t needed, diag::Diagnostic d);
// What to do about a feature that the device was made without.
std::string feature_help(const Device& device, FeatureName feature);

// What to do about a usage that was left out.
std::string usage_help(const Buffer& buffer, uint64_t wanted);
std::string usage_help(const Texture& texture, uint64_t wanted);

// What to do about a number of bytes that is no multiple of some other one: those next to it.
std::string multiple_help(uint64_t bytes, uint64_t of);

// What a lost device makes is unusable, and no error. Yields whether it is lost.
bool refuse_on_lost_device(Device& device, DeviceObject& made);

// A thing of the API that this version does not do yet.
diag::Diagnostic not_implemented(std::string_view what);

// Content-timeline check of enumerations that come as numbers. https://webidl.spec.whatwg.org/#es-enumeration
bool check_enum(bool known, std::string_view type, uint32_t value, const diag::Path& path, diag::Requirements& unmet);
template <class E>
bool check_enum(E value, std::string_view type, const diag::Path& path, diag::Requirements& unmet) {
  return is_value(value) || check_enum(false, type, static_cast<uint32_t>(value), path, unmet);
}

// https://webgpu-native.github.io/webgpu-headers/FloatingPointNumbers.html#NonFiniteFloatValueError
bool check_finite(double value, const diag::Path& path, diag::Requirements& unmet);

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-texture-format-required-features
// True when the format is known and its feature is on.
bool check_format_feature(Device& device, TextureFormat format, const diag::Path& path, diag::Requirements& unmet);

}  // namespace vitrine::gpu
