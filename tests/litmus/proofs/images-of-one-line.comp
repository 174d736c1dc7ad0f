// Expect: proven refuted proven
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32ui) uniform uimage1DArray lines;
void main() {
    imageStore(lines, ivec2(gl_GlobalInvocationID.x, 0), uvec4(gl_LocalInvocationID.y));
}
