#version 450
// machine: lanes=1 vector_loads=0
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

void main() {
    colour = vec4(0.0);
    for (int i = 0; i < k; i++)
        colour += textureLod(images[(k + i) & 7], uv, 0.0);
}
