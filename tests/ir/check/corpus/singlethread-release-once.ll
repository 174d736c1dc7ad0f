; expect: singlethread-fence
; The narrow release is behind the first of two stores, and said of it alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("singlethread") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  store atomic i32 2, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
