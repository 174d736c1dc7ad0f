#version 450
#extension GL_EXT_terminate_invocation : require
// An invocation that ends returns nothing in particular; one that ends in a function leaves its caller to the other lanes.
// CHECK-LABEL: define internal amdgpu_gfx float @
// CHECK: call void @llvm.amdgcn.kill(i1 false)
// CHECK-NEXT: ret float 0.000000e+00
// CHECK-LABEL: define amdgpu_gfx { <4 x float> } @main(
// CHECK: call amdgpu_gfx float @
// CHECK: call void @llvm.amdgcn.kill(i1 false)
// CHECK-NEXT: ret { <4 x float> } poison
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) buffer Buffer { uint count; } buffer_;

float checked(float value) {
    if (value < 0.25)
        terminateInvocation;
    return value * 2.0;
}

void main() {
    result = vec4(checked(color.x), checked(color.y), 0, 1);
    buffer_.count = 1u;
    if (color.z > 0.5)
        terminateInvocation;
    result.z = color.z;
}
