; expect: nothing
; Of a fence that orders each address space by itself, and one that orders them together, neither goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent-one-as") release, !mmra !1
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
