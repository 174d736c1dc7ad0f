#version 450
// options: --glsl450=strict
// Without the Vulkan memory model the barrier of a patch orders its outputs, also where it is read by the letter.
// CHECK: store float {{.*}}, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE:[0-9]+]]
// CHECK: fence syncscope("workgroup") release, !mmra ![[LOCAL:[0-9]+]]
// CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
// CHECK-NEXT: fence syncscope("workgroup") acquire, !mmra ![[LOCAL]]
// CHECK: load float, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE]]
// CHECK: ![[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
// CHECK: ![[LOCAL]] = !{![[SYNC:[0-9]+]], ![[NONPRIVATE]]}
// CHECK: ![[SYNC]] = !{!"amdgpu-synchronize-as", !"local"}
layout(vertices = 3) out;
layout(location = 0) out float shared_value[];

void main() {
    shared_value[gl_InvocationID] = float(gl_InvocationID);
    barrier();
    gl_TessLevelOuter[gl_InvocationID] = shared_value[2 - gl_InvocationID];
}
