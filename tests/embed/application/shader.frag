#version 460
layout(set = 0, binding = 0) buffer Results { uint words[]; } results;
layout(location = 0) in vec2 place;

void main() {
    results.words[uint(gl_FragCoord.y) * 16 + uint(gl_FragCoord.x)] = packUnorm4x8(vec4(place, 0.25, 1));
}
