; expect: buffer-atomic
; The scope is lost.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  store atomic i32 1, ptr addrspace(7) %b syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
