; expect: ordering
; LLVM rejects it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("agent") acq_rel release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
