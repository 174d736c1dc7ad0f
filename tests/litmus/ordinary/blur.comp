// A blur of a texture, of whose size nobody has said anything, clamped to the size of what is written.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D from;
layout(binding = 1, rgba8) writeonly uniform image2D to;
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(to);
    if (any(greaterThanEqual(p, size)))
        return;
    vec4 sum = vec4(0);
    for (int y = -1; y < 2; y++)
        for (int x = -1; x < 2; x++)
            sum += texelFetch(from, clamp(p + ivec2(x, y), ivec2(0), size - 1), 0);
    imageStore(to, p, sum / 9);
}
