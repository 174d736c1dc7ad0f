#version 460

#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

// Images in the Vulkan memory model: nonprivate texels, handed over at a barrier.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage2D words;
layout(set = 0, binding = 1, rgba32f) devicecoherent uniform image2D floats;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 group = ivec2(gl_WorkGroupID.xy) * 8, place = ivec2(gl_LocalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    imageStore(words, group + place, uvec4(i * 5u));
    imageStore(floats, group + place, vec4(i, 1.0, 2.0, 3.0));
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquireRelease);
    result[i] = imageLoad(floats, group + place.yx) + vec4(imageLoad(words, group + 7 - place).x);
}
