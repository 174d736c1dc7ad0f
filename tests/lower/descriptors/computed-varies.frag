#version 450
#extension GL_EXT_nonuniform_qualifier : require
// What is computed of a NonUniform index varies too.
// machine: loops=2
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

void main() {
    colour = texture(images[(nonuniformEXT(k) + 1) & 7], uv);
}
