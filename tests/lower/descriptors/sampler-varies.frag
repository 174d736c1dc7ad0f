#version 450
#extension GL_EXT_nonuniform_qualifier : require
// The sampler alone is NonUniform; what is made of it is taken to be so as a whole.
// machine: loops=2
layout(location = 0) in vec2 uv;
layout(location = 1) flat in ivec2 k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform texture2D images[8];
layout(set = 0, binding = 1) uniform sampler samplers[];

void main() {
    colour = texture(sampler2D(images[k.x], samplers[nonuniformEXT(k.y)]), uv);
}
