#version 460

// transpose, determinant, inverse, outerProduct and matrixCompMult on exact values.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    mat2 m = mat2(2, 0, 0, float(1 << int(i % 8u)));
    mat2 o = outerProduct(vec2(1, 2), vec2(3, i));
    mat2 p = matrixCompMult(m, o) + transpose(o);
    result[i] = vec4(determinant(m), inverse(m)[1][1], p[0][1], p[1][0]);
}
