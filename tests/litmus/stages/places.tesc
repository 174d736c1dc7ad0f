#version 460
/* Outputs of each vertex and of the patch, told apart by their Locations alone where they have no names. */
layout(vertices = 2) out;
layout(location = 0) out vec2 first[];
layout(location = 1) out vec2 second[];
layout(location = 2, component = 1) patch out float sum;
void main() {
    first[gl_InvocationID] = vec2(gl_InvocationID, 2);
    second[gl_InvocationID] = vec2(3, gl_InvocationID);
    barrier();
    if (gl_InvocationID == 0)
        sum = first[1].x + second[1].y;
    else
        gl_TessLevelOuter[0] = 1;
}
