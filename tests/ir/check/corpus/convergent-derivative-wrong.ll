; expect: not-convergent
; A derivative reads the neighbour's value through DPP.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 1, i32 245, i32 15, i32 15, i1 true)
  store i32 %b, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1) #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
