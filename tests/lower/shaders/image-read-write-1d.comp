#version 460

// A 1D image.
// A texel is read and written back changed; those that are not there read as 0, and are not written.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, rgba32f) uniform image1D image;
layout(set = 0, binding = 1) buffer Result { vec4 result[]; };

void main() {
    int place = int(gl_GlobalInvocationID.x);
    uint i = gl_GlobalInvocationID.x;
    vec4 texel = imageLoad(image, place);
    result[i] = texel;
    imageStore(image, place, texel.wzyx + vec4(1.0, 2.0, 3.0, 4.0));
}
