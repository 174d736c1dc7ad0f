#version 460
// Each workgroup says another message; messages.c knows their bytes. The last one says none, and goes on.
#extension GL_EXT_abort : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Numbers { uint numbers[16]; };
void said(uint which) {
    if (which == 0u) abortEXT("first %u %u", numbers[0], numbers[1]);
    if (which == 1u) abortEXT();
    if (which == 2u) abortEXT("%f", uintBitsToFloat(numbers[2]));
    if (which == 3u) abortEXT("%ul", packUint2x32(uvec2(numbers[3], numbers[4])));
    if (which == 4u) abortEXT("%v", vec3(uintBitsToFloat(numbers[2])), numbers[1]);
}
void main() {
    numbers[8 + gl_WorkGroupID.x] = 1u;
    said(gl_WorkGroupID.x);
    numbers[8 + gl_WorkGroupID.x] = 2u;
}
