; expect: nothing
; Global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  %v = call <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1) %p, metadata !{!"agent"}), !mmra !0
  call void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1) %p, <4 x i32> %v, metadata !{!"agent"}), !mmra !0
  ret void
}

declare <4 x i32> @llvm.amdgcn.av.load.b128.p1(ptr addrspace(1), metadata) #3

declare void @llvm.amdgcn.av.store.b128.p1(ptr addrspace(1), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
