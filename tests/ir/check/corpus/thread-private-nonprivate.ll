; expect: thread-private-shared
; Non-private, and of one thread alone: one of the two is wrong.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
