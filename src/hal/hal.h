// The contract between the WebGPU object model (gpu/) and a backend (hal/vulkan, hal/null).
//
// No validation of WebGPU happens below this line: gpu/ passes only what the specification allows. An error from here
// means out of memory, device lost, something the backend cannot do yet, or our own bug; it never throws.
//
// Ownership: every object is owned by the unique_ptr that its creator returned, and must not outlive the device that
// made it; the device not its instance. An object may be destroyed while the GPU still uses it: the backend keeps what
// lies below until the last submission that used it has completed. A bind group refers to the resources it was made
// with; they may be destroyed before it, then it must not be used any more.
//
// Threads: an Instance and an Adapter may be used from any thread. Creation functions of a Device and destruction of
// its objects may run on any thread at any time. Calls of one Queue are serialised by the backend. Callbacks run on the
// thread whose call is named beside them, with no lock of the backend held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "diag/diagnostic.h"
#include "diag/log.h"
#include "hal/blocklist.h"
#include "hal/stream.h"
#include "hal/types.h"
#include "printf/records.h"

namespace vitrine::ir {
struct Module;
}
namespace vitrine::printf {
class Filter;
}

namespace vitrine::hal {

// ---- errors ----

enum class ErrorKind : uint8_t {
  OutOfMemory,   // the device stays usable
  DeviceLost,    // every later call gives this too; on_lost has been or will be called once
  Internal,      // an unexpected native error, or our own bug
  Unsupported,   // the backend cannot do this yet, or not on this device; `diagnostic` says what
};

struct Error {
  ErrorKind kind = ErrorKind::Internal;
  diag::NativeCall call;             // "vkAllocateMemory", "VK_ERROR_OUT_OF_DEVICE_MEMORY"; empty where none was made
  std::string detail;                // further words: what was asked for
  diag::DiagnosticPtr diagnostic{};  // set where the error has a rule of its own, as for a shader that cannot be raised
};

template <class T>
using Result = vitrine::Result<T, Error>;
using Status = vitrine::Result<void, Error>;

// ---- instance and adapters ----

struct InstanceDesc {
  bool validation = false;    // the Khronos validation layer, where it is installed
  bool debug_printf = false;  // with validation: printing by the native route
  uint64_t print_buffer_size = 0;  // bytes that the native route has for a draw or dispatch; 0: 1 MiB
  std::string application;    // name shown by tools; may be empty
  std::span<const BlocklistEntry> blocklist = hal::blocklist();
  std::vector<std::string> ignored_faults;  // names of entries that have no effect, or "all"
  diag::Log* log = nullptr;   // borrowed for the instance's life; null: silent
  // A message of a validation layer that is no shader print. Runs inside the native call that caused it, under locks of
  // ours: it may only record. Without it such messages go to the log.
  std::function<void(diag::Level level, std::string_view id, std::string_view text)> on_validation_message;
};

struct AdapterInfo {
  std::string_view backend;   // "vulkan", "null"
  AdapterType type = AdapterType::Unknown;
  uint32_t vendor_id = 0, device_id = 0;
  std::string vendor, architecture, device, description;  // as GPUAdapterInfo; vendor normalised: "mesa", "nvidia"
  std::string driver, driver_version, api_version;
  uint32_t subgroup_min_size = 4, subgroup_max_size = 128;
  bool fallback = false;       // renders on the CPU
  bool print_built_in = false, print_native = false;  // routes of printing that work here, and why not:
  std::string print_built_in_reason, print_native_reason;
  uint8_t uuid[16] = {};
  std::vector<KnownFault> faults;  // entries of the blocklist that are true of it
  bool works_around(Workaround w) const {
    for (const KnownFault& f : faults)
      if (f.workaround == w && !f.ignored) return true;
    return false;
  }
};

class Adapter;

enum class RefusalKind : uint8_t { NoLoader, NoDriver, DriverFailed, MissingRequirement, Blocklisted };
struct Refusal {
  RefusalKind kind;
  std::string name;    // what: "libvulkan.so.1", "maxBoundDescriptorSets", the entry of the blocklist
  std::string has;     // what was found: "2", "not supported"
  std::string needs;   // what WebGPU needs: "4"; for the blocklist the switch that overrides
  std::string reason;  // in words: one line
};

// One place where an adapter was looked for. Either `adapter`, or at least one refusal. A backend that finds no loader
// or no driver yields one candidate without a device that says so.
struct AdapterCandidate {
  AdapterInfo info;
  std::unique_ptr<Adapter> adapter;
  std::vector<Refusal> refusals;
};

struct DeviceDesc;
class Device;

class Adapter {
 public:
  virtual ~Adapter() = default;
  virtual const AdapterInfo& info() const = 0;
  virtual FeatureSet features() const = 0;
  virtual bool has_debug_printf() const { return info().print_built_in || info().print_native; }
  // What the device can do; gpu/ rounds to tiers as it likes.
  virtual const Limits& limits() const = 0;
  virtual Result<std::unique_ptr<Device>> create_device(const DeviceDesc& desc) = 0;
};

class Surface;  // hal/surface.h
struct SurfaceSource;

class Instance {
 public:
  virtual ~Instance() = default;
  virtual std::string_view backend() const = 0;
  virtual bool validation_active() const { return false; }  // asked for and found
  virtual std::vector<AdapterCandidate> enumerate_adapters() = 0;
  virtual Result<std::unique_ptr<Surface>> create_surface(const SurfaceSource& source) = 0;
};

// A backend is registered by an explicit call (capi does it); nothing registers itself. Not thread-safe: call once.
using InstanceFactory = std::unique_ptr<Instance> (*)(const InstanceDesc&);
void register_backend(std::string_view name, InstanceFactory factory);
struct Backend {
  std::string_view name;
  InstanceFactory create;  // never yields null: a machine without a driver gives an instance with refusals
};
std::span<const Backend> backends();  // in the order of registration

// ---- printing ----

enum class PrintRoute : uint8_t { BuiltIn, Native };

// A draw or dispatch whose pipeline prints. Copied at submit, so nothing of the stream need be kept.
struct PrintCommand {
  uint32_t stream = 0, command = 0;    // index in the submit's streams, and in that stream
  uint32_t command_in_pass = 0;        // counted as PassInfo says
  std::string stream_label, pass_label, pipeline_label;
  std::vector<std::string> groups;     // debug groups, outermost first
  uint64_t call_site = 0;
  // With DeviceDesc::check_bounds: what was bound.
  struct Resource {
    uint32_t group = 0, binding = 0;
    std::string label;
  };
  std::vector<Resource> resources;
};
struct PrintReport {
  uint64_t serial = 0;  // of the submission
  PrintRoute route = PrintRoute::BuiltIn;
  // Built in: decoded.records in stable order, and what printf::make_message needs beside a record. `buffer` is valid as
  // long as `keep` is held, which must not outlive the device.
  printf::Decoded decoded;
  std::span<const uint32_t> buffer;
  std::shared_ptr<const void> keep;
  printf::SiteTable sites;
  std::vector<PrintCommand> commands;  // Record::command is an index into it
  std::vector<std::string> texts;      // native: formatted by the layer, its prefix removed; `commands` is empty
  bool lost_unknown = false;           // native: the layer said that messages were lost, not how many
  bool unread = false;                 // built in: some could not be read, the log says why; how many is not known
  uint64_t buffer_size = 0;            // bytes of the buffer they were written to
  bool partial = false;                // the device was lost or timed out before the submission completed
};

// What became of one draw. With DeviceDesc::check_draws.
struct DrawReport {
  PrintCommand where;
  std::string call;      // draw(36, 1)
  bool asked = true;     // false: a count of a direct draw is 0
  bool counted = false;  // whether the driver counts what follows
  uint64_t vertices = 0, primitives = 0;
  uint64_t visible_primitives = 0;  // behind clipping
  uint64_t fragments = 0;           // shaded
  bool samples_known = false;       // not inside of an occlusion query of the program, which excludes another
  bool any_sample = false;          // one passed all tests
};

// ---- device ----

enum class LostReason : uint8_t { Timeout, DriverFault, Injected };
// A stream that had not completed, and how far the GPU had come in it.
struct RunningStream {
  std::string label;
  uint32_t passes = 0, begun = 0;   // passes in it, and those that had begun
  bool begun_known = false;         // whether `begun` and what follows is known
  std::string pass;                 // the last pass begun: "compute pass \"blur\""
  std::vector<std::string> groups;  // debug groups around the last place reached, outermost first
  std::string marker;               // the last debug marker reached
};
struct LostInfo {
  LostReason reason = LostReason::DriverFault;
  diag::NativeCall call;     // that reported it; empty for a time-out
  std::string detail;        // fault addresses and the like, where the driver tells
  uint64_t completed_serial = 0, submitted_serial = 0;
  std::vector<RunningStream> running;  // oldest first
};

struct DeviceDesc {
  std::string label;
  FeatureSet features;
  bool debug_printf = false;  // the feature
  Limits limits;              // what gpu/ granted; a backend may give more, never less
  PrintRoute print_route = PrintRoute::BuiltIn;
  uint64_t print_buffer_size = 0;     // bytes; 0: 1 MiB
  // Where the print buffer lies. In memory of the host what was written is there after a loss; in the device's, with a copy
  // at the submission's end, printing is faster. Auto: the host's on devices that share it.
  enum class PrintMemory : uint8_t { Auto, Host, Device } print_memory = PrintMemory::Auto;
  std::shared_ptr<const printf::Filter> print_filter;  // of messages; shaders leave out the others. Null: all
  bool check_bounds = false;  // shaders report accesses out of bounds as records; goes with the built-in route alone
  bool check_nan = false;     // and where NaN comes from; the same
  bool checks_shaders() const { return check_bounds || check_nan; }
  bool check_draws = false;   // queries around every draw; on_draws is told what they count
  uint64_t timeout_ns = 10'000'000'000;  // without progress; 0: for ever
  // Called by Queue::poll and Queue::wait before they report the submission complete.
  std::function<void(PrintReport&&)> on_print;
  std::function<void(std::vector<DrawReport>&&)> on_draws;  // of one submission, called as on_print
  // Called once, by the call that saw the loss first; not by destruction.
  std::function<void(const LostInfo&)> on_lost;
};

struct BufferDesc {
  std::string_view label;
  uint64_t size = 0;  // may be 0
  BufferUsages usage = 0;
};
class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual uint64_t size() const = 0;
  virtual BufferUsages usage() const = 0;
  // Host memory of the whole buffer, mapped for its life: only with MAP_READ or MAP_WRITE, else null. It reads zero
  // until written. The host may touch it only between completion of the last submission that uses it and the next
  // submit. (mappedAtCreation of another buffer: gpu/ keeps the bytes and calls Queue::write_buffer at unmap.)
  virtual std::byte* host_pointer() = 0;
  // Makes writes of the GPU visible to the host, and writes of the host to the GPU. Cheap on coherent memory.
  virtual void invalidate(uint64_t offset, uint64_t size) = 0;
  virtual void flush(uint64_t offset, uint64_t size) = 0;
  virtual uint64_t last_use() const = 0;  // serial of the last submission or write that uses it; 0: none
};

struct TextureDesc {
  std::string_view label;
  TextureDimension dimension = TextureDimension::D2;
  TextureFormat format = TextureFormat::Undefined;
  Extent3D size;
  uint32_t mip_level_count = 1, sample_count = 1;
  TextureUsages usage = 0;
  std::span<const TextureFormat> view_formats;
};
class Texture {
 public:
  virtual ~Texture() = default;
  virtual uint64_t last_use() const = 0;
};

struct TextureViewDesc {
  std::string_view label;
  TextureFormat format = TextureFormat::Undefined;
  TextureViewDimension dimension = TextureViewDimension::D2;
  TextureUsages usage = 0;
  TextureAspect aspect = TextureAspect::All;
  uint32_t base_mip_level = 0, mip_level_count = 1, base_array_layer = 0, array_layer_count = 1;
  ComponentSwizzle swizzle[4] = {ComponentSwizzle::R, ComponentSwizzle::G, ComponentSwizzle::B, ComponentSwizzle::A};
};
class TextureView {
 public:
  virtual ~TextureView() = default;
};

struct SamplerDesc {
  std::string_view label;
  AddressMode address_u = AddressMode::ClampToEdge, address_v = AddressMode::ClampToEdge,
              address_w = AddressMode::ClampToEdge;
  FilterMode mag = FilterMode::Nearest, min = FilterMode::Nearest, mipmap = FilterMode::Nearest;
  float lod_min = 0, lod_max = 32;
  CompareFunction compare = CompareFunction::Undefined;
  uint16_t max_anisotropy = 1;
};
class Sampler {
 public:
  virtual ~Sampler() = default;
};

// ---- bindings ----

enum class BindingType : uint8_t { UniformBuffer, StorageBuffer, ReadOnlyStorageBuffer, Sampler, SampledTexture,
                                   StorageTexture };
struct BindGroupLayoutEntry {
  uint32_t binding = 0;
  ShaderStages visibility = 0;
  BindingType type = BindingType::UniformBuffer;
  uint32_t count = 1;                // of a binding array
  bool has_dynamic_offset = false;   // buffers
  uint64_t min_binding_size = 0;
  bool comparison = false;           // samplers
  TextureSampleType sample_type = TextureSampleType::Float;  // sampled textures
  bool multisampled = false;
  TextureViewDimension view_dimension = TextureViewDimension::D2;  // sampled and storage textures
  StorageTextureAccess access = StorageTextureAccess::WriteOnly;   // storage textures
  TextureFormat format = TextureFormat::Undefined;
};
struct BindGroupLayoutDesc {
  std::string_view label;
  std::span<const BindGroupLayoutEntry> entries;  // by increasing binding number
};
class BindGroupLayout {
 public:
  virtual ~BindGroupLayout() = default;
};

struct BindGroupEntry {
  uint32_t binding = 0;
  uint32_t array_index = 0;
  Buffer* buffer = nullptr;  // one of the three
  uint64_t offset = 0, size = 0;
  Sampler* sampler = nullptr;
  TextureView* view = nullptr;
};
struct BindGroupDesc {
  std::string_view label;
  BindGroupLayout* layout = nullptr;
  std::span<const BindGroupEntry> entries;  // by increasing binding number; exactly those of the layout
};
class BindGroup {
 public:
  virtual ~BindGroup() = default;
};

struct PipelineLayoutDesc {
  std::string_view label;
  std::span<BindGroupLayout* const> groups;  // null: an empty group
  uint32_t immediate_size = 0;
};
class PipelineLayout {
 public:
  virtual ~PipelineLayout() = default;
};

// ---- pipelines ----

// A stage: IR that gpu/ has specialised for one entry point (reachable code only, overrides substituted, transformed
// as far as no target needs to be known). The backend raises it to its target and prints it; it knows the device.
struct ShaderStage {
  std::shared_ptr<const ir::Module> module;
  std::string_view entry_point;
  // Code of the backend's own kind that takes the place of the module: for a backend's own tests.
  std::span<const uint32_t> native_code = {};
};

struct ComputePipelineDesc {
  std::string_view label;
  PipelineLayout* layout = nullptr;
  ShaderStage compute;
};
class ComputePipeline {
 public:
  virtual ~ComputePipeline() = default;
};

struct VertexAttribute {
  VertexFormat format;
  uint64_t offset;
  uint32_t shader_location;
};
struct VertexBufferLayout {
  bool used = false;  // false: a hole
  VertexStepMode step_mode = VertexStepMode::Vertex;
  uint64_t array_stride = 0;
  std::span<const VertexAttribute> attributes;
};
struct StencilFaceState {
  CompareFunction compare = CompareFunction::Always;
  StencilOperation fail = StencilOperation::Keep, depth_fail = StencilOperation::Keep, pass = StencilOperation::Keep;
};
struct DepthStencilState {
  TextureFormat format = TextureFormat::Undefined;  // undefined: none
  bool depth_write = false;
  CompareFunction depth_compare = CompareFunction::Always;
  StencilFaceState front, back;
  uint32_t stencil_read_mask = 0xFFFFFFFF, stencil_write_mask = 0xFFFFFFFF;
  int32_t depth_bias = 0;
  float depth_bias_slope_scale = 0, depth_bias_clamp = 0;
};
struct BlendComponent {
  BlendOperation operation = BlendOperation::Add;
  BlendFactor src = BlendFactor::One, dst = BlendFactor::Zero;
};
struct ColorTargetState {
  TextureFormat format = TextureFormat::Undefined;  // undefined: a hole
  bool blend = false;
  BlendComponent color, alpha;
  ColorWrites write_mask = 0xF;
};
struct RenderPipelineDesc {
  std::string_view label;
  PipelineLayout* layout = nullptr;
  ShaderStage vertex;
  std::optional<ShaderStage> fragment;
  std::span<const VertexBufferLayout> buffers;
  PrimitiveTopology topology = PrimitiveTopology::TriangleList;
  IndexFormat strip_index_format = IndexFormat::Undefined;
  FrontFace front_face = FrontFace::CCW;
  CullMode cull_mode = CullMode::None;
  bool unclipped_depth = false;
  DepthStencilState depth_stencil;
  uint32_t sample_count = 1;
  uint32_t sample_mask = 0xFFFFFFFF;
  bool alpha_to_coverage = false;
  std::span<const ColorTargetState> targets;
};
class RenderPipeline {
 public:
  virtual ~RenderPipeline() = default;
};

struct QuerySetDesc {
  std::string_view label;
  QueryType type = QueryType::Occlusion;
  uint32_t count = 0;
};
class QuerySet {
 public:
  virtual ~QuerySet() = default;
};

// ---- queue ----

// Submissions are numbered from 1; a write that is not yet submitted belongs to the next number.
class Queue {
 public:
  virtual ~Queue() = default;

  // Takes effect after all earlier submits and writes and before all later ones. The bytes are copied before it
  // returns. `offset` and the size are multiples of 4. The destination may be a mapped-at-creation buffer of any usage.
  virtual Status write_buffer(Buffer& buffer, uint64_t offset, std::span<const std::byte> data) = 0;
  // `data` starts at the first byte of the copy; rows as in a copy from a buffer, of any pitch.
  virtual Status write_texture(const cmd::TexturePlace& destination, std::span<const std::byte> data,
                               uint32_t bytes_per_row, uint32_t rows_per_image, Extent3D size) = 0;
  // Runs the streams in order, after pending writes. Without streams it submits only those, if there are any. Yields the
  // serial by which everything submitted so far will be complete.
  virtual Result<uint64_t> submit(std::span<const CommandStream* const> streams) = 0;
  virtual uint64_t submitted_serial() const = 0;
  virtual uint64_t completed_serial() const = 0;  // cheap; runs no callback
  // Sees what has completed, delivers prints, frees what is no longer used. Yields the completed serial.
  virtual Result<uint64_t> poll() = 0;
  // Blocks until `serial` has completed or the time is over, then does as poll. True: completed. After device loss every
  // serial counts as completed. Pending writes are submitted first where `serial` needs them.
  virtual Result<bool> wait(uint64_t serial, uint64_t timeout_ns) = 0;
  virtual float timestamp_period() const { return 1; }  // nanoseconds a tick
};

class Device {
 public:
  virtual ~Device() = default;  // waits for the GPU unless lost; the watchdog bounds the wait

  virtual Queue& queue() = 0;
  virtual bool lost() const = 0;
  // Makes the device lost as if the driver had said so: for tests, and for gpu/ after a time-out of its own.
  virtual void lose(LostReason reason, std::string detail) = 0;
  // The size of the print buffers of submissions from now on. False: it stays, as there is but one buffer, or none.
  virtual bool set_print_buffer_size(uint64_t bytes) { return false; }
  virtual void set_label(std::string_view label) {}

  virtual Result<std::unique_ptr<Buffer>> create_buffer(const BufferDesc& desc) = 0;
  virtual Result<std::unique_ptr<Texture>> create_texture(const TextureDesc& desc) = 0;
  virtual Result<std::unique_ptr<TextureView>> create_texture_view(Texture& texture, const TextureViewDesc& desc) = 0;
  virtual Result<std::unique_ptr<Sampler>> create_sampler(const SamplerDesc& desc) = 0;
  virtual Result<std::unique_ptr<BindGroupLayout>> create_bind_group_layout(const BindGroupLayoutDesc& desc) = 0;
  virtual Result<std::unique_ptr<BindGroup>> create_bind_group(const BindGroupDesc& desc) = 0;
  virtual Result<std::unique_ptr<PipelineLayout>> create_pipeline_layout(const PipelineLayoutDesc& desc) = 0;
  // Thread-safe: async creation calls it from a pool.
  virtual Result<std::unique_ptr<ComputePipeline>> create_compute_pipeline(const ComputePipelineDesc& desc) = 0;
  virtual Result<std::unique_ptr<RenderPipeline>> create_render_pipeline(const RenderPipelineDesc& desc) = 0;
  virtual Result<std::unique_ptr<QuerySet>> create_query_set(const QuerySetDesc& desc) = 0;

  // Labels that change after creation. Each kind that shows in a native tool.
  virtual void set_label(Buffer&, std::string_view) {}
  virtual void set_label(Texture&, std::string_view) {}
  virtual void set_label(TextureView&, std::string_view) {}
  virtual void set_label(Sampler&, std::string_view) {}
  virtual void set_label(BindGroupLayout&, std::string_view) {}
  virtual void set_label(BindGroup&, std::string_view) {}
  virtual void set_label(PipelineLayout&, std::string_view) {}
  virtual void set_label(ComputePipeline&, std::string_view) {}
  virtual void set_label(RenderPipeline&, std::string_view) {}
  virtual void set_label(QuerySet&, std::string_view) {}
};

}  // namespace vitrine::hal
