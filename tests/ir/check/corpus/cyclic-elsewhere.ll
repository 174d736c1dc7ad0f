; expect: nothing
; Cycles in other metadata are no concern of these rules.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(1) %p, align 4, !foo !0
  ret void
}

!0 = distinct !{!0, !0, i64 0}
!1 = !{!"vulkan", !"nonprivate"}
