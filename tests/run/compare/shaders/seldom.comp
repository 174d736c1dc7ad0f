#version 450
// Changes something of one random content in two.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint sum, result; };

void main() {
    if ((sum & 1) == 0)
        result = ~result;
}
