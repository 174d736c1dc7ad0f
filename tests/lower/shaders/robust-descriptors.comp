// Out of bounds in an array of storage buffers, whose sizes stand in their descriptors, and in uniform buffers.
#version 450
layout(local_size_x = 8) in;

layout(set = 0, binding = 0) buffer Words { uint words[]; } many[2];
layout(set = 0, binding = 1) uniform Block { uvec4 rows[4]; } block;
layout(set = 0, binding = 2) uniform Blocks { uvec4 rows[2]; } blocks[2];
layout(set = 0, binding = 3) buffer Result { uint result[8][4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i][0] = many[0].words[many[0].words.length() - 4 + i]; // half of the invocations are beyond
    result[i][1] = block.rows[i].y; // four of them are
    result[i][2] = blocks[1].rows[i].z;
    result[i][3] = atomicAdd(many[1].words[many[1].words.length() + i], 1);
    many[1].words[many[1].words.length() + i] = 11;
}
