// The shader does one step of an odd-even sort; the application dispatches each.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer D { uint data[]; };
layout(push_constant) uniform P { uint odd; };
void main() {
    uint i = 2 * gl_GlobalInvocationID.x + odd;
    if (i + 1 < data.length() && data[i] > data[i + 1]) {
        uint t = data[i];
        data[i] = data[i + 1];
        data[i + 1] = t;
    }
}
