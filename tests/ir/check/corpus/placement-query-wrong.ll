; expect: mmra-placement
; The call is of a function that accesses no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x(), !mmra !0
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x() #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
