#version 460

// A 2D image.
// A texel is read and written back changed; those that are not there read as 0, and are not written.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2D image;
layout(set = 0, binding = 1) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec4 texel = imageLoad(image, place);
    result[i] = texel;
    imageStore(image, place, texel.wzyx + vec4(1.0, 2.0, 3.0, 4.0));
}
