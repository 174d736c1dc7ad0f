#version 450
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require

// SPV_AMD_shader_ballot's extended instructions, with all lanes and with some. The driver runs amd-ballot-plain.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; uvec4 some[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 v = result[i];
    uint64_t mask = (uint64_t(v.z) << 32) | v.w;
    result[i] = uvec4(swizzleInvocationsAMD(v.x, uvec4(1, 3, 0, 2)), swizzleInvocationsMaskedAMD(v.y, uvec3(6, 1, 2)),
                      writeInvocationAMD(v.x, v.y, 2u), mbcntAMD(mask));
    if ((i & 1) == 0) // the others are not there
        some[i] = uvec4(swizzleInvocationsAMD(v.x, uvec4(1, 3, 2, 0)), 0, 0, 0);
}
