;--- both-fence-right.ll
; expect: nothing
; A fence that orders what it must.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- both-fence-wrong.ll
; expect: both-private
; A fence that orders private accesses too.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!0, !2}
!2 = !{!"vulkan", !"private"}
;--- both-load-right.ll
; expect: nothing
; A load tagged once.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- both-load-wrong.ll
; expect: both-private
; A load tagged both.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"vulkan", !"nonprivate"}
!2 = !{!"vulkan", !"private"}
;--- both-store-right.ll
; expect: nothing
; One of the two.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- both-store-wrong.ll
; expect: both-private
; Compatible with everything, and so as dear as nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!1, !2}
!1 = !{!"vulkan", !"nonprivate"}
!2 = !{!"vulkan", !"private"}
;--- private-atomic-load-right.ll
; expect: nothing
; Atomics are nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- private-atomic-load-wrong.ll
; expect: private-synchronization
; Atomics are never private.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- private-atomic-store-right.ll
; expect: nothing
; Atomics are nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- private-atomic-store-wrong.ll
; expect: private-synchronization
; Atomics are never private.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- private-exchange-right.ll
; expect: nothing
; A lock.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 syncscope("agent") acq_rel monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- private-exchange-wrong.ll
; expect: private-synchronization
; A lock that orders nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 syncscope("agent") acq_rel monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- private-fence-right.ll
; expect: nothing
; Fences are nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %flag, align 4, !mmra !1
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
;--- private-fence-wrong.ll
; expect: private-synchronization
; A fence that orders private accesses alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- private-relaxed-add-right.ll
; expect: nothing
; A relaxed atomic, nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- private-relaxed-add-wrong.ll
; expect: private-synchronization
; A relaxed atomic is not private either.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- untagged-everywhere.ll
; expect: nothing
; Nobody uses the vulkan tags on synchronizing operations: implicit nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- untagged-exchange-right.ll
; expect: nothing
; The lock has it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-exchange-wrong.ll
; expect: untagged-synchronization
; The lock lacks the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  %v = cmpxchg ptr addrspace(1) %flag, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-fence-right.ll
; expect: nothing
; All of them have it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-fence-wrong.ll
; expect: untagged-synchronization
; The fence lacks the tag that the atomic has.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-one-thread.ll
; expect: nothing
; What a pass made an atomic of one thread says nothing of the others.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  fence syncscope("agent") release
  store atomic i32 %v, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-private-right.ll
; expect: nothing
; options: suggest
; The store says so.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !1
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
;--- untagged-private-store.ll
; expect: untagged-private
; options: suggest
; The stack is out of others' reach, and the store does not say so.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-relaxed.ll
; expect: nothing
; A relaxed atomic synchronizes nothing, so its tag is free.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-store-right.ll
; expect: nothing
; Both have it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  store atomic i32 %v, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- untagged-store-wrong.ll
; expect: untagged-synchronization
; One of two atomics lacks the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  store atomic i32 %v, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
