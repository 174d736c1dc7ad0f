#version 450
// The words of a workgroup turned round, through shared memory, with the workgroup's index added.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
shared uint part[256];
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[i] = data[at];
    barrier();
    data[at] = 3u * part[255u - i] + gl_WorkGroupID.x;
}
