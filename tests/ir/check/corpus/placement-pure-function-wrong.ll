; expect: mmra-placement
; The declaration says memory(none).
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @pure(i32 4), !mmra !0
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @pure(i32) #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"nonprivate"}
