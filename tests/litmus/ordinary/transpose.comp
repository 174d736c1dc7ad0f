// Tiles of a matrix that is not a multiple of them.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) writeonly buffer B { float b[]; };
layout(push_constant) uniform P { uint width, height; };
shared float tile[16][17];
void main() {
    uvec2 l = gl_LocalInvocationID.xy, from = gl_WorkGroupID.xy * 16 + l, to = gl_WorkGroupID.yx * 16 + l;
    if (from.x < width && from.y < height)
        tile[l.y][l.x] = a[from.y * width + from.x];
    barrier();
    if (to.x < height && to.y < width)
        b[to.y * height + to.x] = tile[l.x][l.y];
}
