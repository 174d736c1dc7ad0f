#version 460

// Written without a format in the shader: it is the image's.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) writeonly uniform image2D floats;
layout(set = 0, binding = 1) writeonly uniform uimage2DArray integers;
layout(set = 0, binding = 2) readonly buffer Input { vec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    imageStore(floats, place, values[i]);
    imageStore(integers, ivec3(place.yx, 2), floatBitsToUint(values[i]));
}
