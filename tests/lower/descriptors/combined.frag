#version 450
#extension GL_EXT_nonuniform_qualifier : require
// An index that is the same in all invocations: one lane's, and one load of each half of the descriptor.
// machine: lanes=1 loops=0 vector_loads=0
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

void main() {
    colour = texture(images[k], uv);
}
