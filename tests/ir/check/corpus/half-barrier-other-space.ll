; expect: nothing
; The fence orders global memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(1) %g) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !3
  %w = load i32, ptr addrspace(1) %g, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"global"}
