// Expect: proven refuted race
// Options: --spec=0=0
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
layout(constant_id = 0) const uint step = 2u;
void main() {
    data[gl_GlobalInvocationID.x * step] = 1u;
}
