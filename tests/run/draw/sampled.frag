#version 450
layout(location = 0) in vec2 a;
layout(location = 0) out vec4 result;
layout(location = 1) out vec4 r1;
layout(location = 2) out vec2 r2;
layout(set=0,binding=0) uniform sampler2D s;
void main() { result = texture(s, a * 0.125); r1 = texture(s, a * 0.5, 0.25); r2 = textureQueryLod(s, a*0.25); }
