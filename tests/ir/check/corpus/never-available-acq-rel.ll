; expect: never-available
; One read-modify-write that is both halves.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
