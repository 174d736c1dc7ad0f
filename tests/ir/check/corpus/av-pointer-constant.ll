; expect: av-pointer
; The av intrinsics access global and generic memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p4(ptr addrspace(4) %c, metadata !{!"agent"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %p, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p4(ptr addrspace(4), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
