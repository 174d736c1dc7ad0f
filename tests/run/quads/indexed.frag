#version 460
// The index of a descriptor is the same in all lanes, so that a helper invocation may be the one that it is read from.
layout(location = 0) in vec2 where;
layout(location = 1) flat in uint which;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[4];
void main() {
    colour = texture(images[which], where) + texture(images[which + 1], where * 2);
}
