// A module of the GLSL450 model: a flag in shared memory, stored and loaded plainly between memory barriers.
// expect: loop ... local.load ... endloop
// expect: global.store ... local.store
// options: --abi=buffer --mcpu=CPU
// options: --glsl450=strict
// without: ^@llvm.compiler.used.*$ =>
#version 450
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) coherent buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
shared uint flag;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[0] = 42;
        memoryBarrier();
        flag = 1;
    }
    if (gl_LocalInvocationIndex == 127) {
        while (flag != 1)
            memoryBarrier();
        memoryBarrier();
        result[0] = data[0];
    }
}
