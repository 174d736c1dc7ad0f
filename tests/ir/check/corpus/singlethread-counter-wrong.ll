; expect: singlethread-fence
; A counter of the workgroup behind a fence of one invocation.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("singlethread") acq_rel, !mmra !0
  %v = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
