#version 450
// Inputs by Location, then built-ins by number; a store of a fragment is annotated as in compute.
// CHECK: define amdgpu_gfx { <4 x float>, <2 x i32>, float } @main(ptr addrspace(1) inreg noundef align 16 %buffer_,
// CHECK-SAME: <4 x float> %input.1, <2 x float> %input.2, i32 %input.3, float %input.4, float %input.5, <4 x float> %input.6,
// CHECK-SAME: i1 %input.7) #[[ATTRIBUTES:[0-9]+]]
// CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 16, !mmra ![[NONPRIVATE:[0-9]+]]
// CHECK: store <4 x float> {{.*}}, ptr addrspace(1) {{.*}}, align 16, !mmra ![[NONPRIVATE]]
// CHECK: insertvalue { <4 x float>, <2 x i32>, float } poison, <4 x float> {{.*}}, 0
// CHECK-NOT: insertvalue {{.*}}, 1{{$}}
// CHECK: ret { <4 x float>, <2 x i32>, float }
// CHECK: attributes #[[ATTRIBUTES]] = { nounwind alwaysinline "amdgpu-ieee"="false" }
// CHECK: !{!"main", !"Fragment", !"main", ![[ORIGIN:[0-9]+]], ![[REPLACING:[0-9]+]]}
// CHECK: ![[ORIGIN]] = !{i32 7}
// CHECK: ![[REPLACING]] = !{i32 12}
// CHECK: !"FragCoord", i32 15
// CHECK: !"FrontFacing", i32 17, {{.*}} !"b1"
// CHECK: !"output", i32 1, !"never_written", {{.*}} !"u32x2", i32 0, i32 0, !"", i32 0
// CHECK: !"FragDepth", i32 22
// CHECK: ![[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
layout(location = 0) in vec4 color;
layout(location = 1) in Block { vec2 coordinate; flat int id; float array[2]; } block;
layout(location = 0) out vec4 result;
layout(location = 1) out uvec2 never_written;
layout(set = 0, binding = 1) buffer Buffer { vec4 rows[]; } buffer_;

void main() {
    result = color + gl_FragCoord + buffer_.rows[block.id];
    if (gl_FrontFacing)
        result.x = block.coordinate.x;
    buffer_.rows[3] = result;
    gl_FragDepth = block.array[1];
}
