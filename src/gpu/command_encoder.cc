#include "gpu/command_encoder.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compute_pass.h"
#include "gpu/device.h"
#include "gpu/silent.h"

namespace vitrine::gpu {

using diag::Path;
using diag::Text;

CommandEncoder::CommandEncoder(Device& device, const CommandEncoderDescriptor& descriptor)
    : EncoderBase(device, ObjectKind::CommandEncoder, descriptor.label, std::make_shared<Recording>(device.stream_memory())) {}

CommandEncoder::~CommandEncoder() {
  SilentChecks* checks = device().silent_checks();
  if (checks && usable() && state_ != EncoderState::Ended && recording_ && !recording_->stream.empty() &&
      !device().lost())
    checks->never_finished(*this, recording_->stream.command_count());
}

Ref<CommandEncoder> Device::create_command_encoder(const CommandEncoderDescriptor& descriptor) {
  Ref<CommandEncoder> encoder = make<CommandEncoder>(*this, descriptor);
  if (refuse_on_lost_device(*this, *encoder)) return encoder;
  diag::Requirements unmet = begin_requirements();
  if (!unmet.ok()) encoder->fail(raise(unmet));
  return encoder;
}

// ---- passes ----

Ref<ComputePassEncoder> CommandEncoder::begin_compute_pass(const ComputePassDescriptor& descriptor) {
  bool open = begin_command();
  diag::Requirements unmet = begin_requirements();
  hal::cmd::BeginComputePass begin{};
  if (open && descriptor.timestamp_writes) {
    begin.timestamps = validate_timestamp_writes(device(), *recording_, *descriptor.timestamp_writes,
                                                 Path("descriptor").member("timestampWrites"), unmet);
  }
  Ref<ComputePassEncoder> pass = make<ComputePassEncoder>(*this, descriptor.label);
  if (!open) {
    // The pass is unusable for the reason that the encoder has; one that has ended told its error already.
    pass->refuse(failure() ? failure() : nullptr, /*attached=*/false);
    if (state_ == EncoderState::Open) {
      state_ = EncoderState::Locked;
      open_pass_ = pass.get();
      pass->attach();
    }
    return pass;
  }
  state_ = EncoderState::Locked;
  open_pass_ = pass.get();
  pass->attach();
  if (!unmet.ok()) {
    diag::Diagnostic d = unmet.take();
    add_context(d);
    diag::DiagnosticPtr reason = Device::attributed(std::move(d));
    device().throw_in_binding(reason);
    pass->refuse(std::move(reason), /*attached=*/true);
    return pass;
  }
  pass->begin(begin, current_group());
  return pass;
}

void CommandEncoder::pass_gone(const DeviceObject& pass) {
  if (open_pass_ != &pass) return;
  open_pass_ref_ = pass.ref();
  open_pass_ = nullptr;
}

void CommandEncoder::pass_ended(diag::DiagnosticPtr failure) {
  if (state_ == EncoderState::Locked) state_ = EncoderState::Open;
  open_pass_ = nullptr;
  if (failure) invalidate(std::move(failure));
}

// ---- copies between buffers ----

RULE(copy_buffer_usage, Validation, "GPUCommandEncoder.copyBufferToBuffer", "8740f0c4 adb5da09",
     "{0} has the usage {1}, and as {2} of a copy it needs {3}", diag::ObjectRef, Text, Text, Text);
RULE(copy_buffer_unaligned, Validation, "GPUCommandEncoder.copyBufferToBuffer", "323eea18 9a9ab426 56bfc059",
     "the {0} is {1}, and a copy takes multiples of 4", Text, uint64_t);
RULE(copy_buffer_out_of_range, Validation, "GPUCommandEncoder.copyBufferToBuffer", "e129eb0d 40167c14",
     "{0} bytes from offset {1} end after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t, diag::ObjectRef);
RULE(copy_buffer_to_itself, Validation, "GPUCommandEncoder.copyBufferToBuffer", "9d3c521d",
     "source and destination are both {0}, and a copy needs two buffers", diag::ObjectRef);

void CommandEncoder::copy_buffer_to_buffer(Buffer* source, uint64_t source_offset, Buffer* destination,
                                           uint64_t destination_offset, uint64_t size) {
  if (!begin_command()) return;
  Path source_path("source"), destination_path("destination"), source_at("sourceOffset"),
      destination_at("destinationOffset"), size_path("size");
  diag::Requirements unmet = begin_requirements();
  bool has_source = check_usable_with(device(), source, "the source", source_path, unmet);
  bool has_destination = check_usable_with(device(), destination, "the destination", destination_path, unmet);
  if (has_source && has_destination) {
    if (size == kWholeSize) size = source->size() > source_offset ? source->size() - source_offset : 0;
    REQUIRE(unmet, source->usage() & BufferUsage::CopySrc,
            with_creation(copy_buffer_usage(source->ref(), Text{buffer_usage_text(source->usage())}, Text{"source"},
                                            Text{"COPY_SRC"})
                              .at(source_path)
                              .help(usage_help(*source, BufferUsage::CopySrc)),
                          *source));
    REQUIRE(unmet, destination->usage() & BufferUsage::CopyDst,
            with_creation(copy_buffer_usage(destination->ref(), Text{buffer_usage_text(destination->usage())},
                                            Text{"destination"}, Text{"COPY_DST"})
                              .at(destination_path)
                              .help(usage_help(*destination, BufferUsage::CopyDst)),
                          *destination));
    REQUIRE(unmet, size % 4 == 0, copy_buffer_unaligned(Text{"size"}, size).at(size_path));
    REQUIRE(unmet, source_offset % 4 == 0, copy_buffer_unaligned(Text{"source offset"}, source_offset).at(source_at));
    REQUIRE(unmet, destination_offset % 4 == 0,
            copy_buffer_unaligned(Text{"destination offset"}, destination_offset).at(destination_at));
    REQUIRE(unmet, source_offset <= source->size() && size <= source->size() - source_offset,
            copy_buffer_out_of_range(size, source_offset, source->size(), source->ref())
                .help("the size and both offsets are in bytes")
                .at(source_at));
    REQUIRE(unmet, destination_offset <= destination->size() && size <= destination->size() - destination_offset,
            copy_buffer_out_of_range(size, destination_offset, destination->size(), destination->ref())
                .help("the size and both offsets are in bytes")
                .at(destination_at));
    REQUIRE(unmet, source != destination,
            copy_buffer_to_itself(source->ref()).help("copy to another buffer, and from there").at(destination_path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*source);
  recording_->use(*destination);
  if (size == 0) return;
  append(hal::cmd::CopyBufferToBuffer{.source = source->native(),
                                      .destination = destination->native(),
                                      .source_offset = source_offset,
                                      .destination_offset = destination_offset,
                                      .size = size});
}

// ---- clearBuffer ----

RULE(clear_buffer_usage, Validation, "GPUCommandEncoder.clearBuffer", "a015694a",
     "{0} has the usage {1}, and clearing needs COPY_DST", diag::ObjectRef, Text);
RULE(clear_buffer_unaligned, Validation, "GPUCommandEncoder.clearBuffer", "284cf9ec 9f72005b",
     "the {0} is {1}, and clearing takes multiples of 4", Text, uint64_t);
RULE(clear_buffer_out_of_range, Validation, "GPUCommandEncoder.clearBuffer", "7d18d369",
     "{0} bytes from offset {1} end after the {2} bytes of {3}", uint64_t, uint64_t, uint64_t, diag::ObjectRef);

void CommandEncoder::clear_buffer(Buffer* buffer, uint64_t offset, uint64_t size) {
  if (!begin_command()) return;
  Path buffer_path("buffer"), offset_path("offset"), size_path("size");
  diag::Requirements unmet = begin_requirements();
  if (check_usable_with(device(), buffer, "the buffer", buffer_path, unmet)) {
    if (size == kWholeSize) size = buffer->size() > offset ? buffer->size() - offset : 0;
    REQUIRE(unmet, buffer->usage() & BufferUsage::CopyDst,
            with_creation(clear_buffer_usage(buffer->ref(), Text{buffer_usage_text(buffer->usage())})
                              .at(buffer_path)
                              .help(usage_help(*buffer, BufferUsage::CopyDst)),
                          *buffer));
    REQUIRE(unmet, size % 4 == 0, clear_buffer_unaligned(Text{"size"}, size).at(size_path));
    REQUIRE(unmet, offset % 4 == 0, clear_buffer_unaligned(Text{"offset"}, offset).at(offset_path));
    REQUIRE(unmet, offset <= buffer->size() && size <= buffer->size() - offset,
            clear_buffer_out_of_range(size, offset, buffer->size(), buffer->ref()).at(offset_path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*buffer);
  if (size == 0) return;
  append(hal::cmd::ClearBuffer{.buffer = buffer->native(), .offset = offset, .size = size});
}

// ---- finish ----

RULE(finish_pass_open, Validation, "GPUCommandEncoder.finish", "a0cd6a75", "{0} finishes while {1} has not ended",
     diag::ObjectRef, diag::ObjectRef);
RULE(finish_twice, Validation, "GPUCommandEncoder.finish", "a0cd6a75", "{0} has finished already", diag::ObjectRef);

Ref<CommandBuffer> CommandEncoder::finish(std::string_view label) {
  EncoderState state = std::exchange(state_, EncoderState::Ended);
  Ref<CommandBuffer> commands = make<CommandBuffer>(device(), label, *this);
  if (device().lost()) {
    commands->fail(device().lost_cause());
    recording_.reset();
    return commands;
  }
  if (state == EncoderState::Ended) {
    commands->fail(device().raise(finish_twice(ref()).help("make a new command encoder for each command buffer")));
    return commands;
  }
  diag::Requirements unmet = begin_requirements();
  REQUIRE(unmet, state == EncoderState::Open,
          finish_pass_open(ref(), locked_by()).help("call end() on the pass before finish()"));
  if (usable()) check_groups_closed(unmet);
  if (!usable()) {
    commands->fail(device().raise(failure()));
  } else if (!unmet.ok()) {
    commands->fail(device().raise(unmet));
  } else {
    recording_->stream.label = label.empty() ? this->label() : std::string(label);
    commands->set_recording(std::move(recording_));
  }
  recording_.reset();
  return commands;
}

}  // namespace vitrine::gpu
