// SPIR-V of the render tests, as text.
#pragma once

#include <string_view>

namespace vitrine::hal::vulkan {

// Three vertices that cover everything, at the depth in the first immediate.
inline constexpr std::string_view kVertex = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %main "vs" %index %position
               OpDecorate %index BuiltIn VertexIndex
               OpDecorate %position BuiltIn Position
               OpMemberDecorate %Push 0 Offset 0
               OpDecorate %Push Block
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %f32 = OpTypeFloat 32
       %vec4 = OpTypeVector %f32 4
     %in_u32 = OpTypePointer Input %u32
     %out_v4 = OpTypePointer Output %vec4
      %index = OpVariable %in_u32 Input
   %position = OpVariable %out_v4 Output
       %Push = OpTypeStruct %f32
     %p_Push = OpTypePointer PushConstant %Push
      %p_f32 = OpTypePointer PushConstant %f32
       %push = OpVariable %p_Push PushConstant
       %zero = OpConstant %u32 0
        %one = OpConstant %u32 1
        %two = OpConstant %u32 2
       %neg1 = OpConstant %f32 -1
        %f1  = OpConstant %f32 1
        %f4  = OpConstant %f32 4
       %main = OpFunction %void None %fn
      %entry = OpLabel
          %i = OpLoad %u32 %index
          %a = OpBitwiseAnd %u32 %i %one
         %fa = OpConvertUToF %f32 %a
         %xa = OpFMul %f32 %fa %f4
          %x = OpFAdd %f32 %xa %neg1
          %b = OpShiftRightLogical %u32 %i %one
         %fb = OpConvertUToF %f32 %b
         %yb = OpFMul %f32 %fb %f4
          %y = OpFAdd %f32 %yb %neg1
         %zp = OpAccessChain %p_f32 %push %zero
          %z = OpLoad %f32 %zp
          %p = OpCompositeConstruct %vec4 %x %y %z %f1
               OpStore %position %p
               OpReturn
               OpFunctionEnd
)";
// The colour in the immediates from byte 16 on.
inline constexpr std::string_view kFragment = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "fs" %color
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %color Location 0
               OpMemberDecorate %Push 0 Offset 16
               OpDecorate %Push Block
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %f32 = OpTypeFloat 32
       %vec4 = OpTypeVector %f32 4
     %out_v4 = OpTypePointer Output %vec4
      %color = OpVariable %out_v4 Output
       %Push = OpTypeStruct %vec4
     %p_Push = OpTypePointer PushConstant %Push
       %p_v4 = OpTypePointer PushConstant %vec4
       %push = OpVariable %p_Push PushConstant
       %zero = OpConstant %u32 0
       %main = OpFunction %void None %fn
      %entry = OpLabel
         %cp = OpAccessChain %p_v4 %push %zero
          %c = OpLoad %vec4 %cp
               OpStore %color %c
               OpReturn
               OpFunctionEnd
)";

}  // namespace vitrine::hal::vulkan
