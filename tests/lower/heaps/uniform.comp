ARRAY(0) uniform Numbers { vec4 numbers[4]; } blocks[];
layout(set = 0, binding = 0) buffer Result { vec4 result[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = blocks[1].numbers[i & 3u] * blocks[result[i].x > 0.0 ? 2 : 3].numbers[0];
}
