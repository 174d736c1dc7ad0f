#version 460

// Texels that other invocations of the workgroup wrote.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) coherent uniform uimage2D image;
layout(set = 0, binding = 1) buffer Result { uint result[]; };

void main() {
    ivec2 group = ivec2(gl_WorkGroupID.xy) * 8, place = ivec2(gl_LocalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    imageStore(image, group + place, uvec4(i * 7u));
    memoryBarrierImage();
    barrier();
    result[i] = imageLoad(image, group + place.yx).x;
}
