// VITRINE_CHECK=nan: what makes a NaN is told once, with its values; what follows from it is not.
#include "print_testing.h"

namespace {

using vitrine::testing::Finding;
using vitrine::testing::PrintDevice;
using vitrine::testing::view;

class NanCheck : public PrintDevice {
 protected:
  // Runs with `data` of 16 bytes of zeros at group 0, binding 0. "line:column message" of everything found.
  std::vector<std::string> told(std::string_view body) {
    open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckNan, .feature = false});
    if (!ready()) return {};
    WGPUComputePipeline p = compute("@group(0) @binding(0) var<storage, read_write> data: array<f32, 4>;\n"
                                    "@compute @workgroup_size(2) fn main() {\n" + std::string(body) + "\n}");
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
    WGPUBindGroup g = group(layout, {entry(0, buffer(16, WGPUBufferUsage_Storage, "numbers"))});
    wgpuBindGroupLayoutRelease(layout);
    for (int times = 0; times < 2; ++times)
      submit([&](WGPUCommandEncoder e) {
        compute_pass(e, [&](WGPUComputePassEncoder pass) {
          wgpuComputePassEncoderSetPipeline(pass, p);
          wgpuComputePassEncoderSetBindGroup(pass, 0, g, 0, nullptr);
          wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        });
      });
    finish();
    EXPECT_TRUE(messages.empty());
    std::vector<std::string> out;
    for (const Finding& f : found("shader_makes_nan"))
      out.push_back(std::to_string(f.line) + ":" + std::to_string(f.column) + " " + f.message.substr(0, f.message.find(", in ")));
    return out;
  }
  using List = std::vector<std::string>;
};

TEST_F(NanCheck, TellsTheOperationThatMakesIt) {
  List all = told("  let q = data[0] / data[1];\n  data[2] = q * 2.0 + sqrt(q);");
  if (!ready()) return;
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].starts_with("3:") && all[0].find("NaN is what `0 / 0` gives") != std::string::npos) << all[0];
}

TEST_F(NanCheck, BuiltinFunctionsAndVectors) {
  List all = told("  let v = normalize(vec3f(data[0]));\n  data[1] = v.x + sqrt(data[3] - 1.0);");
  if (!ready()) return;
  ASSERT_EQ(all.size(), 2u) << (all.empty() ? "" : all[0]);
  EXPECT_NE(all[0].find("`normalize((0, 0, 0))`"), std::string::npos) << all[0];
  EXPECT_NE(all[1].find("`sqrt(-1)`"), std::string::npos) << all[1];
}

TEST_F(NanCheck, WhatIsReadFromABuffer) {
  List all = told("  if data[3] == 0.0 { data[0] = bitcast<f32>(u32(data[1]) + 0x7FC00000u); }\n  storageBarrier();\n  data[2] = data[0] + 1.0;");
  if (!ready()) return;
  ASSERT_EQ(all.size(), 1u) << (all.empty() ? "" : all[0]);
  EXPECT_NE(all[0].find("5:"), std::string::npos) << all[0];
  EXPECT_NE(all[0].find("NaN is read from `data`: \"numbers\", binding 0 of group 0"), std::string::npos) << all[0];
}

TEST_F(NanCheck, Matrices) {
  List all = told("  let m = mat2x2f(data[1], 1.0, 1.0, data[1]);\n  let v = m * vec2f(1.0 / data[2], data[3]);\n  data[0] = v.x;");
  if (!ready()) return;
  ASSERT_EQ(all.size(), 1u) << testing::PrintToString(all);
  EXPECT_TRUE(all[0].starts_with("4:") && all[0].find("NaN is what `(") != std::string::npos) << all[0];
}

TEST_F(NanCheck, InfinityIsNone) {
  List all = told("  data[0] = 1.0 / data[1];\n  data[2] = exp(data[3] + 500.0);");
  if (!ready()) return;
  EXPECT_EQ(all, List{});
}

}  // namespace
