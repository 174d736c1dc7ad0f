// Expect: proven refuted proven
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform P { uint stride; };
shared uint part[16], places[64];
void main() {
    uint l = gl_LocalInvocationIndex;
    part[l] = l;
    uint other = part[l + uint(step(2.0, float(l & 1u)))];
    places[l * (stride & 7u)] = other;
    data[gl_GlobalInvocationID.x] = other;
}
