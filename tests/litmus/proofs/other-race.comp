// Expect: proven refuted race
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform P { uint stride; };
shared uint part[16];
void main() {
    uint l = gl_LocalInvocationIndex;
    part[l] = l;
    uint other = part[l + uint(step(2.0, float(l & 1u)))];
    data[l * stride] = other;
}
