; expect: nothing
; The parameter is marked writeonly.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) writeonly %p) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
