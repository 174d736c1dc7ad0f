#version 460
#extension GL_ARB_sparse_texture2 : require
// Four neighbouring samples with their residency codes, and four without.
layout(location = 0) flat in int index;
layout(set = 0, binding = 0) uniform sampler2DMS picture;
layout(set = 0, binding = 1) buffer Codes { int codes[]; };
layout(location = 0) out vec4 color;

void main() {
    ivec2 place = ivec2(index, 1);
    int code = 0;
    color = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        vec4 texel;
        code |= sparseTexelFetchARB(picture, place, i, texel);
        color += texel + texelFetch(picture, place + 1, i);
    }
    codes[index] = code;
}
