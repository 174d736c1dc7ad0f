#version 450
// Once spirv-opt has made one chain of those that are alike: the branch that helper invocations do not take uses chains that
// are used behind it too, where what was made in the branch is made again.
// optimize: -O
// machine: loops=0
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];
layout(set = 0, binding = 1) buffer Block { uint count; uint data[]; } blocks[4];
layout(set = 0, binding = 2, r32ui) uniform uimage2D stored[4];

void main() {
    colour = texture(images[k], uv);
    blocks[k].data[0] = uint(colour.x);
    atomicAdd(blocks[k].count, 1u);
    colour += vec4(blocks[k].data[1]);
    uint old = imageAtomicAdd(stored[k], ivec2(uv), 3u);
    imageStore(stored[k], ivec2(1), uvec4(old));
    colour += texture(images[k], colour.xy) + vec4(blocks[k].count);
}
