// Expect: proven proven race
// Nobody else is in the workgroup.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint part[64];

void main() {
    part[data[0] & 63u] = 1u;
    data[part[5] & 7u] = 2u;
}
