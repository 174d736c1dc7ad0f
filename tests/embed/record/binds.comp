#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_samplerless_texture_functions : require
// Each invocation reads through each kind of descriptor, and every sampler at the same coordinates.
layout(local_size_x = 8) in;
layout(buffer_reference, std430) buffer Words { uint words[]; };
layout(binding = 0) uniform Inline { uint unused, factor; } block;
layout(binding = 1) readonly buffer Part { uint words[]; } parts[2]; // with dynamic offsets
layout(binding = 2) uniform usamplerBuffer table;
layout(binding = 3, r32ui) readonly uniform uimageBuffer kept;
layout(set = 1, binding = 4) uniform texture2D planes[2]; // of different sizes
layout(binding = 5) uniform sampler alone;
layout(binding = 6) uniform sampler2D views[11];
layout(binding = 7) buffer Results { float results[]; };
layout(push_constant) uniform Push { Words from, to; uint outside; };
void main() {
    uint i = gl_GlobalInvocationID.x, at = i * 16;
    vec2 place = vec2(int(i) - 8) * vec2(0.3125, 0.1875) + vec2(1. / 64., 1. / 32.);
    uint sum = from.words[i] * block.factor + parts[0].words[i % 8 + outside] + 3 * parts[1].words[i % 8] + imageLoad(kept, int(i)).x;
#define PLANE(k) { \
        ivec2 size = textureSize(planes[k], 0); \
        sum += 10000 * (size.x * 8 + size.y); \
        results[at + k] = texelFetch(planes[k], min(ivec2(i % 4, i / 4), size - 1), 0).x; \
        results[at + 2 + k] = textureLod(sampler2D(planes[k], alone), place, 0.).x; \
    }
    PLANE(0) PLANE(1)
#define SAMPLE(k) results[at + 4 + k] = textureLod(views[k], place, 0.).x
    SAMPLE(0); SAMPLE(1); SAMPLE(2); SAMPLE(3); SAMPLE(4);
    SAMPLE(5); SAMPLE(6); SAMPLE(7); SAMPLE(8); SAMPLE(9);
    results[at + 14] = textureLod(views[10], vec2(i % 5, i / 4) + 0.25, 0.).x; // in texels
    vec4 four = textureGather(views[1], place);
    results[at + 15] = four.x + 16. * four.y + 256. * four.z + 4096. * four.w + float(sum); // whole numbers below 2^24
    uint to_which = texelFetch(table, int(i)).x;
    if (sum % 2 == 1) // an odd word of `from` alone, which zeros do not have
        to.words[to_which] = sum;
    else
        to.words[i] = sum;
}
