#version 460
#extension GL_EXT_shader_quad_control : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_NV_compute_shader_derivatives : require

// SPV_KHR_quad_control's votes, in quads of a compute shader.
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;

layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint value = values[i] & 0xFFu;
    uint votes = (subgroupQuadAny(value < 40u) ? 1u : 0u) | (subgroupQuadAll(value < 200u) ? 2u : 0u);
    float slope = dFdx(float(value)) + 256.0 * dFdy(float(value));
    values[i] = votes + 4u * uint(int(slope) + 0x20000);
}
