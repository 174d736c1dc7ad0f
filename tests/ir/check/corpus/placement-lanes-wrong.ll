; expect: mmra-placement
; An exchange between lanes accesses no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, i32 %v) {
entry:
  %a = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v), !mmra !0
  store i32 %a, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.readfirstlane.i32(i32) convergent

!0 = !{!"vulkan", !"private"}
