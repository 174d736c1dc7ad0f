#version 450
// A loop that each lane leaves in its own round, with a sample and an atomic in each.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int rounds;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    vec2 place = at;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < rounds; i++) {
        vec4 texel = texture(picture, place);
        if (texel.w > 0.5)
            atomicAdd(counts[i], uint(texel.x * 8.0));
        place += texel.xy;
        sum += texel;
    }
    color = sum;
}
