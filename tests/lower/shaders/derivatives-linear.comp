#version 450
#extension GL_NV_compute_shader_derivatives : require

// Derivatives in groups of four invocations in a row, fine where nothing is said. The driver runs derivatives-linear-plain.
layout(local_size_x = 4, local_size_y = 6) in;
layout(derivative_group_linearNV) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[24]; vec4 coarse[24]; vec4 unnamed[24]; };
layout(set = 0, binding = 1) readonly buffer Input { vec3 values[24]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec3 v = values[i];
    result[i] = vec4(dFdxFine(v).x, dFdyFine(v).y, fwidthFine(v).z, fwidthFine(v.x));
    coarse[i] = vec4(dFdxCoarse(v).x, dFdyCoarse(v).y, fwidthCoarse(v).z, 0);
    unnamed[i] = vec4(dFdx(v).x, dFdy(v).y, fwidth(v).z, 0);
}
