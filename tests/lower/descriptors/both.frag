#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Arrays of images and of samplers, each with its own index; a NonUniform one elsewhere changes nothing here.
// machine: lanes=2 loops=0 vector_loads=0
layout(location = 0) in vec2 uv;
layout(location = 1) flat in ivec2 k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform texture2D images[8];
layout(set = 0, binding = 1) uniform sampler samplers[];

void main() {
    int other = nonuniformEXT(k.x);
    colour = texture(sampler2D(images[k.x], samplers[k.y]), uv) + float(other);
}
