// Replay on the null adapter through the whole C interface.
#include <gtest/gtest.h>

#include "trace/trace.h"

namespace vitrine::trace {
namespace {

std::string findings(std::string_view text) {
  std::string out;
  for (const CallFinding& f : run_call_text(text)) out += std::to_string(f.line) + " " + f.rule + ": " + f.message + "\n";
  return out;
}

TEST(Replay, ComputeFromStartToEnd) {
  EXPECT_EQ(findings(R"(
b = device.createBuffer({size: 16, usage: STORAGE | COPY_SRC | COPY_DST, label: "data"})
r = device.createBuffer({size: 16, usage: MAP_READ | COPY_DST})
u = device.createBuffer({size: 16, usage: COPY_SRC, mappedAtCreation: true})
u.writeMappedRange(0, u32[1, 2, 3, 4])
u.unmap()
m = device.createShaderModule({label: "double.wgsl", code: """
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = data[id.x] * 2u; }
"""})
i = m.getCompilationInfo()
p = device.createComputePipeline({layout: "auto", compute: {module: m, entryPoint: "main"}})
g = device.createBindGroup({layout: l, entries: []})
l = p.getBindGroupLayout(0)
g = device.createBindGroup({layout: l, entries: [{binding: 0, resource: {buffer: b}}]})
queue.writeBuffer(b, 0, u32[1, 2, 3, 4], 0, 4)
e = device.createCommandEncoder({label: "frame"})
pass = e.beginComputePass({label: "double"})
pass.pushDebugGroup("group")
pass.setPipeline(p)
pass.setBindGroup(0, g)
pass.dispatchWorkgroups(1)
pass.popDebugGroup()
pass.end()
e.copyBufferToBuffer(b, r)
c = e.finish()
queue.submit([c])
queue.onSubmittedWorkDone()
r.mapAsync(READ)
x = r.getMappedRange()
r.unmap()
b.label = "renamed"
)"),
            "13 unknown_name: nothing is named `l`\n");
}

TEST(Replay, EveryKindOfRenderCall) {
  EXPECT_EQ(findings(R"(
t = device.createTexture({label: "color", size: [64, 32], format: "rgba8unorm", usage: RENDER_ATTACHMENT | COPY_SRC | COPY_DST | TEXTURE_BINDING, mipLevelCount: 2})
z = device.createTexture({size: {width: 64, height: 32}, sampleCount: 4, format: "depth24plus-stencil8", usage: RENDER_ATTACHMENT})
ms = device.createTexture({size: [64, 32], sampleCount: 4, format: "rgba8unorm", usage: RENDER_ATTACHMENT})
v = t.createView({baseMipLevel: 0, mipLevelCount: 1, dimension: "2d", aspect: "all"})
zv = z.createView()
msv = ms.createView()
s = device.createSampler({magFilter: "linear", addressModeU: "repeat", maxAnisotropy: 1, lodMaxClamp: 4})
cs = device.createSampler({compare: "less"})
vb = device.createBuffer({size: 256, usage: VERTEX | INDEX | INDIRECT | COPY_DST | UNIFORM | QUERY_RESOLVE | COPY_SRC})
m = device.createShaderModule({code: """
struct V { @builtin(position) p: vec4f, @location(0) uv: vec2f }
@group(0) @binding(0) var<uniform> u: vec4f;
@group(0) @binding(1) var tex: texture_2d<f32>;
@group(0) @binding(2) var smp: sampler;
@vertex fn vs(@location(0) pos: vec2f) -> V { return V(vec4f(pos, 0, 1) + u, pos); }
@fragment fn fs(i: V) -> @location(0) vec4f { return textureSample(tex, smp, i.uv); }
"""})
bgl = device.createBindGroupLayout({entries: [{binding: 0, visibility: VERTEX, buffer: {type: "uniform", hasDynamicOffset: true}}, {binding: 1, visibility: FRAGMENT, texture: {sampleType: "float"}}, {binding: 2, visibility: FRAGMENT, sampler: {}}]})
pl = device.createPipelineLayout({bindGroupLayouts: [bgl]})
tex = device.createTexture({size: [8, 8], format: "rgba8unorm", usage: TEXTURE_BINDING | COPY_DST})
queue.writeTexture({texture: tex}, zeros(256), {bytesPerRow: 32}, [8, 8])
bg = device.createBindGroup({layout: bgl, entries: [{binding: 0, resource: {buffer: vb, size: 16}}, {binding: 1, resource: tex}, {binding: 2, resource: s}]})
p = device.createRenderPipeline({layout: pl, vertex: {module: m, entryPoint: "vs", buffers: [{arrayStride: 8, attributes: [{format: "float32x2", offset: 0, shaderLocation: 0}]}]}, primitive: {topology: "triangle-list", cullMode: "back"}, depthStencil: {format: "depth24plus-stencil8", depthWriteEnabled: true, depthCompare: "less", stencilFront: {compare: "always", passOp: "replace"}}, multisample: {count: 4}, fragment: {module: m, entryPoint: "fs", targets: [{format: "rgba8unorm", blend: {color: {srcFactor: "src-alpha"}, alpha: {}}, writeMask: RED | GREEN}]}})
q = device.createQuerySet({type: "occlusion", count: 4})
e = device.createCommandEncoder({label: "enc"})
e.pushDebugGroup("frame")
r = e.beginRenderPass({label: "main", colorAttachments: [{view: msv, resolveTarget: v, loadOp: "clear", storeOp: "store", clearValue: [0, 0.5, 1, 1]}], depthStencilAttachment: {view: zv, depthClearValue: 1, depthLoadOp: "clear", depthStoreOp: "store", stencilLoadOp: "clear", stencilStoreOp: "discard"}, occlusionQuerySet: q})
r.setPipeline(p)
r.setVertexBuffer(0, vb)
r.setIndexBuffer(vb, "uint16", 0, 64)
r.setBindGroup(0, bg, [0])
r.setViewport(0, 0, 64, 32, 0, 1)
r.setScissorRect(0, 0, 64, 32)
r.setBlendConstant({r: 0, g: 0, b: 0, a: 1})
r.setStencilReference(1)
r.beginOcclusionQuery(0)
r.draw(3)
r.drawIndexed(6, 1, 0, 0, 0)
r.drawIndirect(vb, 0)
r.drawIndexedIndirect(vb, 32)
r.endOcclusionQuery()
be = device.createRenderBundleEncoder({colorFormats: ["rgba8unorm"], depthStencilFormat: "depth24plus-stencil8", sampleCount: 4})
be.setPipeline(p)
be.setVertexBuffer(0, vb)
be.setBindGroup(0, bg, [0])
be.draw(3)
b = be.finish()
r.executeBundles([b])
r.end()
e.resolveQuerySet(q, 0, 4, vb, 0)
e.copyTextureToTexture({texture: t}, {texture: tex}, [4, 4])
e.copyBufferToTexture({buffer: vb, bytesPerRow: 256}, {texture: tex, origin: [0, 0]}, [8, 1])
e.copyTextureToBuffer({texture: t, mipLevel: 1}, {buffer: vb, bytesPerRow: 256}, [8, 1])
e.clearBuffer(vb, 0, 128)
e.popDebugGroup()
c = e.finish()
queue.submit([c])
queue.onSubmittedWorkDone()
device.pushErrorScope("validation")
x = device.popErrorScope()
q.destroy()
t.destroy()
)"),
            "");
}

TEST(Replay, ConversionsFailAsWebIdlSays) {
  EXPECT_EQ(findings("device.createBuffer({usage: STORAGE})\n"
                     "device.createBuffer({size: -1, usage: STORAGE})\n"
                     "device.createBuffer({size: 4, usage: FRAGMENT})\n"
                     "device.createBuffer()\n"
                     "device.createBuffer(7)\n"
                     "device.createSampler({magFilter: \"sharp\"})\n"
                     "device.createBindGroupLayout({entries: {}})\n"
                     "device.createBindGroupLayout({entries: [{binding: 0, visibility: COMPUTE}, {binding: 1}]})\n"
                     "device.createTexture({size: [1, 2, 3, 4], format: \"r8unorm\", usage: 0})\n"
                     "device.fly()\n"
                     "nobody.fly()\n"
                     "queue.submit([device])\n"
                     "adapter.limits = 3\n"),
            "1 type_error: descriptor.size: is required in a GPUBufferDescriptor\n"
            "2 integer_out_of_range: descriptor.size is -1, and must lie within 0 and 9007199254740991\n"
            "3 type_error: GPUBufferUsage has no FRAGMENT\n"
            "4 type_error: createBuffer: found 0 arguments, and 1 are required\n"
            "5 type_error: descriptor: is not a dictionary, and a GPUBufferDescriptor is needed\n"
            "6 type_error: descriptor.magFilter: \"sharp\" is not a GPUFilterMode, which is one of \"nearest\", \"linear\"\n"
            "7 type_error: descriptor.entries: is not a sequence\n"
            "8 type_error: descriptor.entries[1].visibility: is required in a GPUBindGroupLayoutEntry\n"
            "9 type_error: descriptor.size: the sequence has 4 elements and needs 1 to 3\n"
            "10 type_error: GPUDevice has no method fly\n"
            "11 unknown_name: no object is named `nobody`\n"
            "12 type_error: commandBuffers[0]: is not a GPUCommandBuffer\n"
            "13 type_error: GPUAdapter has no attribute limits that can be set\n");
}

TEST(Replay, WriteBufferLooksAtItsSliceFirst) {
  EXPECT_EQ(findings("b = device.createBuffer({size: 16, usage: COPY_DST})\n"
                     "queue.writeBuffer(b, 0, u16[1, 2, 3])\n"
                     "queue.writeBuffer(b, 0, u16[1, 2, 3], 1)\n"
                     "queue.writeBuffer(b, 0, u8[1, 2, 3, 4], 5)\n"
                     "queue.writeBuffer(b, 0, u8[1, 2, 3, 4], 0, 8)\n"),
            "2 data_size_unaligned: `writeBuffer` takes 6 bytes of the data, and needs a multiple of 4\n"
            "4 data_offset_outside: `writeBuffer` begins at dataOffset 5, and the data has 4 elements\n"
            "5 data_range_outside: `writeBuffer` takes 8 elements from dataOffset 0 on, and the data has 4\n");
}

TEST(Replay, SyntaxErrorsStandFirst) {
  EXPECT_EQ(findings("b = device.createBuffer(\n"), "2 syntax: column 1: found no `)` that closes the list\n");
}

}  // namespace
}  // namespace vitrine::trace
