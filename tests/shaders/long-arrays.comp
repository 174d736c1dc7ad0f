#version 450
#extension GL_EXT_null_initializer : require
// Whole arrays above 1 KB: set to zero, and copied between storage classes, with and without other layouts.
layout(local_size_x = 32) in;
struct Entry { bool used; uvec3 words; mat3x2 matrix; };
struct Laid { uint used[3]; uvec3 words; mat3x2 matrix; };
layout(std430, row_major, binding = 0) buffer Input { uint count; uint values[600]; Laid laid[80]; vec3 more[100]; };
layout(std430, binding = 1) buffer Output { uint results[]; };
layout(std430, binding = 2) buffer Copy { uint copied[600]; Laid laid_copy[80]; vec3 more_copy[100]; };
shared uint shared_values[600];
shared Entry table[60];
void main() {
    uint i = gl_LocalInvocationIndex;
    uint zeros[600] = {};
    Entry entries[60] = {};
    Laid own[80];
    uint own_values[600];
    vec3 own_more[100];
    zeros[i] = i;
    entries[i].words.y = values[i];
    entries[i].matrix[2] = vec2(i, count);
    entries[i + 1].used = true;
    own = laid;
    own_values = values;
    own_more = more;
    if (i == 0u) {
        shared_values = values;
        table = entries;
    }
    barrier();
    own[i].words.x += shared_values[i + 7u];
    own_values[i] += 3u;
    if (i == 1u) {
        copied = own_values;
        laid_copy = own;
        more_copy = own_more;
    }
    uint sum = zeros[31u - i] + entries[i].words.y + entries[31u - i].words.z + (table[1].used ? 5u : 6u);
    results[i] = sum + own[i].words.x + uint(table[0].matrix[2].y) + own_values[i] + uint(own_more[i].y);
}
