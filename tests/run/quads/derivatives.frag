#version 450
// Derivatives of what was computed around a write, and in a branch that a whole quad may take.
// finds: out side deleted
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 1) buffer Values { float values[]; };
layout(location = 0) out vec4 color;

void main() {
    float wave = sin(at.x) * at.y;
    values[index] = wave;
    float read = values[index + 1] * at.x;
    color = vec4(dFdx(wave), dFdyFine(read), fwidth(at.x * read), 1.0);
    values[index + 2] = color.x;
}
