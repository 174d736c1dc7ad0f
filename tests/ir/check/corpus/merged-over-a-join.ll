; expect: nothing
; Another path comes in between.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, i1 %c) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  br i1 %c, label %next, label %other

other:
  store i32 3, ptr addrspace(1) %p, align 4, !mmra !0
  br label %next

next:
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
