// The shader does one step of the same in a buffer; the application dispatches each.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { uint a[]; };
layout(push_constant) uniform P { uint j, k; };
void main() {
    uint i = gl_GlobalInvocationID.x, p = i ^ j;
    if (p > i && (a[i] > a[p]) == ((i & k) == 0)) {
        uint t = a[i];
        a[i] = a[p];
        a[p] = t;
    }
}
