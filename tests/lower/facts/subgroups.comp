#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Two arrays of Workgroup memory, 64 and 20 bytes, and one that is not used.
// options: --wave=32
// does: writes_memory barriers subgroups
// builtins: LocalInvocationIndex
// descriptors: 0.0=written 0.1=read 0.2=
// numbers: shared_bytes=84 subgroup_size=32 call_depth=0
// size: 16 2 1
// lds: 84
layout(local_size_x = 16, local_size_y = 2) in;
layout(set = 0, binding = 0) buffer Result { uint result[]; };
layout(set = 0, binding = 1) uniform Number { uint number; };
layout(set = 0, binding = 2) buffer Asked { uint asked[]; };
shared uint first[16];
shared uint second[5];
shared uint third[100];

void main() {
    uint i = gl_LocalInvocationIndex;
    first[i & 15u] = subgroupAdd(number);
    second[i % 5u] = i;
    barrier();
    result[i] = first[(i + 1u) & 15u] + second[0] + uint(asked.length());
}
