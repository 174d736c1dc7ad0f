#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Relaxed atomic loads of texels, in a function and nested: each loop reads each time.
// expect: loop ...!endloop image.load ...!loop endloop
// expect: loop ...!endloop texel.load ...!loop endloop
// without: fence syncscope\("singlethread"\).* =>
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform uimage3D flags;
layout(set = 0, binding = 1, r32ui) uniform uimageBuffer counts;
layout(set = 0, binding = 2) buffer Results { uint result; };
uint count() { return imageAtomicLoad(counts, 7, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed); }
void main() {
    while (imageAtomicLoad(flags, ivec3(1, 2, 3), gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed) == 0u)
        ;
    result = 1;
    while (count() < 5u)
        ;
    result = 2;
}
