; expect: nothing
; Where there is no access at all, a fence is no mistake of its tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!1, !2}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"vulkan", !"nonprivate"}
