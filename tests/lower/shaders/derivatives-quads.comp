#version 450
#extension GL_NV_compute_shader_derivatives : require

// Derivatives in groups of 2 x 2 invocations, in two layers. The driver runs derivatives-quads-plain.
layout(local_size_x = 6, local_size_y = 4, local_size_z = 2) in;
layout(derivative_group_quadsNV) in;

layout(set = 0, binding = 0) buffer Result { vec4 fine[48]; vec4 coarse[48]; vec4 rest[48]; };
layout(set = 0, binding = 1) readonly buffer Input { vec2 values[48]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec2 v = values[i];
    fine[i] = vec4(dFdxFine(v), dFdyFine(v));
    coarse[i] = vec4(dFdxCoarse(v), dFdyCoarse(v));
    rest[i] = vec4(fwidthFine(v.x), fwidthCoarse(v.y), float(gl_LocalInvocationID.x), float(gl_GlobalInvocationID.y));
}
