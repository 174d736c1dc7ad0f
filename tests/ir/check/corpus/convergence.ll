;--- convergent-at-the-call.ll
; expect: nothing
; The attribute may stand at the call.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.wave.barrier() #4
  ret void
}

declare void @llvm.amdgcn.wave.barrier() #3

attributes #3 = { nounwind }
attributes #4 = { convergent nounwind }
;--- convergent-ballot-right.ll
; expect: nothing
; As LLVM declares it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  store i64 %b, ptr addrspace(1) %p, align 8, !mmra !0
  ret void
}

declare i64 @llvm.amdgcn.ballot.i64(i1) #1

attributes #1 = { convergent nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
;--- convergent-ballot-wrong.ll
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
;--- convergent-barrier-right.ll
; expect: nothing
; As LLVM declares it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
;--- convergent-barrier-wrong.ll
; expect: not-convergent
; The declaration lacks the attribute.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #3

attributes #3 = { nounwind }
;--- convergent-derivative-right.ll
; expect: nothing
; As LLVM declares it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %b = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 1, i32 245, i32 15, i32 15, i1 true)
  store i32 %b, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1) #1

attributes #1 = { convergent nounwind memory(none) }

!0 = !{!"vulkan", !"private"}
;--- convergent-derivative-wrong.ll
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
;--- convergent-first-lane-wrong.ll
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
;--- convergent-function-chain-right.ll
; expect: nothing
; Both helpers have it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @outer()
  ret void
}

define internal void @outer() #4 {
entry:
  call void @helper()
  ret void
}

define internal void @helper() #4 {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
attributes #4 = { convergent nounwind }
;--- convergent-function-chain.ll
; expect: convergent-function
; The outer of two helpers lacks it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @outer()
  ret void
}

define internal void @outer() #3 {
entry:
  call void @helper()
  ret void
}

define internal void @helper() #4 {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
attributes #3 = { nounwind }
attributes #4 = { convergent nounwind }
;--- convergent-function-over-kernel.ll
; expect: convergent-function
; A kernel needs no mark, and hides nothing.
target triple = "amdgcn-amd-amdhsa"

define internal void @helper(ptr addrspace(1) %p) {
entry:
  call void @kernel(ptr addrspace(1) %p)
  ret void
}

define amdgpu_kernel void @kernel(ptr addrspace(1) %p) {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
;--- convergent-function-right.ll
; expect: nothing
; The helper is convergent too.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper()
  ret void
}

define internal void @helper() #4 {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
attributes #4 = { convergent nounwind }
;--- convergent-function-unused.ll
; expect: nothing
; A helper that reaches nothing convergent needs no attribute.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper(ptr addrspace(1) %p)
  ret void
}

define internal void @helper(ptr addrspace(1) %p) #3 {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

attributes #3 = { nounwind }

!0 = !{!"vulkan", !"private"}
;--- convergent-function-wrong.ll
; expect: convergent-function
; LLVM may move a call of the helper into a branch.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper()
  ret void
}

define internal void @helper() #3 {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
attributes #3 = { nounwind }
;--- convergent-gfx-wrong.ll
; expect: convergent-function
; But a function of their calling convention is called.
target triple = "amdgcn-amd-amdpal"

define amdgpu_gfx void @helper() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
;--- convergent-kernel.ll
; expect: nothing
; Nobody calls a kernel, so nobody can move the call.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) #3 {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
attributes #3 = { nounwind }
;--- convergent-shader.ll
; expect: nothing
; Nobody calls the entry point of a shader.
target triple = "amdgcn-amd-amdpal"

define dllexport amdgpu_cs void @main() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
;--- convergent-undeclared.ll
; expect: nothing
; LLVM declares an intrinsic that nothing declares, with its attributes.
target triple = "amdgcn-amd-amdhsa"

define void @f() convergent {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
;--- mix-barrier-wrong.ll
; expect: convergence-mix
; One barrier of two.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() #0
  br i1 %c, label %a, label %b

a:
  %t = call token @llvm.experimental.convergence.anchor()
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  br label %b

b:
  ret void
}

declare token @llvm.experimental.convergence.anchor() #1

declare token @llvm.experimental.convergence.entry() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- mix-call-wrong.ll
; expect: convergence-mix
; A function that reaches a barrier is called without a token, beside a barrier that has one.
target triple = "amdgcn-amd-amdhsa"

define internal void @meet() #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() #0
  ret void
}

define amdgpu_kernel void @main() #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  call void @meet() #0
  ret void
}

declare token @llvm.experimental.convergence.entry() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- mix-functions-right.ll
; expect: nothing
; Each function by itself: one with tokens, one without.
target triple = "amdgcn-amd-amdhsa"

define internal void @meet() noinline #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() #0
  ret void
}

define amdgpu_kernel void @main() #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  call void @meet() #0 [ "convergencectrl"(token %t) ]
  ret void
}

declare token @llvm.experimental.convergence.entry() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- reduction-narrow-right.ll
; expect: nothing
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) #0 {
  %s = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %v, i32 0)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @llvm.amdgcn.wave.reduce.add.i32(i32, i32 immarg) #1

attributes #0 = { "target-cpu"="gfx1100" "target-features"="+wavefrontsize32" }
attributes #1 = { convergent nounwind }
;--- reduction-of-gfx942-right.ll
; expect: nothing
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) #0 {
  %s = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %v, i32 0)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @llvm.amdgcn.wave.reduce.add.i32(i32, i32 immarg) #1

attributes #0 = { "target-cpu"="gfx942" "target-features"="+wavefrontsize64" }
attributes #1 = { convergent nounwind }
;--- reduction-wide-22-right.ll
; expect: nothing
; options: revision=22
; LLVM 22 writes a loop.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) #0 {
  %s = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %v, i32 0)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @llvm.amdgcn.wave.reduce.add.i32(i32, i32 immarg) #1

attributes #0 = { "target-cpu"="gfx1100" "target-features"="+wavefrontsize64" }
attributes #1 = { convergent nounwind }
;--- reduction-wide-wrong.ll
; expect: wide-reduction
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) #0 {
  %s = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %v, i32 0)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

declare i32 @llvm.amdgcn.wave.reduce.add.i32(i32, i32 immarg) #1

attributes #0 = { "target-cpu"="gfx1100" "target-features"="+wavefrontsize64" }
attributes #1 = { convergent nounwind }
;--- token-before.ll
; expect: convergence-token
; Used before it is defined.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  %t = call token @llvm.experimental.convergence.anchor()
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- token-branch.ll
; expect: convergence-token
; The token of one branch, used behind both.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  br i1 %c, label %a, label %b

a:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %b

b:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- token-entry.ll
; expect: nothing
; The entry dominates everything.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  br i1 %c, label %a, label %b

a:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  br label %b

b:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- token-loop.ll
; expect: nothing
; A token from above a loop, used in the loop's own token.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  br label %loop

loop:
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %h) ]
  br i1 %c, label %loop, label %done

done:
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1
declare token @llvm.experimental.convergence.loop() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
;--- token-other-branch.ll
; expect: convergence-token
; The token of the one branch, used in the other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  br i1 %c, label %a, label %b

a:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %done

b:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  br label %done

done:
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
