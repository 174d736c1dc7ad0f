#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
// Under the Vulkan memory model the barrier orders what its semantics name: OutputMemory alone is local memory.
// CHECK: store float {{.*}}, ptr addrspace(3) {{.*}}, !mmra ![[NONPRIVATE:[0-9]+]]
// CHECK: fence syncscope("workgroup") release, !mmra ![[LOCAL:[0-9]+]]
// CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
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
