#version 450
#extension GL_EXT_null_initializer : require
// Whole arrays above 1 KB: set to zero, and copied between storage classes, with other layouts.
// Whoever stores each element by itself has over a thousand instructions here.
// expect[llc]: #.*store <= 200
// expect[llc]: #.*load <= 200
// expect[llc]: loop ...!endloop local.store ...!loop endloop
layout(local_size_x = 32) in;
struct Entry { uint key; uvec3 words; };
layout(std430, binding = 0) buffer Input { uint values[300]; Entry entries[40]; };
layout(std430, binding = 1) buffer Output { uint results[]; };
layout(std430, binding = 2) buffer Copy { uint copied[300]; Entry entries_copy[40]; };
shared uint shared_values[300];
void main() {
    uint i = gl_LocalInvocationIndex;
    uint zeros[300] = {};
    Entry own[40];
    zeros[i] = i;
    own = entries;
    if (i == 0u)
        shared_values = values;
    barrier();
    own[i].words.x += shared_values[i + 7u];
    if (i == 1u) {
        copied = zeros;
        entries_copy = own;
    }
    results[i] = zeros[31u - i] + own[i].words.x + own[i + 3u].key;
}
