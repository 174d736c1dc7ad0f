#version 450
// Smooth, flat and linear inputs, the position, and which side is seen; floats and integers are drawn.
layout(location = 0) in vec3 smooth_;
layout(location = 1) flat in ivec2 flat_;
layout(location = 2) noperspective in float linear;
layout(location = 0) out vec4 result;
layout(location = 1) out ivec2 side;

void main() {
    result = vec4(smooth_, linear) + gl_FragCoord;
    side = flat_ + int(gl_FrontFacing);
}
