// A program of random calls of webgpu.h: every function, with arguments that are mostly right, out of order, with things
// destroyed and devices lost meanwhile. What the header forbids a program is never done: handles are alive, encoders belong to
// one thread, arrays are as long as they say. Whoever runs it looks for what must not happen to any program: crashes, hangs,
// leaks, callbacks that do not come or come twice, errors of our own.
#pragma once

#include <webgpu/compat.h>
#include <webgpu/vitrine.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

namespace random_calls {

template <class Handle>
struct Kind;
template <class Struct>
Struct initial();

#define RANDOM_CALLS_KINDS
#include "random_calls.inc"
#undef RANDOM_CALLS_KINDS

struct Options {
  WGPUBackendType backend = WGPUBackendType_Null;
  int threads = 1;
  int calls = 300;       // of each thread
  bool faults = false;   // native calls fail too: then errors of our own are no fault
  bool trace = false;    // names of the calls on the standard error stream
};

// Choices: bytes of a fuzzer, or without them numbers of a seed.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  Random(const uint8_t* data, size_t size) : data_(data), end_(data + size) {}
  bool ended() const { return data_ && data_ == end_; }
  uint32_t below(uint32_t n) {
    if (n < 2) return 0;
    if (!data_) return static_cast<uint32_t>((next() >> 33) % n);
    uint32_t v = byte();
    if (n > 256) v = v << 8 | byte();
    return v % n;
  }

 private:
  uint64_t next() { return state_ = state_ * 6364136223846793005u + 1442695040888963407u, state_ ^ state_ >> 29; }
  uint8_t byte() { return data_ == end_ ? 0 : *data_++; }
  uint64_t state_ = 0;
  const uint8_t *data_ = nullptr, *end_ = nullptr;
};

inline void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "random calls: %s\n", what);
  std::abort();
}

// Handles, a reference each.
template <class Handle>
struct Pool {
  std::deque<Handle> handles;
};

// What the threads share.
struct World {
  explicit World(const Options& o) : options(o) {}
  template <class Handle>
  Pool<Handle>& pool() { return std::get<Pool<Handle>>(pools); }

  const Options options;
  std::mutex mutex;
  template <class... Handles>
  using Pools = std::tuple<Pool<Handles>...>;
  Pools<RANDOM_CALLS_OBJECTS> pools;
  std::deque<WGPUFuture> futures;
  // A callback that was passed with a call.
  struct Awaited {
    const char* call = nullptr;  // once it is certain that it must come
    int times = 0;
  };
  std::deque<Awaited> awaited;
  std::atomic<uint64_t> diagnostics{0}, messages{0};
};

template <class Info, class Callback>
struct Receiver;

class Player {
 public:
  struct Entry {
    const char* name;
    void (Player::*call)();
    int weight;
  };
  static const Entry kCalls[];

  Player(World& world, Random random) : world_(world), random_(random) { current_ = this; }
  ~Player() {
    release(own_);
    current_ = nullptr;
  }

  // Makes what every call needs.
  void begin() {
    make_instance();
    auto instance = object<WGPUInstance>(false);
    WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    o.backendType = world_.options.backend;
    wait_for<WGPURequestAdapterCallbackInfo>([&](auto info) { return wgpuInstanceRequestAdapter(instance, &o, info); }, "the first requestAdapter");
    settle(instance);
    for (int i = 0; i < 2; ++i) make_device();
    settle(instance);
    release_held();
  }
  void run() {
    for (int i = 0; i < world_.options.calls && !random_.ended(); ++i) step();
  }
  void step() {
    if (++depth_ > 3) return void(--depth_);
    if (any(3) == 0) recipe();
    else one();
    --depth_;
    if (depth_ == 0) release_held(), memory_.clear();
  }
  // Everything goes, in any order.
  void end() {
    if (auto instance = object<WGPUInstance>(false)) wgpuInstanceProcessEvents(instance);
    ending_ = true;
    release_held();
    while (drop_any()) {
    }
  }

  // -- values --
  uint32_t any(uint32_t n) { return random_.below(n); }
  bool likely(bool wanted) { return wanted ? any(32) != 0 : any(6) == 0; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    if (any(128) == 0) return static_cast<T>(0x7FFFFF);
    return values.begin()[any(static_cast<uint32_t>(values.size()))];
  }
  WGPUFlags flags(std::initializer_list<WGPUFlags> values) {
    WGPUFlags out = 0;
    for (uint32_t i = any(4) + 1; i; --i) out |= values.begin()[any(static_cast<uint32_t>(values.size()))];
    if (any(128) == 0) out |= WGPUFlags{1} << any(64);
    return out;
  }
  using Numbers = std::initializer_list<uint64_t>;
  static constexpr uint64_t k32 = 0xFFFFFFFF, k64 = ~uint64_t{0};
  static constexpr Numbers kNumbers = {0, 1, 2, 3, 4, 8, 16, 63, 256, k32 - 1, k32, k64}, kFew = {0, 1, 1, 1, 1, 2, 3, 4, 65536},
                           kVertices = {0, 1, 3, 3, 3, 4, 6, 6, 100, 70000}, kExtents = {0, 1, 1, 2, 4, 4, 4, 8, 8, 64, 65, 100000, k32},
                           kLayers = {0, 1, 1, 1, 1, 2, 6, 12, 100000}, kSamples = {0, 1, 1, 1, 1, 1, 2, 4, 4, 16, 5000, k32},
                           kIndexes = {0, 0, 0, 0, 1, 1, 2, 3, 4, 8, 16, 1000, k32}, kRows = {0, 4, 16, 256, 256, 512, 1024, k32, k32, 255},
                           kOffsets = {0, 0, 0, 0, 4, 8, 12, 16, 64, 256, 256, 512, 1, 2048, k32, k64, k64 - 3},
                           kSizes = {0, 4, 8, 16, 16, 64, 64, 256, 256, 1024, 4096, 65536, 3, k64, k64, uint64_t{1} << 40, uint64_t{1} << 62},
                           kZeroMostly = {0, 0, 0, 0, 0, 0, 0, 1, 2, k32}, kMasks = {0, 1, k32, k32, k32, 0x5555},
                           kTimeouts = {0, 0, 0, 1000, 1000000};
  uint64_t number(Numbers values) { return values.begin()[any(static_cast<uint32_t>(values.size()))]; }
  double real() {
    static constexpr double kReals[] = {0, 0, 0.5, 1, 1, 1, 4, 8, -1, 2, 1e30, -0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
    return kReals[any(std::size(kReals))];
  }
  WGPUTextureFormat texture_format() {
    static constexpr WGPUTextureFormat kUsual[] = {WGPUTextureFormat_RGBA8Unorm, WGPUTextureFormat_RGBA8Unorm, WGPUTextureFormat_Depth24PlusStencil8,
        WGPUTextureFormat_R32Uint, WGPUTextureFormat_Depth32Float, WGPUTextureFormat_RGBA8UnormSrgb, WGPUTextureFormat_BGRA8Unorm, WGPUTextureFormat_Stencil8};
    return any(4) ? kUsual[any(std::size(kUsual))] : static_cast<WGPUTextureFormat>(any(110));
  }
  WGPUBackendType backend() { return any(8) ? world_.options.backend : WGPUBackendType_Metal; }
  static WGPUStringView text(const char* s) { return {s, WGPU_STRLEN}; }
  WGPUStringView label() {
    static const std::string kLong(5000, 'x');
    switch (any(12)) {
      case 0: return {nullptr, WGPU_STRLEN};
      case 1: return {nullptr, 0};
      case 2: return text("");
      case 3: return {"cut off here", 3};
      case 4: return {kLong.data(), kLong.size()};
      case 5: return text("\xff\xfe no UTF-8 \xc3");
      case 6: return {"a\0b\n\x1b[31m", 8};
      case 7: return text("größer ☃ 😀");
      default: return text("main thing");
    }
  }
  WGPUStringView entry_point() {
    static constexpr const char* kNames[] = {"main", "vs", "fs", "", "unknown"};
    return any(3) ? WGPUStringView{nullptr, WGPU_STRLEN} : text(kNames[any(std::size(kNames))]);
  }
  WGPUStringView key() {
    static constexpr const char* kNames[] = {"k", "k", "unknown", "0", ""};
    return text(kNames[any(std::size(kNames))]);
  }
  WGPUStringView code() {
    if (any(16) == 0) return label();
    return text(kShaders[any(std::size(kShaders))]);
  }

  // -- memory that lives until the outermost call has returned --
  template <class T>
  T* allocate(size_t n) {
    static_assert(std::is_trivially_destructible_v<T>);
    // Of the exact size, so that a read behind the end is seen.
    auto block = std::shared_ptr<void>(std::malloc(sizeof(T) * n), std::free);
    memory_.push_back(block);
    return static_cast<T*>(block.get());
  }
  template <class T>
  T filled() {
    T value = any(64) ? initial<T>() : T{};
    fill(value);
    return value;
  }
  template <class T>
  void fill(T& value);
  template <class T>
  T* pointer(bool optional = true) {
    if (optional && any(4) == 0) return nullptr;
    T* p = allocate<T>(1);
    *p = filled<T>();
    return p;
  }
  template <class T>
  struct Array {
    T* data = nullptr;
    size_t size = 0;
  };
  template <class T, class F>
  Array<T> array(F value) {
    Array<T> a;
    a.size = any(8) ? any(4) : any(40);
    if (a.size == 0) return a;
    if (any(128) == 0) return a;  // a missing array
    a.data = allocate<T>(a.size);
    for (size_t i = 0; i < a.size; ++i) a.data[i] = value();
    return a;
  }
  template <class T, class F>
  void fill_array(T const*& data, size_t& size, F value) {
    Array<T> a = array<T>(value);
    data = a.data;
    size = a.size;
  }
  using Chained = WGPUChainedStruct* (Player::*)();
  template <class T>
  WGPUChainedStruct* chained() {
    T* p = pointer<T>(false);
    p->chain.sType = initial<T>().chain.sType;
    return &p->chain;
  }
  WGPUChainedStruct* next_in_chain(std::initializer_list<Chained> extensions) {
    if (any(100) == 0) {
      WGPUChainedStruct* stray = allocate<WGPUChainedStruct>(1);
      *stray = {any(4) ? nullptr : stray, static_cast<WGPUSType>(any(2) ? 0x7777 : 0x0005000A)};
      return stray->sType == 0x0005000A ? nullptr : stray;
    }
    if (extensions.size() == 0 || any(3)) return nullptr;
    WGPUChainedStruct* first = (this->*extensions.begin()[any(static_cast<uint32_t>(extensions.size()))])();
    if (any(8) == 0) first->next = (this->*extensions.begin()[any(static_cast<uint32_t>(extensions.size()))])();
    return first;
  }
  void spirv(WGPUShaderSourceSPIRV& s) {
    uint32_t* words = allocate<uint32_t>(5);
    for (int i = 0; i < 5; ++i) words[i] = i ? any(70000) : 0x07230203;
    s.code = words;
    s.codeSize = any(6);
  }
  std::pair<void*, size_t> bytes_of() {
    size_t n = static_cast<size_t>(number({0, 1, 4, 4, 8, 16, 16, 64, 64, 256, 1024, 4096}));
    if (n == 0) return {nullptr, 0};
    uint32_t* words = allocate<uint32_t>((n + 3) / 4);
    for (size_t i = 0; i < (n + 3) / 4; ++i) words[i] = any(5);
    return {words, n};
  }

  // -- objects --
  template <class Handle>
  Pool<Handle>& pool() {
    if constexpr (Kind<Handle>::kPerThread) return std::get<Pool<Handle>>(own_);
    else return world_.pool<Handle>();
  }
  // One that lives until the outermost call has returned, of the latest ones mostly; rarely null.
  template <class Handle>
  Handle object(bool null = true) {
    std::lock_guard lock(world_.mutex);
    auto& handles = pool<Handle>().handles;
    if (handles.empty() || (null && any(200) == 0)) return nullptr;
    size_t back = any(3) ? any(static_cast<uint32_t>(std::min<size_t>(handles.size(), 3))) : any(static_cast<uint32_t>(std::min<size_t>(handles.size(), 256)));
    Handle h = handles[handles.size() - 1 - back];
    hold(h);
    return h;
  }
  template <class Handle>
  void hold(Handle h) {
    Kind<Handle>::add_ref(h);
    held_.push_back({h, [](void* o) { Kind<Handle>::release(static_cast<Handle>(o)); }});
  }
  // Takes a reference over.
  template <class Handle>
  Handle keep(Handle h) {
    if (!h) return h;
    if (depth_ > 0) hold(h);
    Handle old = nullptr;
    {
      std::lock_guard lock(world_.mutex);
      auto& handles = pool<Handle>().handles;
      handles.push_back(h);
      if (handles.size() > 40) {
        old = handles.front();
        handles.pop_front();
      }
    }
    if (old) Kind<Handle>::release(old);
    return h;
  }
  template <class Handle>
  bool drop() {
    Handle h = nullptr;
    {
      std::lock_guard lock(world_.mutex);
      auto& handles = pool<Handle>().handles;
      // One adapter, device, instance stays, so that the rest has a turn.
      constexpr bool kRoot = std::is_same_v<Handle, WGPUInstance> || std::is_same_v<Handle, WGPUAdapter> || std::is_same_v<Handle, WGPUDevice> || std::is_same_v<Handle, WGPUQueue>;
      if (handles.size() <= (kRoot && !ending_ ? 1 : 0)) return false;
      size_t at = any(static_cast<uint32_t>(std::min<size_t>(handles.size(), 256)));
      h = handles[at];
      handles.erase(handles.begin() + static_cast<ptrdiff_t>(at));
    }
    Kind<Handle>::release(h);
    return true;
  }
  bool drop_any() {
    return drop_of(static_cast<decltype(world_.pools)*>(nullptr));
  }
  template <class... Handles>
  bool drop_of(std::tuple<Pool<Handles>...>*) {
    static constexpr bool (Player::*kDrops[])() = {&Player::drop<Handles>...};
    uint32_t first = any(std::size(kDrops));
    for (size_t i = 0; i < std::size(kDrops); ++i)
      if ((this->*kDrops[(first + i) % std::size(kDrops)])()) return true;
    return false;
  }
  template <class... Handles>
  static void release(std::tuple<Pool<Handles>...>& pools) {
    auto each = [](auto& pool) {
      for (auto h : pool.handles) Kind<std::remove_reference_t<decltype(h)>>::release(h);
      pool.handles.clear();
    };
    (each(std::get<Pool<Handles>>(pools)), ...);
  }
  void release_held() {
    while (!held_.empty()) {  // callbacks that come meanwhile hold more
      auto [handle, release] = held_.back();
      held_.pop_back();
      release(handle);
    }
  }

  // -- callbacks and futures --
  // `awaited`: the second user pointer of its callback, null without one.
  void future(WGPUFuture f, const char* call = nullptr, void* awaited = nullptr) {
    if (f.id == 0) return;
    std::lock_guard lock(world_.mutex);
    if (awaited) static_cast<World::Awaited*>(awaited)->call = call;
    world_.futures.push_back(f);
    if (world_.futures.size() > 8) world_.futures.pop_front();
  }
  template <class Info, class F>
  void wait_for(F start, const char* call) {
    auto info = callback<Info>(true);
    future(start(info), call, info.userdata2);
  }
  Array<WGPUFutureWaitInfo> futures() {
    Array<WGPUFutureWaitInfo> a;
    a.size = any(5);
    a.data = a.size ? allocate<WGPUFutureWaitInfo>(a.size) : nullptr;
    std::lock_guard lock(world_.mutex);
    for (size_t i = 0; i < a.size; ++i) {
      a.data[i] = WGPU_FUTURE_WAIT_INFO_INIT;
      a.data[i].future.id = any(30) ? 0 : any(1000);
      if (!world_.futures.empty() && any(30)) a.data[i].future = world_.futures[any(static_cast<uint32_t>(world_.futures.size()))];
    }
    return a;
  }
  template <class Info>
  Info callback(bool certain = false) {
    Info info{};
    if constexpr (requires { info.mode; })
      info.mode = certain ? WGPUCallbackMode_AllowProcessEvents : static_cast<WGPUCallbackMode>(any(16) ? 1 + any(3) : any(8));
    info.userdata1 = &world_;
    if (!certain && any(32) == 0) return info;
    info.callback = &Receiver<Info, decltype(info.callback)>::run;
    std::lock_guard lock(world_.mutex);
    info.userdata2 = &world_.awaited.emplace_back();
    return info;
  }
  template <class Info, class... Arguments>
  static void arrived(World* world, World::Awaited* awaited, Arguments... arguments) {
    {
      std::lock_guard lock(world->mutex);
      ++awaited->times;
    }
    Player* here = current_ && &current_->world_ == world ? current_ : nullptr;
    (take(world, here, arguments), ...);
    // Programs call the API in callbacks.
    if (here && !here->ending_ && here->any(4) == 0) {
      here->depth_ += 1;
      here->step();
      here->depth_ -= 1;
    }
  }
  template <class T>
  static void take(World* world, Player* here, T value) {
    if constexpr (std::is_same_v<T, WGPUStringView>) {
      must(value.data || value.length == 0, "a text that is none");
      for (size_t i = 0; i < value.length; ++i) world->messages += static_cast<uint8_t>(value.data[i]) == 0;
    } else if constexpr (std::is_same_v<T, WGPUCompilationInfo const*>) {
      for (size_t i = 0; value && i < value->messageCount; ++i) take(world, here, value->messages[i].message);
    } else if constexpr (std::is_same_v<T, WGPUAdapter> || std::is_same_v<T, WGPUDevice> || std::is_same_v<T, WGPUComputePipeline> || std::is_same_v<T, WGPURenderPipeline>) {
      if (!value) return;
      std::lock_guard lock(world->mutex);
      world->pool<T>().handles.push_back(value);
    }
  }

 private:
  template <Call N>
  void call();
  void one() {
    static const int total = [] {
      int n = 0;
      for (int i = 0; i < kCallCount; ++i) n += kCalls[i].weight;
      return n;
    }();
    int at = static_cast<int>(any(static_cast<uint32_t>(total)));
    const Entry* e = kCalls;
    while (at >= e->weight) at -= (e++)->weight;
    if (world_.options.trace) std::fprintf(stderr, "%s\n", e->name);
    (this->*e->call)();
  }
  void settle(WGPUInstance instance) {
    for (int i = 0; i < 3; ++i) wgpuInstanceProcessEvents(instance);
  }
  void mapped(void* at, bool writes) {
    // Another thread may unmap meanwhile, which would be the program's fault.
    if (at && writes && world_.options.threads == 1) std::memset(at, 1, 1);
    if (at && world_.options.threads == 1) world_.messages += *static_cast<volatile uint8_t*>(at) == 0;
  }
  void make_instance();
  void make_device();
  void recipe();
  void extra();
  WGPUShaderModule shader(size_t index);
  WGPUBuffer good_buffer(WGPUBufferUsage usage, uint64_t size = 1024);
  WGPUTexture good_texture(WGPUTextureFormat format, WGPUTextureUsage usage, uint32_t samples = 1);
  void compute_frame();
  void render_frame();
  void map_buffer();
  void submit(WGPUCommandEncoder e);
  void maybe() {
    if (any(6) == 0) step();
  }
  static void look_at(VitrineDiagnostic d, void* world, void*);

  static const char* const kShaders[9];
  static inline thread_local Player* current_ = nullptr;
  World& world_;
  Random random_;
  World::Pools<RANDOM_CALLS_OBJECTS> own_;  // encoders
  std::vector<std::pair<void*, void (*)(void*)>> held_;
  std::vector<std::shared_ptr<void>> memory_;
  int depth_ = 0;
  bool ending_ = false;
};

// The callback of an info struct.
template <class Info, class... A>
struct Receiver<Info, void (*)(A...)> {
  static void run(A... a) {
    auto all = std::make_tuple(a...);
    [&]<size_t... I>(std::index_sequence<I...>) {
      Player::arrived<Info>(static_cast<World*>(std::get<sizeof...(A) - 2>(all)), static_cast<World::Awaited*>(std::get<sizeof...(A) - 1>(all)), std::get<I>(all)...);
    }(std::make_index_sequence<sizeof...(A) - 2>());
  }
};

#include "random_calls.inc"

}  // namespace random_calls

#include "random_recipes.h"
