#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec2 a;
layout(location = 0) out vec4 result;
layout(set=0,binding=0) buffer B { uint n; uint px[]; };
void main() { uint i = uint(gl_FragCoord.x) + 8 * uint(gl_FragCoord.y);
 if (a.x > 0.5) demote;
 atomicAdd(n, 1u); px[i] += 3u; float d = dFdx(a.y * a.y); result = vec4(a, helperInvocationEXT() ? 2 : 3, d); }
