#version 460
#extension GL_EXT_spirv_intrinsics : require
// Where an object may be an alias of another, each store comes before what is read after it.
// options: --mcpu=CPU
// expect: global.atomic ... global.store ... global.atomic ... global.store
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[128]; };
spirv_decorate(extensions = ["SPV_KHR_storage_buffer_storage_class"], capabilities = [1], 20) layout(set = 0, binding = 1) buffer Result { uvec2 result[64]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    result[i].x = atomicExchange(words[i], 5u);
    result[i].y = atomicExchange(words[i + 64], 7u);
}
