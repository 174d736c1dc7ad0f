; expect: av-pointer
; There is no av form for local memory: use a relaxed atomic.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c, ptr addrspace(5) %s) {
entry:
  call void @llvm.amdgcn.av.store.b128.p3(ptr addrspace(3) %l, <4 x i32> zeroinitializer, metadata !{!"workgroup"}), !mmra !0
  ret void
}

declare void @llvm.amdgcn.av.store.b128.p3(ptr addrspace(3), <4 x i32>, metadata) #3

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"nonprivate"}
