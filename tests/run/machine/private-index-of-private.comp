#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// An element of a private array is the index into another: llc 22 crashes on it, unless the index is frozen; llc 23 does not.
// expect: function main
layout(local_size_x = 64) in;
struct S { uint k[3]; uvec2 m; };
layout(binding = 0) buffer B { uvec4 sel; vec2 v; u8vec4 bytes; float r[]; };
float at(vec4 w, uvec3 l) { return w[l.y]; }
void main() {
    uvec4 lane = sel;
    vec2 a = v;
    u8vec4 small = bytes;
    uint table[4] = uint[](sel.x, sel.y, sel.z, 1u);
    S s; s.k[0] = sel.x; s.k[1] = 3; s.k[2] = sel.w; s.m = sel.zw;
    r[0] = a[lane.y + 1u];
    r[1] = a[table[lane.x]];
    r[2] = a[small[lane.z]];
    r[3] = a[uint(a[lane.w])];
    r[4] = a[s.k[s.m[lane.x]]];
    r[5] = at(vec4(v, v), sel.xyz);
    lane[table[lane.y]] = 3;
    s.k[lane.x & 3u] = lane.y;
    r[6] = a[lane.x * 2u] + float(s.k[table[2]]);
    for (uint i = 0; i < 4; i++) { table[lane[i]] += lane[table[i]]; r[7 + i] = a[table[i]]; }
}
