#version 450
// does: barriers
// builtins: PatchVertices InvocationId Position
layout(vertices = 3) out;

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    barrier();
    gl_TessLevelOuter[0] = float(gl_PatchVerticesIn);
}
