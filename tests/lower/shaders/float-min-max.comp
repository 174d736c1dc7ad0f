#version 460

// min, max, clamp, mix, step, abs and sign.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float a = float(int(values[i] & 0xffu) - 128) * 0.5;
    result[i] = vec4(min(a, 3.0), max(a, -2.0), clamp(a, -1.0, 1.0), mix(1.0, a, 0.5) + step(0.0, a)
            + abs(a) + sign(a));
}
