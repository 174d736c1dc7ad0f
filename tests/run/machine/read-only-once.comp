#version 460
// What no invocation writes is read once, whatever atomics there are on other memory.
// options: --mcpu=CPU
// expect[opt]: #global.load = 1
// without: , !invariant.load !\d+ =>
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[64]; uint sum; };
layout(set = 0, binding = 1) readonly buffer Values { uint values[64]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = atomicExchange(words[i], values[i]);
    atomicAdd(sum, values[i]);
}
