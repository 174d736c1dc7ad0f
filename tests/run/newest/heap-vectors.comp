#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require

// The same of vectors, of which a branch takes another buffer.
layout(local_size_x = 4) in;

layout(descriptor_heap, std430) buffer Storage { vec4 numbers[4]; } storage[];
layout(push_constant) uniform Pushed { uint chosen; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 sum = storage[1].numbers[i] * 2.0 + storage[chosen + 2u].numbers[3u - i];
    if (sum.x > 0.0)
        sum.yz = storage[chosen].numbers[i].zy;
    storage[0].numbers[i] = sum;
}
