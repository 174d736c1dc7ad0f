; expect: nothing
; A helper that reaches nothing convergent needs no attribute.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper(ptr addrspace(1) %p)
  ret void
}

define internal void @helper(ptr addrspace(1) %p) #3 {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"private"}
