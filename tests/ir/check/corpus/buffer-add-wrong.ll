; expect: buffer-atomic
; The scope is lost.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = atomicrmw add ptr addrspace(7) %b, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
