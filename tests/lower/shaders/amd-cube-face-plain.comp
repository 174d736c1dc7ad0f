#version 450

// amd-cube-face in other words: the table of faces in Vulkan's "Cube Map Face Selection and Transformations".
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec3 d = result[i].xyz, size = abs(d), row; // s, t and the major coordinate
    float face;
    if (size.z >= size.x && size.z >= size.y) {
        face = d.z < 0 ? 5 : 4;
        row = d.z < 0 ? vec3(-d.x, -d.y, d.z) : vec3(d.x, -d.y, d.z);
    } else if (size.y >= size.x) {
        face = d.y < 0 ? 3 : 2;
        row = d.y < 0 ? vec3(d.x, -d.z, d.y) : vec3(d.x, d.z, d.y);
    } else {
        face = d.x < 0 ? 1 : 0;
        row = d.x < 0 ? vec3(d.z, -d.y, d.x) : vec3(-d.z, -d.y, d.x);
    }
    result[i] = vec4(face, 0.5 * (row.xy / abs(row.z) + 1.0), 1.0);
}
