#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// A demoted invocation goes on as a helper; derivatives are computed in the whole quad.
// CHECK: call void @llvm.amdgcn.wqm.demote(i1 false)
// CHECK: [[LIVE:%.*]] = call i1 @llvm.amdgcn.live.mask()
// CHECK: xor i1 [[LIVE]], true
// CHECK: call i32 @llvm.amdgcn.mov.dpp.i32(i32 {{.*}}, i32 160, i32 15, i32 15, i1 true) #[[CONVERGENT:[0-9]+]]
// CHECK: call i32 @llvm.amdgcn.wqm.i32(
// CHECK: call i32 @llvm.amdgcn.mov.dpp.i32(i32 {{.*}}, i32 245,
// CHECK: attributes #[[CONVERGENT]] = { convergent }
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) buffer Buffer { uint helpers; } buffer_;

void main() {
    if (coordinate.x > 0.5)
        demote;
    if (helperInvocationEXT())
        buffer_.helpers = 1u;
    atomicAdd(buffer_.helpers, 2u);
    result = vec4(dFdx(coordinate), gl_HelperInvocation ? 1.0 : 0.0, 1.0);
}
