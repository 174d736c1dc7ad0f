#version 460

// Coordinates in texels: the sampler's matter.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler1D line;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[2u * i] = textureLod(plane, vec2(id) * vec2(1.3, 1.1) - 1.2, 0.0);
    result[2u * i + 1u] = textureLod(line, float(i) * 0.27 - 2.0, 0.0);
}
