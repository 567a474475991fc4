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
            "2 type_error: descriptor.size: -1 is outside the range from 0 to 9007199254740991\n"
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
            "2 operation_error: writeBuffer: the size is 6 bytes, and a multiple of 4 is needed\n"
            "4 operation_error: writeBuffer: dataOffset is 5, and the data has 4 elements\n"
            "5 operation_error: writeBuffer: dataOffset 0 + size 8 is more than the 4 elements of the data\n");
}

TEST(Replay, SyntaxErrorsStandFirst) {
  EXPECT_EQ(findings("b = device.createBuffer(\n"), "2 syntax: column 1: found no `)` that closes the list\n");
}

}  // namespace
}  // namespace vitrine::trace
