;--- alloca-generic-right.ll
; expect: nothing
; The stack is in address space 5.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- alloca-generic-wrong.ll
; expect: alloca-address-space
; The stack of this target is not in address space 0.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4
  store i32 1, ptr %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- alloca-host.ll
; expect: target
; On another target the stack is in address space 0.
target triple = "x86_64-pc-linux-gnu"

define void @main(i32 %n) {
entry:
  %v = alloca i32, align 4
  store i32 1, ptr %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- alloca-local-right.ll
; expect: nothing
; Local memory comes from elsewhere.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- alloca-local-wrong.ll
; expect: alloca-address-space
; Local memory is made by globals or the launch.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(3)
  store i32 1, ptr addrspace(3) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- buffer-add-right.ll
; expect: nothing
; Through address space 1 it is kept.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- buffer-add-wrong.ll
; expect: buffer-atomic
; The scope is lost.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = atomicrmw add ptr addrspace(7) %b, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- buffer-load-right.ll
; expect: nothing
; A plain load is meant.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = load i32, ptr addrspace(7) %b, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- buffer-load-wrong.ll
; expect: buffer-atomic
; It becomes a plain load.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = load atomic i32, ptr addrspace(7) %b syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- buffer-singlethread-right.ll
; expect: nothing
; For its own thread alone: there is no scope to drop.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  %v = load atomic i32, ptr addrspace(7) %b syncscope("singlethread") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- buffer-store-right.ll
; expect: nothing
; Through address space 1 it is kept.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- buffer-store-wrong.ll
; expect: buffer-atomic
; The scope is lost.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  store atomic i32 1, ptr addrspace(7) %b syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- one-as-global-right.ll
; expect: nothing
; The tag alone says it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- one-as-local-right.ll
; expect: nothing
; The tag alone says it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") acq_rel, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- one-as-local-wrong.ll
; expect: one-as-tag
; Seen to make the fence do nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup-one-as") acq_rel, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- one-as-system-right.ll
; expect: nothing
; The tag alone says it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence acquire, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- one-as-system-wrong.ll
; expect: one-as-tag
; The same at system scope.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("one-as") acquire, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- one-as-tagged-global-right.ll
; expect: nothing
; Such a fence does what it does without the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent-one-as") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- thread-private-atomic.ll
; expect: thread-private-shared
; An atomic access to memory that no other thread can reach.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- thread-private-local.ll
; expect: thread-private-shared
; Local memory is the workgroup's.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load i32, ptr addrspace(3) %l, align 4, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- thread-private-nonprivate.ll
; expect: thread-private-shared
; Non-private, and of one thread alone: one of the two is wrong.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- thread-private-stack.ll
; expect: nothing
; The stack, and memory that a tag calls private.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store i32 1, ptr addrspace(5) %s, align 4, !thread.private !2
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !1, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- thread-private-untagged.ll
; expect: nothing
; Global memory that the front end knows to be of one thread: nothing says otherwise.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store i32 1, ptr addrspace(1) %p, align 4, !thread.private !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
