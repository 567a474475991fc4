// GPUTexture, GPUTextureView, GPUSampler. https://gpuweb.github.io/gpuweb/#textures
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/formats.h"
#include "gpu/native_slot.h"
#include "gpu/object.h"
#include "hal/hal.h"

namespace vitrine::gpu {

class Texture : public DeviceObject {
 public:
  Texture(Device& device, const TextureDescriptor& descriptor);
  ~Texture() override;

  const hal::Extent3D& size() const { return size_; }
  uint32_t mip_level_count() const { return mip_level_count_; }
  uint32_t sample_count() const { return sample_count_; }
  TextureDimension dimension() const { return dimension_; }
  TextureFormat format() const { return format_; }
  const FormatInfo& info() const { return *info_; }  // of usable textures
  uint64_t usage() const { return usage_; }
  const std::vector<TextureFormat>& view_formats() const { return view_formats_; }
  TextureViewDimension binding_view_dimension() const { return binding_view_dimension_; }
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-array-layer-count
  uint32_t array_layers() const { return dimension_ == TextureDimension::e2D ? size_.depth_or_layers : 1; }
  // https://gpuweb.github.io/gpuweb/#logical-miplevel-specific-texture-extent
  hal::Extent3D logical_extent(uint32_t mip_level) const;
  // https://gpuweb.github.io/gpuweb/#physical-miplevel-specific-texture-extent
  hal::Extent3D physical_extent(uint32_t mip_level) const;

  hal::Texture* native() const { return native_.get(); }
  bool destroyed() const { return destroyed_.load(std::memory_order_acquire); }
  diag::CallSite destroyed_at() const;
  // Of a frame of a surface: it was presented, or the surface configured anew.
  bool frame_is_over() const { return frame_is_over_.load(std::memory_order_acquire); }
  // https://gpuweb.github.io/gpuweb/#dom-gputexture-createview
  Ref<TextureView> create_view(const TextureViewDescriptor& descriptor);
  // https://gpuweb.github.io/gpuweb/#dom-gputexture-destroy
  void destroy();
  // The current texture of a surface: its image stays at hand for presenting, whatever the program destroys.
  void present_from(std::unique_ptr<hal::Texture> native);
  std::unique_ptr<hal::Texture> take_native();  // destroys the texture
  std::string traits() const override;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  hal::Extent3D size_;
  uint32_t mip_level_count_, sample_count_;
  TextureDimension dimension_;
  TextureFormat format_;
  const FormatInfo* info_;
  uint64_t usage_;
  std::vector<TextureFormat> view_formats_;
  TextureViewDimension binding_view_dimension_;
  NativeSlot<hal::Texture> native_;
  bool of_surface_ = false;
  std::unique_ptr<hal::Texture> kept_;  // of a surface, once destroyed by the program
  std::atomic<bool> destroyed_{false}, frame_is_over_{false};
  mutable std::mutex mutex_;
  diag::CallSite destroyed_at_;
};

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gputexturedescriptor
void validate_texture_descriptor(Device& device, const TextureDescriptor& d, const diag::Path& path,
                                 diag::Requirements& unmet);

class TextureView : public DeviceObject {
 public:
  TextureView(Texture& texture, const TextureViewDescriptor& resolved);
  ~TextureView() override;
  Texture& texture() const { return *texture_; }
  // Every member is resolved. The label is not kept here.
  const TextureViewDescriptor& descriptor() const { return descriptor_; }
  const FormatInfo& info() const { return *info_; }
  hal::TextureView* native() const { return native_.get(); }
  bool identity_swizzle() const;
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-gputextureview-renderextent
  hal::Extent3D render_extent() const { return texture_->logical_extent(descriptor_.base_mip_level); }
  std::string traits() const override;

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Texture;
  Ref<Texture> texture_;
  TextureViewDescriptor descriptor_;
  const FormatInfo* info_;
  std::unique_ptr<hal::TextureView> native_;
};

class Sampler : public DeviceObject {
 public:
  Sampler(Device& device, const SamplerDescriptor& descriptor);
  ~Sampler() override;
  bool is_comparison() const { return comparison_; }
  bool is_filtering() const { return filtering_; }
  hal::Sampler* native() const { return native_.get(); }

 protected:
  void on_label(std::string_view label) override;

 private:
  friend class Device;
  bool comparison_, filtering_;
  std::unique_ptr<hal::Sampler> native_;
};

}  // namespace vitrine::gpu
