// Expect: unknown unknown unknown
// Because: two variables that are one binding
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { uint data[]; };
layout(binding = 0) buffer B { uint other[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    data[at] = other[at];
}
