; expect: nothing
; A lock in global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("agent") acq_rel acquire, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
