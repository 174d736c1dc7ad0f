#version 450
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 1) uniform sampler2D image;
layout(set = 0, binding = 2) buffer Counter { uint seen; } counter;

void main() {
    color = texture(image, coordinate);
    if (color.a < 0.5)
        discard;
    atomicAdd(counter.seen, 1u);
    color.rg += dFdx(coordinate);
}
