; expect: not-convergent
; A ballot asks the other invocations.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  store i64 %b, ptr addrspace(1) %p, align 8, !mmra !0
  ret void
}

declare i64 @llvm.amdgcn.ballot.i64(i1) #2

attributes #2 = { nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
