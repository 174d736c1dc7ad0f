#version 460
layout(location = 0) out vec2 place;

void main() {
    place = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(place * 2 - 1, 0, 1);
}
