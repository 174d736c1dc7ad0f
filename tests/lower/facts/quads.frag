#version 450
// A difference in a function that is called, and an input decorated Sample that is used there.
// does: whole_quads per_sample
// builtins:
// numbers: call_depth=1
layout(location = 0) sample in vec2 uv;
layout(location = 0) out vec4 colour;

float difference(float x) {
    return dFdx(x);
}

void main() {
    colour = vec4(difference(uv.x));
}
