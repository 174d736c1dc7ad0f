#version 460
// LLVM lets one lane add for all of them, in a block of its own: the arguments are waited for before it, and not in it and behind it.
// options: --mcpu=CPU
// expect[opt]: #wait.scalar = 1
// without: call void asm sideeffect "", "s,s.* => fence syncscope("singlethread") acquire
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Sum { uint sum; };
layout(set = 0, binding = 1) buffer Result { uint result[64]; };
void main() {
    uint before = atomicAdd(sum, 2);
    result[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
    if (before == 0)
        result[0] = 1;
}
