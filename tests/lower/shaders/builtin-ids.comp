#version 460

// Global, local and workgroup ids in three dimensions.
layout(local_size_x = 4, local_size_y = 2, local_size_z = 3) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[]; };

void main() {
    uvec3 size = gl_WorkGroupSize * gl_NumWorkGroups;
    uvec3 id = gl_GlobalInvocationID;
    uint index = (id.z * size.y + id.y) * size.x + id.x;
    result[index] = uvec4(gl_LocalInvocationID.x + 10 * gl_LocalInvocationID.y
            + 100 * gl_LocalInvocationID.z, gl_WorkGroupID.x + 10 * gl_WorkGroupID.y
            + 100 * gl_WorkGroupID.z, gl_LocalInvocationIndex, index);
}
