// Expect: proven refuted race
#version 450
layout(local_size_x = 64) in;
struct Pair { uint first; uint second; };
layout(binding = 0) buffer A { Pair pairs[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    pairs[at + 1u].first = 1u;
    pairs[at] = Pair(2u, 3u);
}
