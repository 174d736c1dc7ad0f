#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

// Arrays of constants that are indexed: a constant of the module, where the index decides, and where all is stored before.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Block0 { uint words[64]; };
layout(set = 0, binding = 1) buffer Block1 { float floats[64]; };
layout(set = 0, binding = 2) buffer Block2 { uint indexes[64]; };

const uint word_table[40] = {
    0x9f767c45u, 0x4164d839u, 0xbde5c099u, 0x5bc8fbbcu, 0xcb91ce37u, 0xb0c11fdeu, 0xf1446beau, 0xd76d4330u,
    0xbd69fe29u, 0xa6eb8c9eu, 0xec1d7da0u, 0x87b0b125u, 0x076ce2efu, 0xd7210dffu, 0x77330bdbu, 0xc6a53877u,
    0xf17fd374u, 0x3fc1ea36u, 0xa6233255u, 0x0d464138u, 0xe6a16a3bu, 0x2827688du, 0x1cfb10f6u, 0x5f2dd97fu,
    0x7814e8a2u, 0xde527100u, 0x3f1f65a8u, 0x617959ceu, 0x8b33e968u, 0x1a1afe87u, 0x92edcf45u, 0x3fd42359u,
    0x035b7399u, 0xbb2edb20u, 0x377b9aa2u, 0x687c966cu, 0x478c281du, 0x2e9c82b1u, 0xea959c21u, 0xde11cc9du
};
const float float_table[36] = {
    4.783, -6.127, 5.349, -6.502, 2.114, -6.719, -8.968, 6.685, -5.230, -5.121, 8.684, 6.703, -3.793, 8.307,
    0.706, 3.201, -5.314, 7.938, 3.432, 8.398, 7.087, -3.622, -2.499, -6.013, -6.377, -7.827, -3.576, 1.856,
    -8.939, 3.203, -2.918, -3.421, 5.733, -0.347, -3.316, -0.338
};
const vec3 vector_table[12] = {
    vec3(-1.83, -3.23, -4.22), vec3(-3.51, 1.89, 4.97), vec3(-3.38, -4.51, 4.87), vec3(0.34, -0.94, -2.63),
    vec3(0.94, 3.26, -0.44), vec3(-0.78, -4.44, 4.16), vec3(-4.67, -0.06, 3.38), vec3(-3.69, 2.32, 4.50),
    vec3(1.30, 2.88, -3.93), vec3(-0.65, -3.51, 3.45), vec3(-2.05, -0.47, 4.99), vec3(3.52, 4.76, -0.46)
};
const uint64_t wide_table[16] = {
    1ul, 0x100000000ul, 3ul, 0xFFFFFFFFFFFFFFFFul, 5ul, 6ul, 0x123456789ABCDEFul, 8ul,
    9ul, 10ul, 11ul, 12ul, 13ul, 14ul, 15ul, 16ul
};
const uint8_t byte_table[130] = uint8_t[](
    uint8_t(249), uint8_t(162), uint8_t(245), uint8_t(140), uint8_t(149), uint8_t(240), uint8_t(206), uint8_t(75), uint8_t(57), uint8_t(193),
    uint8_t(91), uint8_t(255), uint8_t(173), uint8_t(92), uint8_t(45), uint8_t(251), uint8_t(139), uint8_t(184), uint8_t(32), uint8_t(182),
    uint8_t(17), uint8_t(156), uint8_t(186), uint8_t(143), uint8_t(248), uint8_t(135), uint8_t(150), uint8_t(174), uint8_t(91), uint8_t(5),
    uint8_t(242), uint8_t(128), uint8_t(166), uint8_t(140), uint8_t(237), uint8_t(147), uint8_t(182), uint8_t(178), uint8_t(140), uint8_t(176),
    uint8_t(209), uint8_t(179), uint8_t(88), uint8_t(230), uint8_t(186), uint8_t(171), uint8_t(72), uint8_t(85), uint8_t(101), uint8_t(185),
    uint8_t(244), uint8_t(144), uint8_t(40), uint8_t(213), uint8_t(87), uint8_t(215), uint8_t(154), uint8_t(138), uint8_t(14), uint8_t(100),
    uint8_t(81), uint8_t(225), uint8_t(92), uint8_t(112), uint8_t(92), uint8_t(21), uint8_t(241), uint8_t(115), uint8_t(84), uint8_t(27),
    uint8_t(68), uint8_t(56), uint8_t(162), uint8_t(92), uint8_t(247), uint8_t(99), uint8_t(18), uint8_t(212), uint8_t(238), uint8_t(179),
    uint8_t(194), uint8_t(36), uint8_t(104), uint8_t(121), uint8_t(191), uint8_t(0), uint8_t(179), uint8_t(207), uint8_t(142), uint8_t(209),
    uint8_t(58), uint8_t(191), uint8_t(18), uint8_t(154), uint8_t(48), uint8_t(151), uint8_t(173), uint8_t(150), uint8_t(180), uint8_t(66),
    uint8_t(214), uint8_t(209), uint8_t(189), uint8_t(239), uint8_t(72), uint8_t(80), uint8_t(195), uint8_t(244), uint8_t(101), uint8_t(68),
    uint8_t(46), uint8_t(179), uint8_t(0), uint8_t(195), uint8_t(55), uint8_t(166), uint8_t(72), uint8_t(166), uint8_t(192), uint8_t(219),
    uint8_t(221), uint8_t(115), uint8_t(252), uint8_t(149), uint8_t(245), uint8_t(194), uint8_t(196), uint8_t(81), uint8_t(133), uint8_t(154)
);
struct Pair { uint16_t key; float value; };
const Pair pair_table[16] = Pair[](
    Pair(uint16_t(65051), -1.49), Pair(uint16_t(2578), -1.09), Pair(uint16_t(40303), -0.05), Pair(uint16_t(37538), -2.14),
    Pair(uint16_t(3116), -2.27), Pair(uint16_t(58126), -1.53), Pair(uint16_t(5239), 1.69), Pair(uint16_t(51431), -2.92),
    Pair(uint16_t(35885), -1.54), Pair(uint16_t(62164), 1.69), Pair(uint16_t(32199), -0.06), Pair(uint16_t(20285), 1.33),
    Pair(uint16_t(37451), -1.24), Pair(uint16_t(62210), 0.11), Pair(uint16_t(15489), -2.90), Pair(uint16_t(16519), -1.20)
);

float stored_before(uint i) {
    float copied[36] = float_table; // and changed: no table
    copied[i % 7] = 1.0;
    return copied[(i * 5) % 36];
}

void main() {
    uint i = gl_LocalInvocationIndex, j = indexes[i];
    Pair pair = pair_table[j & 15u];
    words[i] = word_table[j % 40u] + word_table[i % 40u] * 3 + uint(wide_table[j & 15u] >> 20) + byte_table[j % 130u] + pair.key;
    vec3 v = vector_table[j % 12u];
    floats[i] = float_table[j % 36u] + v.x * 2.0 + v.y * v.z + vector_table[(j >> 3) % 12u][j % 3u] + pair.value + stored_before(j);
}
