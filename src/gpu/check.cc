#include "gpu/check.h"

#include <fmt/format.h>

#include <cmath>

#include "gpu/adapter.h"
#include "gpu/buffer.h"
#include "gpu/formats.h"
#include "gpu/instance.h"
#include "gpu/lint.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Hex;
using diag::Name;
using diag::Path;
using diag::Text;

RULE(object_missing, Validation, "webgpu.h", "", "{0} is null, and the call needs one", Text);
RULE(object_of_other_device, Validation, "valid to use with", "ab9b43c8", "{0} was made by {1}, and this call is on {2}",
     diag::ObjectRef, diag::ObjectRef, diag::ObjectRef);
RULE(object_unusable, Validation, "valid to use with", "9c4e4397 d4ce5b38 352009f9 b48e3f07 e5fe8d2b 017ebff2 3893cc15 c4323612 5713a9d9 96c205a2 ea05c07d dbfeaadf 50f88800 7c2f42df 5a69e1d3 77ebd0b7 5e7aadc5 11373858 175ef02b ae8fc2d6 c4926429 8893fea6 4d3b2665 ffbf59ec f6215168 995a88df 8e617e98 32aedba8 e8c0b7d9", "{0} cannot be used: making it failed", diag::ObjectRef);
RULE(not_implemented_yet, Internal, "", "", "{0} is not there yet", Name);
RULE(enum_value_unknown, TypeError, "webidl: enumeration", "", "{0} is no value of {1}", Hex, Name);
RULE(format_feature_missing, TypeError, "validate texture format required features", "",
     "the format {0} needs the feature {1}, which {2} was made without", Name, Name, diag::ObjectRef);

diag::Diagnostic object_missing_here(std::string_view kind) { return object_missing(Text{std::string(kind)}); }

diag::Diagnostic other_device_here(const DeviceObject& object, Device& device) {
  return with_creation(object_of_other_device(object.ref(), object.device().ref(), device.ref())
                           .help("objects work with the device that made them: make it anew on this one"),
                       object);
}

bool refuse_unusable(Device& device, const DeviceObject* object, std::string_view kind, const Path& path,
                     diag::Requirements& unmet) {
  if (!REQUIRE(unmet, object, object_missing(Text{std::string(kind)}).at(path))) return false;
  if (!REQUIRE(unmet, device.owns(*object),
               with_creation(object_of_other_device(object->ref(), object->device().ref(), device.ref())
                                 .help("objects work with the device that made them: make it anew on this one")
                                 .at(path),
                             *object))) {
    return false;
  }
  return REQUIRE(unmet, object->usable(), follow_on(object_unusable(object->ref()).at(path), *object));
}

diag::Diagnostic with_limit_help(const Device& device, std::string_view limit, uint64_t needed, diag::Diagnostic d) {
  for (size_t i = 0; i < kLimitCount; ++i) {
    if (limit_info(i).name != limit) continue;
    uint64_t offered = limit_value(device.adapter_limits(), i);
    std::string text = offered >= needed ? fmt::format("the adapter offers {}: ask for it, requestDevice({{requiredLimits: {{{}: {}}}}})",
                                                       offered, limit, needed)
                                         : fmt::format("the adapter offers {} at most", offered);
    return std::move(d).help(std::move(text));
  }
  return d;
}

std::string feature_help(const Device& device, FeatureName feature) {
  if (device.adapter().features().has(feature))
    return fmt::format("the adapter has it: ask for it, requestDevice({{requiredFeatures: [\"{}\"]}})", shown(feature));
  return fmt::format("the adapter does not have it: test `adapter.features.has(\"{}\")` and do without", shown(feature));
}

std::string multiple_help(uint64_t bytes, uint64_t of) {
  uint64_t below = bytes / of * of;
  return bytes > ~uint64_t{0} - of ? fmt::format("the multiple below is {}", below)
                                   : fmt::format("the multiples next to it are {} and {}", below, below + of);
}

std::string usage_help(const Buffer& buffer, uint64_t wanted) {
  uint64_t all = buffer.usage() | wanted;
  bool mapped = all & (BufferUsage::MapRead | BufferUsage::MapWrite);
  bool possible = !mapped || all == (BufferUsage::MapRead | BufferUsage::CopyDst) ||
                  all == (BufferUsage::MapWrite | BufferUsage::CopySrc);
  if (possible) return fmt::format("create it with usage: {}", buffer_usage_text(all));
  return fmt::format("a buffer that is mapped takes part in copies only: copy from or to a second one of usage {}",
                     buffer_usage_text(wanted & (BufferUsage::MapRead | BufferUsage::MapWrite)
                                           ? wanted | (wanted & BufferUsage::MapRead ? BufferUsage::CopyDst : BufferUsage::CopySrc)
                                           : wanted | (buffer.usage() & BufferUsage::MapRead ? BufferUsage::CopySrc
                                                                                             : BufferUsage::CopyDst)));
}

std::string usage_help(const Texture& texture, uint64_t wanted) {
  return fmt::format("create it with usage: {}", texture_usage_text(texture.usage() | wanted));
}

bool refuse_on_lost_device(Device& device, DeviceObject& made) {
  if (!device.lost()) return false;
  made.fail(device.lost_cause());
  if (Linter* l = device.instance().linter()) l->made_on_lost_device(made, device);
  return true;
}

diag::Diagnostic not_implemented(std::string_view what) { return not_implemented_yet(Name{std::string(what)}); }

bool check_enum(bool known, std::string_view type, uint32_t value, const Path& path, diag::Requirements& unmet) {
  if (known) return true;
  diag::Diagnostic d = enum_value_unknown(Hex{value}, Name{std::string(type)}).at(path);
  if (value == 0) std::move(d).help("0 is what a descriptor of C has that was zeroed: give the member a value");
  unmet.fail(std::move(d));
  return false;
}

RULE(number_not_finite, Validation, "webgpu.h: floating-point numbers", "", "the value is {0}, and must be finite", double);

bool check_finite(double value, const Path& path, diag::Requirements& unmet) {
  return REQUIRE(unmet, std::isfinite(value), number_not_finite(value).at(path));
}

bool check_format_feature(Device& device, TextureFormat format, const Path& path, diag::Requirements& unmet) {
  const FormatInfo* info = format_info(format);
  if (!check_enum(info != nullptr, "GPUTextureFormat", static_cast<uint32_t>(format), path, unmet)) return false;
  auto feature = static_cast<FeatureName>(info->feature);
  return REQUIRE(unmet, info->feature == 0 || device.features().has(feature),
                 format_feature_missing(Name{shown(format)}, Name{shown(feature)}, device.ref())
                     .at(path)
                     .help(feature_help(device, feature)));
}

}  // namespace vitrine::gpu
