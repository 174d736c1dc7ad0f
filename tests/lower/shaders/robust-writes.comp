// Writes beyond the end of a storage buffer do nothing: to it, and to what lies behind it.
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 8) in;

struct Pair { uint first; float second; };
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Vectors { vec4 vectors[]; };
layout(set = 0, binding = 2) buffer Halfwords { uint16_t halfwords[]; };
layout(set = 0, binding = 3) buffer Bytes { uint8_t bytes[]; };
layout(set = 0, binding = 4) buffer Pairs { Pair pairs[]; };
layout(set = 0, binding = 5) buffer Longs { uvec2 head; uint64_t longs[]; };
layout(set = 0, binding = 6) buffer Fixed { uint fixed_words[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    words[words.length() - 4 + i] = i; // half of the invocations are beyond
    words[-1 - int(i)] = 77;
    words[1000000 + i] = 78;
    words[0x7fffffff] = 79;
    vectors[vectors.length() - 4 + i] = vec4(i, 1, 2, 3);
    vectors[vectors.length() + i].y = 80.0;
    halfwords[halfwords.length() - 4 + i] = uint16_t(i);
    bytes[bytes.length() - 4 + i] = uint8_t(i);
    pairs[pairs.length() - 4 + i] = Pair(i, 0.5);
    longs[longs.length() - 4 + i] = uint64_t(i) << 33;
    fixed_words[i] = 81 + i; // four of them are beyond
}
