; expect: dead-fence
; There is local memory, and all accesses to it are private.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!2, !3}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"vulkan", !"nonprivate"}
