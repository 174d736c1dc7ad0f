// Every fourth element of a texel buffer.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, r32ui) readonly uniform uimageBuffer from;
layout(binding = 1, r32ui) writeonly uniform uimageBuffer to;
void main() {
    int g = int(gl_GlobalInvocationID.x);
    imageStore(to, g, imageLoad(from, g * 4 + 3));
}
