; expect: nothing
; The lock has it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
