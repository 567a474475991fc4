// GPUCommandEncoder. https://gpuweb.github.io/gpuweb/#command-encoder
#pragma once

#include <cstdint>

#include "gpu/command_buffer.h"
#include "gpu/encoder.h"

namespace vitrine::gpu {

class ComputePassEncoder;
class RenderPassEncoder;

class CommandEncoder : public EncoderBase {
 public:
  CommandEncoder(Device& device, const CommandEncoderDescriptor& descriptor);
  ~CommandEncoder() override;

  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-begincomputepass
  Ref<ComputePassEncoder> begin_compute_pass(const ComputePassDescriptor& descriptor);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-beginrenderpass
  Ref<RenderPassEncoder> begin_render_pass(const RenderPassDescriptor& descriptor);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-copybuffertobuffer. kWholeSize: the rest of the source.
  void copy_buffer_to_buffer(Buffer* source, uint64_t source_offset, Buffer* destination, uint64_t destination_offset,
                             uint64_t size);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-copybuffertotexture
  void copy_buffer_to_texture(const TexelCopyBufferInfo& source, const TexelCopyTextureInfo& destination,
                              const hal::Extent3D& size);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-copytexturetobuffer
  void copy_texture_to_buffer(const TexelCopyTextureInfo& source, const TexelCopyBufferInfo& destination,
                              const hal::Extent3D& size);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-copytexturetotexture
  void copy_texture_to_texture(const TexelCopyTextureInfo& source, const TexelCopyTextureInfo& destination,
                               const hal::Extent3D& size);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-clearbuffer. kWholeSize: to the end.
  void clear_buffer(Buffer* buffer, uint64_t offset, uint64_t size);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-resolvequeryset
  void resolve_query_set(QuerySet* set, uint32_t first, uint32_t count, Buffer* destination, uint64_t offset);
  // Not in the specification any more; webgpu.h has it.
  void write_timestamp(QuerySet* set, uint32_t index);
  // https://gpuweb.github.io/gpuweb/#dom-gpucommandencoder-finish
  Ref<CommandBuffer> finish(std::string_view label);

  // A pass of this encoder has ended; `failure` when it is unusable.
  void pass_ended(diag::DiagnosticPtr failure);
  // A pass of this encoder goes away; it may be the one that is open.
  void pass_gone(const DeviceObject& pass);
  // The group in which a new pass begins.
  uint32_t current_group() const { return groups_.empty() ? 0 : groups_.back().id; }

 protected:
  diag::ObjectRef locked_by() const override { return open_pass_ ? open_pass_->ref() : open_pass_ref_; }

 private:
  const DeviceObject* open_pass_ = nullptr;
  diag::ObjectRef open_pass_ref_;  // once the program has let go of it, which leaves it open
};

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-timestampwrites. Yields the native form.
hal::cmd::TimestampWrites validate_timestamp_writes(Device& device, Recording& recording,
                                                    const PassTimestampWrites& writes, const diag::Path& path,
                                                    diag::Requirements& unmet);

}  // namespace vitrine::gpu
