// VITRINE_CHECK=bounds: an access outside of its array, vector or texture is told once for each place.
#include "print_testing.h"

namespace {

using vitrine::testing::Finding;
using vitrine::testing::PrintDevice;
using vitrine::testing::view;

class BoundsCheck : public PrintDevice {
 protected:
  void open_checking() { open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckBounds, .feature = false}); }
  std::vector<Finding> out_of_bounds() const { return found("shader_access_out_of_bounds"); }
  // With group 0 of these resources; nothing else may be said.
  void dispatch(std::string_view wgsl, const std::vector<WGPUBindGroupEntry>& entries, uint32_t groups = 1, int times = 1) {
    WGPUComputePipeline p = compute(wgsl);
    WGPUBindGroup g = nullptr;
    if (!entries.empty()) {
      WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
      g = group(layout, entries);
      wgpuBindGroupLayoutRelease(layout);
    }
    for (int i = 0; i < times; ++i)
      submit([&](WGPUCommandEncoder e) {
        compute_pass(e, [&](WGPUComputePassEncoder pass) {
          wgpuComputePassEncoderSetPipeline(pass, p);
          if (g) wgpuComputePassEncoderSetBindGroup(pass, 0, g, 0, nullptr);
          wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
        });
      });
    finish();
    EXPECT_TRUE(messages.empty());
  }
  // "line:column message" of everything found.
  std::vector<std::string> told() const {
    std::vector<std::string> out;
    for (const Finding& f : out_of_bounds())
      out.push_back(std::to_string(f.line) + ":" + std::to_string(f.column) + " " + f.message.substr(0, f.message.find(", in ")));
    return out;
  }
};

TEST_F(BoundsCheck, TellsAllThatIsKnown) {
  open_checking();
  if (!ready()) return;
  dispatch(R"(@group(0) @binding(3) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = id.x;
}
)", {entry(3, buffer(16, WGPUBufferUsage_Storage, "positions"))}, 5);
  std::vector<Finding> all = out_of_bounds();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].message,
            "index 4 of `data`, which has 4 elements there: \"positions\", binding 3 of group 0, in compute `main` at "
            "global_invocation_id (4, 0, 0), pipeline \"pipeline\", pass \"pass\", command 3");
  EXPECT_EQ(all[0].line, 3u);
}

// However often, in one submission or several, by however many invocations.
TEST_F(BoundsCheck, TellsEachPlaceOnce) {
  open_checking();
  if (!ready()) return;
  std::string wgsl = R"(@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 100u; i++) { data[id.x + 4u] = i; }
  data[id.x + 4u] += 1u;
}
)";
  WGPUBuffer b = buffer(16, WGPUBufferUsage_Storage);
  dispatch(wgsl, {entry(0, b)}, 100, 3);
  std::vector<Finding> all = out_of_bounds();
  for (const Finding& f : all) EXPECT_TRUE(f.line == 3 || f.line == 4) << f.message;
  size_t once = all.size();
  EXPECT_GE(once, 2u);
  dispatch(wgsl, {entry(0, b)}, 1);  // the same module again
  EXPECT_EQ(out_of_bounds().size(), once);
  dispatch(wgsl + "// another module\n", {entry(0, b)}, 1);  // so it is told again
  EXPECT_EQ(out_of_bounds().size(), 2 * once);
  EXPECT_EQ(losses, 0);
}

TEST_F(BoundsCheck, EveryAddressSpace) {
  open_checking();
  if (!ready()) return;
  dispatch(R"(struct Inner { values: array<vec4f, 3> }
struct Outer { head: u32, tail: array<Inner> }
@group(0) @binding(0) var<storage, read> nested: Outer;
@group(0) @binding(1) var<uniform> constants: array<vec4u, 2>;
@group(0) @binding(2) var<storage, read_write> out: u32;
var<workgroup> shared_values: array<u32, 8>;
var<private> own: array<i32, 5>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + 9u;
  let n = -1 - i32(id.x);
  var sum = u32(nested.tail[i].values[0].x);
  sum += u32(nested.tail[0].values[i].x);
  sum += constants[i].x;
  sum += shared_values[i];
  own[n] = 1;
  var local = vec3u(1, 2, 3);
  local[i] = 4u;
  let value = array(1u, 2u);
  sum += value[i];
  var table: mat2x2f;
  sum += u32(table[i].x) + local.x + u32(own[0]);
  out = sum;
}
)", {entry(0, buffer(16 + 48 * 2, WGPUBufferUsage_Storage, "nested")), entry(1, buffer(32, WGPUBufferUsage_Uniform, "constants")),
     entry(2, buffer(4, WGPUBufferUsage_Storage))});
  std::vector<std::string> lines = told();
  std::vector<std::string> expected = {
      "11 index 9 of `nested`, which has 2 elements there: \"nested\", binding 0 of group 0",
      "12 index 9 of `nested`, which has 3 elements there: \"nested\", binding 0 of group 0",
      "13 index 9 of `constants`, which has 2 elements there: \"constants\", binding 1 of group 0",
      "14 index 9 of `shared_values`, which has 8 elements there: variable `shared_values`",
      "15 index -1 of `own`, which has 5 elements there: variable `own`",
      "17 index 9 of `local`, which has 3 components there: variable `local`",
      "19 index 9 of `value`, which has 2 elements there: variable `value`",
      "21 index 9 of `table`, which has 2 columns there: variable `table`"};
  for (std::string& l : lines) l = l.substr(0, l.find(':')) + l.substr(l.find(' '));
  EXPECT_EQ(lines, expected);
}

// What functions take is named as they name it, with the resource behind it.
TEST_F(BoundsCheck, ThroughParameters) {
  open_checking();
  if (!ready()) return;
  dispatch(R"(@group(0) @binding(0) var<storage, read_write> one: array<u32>;
@group(0) @binding(1) var<storage, read_write> other: array<u32>;
var<private> own: array<u32, 2>;
fn deep(p: ptr<storage, array<u32>, read_write>, i: u32) -> u32 { return p[i]; }
fn middle(q: ptr<storage, array<u32>, read_write>, i: u32) -> u32 { return deep(q, i); }
fn either(r: ptr<storage, array<u32>, read_write>, i: u32) -> u32 { return r[i]; }
fn mine(p: ptr<private, array<u32, 2>>, i: u32) -> u32 { return p[i]; }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + 9u;
  one[0] = middle(&one, i) + deep(&one, i) + either(&one, 0u) + either(&other, i) + mine(&own, i);
}
)", {entry(0, buffer(16, WGPUBufferUsage_Storage, "first buffer")), entry(1, buffer(16, WGPUBufferUsage_Storage, "second buffer"))});
  std::vector<std::string> lines = told();
  for (std::string& l : lines) l = l.substr(0, l.find(':')) + l.substr(l.find(' '));
  EXPECT_EQ(lines, (std::vector<std::string>{"4 index 9 of `p` (`one`), which has 4 elements there: \"first buffer\", binding 0 of group 0",
                                             "6 index 9 of `r` (`one` or `other`), which has 4 elements there: variable `r`",
                                             "7 index 9 of `p` (`own`), which has 2 elements there: variable `p`"}));
}

TEST_F(BoundsCheck, Textures) {
  open_checking();
  if (!ready()) return;
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  d.label = view("picture");
  d.size = {8, 4, 3};
  d.mipLevelCount = 2;
  d.format = WGPUTextureFormat_RGBA8Unorm;
  d.usage = WGPUTextureUsage_TextureBinding;
  WGPUTexture picture = wgpuDeviceCreateTexture(device, &d);
  d.label = view("target");
  d.mipLevelCount = 1;
  d.size = {2, 2, 1};
  d.usage = WGPUTextureUsage_StorageBinding;
  WGPUTexture target = wgpuDeviceCreateTexture(device, &d);
  WGPUTextureViewDescriptor as_array = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
  as_array.dimension = WGPUTextureViewDimension_2DArray;
  WGPUBindGroupEntry first = WGPU_BIND_GROUP_ENTRY_INIT, second = WGPU_BIND_GROUP_ENTRY_INIT;
  first.binding = 0;
  first.textureView = wgpuTextureCreateView(picture, &as_array);
  second.binding = 1;
  second.textureView = wgpuTextureCreateView(target, nullptr);
  releases.push_back([=] {
    wgpuTextureViewRelease(first.textureView);
    wgpuTextureViewRelease(second.textureView);
    wgpuTextureRelease(picture);
    wgpuTextureRelease(target);
  });
  dispatch(R"(@group(0) @binding(0) var picture: texture_2d_array<f32>;
@group(0) @binding(1) var goal: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  let zero = i32(id.x);
  var c = textureLoad(picture, vec2i(zero + 7, 3), 2, 0);
  c += textureLoad(picture, vec2i(zero + 8, 3), 2, 0);
  c += textureLoad(picture, vec2i(zero, 2), 2, 1);
  c += textureLoad(picture, vec2i(zero), zero + 3, 0);
  c += textureLoad(picture, vec2i(zero), 0, zero + 2);
  textureStore(goal, vec2i(zero - 1, 0), c);
  textureStore(goal, vec2i(zero + 1, 1), c);
}
)", {first, second});
  std::vector<std::string> lines = told();
  for (std::string& l : lines) l = l.substr(0, l.find(':')) + l.substr(l.find(' '));
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "6 texel (8, 3) of `picture`, which has (8, 4): \"picture\", binding 0 of group 0",
                       "7 texel (0, 2) of `picture`, which has (4, 2): \"picture\", binding 0 of group 0",
                       "8 layer 3 of `picture`, which has 3: \"picture\", binding 0 of group 0",
                       "9 level 2 of `picture`, which has 2: \"picture\", binding 0 of group 0",
                       "10 texel (-1, 0) of `goal`, which has (2, 2): \"target\", binding 1 of group 0"}));
}

TEST_F(BoundsCheck, OffByDefaultAndOnByTheEnvironment) {
  const char* wgsl = R"(@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x + 9u] = 1u; }
)";
  open({.feature = false});
  if (!ready()) return;
  dispatch(wgsl, {entry(0, buffer(16, WGPUBufferUsage_Storage))});
  EXPECT_TRUE(out_of_bounds().empty());
  close();
  setenv("VITRINE_CHECK", "bounds", 1);
  open({.feature = false});
  unsetenv("VITRINE_CHECK");
  if (!ready()) return;
  dispatch(wgsl, {entry(0, buffer(16, WGPUBufferUsage_Storage))});
  EXPECT_EQ(out_of_bounds().size(), 1u);
}

// The check and prints go together, whatever route prints would take.
// Shaders of ours, as the one that looks at indirect arguments, are not the program's: nothing is put into them.
TEST_F(BoundsCheck, IndirectDispatch) {
  open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckBounds | VitrineInstanceFlags_CheckNan, .feature = false});
  if (!ready()) return;
  WGPUBuffer arguments = buffer(256, WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst, "arguments");
  uint32_t counts[] = {1, 1, 1};
  wgpuQueueWriteBuffer(queue, arguments, 128, counts, sizeof counts);
  WGPUComputePipeline p = compute("@compute @workgroup_size(1) fn main() {}");
  for (int i = 0; i < 20; ++i)
    submit([&](WGPUCommandEncoder e) {
      compute_pass(e, [&](WGPUComputePassEncoder pass) {
        wgpuComputePassEncoderSetPipeline(pass, p);
        for (uint64_t at : {0, 128}) wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, arguments, at);
      });
    });
  finish();
  EXPECT_TRUE(messages.empty());
  EXPECT_TRUE(out_of_bounds().empty());
}

TEST_F(BoundsCheck, BesidePrints) {
  open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckBounds});
  if (!ready()) return;
  run(R"(enable wgpu_debug_printf;
var<private> own: array<u32, 4>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("value %u", own[id.x + 4u]);
}
)");
  EXPECT_EQ(texts().size(), 1u);
  EXPECT_EQ(out_of_bounds().size(), 1u);
}

}  // namespace
