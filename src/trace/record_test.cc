// Recording: the wrappers stand before the library of a program of its own, and what they wrote is played.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "trace/trace.h"

namespace vitrine::trace {
namespace {

TEST(Record, WhatIsRecordedPlays) {
  std::string file = testing::TempDir() + "record_" + std::to_string(getpid()) + ".calls";
  // Of a sanitized build the library brings the sanitizer along, and stands before it.
  std::string command = "ASAN_OPTIONS=verify_asan_link_order=0 VITRINE_TRACE='" + file + "' LD_PRELOAD='" VITRINE_RECORD_LIBRARY "' '" VITRINE_RECORD_PROGRAM "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  std::remove(file.c_str());
  EXPECT_EQ(text,
            "adapter1 = gpu.requestAdapter()\n"
            "device1 = adapter1.requestDevice({label: \"main\"})\n"
            "queue1 = device1.queue\n"
            "buffer1 = device1.createBuffer({mappedAtCreation: true, size: 8, usage: COPY_SRC})\n"
            "buffer1.writeMappedRange(0, u32[7, 9])\n"
            "buffer1.unmap()\n"
            "buffer1.label = \"source\"\n"
            "buffer2 = device1.createBuffer({size: 8, usage: COPY_DST | STORAGE})\n"
            "queue1.writeBuffer(buffer2, 4, u32[7])\n"
            "shaderModule1 = device1.createShaderModule({code: \"\"\"\n@compute @workgroup_size(1) fn main() {}\n\"\"\"})\n"
            "computePipeline1 = device1.createComputePipelineAsync({layout: \"auto\", compute: {module: shaderModule1}})\n"
            "commandEncoder1 = device1.createCommandEncoder()\n"
            "commandEncoder1.copyBufferToBuffer(buffer1, 0, buffer2, 0, 8)\n"
            "computePassEncoder1 = commandEncoder1.beginComputePass()\n"
            "computePassEncoder1.setPipeline(computePipeline1)\n"
            "computePassEncoder1.dispatchWorkgroups(2)\n"
            "computePassEncoder1.end()\n"
            "commandBuffer1 = commandEncoder1.finish()\n"
            "queue1.submit([commandBuffer1])\n"
            "buffer2.destroy()\n"
            "buffer3 = device1.createBuffer({mappedAtCreation: true, size: 8, usage: COPY_DST | STORAGE})\n"
            "buffer3.destroy()\n"
            "buffer3.unmap()\n"
            "# a frame of a window\n"
            "texture1 = device1.createTexture({format: \"bgra8unorm\", size: [4, 2, 1], usage: RENDER_ATTACHMENT})\n"
            "textureView1 = texture1.createView()\n");
  std::vector<CallFinding> found = run_call_text(text);
  for (const CallFinding& f : found) ADD_FAILURE() << f.line << " " << f.rule << ": " << f.message;
}

}  // namespace
}  // namespace vitrine::trace
