#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shared_memory_block : require
// Two blocks of shared memory are one storage: as two variables, the load finds what nobody stored.
// run: --local 2 --subgroup 1
// without[through gfx90a gfx942 gfx1030 gfx1100 gfx1201]: s/^(@A = .*)$/\1\n@B = internal addrspace(3) global [8 x i8] zeroinitializer, align 16/; s/load atomic i32, ptr addrspace\(3\) @A/load atomic i32, ptr addrspace(3) @B/; s/(_[0-9]+ = getelementptr \[4 x i8\], ptr addrspace\(3\)) @A, i32 (%_?[0-9]+)$/\1 @A, i32 \2/
layout(local_size_x = 2) in;
shared First { uint first; } A;
shared Second { uint second; } B;
layout(set = 0, binding = 0) buffer Result { uint results[2]; };
void main() {
    if (gl_LocalInvocationIndex == 0)
        A.first = 5;
    barrier();
    results[gl_LocalInvocationIndex] = B.second;
}
