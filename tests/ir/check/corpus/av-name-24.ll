; expect: nothing
; options: revision=24
; The narrow intrinsics where they belong.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

declare i32 @llvm.amdgcn.av.load.b32.p1(ptr addrspace(1), metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
