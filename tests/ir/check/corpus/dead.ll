;--- atomic-readonly-parameter.ll
; expect: store-readonly
; An atomic read-modify-write writes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) readonly %p) {
entry:
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  ret void
}
;--- dead-beside-a-barrier.ll
; expect: nothing
; barrier() of GLSL orders local memory, of which this shader has none.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !1
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- dead-global-right.ll
; expect: nothing
; The fence orders local memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- dead-global-wrong.ll
; expect: dead-fence
; The fence orders global memory, and all accesses are to local memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- dead-local-private.ll
; expect: dead-fence
; There is local memory, and all accesses to it are private.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!2, !3}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"vulkan", !"nonprivate"}
;--- dead-local.ll
; expect: nothing
; memoryBarrierShared() in a shader without shared memory costs nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"local"}
;--- dead-nothing-around.ll
; expect: nothing
; Where there is no access at all, a fence is no mistake of its tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }

!0 = !{!1, !2}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"vulkan", !"nonprivate"}
;--- dead-other-prefix-right.ll
; expect: nothing
; They have one in common.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"foo", !"bar"}
!1 = !{!0, !2}
!2 = !{!"foo", !"baz"}
;--- dead-other-prefix-wrong.ll
; expect: dead-fence
; Store and fence have no tag of their prefix in common.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"foo", !"bar"}
!1 = !{!"foo", !"baz"}
;--- dead-private-right.ll
; expect: nothing
; The payload is nonprivate.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store i32 1, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- dead-private-wrong.ll
; expect: dead-fence
; Every access opts out of the order that the fence gives.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  store i32 1, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
;--- dead-shell-right.ll
; expect: nothing
; A ray is traced, and other shaders may do anything.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call amdgpu_gfx void @smmra.ray.execute.callable(i32 0, ptr addrspace(5) null)
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

declare amdgpu_gfx void @smmra.ray.execute.callable(i32, ptr addrspace(5))

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- dead-shell-wrong.ll
; expect: dead-fence
; A vertex is emitted between the accesses, which are to local memory: the shell touches no memory that the fence orders.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call amdgpu_gfx void @smmra.end.primitive(i32 0)
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

declare amdgpu_gfx void @smmra.end.primitive(i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- dead-unknown-call.ll
; expect: nothing
; A function that nobody knows may access anything.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  call void @unknown()
  fence syncscope("agent") release, !mmra !1
  ret void
}

declare void @unknown()

!0 = !{!"vulkan", !"private"}
!1 = !{!2, !3}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"vulkan", !"nonprivate"}
;--- half-barrier-acq-rel.ll
; expect: nothing
; One fence of both halves, as many write it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") acq_rel, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-no-acquire.ll
; expect: half-barrier
; The read behind the barrier is not acquired.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-no-release.ll
; expect: half-barrier
; The write before the barrier is not released.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-none.ll
; expect: nothing
; No fence at all: the barrier is for something else.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-other-space.ll
; expect: nothing
; The fence orders global memory alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(1) %g) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !3
  %w = load i32, ptr addrspace(1) %g, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"global"}
;--- half-barrier-private.ll
; expect: nothing
; The fence does not order private accesses.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !1
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-read-before.ll
; expect: nothing
; What was only read before needs no release.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- half-barrier-release-behind.ll
; expect: half-barrier
; The release stands behind the barrier.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") release, !mmra !0
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- later-shape.ll
; expect: mmra-shape
; The first load is like the second but for its tags, which say nothing.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p) {
entry:
  %a = load i32, ptr addrspace(1) %p, align 4
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan"}
;--- later-silence.ll
; expect: silence
; The first load is like the second but for its comment.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p) {
entry:
  %a = load i32, ptr addrspace(1) %p, align 4
  ; mmra-check: off dead-fence:
  %b = load i32, ptr addrspace(1) %p, align 4
  ret void
}
;--- later-store-constant.ll
; expect: store-readonly
; A load of the same memory and a store to other memory are right.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %constants) {
entry:
  %a = load i32, ptr addrspace(4) %constants, align 4
  store i32 %a, ptr addrspace(1) %p, align 4
  store i32 %a, ptr addrspace(4) %constants, align 4
  ret void
}
;--- later-thread-private.ll
; expect: thread-private-shared
; The same load without the mark is right.
target triple = "amdgcn-amd-amdhsa"

@l = internal addrspace(3) global [64 x i32] poison, align 16

define amdgpu_kernel void @main(ptr addrspace(1) %p) {
entry:
  %a = load i32, ptr addrspace(3) @l, align 4
  %b = load i32, ptr addrspace(3) @l, align 4, !thread.private !0
  store i32 %b, ptr addrspace(1) %p, align 4
  ret void
}

!0 = !{}
;--- load-constant-global.ll
; expect: nothing
; A table may be read.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) @table, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- none-plain-load-right.ll
; expect: nothing
; Without the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- none-plain-load-wrong.ll
; expect: av-none-no-effect
; A plain load makes nothing visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !3
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
!3 = !{!"vulkan", !"private"}
;--- none-plain-store-right.ll
; expect: nothing
; Without the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- none-plain-store-wrong.ll
; expect: av-none-no-effect
; A plain store makes nothing available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- none-relaxed-add-right.ll
; expect: nothing
; Without the tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- none-relaxed-add-wrong.ll
; expect: av-none-no-effect
; A relaxed atomic has no half to switch off.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
;--- none-relaxed-load-right.ll
; expect: nothing
; Nothing to switch off, so nothing switched off.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- none-relaxed-load-wrong.ll
; expect: av-none-no-effect
; A relaxed atomic makes nothing available or visible but itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !3
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
!3 = !{!"vulkan", !"private"}
;--- store-constant-alias.ll
; expect: store-readonly
; Another name for a part of a constant.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@name = internal alias i32, getelementptr ([4 x i32], ptr addrspace(1) @table, i64 0, i64 2)

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) @name, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-constant-expression.ll
; expect: store-readonly
; A table is a constant, also where a constant expression has the address of its second element.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspacecast (ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 1) to ptr), align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-constant-global.ll
; expect: store-readonly
; A table is a constant.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) @table, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-constant-right.ll
; expect: nothing
; A store to global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-constant-wrong.ll
; expect: store-readonly
; A store to constant memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(7) %b) {
entry:
  store i32 1, ptr addrspace(4) %c, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-global-expression.ll
; expect: nothing
; A table that is no constant, in a constant expression.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspacecast (ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 1) to ptr), align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-readonly-parameter.ll
; expect: store-readonly
; The parameter is marked readonly.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) readonly %p) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- store-writeonly-parameter.ll
; expect: nothing
; The parameter is marked writeonly.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) writeonly %p) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
;--- volatile-24-right.ll
; expect: nothing
; options: revision=24
; From LLVM 24 on a volatile access is available or visible by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store volatile i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
