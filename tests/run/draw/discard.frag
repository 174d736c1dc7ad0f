#version 450
layout(location = 0) in vec2 a;
layout(location = 0) out vec4 result;
layout(set=0,binding=0) buffer B { uint n; uint px[]; };
float f(float x) { if (x > 1.0) discard; return x * 2; }
void main() { uint i = uint(gl_FragCoord.x) + 8 * uint(gl_FragCoord.y);
 px[i] += 3u; float d = f(a.x); atomicAdd(n, 1u);result = vec4(a, d, 1); }
