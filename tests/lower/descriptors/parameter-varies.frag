#version 450
#extension GL_EXT_nonuniform_qualifier : require
// NonUniform in a caller holds in what it calls.
// machine: loops=2+
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

vec4 sampled(sampler2D image, vec2 at) {
    return textureLod(image, at, 0.0);
}

void main() {
    colour = sampled(images[nonuniformEXT(k)], uv);
}
