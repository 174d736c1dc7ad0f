; expect: av-scope
; One scope, not two.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1) %p, metadata !{!"agent", !"workgroup"}), !mmra !0
  store <4 x i32> %v, ptr addrspace(1) %flag, align 16, !mmra !1
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
