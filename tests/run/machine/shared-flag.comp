// A release and an acquire through a flag in shared memory, to which only one constant is ever stored: both stay, and what is
// around them waits and invalidates as they say. (A workgroup of gfx9 is on one compute unit, whose memory is in order.)
// expect: global.store ... local.store ... wait.local ... local.load ... wait.local ... global.load
// expect[gfx1030 gfx1100 gfx1201]: global.store ... wait.store ... local.store ... local.load ... wait.local ... inv ... global.load
// without: ^@llvm.compiler.used.*$ =>
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
shared uint done;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[0] = 42;
        atomicStore(done, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
    barrier();
    if (gl_LocalInvocationIndex == 127 &&
        atomicLoad(done, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1)
        result[0] = data[0];
}
