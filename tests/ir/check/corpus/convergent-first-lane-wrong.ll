; expect: not-convergent
; Which lane is first depends on who is there.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %b = call i32 @llvm.amdgcn.readfirstlane.i32(i32 7)
  store i32 %b, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
