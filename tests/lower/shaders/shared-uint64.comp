#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// 64-bit integers in shared memory.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint64_t result[32]; };
shared uint64_t wide[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    wide[i] = uint64_t(i) * 0x100000001ul;
    barrier();
    result[i] = wide[31 - i];
}
