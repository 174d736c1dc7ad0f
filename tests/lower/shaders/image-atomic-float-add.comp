#version 460
#extension GL_EXT_shader_atomic_float : require

// Float addition to texels of the invocation's own.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32f) uniform image2D image;
layout(set = 0, binding = 1) buffer Result { float result[]; };
layout(set = 0, binding = 2) readonly buffer Input { float values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[i] = imageAtomicAdd(image, place, values[i]);
}
