// What the encoders have in common: their state, debug groups, bind groups.
// https://gpuweb.github.io/gpuweb/#command-encoding
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/bind_group.h"
#include "gpu/call.h"
#include "gpu/pipeline.h"
#include "gpu/recording.h"
#include "gpu/usage_scope.h"

namespace vitrine::gpu {

// https://gpuweb.github.io/gpuweb/#gpucommandsmixin
enum class EncoderState : uint8_t { Open, Locked, Ended };

// GPUCommandsMixin and GPUDebugCommandsMixin. Not thread-safe, as webgpu.h has it.
class EncoderBase : public DeviceObject {
 public:
  EncoderState state() const { return state_; }
  const RecordingRef& recording() const { return recording_; }
  // Of the last command that came after its end; null before.
  const diag::DiagnosticPtr& ended_error() const { return ended_error_; }

  // https://gpuweb.github.io/gpuweb/#dom-gpudebugcommandsmixin-pushdebuggroup
  void push_debug_group(std::string_view label);
  // https://gpuweb.github.io/gpuweb/#dom-gpudebugcommandsmixin-popdebuggroup
  void pop_debug_group();
  // https://gpuweb.github.io/gpuweb/#dom-gpudebugcommandsmixin-insertdebugmarker
  void insert_debug_marker(std::string_view label);

 protected:
  EncoderBase(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording);
  ~EncoderBase() override;

  // https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-the-encoder-state
  // False when the command is not to be encoded: also on an encoder that is unusable already.
  bool begin_command() {
    ++command_;
    return state_ == EncoderState::Open ? usable() : refuse_command();
  }
  bool refuse_command();
  // Makes the encoder unusable for the reason given, which gets the command, pass and debug groups added.
  void invalidate(diag::Diagnostic d);
  void invalidate(diag::Requirements& unmet);
  // The same for a reason that came from inside: a pass that ended unusable.
  void invalidate(diag::DiagnosticPtr reason);
  // For the command that is being encoded.
  hal::CommandInfo info() const {
    hal::CommandInfo info;
    info.pass = pass_;
    info.group = groups_.empty() ? outer_group_ : groups_.back().id;
    if (sites_ != Sites::None) info.call_site = command_site();
    return info;
  }
  template <class C>
  C* append(C command, std::span<const std::byte> payload = {}) {
    return recording_->stream.append(command, payload, info());
  }
  // Where the command stands, for messages.
  virtual void add_context(diag::Diagnostic& d) const;
  // The debug groups in which a pass began.
  void add_outer_groups(diag::Diagnostic& d) const;
  // For the chain of a follow-on: " of pass "blur pass"", and the encoder around the pass.
  virtual std::string of_pass() const { return {}; }
  virtual diag::ObjectRef encoder_ref() const { return ref(); }
  void check_groups_closed(diag::Requirements& unmet) const;
  // Of a pass, at its end.
  void lint_ended_pass() const;

  // What the program did while this was locked: for the message.
  virtual diag::ObjectRef locked_by() const { return ref(); }

  struct Group {
    uint32_t id;  // CommandInfo::group
    uint64_t site;
  };
  const std::string& label_of(const Group& g) const { return recording_->stream.groups()[g.id - 1].label; }
  // Which commands note where they come from: all where the place is a return address, else those asked for.
  enum class Sites : uint8_t { None, Native, Provided };
  uint64_t command_site() const {
    const ApiCall* call = ApiCall::current();
    return sites_ == Sites::Native && call ? call->native_site() : current_call_token(CallSiteMoment::Command);
  }
  EncoderState state_ = EncoderState::Open;
  RecordingRef recording_;
  std::vector<Group> groups_;
  diag::DiagnosticPtr ended_error_;
  uint32_t outer_group_ = 0;   // CommandInfo::group in which a pass began
  uint32_t pass_ = 0;          // CommandInfo::pass
  bool had_group_ = false;     // a debug group was pushed here
  uint64_t command_ = 0;       // number of the present command, counted from 1
  Sites sites_;
};

// GPUBindingCommandsMixin.
class BindingEncoder : public EncoderBase {
 public:
  // https://gpuweb.github.io/gpuweb/#dom-gpubindingcommandsmixin-setbindgroup
  void set_bind_group(uint32_t index, BindGroup* group, std::span<const uint32_t> dynamic_offsets);
  // https://gpuweb.github.io/gpuweb/#dom-gpubindingcommandsmixin-setimmediates
  void set_immediates(uint32_t offset, std::span<const std::byte> data);

 protected:
  BindingEncoder(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording);
  ~BindingEncoder() override;

  struct Slot {
    BindGroup* group = nullptr;  // the recording keeps it
    std::vector<uint32_t> offsets;
  };
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-encoder-bind-groups
  void validate_bind_groups(const PipelineBase& pipeline, diag::Requirements& unmet) const;
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-validate-immediate-data
  void validate_immediates(const PipelineBase& pipeline, diag::Requirements& unmet) const;
  // https://gpuweb.github.io/gpuweb/#abstract-opdef-encoder-bind-groups-alias-a-writable-resource
  void validate_aliasing(const PipelineBase& pipeline, diag::Requirements& unmet) const;
  // Adds what a group uses to a scope.
  static void add_group(UsageScope& scope, uint32_t index, const BindGroup& group, diag::Requirements& unmet);
  // Called after a group was bound.
  virtual void group_bound(uint32_t index, BindGroup& group) {}

  std::vector<Slot> slots_;
  // What is bound of one resource, for validate_aliasing.
  struct Range {
    const Object* resource;
    uint64_t visibility;
    bool writable;
    uint64_t group, binding;
    uint64_t begin = 0, end = 0;
    const TextureView* view = nullptr;
  };
  mutable std::vector<Range> ranges_;  // empty between calls; keeps its memory
  uint64_t immediate_slots_ = 0;  // bit i: bytes 4i to 4i+3 were set; maxImmediateSize is at most 256
  bool bindings_changed_ = true;  // since the last draw or dispatch that was checked
};

}  // namespace vitrine::gpu
