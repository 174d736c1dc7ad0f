#version 460

// A 3D image.
// A texel is read and written back changed; those that are not there read as 0, and are not written.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;

layout(set = 0, binding = 0, rgba32ui) uniform uimage3D image;
layout(set = 0, binding = 1) buffer Result { uvec4 result[]; };

void main() {
    ivec3 place = ivec3(gl_GlobalInvocationID);
    uint i = (gl_GlobalInvocationID.z * 8u + gl_GlobalInvocationID.y) * 8u + gl_GlobalInvocationID.x;
    uvec4 texel = imageLoad(image, place);
    result[i] = texel;
    imageStore(image, place, texel.wzyx + uvec4(1u, 2u, 3u, 4u));
}
