// Pixels within the image's size.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) readonly uniform image2D from;
layout(binding = 1, rgba8) writeonly uniform image2D to;
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(p, imageSize(to))))
        imageStore(to, p, imageLoad(from, p));
}
