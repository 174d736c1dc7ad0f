// y * width + x: a width of 0 makes all rows one.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) buffer D { uint d[]; };
layout(push_constant) uniform P { uint width; };
void main() {
    d[gl_GlobalInvocationID.y * width + gl_GlobalInvocationID.x] = 1;
}
