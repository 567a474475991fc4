// The command stream: what an encoder appends and a backend walks in one switch.
//
// A stream is a row of commands in 8-byte units: a CommandHeader, the fixed fields of the command, then its payload
// (bytes, offsets, attachments), padded to 8. Everything in it is plain data and already validated by gpu/: counts and
// ranges are right, undefined values are resolved, empty copies and draws of nothing may still occur. Pointers to hal
// objects are borrowed: gpu/ keeps the objects alive until the submission that uses the stream has *returned*, a
// backend keeps what the GPU still needs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hal/types.h"

namespace vitrine::hal {

class BindGroup;
class Buffer;
class ComputePipeline;
class QuerySet;
class RenderPipeline;
class Texture;
class TextureView;
class CommandStream;

enum class Op : uint16_t {
  // between passes
  CopyBufferToBuffer, CopyBufferToTexture, CopyTextureToBuffer, CopyTextureToTexture, ClearBuffer, ResolveQuerySet,
  WriteTimestamp, BeginComputePass, EndComputePass, BeginRenderPass, EndRenderPass,
  // everywhere
  PushDebugGroup, PopDebugGroup, InsertDebugMarker,
  // in passes and bundles
  SetBindGroup, SetImmediates,
  // in compute passes
  SetComputePipeline, Dispatch, DispatchIndirect,
  // in render passes and bundles
  SetRenderPipeline, SetIndexBuffer, SetVertexBuffer, Draw, DrawIndexed, DrawIndirect, DrawIndexedIndirect,
  // in render passes
  SetViewport, SetScissorRect, SetBlendConstant, SetStencilReference, BeginOcclusionQuery, EndOcclusionQuery,
  ExecuteBundle,
};

// Every command starts with it. `bytes` counts header, fields, payload and padding.
struct CommandHeader {
  Op op;
  uint16_t spare = 0;
  uint32_t bytes = 0;
};

// What a command reports with when something goes wrong or prints: kept beside the stream, one per command.
struct CommandInfo {
  uint32_t pass = 0;       // index into CommandStream::passes() + 1; 0: between passes
  uint32_t group = 0;      // index into CommandStream::groups() + 1; 0: in no debug group
  uint64_t call_site = 0;  // token of a diag::CallSiteProvider; 0: none
};
static_assert(sizeof(CommandInfo) == 16);

// A debug group by its place in the tree: the path of a command is read from the inside out.
struct DebugGroup {
  uint32_t parent = 0;  // index + 1; 0: outermost
  std::string label;
};

enum class PassKind : uint8_t { Compute, Render };

struct PassInfo {
  PassKind kind;
  std::string label;
  uint32_t first_command = 0;  // of its Begin command; commands of a pass are counted from here, which is number 0
};

// What one render pass does with a resource, merged over the pass: the usage scope of the specification, with the
// usages that gpu/ found compatible. A compute dispatch, a copy, a clear and a resolve are a usage scope each; their
// usages follow from the command and the bound groups, so none are recorded.
// https://gpuweb.github.io/gpuweb/#programming-model-synchronization
using InternalUsages = uint32_t;
namespace internal_usage {
// input: indirect, vertex, index. constant: uniform, sampled. attachment read: read-only depth or stencil.
inline constexpr InternalUsages kInput = 0x1, kConstant = 0x2, kStorage = 0x4, kStorageRead = 0x8, kAttachment = 0x10,
                                kAttachmentRead = 0x20;
}
struct BufferUse {
  Buffer* buffer;
  InternalUsages usages;
  ShaderStages stages;  // for constant, storage and storage read
};
struct TextureUse {
  Texture* texture;
  InternalUsages usages;
  ShaderStages stages;
  uint32_t base_mip_level = 0, mip_level_count = 1, base_array_layer = 0, array_layer_count = 1;
  TextureAspect aspect = TextureAspect::All;
};

namespace cmd {

struct CopyBufferToBuffer {
  static constexpr Op kOp = Op::CopyBufferToBuffer;
  CommandHeader header;
  Buffer* source;
  Buffer* destination;
  uint64_t source_offset, destination_offset, size;
};

// The texture half of a copy. Extents are in texels and physical: not rounded up to blocks.
struct TexturePlace {
  Texture* texture;
  uint32_t mip_level;
  Origin3D origin;  // z: slice of a 3D texture, else layer
  TextureAspect aspect;
};
struct BufferPlace {
  Buffer* buffer;
  uint64_t offset;
  uint32_t bytes_per_row;   // resolved, even for one row
  uint32_t rows_per_image;  // in block rows; resolved
};

struct CopyBufferToTexture {
  static constexpr Op kOp = Op::CopyBufferToTexture;
  CommandHeader header;
  BufferPlace source;
  TexturePlace destination;
  Extent3D size;
};
struct CopyTextureToBuffer {
  static constexpr Op kOp = Op::CopyTextureToBuffer;
  CommandHeader header;
  TexturePlace source;
  BufferPlace destination;
  Extent3D size;
};
struct CopyTextureToTexture {
  static constexpr Op kOp = Op::CopyTextureToTexture;
  CommandHeader header;
  TexturePlace source, destination;
  Extent3D size;
};
struct ClearBuffer {
  static constexpr Op kOp = Op::ClearBuffer;
  CommandHeader header;
  Buffer* buffer;
  uint64_t offset, size;  // multiples of 4
};
// Queries that were never written resolve to 0.
struct ResolveQuerySet {
  static constexpr Op kOp = Op::ResolveQuerySet;
  CommandHeader header;
  QuerySet* set;
  Buffer* destination;
  uint64_t destination_offset;
  uint32_t first, count;
};
struct WriteTimestamp {
  static constexpr Op kOp = Op::WriteTimestamp;
  CommandHeader header;
  QuerySet* set;
  uint32_t index;
};

struct TimestampWrites {
  QuerySet* set = nullptr;  // null: none
  uint32_t beginning = kAll, end = kAll;  // kAll: not written
};
struct BeginComputePass {
  static constexpr Op kOp = Op::BeginComputePass;
  CommandHeader header;
  TimestampWrites timestamps;
};
struct EndComputePass {
  static constexpr Op kOp = Op::EndComputePass;
  CommandHeader header;
};

struct ColorAttachment {
  TextureView* view = nullptr;  // null: a hole
  TextureView* resolve_target = nullptr;
  uint32_t depth_slice = kAll;  // of a 3D view
  LoadOp load = LoadOp::Load;
  StoreOp store = StoreOp::Store;
  Color clear;
};
struct DepthStencilAttachment {
  TextureView* view = nullptr;  // null: none
  float depth_clear = 0;
  LoadOp depth_load = LoadOp::Undefined;  // undefined: read only or no such aspect
  StoreOp depth_store = StoreOp::Undefined;
  bool depth_read_only = false;
  LoadOp stencil_load = LoadOp::Undefined;
  StoreOp stencil_store = StoreOp::Undefined;
  bool stencil_read_only = false;
  uint32_t stencil_clear = 0;
};
// Payload: `color_count` ColorAttachment. Its usage scope is [first, first + count) of the stream's uses.
struct BeginRenderPass {
  static constexpr Op kOp = Op::BeginRenderPass;
  CommandHeader header;
  uint32_t color_count;
  uint32_t width, height;
  uint32_t sample_count;
  uint32_t first_buffer_use, buffer_use_count;
  uint32_t first_texture_use, texture_use_count;
  DepthStencilAttachment depth_stencil;
  QuerySet* occlusion_set;  // null: the pass begins no query
  TimestampWrites timestamps;
};
struct EndRenderPass {
  static constexpr Op kOp = Op::EndRenderPass;
  CommandHeader header;
};

// Payload: the text, `length` bytes.
struct PushDebugGroup {
  static constexpr Op kOp = Op::PushDebugGroup;
  CommandHeader header;
  uint64_t length;
};
struct PopDebugGroup {
  static constexpr Op kOp = Op::PopDebugGroup;
  CommandHeader header;
};
struct InsertDebugMarker {
  static constexpr Op kOp = Op::InsertDebugMarker;
  CommandHeader header;
  uint64_t length;
};

// Payload: `offset_count` dynamic offsets (uint32_t) by increasing binding number. A null group unsets.
struct SetBindGroup {
  static constexpr Op kOp = Op::SetBindGroup;
  CommandHeader header;
  BindGroup* group;
  uint32_t index, offset_count;
};
// Payload: `size` bytes for the immediate range from `offset`; both multiples of 4.
struct SetImmediates {
  static constexpr Op kOp = Op::SetImmediates;
  CommandHeader header;
  uint32_t offset, size;
};

struct SetComputePipeline {
  static constexpr Op kOp = Op::SetComputePipeline;
  CommandHeader header;
  ComputePipeline* pipeline;
};
struct Dispatch {
  static constexpr Op kOp = Op::Dispatch;
  CommandHeader header;
  uint32_t x, y, z, spare;
};
// A backend holds the counts to maxComputeWorkgroupsPerDimension: a larger one makes the dispatch do nothing. So do more
// workgroups than 32 bits can number, counted `numbered` times each; 0: the shader numbers nothing.
struct DispatchIndirect {
  static constexpr Op kOp = Op::DispatchIndirect;
  CommandHeader header;
  Buffer* buffer;
  uint64_t offset;
  uint32_t numbered, spare;
};

struct SetRenderPipeline {
  static constexpr Op kOp = Op::SetRenderPipeline;
  CommandHeader header;
  RenderPipeline* pipeline;
};
struct SetIndexBuffer {
  static constexpr Op kOp = Op::SetIndexBuffer;
  CommandHeader header;
  Buffer* buffer;
  uint64_t offset, size;
  IndexFormat format;
};
struct SetVertexBuffer {
  static constexpr Op kOp = Op::SetVertexBuffer;
  CommandHeader header;
  Buffer* buffer;  // null unsets
  uint64_t offset, size;
  uint32_t slot;
};
struct Draw {
  static constexpr Op kOp = Op::Draw;
  CommandHeader header;
  uint32_t vertex_count, instance_count, first_vertex, first_instance;
};
struct DrawIndexed {
  static constexpr Op kOp = Op::DrawIndexed;
  CommandHeader header;
  uint32_t index_count, instance_count, first_index;
  int32_t base_vertex;
  uint32_t first_instance;
};
// A backend holds the arguments to the bound buffers: a draw that would leave them does nothing.
struct DrawIndirect {
  static constexpr Op kOp = Op::DrawIndirect;
  CommandHeader header;
  Buffer* buffer;
  uint64_t offset;
};
struct DrawIndexedIndirect {
  static constexpr Op kOp = Op::DrawIndexedIndirect;
  CommandHeader header;
  Buffer* buffer;
  uint64_t offset;
};

struct SetViewport {
  static constexpr Op kOp = Op::SetViewport;
  CommandHeader header;
  float x, y, width, height, min_depth, max_depth;
};
struct SetScissorRect {
  static constexpr Op kOp = Op::SetScissorRect;
  CommandHeader header;
  uint32_t x, y, width, height;
};
struct SetBlendConstant {
  static constexpr Op kOp = Op::SetBlendConstant;
  CommandHeader header;
  Color color;
};
struct SetStencilReference {
  static constexpr Op kOp = Op::SetStencilReference;
  CommandHeader header;
  uint32_t reference;
};
struct BeginOcclusionQuery {
  static constexpr Op kOp = Op::BeginOcclusionQuery;
  CommandHeader header;
  uint32_t index;
};
struct EndOcclusionQuery {
  static constexpr Op kOp = Op::EndOcclusionQuery;
  CommandHeader header;
};
// Walks the bundle's own stream with no state bound before and none after. Bundles hold no bundles.
struct ExecuteBundle {
  static constexpr Op kOp = Op::ExecuteBundle;
  CommandHeader header;
  const CommandStream* bundle;
};

}  // namespace cmd

// Memory that command streams are done with, for the next ones. Thread-safe; outlives the streams.
class StreamMemory {
 public:
  static constexpr size_t kBlock = 32 * 1024;
  std::unique_ptr<std::byte[]> take() {
    std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique_for_overwrite<std::byte[]>(kBlock);
    std::unique_ptr<std::byte[]> block = std::move(free_.back());
    free_.pop_back();
    return block;
  }
  void give(std::unique_ptr<std::byte[]> block) {
    constexpr size_t kMost = 256;
    std::lock_guard lock(mutex_);
    if (free_.size() < kMost) free_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::byte[]>> free_;
};

class CommandStream {
 public:
  explicit CommandStream(StreamMemory* memory = nullptr) : memory_(memory) {}
  ~CommandStream() {
    if (!memory_) return;
    for (Block& b : blocks_)
      if (b.size == StreamMemory::kBlock) memory_->give(std::move(b.data));
  }
  CommandStream(const CommandStream&) = delete;
  CommandStream& operator=(const CommandStream&) = delete;

  // Appends a command made by aggregate initialisation; the header may stay empty: `append(cmd::Dispatch{.x = 4}, info)`.
  // What it yields stays where it is.
  template <class C>
  C* append(C command, CommandInfo info) {
    return append(command, std::span<const std::byte>(), info);
  }
  // With a payload that follows the fixed fields.
  template <class C>
  C* append(C command, std::span<const std::byte> payload, CommandInfo info) {
    static_assert(std::is_trivially_copyable_v<C> && alignof(C) <= 8);
    size_t fixed = (sizeof(C) + 7) / 8 * 8, more = (payload.size() + 7) / 8 * 8;
    command.header.op = C::kOp;
    command.header.bytes = static_cast<uint32_t>(fixed + more);
    if (static_cast<size_t>(end_ - next_) < fixed + more + sizeof(CommandInfo)) add_block(fixed + more + sizeof(CommandInfo));
    std::byte* to = next_;
    next_ += fixed + more;
    if constexpr (sizeof(C) % 8 != 0) std::memset(to + fixed - 8, 0, 8);
    std::memcpy(to, &command, sizeof(C));
    if (!payload.empty()) {
      std::memset(to + fixed + more - 8, 0, 8);
      std::memcpy(to + fixed, payload.data(), payload.size());
    }
    end_ -= sizeof(CommandInfo);
    std::memcpy(end_, &info, sizeof(CommandInfo));
    ++command_count_;
    return reinterpret_cast<C*>(to);
  }

  uint32_t add_pass(PassKind kind, std::string label) {  // yields CommandInfo::pass
    passes_.push_back({kind, std::move(label), static_cast<uint32_t>(command_count_)});
    return static_cast<uint32_t>(passes_.size());
  }
  uint32_t add_group(uint32_t parent, std::string_view label) {  // yields CommandInfo::group
    // Programs push the same one again and again.
    if (groups_.empty() || groups_.back().parent != parent || groups_.back().label != label)
      groups_.push_back({parent, std::string(label)});
    return static_cast<uint32_t>(groups_.size());
  }
  // For the BeginRenderPass of a pass whose commands are complete: fills in the scope that is known only at its end.
  // `begin` is what appending the command gave.
  void set_render_scope(cmd::BeginRenderPass* begin, std::span<const BufferUse> buffers, std::span<const TextureUse> textures) {
    begin->first_buffer_use = static_cast<uint32_t>(buffer_uses_.size());
    begin->buffer_use_count = static_cast<uint32_t>(buffers.size());
    begin->first_texture_use = static_cast<uint32_t>(texture_uses_.size());
    begin->texture_use_count = static_cast<uint32_t>(textures.size());
    buffer_uses_.insert(buffer_uses_.end(), buffers.begin(), buffers.end());
    texture_uses_.insert(texture_uses_.end(), textures.begin(), textures.end());
  }

  size_t command_count() const { return command_count_; }
  bool empty() const { return command_count_ == 0; }
  const CommandInfo& info(size_t command) const {
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), command,
                                  [](size_t c, const Block& b) { return c < b.first_command; }) - 1;
    return block->infos()[-1 - static_cast<ptrdiff_t>(command - block->first_command)];
  }
  // Calls of the program that encode no command, or several: the numbers of what follows move by so much.
  void renumber(int32_t by) {
    int64_t sum = by + (renumbered_.empty() ? 0 : renumbered_.back().sum);
    renumbered_.push_back({command_count_, sum});
  }
  // The number of the call that encoded a command, counted from the begin of its pass; 0 outside of passes.
  uint32_t number_in_pass(size_t command) const {
    uint32_t pass = info(command).pass;
    if (pass == 0 || pass > passes_.size()) return 0;
    size_t first = passes_[pass - 1].first_command;
    return static_cast<uint32_t>(static_cast<int64_t>(command - first) + moved_by(command) - moved_by(first));
  }
  std::span<const PassInfo> passes() const { return passes_; }
  std::span<const DebugGroup> groups() const { return groups_; }
  std::span<const BufferUse> buffer_uses() const { return buffer_uses_; }
  std::span<const TextureUse> texture_uses() const { return texture_uses_; }

  std::string label;  // of the command buffer or bundle

 private:
  friend class StreamCursor;
  // Commands from the front, what is noted of each from the back.
  struct Block {
    std::unique_ptr<std::byte[]> data;
    size_t size;
    size_t first_command;  // its number in the stream
    size_t used = 0;       // bytes of commands, once there is a next block
    const CommandInfo* infos() const { return reinterpret_cast<const CommandInfo*>(data.get() + size); }
  };
  const std::byte* end_of(size_t block) const {
    return block + 1 == blocks_.size() ? next_ : blocks_[block].data.get() + blocks_[block].used;
  }
  // Most streams are short and need the first block alone.
  void add_block(size_t least) {
    constexpr size_t kFirst = 1024;
    if (!blocks_.empty()) blocks_.back().used = static_cast<size_t>(next_ - blocks_.back().data.get());
    size_t size = std::max(blocks_.empty() ? kFirst : StreamMemory::kBlock, (least + 15) / 16 * 16);
    bool kept = memory_ && size == StreamMemory::kBlock;
    blocks_.push_back({kept ? memory_->take() : std::make_unique_for_overwrite<std::byte[]>(size), size, command_count_});
    next_ = blocks_.back().data.get();
    end_ = next_ + size;
  }

  StreamMemory* memory_;
  std::vector<Block> blocks_;
  std::byte *next_ = nullptr, *end_ = nullptr;  // what is free of the last block
  size_t command_count_ = 0;
  std::vector<PassInfo> passes_;
  std::vector<DebugGroup> groups_;
  std::vector<BufferUse> buffer_uses_;
  std::vector<TextureUse> texture_uses_;
  struct Renumbered {
    size_t from;  // this command on
    int64_t sum;  // of all until here
  };
  int64_t moved_by(size_t command) const {
    auto next = std::upper_bound(renumbered_.begin(), renumbered_.end(), command,
                                 [](size_t c, const Renumbered& r) { return c < r.from; });
    return next == renumbered_.begin() ? 0 : std::prev(next)->sum;
  }
  std::vector<Renumbered> renumbered_;
};

// The fixed fields of a command.
template <class C>
const C& as(const CommandHeader* header) {
  return *reinterpret_cast<const C*>(header);
}
// What follows them.
template <class T, class C>
const T* payload(const C& command) {
  return reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(&command) + (sizeof(C) + 7) / 8 * 8);
}
template <class C>
std::string_view payload_text(const C& command) {
  return {payload<char>(command), static_cast<size_t>(command.length)};
}

// for (StreamCursor c(stream); c; c.next()) switch (c->op) ...
class StreamCursor {
 public:
  explicit StreamCursor(const CommandStream& stream) : stream_(&stream) { enter(0); }
  explicit operator bool() const { return at_ != end_; }
  const CommandHeader* operator->() const { return **this; }
  const CommandHeader* operator*() const { return reinterpret_cast<const CommandHeader*>(at_); }
  uint32_t index() const { return index_; }  // of the command in the stream
  const CommandInfo& info() const { return *info_; }
  void next() {
    at_ += (**this)->bytes;
    ++index_;
    --info_;
    if (at_ == end_) enter(block_ + 1);
  }

 private:
  void enter(size_t block) {
    if (block >= stream_->blocks_.size()) return;
    block_ = block;
    at_ = stream_->blocks_[block].data.get();
    end_ = stream_->end_of(block);
    info_ = stream_->blocks_[block].infos() - 1;
  }

  const CommandStream* stream_;
  size_t block_ = 0;
  const std::byte *at_ = nullptr, *end_ = nullptr;
  const CommandInfo* info_ = nullptr;
  uint32_t index_ = 0;
};

}  // namespace vitrine::hal
