#include "gpu/compute_pass.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/device.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;
namespace usage = hal::internal_usage;

ComputePassEncoder::ComputePassEncoder(CommandEncoder& encoder, std::string_view label)
    : BindingEncoder(encoder.device(), ObjectKind::ComputePassEncoder, label, encoder.recording()), encoder_(&encoder) {}

ComputePassEncoder::~ComputePassEncoder() { encoder_->pass_gone(*this); }

void ComputePassEncoder::begin(const hal::cmd::BeginComputePass& begin, uint32_t group) {
  outer_group_ = group;
  pass_ = recording_->stream.add_pass(hal::PassKind::Compute, label());
  append(begin);
  begun_ = true;
}

RULE(pass_of_ended_encoder, Validation, "GPUCommandEncoder", "0b0e378d d0e76b4a", "{0} was begun on {1}, which had ended",
     diag::ObjectRef, diag::ObjectRef);

void ComputePassEncoder::refuse(diag::DiagnosticPtr reason, bool attached) {
  attached_ = attached_ || attached;
  fail(reason ? std::move(reason) : Device::attributed(pass_of_ended_encoder(ref(), encoder_->ref()).cause(encoder_->ended_error())));
}

void ComputePassEncoder::add_context(diag::Diagnostic& d) const {
  add_outer_groups(d);
  std::move(d).within({diag::ContextKind::Pass, label(), ordinal()});
  EncoderBase::add_context(d);
}

void ComputePassEncoder::set_pipeline(ComputePipeline* pipeline) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  if (!check_usable_with(device(), pipeline, "the pipeline", Path("pipeline"), unmet)) return invalidate(unmet);
  if (pipeline_ != pipeline) bindings_changed_ = true;
  pipeline_ = pipeline;
  recording_->use(*pipeline);
  append(hal::cmd::SetComputePipeline{.pipeline = pipeline->native()});
}

RULE(dispatch_without_pipeline, Validation, "GPUComputePassEncoder.dispatchWorkgroups", "33b101d0 c04ba4dc",
     "no pipeline is set in {0}", diag::ObjectRef);
RULE(dispatch_count_too_large, Validation, "GPUComputePassEncoder.dispatchWorkgroups", "92f8c4cb",
     "{0} workgroups in {1}, and maxComputeWorkgroupsPerDimension of this device is {2}", uint64_t, Text, uint64_t);
RULE(dispatch_index_overflow, Validation, "GPUComputePassEncoder.dispatchWorkgroups", "896dd611 d3f8fff2 0faf6a33",
     "{0} has the input {1}, and {2} by {3} by {4} workgroups{5} are more than its 32 bits can number", diag::ObjectRef,
     Name, uint64_t, uint64_t, uint64_t, Text);
RULE(dispatch_indirect_usage, Validation, "GPUComputePassEncoder.dispatchWorkgroupsIndirect", "8cab19e3",
     "{0} has the usage {1}, and an indirect dispatch needs INDIRECT", diag::ObjectRef, Text);
RULE(dispatch_indirect_unaligned, Validation, "GPUComputePassEncoder.dispatchWorkgroupsIndirect", "5f938646",
     "the indirect offset is {0}, and must be a multiple of 4", uint64_t);
RULE(dispatch_indirect_out_of_range, Validation, "GPUComputePassEncoder.dispatchWorkgroupsIndirect", "fab3bb68",
     "the 12 bytes of the arguments at offset {0} end after the {1} bytes of {2}", uint64_t, uint64_t, diag::ObjectRef);

bool ComputePassEncoder::validate_dispatch(Buffer* indirect, diag::Requirements& unmet) {
  if (!REQUIRE(unmet, pipeline_, dispatch_without_pipeline(ref()).help("call setPipeline before"))) return false;
  if (!bindings_changed_ && !indirect) return true;
  validate_bind_groups(*pipeline_, unmet);
  validate_immediates(*pipeline_, unmet);
  if (!unmet.ok()) return false;
  // A dispatch is a usage scope of its own. https://gpuweb.github.io/gpuweb/#programming-model-synchronization
  scope_.clear();
  const std::vector<Ref<BindGroupLayout>>& layouts = pipeline_->layout().groups();
  for (uint32_t i = 0; i < layouts.size(); ++i)
    if (layouts[i]) add_group(scope_, i, *slots_[i].group, unmet);
  if (indirect) scope_.add(*indirect, usage::kInput, 0, {"indirect arguments"}, unmet);
  if (!unmet.ok()) return false;
  bindings_changed_ = indirect != nullptr;
  return true;
}

void ComputePassEncoder::dispatch_workgroups(uint32_t x, uint32_t y, uint32_t z) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  validate_dispatch(nullptr, unmet);
  uint32_t most = device().limits().max_compute_workgroups_per_dimension;
  auto at_most = [&](uint32_t count, const char* axis, const char* argument) {
    REQUIRE(unmet, count <= most,
            with_limit_help(device(), "maxComputeWorkgroupsPerDimension", count,
                            dispatch_count_too_large(count, Text{axis}, most).at(Path(argument))));
  };
  at_most(x, "x", "workgroupCountX");
  at_most(y, "y", "workgroupCountY");
  at_most(z, "z", "workgroupCountZ");
  if (unmet.ok() && pipeline_->indexed().each) {
    uint64_t each = pipeline_->indexed().each;
    // Three 32-bit counts and at most 2^32 invocations: 128 bits hold it.
    unsigned __int128 all = static_cast<unsigned __int128>(x) * y * z * each;
    REQUIRE(unmet, all >> 32 == 0,
            dispatch_index_overflow(pipeline_->ref(), Name{std::string(pipeline_->indexed().builtin)}, x, y, z,
                                    Text{each > 1 ? fmt::format(" of {} invocations", each) : std::string()}));
  }
  if (!unmet.ok()) return invalidate(unmet);
  append(hal::cmd::Dispatch{.x = x, .y = y, .z = z});
}

void ComputePassEncoder::dispatch_workgroups_indirect(Buffer* indirect, uint64_t offset) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path buffer_path("indirectBuffer"), offset_path("indirectOffset");
  if (check_usable_with(device(), indirect, "the indirect buffer", buffer_path, unmet)) {
    validate_dispatch(indirect, unmet);
    REQUIRE(unmet, indirect->usage() & BufferUsage::Indirect,
            with_creation(
                dispatch_indirect_usage(indirect->ref(), Text{buffer_usage_text(indirect->usage())})
                    .at(buffer_path)
                    .help(usage_help(*indirect, BufferUsage::Indirect)),
                *indirect));
    REQUIRE(unmet, offset % 4 == 0, dispatch_indirect_unaligned(offset).at(offset_path));
    REQUIRE(unmet, offset <= indirect->size() && 12 <= indirect->size() - offset,
            dispatch_indirect_out_of_range(offset, indirect->size(), indirect->ref()).at(offset_path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*indirect);
  append(hal::cmd::DispatchIndirect{
      .buffer = indirect->native(), .offset = offset, .numbered = static_cast<uint32_t>(pipeline_->indexed().each)});
}

RULE(pass_ended_already, Validation, "GPUComputePassEncoder.end", "874a0114", "{0} has ended already", diag::ObjectRef);

RULE(pass_encoder_finished, Validation, "GPUComputePassEncoder.end", "0b0e378d df0f9ea8",
     "{0} ends after {1}, which it belongs to, has finished", diag::ObjectRef, diag::ObjectRef);

diag::Diagnostic end_after_finish(const diag::ObjectRef& pass, const diag::ObjectRef& encoder) {
  return pass_encoder_finished(pass, encoder).help("call end() on the pass before finish() on the encoder");
}

void ComputePassEncoder::end() {
  if (state_ != EncoderState::Open) {
    if (!device().lost()) device().raise(pass_ended_already(ref()).help("begin a new pass on the encoder"));
    return;
  }
  if (attached_ && encoder_->state() != EncoderState::Locked) {
    if (!device().lost()) device().raise(end_after_finish(ref(), encoder_->ref()));
    return;
  }
  ++command_;
  state_ = EncoderState::Ended;
  if (!attached_) {  // begun on an encoder that could take no pass: its state was reported
    if (!device().lost()) device().raise(failure());
    return;
  }
  if (usable() && !groups_.empty()) {
    diag::Requirements unmet = begin_requirements();
    check_groups_closed(unmet);
    invalidate(unmet);
  }
  lint_ended_pass();
  if (begun_) {
    groups_.clear();
    append(hal::cmd::EndComputePass{});
  }
  encoder_->pass_ended(failure());
  recording_.reset();
}

}  // namespace vitrine::gpu
