#version 450

// amd-trinary in other words: the numbers are sorted.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 floats[32]; ivec4 integers[32]; uvec4 words[32]; };

#define SORTED(T)                                     \
    T least(T a, T b, T c) {                          \
        T m = a < b ? a : b;                          \
        return m < c ? m : c;                         \
    }                                                 \
    T greatest(T a, T b, T c) {                       \
        T m = a > b ? a : b;                          \
        return m > c ? m : c;                         \
    }                                                 \
    T between(T a, T b, T c) {                        \
        if ((a <= b && b <= c) || (c <= b && b <= a)) \
            return b;                                 \
        if ((b <= a && a <= c) || (c <= a && a <= b)) \
            return a;                                 \
        return c;                                     \
    }
SORTED(float)
SORTED(int)
SORTED(uint)

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 f = floats[i];
    ivec4 s = integers[i];
    uvec4 u = words[i];
    floats[i] = vec4(least(f.x, f.y, f.z), greatest(f.y, f.z, f.w), between(f.x, f.y, f.z), between(f.w, f.z, f.y));
    integers[i] = ivec4(least(s.x, s.y, s.z), greatest(s.y, s.z, s.w), between(s.x, s.y, s.z), between(s.y, s.z, s.w));
    words[i] = uvec4(least(u.x, u.y, u.z), greatest(u.y, u.z, u.w), between(u.x, u.y, u.z), between(u.y, u.z, u.w));
}
