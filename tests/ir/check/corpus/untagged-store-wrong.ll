; expect: untagged-synchronization
; One of two atomics lacks the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  store atomic i32 %v, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
