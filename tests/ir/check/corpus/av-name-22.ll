; expect: av-name
; options: revision=22
; LLVM 22 has no av intrinsics.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1) %p, <4 x i32> zeroinitializer, metadata !{!"agent"}), !mmra !0
  ret void
}

declare void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
