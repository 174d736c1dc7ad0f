#version 450
// Shows the sizes and contents that it is given: of a runtime array behind a member, of an image, of push constants.
layout(local_size_x = 1) in;
layout(std430, set = 1, binding = 2) buffer Result { uint count, sum, width, texel, pushed; uint words[]; };
layout(set = 0, binding = 3, r32ui) uniform uimage2D picture;
layout(push_constant) uniform Push { uint a, b; };

void main() {
    count = words.length();
    for (uint i = 0; i < words.length(); i++)
        sum += words[i];
    width = imageSize(picture).x;
    texel = imageLoad(picture, ivec2(2, 1)).x;
    pushed = b;
}
