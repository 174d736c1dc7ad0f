// Elements that are kept go where flags and offsets say, or where a counter does.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Keep { uint keep[]; };
layout(binding = 1) readonly buffer Offsets { uint offset[]; };
layout(binding = 2) buffer D { uint d[]; };
layout(binding = 3) buffer C { uint count, list[]; };
void main() {
    uint g = gl_GlobalInvocationID.x;
    if (keep[g] != 0)
        d[offset[g]] = g;
    if (keep[g] > 3)
        list[atomicAdd(count, 1)] = g;
}
