// Expect: proven race race
// Seldom: the solver needs more than ten seconds for products and rests.
// -3 / 4 and 1 / 4 are 0, and the rests with the divisor's sign are 1.
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform P { int width, height; };
layout(binding = 0, r32f) writeonly uniform image2D texels;
void main() {
    int at = int(gl_GlobalInvocationID.x) - 32;
    imageStore(texels, ivec2(at % width, at / width), vec4(1.0));
}
