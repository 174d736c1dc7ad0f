#version 450
// A patch: inputs of vertices, and all outputs, are memory that its invocations share; the barrier orders it.
// CHECK: define amdgpu_gfx void @main(ptr addrspace(3) %memory.1, ptr addrspace(3) %memory.2, ptr addrspace(3) %memory.3, ptr addrspace(3) %memory.4, ptr addrspace(3) %memory.5, ptr addrspace(3) %memory.6, ptr addrspace(3) %memory.7, i32 %input.1, i32 %input.2, i32 %input.3)
// CHECK: [[IN:%.*]] = getelementptr [16 x i8], ptr addrspace(3) %memory.1, i32
// CHECK: store <3 x float> {{.*}}, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE:[0-9]+]]
// CHECK: fence syncscope("workgroup") release, !mmra ![[LOCAL:[0-9]+]]
// CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
// CHECK-NEXT: fence syncscope("workgroup") acquire, !mmra ![[LOCAL]]
// CHECK: load <3 x float>, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE]]
// CHECK: ret void
// CHECK: !"main", !"input", i32 0, !"position", i32 -1, !"location", i32 0, {{.*}}, !"f32x3", i32 0, i32 32, !"", i32 1, {{.*}}, i32 3, i32 0, i32 16}
// CHECK: !"input", i32 1, {{.*}} !"Position", {{.*}}, i32 3, i32 0, i32 32}
// CHECK: !"input", i32 1, {{.*}} !"PointSize", {{.*}}, i32 3, i32 16, i32 32}
// CHECK: !"input", i32 7, {{.*}} !"PrimitiveId", {{.*}}, i32 -1}
// CHECK: !"input", i32 8, {{.*}} !"InvocationId", {{.*}}, i32 -1}
// CHECK: !"input", i32 9, {{.*}} !"PatchVertices", {{.*}}, i32 -1}
// CHECK: !"output", i32 2, !"position_out", i32 -1, !"location", i32 0, {{.*}}, !"f32x3", i32 0, i32 4, !"", i32 1, {{.*}}, i32 3, i32 0, i32 16}
// CHECK: !"output", i32 3, !"of_patch", i32 -1, !"location", i32 1, {{.*}}, !"patch", {{.*}}, i32 3, i32 0, i32 0}
// CHECK: !"output", i32 3, !"of_patch", i32 -1, !"location", i32 2, {{.*}}, !"patch", {{.*}}, i32 3, i32 16, i32 0}
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
