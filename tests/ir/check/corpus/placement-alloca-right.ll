; expect: nothing
; The accesses of the variable carry the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
