// Expect: proven refuted race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Places { uint places[]; };
layout(push_constant) uniform P { uint stride; };
shared uint own[8], others[16];
void main() {
    uint l = gl_LocalInvocationIndex;
    own[l] = l;
    others[l] = l;
    barrier();
    others[l + 1u] = own[7u - l];
    places[l * stride] = 1u;
    data[gl_GlobalInvocationID.x] = others[1];
}
