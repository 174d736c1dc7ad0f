#version 450
#extension GL_ARB_shader_stencil_export : require
#extension GL_EXT_multiview : require
// Depth, stencil reference and sample mask; both sources of a blended colour; an output that is read back; execution modes.
// CHECK: define amdgpu_gfx { <4 x float>, <4 x float>, [1 x i32], float, i32 } @main(
// CHECK-SAME: [1 x i32] %input.
// CHECK: !{!"main", !"Fragment", !"main", !{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}}
// CHECK-DAG: !{i32 9}
// CHECK-DAG: !{i32 12}
// CHECK-DAG: !{i32 14}
// CHECK: !"input", {{.*}} !"PointCoord", i32 16
// CHECK: !"input", {{.*}} !"SampleId", i32 18
// CHECK: !"input", {{.*}} !"SamplePosition", i32 19
// CHECK: !"input", {{.*}} !"SampleMask", i32 20, i32 -1, i32 0, !"i32", i32 1
// CHECK: !"input", {{.*}} !"ViewIndex", i32 4440
// CHECK: !"output", i32 1, {{.*}} !"location", i32 0, i32 0, i32 1
// CHECK: !"FragStencilRefEXT", i32 5014
layout(early_fragment_tests) in;
layout(depth_greater) out float gl_FragDepth;
layout(location = 0, index = 0) out vec4 first;
layout(location = 0, index = 1) out vec4 second;

void main() {
    first = vec4(gl_PointCoord, gl_SamplePosition);
    second = first * float(gl_ViewIndex) + vec4(gl_SampleID);
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 3;
    gl_FragDepth = first.x;
    gl_FragStencilRefARB = 7;
}
