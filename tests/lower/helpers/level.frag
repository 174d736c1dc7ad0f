#version 460
// The level of detail comes from the quad. guards: 1
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;
layout(set = 0, binding = 1) uniform sampler2D image;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    if (value.w > -7)
        buffer_.words[pixel()] = 4u;
    colour = vec4(floor(textureQueryLod(image, value.xy * value.z)) * 0, 0, 0);
}
