#version 450
#extension GL_AMD_gcn_shader : require

// SPV_AMD_gcn_shader; of the clock only that it does not go backwards. The driver runs amd-cube-face-plain.
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec3 direction = result[i].xyz;
    uint64_t before = timeAMD(), after = timeAMD();
    result[i] = vec4(cubeFaceIndexAMD(direction), cubeFaceCoordAMD(direction), after >= before ? 1.0 : 0.0);
}
