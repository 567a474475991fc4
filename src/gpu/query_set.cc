#include "gpu/query_set.h"

#include <fmt/format.h>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/command_encoder.h"
#include "gpu/device.h"
#include "gpu/queue.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

QuerySet::QuerySet(Device& device, const QuerySetDescriptor& descriptor)
    : DeviceObject(device, ObjectKind::QuerySet, descriptor.label), type_(descriptor.type), count_(descriptor.count) {}

QuerySet::~QuerySet() = default;

std::string QuerySet::traits() const { return fmt::format("{} {} queries", count_, shown(type_)); }

void QuerySet::on_label(std::string_view label) {
  std::lock_guard lock(device().queue().submit_mutex());
  if (native_) device().native().set_label(*native_, label);
}

void QuerySet::destroy() {
  std::unique_ptr<hal::QuerySet> native;
  std::lock_guard lock(device().queue().submit_mutex());
  destroyed_ = true;
  native = native_.take();
}

RULE(query_set_timestamp_feature, TypeError, "GPUDevice.createQuerySet", "",
     "timestamp queries need the feature timestamp-query, which {0} was made without", diag::ObjectRef);
RULE(query_set_count_too_large, Validation, "GPUDevice.createQuerySet", "77c3e6c8",
     "{0} queries are asked for, and a set holds at most 4096", uint64_t);

Ref<QuerySet> Device::create_query_set(const QuerySetDescriptor& descriptor) {
  Ref<QuerySet> set = make<QuerySet>(*this, descriptor);
  if (refuse_on_lost_device(*this, *set)) return set;
  Path path("descriptor");
  diag::Requirements unmet = begin_requirements();
  if (check_enum(descriptor.type, "GPUQueryType", path.member("type"), unmet)) {
    REQUIRE(unmet, descriptor.type != QueryType::Timestamp || features_.has(FeatureName::TimestampQuery),
            query_set_timestamp_feature(ref())
                .at(path.member("type"))
                .help(feature_help(*this, FeatureName::TimestampQuery)));
  }
  REQUIRE(unmet, descriptor.count <= 4096, query_set_count_too_large(descriptor.count).at(path.member("count")));
  if (!unmet.ok()) {
    set->fail(raise(unmet));
    return set;
  }
  auto native =
      native_->create_query_set({descriptor.label, static_cast<hal::QueryType>(descriptor.type), descriptor.count});
  if (native) {
    set->native_ = std::move(*native);
  } else {
    set->fail(raise(from_native(native.error(), "a query set")));
  }
  return set;
}

RULE(timestamp_writes_feature, Validation, "Validate timestampWrites", "34d6ede7",
     "timestamp writes need the feature timestamp-query, which {0} was made without", diag::ObjectRef);
RULE(timestamp_writes_type, Validation, "Validate timestampWrites", "d330700e c32f0ede",
     "{0} holds {1} queries, and timestamps are written", diag::ObjectRef, Name);
RULE(timestamp_writes_index, Validation, "Validate timestampWrites", "d016f269",
     "the {0} index {1} is not below the {2} queries of {3}", Text, uint64_t, uint64_t, diag::ObjectRef);
RULE(timestamp_writes_same_index, Validation, "Validate timestampWrites", "a6d93fbe",
     "both timestamps of the pass are written to query {0}", uint64_t);
RULE(timestamp_writes_none, Validation, "Validate timestampWrites", "5efcf599",
     "neither beginningOfPassWriteIndex nor endOfPassWriteIndex is given");

hal::cmd::TimestampWrites validate_timestamp_writes(Device& device, Recording& recording,
                                                    const PassTimestampWrites& writes, const Path& path,
                                                    diag::Requirements& unmet) {
  REQUIRE(unmet, device.features().has(FeatureName::TimestampQuery),
          timestamp_writes_feature(device.ref())
              .at(path)
              .help(feature_help(device, FeatureName::TimestampQuery)));
  if (!check_usable_with(device, writes.query_set, "the query set", path.member("querySet"), unmet)) return {};
  QuerySet& set = *writes.query_set;
  REQUIRE(unmet, set.type() == QueryType::Timestamp,
          timestamp_writes_type(set.ref(), Name{shown(set.type())})
              .help("make the query set with type: \"timestamp\"")
              .at(path.member("querySet")));
  bool beginning = writes.beginning != kUndefined32, end = writes.end != kUndefined32;
  REQUIRE(unmet, beginning || end,
          timestamp_writes_none().help("give one or both, or leave timestampWrites out").at(path));
  REQUIRE(unmet, !beginning || writes.beginning < set.count(),
          timestamp_writes_index(Text{"beginning"}, writes.beginning, set.count(), set.ref())
              .help("indexes count from 0; make the query set with a larger count, or write to another one")
              .at(path.member("beginningOfPassWriteIndex")));
  REQUIRE(unmet, !end || writes.end < set.count(),
          timestamp_writes_index(Text{"end"}, writes.end, set.count(), set.ref())
              .help("indexes count from 0; make the query set with a larger count, or write to another one")
              .at(path.member("endOfPassWriteIndex")));
  REQUIRE(unmet, !beginning || !end || writes.beginning != writes.end,
          timestamp_writes_same_index(writes.end)
              .help("give the beginning and the end of the pass a query each")
              .at(path.member("endOfPassWriteIndex")));
  recording.use(set);
  return {set.native(), writes.beginning, writes.end};
}

RULE(resolve_first_query, Validation, "GPUCommandEncoder.resolveQuerySet", "7706c546",
     "the first query is {0}, and {1} has {2}", uint64_t, diag::ObjectRef, uint64_t);
RULE(resolve_query_range, Validation, "GPUCommandEncoder.resolveQuerySet", "bcb6957e",
     "queries {0} to {1} are resolved, and {2} has {3}", uint64_t, uint64_t, diag::ObjectRef, uint64_t);
RULE(resolve_usage, Validation, "GPUCommandEncoder.resolveQuerySet", "7ac61b9e",
     "{0} has the usage {1}, and resolving needs QUERY_RESOLVE", diag::ObjectRef, Text);
RULE(resolve_offset_unaligned, Validation, "GPUCommandEncoder.resolveQuerySet", "53037993",
     "the destination offset is {0}, and must be a multiple of 256", uint64_t);
RULE(resolve_out_of_range, Validation, "GPUCommandEncoder.resolveQuerySet", "0180e2bb",
     "{0} queries take {1} bytes, and at offset {2} they end after the {3} bytes of {4}", uint64_t, uint64_t, uint64_t,
     uint64_t, diag::ObjectRef);

void CommandEncoder::resolve_query_set(QuerySet* set, uint32_t first, uint32_t count, Buffer* destination,
                                       uint64_t offset) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path set_path("querySet"), first_path("firstQuery"), count_path("queryCount"), destination_path("destination"),
      offset_path("destinationOffset");
  bool has_set = check_usable_with(device(), set, "the query set", set_path, unmet);
  bool has_buffer = check_usable_with(device(), destination, "the destination", destination_path, unmet);
  if (has_set && has_buffer) {
    REQUIRE(unmet, destination->usage() & BufferUsage::QueryResolve,
            with_creation(
                resolve_usage(destination->ref(), Text{buffer_usage_text(destination->usage())})
                    .at(destination_path)
                    .help(usage_help(*destination, BufferUsage::QueryResolve)),
                *destination));
    REQUIRE(unmet, first < set->count(), resolve_first_query(first, set->ref(), set->count()).at(first_path));
    uint64_t end = uint64_t{first} + count;
    REQUIRE(unmet, end <= set->count(),
            resolve_query_range(first, end, set->ref(), set->count())
                .help("the second argument is the first query and the third their number")
                .at(count_path));
    REQUIRE(unmet, offset % 256 == 0,
            resolve_offset_unaligned(offset).help(multiple_help(offset, 256)).at(offset_path));
    uint64_t bytes = uint64_t{8} * count;
    REQUIRE(unmet, offset <= destination->size() && bytes <= destination->size() - offset,
            resolve_out_of_range(count, bytes, offset, destination->size(), destination->ref())
                .help("a query takes 8 bytes: make the buffer larger, or resolve fewer")
                .at(offset_path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*set);
  recording_->use(*destination);
  if (count == 0) return;
  append(hal::cmd::ResolveQuerySet{.set = set->native(),
                                   .destination = destination->native(),
                                   .destination_offset = offset,
                                   .first = first,
                                   .count = count});
}

RULE(write_timestamp_feature, Validation, "wgpuCommandEncoderWriteTimestamp", "",
     "writing a timestamp needs the feature timestamp-query, which {0} was made without", diag::ObjectRef);
RULE(write_timestamp_type, Validation, "wgpuCommandEncoderWriteTimestamp", "",
     "{0} holds {1} queries, and a timestamp is written", diag::ObjectRef, Name);
RULE(write_timestamp_index, Validation, "wgpuCommandEncoderWriteTimestamp", "",
     "the index {0} is not below the {1} queries of {2}", uint64_t, uint64_t, diag::ObjectRef);

void CommandEncoder::write_timestamp(QuerySet* set, uint32_t index) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path set_path("querySet"), index_path("queryIndex");
  REQUIRE(unmet, device().features().has(FeatureName::TimestampQuery),
          write_timestamp_feature(device().ref()).help(feature_help(device(), FeatureName::TimestampQuery)));
  if (check_usable_with(device(), set, "the query set", set_path, unmet)) {
    REQUIRE(unmet, set->type() == QueryType::Timestamp,
            write_timestamp_type(set->ref(), Name{shown(set->type())})
                .help("make the query set with type: \"timestamp\"")
                .at(set_path));
    REQUIRE(unmet, index < set->count(), write_timestamp_index(index, set->count(), set->ref()).at(index_path));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*set);
  append(hal::cmd::WriteTimestamp{.set = set->native(), .index = index});
}

}  // namespace vitrine::gpu
