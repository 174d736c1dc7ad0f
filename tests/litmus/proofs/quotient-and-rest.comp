// Expect: proven proven proven
// Seldom: the solver needs more than ten seconds for products and rests.
// Column, row and plane of an invocation's number: alike only for one number, whatever the sizes are.
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform P { uint width, height; int length; };
layout(binding = 0, r32f) writeonly uniform image3D texels;
layout(binding = 1, r32f) writeonly uniform image2D lines;
void main() {
    uint at = gl_GlobalInvocationID.x, row = at / width;
    imageStore(texels, ivec3(at % width, row % height, row / height), vec4(1.0));
    imageStore(lines, ivec2(int(at) % length, int(at) / length), vec4(1.0));
}
