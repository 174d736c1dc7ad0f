#version 460
#extension GL_EXT_samplerless_texture_functions : require

// Copies a buffer to a multisampled image (WRITE), or the image to the buffer: no transfer command does either.
// One invocation is one texel with all its samples. FROM and TO make components of bits and bits of components.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) buffer Words { uvec4 words[]; };
#ifdef WRITE
layout(set = 0, binding = 1) writeonly uniform IMAGE image;
#else
layout(set = 0, binding = 1) uniform TEXTURE image;
#endif

void main() {
    uvec3 place = gl_GlobalInvocationID, size = gl_NumWorkGroups;
    uint texel = (place.z * size.y + place.y) * size.x + place.x;
    for (int i = 0; i < SAMPLES; i++) {
#ifdef WRITE
        imageStore(image, ivec3(place), i, FROM(words[texel * SAMPLES + i]));
#else
        words[texel * SAMPLES + i] = TO(texelFetch(image, ivec3(place), i));
#endif
    }
}
