; expect: nothing
; A scope of the target.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("one-as") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
