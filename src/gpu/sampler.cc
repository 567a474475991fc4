// GPUSampler. https://gpuweb.github.io/gpuweb/#gpusampler
#include <cmath>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;

Sampler::Sampler(Device& device, const SamplerDescriptor& d)
    : DeviceObject(device, ObjectKind::Sampler, d.label),
      comparison_(d.compare != CompareFunction::Undefined),
      filtering_(d.mag_filter == FilterMode::Linear || d.min_filter == FilterMode::Linear ||
                 d.mipmap_filter == MipmapFilterMode::Linear) {}

Sampler::~Sampler() = default;

void Sampler::on_label(std::string_view label) {
  if (native_) device().native().set_label(*native_, label);
}

RULE(sampler_lod_negative, Validation, "GPUDevice.createSampler", "e236f339", "lodMinClamp is {0}, and must be at least 0",
     double);
RULE(sampler_lod_order, Validation, "GPUDevice.createSampler", "baea3c6f", "lodMaxClamp is {0}, below lodMinClamp of {1}",
     double, double);
RULE(sampler_anisotropy_zero, Validation, "GPUDevice.createSampler", "ce769415",
     "maxAnisotropy is {0}, and must be at least 1", uint64_t);
RULE(sampler_anisotropy_filter, Validation, "GPUDevice.createSampler", "ef378348",
     "maxAnisotropy is {0} and {1} is nearest; over 1 all three filters must be linear", uint64_t, Name);

Ref<Sampler> Device::create_sampler(const SamplerDescriptor& d) {
  Ref<Sampler> sampler = make<Sampler>(*this, d);
  if (refuse_on_lost_device(*this, *sampler)) return sampler;
  Path path("descriptor");
  diag::Requirements unmet = begin_requirements();
  check_enum(d.address_mode_u, "GPUAddressMode", path.member("addressModeU"), unmet);
  check_enum(d.address_mode_v, "GPUAddressMode", path.member("addressModeV"), unmet);
  check_enum(d.address_mode_w, "GPUAddressMode", path.member("addressModeW"), unmet);
  check_enum(d.mag_filter, "GPUFilterMode", path.member("magFilter"), unmet);
  check_enum(d.min_filter, "GPUFilterMode", path.member("minFilter"), unmet);
  check_enum(d.mipmap_filter, "GPUMipmapFilterMode", path.member("mipmapFilter"), unmet);
  check_enum(d.compare, "GPUCompareFunction", path.member("compare"), unmet);
  bool finite = check_finite(d.lod_min_clamp, path.member("lodMinClamp"), unmet);
  finite &= check_finite(d.lod_max_clamp, path.member("lodMaxClamp"), unmet);
  if (finite) {
    REQUIRE(unmet, d.lod_min_clamp >= 0, sampler_lod_negative(d.lod_min_clamp).at(path.member("lodMinClamp")));
    REQUIRE(unmet, d.lod_max_clamp >= d.lod_min_clamp,
            sampler_lod_order(d.lod_max_clamp, d.lod_min_clamp)
                .help("leave lodMaxClamp out for all levels, or let it be no less")
                .at(path.member("lodMaxClamp")));
  }
  REQUIRE(unmet, d.max_anisotropy >= 1, sampler_anisotropy_zero(d.max_anisotropy)
                                             .at(path.member("maxAnisotropy"))
                                             .help("use 1; in C, WGPU_SAMPLER_DESCRIPTOR_INIT has it and `= {0}` does not"));
  auto linear = [&](bool is, const char* name) {
    REQUIRE(unmet, d.max_anisotropy <= 1 || is,
            sampler_anisotropy_filter(d.max_anisotropy, Name{name})
                .help("let magFilter, minFilter and mipmapFilter be \"linear\", or leave maxAnisotropy out")
                .at(path.member(name)));
  };
  linear(d.mag_filter == FilterMode::Linear, "magFilter");
  linear(d.min_filter == FilterMode::Linear, "minFilter");
  linear(d.mipmap_filter == MipmapFilterMode::Linear, "mipmapFilter");
  if (!unmet.ok()) {
    sampler->fail(raise(unmet));
    return sampler;
  }
  hal::SamplerDesc desc;
  desc.label = d.label;
  desc.address_u = static_cast<hal::AddressMode>(d.address_mode_u);
  desc.address_v = static_cast<hal::AddressMode>(d.address_mode_v);
  desc.address_w = static_cast<hal::AddressMode>(d.address_mode_w);
  desc.mag = static_cast<hal::FilterMode>(d.mag_filter);
  desc.min = static_cast<hal::FilterMode>(d.min_filter);
  desc.mipmap = static_cast<hal::FilterMode>(d.mipmap_filter);
  desc.lod_min = d.lod_min_clamp;
  desc.lod_max = d.lod_max_clamp;
  desc.compare = static_cast<hal::CompareFunction>(d.compare);
  desc.max_anisotropy = d.max_anisotropy;
  auto native = native_->create_sampler(desc);
  if (native) {
    sampler->native_ = std::move(*native);
  } else {
    sampler->fail(raise(from_native(native.error(), "a sampler")));
  }
  return sampler;
}

}  // namespace vitrine::gpu
