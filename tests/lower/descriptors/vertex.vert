#version 450
// machine: loops=0 vector_loads=0
layout(location = 0) in ivec2 k;
layout(set = 0, binding = 0) uniform sampler2D images[8];
layout(set = 0, binding = 1) uniform Uniforms { vec4 number; } uniforms[8];

void main() {
    gl_Position = textureLod(images[k.x], vec2(0.0), 0.0) + uniforms[k.y].number;
}
