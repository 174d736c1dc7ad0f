; expect: store-readonly
; Address space 6 is constant memory too, by 32-bit addresses.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(6) %p) {
entry:
  store i32 1, ptr addrspace(6) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
