; expect: av-none-no-effect
; A relaxed atomic makes nothing available or visible but itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !3
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
!3 = !{!"vulkan", !"private"}
