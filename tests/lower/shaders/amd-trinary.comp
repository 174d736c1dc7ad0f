#version 450
#extension GL_AMD_shader_trinary_minmax : require

// SPV_AMD_shader_trinary_minmax. The driver runs amd-trinary-plain.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 floats[32]; ivec4 integers[32]; uvec4 words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 f = floats[i];
    ivec4 s = integers[i];
    uvec4 u = words[i];
    floats[i] = vec4(min3(f.x, f.y, f.z), max3(f.y, f.z, f.w), mid3(f.x, f.y, f.z), mid3(f.w, f.z, f.y));
    integers[i] = ivec4(min3(s.x, s.y, s.z), max3(s.y, s.z, s.w), mid3(s.xy, s.yz, s.zw));
    words[i] = uvec4(min3(u.x, u.y, u.z), max3(u.y, u.z, u.w), mid3(u.xy, u.yz, u.zw));
}
