#version 460

// texelFetch of samples.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2DMS plane;
layout(set = 0, binding = 1) uniform isampler2DMSArray layers;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[2u * i] = texelFetch(plane, place, int(i & 3u)) + vec4(textureSize(plane), textureSamples(plane), 0.0);
    result[2u * i + 1u] = intBitsToFloat(texelFetch(layers, ivec3(place, 3), 1));
    result[2u * i + 1u].x += float(textureSize(layers).z + textureSamples(layers));
}
