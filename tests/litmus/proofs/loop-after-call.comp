// Expect: proven proven proven
// A loop after a call of a function that has variables: they are gone when it begins.
#version 450
layout(local_size_x = 32) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint parts[32];
uint mixed(uint x) {
    uint a = x * 3, b = a + x, c = b * a, d = c + b;
    return a + b + c + d;
}
void main() {
    uint i = gl_LocalInvocationID.x, sum = mixed(i);
    for (uint k = 0; k < 4; k++) {
        parts[i] = sum + k;
        barrier();
        sum += parts[(i + 1) % 32];
        barrier();
    }
    words[gl_GlobalInvocationID.x] = sum;
}
