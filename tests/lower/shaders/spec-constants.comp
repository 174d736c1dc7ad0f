#version 460

// Specialization constants: integer, float and boolean.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(constant_id = 0) const uint factor = 3;
layout(constant_id = 1) const float scale = 0.5;
layout(constant_id = 2) const bool negate = true;

void main() {
    uint i = gl_LocalInvocationIndex;
    uint v = i * factor + uint(float(i) * scale);
    result[i] = negate ? -v : v;
}
