;--- fence-wider-off.ll
; expect: nothing
; A suggestion, and not asked for.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- fence-wider-wave.ll
; expect: fence-wider fence-wider
; options: suggest
; Workgroup fences about a wave barrier.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !3
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("workgroup") acquire, !mmra !3
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- mergeable-apart.ll
; expect: nothing
; options: suggest
; A store stands between them.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- mergeable-once.ll
; expect: nothing
; options: suggest
; Once.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- mergeable-twice.ll
; expect: fence-mergeable
; options: suggest
; The same fence twice.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- merged-before-a-join.ll
; expect: nothing
; Another path joins in between.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, i1 %c) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  br i1 %c, label %other, label %one

other:
  br label %next

one:
  fence syncscope("agent") release, !mmra !1
  br label %next

next:
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-behind-a-dead-load.ll
; expect: merged-fences
; The load between them has no use, so it will not stay.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  %v = load i32, ptr addrspace(1) %flag, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-behind-a-private-store.ll
; expect: merged-fences
; A store to the stack may go.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  %v = alloca i32, align 4, addrspace(5)
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !3
  fence syncscope("agent") release, !mmra !4
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!"vulkan", !"private"}
!4 = !{!5, !0}
!5 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-behind-a-used-load.ll
; expect: nothing
; The load between them is used.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  %v = load i32, ptr addrspace(1) %flag, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !3
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-behind-assembly.ll
; expect: nothing
; Inline assembly with side effects stays between them.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  call void asm sideeffect "", ""()
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-behind-volatile.ll
; expect: nothing
; A volatile load stays between them.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %flag, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-kept-covers.ll
; expect: nothing
; The one that stays orders all that both ordered.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("agent") release, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- merged-none-right.ll
; expect: nothing
; One fence.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %f = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- merged-none-wrong.ll
; expect: merged-fences
; LLVM keeps the one that makes nothing visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %f = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  fence syncscope("agent") acquire, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- merged-one-as.ll
; expect: nothing
; Of a fence that orders each address space by itself, and one that orders them together, neither goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent-one-as") release, !mmra !1
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-other-ordering.ll
; expect: nothing
; Of two orderings neither goes, but at system and singlethread scope.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("agent") acquire, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-other-scope.ll
; expect: nothing
; Of two scopes neither goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("workgroup") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-over-a-branch.ll
; expect: merged-fences
; Two blocks that LLVM makes one.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  br label %next

next:
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-over-a-join.ll
; expect: nothing
; Another path comes in between.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, i1 %c) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  br i1 %c, label %next, label %other

other:
  store i32 3, ptr addrspace(1) %p, align 4, !mmra !0
  br label %next

next:
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-spaces-right.ll
; expect: nothing
; One fence for both.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") acq_rel, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- merged-spaces-wrong.ll
; expect: merged-fences
; memoryBarrierBuffer(); memoryBarrierShared(); loses the first.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") acq_rel, !mmra !1
  fence syncscope("workgroup") acq_rel, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-system-orderings.ll
; expect: merged-fences
; At system scope the stronger of two neighbours stays, whatever its tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence release, !mmra !1
  fence acq_rel, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- merged-untagged-right.ll
; expect: nothing
; An atomic access keeps them apart.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
;--- merged-untagged-wrong.ll
; expect: merged-fences
; The fence without tags is the one that goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release
  fence syncscope("agent") release, !mmra !1
  store i32 2, ptr addrspace(1) %p, align 4
  store i32 2, ptr addrspace(3) %l, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
