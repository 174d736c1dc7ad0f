// Expect: proven refuted proven
// Because: a write and a write race
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint tile[256];
void main() {
    uint8_t l = uint8_t(gl_LocalInvocationIndex);
    tile[uint((l * uint8_t(8)) >> 3)] = 1u;
    data[gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex] = uint(l);
}
