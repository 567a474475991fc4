// GPURenderBundle and its encoder. https://gpuweb.github.io/gpuweb/#bundles
#pragma once

#include <string>

#include "gpu/render_commands.h"

namespace vitrine::gpu {

class RenderBundle : public DeviceObject {
 public:
  RenderBundle(Device& device, std::string_view label);
  ~RenderBundle() override;
  const RecordingRef& recording() const { return recording_; }
  LastUser in_scope;  // the last usage scope that took what the bundle uses
  const RenderPassLayout& layout() const { return layout_; }
  bool depth_read_only() const { return depth_read_only_; }
  bool stencil_read_only() const { return stencil_read_only_; }
  const UsageScope& scope() const { return scope_; }
  uint64_t draw_count() const { return draw_count_; }

 private:
  friend class RenderBundleEncoder;
  RecordingRef recording_;
  RenderPassLayout layout_;
  bool depth_read_only_ = false, stencil_read_only_ = false;
  UsageScope scope_;
  uint64_t draw_count_ = 0;
};

class RenderBundleEncoder : public RenderCommands {
 public:
  RenderBundleEncoder(Device& device, const RenderBundleEncoderDescriptor& descriptor);
  ~RenderBundleEncoder() override;
  // https://gpuweb.github.io/gpuweb/#dom-gpurenderbundleencoder-finish
  Ref<RenderBundle> finish(std::string_view label);

 private:
  friend class Device;
};

}  // namespace vitrine::gpu
