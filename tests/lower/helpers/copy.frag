#version 460
// A long array, which a loop copies: under one branch. Before gfx11 private memory is accessed by buffer instructions. guards: 1 private: yes
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uvec4 at[100]; } to;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    uvec4 kept[100];
    for (uint i = 0u; i < 100u; i++)
        kept[i] = uvec4(i * pixel());
    if (pixel() == 9u)
        to.at = kept;
    colour = dFdx(value);
}
