#version 460
// Blocks of each vertex and of the patch whose members have Locations of their own, in no order, beside one that has the first alone.
layout(vertices = 2) out;
out Rows {
    layout(location = 11) float last;
    layout(location = 1) uvec4 first[2];
} rows[];
out Pairs {
    layout(location = 3) float low;
    layout(location = 4, component = 2) uvec2 high;
} pairs[];
layout(location = 5) out Follows {
    float one;
    uint two;
} follows[];
patch out Patch {
    layout(location = 8) uint sums[2];
    layout(location = 7) uint number;
} whole;
void main() {
    int other = 1 - gl_InvocationID;
    rows[gl_InvocationID].first[1] = uvec4(gl_InvocationID + 1);
    pairs[gl_InvocationID].high.y = gl_InvocationID + 3;
    follows[gl_InvocationID].two = gl_InvocationID + 5;
    whole.sums[gl_InvocationID] = gl_InvocationID + 7;
    barrier();
    uint sum = rows[other].first[1].z + pairs[other].high.y + follows[other].two + whole.sums[other];
    gl_out[gl_InvocationID].gl_Position = vec4(sum);
    gl_TessLevelOuter[gl_InvocationID] = sum;
}
