// Expect: proven race race
// Seldom: the solver needs more than ten seconds for products and rests.
// Another quotient than that of the rest's divisor.
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform P { uint width, height; };
layout(binding = 0, r32f) writeonly uniform image2D texels;
void main() {
    uint at = gl_GlobalInvocationID.x;
    imageStore(texels, ivec2(at % width, at / height), vec4(1.0));
}
