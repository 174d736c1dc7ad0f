#version 450
// Each invocation adds its texel to the element that an index buffer names, without an atomic.
layout(local_size_x = 8) in;
layout(constant_id = 3) const uint FACTOR = 1;
layout(set = 0, binding = 0) readonly buffer Index { uint index[]; };
layout(set = 0, binding = 1) buffer Sums { uint sums[]; };
layout(set = 1, binding = 2, r8ui) readonly uniform uimage2D picture;
layout(set = 1, binding = 4) uniform Offset { uint offset; } offsets[2];
layout(push_constant) uniform Push { uint unused, bias; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    uint texel = imageLoad(picture, ivec2(i % 4, i / 4)).x;
    sums[index[i]] += FACTOR * texel + bias + offsets[1].offset;
}
