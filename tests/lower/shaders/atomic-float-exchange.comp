#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_atomic_float : require

// Atomic load, store and exchange of floats.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };
layout(set = 0, binding = 2) buffer Words { float own[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    atomicStore(own[i], float(i), gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    float a = atomicExchange(own[i], 0.5);
    result[i] = a + atomicLoad(own[i], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
