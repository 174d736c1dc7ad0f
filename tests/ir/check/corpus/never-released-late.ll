; expect: never-released
; The release comes after the barrier.
target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [64 x i32] poison
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @main(ptr addrspace(1) %out) convergent {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %a, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") release, !mmra !0
  %other = xor i32 %t, 1
  %b = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %v = load i32, ptr addrspace(3) %b, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %out, align 4, !mmra !1
  ret void
}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!0, !4}
!3 = !{!0, !5}
!4 = !{!"amdgpu-synchronize-as", !"global"}
!5 = !{!"amdgpu-synchronize-as", !"local"}
!6 = !{!0, !7}
!7 = !{!"amdgcn-av", !"none"}
