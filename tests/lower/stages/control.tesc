#version 450
// A patch: the shell loads inputs of vertices; all outputs are memory that its invocations share, which the barrier orders.
// CHECK: define amdgpu_gfx void @main(ptr addrspace(3) %memory.1, ptr addrspace(3) %memory.2, ptr addrspace(3) %memory.3, ptr addrspace(3) %memory.4, ptr addrspace(3) %memory.5, i32 %input.1, i32 %input.2, i32 %input.3)
// CHECK: [[INVOCATION:%.*]] = load i32, ptr addrspace(5) %gl_InvocationID
// CHECK: [[INVOCATION:%.*]] = load i32, ptr addrspace(5) %gl_InvocationID
// CHECK: call amdgpu_gfx <3 x float> @smmra.load.vertex.v3f32(i32 0, i32 0, i32 [[INVOCATION]])
// CHECK: call amdgpu_gfx <4 x float> @smmra.load.vertex.builtin.v4f32(i32 0, i32 0, i32 %{{.*}})
// CHECK: store <3 x float> {{.*}}, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE:[0-9]+]]
// CHECK: call amdgpu_gfx float @smmra.load.vertex.builtin.f32(i32 1, i32 0, i32 0)
// CHECK: fence syncscope("workgroup") release, !mmra ![[LOCAL:[0-9]+]]
// CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
// CHECK-NEXT: fence syncscope("workgroup") acquire, !mmra ![[LOCAL]]
// CHECK: load <3 x float>, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE]]
// CHECK: ret void
// CHECK: !"main", !"input", i32 -1, !"position", i32 -1, !"location", i32 0, {{.*}}, !"f32x3", i32 0, i32 32, !"", i32 1, {{.*}}, i32 -1}
// CHECK: !"input", i32 -1, {{.*}} !"Position", {{.*}}, i32 -1}
// CHECK: !"input", i32 -1, {{.*}} !"PointSize", {{.*}}, i32 -1}
// CHECK: !"input", i32 5, {{.*}} !"PrimitiveId", {{.*}}, i32 -1}
// CHECK: !"input", i32 6, {{.*}} !"InvocationId", {{.*}}, i32 -1}
// CHECK: !"input", i32 7, {{.*}} !"PatchVertices", {{.*}}, i32 -1}
// CHECK: !"output", i32 0, !"position_out", i32 -1, !"location", i32 0, {{.*}}, !"f32x3", i32 0, i32 4, !"", i32 1, {{.*}}, i32 3, i32 0, i32 16}
// CHECK: !"output", i32 1, !"of_patch", i32 -1, !"location", i32 1, {{.*}}, !"patch", {{.*}}, i32 3, i32 0, i32 0}
// CHECK: !"output", i32 1, !"of_patch", i32 -1, !"location", i32 2, {{.*}}, !"patch", {{.*}}, i32 3, i32 16, i32 0}
// CHECK: !"TessLevelOuter", {{.*}}, !"f32", i32 4, i32 0, {{.*}}, i32 3, i32 0, i32 0}
// CHECK: !"TessLevelInner", {{.*}}, !"f32", i32 2, i32 0, {{.*}}, i32 3, i32 0, i32 0}
// CHECK: ![[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
// CHECK: ![[LOCAL]] = !{![[SYNC:[0-9]+]], ![[NONPRIVATE]]}
// CHECK: ![[SYNC]] = !{!"amdgpu-synchronize-as", !"local"}
layout(vertices = 4) out;
layout(location = 0) in vec3 position[];
layout(location = 0) out vec3 position_out[];
layout(location = 1) patch out vec4 of_patch[2];

void main() {
    position_out[gl_InvocationID] = position[gl_InvocationID] + gl_in[gl_InvocationID].gl_Position.xyz;
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * gl_in[0].gl_PointSize;
    barrier();
    vec3 other = position_out[(gl_InvocationID + 1) & 3];
    of_patch[1] = vec4(other, float(gl_PatchVerticesIn));
    gl_TessLevelOuter[gl_InvocationID] = other.x;
    gl_TessLevelInner[0] = float(gl_PrimitiveID);
}
