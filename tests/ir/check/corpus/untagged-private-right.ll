; expect: nothing
; options: suggest
; The store says so.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
