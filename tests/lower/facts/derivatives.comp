#version 450
#extension GL_NV_compute_shader_derivatives : require
// does: writes_memory whole_quads
// builtins: GlobalInvocationId
// size: 2 2 1
layout(local_size_x = 2, local_size_y = 2) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) buffer Result { float result[]; };

void main() {
    result[gl_GlobalInvocationID.x] = dFdx(float(gl_GlobalInvocationID.y));
}
