#version 460
// guards: 3
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) coherent buffer Buffer { uint count; uint words[]; } buffer_;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    buffer_.words[pixel()] = 1u;
    atomicStore(buffer_.words[64u + pixel()], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    uint before = atomicAdd(buffer_.words[128u + pixel()], 3u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    buffer_.count = 1u;
    colour = vec4(before & 15u) + dFdx(value);
}
