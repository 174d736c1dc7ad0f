#version 450
// Has the resources of hang.comp.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint result[]; };

void main() {
    result[1] = 1;
}
