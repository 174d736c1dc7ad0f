#version 450
// machine: loops=0 vector_loads=0
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

vec4 sampled(sampler2D image, vec2 at) {
    return textureLod(image, at, 0.0) + texelFetch(image, ivec2(at), 0);
}

vec4 chosen(sampler2D all[8], int index, vec2 at) {
    return textureLod(all[index], at, 0.0);
}

void main() {
    colour = sampled(images[k], uv) + chosen(images, k + 1, uv);
}
