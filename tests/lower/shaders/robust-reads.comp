// Reads beyond the end of a storage buffer: elements of every width, vectors, members, negative indexes. The comparer
// takes --abi=buffer for the shaders robust-*, and the driver has robustBufferAccess.
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
layout(set = 0, binding = 7) buffer Result { uint result[8][12]; };
layout(set = 0, binding = 8) buffer Odd { uint64_t odd_longs[2]; uint tail; };

void main() {
    uint i = gl_LocalInvocationIndex;
    int last = int(words.length()) - 4 + int(i); // half of the invocations are beyond
    result[i][0] = words[last];
    result[i][1] = words[-1 - int(i)];
    result[i][2] = words[1000000 + i];
    result[i][3] = floatBitsToUint(vectors[vectors.length() - 4 + i].z);
    vec4 whole = vectors[vectors.length() - 4 + i];
    result[i][4] = floatBitsToUint(whole.x) ^ floatBitsToUint(whole.w);
    result[i][5] = uint(halfwords[halfwords.length() - 4 + i]);
    result[i][6] = uint(bytes[bytes.length() - 4 + i]);
    Pair pair = pairs[pairs.length() - 4 + i];
    result[i][7] = pair.first ^ floatBitsToUint(pair.second);
    uint64_t number = longs[longs.length() - 4 + i];
    result[i][8] = uint(number) ^ uint(number >> 32);
    result[i][9] = fixed_words[i]; // four of them are beyond
    result[i][10] = words[0x7fffffff];
    uint64_t across = odd_longs[i]; // the third begins before the end, and ends behind it
    result[i][11] = uint(across) ^ uint(across >> 32);
}
