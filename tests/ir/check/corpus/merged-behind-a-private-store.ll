; expect: merged-fences
; A store to the stack may go.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  %v = alloca i32, align 4, addrspace(5)
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !3
  fence syncscope("agent") release, !mmra !4
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!"vulkan", !"private"}
!4 = !{!5, !0}
!5 = !{!"amdgpu-synchronize-as", !"local"}
