; expect: nothing
; What a pass made an atomic of one thread says nothing of the others.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  fence syncscope("agent") release
  store atomic i32 %v, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
