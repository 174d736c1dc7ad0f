// An input that runs across the pixels tells them apart, in both directions: each has an element of its own. One direction alone does not.
// grid: --groups 4,4,1
// right: -DELEMENT=4*row+column
// wrong: -DELEMENT=row
// wrong: -DELEMENT=column
#version 450
layout(location = 0) in vec2 across;
layout(set = 0, binding = 0) buffer Elements { uint elements[16]; };
void main() {
    uint column = uint(4 * across.x), row = uint(4 * across.y);
    elements[ELEMENT] = column; // PLANTED
}
