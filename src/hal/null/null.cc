#include "hal/null/null.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "hal/surface.h"

namespace vitrine::hal::null {
namespace {

// A buffer larger than this is refused as out of memory, so that rules can be tried with sizes no machine has.
constexpr uint64_t kMaxAllocation = uint64_t{2} << 30;

class NullBuffer final : public Buffer {
 public:
  explicit NullBuffer(const BufferDesc& desc)
      : size_(desc.size),
        usage_(desc.usage),
        data_(desc.size <= kMaxAllocation ? static_cast<std::byte*>(std::calloc(desc.size ? desc.size : 1, 1)) : nullptr) {}
  ~NullBuffer() override { std::free(data_); }
  uint64_t size() const override { return size_; }
  BufferUsages usage() const override { return usage_; }
  std::byte* host_pointer() override {
    return usage_ & (buffer_usage::kMapRead | buffer_usage::kMapWrite) ? data_ : nullptr;
  }
  void invalidate(uint64_t, uint64_t) override {}
  void flush(uint64_t, uint64_t) override {}
  uint64_t last_use() const override { return last_use_.load(std::memory_order_relaxed); }

  std::byte* data() { return data_; }
  void used(uint64_t serial) { last_use_.store(serial, std::memory_order_relaxed); }

 private:
  uint64_t size_;
  BufferUsages usage_;
  std::byte* data_;
  std::atomic<uint64_t> last_use_{0};
};

class NullTexture final : public Texture {
 public:
  uint64_t last_use() const override { return 0; }
};
class NullView final : public TextureView {};
class NullSampler final : public Sampler {};
class NullBindGroupLayout final : public BindGroupLayout {};
class NullBindGroup final : public BindGroup {};
class NullPipelineLayout final : public PipelineLayout {};
class NullComputePipeline final : public ComputePipeline {};
class NullRenderPipeline final : public RenderPipeline {};
class NullQuerySet final : public QuerySet {};

bool inside(const NullBuffer& b, uint64_t offset, uint64_t size) {
  return offset <= b.size() && size <= b.size() - offset;
}

Error our_bug(std::string what) { return Error{ErrorKind::Internal, {}, std::move(what)}; }

class NullDevice final : public Device, public Queue {
 public:
  explicit NullDevice(const DeviceDesc& desc) : on_lost_(desc.on_lost) {}

  Queue& queue() override { return *this; }
  bool lost() const override { return lost_.load(); }
  void lose(LostReason reason, std::string detail) override {
    if (lost_.exchange(true)) return;
    LostInfo info{.reason = reason, .detail = std::move(detail)};
    info.submitted_serial = info.completed_serial = submitted_;
    if (on_lost_) on_lost_(info);
  }

  Result<std::unique_ptr<Buffer>> create_buffer(const BufferDesc& desc) override {
    if (lost()) return fail();
    auto buffer = std::make_unique<NullBuffer>(desc);
    if (!buffer->data())
      return Failure<Error>(Error{ErrorKind::OutOfMemory, {}, "a buffer of " + std::to_string(desc.size) + " bytes"});
    return std::unique_ptr<Buffer>(std::move(buffer));
  }
  Result<std::unique_ptr<Texture>> create_texture(const TextureDesc& desc) override {
    // A program that tries to run out of memory shall do so here too: no device has 2^34 texels.
    if (uint64_t{desc.size.width} * desc.size.height >= (uint64_t{1} << 34) / desc.size.depth_or_layers / desc.sample_count)
      return Failure<Error>(Error{ErrorKind::OutOfMemory, {}, "a texture of that size"});
    return make<NullTexture>();
  }
  Result<std::unique_ptr<TextureView>> create_texture_view(Texture&, const TextureViewDesc&) override {
    return make<NullView>();
  }
  Result<std::unique_ptr<Sampler>> create_sampler(const SamplerDesc&) override { return make<NullSampler>(); }
  Result<std::unique_ptr<BindGroupLayout>> create_bind_group_layout(const BindGroupLayoutDesc&) override {
    return make<NullBindGroupLayout>();
  }
  Result<std::unique_ptr<BindGroup>> create_bind_group(const BindGroupDesc&) override { return make<NullBindGroup>(); }
  Result<std::unique_ptr<PipelineLayout>> create_pipeline_layout(const PipelineLayoutDesc&) override {
    return make<NullPipelineLayout>();
  }
  Result<std::unique_ptr<ComputePipeline>> create_compute_pipeline(const ComputePipelineDesc&) override {
    return make<NullComputePipeline>();
  }
  Result<std::unique_ptr<RenderPipeline>> create_render_pipeline(const RenderPipelineDesc&) override {
    return make<NullRenderPipeline>();
  }
  Result<std::unique_ptr<QuerySet>> create_query_set(const QuerySetDesc&) override { return make<NullQuerySet>(); }

  Status write_buffer(Buffer& buffer, uint64_t offset, std::span<const std::byte> data) override {
    std::lock_guard lock(mutex_);
    if (lost()) return fail();
    auto& b = static_cast<NullBuffer&>(buffer);
    if (!inside(b, offset, data.size())) return Failure<Error>(our_bug("a write outside its buffer"));
    if (!data.empty()) std::memcpy(b.data() + offset, data.data(), data.size());
    b.used(submitted_ + 1);
    pending_ = true;
    return {};
  }
  Status write_texture(const cmd::TexturePlace&, std::span<const std::byte>, uint32_t, uint32_t, Extent3D) override {
    if (lost()) return fail();
    return {};
  }

  Result<uint64_t> submit(std::span<const CommandStream* const> streams) override {
    std::lock_guard lock(mutex_);
    if (lost()) return fail();
    if (streams.empty() && !pending_) return submitted_.load();
    uint64_t serial = submitted_ + 1;
    for (const CommandStream* stream : streams)
      if (auto ok = run(*stream, serial); !ok) return Failure<Error>(ok.error());
    pending_ = false;
    submitted_ = serial;
    return serial;
  }
  uint64_t submitted_serial() const override { return submitted_; }
  uint64_t completed_serial() const override { return submitted_; }
  Result<uint64_t> poll() override {
    if (lost()) return fail();
    return submitted_.load();
  }
  Result<bool> wait(uint64_t serial, uint64_t) override {
    if (serial > submitted_)
      if (auto s = submit({}); !s) return Failure<Error>(s.error());
    return true;
  }

 private:
  Failure<Error> fail() const { return Failure<Error>(Error{ErrorKind::DeviceLost, {}, "the device was lost before"}); }
  template <class T>
  Result<std::unique_ptr<T>> make() {
    if (lost()) return fail();
    return std::make_unique<T>();
  }

  // Only what moves bytes between buffers is carried out.
  Status run(const CommandStream& stream, uint64_t serial) {
    for (StreamCursor c(stream); c; c.next()) {
      switch (c->op) {
        case Op::CopyBufferToBuffer: {
          const auto& k = as<cmd::CopyBufferToBuffer>(*c);
          auto& from = static_cast<NullBuffer&>(*k.source);
          auto& to = static_cast<NullBuffer&>(*k.destination);
          if (!inside(from, k.source_offset, k.size) || !inside(to, k.destination_offset, k.size))
            return Failure<Error>(our_bug("a copy outside its buffers"));
          std::memmove(to.data() + k.destination_offset, from.data() + k.source_offset, k.size);
          from.used(serial);
          to.used(serial);
          break;
        }
        case Op::ClearBuffer: {
          const auto& k = as<cmd::ClearBuffer>(*c);
          auto& b = static_cast<NullBuffer&>(*k.buffer);
          if (!inside(b, k.offset, k.size)) return Failure<Error>(our_bug("a clear outside its buffer"));
          std::memset(b.data() + k.offset, 0, k.size);
          b.used(serial);
          break;
        }
        case Op::ResolveQuerySet: {
          const auto& k = as<cmd::ResolveQuerySet>(*c);
          auto& b = static_cast<NullBuffer&>(*k.destination);
          if (!inside(b, k.destination_offset, uint64_t{k.count} * 8))
            return Failure<Error>(our_bug("a resolve outside its buffer"));
          std::memset(b.data() + k.destination_offset, 0, uint64_t{k.count} * 8);
          b.used(serial);
          break;
        }
        default:
          break;
      }
    }
    return {};
  }

  std::mutex mutex_;
  std::atomic<bool> lost_{false};
  std::atomic<uint64_t> submitted_{0};
  bool pending_ = false;
  std::function<void(const LostInfo&)> on_lost_;
};

class NullAdapter final : public Adapter {
 public:
  explicit NullAdapter(const Options& options) : options_(options) {
    info_.backend = "null";
    info_.type = AdapterType::CPU;
    info_.vendor = "vitrine";
    info_.architecture = "null";
    info_.device = "null";
    info_.description = "validation only: shaders do not run";
    info_.fallback = true;
    // The feature exists so that programs that print validate; nothing runs, so nothing prints.
    info_.print_built_in = true;
    info_.print_native_reason = "the null backend runs no shader";
  }
  const AdapterInfo& info() const override { return info_; }
  FeatureSet features() const override { return options_.features; }
  const Limits& limits() const override { return options_.limits; }
  Result<std::unique_ptr<Device>> create_device(const DeviceDesc& desc) override {
    return std::make_unique<NullDevice>(desc);
  }

 private:
  Options options_;
  AdapterInfo info_;
};

// A window of any size that nothing is seen of.
class NullSurface final : public Surface {
 public:
  Result<SurfaceCapabilities> capabilities(Adapter&) override {
    SurfaceCapabilities c;
    c.usages = texture_usage::kCopySrc | texture_usage::kCopyDst | texture_usage::kTextureBinding |
               texture_usage::kStorageBinding | texture_usage::kRenderAttachment;
    c.formats = {TextureFormat::BGRA8Unorm, TextureFormat::BGRA8UnormSrgb, TextureFormat::RGBA8Unorm,
                 TextureFormat::RGBA8UnormSrgb};
    c.present_modes = {PresentMode::Fifo, PresentMode::Immediate, PresentMode::Mailbox};
    c.alpha_modes = {CompositeAlphaMode::Opaque};
    return c;
  }
  Status configure(Device&, const SurfaceConfig&) override { return {}; }
  void unconfigure() override {}
  Result<Acquired> acquire() override { return Acquired{AcquireStatus::Optimal, std::make_unique<NullTexture>()}; }
  Status present(Texture&) override { return {}; }
};

class NullInstance final : public Instance {
 public:
  explicit NullInstance(Options options) : options_(options) {}
  std::string_view backend() const override { return "null"; }
  std::vector<AdapterCandidate> enumerate_adapters() override {
    std::vector<AdapterCandidate> list(1);
    list[0].adapter = std::make_unique<NullAdapter>(options_);
    list[0].info = list[0].adapter->info();
    return list;
  }
  Result<std::unique_ptr<Surface>> create_surface(const SurfaceSource&) override {
    return std::unique_ptr<Surface>(std::make_unique<NullSurface>());
  }

 private:
  Options options_;
};

}  // namespace

Options all_features() {
  Options options;
  for (uint8_t f = 1; f <= static_cast<uint8_t>(Feature::SubgroupSizeControl); ++f)
    options.features.add(static_cast<Feature>(f));
  return options;
}

std::unique_ptr<Instance> create_instance(const InstanceDesc& desc) { return create_instance(desc, all_features()); }
std::unique_ptr<Instance> create_instance(const InstanceDesc&, Options options) {
  return std::make_unique<NullInstance>(options);
}

}  // namespace vitrine::hal::null
