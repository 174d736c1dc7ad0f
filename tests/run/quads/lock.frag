#version 460
// A lock in a loop: a helper invocation must leave it, and must not free what it does not hold.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(count, 0u, 1u) == 0u) {
            counts[index] += uint(texel.x * 8.0);
            memoryBarrierBuffer();
            atomicExchange(count, 0u);
            done = true;
        }
    }
    color = texture(picture, texel.xy);
}
