// Expect: proven refuted race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
void main() {
    atomicAdd(data[0], 1u);
    if (data[0] == 3u) atomicAdd(data[1], 1u);
}
