; expect: nothing
; options: revision=24
; From LLVM 24 on a volatile access is available or visible by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store volatile i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
