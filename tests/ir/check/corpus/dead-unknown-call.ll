; expect: nothing
; A function that nobody knows may access anything.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  call void @unknown()
  fence syncscope("agent") release, !mmra !1
  ret void
}

declare void @unknown()

!0 = !{!"vulkan", !"private"}
!1 = !{!2, !3}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"vulkan", !"nonprivate"}
