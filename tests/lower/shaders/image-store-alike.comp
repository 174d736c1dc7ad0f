#version 460
#pragma use_vulkan_memory_model

// Texels whose components are alike, or 0 behind the first: LLVM stores the first alone, and a processor fills the rest.
layout(local_size_x = 8) in;

layout(set = 0, binding = 0, rgba32f) writeonly uniform image2D alike;
layout(set = 0, binding = 1, rgba32f) writeonly uniform image2D trailing;

void main() {
    imageStore(alike, ivec2(gl_GlobalInvocationID.xy), vec4(3));
    imageStore(trailing, ivec2(gl_GlobalInvocationID.xy), vec4(5, 0, 0, 0));
}
