; expect: barrier-scope
; A workgroup of 64 invocations may be two waves.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) #0 {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}

attributes #0 = { convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="64,64" }
