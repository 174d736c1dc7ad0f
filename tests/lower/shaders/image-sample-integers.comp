#version 460

// Integers are not filtered.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform isampler2D signed_image;
layout(set = 0, binding = 1) uniform usampler2DArray unsigned_image;
layout(set = 0, binding = 2) uniform utexture3D volume;
layout(set = 0, binding = 3) uniform sampler nearest;
layout(set = 0, binding = 4) buffer Result { uvec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[3u * i] = uvec4(textureLod(signed_image, p.xy, float(id.x % 4)));
    result[3u * i + 1u] = textureLod(unsigned_image, vec3(p.yx, id.y % 5), 1.0);
    result[3u * i + 2u] = textureLod(usampler3D(volume, nearest), p, 0.0);
}
