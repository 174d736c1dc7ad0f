// The same, where the width is in a buffer.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) readonly buffer Q { uint width, height; };
layout(binding = 1) buffer D { uint d[]; };
void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (p.y < height)
        d[p.y * width + p.x] = 1;
    else
        d[(p.y + height) * width + p.x] = 0;
}
