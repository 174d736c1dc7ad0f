#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// A workgroup-coherent structure, copied as a whole.
layout(local_size_x = 32) in;

struct Record { uint a; vec3 b; uint64_t c; };
layout(set = 0, binding = 0) buffer Result { Record result[32]; };
layout(set = 0, binding = 1) workgroupcoherent buffer Data { Record data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = Record(i, vec3(i), uint64_t(i) << 40);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    result[i] = data[31 - i];
}
