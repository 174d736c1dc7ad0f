#version 460
// Atomics on other memory do not wait for those before them, whose results are stored together.
// options: --mcpu=CPU
// expect[opt]: global.atomic global.atomic ... wait.load ... global.store
// expect[opt]: #wait.load = 1
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[128]; };
layout(set = 0, binding = 1) buffer Result { uvec2 result[64]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    result[i].x = atomicExchange(words[i], 5u);
    result[i].y = atomicExchange(words[i + 64], 7u);
}
