#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
// The shell decides how many lanes a wavefront has; LLVM 22 crashes at a shuffle of 64 lanes on gfx10.
// options: --mcpu=gfx1030
// CHECK: @llvm.amdgcn.readlane
// CHECK-NOT: wave.shuffle
layout(location = 0) in uint lane;
layout(location = 0) out uint value;
void main() {
    value = subgroupShuffle(uint(gl_VertexIndex), lane);
}
