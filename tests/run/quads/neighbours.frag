#version 450
// Stores side by side, and one behind a sample: as few guards as can be, but each store behind one.
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer A { vec4 a[8]; };
layout(set = 0, binding = 2) buffer B { uint b[8]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 first = texture(picture, at);
    a[0] = first;
    a[1] = first * 2.0;
    b[2] = 7u;
    color = texture(picture, first.yx);
    a[3] = color;
}
