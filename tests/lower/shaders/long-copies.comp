#version 450
// Long arrays from buffer to buffer, within a buffer and through shared memory: loops, and not an access for each element.
layout(local_size_x = 1) in;
struct Item { vec3 a; float b; };
layout(set = 0, binding = 0) uniform Source { vec4 numbers[65]; Item items[65]; } source;
layout(set = 0, binding = 1, std430) buffer Target { vec4 numbers[65]; Item items[65]; vec4 others[65]; } target;
layout(set = 0, binding = 2, std430) buffer Second { Item items[65]; vec4 numbers[2][65]; } second;
shared vec4 kept[65];
shared vec4 copied[65];

void main() {
    target.numbers = source.numbers;
    target.items = source.items;
    second.items = target.items;
    kept = target.numbers;
    kept[3] += vec4(1.0);
    copied = kept;
    target.others = copied;
    int last = int(target.numbers[0].x) & 1;
    second.numbers[1] = target.others;
    second.numbers[last] = second.numbers[1];
}
