// A stride for each coordinate, as of a tensor.
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0) buffer D { float d[]; };
layout(push_constant) uniform P { uint across, down, first; };
void main() {
    d[gl_GlobalInvocationID.y * down + gl_GlobalInvocationID.x * across + first] = 1;
}
